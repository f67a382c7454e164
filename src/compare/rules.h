/* compare/rules.h -- rules about what must not become slower.

   SPDX-License-Identifier: GPL-3.0-or-later

   A rule is METRIC[:REGEX]>VALUE.  METRIC is self, total, calls or new.  VALUE
   is a number with % (of the old time or calls; for new of all samples), a
   number with s (units of time in a file), or for calls a number of calls; 0
   needs no unit.  A rule about times is met only if the change is above VALUE
   with a certainty of 95 %, for all rules and functions together.  */

#ifndef COMPARE_RULES_H
#define COMPARE_RULES_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "compare/compare.h"

enum rule_metric
{
  RULE_SELF,
  RULE_TOTAL,
  RULE_CALLS,
  RULE_NEW
};

enum rule_unit
{
  RULE_RATIO,                   /* the value 0.05 is 5 % */
  RULE_SECONDS,
  RULE_CALL_COUNT
};

struct rule
{
  const char *text;             /* borrowed */
  enum rule_metric metric;
  enum rule_unit unit;
  double value;
  regex_t *regex;               /* heap; NULL: all functions */
};

/* Sets *RULE to TEXT (borrowed).  Returns false after one diag_error.  The
   caller releases a rule with rule_free.  */
bool rule_parse (struct rule *rule, const char *text, struct diag *diag);
void rule_free (struct rule *rule);

/* A function that meets a rule.  */
struct breach
{
  size_t row;
  double least;                 /* lower bound of the change, in the unit of
                                   the rule's value; for calls and new
                                   functions by calls, the change itself */
};

/* The result of a rule.  */
struct rule_verdict
{
  const struct rule *rule;
  struct breach *breaches;      /* heap; in the order of the comparison */
  size_t n_breaches, cap_breaches;
  size_t n_functions;           /* that the regular expression names */
  size_t n_tests;               /* of them, those with enough observations */
  size_t n_uncounted;           /* of them, for RULE_CALLS: those with calls on
                                   a side that are not known on both */
  double smallest;              /* for RULE_RATIO by samples: the smallest
                                   ratio that any function could have been
                                   found with; infinite if there is none */
};

/* Applies RULES, N of them, to COMPARISON and fills VERDICTS, one for each
   rule, all zeros before.  Returns false after one diag_error if a rule cannot
   be applied.  The caller releases the verdicts with rule_verdicts_free in any
   case.  */
bool rules_apply (const struct rule *rules, size_t n,
                  const struct comparison *comparison,
                  struct rule_verdict *verdicts, struct diag *diag);
void rule_verdicts_free (struct rule_verdict *verdicts, size_t n);

/* Returns true if any of the N verdicts has a breach.  */
bool rule_verdicts_fail (const struct rule_verdict *verdicts, size_t n);

/* Warns about rules that could not find what they look for: their regular
   expression names no function, there are too few samples, or calls were not
   counted.  */
void rule_verdicts_warn (const struct rule_verdict *verdicts, size_t n,
                    struct diag *diag);

#endif /* COMPARE_RULES_H */
