/* unit/t_stacks.c -- tests of graph/stacks: times measured by call stacks.

   SPDX-License-Identifier: GPL-3.0-or-later

   Random stacks are counted frame by frame, by the definitions, and compared
   with the result for the tree of the same stacks.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"
#include "random.h"

#include "graph/cg_measured.h"
#include "graph/stack_waits.h"
#include "scene.h"

enum
{
  FUNCTIONS = 6,
  SITES = 2,                    /* calls in a function */
  LOCATIONS = FUNCTIONS * SITES + 1 + FUNCTIONS, /* calls, one location in no
                                                   function, samples */
  NOWHERE = FUNCTIONS * SITES,
  DEPTH = 10,
  STACKS = 60,
  THREADS = 3
};

/* The location of a sample in function F.  */
static uint32_t
leaf_location (uint32_t f)
{
  return NOWHERE + 1 + f;
}

/* A stack, the innermost caller first.  */
struct stack
{
  uint32_t leaf;                /* function */
  uint32_t len, locations[DEPTH];
  uint64_t ticks, observations;
  uint32_t thread;
};

struct world
{
  struct process process;
  struct process_object objects[2];
  struct process_location locations[LOCATIONS];
  struct process_node nodes[STACKS * DEPTH + 1];
  struct process_sample samples[STACKS];
  struct process_link links[STACKS * DEPTH];
  size_t sets[STACKS + 1];
  struct stack stacks[STACKS];
};

static void
make_locations (struct world *w)
{
  memset (w, 0, sizeof *w);
  w->objects[0].flags = GMON_OBJECT_EXECUTABLE;
  w->process = (struct process) {
    .flags = GMON_PROCESS_STACKS, .objects = w->objects, .n_objects = 2,
    .locations = w->locations, .n_locations = LOCATIONS,
    .nodes = w->nodes, .n_nodes = 1,
    .samples = w->samples, .links = w->links, .sets = w->sets,
  };
  for (uint32_t f = 0; f < FUNCTIONS; f++)
    {
      uint64_t addr = scene_addr ((char) ('a' + f));
      for (uint32_t site = 0; site < SITES; site++)
        w->locations[f * SITES + site].offset
          /* The last call of a function returns to the next function.  */
          = addr + (site == SITES - 1 ? 16 : 5 + site);
      w->locations[leaf_location (f)].offset = addr + f;
    }
  w->locations[NOWHERE].offset = 0x10;
}

static void
make_stacks (struct world *w, bool recursion)
{
  for (unsigned i = 0; i < STACKS; i++)
    {
      struct stack *stack = &w->stacks[i];
      unsigned used = 0;

      memset (stack, 0, sizeof *stack);
      stack->leaf = below (FUNCTIONS);
      used |= 1u << stack->leaf;
      for (uint32_t d = below (DEPTH + 1); d > 0; d--)
        {
          uint32_t location = below (NOWHERE + (recursion ? 1 : 0));

          if (!recursion && used & 1u << location / SITES)
            continue;
          used |= 1u << location / SITES;
          stack->locations[stack->len++] = location;
        }
      stack->observations = 1 + below (3);
      stack->ticks = stack->observations * (1 + below (9));
      stack->thread = below (THREADS);
    }
}

/* Returns VALUE after a node was inserted at number AT.  */
static uint32_t
moved_node (uint32_t value, uint32_t at)
{
  return value >= at && value != UINT32_MAX ? value + 1 : value;
}

/* Returns the node of LOCATION below PARENT.  A new one becomes the last one of
   those below PARENT; the numbers of nodes behind it, and of the chains of the
   first N samples, change.  */
static uint32_t
enter_node (struct process *p, size_t n, uint32_t parent, uint32_t location)
{
  uint32_t at = parent + 1;

  for (; at < p->n_nodes && p->nodes[at].parent >= parent; at++)
    if (p->nodes[at].parent == parent && p->nodes[at].location == location)
      return at;
  memmove (&p->nodes[at + 1], &p->nodes[at],
           (p->n_nodes - at) * sizeof *p->nodes);
  p->n_nodes++;
  p->nodes[at] = (struct process_node) { parent, location };
  for (uint32_t i = at + 1; i < p->n_nodes; i++)
    p->nodes[i].parent = moved_node (p->nodes[i].parent, at);
  for (size_t i = 0; i < n; i++)
    p->samples[i].stack = moved_node (p->samples[i].stack, at);
  return at;
}

static bool
has_link (const struct process *p, uint32_t outer, uint32_t inner)
{
  for (size_t i = p->sets[p->n_sets]; i < p->sets[p->n_sets + 1]; i++)
    if (p->links[i].outer == outer && p->links[i].inner == inner)
      return true;
  return false;
}

/* Adds the calls of STACK, each once, as a set.  Returns its number.  */
static uint32_t
enter_set (struct process *p, const struct stack *stack)
{
  size_t *end = &p->sets[p->n_sets + 1];

  *end = p->sets[p->n_sets];
  for (uint32_t i = 0; i + 1 < stack->len; i++)
    if (!has_link (p, stack->locations[i + 1], stack->locations[i]))
      p->links[(*end)++] = (struct process_link) { stack->locations[i + 1],
                                                   stack->locations[i] };
  return (uint32_t) p->n_sets++;
}

/* Makes samples of the stacks.  With FOLDED they are sets if they have two
   callers or more.  */
static void
make_samples (struct world *w, bool folded)
{
  struct process *p = &w->process;

  p->n_nodes = 1;
  p->n_sets = 0;
  p->n_samples = STACKS;
  for (unsigned i = 0; i < STACKS; i++)
    {
      const struct stack *stack = &w->stacks[i];
      uint32_t chain = 0;

      for (uint32_t d = stack->len; d-- > 0;)
        chain = enter_node (p, i, chain, stack->locations[d]);
      if (folded && stack->len >= 2)
        chain = UINT32_MAX;
      p->samples[i] = (struct process_sample) {
        .observations = stack->observations, .sum = stack->ticks,
        .squares = stack->ticks * stack->ticks, .stack = chain,
        .location = leaf_location (stack->leaf), .thread = stack->thread
      };
    }
  for (unsigned i = 0; i < STACKS; i++)
    if (p->samples[i].stack == UINT32_MAX)
      p->samples[i].stack
        = (uint32_t) p->n_nodes + enter_set (p, &w->stacks[i]);
}

/* -- The definitions ------------------------------------------------------ */

/* The frames of a stack that are in functions, the leaf first.  */
struct frames
{
  uint32_t len, f[DEPTH + 1];
};

static struct frames
frames_of (const struct stack *stack)
{
  struct frames frames = { 1, { stack->leaf } };

  for (uint32_t i = 0; i < stack->len; i++)
    if (stack->locations[i] != NOWHERE)
      frames.f[frames.len++] = stack->locations[i] / SITES;
  return frames;
}

struct truth
{
  uint64_t self[FUNCTIONS], incl[FUNCTIONS], squares[FUNCTIONS];
  uint64_t root[FUNCTIONS], root_self[FUNCTIONS], alone[FUNCTIONS];
  uint64_t up[FUNCTIONS][FUNCTIONS], up_self[FUNCTIONS][FUNCTIONS];
  uint64_t down[FUNCTIONS][FUNCTIONS], down_self[FUNCTIONS][FUNCTIONS];
  uint64_t total;
};

/* Counts the stack with FRAMES for function G.  */
static void
count_function (struct truth *t, const struct stack *stack,
                const struct frames *frames, uint32_t g)
{
  uint64_t w = stack->ticks;
  uint32_t outermost = frames->len;

  for (uint32_t i = 0; i < frames->len; i++)
    if (frames->f[i] == g)
      outermost = i;
  if (outermost == frames->len)
    return;
  t->incl[g] += w;
  t->squares[g] += w * w;
  if (outermost + 1 == frames->len)
    {
      t->root[g] += w;
      t->root_self[g] += frames->f[0] == g ? w : 0;
    }
  else
    {
      t->up[frames->f[outermost + 1]][g] += w;
      t->up_self[frames->f[outermost + 1]][g] += frames->f[0] == g ? w : 0;
    }
  uint32_t below_it = outermost;
  while (below_it > 0 && frames->f[below_it] == g)
    below_it--;
  uint32_t child = frames->f[below_it];
  if (child == g)
    {
      t->alone[g] += w;
      return;
    }
  t->down[g][child] += w;
  t->down_self[g][child] += frames->f[0] == child ? w : 0;
}

static void
count_stack (struct truth *t, const struct stack *stack)
{
  struct frames frames = frames_of (stack);

  t->total += stack->ticks;
  t->self[stack->leaf] += stack->ticks;
  for (uint32_t g = 0; g < FUNCTIONS; g++)
    count_function (t, stack, &frames, g);
}

static bool
is_on (const struct stack *stack, uint32_t f)
{
  struct frames frames = frames_of (stack);

  for (uint32_t i = 0; i < frames.len; i++)
    if (frames.f[i] == f)
      return true;
  return false;
}

static bool
is_call_on (const struct stack *stack, uint32_t f, uint32_t g)
{
  struct frames frames = frames_of (stack);

  for (uint32_t i = 0; i + 1 < frames.len; i++)
    if (frames.f[i + 1] == f && frames.f[i] == g)
      return true;
  return false;
}

/* -- Comparisons ---------------------------------------------------------- */

static struct stack_line
line_of (const struct stacks *stacks, uint32_t f, uint32_t g)
{
  struct stack_line none = { 0 };

  for (size_t i = 0; i < stacks->n_lines; i++)
    if (stacks->lines[i].parent == f && stacks->lines[i].child == g)
      return stacks->lines[i];
  return none;
}

static void
compare_times (unsigned *bad, const struct stacks *stacks,
               const struct truth *t)
{
  EXPECT (bad, stacks->total == t->total, "total");
  for (uint32_t f = 0; f < FUNCTIONS; f++)
    {
      const struct stack_time *time = &stacks->times[f];

      EXPECT (bad, time->self == t->self[f], "self of %u", f);
      EXPECT (bad, time->incl == t->incl[f], "incl of %u", f);
      EXPECT (bad, time->squares == t->squares[f], "squares of %u", f);
    }
}

static void
compare_lines (unsigned *bad, const struct stacks *stacks,
               const struct truth *t)
{
  for (uint32_t f = 0; f < FUNCTIONS; f++)
    {
      EXPECT (bad, stacks->times[f].root == t->root[f], "root of %u", f);
      EXPECT (bad, stacks->times[f].root_self == t->root_self[f],
              "self at the root of %u", f);
      for (uint32_t g = 0; g < FUNCTIONS; g++)
        {
          struct stack_line line = line_of (stacks, f, g);

          EXPECT (bad, line.up == t->up[f][g], "up %u %u", f, g);
          EXPECT (bad, line.up_self == t->up_self[f][g], "up self");
          EXPECT (bad, line.down == t->down[f][g], "down %u %u", f, g);
          EXPECT (bad, line.down_self == t->down_self[f][g], "down self");
        }
    }
}

/* The sums of the definitions hold.  */
static void
compare_sums (unsigned *bad, const struct stacks *stacks,
              const struct truth *t)
{
  for (uint32_t f = 0; f < FUNCTIONS; f++)
    {
      const struct stack_time *time = &stacks->times[f];
      uint64_t up = time->root, up_self = time->root_self;
      uint64_t down = t->alone[f];

      for (uint32_t g = 0; g < FUNCTIONS; g++)
        {
          struct stack_line in = line_of (stacks, g, f);
          struct stack_line out = line_of (stacks, f, g);

          up += in.up;
          up_self += in.up_self;
          down += out.down;
          EXPECT (bad, in.up_self <= in.up && out.down_self <= out.down,
                  "parts of %u %u", f, g);
        }
      EXPECT (bad, up == time->incl, "callers of %u add up", f);
      EXPECT (bad, up_self == time->self, "their self parts of %u add up", f);
      EXPECT (bad, down == time->incl, "callees of %u add up", f);
    }
}

/* The stacks with a or b, and those with c, d or e.  */
static void
compare_groups (unsigned *bad, const struct stacks *stacks,
                const struct world *w)
{
  static const uint32_t groups[FUNCTIONS] = { 1, 1, 2, 2, 2, 0 };
  uint64_t incl[3], want[3] = { 0 };

  stacks_of_groups (stacks, groups, 2, incl);
  for (unsigned i = 0; i < STACKS; i++)
    {
      bool has[3] = { false };

      for (uint32_t f = 0; f < FUNCTIONS; f++)
        if (is_on (&w->stacks[i], f))
          has[groups[f]] = true;
      for (uint32_t g = 1; g < 3; g++)
        want[g] += has[g] ? w->stacks[i].ticks : 0;
    }
  EXPECT (bad, incl[1] == want[1] && incl[2] == want[2], "groups");
}

static struct stacks *
measure (const struct world *w, const struct scene *s, const bool *threads)
{
  struct stack_request request = {
    .process = &w->process, .symtab = s->symtab, .selection = s->selection,
    .threads = threads, .values = GMON_CPU_VALUES,
  };

  return stacks_new (&request);
}

/* -- Tests ---------------------------------------------------------------- */

/* ROUNDS worlds of random stacks.  */
static void
test_random (const char *title, unsigned rounds, bool recursion, bool folded)
{
  unsigned bad = 0;
  struct scene s;
  static struct world w;

  scene_open (&s, FUNCTIONS, false);
  sym_id_parse (s.selection, s.symtab, s.lines, 0);
  for (unsigned round = 0; round < rounds; round++)
    {
      struct truth truth = { .total = 0 };
      struct stacks *stacks;

      make_locations (&w);
      make_stacks (&w, recursion);
      make_samples (&w, folded);
      for (unsigned i = 0; i < STACKS; i++)
        count_stack (&truth, &w.stacks[i]);
      stacks = measure (&w, &s, NULL);
      EXPECT (&bad, stacks->has_stacks, "has chains");
      compare_times (&bad, stacks, &truth);
      if (!(recursion && folded))
        {
          compare_lines (&bad, stacks, &truth);
          compare_sums (&bad, stacks, &truth);
        }
      compare_groups (&bad, stacks, &w);
      stacks_free (stacks);
    }
  CHECK (bad == 0, "%s: %u times %u", title, rounds, (unsigned) STACKS);
  scene_close (&s);
}

/* Folded recursion: the sums of callers hold, and those of callees up to
   stacks in which a function has no other callee.  */
static void
test_folded_sums (void)
{
  unsigned bad = 0;
  struct scene s;
  static struct world w;

  scene_open (&s, FUNCTIONS, false);
  sym_id_parse (s.selection, s.symtab, s.lines, 0);
  for (unsigned round = 0; round < 200; round++)
    {
      struct truth truth = { .total = 0 };
      struct stacks *stacks;

      make_locations (&w);
      make_stacks (&w, true);
      for (unsigned i = 0; i < STACKS; i++)
        for (uint32_t d = 0; d < w.stacks[i].len; d++)
          if (w.stacks[i].locations[d] == NOWHERE)
            w.stacks[i].locations[d] = 0;
      make_samples (&w, true);
      for (unsigned i = 0; i < STACKS; i++)
        count_stack (&truth, &w.stacks[i]);
      stacks = measure (&w, &s, NULL);
      compare_times (&bad, stacks, &truth);
      compare_sums (&bad, stacks, &truth);
      stacks_free (stacks);
    }
  CHECK (bad == 0, "folded recursion: sums");
  scene_close (&s);
}

/* Which of the random stacks count with SPEC in TABLE.  */
typedef bool keeps (const struct stack *stack);

static bool
without_c (const struct stack *stack)
{
  return !is_on (stack, 2);
}

static bool
with_c (const struct stack *stack)
{
  return is_on (stack, 2);
}

static bool
without_call (const struct stack *stack)
{
  return !is_call_on (stack, 1, 3);
}

static bool
with_call (const struct stack *stack)
{
  return is_call_on (stack, 1, 3);
}

static void
test_filter (const char *spec, enum sym_table table, keeps *keep,
             bool folded)
{
  unsigned bad = 0;
  struct scene s;
  static struct world w;

  scene_open (&s, FUNCTIONS, false);
  scene_select (&s, spec, table);
  sym_id_parse (s.selection, s.symtab, s.lines, 0);
  for (unsigned round = 0; round < 50; round++)
    {
      struct truth truth = { .total = 0 };
      struct stacks *stacks;

      make_locations (&w);
      make_stacks (&w, !folded);
      make_samples (&w, folded);
      for (unsigned i = 0; i < STACKS; i++)
        if (keep (&w.stacks[i]))
          count_stack (&truth, &w.stacks[i]);
      stacks = measure (&w, &s, NULL);
      compare_times (&bad, stacks, &truth);
      compare_lines (&bad, stacks, &truth);
      stacks_free (stacks);
    }
  CHECK (bad == 0, "spec %s, table %u%s", spec, (unsigned) table,
         folded ? ", folded" : "");
  scene_close (&s);
}

static void
test_threads (void)
{
  static const bool threads[THREADS] = { true, false, true };
  unsigned bad = 0;
  struct truth truth = { .total = 0 };
  struct stacks *stacks;
  struct scene s;
  static struct world w;

  scene_open (&s, FUNCTIONS, false);
  sym_id_parse (s.selection, s.symtab, s.lines, 0);
  make_locations (&w);
  make_stacks (&w, true);
  make_samples (&w, false);
  for (unsigned i = 0; i < STACKS; i++)
    if (w.stacks[i].thread != 1)
      count_stack (&truth, &w.stacks[i]);
  stacks = measure (&w, &s, threads);
  compare_times (&bad, stacks, &truth);
  compare_lines (&bad, stacks, &truth);
  CHECK (bad == 0, "the samples of some threads");
  CHECK_U64 (stacks->ledger.program, truth.total, "and the ledger");
  stacks_free (stacks);
  scene_close (&s);
}

/* The times of the stacks of KIND, or of all kinds with GMON_WAITS.  */
static struct truth
truth_of_kind (const struct world *w, unsigned kind, keeps *keep)
{
  const unsigned values = (kind == GMON_WAITS ? GMON_OFF_CPU_VALUES
                           : 1u << (GMON_VALUE_OFF_CPU + kind));
  struct truth truth = { .total = 0 };
  for (unsigned i = 0; i < STACKS; i++)
    if (sample_in (&w->samples[i], values) && keep (&w->stacks[i]))
      count_stack (&truth, &w->stacks[i]);
  return truth;
}

static void
compare_waits (unsigned *bad, const struct stack_waits *got,
               const struct world *w, keeps *keep)
{
  const struct truth all = truth_of_kind (w, GMON_WAITS, keep);
  for (unsigned kind = 0; kind < GMON_WAITS; kind++)
    {
      const struct truth truth = truth_of_kind (w, kind, keep);
      for (uint32_t f = 0; f < FUNCTIONS; f++)
        EXPECT (bad, got->kinds[f].ns[kind] == truth.incl[f], "kind %u of %c",
                kind, 'a' + (int) f);
    }
  for (uint32_t f = 0; f < FUNCTIONS; f++)
    EXPECT (bad, (got->stacks->times[f].self == all.self[f]
                  && got->stacks->times[f].incl == all.incl[f]
                  && got->flat.time[f] == (double) all.self[f]),
            "all kinds of %c", 'a' + (int) f);
  EXPECT (bad, got->stacks->total == all.total, "total");
}

/* Off-CPU times among random samples: SPEC in TABLE chooses those that KEEP
   keeps.  CPU times do not count.  The process has no flag of call stacks.  */
static void
test_waits (const char *spec, enum sym_table table, keeps *keep, bool folded)
{
  unsigned bad = 0;
  struct scene s;
  static struct world w;

  scene_open (&s, FUNCTIONS, false);
  scene_select (&s, spec, table);
  sym_id_parse (s.selection, s.symtab, s.lines, 0);
  for (unsigned round = 0; round < 50; round++)
    {
      make_locations (&w);
      make_stacks (&w, !folded);
      make_samples (&w, folded);
      for (unsigned i = 0; i < STACKS; i++)
        {
          w.samples[i].observations = 2;
          w.samples[i].type = below (GMON_VALUES) & 7;
        }
      w.process.flags = 0;
      const struct stack_request request = {
        .process = &w.process, .symtab = s.symtab, .selection = s.selection };
      struct stack_waits *got = stack_waits_new (&request);
      EXPECT (&bad, got->stacks->has_stacks, "has chains");
      compare_waits (&bad, got, &w, keep);
      stack_waits_free (got);
    }
  CHECK (bad == 0, "waits: spec %s, table %u%s", spec, (unsigned) table,
         folded ? ", folded" : "");
  scene_close (&s);
}

/* Samples in libgmon.so, in a library without symbols, and cut ones.  */
static void
test_ledger (void)
{
  struct stacks *stacks;
  struct scene s;
  static struct world w;

  scene_open (&s, FUNCTIONS, false);
  sym_id_parse (s.selection, s.symtab, s.lines, 0);
  make_locations (&w);
  w.locations[0].object = 1;
  w.process.n_nodes = 2;
  w.nodes[1] = (struct process_node) { 0, SITES };      /* b */
  w.process.n_samples = 3;
  w.samples[0] = (struct process_sample) { .sum = 4, .stack = 1,
                                           .location = leaf_location (0) };
  w.samples[1] = (struct process_sample) { .sum = 3, .stack = 1,
                                           .location = 0 };
  w.samples[2] = (struct process_sample) { .sum = 2, .stack = 0,
                                           .location = leaf_location (0),
                                           .flags = GMON_SAMPLE_CUT };
  stacks = measure (&w, &s, NULL);
  CHECK (stacks->ledger.program == 6 && stacks->ledger.libraries == 3
         && stacks->ledger.profiler == 0, "ledger: program and libraries");
  CHECK (stacks->total == 9 && stacks->cut == 2 && stacks->folded == 0,
         "total and cut");
  CHECK (stacks->times[0].self == 6 && stacks->times[0].incl == 6
         && stacks->times[1].self == 0 && stacks->times[1].incl == 7,
         "a sample in no symbol counts for its callers");
  stacks_free (stacks);
  w.objects[1].flags = GMON_OBJECT_PROFILER;
  stacks = measure (&w, &s, NULL);
  CHECK (stacks->ledger.program == 6 && stacks->ledger.libraries == 0
         && stacks->ledger.profiler == 3, "ledger: profiler");
  CHECK (stacks->total == 6 && stacks->times[1].incl == 4,
         "a sample in libgmon is in no time");
  stacks_free (stacks);
  scene_close (&s);
}

/* -- The call graph ------------------------------------------------------- */

/* Three stacks: b under a; c under b under c under a; c by itself.  */
static void
make_cycle (struct world *w)
{
  make_locations (w);
  w->process.n_nodes = 5;
  w->nodes[1] = (struct process_node) { 0, 0 };
  w->nodes[2] = (struct process_node) { 1, 2 * SITES };
  w->nodes[3] = (struct process_node) { 2, SITES };
  w->nodes[4] = (struct process_node) { 0, 3 * SITES };
  w->process.n_samples = 3;
  w->samples[0] = (struct process_sample) { .sum = 5, .stack = 1,
                                            .location = leaf_location (1) };
  w->samples[1] = (struct process_sample) { .sum = 7, .stack = 3,
                                            .location = leaf_location (2) };
  w->samples[2] = (struct process_sample) { .sum = 1, .stack = 4,
                                            .location = leaf_location (2) };
}

/* The samples of a node, with those below it, can add up to 2^64, which is 0:
   then the nodes below it are left out.  */
static void
test_overflow (void)
{
  struct scene s;
  static struct world w;
  struct stacks *stacks;

  scene_open (&s, FUNCTIONS, false);
  sym_id_parse (s.selection, s.symtab, s.lines, 0);
  make_cycle (&w);
  w.samples[0].sum = w.samples[1].sum = (uint64_t) 1 << 63;
  stacks = measure (&w, &s, NULL);
  CHECK (stacks->times[0].incl == 0 && stacks->times[2].self == 1
         && stacks->times[2].incl == 1, "a sum of 2^64");
  stacks_free (stacks);
  scene_close (&s);
}

/* The graph of make_cycle, with calls "ab:1" and "bc:2" counted.  */
static struct stacks *
graph_of_cycle (struct scene *s, const struct world *w, bool no_cycles)
{
  scene_open (s, 4, false);
  scene_calls (s, "ab:1 bc:2");
  scene_tally (s);
  struct stacks *stacks = measure (w, s, NULL);
  cg_add_measured (s->cg, stacks, s->selection);
  cg_assemble_measured (s->cg, &(struct cg_measure) {
    .stacks = stacks, .selection = s->selection, .quirks = quirks_if (false),
    .no_cycles = no_cycles, .apportion = no_cycles });
  return stacks;
}

static bool
has_times (const struct cg_node *node, double self, double child)
{
  return (node->prop_self == self && node->prop_child == child
          && node->time == self && node->child_time == child);
}

static void
test_graph (void)
{
  static struct world w;
  struct scene s;
  struct stacks *stacks;

  make_cycle (&w);
  stacks = graph_of_cycle (&s, &w, false);
  CHECK (s.cg->n_cycles == 1 && s.cg->nodes[1].cycle == 1
         && s.cg->nodes[2].cycle == 1, "calls on stacks make a cycle");
  CHECK (has_times (&s.cg->nodes[0], 0, 12) && has_times (&s.cg->nodes[1],
                                                          5, 7)
         && has_times (&s.cg->nodes[2], 8, 0)
         && has_times (&s.cg->nodes[3], 0, 1), "measured times");
  CHECK (has_times (&s.cg->nodes[cg_cycle_node (s.cg, 1)], 13, 0),
         "a cycle has each stack once");
  CHECK (s.cg->print_time == 13, "the time of all");
  CHECK (s.cg->n_arcs == 5 && s.cg->arcs[0].count == 1
         && s.cg->arcs[2].count == 0 && s.cg->n_measured == 5,
         "calls that were not counted have the count 0");
  CHECK (s.cg->apportioned == NULL, "nobody asked for times by calls");
  stacks_free (stacks);
  scene_close (&s);
  stacks = graph_of_cycle (&s, &w, true);
  CHECK (s.cg->n_cycles == 0 && s.cg->nodes[1].cycle == 0
         && has_times (&s.cg->nodes[1], 5, 7), "without cycles");
  CHECK (s.cg->apportioned != NULL && s.cg->apportioned[0] == 13
         && s.cg->apportioned[3] == 0 && has_times (&s.cg->nodes[0], 0, 12),
         "times by calls stand beside the measured ones");
  stacks_free (stacks);
  scene_close (&s);
}

int
main (void)
{
  test_random ("chains", 200, true, false);
  test_random ("chains without recursion", 50, false, false);
  test_random ("collapsed stacks", 100, false, true);
  test_folded_sums ();
  for (int folded = 0; folded < 2; folded++)
    {
      test_filter ("c", EXCL_TIME, without_c, folded);
      test_filter ("c", INCL_TIME, with_c, folded);
      test_filter ("b/d", EXCL_ARCS, without_call, folded);
      test_filter ("b/d", INCL_ARCS, with_call, folded);
    }
  test_threads ();
  for (int folded = 0; folded < 2; folded++)
    {
      test_waits ("c", EXCL_TIME, without_c, folded);
      test_waits ("c", INCL_TIME, with_c, folded);
      test_waits ("b/d", EXCL_ARCS, without_call, folded);
    }
  test_ledger ();
  test_overflow ();
  test_graph ();
  return check_end ();
}
