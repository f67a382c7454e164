# gprof-pthread.m4 -- where are threads?
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Out: PTHREAD_LIBS, empty where they are part of libc.

AC_DEFUN([GPROF_PTHREAD],
[PTHREAD_LIBS=
gprof_save_LIBS=$LIBS
AC_SEARCH_LIBS([pthread_create], [pthread],
  [AS_IF([test "x$ac_cv_search_pthread_create" != "xnone required"],
     [PTHREAD_LIBS=$ac_cv_search_pthread_create])],
  [AC_MSG_ERROR([no pthread_create: gprof reads files by threads])])
LIBS=$gprof_save_LIBS
AC_SUBST([PTHREAD_LIBS])])
