/* unit/t_compare.c -- tests of compare: pairs, alarms and rules.

   SPDX-License-Identifier: GPL-3.0-or-later

   Sides are made of simulated profiles: binomial counts by a fixed seed, so
   that each run of the test sees the same ones.

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "base/diag.h"
#include "compare/compare.h"
#include "compare/rules.h"

static struct diag *diag;

static uint32_t
add (struct side *side, const char *symbol, const char *file, double self,
     uint64_t calls)
{
  struct side_function function = { symbol, symbol, file, self, self, calls };
  return side_add_function (side, &function);
}

static bool
end_part (struct side *side, const struct side *other, double samples)
{
  struct side_head head = { "seconds", "", NULL, 100, 1, 1, samples };
  return side_end_part (side, other, &head, "part", diag);
}

/* -- Pairs ---------------------------------------------------------------- */

static const struct pair_row *
row_of (const struct pairs *pairs, const char *name)
{
  for (size_t i = 0; i < pairs->len; i++)
    if (strcmp (pairs->rows[i].name, name) == 0)
      return &pairs->rows[i];
  return NULL;
}

static void
test_bases (void)
{
  static const struct
  {
    const char *symbol, *base;
  } cases[] = {
    { "f", "f" }, { "f.part.0", "f" }, { "f.cold", "f" },
    { "f.isra.0.constprop.12", "f" }, { "f.constprop.0.cold", "f" },
    { "f.lto_priv.3", "f" }, { "f.llvm.123", "f" }, { ".cold", ".cold" },
    { "f.12", "f.12" }, { "f.particle", "f.particle" }, { "12", "12" },
    { "f.part.", "f.part." }, { "", "" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    CHECK (pairs_base_len (cases[i].symbol) == strlen (cases[i].base),
           "pairs: the function of '%s'", cases[i].symbol);
}

static void
test_pairs (void)
{
  struct side old = { .arena = NULL }, new = { .arena = NULL };
  struct pairs pairs;
  uint32_t main_old = add (&old, "main", "a.c", 1, 1);
  uint32_t f = add (&old, "f", "a.c", 10, 4);
  uint32_t before = add (&old, "before", "/x/b.c", 5, 2);
  add (&old, "helper", "a.c", 1, 1);
  add (&old, "helper", "b.c", 2, 1);
  add (&old, "gone", "a.c", 3, 1);
  side_add_arc (&old, &(struct side_arc) { main_old, before, 2, 5 });
  side_add_arc (&old, &(struct side_arc) { before, f, 4, 10 });
  uint32_t main_new = add (&new, "main", "a.c", 1, 1);
  uint32_t f_new = add (&new, "f", "a.c", 4, 4);
  uint32_t part = add (&new, "f.part.0", "a.c", 7, 3);
  uint32_t after = add (&new, "after", "/y/b.c", 6, 2);
  add (&new, "helper", "a.c", 1, 1);
  add (&new, "helper", "b.c", 3, 1);
  add (&new, "new", "c.c", 3, 1);
  side_add_arc (&new, &(struct side_arc) { main_new, after, 2, 6 });
  side_add_arc (&new, &(struct side_arc) { after, f_new, 4, 10 });
  side_add_arc (&new, &(struct side_arc) { f_new, part, 3, 7 });
  end_part (&old, NULL, 22);
  end_part (&new, &old, 25);
  pairs_make (&pairs, &old, &new);
  const struct pair_row *row = row_of (&pairs, "f");
  CHECK (row && row->kind == PAIR_BOTH && row->old.self == 10
         && row->new.self == 11 && row->new.calls == 4
         && row->new.total == 11,
         "pairs: a part belongs to its function, without inner calls");
  row = row_of (&pairs, "after");
  CHECK (row && row->kind == PAIR_RENAMED && row->old.self == 5
         && row->new.self == 6 && strcmp (row->old_name, "before") == 0
         && !row_of (&pairs, "before")
         && pairs.row_of[0][before] == pairs.row_of[1][after],
         "pairs: a renamed function");
  row = row_of (&pairs, "gone");
  CHECK (row && row->kind == PAIR_GONE && row->new.self == 0, "pairs: gone");
  row = row_of (&pairs, "new");
  CHECK (row && row->kind == PAIR_NEW && row->old.self == 0, "pairs: new");
  unsigned helpers = 0;
  for (size_t i = 0; i < pairs.len; i++)
    helpers += (strcmp (pairs.rows[i].name, "helper") == 0
                && pairs.rows[i].kind == PAIR_BOTH
                && pairs.rows[i].new.self >= pairs.rows[i].old.self);
  CHECK (helpers == 2 && pairs.len == 7, "pairs: one name in two files: %u of"
         " %zu", helpers, pairs.len);
  pairs_free (&pairs);
  side_free (&old);
  side_free (&new);
}

/* -- Alarms --------------------------------------------------------------- */

#define FUNCTIONS 30

static uint64_t state = 88172645463325252u;

static double
uniform (void)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double) (state >> 11) / 9007199254740992.;
}

/* Adds a run of N samples, spread by Zipf's law over functions of which number
   SLOW takes FACTOR times its time; all in looks of PHI samples.  */
static void
simulate (struct side *side, unsigned n, unsigned slow, double factor,
          unsigned phi)
{
  double counts[FUNCTIONS] = { 0 }, upto[FUNCTIONS], sum = 0, usual = 0;
  char name[32];
  for (unsigned i = 0; i < FUNCTIONS; i++)
    {
      usual += 1. / (i + 1);
      upto[i] = sum += (i == slow ? factor : 1) / (i + 1);
    }
  /* Slower work takes more samples.  */
  n = (unsigned) (n * sum / usual);
  for (unsigned k = 0; k < n; k++)
    {
      double at = uniform () * sum;
      unsigned i = 0;
      while (i < FUNCTIONS - 1 && upto[i] < at)
        i++;
      counts[i] += phi;
    }
  for (unsigned i = 0; i < FUNCTIONS; i++)
    {
      snprintf (name, sizeof name, "f%u", i);
      add (side, name, "", counts[i], 1);
    }
  struct side_head head = { "seconds", "", NULL, 100, phi, 1,
                            (double) n * phi };
  side_end_part (side, NULL, &head, "part", diag);
}

/* Returns how many of PAIRS pairs of sides of RUNS runs of N samples report a
   change; stores in *GATES how many meet the rule, and in *FOUND how many find
   that function number SLOW takes FACTOR times its time.  */
static unsigned
count_alarms (unsigned pairs, unsigned runs, unsigned n, double factor,
              unsigned slow, unsigned phi, enum compare_by by,
              const char *text, unsigned *gates, unsigned *found)
{
  unsigned alarms = 0;
  char name[32];
  struct rule rule;
  snprintf (name, sizeof name, "f%u", slow);
  rule_parse (&rule, text, diag);
  *gates = *found = 0;
  while (pairs--)
    {
      struct side old = { .arena = NULL }, new = { .arena = NULL };
      struct comparison comparison;
      struct rule_verdict verdict = { .rule = NULL };
      for (unsigned i = 0; i < runs; i++)
        {
          simulate (&old, n, slow, 1, phi);
          simulate (&new, n, slow, factor, phi);
        }
      compare_make (&comparison, &old, &new, by, COMPARE_SELF);
      rules_apply (&rule, 1, &comparison, &verdict, diag);
      alarms += comparison.n_more + comparison.n_less > 0;
      *gates += verdict.n_breaches > 0;
      for (size_t i = 0; i < comparison.pairs.len; i++)
        *found += (comparison.changes[i].verdict > 0
                   && strcmp (comparison.pairs.rows[i].name, name) == 0);
      rule_verdicts_free (&verdict, 1);
      compare_free (&comparison);
      side_free (&old);
      side_free (&new);
    }
  rule_free (&rule);
  return alarms;
}

static void
test_alarms (void)
{
  unsigned gates, found, n;
  for (unsigned phi = 1; phi <= 4; phi += 3)
    for (unsigned by = 0; by < 2; by++)
      {
        n = count_alarms (300, 1, 2000, 1, 0, phi, (enum compare_by) by,
                          "self>5%", &gates, &found);
        /* At 5 %, 15 of 300 are expected, and more than 26 in one of 300
           tests; the seed decides.  */
        CHECK (n <= 15 && gates <= 6, "alarms: %u of 300 pairs without a"
               " change, %u by the rule; looks of %u samples, %s", n, gates,
               phi, by ? "by share" : "by time");
      }
  n = count_alarms (200, 6, 300, 1, 0, 1, COMPARE_BY_TIME, "self>5%", &gates,
                    &found);
  CHECK (n <= 10 && gates <= 4, "alarms: %u of 200 sides of six files, %u by"
         " the rule", n, gates);
  n = count_alarms (100, 1, 10000, 1.3, 0, 1, COMPARE_BY_TIME, "self>5%",
                    &gates, &found);
  CHECK (found >= 95 && gates >= 95, "power: 1.3 times slower is found in %u"
         " of 100, by the rule in %u", found, gates);
  n = count_alarms (100, 1, 2000, 2, 3, 1, COMPARE_BY_TIME, "self:f3$>0",
                    &gates, &found);
  CHECK (found >= 90 && gates >= 90, "power: twice in a function of 6 %% is"
         " found in %u of 100, by the rule in %u", found, gates);
  n = count_alarms (50, 8, 1000, 1.3, 0, 1, COMPARE_BY_TIME, "self>0",
                    &gates, &found);
  CHECK (found >= 45, "power: eight files find 1.3 in %u of 50", found);
}

/* -- Rules ---------------------------------------------------------------- */

static void
test_parse (void)
{
  static const char *const good[] = {
    "self>5%", "total>0.1s", "calls>0", "new>0", "self:^f>x$>1e1%",
    "calls:a:b>10", "calls>2.5%", "new>1%", "self>0",
  };
  static const char *const bad[] = {
    "", "self", "self>", "self>5", "self>nan", "self>inf", "self>nan%",
    "self>-1%", "self>1e999%", "self:>5%", "self:(>5%", "time>5%", ">5%",
    "self>0x10%", "self>5 %", "self> 5%", "self>5%%", "calls>1s", "self=5%",
    "self>5s5", "self>+5%", "selfs>5%", "sel>5%", "self>.%", "new>5",
  };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    {
      struct rule rule;
      CHECK (rule_parse (&rule, good[i], diag), "rule '%s'", good[i]);
      rule_free (&rule);
    }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
      struct rule rule;
      unsigned errors = diag_errors (diag);
      CHECK (!rule_parse (&rule, bad[i], diag)
             && diag_errors (diag) == errors + 1, "no rule '%s': %s", bad[i],
             diag_last (diag));
      rule_free (&rule);
    }
}

/* Does TEXT fail for OLD and NEW?  */
static bool
fails (const char *text, const struct side *old, const struct side *new)
{
  struct comparison comparison;
  struct rule_verdict verdict = { .rule = NULL };
  struct rule rule;
  bool is_met;
  rule_parse (&rule, text, diag);
  compare_make (&comparison, old, new, COMPARE_BY_TIME, COMPARE_SELF);
  rules_apply (&rule, 1, &comparison, &verdict, diag);
  is_met = rule_verdicts_fail (&verdict, 1);
  rule_verdicts_free (&verdict, 1);
  compare_free (&comparison);
  rule_free (&rule);
  return is_met;
}

static void
test_rules (void)
{
  struct side old = { .arena = NULL }, new = { .arena = NULL };
  static const struct
  {
    const char *rule;
    bool fails;
  } cases[] = {
    { "self>5%", true }, { "self:slow>5%", true }, { "self:same>5%", false },
    { "self:slow>60%", false }, { "self:slow>0.3s", true },
    { "self:slow>9s", false }, { "self:fast>0", false },
    { "calls>0", true }, { "calls:slow>0", false }, { "calls:more>9%", true },
    { "calls:more>10%", false }, { "calls:more>99", true },
    { "calls:more>100", false }, { "new>0", true }, { "new:fresh>1%", true },
    { "new:fresh>50%", false }, { "new:called>0", true },
    { "new:called>1%", false }, { "self:fresh>5%", true },
    { "self:few>0", false }, { "total:slow>5%", true },
  };
  add (&old, "slow", "", 1000, 10);
  add (&old, "same", "", 1000, 10);
  add (&old, "fast", "", 1000, 10);
  add (&old, "more", "", 0, 1000);
  add (&old, "few", "", 1, 1);
  end_part (&old, NULL, 3001);
  add (&new, "slow", "", 1400, 10);
  add (&new, "same", "", 1005, 10);
  add (&new, "fast", "", 600, 10);
  add (&new, "more", "", 0, 1100);
  add (&new, "few", "", 4, 1);
  add (&new, "fresh", "", 300, 5);
  add (&new, "called", "", 0, 5);
  end_part (&new, &old, 3309);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    CHECK (fails (cases[i].rule, &old, &new) == cases[i].fails,
           "rules: %s %s", cases[i].rule,
           cases[i].fails ? "is met" : "is not met");
  side_free (&old);
  side_free (&new);
}

static void
test_heads (void)
{
  struct side old = { .arena = NULL }, new = { .arena = NULL };
  struct side_head head = { "seconds", "m1", NULL, 100, 2, 3, 10 };
  struct side_head other = head;
  CHECK (side_end_part (&old, NULL, &head, "old", diag), "head: the first");
  other.rate = 99;
  CHECK (!side_end_part (&new, &old, &other, "new", diag), "head: %s",
         diag_last (diag));
  other = head;
  other.unit = "cycles";
  CHECK (!side_end_part (&new, &old, &other, "new", diag), "head: %s",
         diag_last (diag));
  other = head;
  other.machine = "m2";
  CHECK (!side_end_part (&new, &old, &other, "new", diag), "head: %s",
         diag_last (diag));
  other = head;
  other.machine = "";
  other.rate = 0;
  other.mean_weight = 0;
  CHECK (side_end_part (&old, NULL, &other, "new", diag), "head: unknown");
  head = side_head (&old);
  CHECK (head.files == 6 && head.samples == 20 && head.mean_weight == 2
         && head.rate == 100, "head: the sum");
  side_free (&old);
  side_free (&new);
}

int
main (void)
{
  diag = diag_new ("t_compare", NULL);
  test_bases ();
  test_pairs ();
  test_heads ();
  test_parse ();
  test_rules ();
  test_alarms ();
  diag_free (diag);
  return check_end ();
}
