/* interpreter.c -- a small stack machine: one hot function, many tiny ones.

   SPDX-License-Identifier: GPL-3.0-or-later

   Callees through a table of pointers; inlining at -O3.  */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { STACK = 256 };

struct machine
{
  int64_t stack[STACK];
  unsigned top;
  unsigned pc;
  uint64_t steps;
};

typedef void (*operation) (struct machine *m, int64_t arg);

static inline void
push (struct machine *m, int64_t value)
{
  m->stack[m->top++ % STACK] = value;
}

static inline int64_t
pop (struct machine *m)
{
  return m->stack[--m->top % STACK];
}

static void op_push (struct machine *m, int64_t arg) { push (m, arg); }
static void op_add (struct machine *m, int64_t arg)
{
  push (m, pop (m) + pop (m) + arg);
}
static void op_mul (struct machine *m, int64_t arg)
{
  push (m, pop (m) * (arg ? arg : 1));
}
static void op_dup (struct machine *m, int64_t arg)
{
  int64_t value = pop (m);

  (void) arg;
  push (m, value);
  push (m, value);
}
static void op_mod (struct machine *m, int64_t arg)
{
  push (m, pop (m) % (arg ? arg : 17));
}
static void op_loop (struct machine *m, int64_t arg)
{
  int64_t left = pop (m);

  if (left > 0)
    {
      push (m, left - 1);
      m->pc = (unsigned) arg;
    }
}
static void op_copy (struct machine *m, int64_t arg)
{
  static char from[512], to[512];

  memcpy (to, from, (size_t) arg);
  from[arg % 512] = (char) pop (m);
  push (m, to[3]);
}

static const struct
{
  operation run;
  int64_t arg;
} program[] = {
  { op_push, 600000 }, { op_dup, 0 }, { op_mul, 3 }, { op_push, 5 },
  { op_add, 1 }, { op_mod, 1009 }, { op_dup, 0 }, { op_copy, 300 },
  { op_mod, 3 }, { op_add, 0 }, { op_mod, 1 }, { op_add, 0 }, { op_loop, 1 },
};

static int __attribute__ ((noinline))
step (struct machine *m)
{
  unsigned pc = m->pc++;

  if (pc >= sizeof program / sizeof *program)
    return 0;
  program[pc].run (m, program[pc].arg);
  m->steps++;
  return 1;
}

int
main (void)
{
  static struct machine m;

  while (step (&m))
    continue;
  printf ("%llu\n", (unsigned long long) m.steps);
  return 0;
}
