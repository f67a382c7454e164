# gprof-export.m4 -- the libraries that exporters of gprof need.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Out: MATH_LIBS, the library of sqrt.

AC_DEFUN([GPROF_EXPORT],
[gprof_save_LIBS=$LIBS
MATH_LIBS=
AC_SEARCH_LIBS([sqrt], [m],
  [AS_IF([test "x$ac_cv_search_sqrt" != "xnone required"],
     [MATH_LIBS=$ac_cv_search_sqrt])])
LIBS=$gprof_save_LIBS
AC_SUBST([MATH_LIBS])])
