/* unit/t_lg_unwind.c -- tests of libgmon's walk of the stack (unwind/).

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  stacks and registers written by hand, and functions at the addresses
   CODE, of which each has one row.  Run by gprof.unit.  */

#include <config.h>

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "probe_filter.h"
#include "cfi_tables.h"
#include "arch/call_frame.h"
#include "unwind/page_probe.h"
#include "unwind/row.h"
#include "unwind/unwind.h"

/* -- The cache ------------------------------------------------------------ */

static struct row_cache cache;

static void
test_cache (void)
{
  unsigned bad = 0;
  uint64_t row;

  row_cache_init (&cache, calloc (1, ROW_CACHE_SIZE));
  CHECK (!row_cache_find (&cache, row_cache_key (0, 0x401000), &row),
         "cache: empty");
  for (uintptr_t pc = 0x401000; pc < 0x401800; pc++)
    {
      uint64_t key = row_cache_key (0, pc);

      row_cache_add (&cache, key, pc * 16);
      EXPECT (&bad, row_cache_find (&cache, key, &row) && row == pc * 16,
              "%#" PRIxPTR, pc);
    }
  CHECK (bad == 0, "cache: what was added is found");
  row_cache_clear (&cache);
  CHECK_U64 (atomic_load (&cache.generation), 1, "cache: a new generation");
  CHECK (!row_cache_find (&cache, row_cache_key (1, 0x4017ff), &row),
         "cache: nothing of the one before");
}

/* Entries of which two threads wrote one word each.  */
static void
test_torn (void)
{
  unsigned found = 0;
  uint64_t row;

  for (uintptr_t pc = 0x401000; pc < 0x40f000; pc += 3)
    {
      uint64_t key = row_cache_key (0, pc);

      row_cache_add (&cache, key, 0x7003820083);
      atomic_store (&row_cache_place (&cache, key)->row, 0x7003810083);
      found += row_cache_find (&cache, key, &row);
    }
  CHECK_U64 (found, 0, "cache: a torn entry does not match");
}

/* -- The probe ------------------------------------------------------------ */

static unsigned char *closed;           /* a page that is not readable */

static void
test_probe (void)
{
  struct page_range range = { 0, 0 };
  unsigned char *area = mmap (NULL, 4 * PROBE_PAGE, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  uintptr_t start = (uintptr_t) area, word = 1;

  closed = area + 3 * PROBE_PAGE;
  mprotect (closed, PROBE_PAGE, PROT_NONE);
  errno = 77;
  CHECK (page_probe_works (), "probe: works");
  CHECK (page_read (&range, start + PROBE_PAGE, &word) && word == 0
           && range.start == start + PROBE_PAGE
           && range.end == start + 2 * PROBE_PAGE, "probe: a page");
  CHECK (page_read (&range, start + 2 * PROBE_PAGE, &word)
           && page_read (&range, start + 8, &word) && range.start == start
           && range.end == start + 3 * PROBE_PAGE,
         "probe: pages above and below are added");
  CHECK (!page_read (&range, (uintptr_t) closed, &word)
           && range.end == (uintptr_t) closed,
         "probe: a page that is not readable");
  CHECK (!page_read (&range, start + 4, &word), "probe: half a word");
  CHECK (!page_read (&range, 0, &word)
           && !page_read (&range, UINTPTR_MAX - 7, &word),
         "probe: both ends of memory");
  CHECK_U64 (errno, 77, "probe: errno");
}

static void
test_copy (void)
{
  static const char text[] = "copied";
  char copy[sizeof text] = "";
  unsigned char *area;
  uintptr_t end;

  if (!page_copy_works ())
    {
      untested ("copy: process_vm_readv does not work here, or system calls"
                " are filtered");
      return;
    }
  area = mmap (NULL, 2 * PROBE_PAGE, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  end = (uintptr_t) area + PROBE_PAGE;
  mprotect (area + PROBE_PAGE, PROBE_PAGE, PROT_NONE);
  memcpy (area + PROBE_PAGE - sizeof text, text, sizeof text);
  errno = 77;
  CHECK (page_copy (copy, end - sizeof text, sizeof text)
           && memcmp (copy, text, sizeof text) == 0, "copy: all");
  CHECK (!page_copy (copy, end - 1, 2) && !page_copy (copy, end, 1)
           && !page_copy (copy, 0, 1) && !page_copy (copy, UINTPTR_MAX, 1),
         "copy: not all of it is readable");
  CHECK_U64 (errno, 77, "copy: errno");
}

/* Exits 0 if the probe notices that a filter answers its calls by ERROR, and
   copies are not made because there is a filter.  */
static int
probe_with_filter (unsigned error)
{
  return probes_answer (error) ? page_probe_works () || page_copy_works ()
                               : 77;
}

static void
test_filter (void)
{
  static const unsigned errors[] = { 0, EPERM, EFAULT, EINVAL };

  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    {
      int status = 0;
      pid_t child;

      fflush (stdout);
      child = fork ();
      if (child == 0)
        _exit (probe_with_filter (errors[i]));
      waitpid (child, &status, 0);
      if (WIFEXITED (status) && WEXITSTATUS (status) == 77)
        untested ("probe: system calls cannot be filtered here");
      else
        CHECK (status == 0, "probe: a filter that answers %u is noticed",
               errors[i]);
    }
}

#if defined MACHINE_HAS_FRAMES && defined __x86_64__

/* -- Code and its rows ---------------------------------------------------- */

/* Addresses of functions, and the instructions that give their rows.  */
#define CODE UINT64_C (0x10000)
#define CODE_OF(kind) (CODE + (kind) * CODE_SIZE)

enum
{
  BY_SP, BY_FP, BY_BX, IN_MEMORY, THE_END, SIGNAL, UNKNOWN, BY_R10, LOSES_FP,
  FAR_FP,
  KINDS
};

static const struct
{
  const char *program;
  size_t size;
} rows[KINDS] =
  {
    [BY_SP] = { "\x0e\x10", 2 },
    [BY_FP] = { "\x0c\x06\x10\x86\x02", 5 },
    [BY_BX] = { "\x0c\x03\x10", 3 },
    [IN_MEMORY] = { "\x0f\x03\x76\x78\x06\x10\x06\x02\x76\0", 10 },
    [THE_END] = { "\x07\x10", 2 },
    [SIGNAL] = { "", 0 },
    [UNKNOWN] = { "\x3f", 1 },
    [BY_R10] = { "\x0c\x0a\0", 3 },
    [LOSES_FP] = { "\x0e\x10\x07\x06", 4 },
    [FAR_FP] = { "\x0c\x06\x20", 3 },
  };

static unsigned finds;                  /* calls of find_tables */

static bool
find_tables (const void *objects, uintptr_t pc, struct unwind_tables *tables)
{
  unsigned kind = (unsigned) ((pc - CODE) / CODE_SIZE);
  struct parts parts =
    {
      .version = 1, .augmentation = kind == SIGNAL ? "zRS" : "zR",
      .encoding = CFI_UDATA8, .column = 16, .wide = true,
      .first = (const unsigned char *) "\x0c\x07\x08\x90\x01", .first_size = 5
    };

  (void) objects;
  finds++;
  if (pc < CODE || kind >= KINDS)
    return false;
  parts.code = CODE_OF (kind);
  parts.program = (const unsigned char *) rows[kind].program;
  parts.program_size = rows[kind].size;
  *tables = make_tables (&parts);
  return true;
}

static const struct unwinder unwinder
  = { .rows = &cache, .find = find_tables };
static uintptr_t pcs[UNWIND_SIZE];
static unsigned flags;

static void
set_registers (ucontext_t *context, uintptr_t pc, uintptr_t sp, uintptr_t fp)
{
  memset (context, 0, sizeof *context);
  context->uc_mcontext.gregs[REG_RIP] = (greg_t) pc;
  context->uc_mcontext.gregs[REG_RSP] = (greg_t) sp;
  context->uc_mcontext.gregs[REG_RBP] = (greg_t) fp;
}

static size_t
walk (uintptr_t pc, const uintptr_t *sp, const uintptr_t *fp)
{
  ucontext_t context;

  set_registers (&context, pc, (uintptr_t) sp, (uintptr_t) fp);
  return gmon_unwind (&unwinder, &context, pcs, UNWIND_SIZE, &flags);
}

/* An address inside the function KIND, as a return address.  */
#define RET(kind) (CODE_OF (kind) + 9)

static void
test_kinds (void)
{
  uintptr_t stack[16] = { 0 };

  stack[1] = RET (BY_FP);       /* the caller of BY_SP */
  stack[6] = (uintptr_t) &stack[11];    /* rbp of BY_FP points here */
  stack[7] = RET (IN_MEMORY);
  stack[11] = 0x77;             /* rbp of IN_MEMORY */
  stack[10] = (uintptr_t) &stack[14];   /* its CFA */
  stack[13] = RET (THE_END);
  CHECK_U64 (walk (CODE_OF (BY_SP), stack, &stack[6]), 4, "walk: frames");
  CHECK (pcs[0] == CODE_OF (BY_SP) && pcs[1] == RET (BY_FP)
           && pcs[2] == RET (IN_MEMORY) && pcs[3] == RET (THE_END),
         "walk: leaf first");
  CHECK_U64 (flags, UNWIND_COMPLETE, "walk: complete");
  finds = 0;
  walk (CODE_OF (BY_SP), stack, &stack[6]);
  CHECK_U64 (finds, 0, "walk: rows are remembered");
  row_cache_clear (&cache);
  walk (CODE_OF (BY_SP), stack, &stack[6]);
  CHECK_U64 (finds, 4, "walk: until code was unloaded");
  stack[1] = 0;
  CHECK (walk (CODE_OF (BY_SP), stack, NULL) == 1 && flags == UNWIND_COMPLETE,
         "walk: a return address of 0 is an end");
  stack[1] = CODE_OF (THE_END + 1);
  CHECK (walk (CODE_OF (BY_SP), stack, NULL) == 2 && flags == UNWIND_COMPLETE,
         "walk: a call that ends a function is in that function");
}

/* A process begins in code without a row, at one of two entry points.  */
static void
test_entries (void)
{
  const uintptr_t pc = RET (UNKNOWN) - 1;
  const struct
  {
    uintptr_t entries[2];
    bool is_complete;
  } cases[] = { { { pc, 0 }, true }, { { 0, pc }, true },
                { { pc - ROW_ENTRY_SIZE + 1, 0 }, true },
                { { pc - ROW_ENTRY_SIZE, 0 }, false },
                { { pc + 1, 0 }, false }, { { 0, 0 }, false } };
  uintptr_t stack[16] = { 0 };
  ucontext_t context;

  stack[1] = RET (UNKNOWN);
  set_registers (&context, CODE_OF (BY_SP), (uintptr_t) stack, 0);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      const struct unwinder entered
        = { .rows = &cache, .find = find_tables,
            .entries = { cases[i].entries[0], cases[i].entries[1] } };

      row_cache_clear (&cache);
      gmon_unwind (&entered, &context, pcs, UNWIND_SIZE, &flags);
      CHECK (((flags & UNWIND_COMPLETE) != 0) == cases[i].is_complete
             && ((flags & UNWIND_CUT) != 0) == !cases[i].is_complete,
             "entries: %zu: %x", i, flags);
    }
  row_cache_clear (&cache);
}

static void
test_registers (void)
{
  uintptr_t stack[16] = { 0 };
  ucontext_t context;

  stack[3] = RET (THE_END);
  set_registers (&context, CODE_OF (BY_R10), (uintptr_t) stack, 0);
  context.uc_mcontext.gregs[REG_R10] = (greg_t) &stack[4];
  CHECK (gmon_unwind (&unwinder, &context, pcs, UNWIND_SIZE, &flags) == 2
           && flags == UNWIND_COMPLETE, "registers: r10 of the leaf");
  context.uc_mcontext.gregs[REG_RIP] = CODE_OF (BY_BX);
  context.uc_mcontext.gregs[REG_RBX] = (greg_t) &stack[2];
  CHECK (gmon_unwind (&unwinder, &context, pcs, UNWIND_SIZE, &flags) == 2
           && flags == UNWIND_COMPLETE, "registers: rbx");
  stack[1] = RET (BY_R10);
  CHECK (walk (CODE_OF (BY_SP), stack, NULL) == 2
           && flags == (UNWIND_CUT | UNWIND_NO_TABLES),
         "registers: r10 of a caller is not known");
  stack[1] = RET (BY_FP);
  CHECK (walk (CODE_OF (LOSES_FP), stack, &stack[4]) == 2
           && flags == (UNWIND_CUT | UNWIND_NO_TABLES),
         "registers: rbp that the callee lost");
}

static void
test_order (void)
{
  uintptr_t stack[16] = { 0 };

  stack[8] = (uintptr_t) &stack[8];
  stack[9] = RET (BY_FP);
  CHECK (walk (CODE_OF (BY_FP), stack, &stack[8]) == 2
           && flags == (UNWIND_CUT | UNWIND_UNREADABLE),
         "order: a frame that is its own caller");
  CHECK (walk (CODE_OF (BY_FP), &stack[10], &stack[8]) == 1
           && flags == (UNWIND_CUT | UNWIND_UNREADABLE),
         "order: a frame below the stack pointer");
}

/* Frames in memory that a callee's frame lets be probed, with rows in the
   cache.  */
static void
check_known (void)
{
  const unsigned unreadable = UNWIND_CUT | UNWIND_UNREADABLE;
  uintptr_t *end = (uintptr_t *) closed, *stack = end - 64;

  stack[1] = RET (BY_FP);
  end[-2] = 0x77;
  end[-1] = RET (THE_END);
  CHECK (walk (CODE_OF (BY_SP), stack, end - 2) == 3
           && flags == UNWIND_COMPLETE,
         "known: two words before memory that is not readable");
  CHECK (walk (CODE_OF (BY_SP), stack, end - 1) == 2 && flags == unreadable,
         "known: the second word is not readable");
  CHECK (walk (CODE_OF (BY_SP), stack, end) == 2 && flags == unreadable,
         "known: both are not readable");
  CHECK (walk (CODE_OF (BY_SP), stack,
               (uintptr_t *) ((uintptr_t) end - 20)) == 2
           && flags == unreadable, "known: half words");
  stack[-5] = RET (THE_END);
  CHECK (walk (CODE_OF (BY_SP), stack, stack - 6) == 2 && flags == unreadable,
         "known: a frame with two words ends below its callee's");
  stack[1] = RET (FAR_FP);
  CHECK (walk (CODE_OF (BY_SP), stack, stack - 8) == 2 && flags == unreadable,
         "known: another frame ends below its callee's");
  stack[1] = RET (LOSES_FP);
  stack[3] = RET (BY_FP);
  CHECK (walk (CODE_OF (BY_SP), stack, end - 2) == 3
           && flags == (UNWIND_CUT | UNWIND_NO_TABLES),
         "known: not the frame pointer");
}

static void
test_known (void)
{
  check_known ();
  finds = 0;
  check_known ();
  CHECK_U64 (finds, 0, "known: all rows were in the cache");
}

/* -- Signals -------------------------------------------------------------- */

static void
test_signal (void)
{
  struct
  {
    uintptr_t words[2];
    ucontext_t context;
    uintptr_t more[2];
  } stack;
  uintptr_t other[4] = { 0, RET (THE_END), 0, 0 };
  bool below = (uintptr_t) other < (uintptr_t) &stack;

  set_registers (&stack.context, CODE_OF (BY_SP), (uintptr_t) other, 0);
  stack.words[0] = 0;
  stack.words[1] = RET (SIGNAL);
  CHECK_U64 (walk (CODE_OF (BY_SP), stack.words, NULL), 4,
             below ? "signal: to a lower stack" : "signal: to a higher stack");
  CHECK (pcs[1] == RET (SIGNAL) && pcs[2] == CODE_OF (BY_SP) + 1
           && pcs[3] == RET (THE_END) && flags == UNWIND_COMPLETE,
         "signal: what it interrupted");
}

/* The code that ends a handler, without tables.  */
static void
test_trampoline (void)
{
  static const char code[] = FRAME_TRAMPOLINE;
  struct
  {
    uintptr_t words[2];
    ucontext_t context;
  } stack;
  uintptr_t other[4] = { 0, RET (THE_END), 0, 0 };
  unsigned char *page = mmap (NULL, PROBE_PAGE, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  memcpy (page, code, sizeof code - 1);
  set_registers (&stack.context, CODE_OF (BY_SP), (uintptr_t) other, 0);
  stack.words[1] = (uintptr_t) page;
  CHECK (walk (CODE_OF (BY_SP), stack.words, NULL) == 4
           && flags == UNWIND_COMPLETE,
         "trampoline: known by its code");
  CHECK (walk ((uintptr_t) page + FRAME_TRAMPOLINE_SECOND,
               (uintptr_t *) &stack.context, NULL) == 3
           && flags == UNWIND_COMPLETE,
         "trampoline: at its system call");
  page[8]++;
  CHECK (walk (CODE_OF (BY_SP), stack.words, NULL) == 2
           && flags == (UNWIND_CUT | UNWIND_NO_TABLES),
         "trampoline: other code is none");
  munmap (page, PROBE_PAGE);
}

/* -- Code that the program made ------------------------------------------- */

static void
test_pointer (void)
{
  uintptr_t stack[16] = { 0 };
  unsigned char *page = mmap (NULL, PROBE_PAGE, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  uintptr_t code = (uintptr_t) page;

  page[100] = 0xe8;             /* a call that returns to 105 */
  page[198] = 0xff;             /* call *16(%rax), which returns to 201 */
  page[199] = 0x50;
  stack[4] = (uintptr_t) &stack[8];
  stack[5] = code + 105;
  stack[8] = 0;
  stack[9] = code + 201;
  CHECK (walk (code, stack, &stack[4]) == 3 && pcs[1] == code + 105
           && pcs[2] == code + 201
           && flags == (UNWIND_CUT | UNWIND_NO_TABLES | UNWIND_BY_POINTER),
         "pointer: followed from call to call");
  stack[9] = code + 202;
  CHECK (walk (code, stack, &stack[4]) == 1
           && flags == (UNWIND_CUT | UNWIND_NO_TABLES | UNWIND_BY_POINTER),
         "pointer: all dropped if one follows no call");
  for (size_t i = 4; i < 16; i += 2)
    {
      stack[i] = i < 14 ? (uintptr_t) &stack[i + 2] : 0;
      stack[i + 1] = code + 105;
    }
  stack[7] = code + 150;
  CHECK (walk (code, stack, &stack[4]) == 7 && pcs[2] == code + 150,
         "pointer: one that follows no call, and then more than two that do");
  stack[12] = 0;
  CHECK (walk (code, stack, &stack[4]) == 6, "pointer: and three");
  stack[10] = 0;
  CHECK (walk (code, stack, &stack[4]) == 5, "pointer: and two");
  stack[8] = 0;
  CHECK (walk (code, stack, &stack[4]) == 1
           && flags == (UNWIND_CUT | UNWIND_NO_TABLES | UNWIND_BY_POINTER),
         "pointer: and one alone is no proof");
  stack[8] = (uintptr_t) &stack[10];
  stack[11] = code + 151;
  CHECK (walk (code, stack, &stack[4]) == 1, "pointer: two that do not");
  CHECK (walk (CODE_OF (UNKNOWN), stack, &stack[4]) == 1
           && flags == (UNWIND_CUT | UNWIND_NO_TABLES),
         "pointer: not in an object");
  munmap (page, PROBE_PAGE);
}

/* Each form of call *operand.  */
static void
test_calls (void)
{
  static const struct
  {
    const char *bytes;
    size_t size;
    bool is_call;
  } forms[] =
    {
      { "\xe8\1\2\3\4", 5, true },      { "\xff\xd0", 2, true },
      { "\x41\xff\xd3", 3, true },      { "\xff\x10", 2, true },
      { "\xff\x14\x24", 3, true },      { "\xff\x50\x10", 3, true },
      { "\xff\x54\x24\x08", 4, true },  { "\xff\x90\1\2\3\4", 6, true },
      { "\xff\x15\1\2\3\4", 6, true },  { "\xff\x94\x24\1\2\3\4", 7, true },
      { "\xff\x14\xc5\1\2\3\4", 7, true },
      { "\xe9\1\2\3\4", 5, false },     { "\xff\xe0", 2, false },
      { "\xff\x25\1\2\3\4", 6, false }, { "\xff\x50", 2, false },
      { "\xff\x15", 2, false },         { "\xff\x14", 2, false },
    };

  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    {
      unsigned char code[8] = { 0 };

      memcpy (code + 8 - forms[i].size, forms[i].bytes, forms[i].size);
      CHECK (frame_follows_call (code) == forms[i].is_call,
             "calls: form %zu", i);
    }
}

/* -- Depth ---------------------------------------------------------------- */

static void
test_depth (void)
{
  static uintptr_t stack[2 * 6000];
  size_t frames[] = { 254, 255, 256, 3000, 4094, 4095, 5000 };
  unsigned bad = 0;

  for (size_t f = 0; f < sizeof frames / sizeof *frames; f++)
    {
      size_t last = frames[f], count, whole;

      for (size_t i = 0; i < last; i++)
        stack[2 * i + 1] = CODE_OF (BY_SP) + 1 + i % 200;
      stack[2 * last - 1] = RET (THE_END);
      count = walk (CODE_OF (BY_SP), stack, NULL);
      whole = last + 1 < UNWIND_MOST_FRAMES ? last + 1 : UNWIND_MOST_FRAMES;
      CHECK_U64 (count, whole < UNWIND_SIZE ? whole : UNWIND_SIZE,
                 "depth: frames kept");
      CHECK_U64 (flags,
                 (whole > UNWIND_SIZE ? UNWIND_DEEP : 0)
                   | (last + 1 > UNWIND_MOST_FRAMES
                      ? UNWIND_CUT | UNWIND_TOO_DEEP : UNWIND_COMPLETE),
                 "depth: flags");
      for (size_t i = 1; i < count; i++)
        {
          size_t at = i < 192 || count == whole ? i : i + whole - count;

          EXPECT (&bad, pcs[i] == stack[2 * at - 1], "%zu frames: %zu", last,
                  i);
        }
    }
  CHECK (bad == 0, "depth: the innermost 192 and the outermost 64");
}

/* -- Hostile registers ---------------------------------------------------- */

static void
test_hostile (void)
{
  uintptr_t stack[32] = { 0 };
  uintptr_t values[] =
    {
      0, 1, 8, 4096, (uintptr_t) closed, (uintptr_t) closed - 8,
      (uintptr_t) closed + PROBE_PAGE, UINT64_C (0x7fffffffeff8),
      UINT64_C (0x7fffffffffff), UINT64_C (0x800000000000),
      UINT64_C (0x123456789abcdef0), UINT64_C (0x8000000000000000),
      UINT64_C (0xffff800000000000), UINT64_C (0xffffffff81000000),
      UINT64_C (0xffffffffff600000), UINTPTR_MAX - 7, UINTPTR_MAX,
      (uintptr_t) stack, (uintptr_t) stack + 1, (uintptr_t) stack + 4,
      (uintptr_t) &stack[31], (uintptr_t) &unwinder
    };
  size_t count = sizeof values / sizeof *values;
  unsigned bad = 0;

  for (size_t i = 0; i < 32; i++)
    stack[i] = i % 2 != 0 ? RET (i / 2 % KINDS) : (uintptr_t) &stack[i ^ 8];
  for (size_t pc = 0; pc < count + KINDS; pc++)
    for (size_t sp = 0; sp < count; sp++)
      for (size_t fp = 0; fp < count; fp++)
        {
          uintptr_t leaf = pc < KINDS ? CODE_OF (pc) : values[pc - KINDS];
          size_t found = walk (leaf, (uintptr_t *) values[sp],
                               (uintptr_t *) values[fp]);

          EXPECT (&bad, found >= 1 && pcs[0] == leaf
                          && ((flags & UNWIND_CUT) != 0)
                             != ((flags & UNWIND_COMPLETE) != 0),
                  "pc %#" PRIxPTR ": flags %#x", leaf, flags);
        }
  CHECK (bad == 0, "hostile: pc, sp and rbp: no fault, and cut or complete");
}

/* -- What a handler needs ------------------------------------------------- */

static unsigned char handler_stack[65536];
static bool unwind_in_handler;
static struct unwind_tables handler_tables;
static ucontext_t handler_context;

/* find_tables makes tables, which takes more stack.  */
static bool
find_made (const void *objects, uintptr_t pc, struct unwind_tables *tables)
{
  (void) objects;
  (void) pc;
  *tables = handler_tables;
  return true;
}

static void
handler (int number, siginfo_t *info, void *context)
{
  static const struct unwinder made = { .rows = &cache, .find = find_made };

  (void) number;
  (void) info;
  (void) context;
  if (!unwind_in_handler)
    return;
  row_cache_clear (&cache);
  errno = 99;
  gmon_unwind (&made, &handler_context, pcs, UNWIND_SIZE, &flags);
}

static size_t
stack_used (bool unwinds)
{
  size_t untouched = 0;

  memset (handler_stack, 0xa5, sizeof handler_stack);
  unwind_in_handler = unwinds;
  raise (SIGUSR1);
  while (handler_stack[untouched] == 0xa5)
    untouched++;
  return sizeof handler_stack - untouched;
}

static void
test_handler (void)
{
  uintptr_t words[8] = { 0 };
  struct sigaction action = { .sa_flags = SA_SIGINFO | SA_ONSTACK };
  stack_t stack = { .ss_sp = handler_stack, .ss_size = sizeof handler_stack };
  size_t without, with;

  find_tables (NULL, CODE_OF (IN_MEMORY), &handler_tables);
  words[1] = (uintptr_t) &words[4];
  words[3] = CODE_OF (IN_MEMORY) + CODE_SIZE;   /* it is in no function */
  set_registers (&handler_context, CODE_OF (IN_MEMORY), (uintptr_t) words,
                 (uintptr_t) &words[2]);
  sigaltstack (&stack, NULL);
  action.sa_sigaction = handler;
  sigaction (SIGUSR1, &action, NULL);
  without = stack_used (false);
  errno = 0;
  with = stack_used (true);
  CHECK_U64 (errno, 99, "handler: errno");
  CHECK_U64 (flags, UNWIND_CUT | UNWIND_UNREADABLE, "handler: unwound");
  CHECK (with <= without + 1024, "handler: %zu bytes of stack more",
         with - without);
}

static void
test_walks (void)
{
  test_kinds ();
  test_entries ();
  test_registers ();
  test_order ();
  test_known ();
  test_signal ();
  test_trampoline ();
  test_pointer ();
  test_calls ();
  test_depth ();
  test_hostile ();
  test_handler ();
}

#else

static void
test_walks (void)
{
  untested ("the stacks of this test are those of x86-64");
}

#endif

int
main (void)
{
  test_cache ();
  test_torn ();
  test_probe ();
  test_copy ();
  test_filter ();
  test_walks ();
  return check_end ();
}
