/* process-hostile.c -- registers and stacks that no unwinder can follow.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run as "process-hostile CASE MS": each of 8 threads repeats CASE, or with
   "all" each case in turn, until it has used MS of CPU time.  A register is bad
   for some 10,000 cycles, so that samples meet it.  x86-64 only.  */

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define NOINLINE __attribute__ ((noinline, noclone))
#define PAGE ((size_t) 4096)
#define THREADS 8
#define TURNS 20000             /* of a loop with bad registers */
#define SMALL_STACK 8192

static long how_long;           /* ms */

static long
used_ms (void)
{
  struct timespec used;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &used);
  return used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

static unsigned char *
map (size_t size, int protection)
{
  void *memory = mmap (NULL, size, protection, MAP_PRIVATE | MAP_ANONYMOUS,
                       -1, 0);

  if (memory == MAP_FAILED)
    exit (2);
  return memory;
}

/* -- Loops with bad registers ---------------------------------------------- */

/* All have the arguments RBP and TURNS.  The unwind table of spin_framed says
   that the frame is at rbp, that of spin_saved that rbp is saved there.
   spin_bare and spin_stack have none; the latter has RBP in rsp as well.  */
typedef void spin (uintptr_t rbp, long turns);
spin spin_framed, spin_saved, spin_bare, spin_stack;
extern const char spin_bare_end[], spin_stack_end[];

#define LOOP(SET, RESET) \
  "\tpush %rbp\n\tmov %rdi, %rbp\n" SET "1:\tdec %rsi\n\tjnz 1b\n" RESET \
  "\tpop %rbp\n\tret\n"

__asm__ ("\t.text\n"
         "spin_framed:\n\t.cfi_startproc\n"
         "\t.cfi_def_cfa %rbp, 16\n\t.cfi_offset %rbp, -16\n"
         LOOP ("", "")
         "\t.cfi_endproc\n"
         "spin_saved:\n\t.cfi_startproc\n"
         "\t.cfi_def_cfa_offset 16\n"
         "\t.cfi_escape 0x10, 6, 2, 0x76, 0\n" /* rbp: at rbp + 0 */
         LOOP ("", "")
         "\t.cfi_endproc\n"
         "spin_bare:\n" LOOP ("", "")
         "spin_bare_end:\n"
         "spin_stack:\n" LOOP ("\tmov %rsp, %r11\n\tmov %rdi, %rsp\n",
                               "\tmov %r11, %rsp\n")
         "spin_stack_end:\n");

/* Code in memory that no object knows.  */
static spin *made_bare, *made_stack;
static unsigned char *fleeting_page;

static spin *
make_code (spin *from, const char *end)
{
  unsigned char *code = map (PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);

  memcpy (code, (const void *) from, (size_t) (end - (const char *) from));
  return (spin *) code;
}

/* -- Bad values ----------------------------------------------------------- */

static uintptr_t bad[32];
static int bads;

static void
add_bad (const void *value)
{
  bad[bads++] = (uintptr_t) value;
}

/* The bytes that end a signal handler, for a return address, and what would be
   the signal's context: it leads to itself.  */
static void
add_false_signal (void)
{
  static const unsigned char end[] = "\x48\xc7\xc0\x0f\0\0\0\x0f\x05";
  unsigned char *code = map (PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
  uintptr_t *stack = (uintptr_t *) map (PAGE, PROT_READ | PROT_WRITE);
  ucontext_t *context = (ucontext_t *) (stack + 4);

  memcpy (code, end, sizeof end);
  stack[2] = (uintptr_t) stack;
  stack[3] = (uintptr_t) code;
  context->uc_mcontext.gregs[REG_RIP] = (greg_t) code;
  context->uc_mcontext.gregs[REG_RSP] = (greg_t) context;
  context->uc_mcontext.gregs[REG_RBP] = (greg_t) stack;
  add_bad (stack + 2);
}

/* Frames that lead to themselves, to the next one without end, or to a return
   address in memory that is not readable.  */
static void
add_false_frames (const unsigned char *hidden)
{
  uintptr_t *stack = (uintptr_t *) map (16 * PAGE, PROT_READ | PROT_WRITE);
  uintptr_t code = (uintptr_t) spin_bare;

  stack[0] = (uintptr_t) stack;
  stack[1] = code;
  add_bad (stack);
  stack[4] = (uintptr_t) hidden;
  stack[5] = (uintptr_t) hidden;
  add_bad (stack + 4);
  for (size_t i = 8; i < 16 * PAGE / sizeof *stack - 2; i += 2)
    {
      stack[i] = (uintptr_t) &stack[i + 2];
      stack[i + 1] = (uintptr_t) made_bare + 8;
    }
  add_bad (stack + 8);
}

static void
make_values (void)
{
  unsigned char *memory = map (4 * PAGE, PROT_READ | PROT_WRITE);
  FILE *file = tmpfile ();
  void *behind_end = file == NULL ? MAP_FAILED
                     : mmap (NULL, PAGE, PROT_READ, MAP_SHARED, fileno (file),
                             0);

  if (behind_end == MAP_FAILED
      || mprotect (memory + PAGE, PAGE, PROT_NONE) != 0
      || mprotect (memory + 3 * PAGE, PAGE, PROT_NONE) != 0)
    exit (2);
  add_bad (NULL);
  add_bad ((void *) 8);
  add_bad (memory + PAGE);              /* not readable */
  add_bad (memory + PAGE - 8);          /* its end is not */
  add_bad (memory + PAGE - 4);
  add_bad (memory + 2 * PAGE);          /* what is below is not */
  add_bad (memory + 3);                 /* misaligned */
  add_bad ((void *) (uintptr_t) 0x0000800000000000);    /* not canonical */
  add_bad ((void *) (uintptr_t) 0x7ffffffffffffff8);
  add_bad ((void *) (uintptr_t) 0xffff888000000000);    /* the kernel's */
  add_bad ((void *) (uintptr_t) 0xffffffffff600000);    /* vsyscall */
  add_bad ((void *) (uintptr_t) -8);
  add_bad (behind_end);                 /* a read would raise SIGBUS */
  add_bad ((const void *) spin_bare);
  add_false_frames (memory + PAGE);
  add_false_signal ();
}

/* -- Cases ---------------------------------------------------------------- */

static NOINLINE void
spin_all (spin *loop)
{
  for (int i = 0; i < bads; i++)
    loop (bad[i], TURNS);
}

static void
framed (void)
{
  spin_all (spin_framed);
}

static void
saved (void)
{
  spin_all (spin_saved);
}

static void
bare (void)
{
  spin_all (spin_bare);
}

static void
made (void)
{
  spin_all (made_bare);
}

/* The handler of SIGPROF runs on the stack that it interrupts, so there must be
   room below; above are at most 8 bytes.  */
static void
stack (void)
{
  unsigned char *memory = map (9 * PAGE, PROT_READ | PROT_WRITE);
  uintptr_t end = (uintptr_t) memory + 8 * PAGE;

  mprotect (memory + 8 * PAGE, PAGE, PROT_NONE);
  for (uintptr_t above = 0; above <= 8; above += 4)
    {
      spin_stack (end - above, TURNS);
      made_stack (end - above, TURNS);
    }
  munmap (memory, 9 * PAGE);
}

/* Code that comes and goes.  */
static void
code (void)
{
  for (int i = 0; i < bads; i++)
    {
      spin *loop = make_code (spin_bare, spin_bare_end);

      loop (bad[i], TURNS);
      munmap ((void *) loop, PAGE);
    }
}

/* A return address in a page that other threads make readable and unreadable
   all the time, also while an unwinder is about to read it.  */
static void
fleeting (void)
{
  volatile uintptr_t frame[2] = { 0, (uintptr_t) fleeting_page + 64 };

  for (int i = 0; i < 10; i++)
    made_bare ((uintptr_t) frame, TURNS);
  for (int i = 0; i < 400; i++)
    mprotect (fleeting_page, PAGE, i % 2 == 0 ? PROT_NONE : PROT_READ);
}

/* A coroutine on two pages, below which is no memory.  Its caller's stack
   cannot be read while it runs.  It is not unmapped: another thread could map
   and unmap the place between a probe of the unwinder and its read.  */
struct coroutine
{
  ucontext_t outer, middle, inner;
  unsigned char *stacks[2];
};

static _Thread_local struct coroutine *running;

static void
inner (void)
{
  mprotect (running->stacks[0] + PAGE, SMALL_STACK, PROT_NONE);
  spin_bare ((uintptr_t) running->stacks[0] + PAGE, TURNS);
  made_bare ((uintptr_t) running->stacks[0] + PAGE + SMALL_STACK - 64, TURNS);
  spin_saved ((uintptr_t) running->stacks[0] + PAGE, 10L * TURNS);
  setcontext (&running->outer);
}

static void
middle (void)
{
  swapcontext (&running->middle, &running->inner);
}

static void
coroutines (void)
{
  struct coroutine all;
  ucontext_t *const contexts[2] = { &all.middle, &all.inner };
  void (*const starts[2]) (void) = { middle, inner };

  running = &all;
  for (int i = 0; i < 2; i++)
    {
      all.stacks[i] = map (PAGE + SMALL_STACK, PROT_READ | PROT_WRITE);
      mprotect (all.stacks[i], PAGE, PROT_NONE);
      getcontext (contexts[i]);
      contexts[i]->uc_stack.ss_sp = all.stacks[i] + PAGE;
      contexts[i]->uc_stack.ss_size = SMALL_STACK;
      makecontext (contexts[i], starts[i], 0);
    }
  swapcontext (&all.outer, &all.middle);
  for (int i = 0; i < 2; i++)
    munmap (all.stacks[i], PAGE + SMALL_STACK);
}

static const struct
{
  const char *name;
  void (*run) (void);
} cases[] = { { "framed", framed }, { "saved", saved }, { "bare", bare },
              { "made", made }, { "stack", stack }, { "code", code },
              { "fleeting", fleeting }, { "coroutines", coroutines } };

#define CASES (sizeof cases / sizeof cases[0])

static void *
run (void *data)
{
  const char *word = data;
  bool known = false;

  do
    for (size_t i = 0; i < CASES; i++)
      if (strcmp (word, "all") == 0 || strcmp (word, cases[i].name) == 0)
        {
          cases[i].run ();
          known = true;
        }
  while (known && used_ms () < how_long);
  return known ? data : NULL;
}

int
main (int argc, char **argv)
{
  pthread_t threads[THREADS];
  void *result = NULL;

  if (argc != 3)
    return 2;
  how_long = strtol (argv[2], NULL, 10);
  made_bare = make_code (spin_bare, spin_bare_end);
  made_stack = make_code (spin_stack, spin_stack_end);
  fleeting_page = map (PAGE, PROT_READ);
  make_values ();
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, run, argv[1]);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], &result);
  return result != NULL ? 3 : 2;
}
