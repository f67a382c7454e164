/* unit/t_chains.c -- tests of report/text/chains: the orders of -r and -R.

   SPDX-License-Identifier: GPL-3.0-or-later

   The definition is written down once more here, in its slow form: chains are
   lists that are searched.  Random graphs must give the same order by both.
   That the definition is GNU gprof's is for the oracle's tests.  Run by
   gprof.unit.  */

#include <config.h>

#include "check.h"
#include "scene.h"

#include <time.h>

#include "report/text/chains.h"

/* -- The slow form --------------------------------------------------------- */

enum { MAX_NODES = 400, MAX_ARCS = 4000 };

struct slow
{
  const struct cg *cg;
  const struct cg_arc *arcs[MAX_ARCS];  /* in the order they are looked at */
  bool aside[MAX_ARCS];
  size_t n_arcs;
  bool done[MAX_NODES];
  cg_id lists[MAX_NODES][MAX_NODES];    /* by the first caller */
  size_t lens[MAX_NODES];
  int list_of[MAX_NODES];
  cg_id order[2 * MAX_NODES];
  size_t len;
};

static void
slow_insert (struct slow *s, int list, size_t at, cg_id id)
{
  memmove (&s->lists[list][at + 1], &s->lists[list][at],
           (s->lens[list] - at) * sizeof (cg_id));
  s->lists[list][at] = id;
  s->lens[list]++;
  s->list_of[id] = list;
}

static void
slow_join (struct slow *s, cg_id parent, cg_id child)
{
  int of_parent = s->list_of[parent], of_child = s->list_of[child];

  if (of_parent < 0 && of_child < 0)
    {
      slow_insert (s, parent, 0, parent);
      slow_insert (s, parent, 1, child);
    }
  else if (of_parent < 0 || of_child < 0)
    {
      int list = of_parent < 0 ? of_child : of_parent;
      cg_id member = of_parent < 0 ? child : parent;
      cg_id added = of_parent < 0 ? parent : child;
      size_t at = 0, last = s->lens[list] - 1;

      while (s->lists[list][at] != member)
        at++;
      if (at < last - at || (at == last - at && added == parent))
        slow_insert (s, list, 0, added);
      else
        slow_insert (s, list, s->lens[list], added);
    }
}

/* The arcs numbered in PICK, N of them.  */
static void
slow_pass (struct slow *s, const size_t *pick, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      const struct cg_arc *arc = s->arcs[pick[i]];

      if (!s->aside[pick[i]] && !s->done[arc->parent] && !s->done[arc->child])
        slow_join (s, arc->parent, arc->child);
    }
  for (size_t i = 0; i < n; i++)
    {
      const struct cg_arc *arc = s->arcs[pick[i]];
      int list = s->list_of[arc->parent];

      if (s->done[arc->parent] || s->done[arc->child] || list < 0)
        continue;
      for (size_t k = 0; k < s->lens[list]; k++)
        {
          s->order[s->len++] = s->lists[list][k];
          s->done[s->lists[list][k]] = true;
        }
    }
}

/* Fills PICK with the arcs in, or not in, the first SHARE of all calls.  */
static size_t
slow_share (const struct slow *s, double share, bool in, size_t *pick)
{
  uint64_t total = 0, sum = 0;
  size_t n = 0;

  for (size_t i = 0; i < s->n_arcs; i++)
    total += s->arcs[i]->count;
  for (size_t i = 0; i < s->n_arcs; i++)
    {
      sum += s->arcs[i]->count;
      if (in == !((double) sum / (double) total > share))
        pick[n++] = i;
    }
  return n;
}

static void
slow_init (struct slow *s, const struct cg *cg)
{
  memset (s, 0, sizeof *s);
  s->cg = cg;
  for (cg_id id = 0; id < cg->n_syms; id++)
    s->list_of[id] = -1;
  for (size_t i = 0; i < cg->n_arcs; i++)
    if (cg->arcs[i].parent != cg->arcs[i].child)
      s->arcs[s->n_arcs++] = &cg->arcs[i];
}

/* A stable selection of the N largest of KEYS (indices into it) to ORDER.  */
static void
slow_sort (const uint64_t *keys, size_t n, size_t *order)
{
  bool taken[MAX_ARCS] = { false };

  for (size_t i = 0; i < n; i++)
    {
      size_t best = n;

      for (size_t k = 0; k < n; k++)
        if (!taken[k] && (best == n || keys[k] > keys[best]))
          best = k;
      taken[best] = true;
      order[i] = best;
    }
}

/* Functions with more than five hot callers, mostly: see chains.c.  */
static void
slow_popular (struct slow *s)
{
  static uint64_t callers[MAX_NODES], keys[MAX_NODES];
  static size_t pick[MAX_ARCS], order[MAX_ARCS], pairs[MAX_ARCS];
  static size_t used[MAX_NODES];
  size_t n_used = 0, n_pairs = 0, n, count = 0;

  memset (callers, 0, sizeof callers);
  n = slow_share (s, 0.90, true, pick);
  for (size_t i = 0; i < n; i++)
    callers[s->arcs[pick[i]]->child]++;
  for (cg_id id = 0; id < s->cg->n_syms; id++)
    if (!s->done[id])
      {
        used[n_used] = id;
        keys[n_used++] = callers[id];
      }
  slow_sort (keys, n_used, order);
  while (count < n_used / 80 && keys[order[count]] != 5)
    count++;
  for (size_t i = 0; i < count; i++)
    s->done[used[order[i]]] = true;
  /* Arcs out of a pulled function before those into it, newest first; here the
     sorted arcs are searched for the newest that is not aside yet.  */
  for (size_t i = 0; i < count; i++)
    for (int into = 0; into < 2; into++)
      for (;;)
        {
          size_t newest = MAX_ARCS;

          for (size_t k = 0; k < s->n_arcs; k++)
            if (!s->aside[k] && used[order[i]] == (into ? s->arcs[k]->child
                                                   : s->arcs[k]->parent)
                && (newest == MAX_ARCS || s->arcs[k] > s->arcs[newest]))
              newest = k;
          if (newest == MAX_ARCS)
            break;
          s->aside[newest] = true;
          pairs[n_pairs++] = newest;
        }
  n = 0;
  for (size_t i = 0; i < n_pairs; i++)
    {
      const struct cg_arc *arc = s->arcs[pairs[i]];

      if (s->done[arc->parent] && s->done[arc->child])
        {
          s->done[arc->parent] = s->done[arc->child] = false;
          pairs[n++] = pairs[i];
        }
    }
  for (size_t i = 0; i + 1 < count; i++)
    if (s->done[used[order[i]]])
      s->order[s->len++] = used[order[i]];
  for (size_t i = 0; i < n; i++)
    keys[i] = s->arcs[pairs[i]]->count;
  slow_sort (keys, n, order);
  for (size_t i = 0; i < n; i++)
    {
      s->order[s->len++] = s->arcs[pairs[order[i]]]->parent;
      s->done[s->order[s->len - 1]] = true;
    }
}

static void
slow_functions (struct slow *s, const struct cg *cg)
{
  static uint64_t keys[MAX_ARCS];
  static size_t order[MAX_ARCS], pick[MAX_ARCS];
  static const struct cg_arc *sorted[MAX_ARCS];
  size_t n, n_left = 0;

  slow_init (s, cg);
  for (size_t i = 0; i < s->n_arcs; i++)
    keys[i] = s->arcs[i]->count;
  slow_sort (keys, s->n_arcs, order);
  for (size_t i = 0; i < s->n_arcs; i++)
    sorted[i] = s->arcs[order[i]];
  memcpy (s->arcs, sorted, s->n_arcs * sizeof *sorted);
  for (cg_id id = 0; id < cg->n_syms; id++)
    s->done[id] = cg->nodes[id].calls == 0;
  slow_popular (s);
  n = slow_share (s, 0.99, true, pick);
  slow_pass (s, pick, n);
  n = slow_share (s, 0.99, false, pick);
  for (size_t i = 0; i < n; i++)
    if (!s->aside[pick[i]])
      pick[n_left++] = pick[i];
  slow_pass (s, pick, n_left);
  for (cg_id id = 0; id < cg->n_syms; id++)
    if (cg->nodes[id].calls != 0 && !s->done[id])
      s->order[s->len++] = id;
  for (cg_id id = 0; id < cg->n_syms; id++)
    if (cg->nodes[id].calls == 0)
      s->order[s->len++] = id;
}

static void
slow_objects (struct slow *s, const struct cg *cg, const bool *is_object)
{
  static size_t pick[MAX_ARCS];
  size_t n;

  slow_init (s, cg);
  for (size_t i = 0; i < s->n_arcs; i++)
    s->aside[i] = !is_object[s->arcs[i]->parent]
                  || !is_object[s->arcs[i]->child];
  n = slow_share (s, 0.99, true, pick);
  slow_pass (s, pick, n);
  for (cg_id id = 0; id < cg->n_syms; id++)
    if (is_object[id] && !s->done[id])
      s->order[s->len++] = id;
}

/* -- Graphs ---------------------------------------------------------------- */

struct drawing
{
  struct cg *cg;
  struct slot_index index;
};

static struct drawing
drawing_new (size_t n_nodes)
{
  return (struct drawing) { .cg = cg_new (n_nodes) };
}

static void
draw (struct drawing *d, cg_id parent, cg_id child, uint64_t count)
{
  arc_add (&d->index, d->cg, parent, child, count);
  if (parent != child)
    d->cg->nodes[child].calls += count;
}

static struct cg *
drawing_end (struct drawing *d)
{
  slot_index_free (&d->index);
  cg_index_arcs (d->cg);
  return d->cg;
}

/* A random graph with a few functions that many call often.  */
static struct cg *
random_graph (uint32_t *seed)
{
  static const unsigned sizes[] = { 2, 5, 20, 90, 170, 260 };
  size_t n = sizes[check_random (seed) % 6];
  unsigned n_hubs = check_random (seed) % 6, arcs = 3 * n;
  unsigned range = check_random (seed) % 2 ? 3 : 1000;
  struct drawing d = drawing_new (n);

  while (n_hubs-- > 0)
    {
      cg_id hub = check_random (seed) % n;
      unsigned callers = 3 + check_random (seed) % 12;

      while (callers-- > 0)
        draw (&d, check_random (seed) % n, hub,
              50000 + check_random (seed) % range);
      draw (&d, check_random (seed) % n, hub, check_random (seed) % 2);
      draw (&d, hub, check_random (seed) % n, check_random (seed) % 2);
    }
  while (arcs-- > 0)
    draw (&d, check_random (seed) % n, check_random (seed) % n,
          check_random (seed) % range);
  return drawing_end (&d);
}

static bool
same_order (const struct order *order, const struct slow *slow)
{
  return (order->len == slow->len
          && memcmp (order->ids, slow->order, slow->len * sizeof (cg_id))
             == 0);
}

static void
test_random (void)
{
  static struct slow slow;
  uint32_t seed = 20240711;
  unsigned bad = 0, n_large = 0;

  for (unsigned i = 0; i < 200; i++)
    {
      struct cg *cg = random_graph (&seed);
      struct order functions = { NULL, 0, 0 }, objects = { NULL, 0, 0 };
      bool is_object[MAX_NODES];

      slow_functions (&slow, cg);
      order_functions (&functions, cg, NULL, 0);
      EXPECT (&bad, same_order (&functions, &slow), "functions of graph %u",
              i);
      n_large += functions.len != cg->n_syms;
      for (cg_id id = 0; id < cg->n_syms; id++)
        is_object[id] = check_random (&seed) % 4 != 0;
      slow_objects (&slow, cg, is_object);
      order_objects (&objects, cg, is_object, NULL, 0);
      EXPECT (&bad, same_order (&objects, &slow), "objects of graph %u", i);
      order_free (&functions);
      order_free (&objects);
      cg_free (cg);
    }
  CHECK (bad == 0, "200 random graphs, as the slow form has them");
  CHECK (n_large > 10, "among them are such with functions pulled out");
}

/* -- By hand --------------------------------------------------------------- */

/* The order of the functions "a", "b", ... that CALLS connect.  */
static const char *
order_of (unsigned count, const char *calls)
{
  static char text[64];
  struct cg *cg = scene_graph (count, calls);
  struct order order = { NULL, 0, 0 };
  size_t n = 0;

  for (cg_id id = 0; id < count; id++)
    for (size_t i = 0; i < cg->n_arcs; i++)
      if (cg->arcs[i].child == id && cg->arcs[i].parent != id)
        cg->nodes[id].calls += cg->arcs[i].count;
  order_functions (&order, cg, NULL, 0);
  for (; n < order.len && n + 1 < sizeof text; n++)
    text[n] = 'a' + order.ids[n];
  text[n] = '\0';
  order_free (&order);
  cg_free (cg);
  return text;
}

/* Two functions that call each other a little make up the last 1 % of the
   calls, which count for less; a function needs a call to take part.  */
static void
test_by_hand (void)
{
  CHECK_STR (order_of (3, ""), "abc", "no calls: by address");
  CHECK_STR (order_of (3, "ba:5"), "abc", "a caller that nobody calls has no "
             "place by a");
  CHECK_STR (order_of (5, "dc:100 cd:1 ba:90 ab:2 ea:1"), "dcbae",
             "chains begin with the busiest arc, caller first");
  CHECK_STR (order_of (7, "ab:1000 bc:900 bd:800 fg:20 gf:20 ea:1"),
             "abcdfge", "halfway, a callee goes to the back");
  CHECK_STR (order_of (7, "ab:1000 bc:900 db:800 fg:20 gf:20 ea:1 ed:1"),
             "dabcfge", "and a caller to the front");
  CHECK_STR (order_of (8, "ab:1000 bc:900 cd:800 be:700 gh:20 hg:20 fa:1"),
             "eabcdghf", "the end that is nearer to the other function");
  CHECK_STR (order_of (7, "ab:1000 cd:900 bc:800 fg:20 gf:20 ea:1"),
             "abcdfge", "chains never join");
}

/* Rows come behind the arcs that are called, whether their functions were
   there or not, and before the functions left over; an early one behind the
   first chains.  */
static void
test_rows (void)
{
  static const cg_id ids[] = { 3, 0, 1, 1, 2, 2, 2 };
  static const struct order_row rows[] = {
    { ids, 2, false }, { ids + 2, 2, false }, { ids + 4, 3, true }
  };
  static const cg_id functions[] = { 0, 1, 2, 2, 2, 3, 0, 1, 1, 2, 3 };
  static const cg_id objects[] = { 3, 0, 0, 1, 3 };
  static const bool is_object[] = { true, true, false, true };
  struct cg *cg = scene_graph (4, "ab:99 ba:1");
  struct order order = { NULL, 0, 0 };

  cg->nodes[0].calls = 1;
  cg->nodes[1].calls = 99;
  order_functions (&order, cg, rows, 3);
  CHECK (order.len == 11 && memcmp (order.ids, functions, sizeof functions)
         == 0, "rows of functions");
  order_free (&order);
  order_objects (&order, cg, is_object, rows, 1);
  CHECK (order.len == 5 && memcmp (order.ids, objects, sizeof objects) == 0,
         "rows of objects");
  order_free (&order);
  cg_free (cg);
}

/* No step may look at the same arcs again and again: a row of N functions, and
   a function that N others call.  */
static void
test_large (void)
{
  enum { N = 300000 };
  struct drawing row = drawing_new (N), star = drawing_new (N);
  struct order order = { NULL, 0, 0 };
  clock_t start;

  for (cg_id id = 0; id + 1 < N; id++)
    {
      draw (&row, id, id + 1, 2 * N - id);
      draw (&star, id, N - 1, 2 * N - id);
      draw (&star, id + 1, id, N);
    }
  draw (&row, N - 1, 0, 1);
  drawing_end (&row);
  drawing_end (&star);
  start = clock ();
  order_functions (&order, row.cg, NULL, 0);
  order_functions (&order, star.cg, NULL, 0);
  CHECK ((clock () - start) / CLOCKS_PER_SEC < 20,
         "300,000 functions in a row, and around one, take no long time");
  CHECK (order.len > 2 * N - 10, "and are all there but one or two");
  order_free (&order);
  cg_free (row.cg);
  cg_free (star.cg);
}

int
main (void)
{
  test_by_hand ();
  test_rows ();
  test_random ();
  test_large ();
  return check_end ();
}
