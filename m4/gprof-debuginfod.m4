# gprof-debuginfod.m4 -- is there libdebuginfod?
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In:  --with-debuginfod=auto|yes|no.  Out: HAVE_DEBUGINFOD in config.h and for
#      the tests, and DL_LIBS, have_dlopen: the library is opened at run time,
#      not linked.

# GPROF_DLOPEN
# Libraries that few runs need are opened by dlopen; DL_LIBS is where that is.
AC_DEFUN([GPROF_DLOPEN],
[gprof_save_LIBS=$LIBS
DL_LIBS=
have_dlopen=no
AC_SEARCH_LIBS([dlopen], [dl],
  [have_dlopen=yes
   AS_IF([test "x$ac_cv_search_dlopen" != "xnone required"],
     [DL_LIBS=$ac_cv_search_dlopen])])
LIBS=$gprof_save_LIBS
AC_SUBST([DL_LIBS])])

AC_DEFUN([GPROF_DEBUGINFOD],
[AC_REQUIRE([GPROF_DLOPEN])
AC_ARG_WITH([debuginfod],
  [AS_HELP_STRING([--with-debuginfod],
     [ask servers for debugging information if DEBUGINFOD_URLS is set (auto:
      if elfutils/debuginfod.h is there)])],
  [], [with_debuginfod=auto])
have_debuginfod=no
AS_IF([test "x$with_debuginfod" != xno],
  [AS_IF([test $have_dlopen = yes],
     [AC_CHECK_DECL([DEBUGINFOD_SONAME], [have_debuginfod=yes], [],
        [[#include <elfutils/debuginfod.h>]])])
   AS_IF([test $have_debuginfod = yes],
     [AC_DEFINE([HAVE_DEBUGINFOD], [1],
        [Define if libdebuginfod may be opened at run time.])],
     [test "x$with_debuginfod" = xyes],
     [AC_MSG_ERROR([--with-debuginfod: no elfutils/debuginfod.h: install libdebuginfod-dev (Debian, Ubuntu), elfutils-debuginfod-client-devel (Fedora), elfutils-dev (Alpine) or libelf (Arch)])])])
AC_SUBST([have_debuginfod])])
