/* stack_steps.c -- is the stack right at every instruction?

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: stack_steps [LIBRARY]
   The CPU's trap flag raises SIGTRAP after every instruction of stack_code (),
   and the handler unwinds the stack and compares it with a shadow stack, which
   it makes of the call instructions that it sees.  The frames below stack_code
   are those of backtrace ().  Out: a line "steps N complete N without N wrong
   N", where "without" counts stacks with a frame in code for which libgcc finds
   no unwind tables, either: code of an object that dlopen is relocating, and
   the start code that gcc adds to each object.  These stacks may lack frames,
   but have no frame that is not on the shadow stack.  The first wrong stacks
   follow. x86-64 only.  See stacks.exp.

   This file is compiled without -pg.  */

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "stack_objects.h"
#include "stack_steps.h"

#define MOST 1000

/* Return addresses and where they are on the stack.  A frame that a signal
   interrupted, and those below stack_code, are nowhere.  */
#define NOWHERE UINTPTR_MAX
static struct
{
  uintptr_t address, place;
} shadow[MOST];
static size_t depth;

static volatile int stop;               /* the next trap is the last one */
static const ucontext_t *handler_context;       /* a handler has begun */
static uintptr_t handler_caller, handler_place;
static volatile long steps, complete, without, wrong;

/* Sets the trap flag.  The first trap comes at the last instruction.  */
void step_on (void);
__asm__ (".text\n"
         "step_on: .cfi_startproc\n"
         " pushfq\n .cfi_adjust_cfa_offset 8\n"
         " orl $0x100, (%rsp)\n"
         " popfq\n .cfi_adjust_cfa_offset -8\n"
         " nop\n ret\n"
         " .cfi_endproc\n");

static void
push (uintptr_t address, uintptr_t place)
{
  if (depth < MOST)
    {
      shadow[depth].address = address;
      shadow[depth++].place = place;
    }
}

/* Returns true if a call instruction is at CODE.  */
static bool
is_call (const unsigned char *code)
{
  while (*code == 0x66 || *code == 0x67 || *code == 0xf2 || *code == 0x3e
         || (*code & 0xf0) == 0x40)
    code++;
  return *code == 0xe8 || (*code == 0xff && (code[1] & 0x38) == 0x10);
}

/* -- The shadow stack ----------------------------------------------------- */

/* Brings the shadow stack to where the program is, at PC with the stack pointer
   SP; CODE is the instruction there.  */
static void
follow (uintptr_t sp, const unsigned char *code, uintptr_t rax)
{
  static bool called, returned, started;
  static uintptr_t before;

  if (returned)
    depth--;
  if (handler_context != NULL)
    {
      push ((uintptr_t) handler_context->uc_mcontext.gregs[REG_RIP] + 1,
            NOWHERE);
      push (*((const uintptr_t *) handler_context - 1),
            (uintptr_t) handler_context - 8);
      push (handler_caller, handler_place);
      handler_context = NULL;
      started = false;
    }
  if (!started || (called && sp == before - 8))
    push (*(const uintptr_t *) sp, sp);
  while (depth > 0 && shadow[depth - 1].place < sp)
    depth--;
  started = true;
  before = sp;
  called = is_call (code);
  returned = depth > 0 && shadow[depth - 1].place == NOWHERE
             && code[0] == 0x0f && code[1] == 0x05 && rax == 15;
}

/* -- The comparison ------------------------------------------------------- */

static uintptr_t
shadow_at (size_t i, uintptr_t pc)
{
  return i == 0 ? pc : shadow[depth - i].address;
}

/* Returns true if the COUNT frames PCS are the shadow stack, or with SUBSET at
   least a part of it in this order.  */
static bool
is_shadow (const uintptr_t *pcs, size_t count, uintptr_t pc, bool subset)
{
  size_t at = 0;

  for (size_t i = 0; i < count; i++, at++)
    {
      while (subset && at <= depth && shadow_at (at, pc) != pcs[i])
        at++;
      if (at > depth || shadow_at (at, pc) != pcs[i])
        return false;
    }
  return subset || at == depth + 1;
}

/* libgcc's, which has no header.  */
struct dwarf_eh_bases
{
  void *bases[3];
};
const void *_Unwind_Find_FDE (void *pc, struct dwarf_eh_bases *bases);

/* Returns true if a frame is in code of which libgcc knows nothing.  */
static bool
lacks_tables (uintptr_t pc)
{
  struct dwarf_eh_bases bases;

  for (size_t i = 0; i <= depth; i++)
    if (_Unwind_Find_FDE ((void *) (shadow_at (i, pc) - (i != 0)), &bases)
        == NULL)
      return true;
  return false;
}

static void
show (const char *what, uintptr_t pc)
{
  Dl_info info = { 0 };
  const char *name = "?";

  if (dladdr ((void *) pc, &info) != 0 && info.dli_fname != NULL)
    name = info.dli_fname;
  fprintf (stderr, "  %s %#lx %s+%#lx\n", what, (unsigned long) pc, name,
           (unsigned long) (pc - (uintptr_t) info.dli_fbase));
}

static void
show_wrong (const uintptr_t *pcs, size_t count, unsigned flags, uintptr_t pc)
{
  fprintf (stderr, "wrong: flags %#x, %zu frames for %zu\n", flags, count,
           depth + 1);
  for (size_t i = 0; i < count && i < 8; i++)
    show ("is  ", pcs[i]);
  for (size_t i = 0; i <= depth && i < 8; i++)
    show ("must", shadow_at (i, pc));
}

static void
compare (const ucontext_t *context, uintptr_t pc)
{
  uintptr_t pcs[UNWIND_SIZE];
  unsigned flags;
  size_t count
    = gmon_unwind (&stack_unwinder, context, pcs, UNWIND_SIZE, &flags);

  steps++;
  if ((flags & ~(unsigned) UNWIND_BY_POINTER) == UNWIND_COMPLETE
      && is_shadow (pcs, count, pc, false))
    complete++;
  else if (lacks_tables (pc) && is_shadow (pcs, count, pc, true))
    without++;
  else if (wrong++ < 3)
    show_wrong (pcs, count, flags, pc);
}

static void
step (int number, siginfo_t *info, void *data)
{
  ucontext_t *context = data;
  greg_t *registers = context->uc_mcontext.gregs;
  uintptr_t pc = (uintptr_t) registers[REG_RIP];

  (void) number;
  (void) info;
  if (stop)
    {
      registers[REG_EFL] &= ~0x100;
      return;
    }
  follow ((uintptr_t) registers[REG_RSP], (const unsigned char *) pc,
          (uintptr_t) registers[REG_RAX]);
  compare (context, pc);
}

/* -- What stack_code.c calls ---------------------------------------------- */

void
stack_in_handler (void *context)
{
  handler_context = context;
  handler_caller = (uintptr_t) __builtin_return_address (0);
  handler_place = (uintptr_t) __builtin_dwarf_cfa () - 8;
  step_on ();
  __asm__ volatile ("");        /* so that step_on is not jumped to */
}

void
stack_unloaded (void)
{
  row_cache_clear (&stack_rows);
}

int
main (int argc, char **argv)
{
  static void *frames[MOST];
  struct sigaction action = { .sa_flags = SA_SIGINFO };
  int count = backtrace (frames, MOST);

  stack_objects_start ();
  lacks_tables ((uintptr_t) main);      /* binds its symbol */
  for (int i = count - 1; i > 0; i--)
    push ((uintptr_t) frames[i], NOWHERE);
  action.sa_sigaction = step;
  sigfillset (&action.sa_mask);
  sigaction (SIGTRAP, &action, NULL);
  step_on ();
  stack_code (argc > 1 ? argv[1] : NULL);
  stop = 1;
  printf ("steps %ld complete %ld without %ld wrong %ld\n", steps, complete,
          without, wrong);
  return wrong != 0;
}
