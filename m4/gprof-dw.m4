# gprof-dw.m4 -- is there libdw?
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In:  --with-dw=auto|yes|no.  Out: HAVE_DW in config.h and have_dw for the
#      tests: the library is opened at run time, not linked.

AC_DEFUN([GPROF_DW],
[AC_REQUIRE([GPROF_DLOPEN])
AC_ARG_WITH([dw],
  [AS_HELP_STRING([--with-dw],
     [let libdw find source lines, which is faster for -l and right in more
      forms of DWARF (auto: if elfutils/libdw.h is there)])],
  [],
  # Its process would take most of the time of a fuzzer, which does not see it.
  [AS_IF([test "x$enable_fuzzing" = xno], [with_dw=auto], [with_dw=no])])
have_dw=no
AS_IF([test "x$with_dw" != xno],
  [AS_IF([test $have_dlopen = yes],
     [AC_CHECK_DECL([dwarf_get_units], [have_dw=yes], [],
        [[#include <elfutils/libdw.h>]])])
   AS_IF([test $have_dw = yes],
     [AC_DEFINE([HAVE_DW], [1],
        [Define if libdw may be opened at run time.])],
     [test "x$with_dw" = xyes],
     [AC_MSG_ERROR([--with-dw: no elfutils/libdw.h of elfutils 0.171 or later: install libdw-dev (Debian, Ubuntu), elfutils-devel (Fedora), elfutils-dev (Alpine) or elfutils (Arch)])])])
AC_SUBST([have_dw])])
