/* test.h -- what the programs of libgmon.base share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LIBGMON_BASE_TEST_H
#define LIBGMON_BASE_TEST_H

/* A function whose calls the compiler neither removes nor redirects.  */
#ifdef __clang__
# define NOINLINE __attribute__ ((noinline, used))
#else
# define NOINLINE __attribute__ ((noinline, noclone, used))
#endif

/* A function whose own calls are not to be counted.  */
#define NOT_COUNTED __attribute__ ((no_instrument_function))

#endif /* LIBGMON_BASE_TEST_H */
