/* unit/t_unwind_copy.c -- tests of the walk along a copied stack
   (libgmon/unwind, as gprof has it).

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  this process's own stack and registers, copied; tables and code from the
   files.  The C library's backtrace tells what is right.  Run by
   gprof.unit.  */

#include <config.h>

#include <execinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <ucontext.h>

#include "check.h"
#include "cfi_tables.h"
#include "own_images.h"
#include "arch/call_frame.h"
#include "libgmon/unwind/blocked.h"
#include "libgmon/unwind/row.h"

#if defined MACHINE_HAS_FRAMES && defined __GLIBC__

#ifdef __clang__
# define NOINLINE __attribute__ ((noinline))
#else
# define NOINLINE __attribute__ ((noinline, noclone))
#endif

static struct own_images images;
static struct row_cache cache;
static const struct unwinder unwinder
  = { .rows = &cache, .find = own_images_tables, .objects = &images,
      .is_for_others = true };

static struct stack_copy copy = { .images = &images };
static const struct unwind_memory memory = { own_images_memory, &copy };
static struct unwind_registers registers;
static uintptr_t pcs[UNWIND_SIZE], want[UNWIND_SIZE];
static size_t want_count;
static unsigned flags;

/* -- Taking a stack ------------------------------------------------------- */

static uintptr_t stack_end_here;        /* the first byte behind the stack */

static void
find_stack_end (void)
{
  FILE *maps = fopen ("/proc/self/maps", "r");
  char line[1000];
  uintptr_t start, end, here = (uintptr_t) line;

  while (maps != NULL && fgets (line, sizeof line, maps) != NULL)
    if (sscanf (line, "%" SCNxPTR "-%" SCNxPTR, &start, &end) == 2
        && here >= start && here < end)
      stack_end_here = end;
  if (maps != NULL)
    fclose (maps);
}

static void
take_registers (const ucontext_t *context)
{
  const unsigned char *bytes = (const unsigned char *) context;

  memset (&registers, 0, sizeof registers);
  memcpy (&registers.pc, bytes + FRAME_PC_PLACE, sizeof registers.pc);
  for (unsigned i = 0; i < UNWIND_REGISTERS; i++)
    if (frame_register_place (i) >= 0)
      {
        memcpy (&registers.values[i], bytes + frame_register_place (i),
                sizeof registers.values[i]);
        registers.known |= (uint32_t) 1 << i;
      }
}

/* Copies words, which may be a sanitizer's.  */
static NOINLINE __attribute__ ((no_sanitize ("address"))) void
copy_stack (uintptr_t start, size_t size)
{
  if (size > stack_end_here - start)
    size = stack_end_here - start;
  copy.start = start;
  copy.size = size;
  for (size_t i = 0; i < size; i++)
    copy.bytes[i] = ((const volatile unsigned char *) start)[i];
}

static size_t copied = 16 << 10;        /* bytes to copy */

/* Takes the stack of its caller, and what backtrace finds.  A sanitizer's
   backtrace also has a frame of its own.  */
static NOINLINE __attribute__ ((no_sanitize ("address"))) void
take_stack (void)
{
  void *found[UNWIND_SIZE];
  ucontext_t context;
  size_t count, own = 0;

  getcontext (&context);
  take_registers (&context);
  copy_stack (registers.values[FRAME_SP], copied);
  count = (size_t) backtrace (found, UNWIND_SIZE);
  while (own + 1 < count && found[own + 1] != __builtin_return_address (0))
    own++;
  want_count = count - own;
  for (size_t i = 0; i < want_count; i++)
    want[i] = (uintptr_t) found[own + i];
}

static size_t
walk_own_copy (void)
{
  return unwind_copy (&unwinder, &registers, &memory, pcs, UNWIND_SIZE,
                      &flags);
}

/* Returns true if COUNT frames are the first ones of what backtrace has found.
   The innermost one, take_stack, was at another instruction.  Of an interrupted
   function backtrace has the program counter, and the walk that plus 1.  */
static bool
is_begin (size_t count)
{
  if (count == 0 || count > want_count)
    return false;
  for (size_t i = 1; i < count; i++)
    if (pcs[i] != want[i] && pcs[i] != want[i] + 1)
      return false;
  return true;
}

static void
check_whole (const char *name)
{
  size_t count = walk_own_copy ();

  CHECK (is_begin (count) && count == want_count,
         "%s: %zu frames, as backtrace finds (%zu)", name, count, want_count);
  CHECK (flags == UNWIND_COMPLETE, "%s: complete (flags %u)", name, flags);
  CHECK (walk_own_copy () == count && is_begin (count),
         "%s: again, from the cache", name);
}

/* -- Depths --------------------------------------------------------------- */

static NOINLINE unsigned
recursion (unsigned n)
{
  volatile unsigned char fill[40];

  fill[n % sizeof fill] = 1;
  if (n == 0)
    take_stack ();
  else
    recursion (n - 1);
  return fill[n % sizeof fill] + n;
}

static int
compare (const void *a, const void *b)
{
  if (want_count == 0)
    take_stack ();
  return *(const char *) a - *(const char *) b;
}

static void
on_signal (int number)
{
  (void) number;
  take_stack ();
}

static void
test_depths (void)
{
  char text[] = "gprof";
  char name[40];

  for (unsigned depth = 0; depth <= 100; depth = 3 * depth + 1)
    {
      recursion (depth);
      snprintf (name, sizeof name, "depth %u", depth);
      check_whole (name);
    }
  want_count = 0;
  qsort (text, 5, 1, compare);
  check_whole ("below qsort");
  signal (SIGUSR1, on_signal);
  raise (SIGUSR1);
  check_whole ("in a signal handler");
}

/* -- What is missing or wrong --------------------------------------------- */

static void
test_cut (void)
{
  unsigned bad = 0;
  size_t whole;

  recursion (20);
  whole = copy.size;
  for (size_t size = 0; size < whole; size += 8)
    {
      size_t count;

      copy.size = size;
      count = walk_own_copy ();
      if (flags != UNWIND_COMPLETE)
        EXPECT (&bad, is_begin (count)
                        && flags == (UNWIND_CUT | UNWIND_UNREADABLE),
                "%zu bytes: %zu frames, flags %u", size, count, flags);
      else
        EXPECT (&bad, is_begin (count) && count == want_count && size > 400,
                "%zu bytes: %zu frames", size, count);
    }
  CHECK (bad == 0, "a copy that is cut: the innermost frames");
  registers.known = 0;
  CHECK (walk_own_copy () == 1 && (flags & UNWIND_CUT) != 0,
         "no registers: the program counter");
}

static void
test_garbage_registers (void)
{
  uint32_t random = 1;
  unsigned bad = 0;

  recursion (10);
  for (int round = 0; round < 20000; round++)
    {
      struct unwind_registers good = registers;
      size_t count;

      for (int i = 0; i < 4; i++)
        {
          uint64_t value = check_random (&random);

          value = value << 32 | check_random (&random);
          if (value % 3 == 0)
            value = copy.start + value % copy.size;
          else if (value % 3 == 1)
            value = images.items[value % images.count].start + value % 4096;
          if (check_random (&random) % 8 == 0)
            registers.pc = value;
          else
            registers.values[check_random (&random) % 17] = value;
        }
      count = walk_own_copy ();
      EXPECT (&bad, count >= 1 && count <= UNWIND_SIZE
                      && ((flags & UNWIND_CUT) != 0)
                           != ((flags & UNWIND_COMPLETE) != 0),
              "round %d", round);
      registers = good;
    }
  CHECK (bad == 0, "registers at random: no crash");
}

/* Returns the bytes of the file of this program.  */
static unsigned char *
read_own_file (size_t *size)
{
  FILE *file = fopen ("/proc/self/exe", "rb");
  unsigned char *bytes = NULL;

  *size = 0;
  if (file != NULL && fseek (file, 0, SEEK_END) == 0)
    {
      *size = (size_t) ftell (file);
      bytes = malloc (*size);
      rewind (file);
      if (bytes == NULL || fread (bytes, 1, *size, file) != *size)
        *size = 0;
      fclose (file);
    }
  return bytes;
}

static void
test_garbage_tables (void)
{
  struct own_image *own = NULL;
  uint32_t random = 7;
  unsigned bad = 0;
  size_t size;
  unsigned char *bytes = read_own_file (&size);
  const char *why;

  recursion (10);
  for (size_t i = 0; i < images.count; i++)
    if ((uintptr_t) recursion - images.items[i].start
        < images.items[i].end - images.items[i].start)
      own = &images.items[i];
  if (own == NULL || size == 0)
    {
      unresolved ("garbage tables: the program's file is not found");
      return;
    }
  struct own_image good = *own;
  own->image = unwind_image_in_memory (bytes, size, &why);
  CHECK (own->image != NULL
           && unwind_image_place (own->image, own->start, own->offset,
                                  &own->tables, &why),
         "the program's file, read into memory");
  row_cache_clear (&cache);
  check_whole ("tables in memory");
  for (int round = 0; round < 300 && own->image != NULL; round++)
    {
      size_t start = own->tables.header - bytes, count;

      for (int i = 0; i < 200; i++)
        bytes[start + check_random (&random) % (size - start)]
          = (unsigned char) check_random (&random);
      row_cache_clear (&cache);
      count = walk_own_copy ();
      EXPECT (&bad, count >= 1 && count <= UNWIND_SIZE, "round %d", round);
    }
  CHECK (bad == 0, "tables at random: no crash");
  unwind_image_close (own->image);
  *own = good;
  row_cache_clear (&cache);
  free (bytes);
}

/* -- Code without tables -------------------------------------------------- */

#ifdef __x86_64__

/* Functions that the tables do not list: a leaf, and one that has put registers
   and room on the stack.  Both stop at a trap.  */
void unlisted_leaf (void);
void unlisted_pushes (void);
__asm__ (".text\n"
         "unlisted_leaf:\n int3\n ret\n"
         "unlisted_pushes:\n push %rbx\n push %rbp\n sub $40, %rsp\n"
         " mov $7, %ebp\n int3\n"
         " add $40, %rsp\n pop %rbp\n pop %rbx\n ret\n");

static void (*volatile by_pointer) (void) = unlisted_pushes;

static void
on_trap (int number, siginfo_t *info, void *context)
{
  (void) number;
  (void) info;
  take_registers (context);
  copy_stack (registers.values[FRAME_SP], copied);
}

static NOINLINE unsigned
calls_unlisted (unsigned way)
{
  volatile unsigned result = way;

  if (way == 0)
    unlisted_leaf ();
  else if (way == 1)
    unlisted_pushes ();
  else
    by_pointer ();
  return result;
}

static NOINLINE unsigned
above_unlisted (unsigned way)
{
  return calls_unlisted (way) + 1;
}

static bool
is_in (uintptr_t pc, uintptr_t function)
{
  struct unwind_tables tables;
  uintptr_t start, size;

  return own_images_tables (&images, pc - 1, &tables)
         && cfi_function_range (&tables, pc - 1, &start, &size)
         && start == function;
}

static void
test_unlisted (void)
{
  static const char *const names[]
    = { "a leaf", "a function with room", "the same, by a pointer" };
  struct sigaction action = { .sa_flags = SA_SIGINFO };

  action.sa_sigaction = on_trap;
  sigaction (SIGTRAP, &action, NULL);
  for (unsigned way = 0; way < 3; way++)
    {
      size_t count;

      above_unlisted (way);
      count = walk_own_copy ();
      CHECK (count > 4 && is_in (pcs[1], (uintptr_t) calls_unlisted)
               && is_in (pcs[2], (uintptr_t) above_unlisted)
               && (flags & UNWIND_COMPLETE) != 0,
             "not listed: %s (%zu frames, flags %u)", names[way], count,
             flags);
    }
  signal (SIGTRAP, SIG_DFL);
}

#else

static void
test_unlisted (void)
{
}

#endif

/* -- Below the stack pointer ---------------------------------------------- */

#ifdef __x86_64__

#define ENDING UINT64_C (0x10000)       /* code of two functions */
#define CALLER (ENDING + CODE_SIZE)

/* ENDING has popped its rbp, but its row still says "at CFA - 16", below the
   stack pointer.  CALLER's CFA is rbp + 16.  */
static bool
find_written (const void *objects, uintptr_t pc, struct unwind_tables *tables)
{
  bool is_ending = pc < CALLER;
  struct parts parts =
    {
      .code = is_ending ? ENDING : CALLER, .version = 1, .augmentation = "zR",
      .encoding = CFI_UDATA8, .column = 16, .wide = true,
      .first = (const unsigned char *) "\x0c\x07\x08\x90\x01", .first_size = 5,
      .program = (const unsigned char *) (is_ending ? "\x86\x02"
                                          : "\x0c\x06\x10\x86\x02"),
      .program_size = is_ending ? 2 : 5
    };

  (void) objects;
  *tables = make_tables (&parts);
  return true;
}

static void
test_restored (void)
{
  const struct unwinder written = { .rows = &cache, .find = find_written,
                                    .is_for_others = true };
  const uintptr_t words[] = { CALLER + 9, 5, 6, 0, 0 };
  const uintptr_t start = 0x7ffff000;
  size_t count;

  row_cache_clear (&cache);
  memcpy (copy.bytes, words, sizeof words);
  copy.start = start;
  copy.size = sizeof words;
  memset (&registers, 0, sizeof registers);
  registers.pc = ENDING + 4;
  registers.values[FRAME_SP] = start;
  registers.values[FRAME_FP] = start + 3 * sizeof *words;
  registers.known = 1 << FRAME_SP | 1 << FRAME_FP;
  count = unwind_copy (&written, &registers, &memory, pcs, UNWIND_SIZE,
                       &flags);
  CHECK (count == 2 && pcs[1] == CALLER + 9 && flags == UNWIND_COMPLETE,
         "a register that was restored (%zu frames, flags %u)", count, flags);
  row_cache_clear (&cache);
}

#else

static void
test_restored (void)
{
}

#endif

/* -- Blocked threads ------------------------------------------------------ */

/* The frames of this file are found by the frame pointer, which is not
   given.  */
static void
test_blocked (void)
{
#ifdef FRAME_HAS_CODE
  static unsigned char bytes[BLOCKED_COPY_SIZE];
  struct blocked_stack stack = { .copy = bytes, .memory = &memory };
  size_t count;

  recursion (5);
  count = unwind_blocked (&unwinder, &stack, registers.pc, true,
                          registers.values[FRAME_SP], pcs, UNWIND_SIZE,
                          &flags);
  CHECK (is_begin (count) && count == want_count && flags == UNWIND_COMPLETE,
         "blocked: %zu frames of %zu, flags %u", count, want_count, flags);
#endif
}

int
main (void)
{
  row_cache_init (&cache, calloc (1, ROW_CACHE_SIZE));
  own_images_read (&images);
  find_stack_end ();
  test_depths ();
  test_cut ();
  test_garbage_registers ();
  test_garbage_tables ();
  test_blocked ();
  test_unlisted ();
  test_restored ();
  own_images_free (&images);
  return check_end ();
}

#else

int
main (void)
{
  untested ("copied stacks: not on this machine");
  return check_end ();
}

#endif
