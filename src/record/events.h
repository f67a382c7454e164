/* record/events.h -- samples of a program by the kernel's performance events.

   SPDX-License-Identifier: GPL-3.0-or-later

   The kernel puts records into a ring for each CPU: samples of all threads of
   the program and of all processes that it starts, and what changes in them.
   Nothing in the program is stopped or changed.  The format is that of
   perf_event_open (2).  */

#ifndef RECORD_EVENTS_H
#define RECORD_EVENTS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Samples a second of CPU time: with all events, and when events_slow_down has
   ended those that are only for the first seconds.  */
#define EVENTS_RATE 4000
#define EVENTS_SLOW_RATE 1000

/* Bytes of the stack that a sample has, or fewer if the stack is smaller; with
   events_deepen some samples have up to 64 KiB.  */
#define EVENTS_STACK 16384

/* The registers of a sample, in the order of the kernel's numbers for this
   machine, without those that are missing.  0: this machine's are not known,
   and samples have neither registers nor a stack.  */
#if defined __x86_64__ && defined __LP64__
# define EVENTS_REGISTERS 20
#else
# define EVENTS_REGISTERS 0
#endif

enum event_kind
{
  EVENT_SAMPLE,
  EVENT_MAP,                    /* code was mapped */
  EVENT_NAME,                   /* a thread has got a name */
  EVENT_EXEC,                   /* as EVENT_NAME: another program was executed,
                                   and all that was mapped is gone */
  EVENT_FORK,                   /* a process or a thread has begun */
  EVENT_EXIT,                   /* a thread has ended */
  EVENT_CPU_TIME,               /* what a thread that ends has used */
  EVENT_LOST                    /* records did not fit into the ring */
};

/* One record.  Pointers are valid during the call that gets it.  */
struct event
{
  enum event_kind kind;
  pid_t pid, tid;               /* of a FORK: the new ones */
  uint64_t time;                /* ns, CLOCK_MONOTONIC */
  pid_t parent, parent_tid;     /* FORK: process and thread it came from */
  uint64_t ip;                  /* SAMPLE: may be an address of the kernel */
  const unsigned char *registers;       /* SAMPLE: EVENTS_REGISTERS numbers of
                                           8 bytes; NULL: the thread was in no
                                           program, or in a 32-bit one */
  const unsigned char *stack;   /* SAMPLE: copy of the memory at the stack
                                   pointer */
  size_t stack_len;             /* its size in bytes */
  bool is_deep;                 /* SAMPLE: of the set of events_deepen */
  uint64_t address, len;        /* MAP: bytes */
  uint64_t offset;              /* MAP: in the file, bytes */
  uint64_t device, inode;       /* MAP: of the file; device is that of
                                   makedev */
  uint64_t generation;          /* MAP: differs for files with the same inode,
                                   one after another */
  const char *name;             /* MAP: path, or "//anon", "[vdso]"...;
                                   NAME, EXEC: of the thread */
  uint64_t number;              /* CPU_TIME: ns on one CPU, a thread has one for
                                   each; LOST: records */
};

struct events;

/* Opens events that the processes inherit which this one starts, and that
   begin when they execute a program.  RATE is the number of samples a second
   of CPU time; 0: EVENTS_RATE, until events_slow_down.  IS_FIRST: this process
   gets a CPU before the job does, so that less memory is enough.  If the kernel
   refuses its own part, or WANTS_KERNEL is false, there are samples of the
   other CPU time only.  Returns NULL with errno set if the kernel refuses that,
   too: ENOMEM if it allows this user no memory for them.  The caller calls
   events_close.  */
struct events *events_open (unsigned long rate, bool wants_kernel,
                            bool is_first);
void events_close (struct events *events);

/* Returns whether the CPU time that the kernel used for the program is in the
   samples, too.  */
bool events_see_kernel (const struct events *events);

/* Returns how many ticks the sample SAMPLE of EVENTS stands for, and the number
   of ticks a second.  */
unsigned events_weight (const struct events *events,
                        const struct event *sample);
unsigned long events_ticks (const struct events *events);

/* Lowers the rate to EVENTS_SLOW_RATE, unless a rate was asked for.  */
void events_slow_down (struct events *events);

/* Also takes samples of up to 64 KiB of the stack from now on, at the slow rate
   at most, or no longer.  Nothing changes if the rings are too small, or if it
   is so already.  It can be on, off and on again once.  */
void events_deepen (struct events *events, bool is_on);

/* Returns whether samples at TIME are of both kinds: then those that are not
   deep stand for stacks of at most EVENTS_STACK bytes, and the deep ones for
   all others.  */
bool events_are_deep (const struct events *events, uint64_t time);

/* Stores in FDS, which has room for events_count elements, what poll (2) is to
   wait for.  Returns their number; 0: all processes have ended, or the kernel
   has ended the events, since a program got rights of another user.  Call
   events_polled when poll has filled them.  */
size_t events_count (const struct events *events);
size_t events_to_poll (const struct events *events, struct pollfd *fds);
void events_polled (struct events *events, const struct pollfd *fds, size_t n);

/* Calls TAKE with DATA for each record of the rings in the order of their
   times, and removes it.  Records of the last milliseconds stay, since an older
   one of another CPU may come yet, unless TO_END is true.  */
void events_take (struct events *events, bool to_end,
                  void (*take) (void *data, const struct event *event),
                  void *data);

/* Returns the CPU time of all threads since the begin, in ns, also of those in
   which no sample was taken; 0 if the kernel does not say.  */
uint64_t events_cpu_time (const struct events *events);

/* Returns the number of records that found no room, if the kernel counts them
   (from Linux 6.0 on), else 0.  Records of the kind EVENT_LOST lack those after
   which none found room.  */
uint64_t events_lost (const struct events *events);

#endif /* RECORD_EVENTS_H */
