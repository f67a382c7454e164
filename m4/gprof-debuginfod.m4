# gprof-debuginfod.m4 -- is there libdebuginfod?
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In:  --with-debuginfod=auto|yes|no.  Out: HAVE_DEBUGINFOD in config.h and for
#      the tests, and DL_LIBS: the library is opened at run time, not linked.
# Called by configure.ac unless --disable-gprof.

AC_DEFUN([GPROF_DEBUGINFOD],
[AC_ARG_WITH([debuginfod],
  [AS_HELP_STRING([--with-debuginfod],
     [ask servers for debugging information if DEBUGINFOD_URLS is set (auto:
      if elfutils/debuginfod.h is there)])],
  [], [with_debuginfod=auto])
DL_LIBS=
have_debuginfod=no
AS_IF([test "x$with_debuginfod" != xno],
  [gprof_save_LIBS=$LIBS
   AC_SEARCH_LIBS([dlopen], [dl],
     [AS_IF([test "x$ac_cv_search_dlopen" != "xnone required"],
        [DL_LIBS=$ac_cv_search_dlopen])
      AC_CHECK_DECL([DEBUGINFOD_SONAME], [have_debuginfod=yes], [],
        [[#include <elfutils/debuginfod.h>]])])
   LIBS=$gprof_save_LIBS
   AS_IF([test $have_debuginfod = yes],
     [AC_DEFINE([HAVE_DEBUGINFOD], [1],
        [Define if libdebuginfod may be opened at run time.])],
     [test "x$with_debuginfod" = xyes],
     [AC_MSG_ERROR([--with-debuginfod: no elfutils/debuginfod.h: install libdebuginfod-dev (Debian, Ubuntu), elfutils-debuginfod-client-devel (Fedora), elfutils-dev (Alpine) or libelf (Arch)])])])
AC_SUBST([DL_LIBS])
AC_SUBST([have_debuginfod])])
