# gprof-yajl.m4 -- is there libyajl?
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In:  --with-yajl=auto|yes|no.  Out: HAVE_YAJL in config.h, YAJL_LIBS, and
#      have_yajl for the tests.

AC_DEFUN([GPROF_YAJL],
[AC_ARG_WITH([yajl],
  [AS_HELP_STRING([--with-yajl],
     [let libyajl read profiles in JSON for --diff (auto: if yajl/yajl_parse.h
      is there)])],
  [], [with_yajl=auto])
have_yajl=no
YAJL_LIBS=
AS_IF([test "x$with_yajl" != xno],
  [AC_CHECK_HEADER([yajl/yajl_parse.h],
     [AC_CHECK_LIB([yajl], [yajl_complete_parse],
        [have_yajl=yes
         YAJL_LIBS=-lyajl])])
   AS_IF([test $have_yajl = yes],
     [AC_DEFINE([HAVE_YAJL], [1], [Define if libyajl is linked.])],
     [test "x$with_yajl" = xyes],
     [AC_MSG_ERROR([--with-yajl: no yajl/yajl_parse.h of libyajl 2: install libyajl-dev (Debian, Ubuntu), yajl-devel (Fedora), yajl-dev (Alpine) or yajl (Arch)])])])
AC_SUBST([YAJL_LIBS])
AC_SUBST([have_yajl])])
