/* mkprog.c -- writes a large C program to be profiled.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: mkprog DIRECTORY FUNCTIONS CHUNKS SEED ROUNDS

   In: its arguments.  Out: DIRECTORY/prog.h, part000.c ... (CHUNKS files) and
   main.c.  Equal arguments give equal bytes everywhere.

   The program has FUNCTIONS functions in LAYERS layers.  A function spends a
   share of its budget of work units in a loop of its own and gives the rest
   to callees in deeper layers, so that the run ends and its length does not
   depend on the shape of the graph.  Some call themselves, some form cycles
   within their layer, about a third are static to their chunk, and static
   names repeat from chunk to chunk.  main calls every function of the first
   layer with a large budget, ROUNDS times, then every global function once
   with a small one, so that nothing stays uncalled but the statics that no
   global function reaches.  */

#include <config.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
  LAYERS = 12,
  MAX_CALLEES = 5,
  PATH_SIZE = 4096
};

/* What is decided about one function.  All indices are function numbers.  */
struct function
{
  unsigned chunk;
  unsigned layer;
  bool is_static;
  bool recursive;
  unsigned loops;               /* loop turns per work unit */
  unsigned callees;
  unsigned callee[MAX_CALLEES];
};

struct program
{
  const char *directory;
  unsigned functions;
  unsigned chunks;
  unsigned rounds;
  uint64_t random;
  struct function *function;
};

/* The next number below LIMIT (xorshift64*, so the same on every host).  */
static unsigned
draw (struct program *program, unsigned limit)
{
  uint64_t x = program->random;

  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  program->random = x;
  return (unsigned) ((x * UINT64_C (2685821657736338717) >> 33) % limit);
}

static void
fail (const char *what, const char *name)
{
  fprintf (stderr, "mkprog: %s: ", name);
  perror (what);
  exit (1);
}

/* Layer L holds the numbers [first (L), first (L + 1)); a function can only
   call upwards in number, except inside a cycle.  */
static unsigned
first_of_layer (const struct program *program, unsigned layer)
{
  return (unsigned) ((uint64_t) program->functions * layer / LAYERS);
}

/* A static can be called in its chunk only.  */
static bool
callable (const struct program *program, unsigned from, unsigned to)
{
  return !program->function[to].is_static
         || program->function[to].chunk == program->function[from].chunk;
}

static void
add_callee (struct program *program, unsigned from, unsigned to)
{
  struct function *function = &program->function[from];

  if (to < program->functions && function->callees < MAX_CALLEES
      && callable (program, from, to))
    function->callee[function->callees++] = to;
}

/* Facts that do not depend on other functions.  A few functions are hot: the
   number of loop turns is skewed, as in real programs.  */
static void
decide_shape (struct program *program, unsigned number)
{
  struct function *function = &program->function[number];
  unsigned heat = draw (program, 1000);

  function->chunk = number % program->chunks;
  function->layer = (unsigned) ((uint64_t) number * LAYERS
                                / program->functions);
  function->is_static = draw (program, 3) == 0 && function->layer > 0;
  function->recursive = draw (program, 25) == 0;
  function->loops = heat < 5 ? 4000 : heat < 100 ? 200 : 20;
}

/* Callees: any of a deeper layer, preferring neighbours of the same chunk
   (number +- k * chunks), as the files of a real program do.  */
static void
decide_callees (struct program *program, unsigned number)
{
  struct function *function = &program->function[number];
  unsigned next_layer = function->layer + 1;
  unsigned wanted = 1 + draw (program, MAX_CALLEES - 1);
  unsigned low, room;

  if (draw (program, 40) == 0)          /* a cycle of two or three */
    {
      unsigned other = number + program->chunks;

      if (other < first_of_layer (program, next_layer))
        {
          add_callee (program, number, other);
          add_callee (program, other, number);
        }
    }
  if (next_layer >= LAYERS)
    return;
  low = first_of_layer (program, next_layer);
  room = program->functions - low;
  while (wanted-- > 0)
    {
      unsigned to = low + draw (program, room);

      if (draw (program, 2) == 0)
        to -= to % program->chunks - function->chunk;
      if (to >= low)
        add_callee (program, number, to);
    }
}

/* Statics are numbered within their chunk, so that names repeat.  */
static void
print_name (const struct program *program, FILE *file, unsigned number)
{
  if (program->function[number].is_static)
    fprintf (file, "local_%u", number / program->chunks);
  else
    fprintf (file, "layer%u_f%u", program->function[number].layer, number);
}

static void
print_prototype (const struct program *program, FILE *file, unsigned number)
{
  fputs (program->function[number].is_static ? "static unsigned " : "unsigned ",
         file);
  print_name (program, file, number);
  fputs (" (unsigned x, unsigned units)", file);
}

static void
print_call (const struct program *program, FILE *file, unsigned number,
            const char *condition, unsigned divisor)
{
  fprintf (file, "  if (%s)\n    x ^= ", condition);
  print_name (program, file, number);
  fprintf (file, " (x, units / %u);\n", divisor);
}

static void
print_body (const struct program *program, FILE *file, unsigned number)
{
  const struct function *function = &program->function[number];

  print_prototype (program, file, number);
  fprintf (file, "\n{\n  unsigned i;\n\n"
                 "  for (i = 0; i < %u; i++)\n"
                 "    x = x * 1664525u + %uu;\n",
           function->loops, number * 2 + 1);
  if (function->recursive)
    print_call (program, file, number, "units > 2", 3);
  for (unsigned i = 0; i < function->callees; i++)
    print_call (program, file, function->callee[i], "units > 1",
                function->callees + 1);
  fputs ("  return x;\n}\n\n", file);
}

/* Opens DIRECTORY/NAME, made from the format.  */
static FILE *
open_part (const struct program *program, const char *format, unsigned chunk)
{
  char path[PATH_SIZE];
  char name[32];
  FILE *file;

  snprintf (name, sizeof name, "%s%03u.c", format, chunk);
  if (snprintf (path, sizeof path, "%s/%s", program->directory,
                chunk == UINT32_MAX ? format : name) >= PATH_SIZE)
    fail ("name too long", program->directory);
  file = fopen (path, "w");
  if (!file)
    fail ("cannot open", path);
  return file;
}

static void
close_part (FILE *file)
{
  if (ferror (file) | fclose (file))
    fail ("cannot write", "output");
}

static void
write_header (const struct program *program)
{
  FILE *file = open_part (program, "prog.h", UINT32_MAX);

  fputs ("/* prog.h -- made by mkprog.  */\n", file);
  for (unsigned i = 0; i < program->functions; i++)
    if (!program->function[i].is_static)
      {
        print_prototype (program, file, i);
        fputs (";\n", file);
      }
  close_part (file);
}

static void
write_chunk (const struct program *program, unsigned chunk)
{
  FILE *file = open_part (program, "part", chunk);

  fputs ("#include \"prog.h\"\n\n", file);
  for (unsigned i = chunk; i < program->functions; i += program->chunks)
    if (program->function[i].is_static)
      {
        fputs ("__attribute__ ((unused)) ", file);
        print_prototype (program, file, i);
        fputs (";\n", file);
      }
  fputs ("\n", file);
  for (unsigned i = chunk; i < program->functions; i += program->chunks)
    print_body (program, file, i);
  close_part (file);
}

static void
write_main (const struct program *program)
{
  FILE *file = open_part (program, "main.c", UINT32_MAX);
  unsigned roots = first_of_layer (program, 1);

  fputs ("#include <stdio.h>\n#include \"prog.h\"\n\n"
         "typedef unsigned function (unsigned, unsigned);\n\n"
         "static function *const all[] = {\n", file);
  for (unsigned i = 0; i < program->functions; i++)
    if (!program->function[i].is_static)
      {
        fputs ("  ", file);
        print_name (program, file, i);
        fputs (",\n", file);
      }
  fprintf (file, "};\n\nint\nmain (void)\n{\n"
                 "  unsigned x = 1, round, i;\n\n"
                 "  for (round = 0; round < %u; round++)\n"
                 "    for (i = 0; i < %u; i++)\n"
                 "      x ^= all[i] (x, 3000);\n"
                 "  for (i = 0; i < sizeof all / sizeof *all; i++)\n"
                 "    x ^= all[i] (x, 8);\n"
                 "  printf (\"%%08x\\n\", x);\n"
                 "  return 0;\n}\n", program->rounds, roots);
  close_part (file);
}

/* The number in TEXT, from LOW to HIGH.  */
static unsigned
number (const char *text, unsigned low, unsigned high)
{
  char *end;
  unsigned long value = strtoul (text, &end, 10);

  if (*end || end == text || value < low || value > high)
    {
      fprintf (stderr, "mkprog: %s: not a number from %u to %u\n", text, low,
               high);
      exit (1);
    }
  return (unsigned) value;
}

int
main (int argc, char **argv)
{
  struct program program;

  if (argc != 6)
    {
      fputs ("usage: mkprog DIRECTORY FUNCTIONS CHUNKS SEED ROUNDS\n", stderr);
      return 1;
    }
  program.directory = argv[1];
  program.functions = number (argv[2], LAYERS, 10000000);
  program.chunks = number (argv[3], 1, 999);
  program.random = number (argv[4], 1, 1000000000);
  program.rounds = number (argv[5], 1, 1000000);
  program.function = calloc (program.functions, sizeof *program.function);
  if (!program.function)
    fail ("no memory", argv[2]);

  for (unsigned i = 0; i < program.functions; i++)
    decide_shape (&program, i);
  for (unsigned i = 0; i < program.functions; i++)
    decide_callees (&program, i);
  write_header (&program);
  for (unsigned i = 0; i < program.chunks; i++)
    write_chunk (&program, i);
  write_main (&program);
  free (program.function);
  return 0;
}
