/* record/events.c -- samples of a program by the kernel's performance events.

   SPDX-License-Identifier: GPL-3.0-or-later

   A leader on each CPU has a ring, in which the kernel also puts the records of
   a second set of events: those of the first seconds, which bring the rate to
   EVENTS_RATE.  An inherited event cannot change its rate, but it can end.  A
   third set, with more of the stack, can begin.

   When a thread ends, the kernel tells what it has used on each CPU, and writes
   that into the rings of all CPUs from the one where it ends.  If the other CPU
   writes at that moment, too, the ring is damaged, and from then on nothing
   new is seen in it.  So these records have rings of their own, and are
   checked.  */

#include <config.h>

#include "record/events.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
# include <linux/perf_event.h>
# include <sys/ioctl.h>
# include <sys/mman.h>
# include <sys/syscall.h>
# include <sys/sysmacros.h>
#endif

#include "base/arena.h"

#if defined __linux__ && defined PERF_RECORD_MISC_COMM_EXEC

/* Bytes of a ring: the largest one for a gprof that may have to wait for a
   CPU, and for one that need not; and the smallest one, which has room for 15
   samples.  A mebibyte takes the kernel 0.3 ms, so all together have ROOM_MOST
   if then each has RING_ENOUGH.  */
#define RING_MOST (4u << 20)
#define RING_FIRST (2u << 20)
#define RING_ENOUGH (512u << 10)
#define RING_LEAST (256u << 10)
#define ROOM_MOST (16u << 20)

/* Bytes of the stack in the third set: the most that the kernel allows.  It has
   at most so many samples a second, since each takes that room in the ring,
   which must have the least size.  */
#define DEEP_BYTES 65528
#define DEEP_RATE 1000
#define DEEP_RING (1u << 20)

/* The registers that hold numbers for the unwinder: all but the four segment
   registers DS, ES, FS and GS.  */
#define REGISTERS_MASK 0xff0fff

/* Reading an event tells, too, how many of its records were lost.  The headers
   of older kernels do not have this.  */
#define READ_LOST 16

/* The longest record.  Its size has 16 bits.  */
#define RECORD_MOST 65536

/* The most CPUs that a machine may have here.  */
#define CPUS_MOST 8192

/* A ring for the CPU times of threads that end is this part of that for
   samples: 4 MiB and 256 KiB are what a user usually may have on each CPU.  */
#define TIMES_PART 16

#define NS_PER_SECOND UINT64_C (1000000000)

/* How long a record of another CPU may be under way, in ns.  */
#define UNDER_WAY 2000000

/* The events on one CPU with one ring: those that take samples, or the one for
   the CPU times of threads that end.  */
struct cpu_events
{
  int fd;                       /* has the ring; -1: none */
  int more_fd;                  /* the second set, or -1 */
  bool is_times;
  int deep_fd;                  /* the third set, or -1; */
  uint64_t deep_id;             /* its number in the samples */
  bool has_ended;               /* nothing will come */
  struct perf_event_mmap_page *page;    /* NULL: no ring */
  unsigned char *data;          /* of the ring */
  size_t size;                  /* of it, a power of two */
  uint64_t at, head;            /* next record; end of those that are to be
                                   taken */
  uint64_t time;                /* of the next record */
};

struct events
{
  struct cpu_events *cpus;      /* heap; two of each CPU */
  size_t n_cpus;
  bool sees_kernel, has_rate;
  bool counts_lost;             /* the kernel counts lost records */
  uint64_t lost_before;         /* those of sets that were closed */
  unsigned long rate;           /* ticks a second */
  uint64_t slow_since;          /* ns, CLOCK_MONOTONIC; 0: not slow */
  bool can_be_deep, is_deep;    /* all CPUs have the third set; it is on */
  uint64_t shallow_since;       /* likewise; UINT64_MAX: never */
  uint64_t deep_since;          /* again; UINT64_MAX: never */
  pid_t self;                   /* this process, which has the third set,
                                   too */
  unsigned char *record;        /* heap: a record that wraps around the end */
};

/* -- Opening -------------------------------------------------------------- */

static int
open_event (struct perf_event_attr *attr, int cpu)
{
  return (int) syscall (SYS_perf_event_open, attr, 0, cpu, -1,
                        PERF_FLAG_FD_CLOEXEC);
}

/* Returns the event that takes a sample each PERIOD ns, with up to STACK bytes
   of the stack.  */
static struct perf_event_attr
event_at (const struct events *events, uint64_t period, uint32_t stack)
{
  struct perf_event_attr attr;

  memset (&attr, 0, sizeof attr);
  attr.size = sizeof attr;
  attr.type = PERF_TYPE_SOFTWARE;
  attr.config = PERF_COUNT_SW_CPU_CLOCK;
  attr.sample_period = period;
  attr.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID
                     | PERF_SAMPLE_TIME;
  if (EVENTS_REGISTERS)
    {
      attr.sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
      attr.sample_regs_user = REGISTERS_MASK;
      attr.sample_stack_user = stack;
    }
  attr.read_format = events->counts_lost ? READ_LOST : 0;
  attr.disabled = 1;
  attr.enable_on_exec = 1;
  attr.inherit = 1;
  attr.exclude_kernel = !events->sees_kernel;
  attr.exclude_hv = 1;
  attr.sample_id_all = 1;
  attr.use_clockid = 1;
  attr.clockid = CLOCK_MONOTONIC;
  return attr;
}

/* Closes the events of CPU; errno is kept.  */
static void
close_cpu (struct cpu_events *cpu)
{
  const int error = errno;

  if (cpu->page)
    munmap (cpu->page, cpu->size + (size_t) sysconf (_SC_PAGESIZE));
  if (cpu->more_fd >= 0)
    close (cpu->more_fd);
  if (cpu->deep_fd >= 0)
    close (cpu->deep_fd);
  if (cpu->fd >= 0)
    close (cpu->fd);
  errno = error;
  *cpu = (struct cpu_events) { .fd = -1, .more_fd = -1, .deep_fd = -1 };
}

/* Opens the event ATTR of CPU on the CPU with NUMBER, with a ring of SIZE
   bytes, which wakes gprof when a quarter is filled.  Returns false with errno
   set.  */
static bool
open_ring (struct cpu_events *cpu, struct perf_event_attr *attr, int number,
           size_t size)
{
  const size_t page = (size_t) sysconf (_SC_PAGESIZE);

  attr->watermark = 1;
  attr->wakeup_watermark = (uint32_t) (size / 4);
  cpu->fd = open_event (attr, number);
  if (cpu->fd < 0)
    return false;
  void *at = mmap (NULL, size + page, PROT_READ | PROT_WRITE, MAP_SHARED,
                   cpu->fd, 0);
  if (at == MAP_FAILED)
    {
      /* Not EPERM, which is the kernel's word when it allows no events.  */
      errno = ENOMEM;
      return false;
    }
  cpu->page = at;
  cpu->data = (unsigned char *) at + page;
  cpu->size = size;
  return true;
}

/* Opens the leader of CPU with a ring of SIZE bytes.  */
static bool
open_leader (struct events *events, struct cpu_events *cpu, int number,
             size_t size)
{
  struct perf_event_attr attr
    = event_at (events, NS_PER_SECOND / (events->has_rate ? events->rate
                                         : EVENTS_SLOW_RATE), EVENTS_STACK);

  attr.mmap = 1;
  attr.mmap2 = 1;
  attr.comm = 1;
  attr.comm_exec = 1;
  attr.task = 1;
  return open_ring (cpu, &attr, number, size);
}

/* Opens the event that tells CPU times, with a ring of SIZE bytes.  It takes no
   samples.  */
static bool
open_times (struct events *events, struct cpu_events *cpu, int number,
            size_t size)
{
  struct perf_event_attr attr
    = event_at (events, NS_PER_SECOND / EVENTS_SLOW_RATE, 0);

  attr.sample_period = 0;
  attr.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID
                     | PERF_SAMPLE_TIME;
  attr.sample_regs_user = attr.sample_stack_user = 0;
  attr.inherit_stat = 1;
  cpu->is_times = true;
  return open_ring (cpu, &attr, number, size);
}

/* Opens the second set on CPU number NUMBER, in the ring of the first.  */
static bool
open_more (struct events *events, struct cpu_events *cpu, int number)
{
  struct perf_event_attr attr
    = event_at (events, NS_PER_SECOND / (EVENTS_RATE - EVENTS_SLOW_RATE),
                EVENTS_STACK);

  cpu->more_fd = open_event (&attr, number);
  return (cpu->more_fd >= 0
          && ioctl (cpu->more_fd, PERF_EVENT_IOC_SET_OUTPUT, cpu->fd) == 0);
}

/* Returns how many ticks a sample of the first set stands for when it is alone,
   and one of the third set.  */
static unsigned
slow_weight (const struct events *events)
{
  return events->has_rate ? 1 : EVENTS_RATE / EVENTS_SLOW_RATE;
}

static unsigned
deep_weight (const struct events *events)
{
  const unsigned long least = (events->rate + DEEP_RATE - 1) / DEEP_RATE;
  const unsigned slow = slow_weight (events);

  return least > slow ? (unsigned) least : slow;
}

/* Opens the third set on CPU number NUMBER, in the ring of the first.  It does
   not begin yet.  The other sets are enough if that fails.  */
static void
open_deep (struct events *events, struct cpu_events *cpu, int number)
{
  struct perf_event_attr attr
    = event_at (events, deep_weight (events) * (NS_PER_SECOND / events->rate),
                DEEP_BYTES);

  if (EVENTS_REGISTERS == 0 || cpu->size < DEEP_RING)
    {
      events->can_be_deep = false;
      return;
    }
  attr.enable_on_exec = 0;
  cpu->deep_fd = open_event (&attr, number);
  if (cpu->deep_fd >= 0
      && (ioctl (cpu->deep_fd, PERF_EVENT_IOC_SET_OUTPUT, cpu->fd) != 0
          || ioctl (cpu->deep_fd, PERF_EVENT_IOC_ID, &cpu->deep_id) != 0))
    {
      close (cpu->deep_fd);
      cpu->deep_fd = -1;
    }
  if (cpu->deep_fd < 0)
    events->can_be_deep = false;
}

static struct cpu_events *
next_events (struct events *events)
{
  struct cpu_events *cpu = &events->cpus[events->n_cpus++];

  *cpu = (struct cpu_events) { .fd = -1, .more_fd = -1, .deep_fd = -1 };
  return cpu;
}

/* Opens all events on the CPU with NUMBER, with a ring of SIZE bytes for
   samples.  Returns false with errno set.  */
static bool
open_cpu (struct events *events, int number, size_t size)
{
  struct cpu_events *cpu = next_events (events);

  if (!open_leader (events, cpu, number, size)
      || !(events->has_rate || open_more (events, cpu, number))
      || !open_times (events, next_events (events), number,
                      size / TIMES_PART))
    return false;
  open_deep (events, cpu, number);
  return true;
}

/* Closes the events of all CPUs; errno is kept.  */
static void
close_all (struct events *events)
{
  for (size_t i = 0; i < events->n_cpus; i++)
    close_cpu (&events->cpus[i]);
  events->n_cpus = 0;
}

/* Opens events with a ring of SIZE bytes on all CPUs of SET, which the
   processes may run on.  An offline CPU has none.  */
static bool
open_all (struct events *events, const cpu_set_t *set, size_t size)
{
  for (int number = 0; number < CPUS_MOST; number++)
    {
      const size_t had = events->n_cpus;

      if (!CPU_ISSET_S ((size_t) number, CPU_ALLOC_SIZE (CPUS_MOST), set)
          || open_cpu (events, number, size))
        continue;
      if (errno != ENODEV)
        {
          close_all (events);
          return false;
        }
      while (events->n_cpus > had)
        close_cpu (&events->cpus[--events->n_cpus]);
    }
  if (events->n_cpus == 0)
    errno = ENODEV;
  return events->n_cpus > 0;
}

/* Returns the bytes of each ring for the CPUs of SET.  */
static size_t
ring_size (const cpu_set_t *set, bool is_first)
{
  const size_t n = (size_t) CPU_COUNT_S (CPU_ALLOC_SIZE (CPUS_MOST), set);
  size_t size = is_first ? RING_FIRST : RING_MOST;

  while (size > RING_ENOUGH && n * size > ROOM_MOST)
    size /= 2;
  return size;
}

/* Opens events on all CPUs of SET.  All have rings of one size, the largest one
   up to SIZE that the kernel allows: it counts them together.  */
static bool
open_rings (struct events *events, const cpu_set_t *set, size_t size)
{
  bool done = open_all (events, set, size);

  if (!done && errno == EINVAL && events->counts_lost)
    {
      events->counts_lost = false;
      done = open_all (events, set, size);
    }
  while (!done && errno == ENOMEM && size > RING_LEAST)
    {
      size /= 2;
      done = open_all (events, set, size);
    }
  return done;
}

struct events *
events_open (unsigned long rate, bool wants_kernel, bool is_first)
{
  struct events *events = array_new (1, sizeof *events);
  cpu_set_t *set = CPU_ALLOC (CPUS_MOST);
  bool done = false;

  events->has_rate = rate != 0;
  events->rate = rate ? rate : EVENTS_RATE;
  events->self = getpid ();
  events->can_be_deep = true;
  events->shallow_since = events->deep_since = UINT64_MAX;
  if (set && sched_getaffinity (0, CPU_ALLOC_SIZE (CPUS_MOST), set) == 0)
    {
      events->cpus = array_new (2 * (size_t) CPUS_MOST, sizeof *events->cpus);
      events->record = array_new (RECORD_MOST, 1);
      events->sees_kernel = wants_kernel;
      events->counts_lost = true;
      done = open_rings (events, set, ring_size (set, is_first));
      if (!done && wants_kernel && errno == EACCES)
        {
          events->sees_kernel = false;
          done = open_rings (events, set, ring_size (set, is_first));
        }
    }
  if (set)
    CPU_FREE (set);
  if (done)
    return events;
  close_all (events);
  free (events->cpus);
  free (events->record);
  free (events);
  return NULL;
}

void
events_close (struct events *events)
{
  if (!events)
    return;
  close_all (events);
  free (events->cpus);
  free (events->record);
  free (events);
}

/* -- State ---------------------------------------------------------------- */

bool
events_see_kernel (const struct events *events)
{
  return events->sees_kernel;
}

unsigned long
events_ticks (const struct events *events)
{
  return events->rate;
}

unsigned
events_weight (const struct events *events, const struct event *sample)
{
  if (sample->is_deep)
    return deep_weight (events);
  return (events->slow_since && sample->time >= events->slow_since
          ? slow_weight (events) : 1);
}

bool
events_are_deep (const struct events *events, uint64_t time)
{
  return events->can_be_deep
         && (time < events->shallow_since || time >= events->deep_since);
}

static uint64_t
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (uint64_t) time.tv_sec * NS_PER_SECOND + (uint64_t) time.tv_nsec;
}

/* The result of read (2) of an event.  */
struct event_count
{
  uint64_t ns;
  uint64_t lost;                /* only if the kernel counts lost records */
};

static struct event_count
read_event (const struct events *events, int fd)
{
  struct event_count count = { 0, 0 };
  const size_t size = events->counts_lost ? sizeof count : sizeof count.ns;

  if (fd < 0 || read (fd, &count, size) != (ssize_t) size)
    return (struct event_count) { 0, 0 };
  return count;
}

void
events_slow_down (struct events *events)
{
  if (events->has_rate || events->slow_since)
    return;
  /* An event that is only disabled would begin again in programs that are
     executed later.  */
  for (size_t i = 0; i < events->n_cpus; i++)
    if (events->cpus[i].more_fd >= 0)
      {
        events->lost_before
          += read_event (events, events->cpus[i].more_fd).lost;
        close (events->cpus[i].more_fd);
        events->cpus[i].more_fd = -1;
      }
  events->slow_since = now ();
}

void
events_deepen (struct events *events, bool is_on)
{
  if (!events->can_be_deep || is_on == events->is_deep)
    return;
  for (size_t i = 0; i < events->n_cpus; i++)
    ioctl (events->cpus[i].deep_fd,
           is_on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
  events->is_deep = is_on;
  if (!is_on)
    events->shallow_since = now ();
  else if (events->shallow_since != UINT64_MAX)
    events->deep_since = now ();
}

size_t
events_count (const struct events *events)
{
  return events->n_cpus;
}

size_t
events_to_poll (const struct events *events, struct pollfd *fds)
{
  size_t n = 0;

  for (size_t i = 0; i < events->n_cpus; i++)
    if (!events->cpus[i].has_ended)
      fds[n++] = (struct pollfd) { .fd = events->cpus[i].fd, .events = POLLIN };
  return n;
}

void
events_polled (struct events *events, const struct pollfd *fds, size_t n)
{
  size_t at = 0;

  for (size_t i = 0; i < events->n_cpus && at < n; i++)
    if (!events->cpus[i].has_ended)
      events->cpus[i].has_ended = fds[at++].revents & (POLLHUP | POLLERR);
}

uint64_t
events_cpu_time (const struct events *events)
{
  uint64_t sum = 0;

  for (size_t i = 0; i < events->n_cpus; i++)
    if (!events->cpus[i].is_times)
      sum += read_event (events, events->cpus[i].fd).ns;
  return sum;
}

uint64_t
events_lost (const struct events *events)
{
  uint64_t sum = events->lost_before;

  for (size_t i = 0; i < events->n_cpus; i++)
    sum += read_event (events, events->cpus[i].fd).lost
           + read_event (events, events->cpus[i].more_fd).lost
           + read_event (events, events->cpus[i].deep_fd).lost;
  return sum;
}

/* -- Records -------------------------------------------------------------- */

/* A record whose bytes are read in order.  */
struct bytes_left
{
  const unsigned char *at;
  size_t len;
  bool failed;                  /* it was shorter than what was read */
};

/* Returns the next SIZE bytes of LEFT; NULL: there are fewer.  */
static const unsigned char *
take_bytes (struct bytes_left *left, size_t size)
{
  const unsigned char *at = left->at;

  if (size > left->len)
    {
      left->failed = true;
      return NULL;
    }
  left->at += size;
  left->len -= size;
  return at;
}

static uint64_t
take_u64 (struct bytes_left *left)
{
  const unsigned char *at = take_bytes (left, sizeof (uint64_t));
  uint64_t value = 0;

  if (at)
    memcpy (&value, at, sizeof value);
  return value;
}

static uint32_t
take_u32 (struct bytes_left *left)
{
  const unsigned char *at = take_bytes (left, sizeof (uint32_t));
  uint32_t value = 0;

  if (at)
    memcpy (&value, at, sizeof value);
  return value;
}

static void
take_ids (struct bytes_left *left, struct event *event)
{
  event->pid = (pid_t) take_u32 (left);
  event->tid = (pid_t) take_u32 (left);
}

/* Returns the text that is next in LEFT, and ends with a NUL there.  */
static const char *
take_text (struct bytes_left *left)
{
  const char *text = (const char *) left->at;

  if (!memchr (left->at, 0, left->len))
    left->failed = true;
  return left->failed ? "" : text;
}

/* Decodes a sample of CPU.  */
static void
decode_sample (const struct cpu_events *cpu, struct bytes_left *left,
               struct event *event)
{
  event->kind = EVENT_SAMPLE;
  event->is_deep = take_u64 (left) == cpu->deep_id && cpu->deep_fd >= 0;
  event->ip = take_u64 (left);
  take_ids (left, event);
  take_u64 (left);              /* the time */
  if (EVENTS_REGISTERS == 0)
    return;
  const uint64_t abi = take_u64 (left);
  const unsigned char *registers
    = abi != PERF_SAMPLE_REGS_ABI_NONE
      ? take_bytes (left, sizeof (uint64_t) * EVENTS_REGISTERS) : NULL;
  if (abi == PERF_SAMPLE_REGS_ABI_64)
    event->registers = registers;
  const uint64_t size = take_u64 (left);
  if (size == 0 || left->failed)
    return;
  event->stack = take_bytes (left, size);
  const uint64_t valid = take_u64 (left);
  event->stack_len = valid < size ? valid : size;
}

static void
decode_map (struct bytes_left *left, struct event *event)
{
  event->kind = EVENT_MAP;
  take_ids (left, event);
  event->address = take_u64 (left);
  event->len = take_u64 (left);
  event->offset = take_u64 (left);
  const uint32_t major = take_u32 (left), minor = take_u32 (left);
  event->device = makedev (major, minor);
  event->inode = take_u64 (left);
  event->generation = take_u64 (left);
  take_u64 (left);              /* protection and flags */
  event->name = take_text (left);
}

static void
decode_fork (struct bytes_left *left, struct event *event)
{
  event->pid = (pid_t) take_u32 (left);
  event->parent = (pid_t) take_u32 (left);
  event->tid = (pid_t) take_u32 (left);
  event->parent_tid = (pid_t) take_u32 (left);
}

/* A thread that ends tells its own time, so its numbers are also at the end of
   the record; else two CPUs have written there.  */
static void
decode_times (struct bytes_left *left, struct event *event,
              const struct events *events)
{
  const size_t ids = 2 * sizeof (uint32_t);
  const unsigned char *own = take_bytes (left, ids);

  event->kind = EVENT_CPU_TIME;
  event->number = take_u64 (left);
  if (events->counts_lost)
    take_u64 (left);
  const unsigned char *writer = take_bytes (left, ids);
  take_u64 (left);              /* the time */
  take_u64 (left);              /* the identifier */
  if (!own || !writer || left->failed || left->len
      || memcmp (own, writer, ids) != 0)
    {
      left->failed = true;
      return;
    }
  *left = (struct bytes_left) { own, ids, false };
  take_ids (left, event);
}

/* Decodes the record HEADER of CPU into *EVENT.  Returns false if it is of no
   kind that is known here, or malformed.  */
static bool
decode_record (const struct events *events, const struct cpu_events *cpu,
               const struct perf_event_header *header, struct event *event)
{
  struct bytes_left left = { (const unsigned char *) (header + 1),
                             header->size - sizeof *header, false };

  switch (header->type)
    {
    case PERF_RECORD_SAMPLE:
      decode_sample (cpu, &left, event);
      break;
    case PERF_RECORD_MMAP2:
      decode_map (&left, event);
      break;
    case PERF_RECORD_COMM:
      event->kind = header->misc & PERF_RECORD_MISC_COMM_EXEC
                    ? EVENT_EXEC : EVENT_NAME;
      take_ids (&left, event);
      event->name = take_text (&left);
      break;
    case PERF_RECORD_FORK:
    case PERF_RECORD_EXIT:
      event->kind = header->type == PERF_RECORD_FORK ? EVENT_FORK : EVENT_EXIT;
      decode_fork (&left, event);
      break;
    case PERF_RECORD_READ:
      decode_times (&left, event, events);
      break;
    case PERF_RECORD_LOST:
      event->kind = EVENT_LOST;
      take_u64 (&left);         /* an id */
      event->number = take_u64 (&left);
      break;
    default:
      return false;
    }
  return !left.failed;
}

/* Returns the next record of CPU, in one piece; NULL: there is none, or what is
   there is no record, and the rest is dropped.  */
static const struct perf_event_header *
next_record (struct events *events, struct cpu_events *cpu)
{
  const size_t at = cpu->at & (cpu->size - 1);
  struct perf_event_header header;
  size_t first = cpu->size - at;

  if (cpu->head - cpu->at < sizeof header)
    return NULL;
  memcpy (&header, cpu->data + at, sizeof header);
  if (header.size < sizeof header + 32 || header.size > cpu->head - cpu->at)
    {
      cpu->at = cpu->head;
      return NULL;
    }
  if (header.size <= first)
    return (const struct perf_event_header *) (const void *) (cpu->data + at);
  memcpy (events->record, cpu->data + at, first);
  memcpy (events->record + first, cpu->data, header.size - first);
  return (const struct perf_event_header *) (const void *) events->record;
}

/* Returns the time of the record HEADER.  In a sample it is the fourth field;
   others have it before the last one.  */
static uint64_t
time_of (const struct perf_event_header *header)
{
  const unsigned char *start = (const unsigned char *) header;
  const size_t at = header->type == PERF_RECORD_SAMPLE
                    ? sizeof *header + 24
                      : header->size - 2 * sizeof (uint64_t);
  uint64_t time;

  memcpy (&time, start + at, sizeof time);
  return time;
}

/* Finds the time of the next record of CPU; UINT64_MAX: there is none.  */
static void
look_ahead (struct events *events, struct cpu_events *cpu)
{
  const struct perf_event_header *header = next_record (events, cpu);

  cpu->time = header ? time_of (header) : UINT64_MAX;
}

/* Returns the CPU with the oldest record, or NULL if there is none before
   LIMIT.  */
static struct cpu_events *
oldest (struct events *events, uint64_t limit)
{
  struct cpu_events *found = NULL;

  for (size_t i = 0; i < events->n_cpus; i++)
    if (events->cpus[i].time < limit)
      {
        found = &events->cpus[i];
        limit = found->time;
      }
  return found;
}

void
events_take (struct events *events, bool to_end,
             void (*take) (void *data, const struct event *event), void *data)
{
  const uint64_t limit = to_end ? UINT64_MAX : now () - UNDER_WAY;
  struct cpu_events *cpu;

  for (size_t i = 0; i < events->n_cpus; i++)
    {
      cpu = &events->cpus[i];
      cpu->head = __atomic_load_n (&cpu->page->data_head, __ATOMIC_ACQUIRE);
      look_ahead (events, cpu);
    }
  while ((cpu = oldest (events, limit)))
    {
      const struct perf_event_header *header = next_record (events, cpu);
      struct event event = { .time = cpu->time, .name = "" };

      if (!header)
        break;
      if (decode_record (events, cpu, header, &event)
          && (!cpu->is_times || event.kind == EVENT_CPU_TIME
              || event.kind == EVENT_LOST)
          && event.pid != events->self)
        take (data, &event);
      cpu->at += header->size;
      __atomic_store_n (&cpu->page->data_tail, cpu->at, __ATOMIC_RELEASE);
      look_ahead (events, cpu);
    }
}

#else /* no such events */

struct events *
events_open (unsigned long rate, bool wants_kernel, bool is_first)
{
  (void) rate, (void) wants_kernel, (void) is_first;
  errno = ENOSYS;
  return NULL;
}

void
events_close (struct events *events)
{
  (void) events;
}

bool
events_see_kernel (const struct events *events)
{
  (void) events;
  return false;
}

unsigned
events_weight (const struct events *events, const struct event *sample)
{
  (void) events, (void) sample;
  return 1;
}

void
events_deepen (struct events *events, bool is_on)
{
  (void) events, (void) is_on;
}

bool
events_are_deep (const struct events *events, uint64_t time)
{
  (void) events, (void) time;
  return false;
}

unsigned long
events_ticks (const struct events *events)
{
  (void) events;
  return EVENTS_RATE;
}

void
events_slow_down (struct events *events)
{
  (void) events;
}

size_t
events_count (const struct events *events)
{
  (void) events;
  return 0;
}

size_t
events_to_poll (const struct events *events, struct pollfd *fds)
{
  (void) events, (void) fds;
  return 0;
}

void
events_polled (struct events *events, const struct pollfd *fds, size_t n)
{
  (void) events, (void) fds, (void) n;
}

void
events_take (struct events *events, bool to_end,
             void (*take) (void *data, const struct event *event), void *data)
{
  (void) events, (void) to_end, (void) take, (void) data;
}

uint64_t
events_cpu_time (const struct events *events)
{
  (void) events;
  return 0;
}

uint64_t
events_lost (const struct events *events)
{
  (void) events;
  return 0;
}

#endif
