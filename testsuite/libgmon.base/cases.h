/* cases.h -- a program that does what its first argument names.

   SPDX-License-Identifier: GPL-3.0-or-later

   Included by the program itself, once.  A case gets nothing and returns a
   status, unless CASE_ARGUMENTS and CASE_RESULT are something else.  */

#ifndef LIBGMON_BASE_CASES_H
#define LIBGMON_BASE_CASES_H

#include <stddef.h>
#include <string.h>

#include "test.h"

#ifndef CASE_ARGUMENTS
# define CASE_ARGUMENTS void
#endif
#ifndef CASE_RESULT
# define CASE_RESULT int
#endif

struct test_case
{
  const char *name;
  CASE_RESULT (*run) (CASE_ARGUMENTS);
};

/* The one of CASES, an array, that ARGV asks for; NULL: there is none.  */
#define FIND_CASE(cases, argc, argv)                                    \
  find_case (cases, sizeof cases / sizeof cases[0],                     \
             (argc) > 1 ? (argv)[1] : "")

static NOT_COUNTED const struct test_case *
find_case (const struct test_case *cases, size_t len, const char *name)
{
  for (size_t i = 0; i < len; i++)
    if (strcmp (name, cases[i].name) == 0)
      return &cases[i];
  return NULL;
}

#endif /* LIBGMON_BASE_CASES_H */
