# gmon.m4 -- libgmon for configure scripts: is it there, and --enable-profiling.
# SPDX-License-Identifier: 0BSD
#
# GMON_CHECK([IF-FOUND], [IF-NOT-FOUND])
# --------------------------------------
# Looks for libgmon: in the prefix given with --with-libgmon=PREFIX, by
# pkg-config, or where the compiler looks.  Sets and substitutes GMON_CFLAGS
# (where gmon.h is) and GMON_LIBS; both are empty if there is none, or with
# --without-libgmon.  The default of IF-NOT-FOUND is nothing.
#
# GMON_ENABLE_PROFILING([DEFAULT])
# --------------------------------
# Adds --enable-profiling (DEFAULT is yes or no; no if not given).  If it is
# given, "-pg" is in GMON_CFLAGS and GMON_LIBS too, and without libgmon the C
# library records; it is an error if nothing does.  The macro alone changes no
# program: for that, a Makefile.am needs these two lines:
#   AM_CFLAGS = $(GMON_CFLAGS)
#   LDADD = $(GMON_LIBS)
# configure warns if --enable-profiling is given and no file of AC_CONFIG_FILES
# uses one of the two variables, or has the flags in others, such as CFLAGS.

# serial 2

AC_DEFUN([GMON_CHECK],
[AC_REQUIRE([AC_PROG_CC])
AC_ARG_WITH([libgmon],
  [AS_HELP_STRING([--with-libgmon=PREFIX],
     [libgmon, if it is not where pkg-config or the compiler looks])],
  [], [with_libgmon=yes])
AC_PATH_TOOL([PKG_CONFIG], [pkg-config])
GMON_CFLAGS=
GMON_LIBS=
gmon_found=no
AS_CASE([$with_libgmon],
  [no], [],
  [yes],
    [AS_IF([test -n "$PKG_CONFIG" && "$PKG_CONFIG" --exists libgmon],
       [GMON_CFLAGS=`"$PKG_CONFIG" --cflags libgmon`
        GMON_LIBS=`"$PKG_CONFIG" --libs libgmon`],
       [GMON_LIBS=-lgmon])],
  [GMON_CFLAGS="-I$with_libgmon/include/libgmon"
   GMON_LIBS="-L$with_libgmon/lib -lgmon"])
AS_IF([test -n "$GMON_LIBS"],
  [AC_MSG_CHECKING([for libgmon])
   gmon_save_CPPFLAGS=$CPPFLAGS
   gmon_save_LIBS=$LIBS
   CPPFLAGS="$CPPFLAGS $GMON_CFLAGS"
   LIBS="$GMON_LIBS $LIBS"
   dnl A name that no C library has.
   AC_LINK_IFELSE(
     [AC_LANG_PROGRAM([[#include <gmon.h>]], [[gmon_write_now ();]])],
     [gmon_found=yes])
   CPPFLAGS=$gmon_save_CPPFLAGS
   LIBS=$gmon_save_LIBS
   AS_IF([test $gmon_found = no], [GMON_CFLAGS= GMON_LIBS=])
   AC_MSG_RESULT([$gmon_found])])
AC_SUBST([GMON_CFLAGS])
AC_SUBST([GMON_LIBS])
AS_IF([test $gmon_found = yes], [$1], [$2])])

AC_DEFUN([GMON_ENABLE_PROFILING],
[AC_REQUIRE([AC_PROG_CC])
AC_ARG_ENABLE([profiling],
  [AS_HELP_STRING([--enable-profiling],
     [compile for gprof: with -pg, and libgmon if it is there])],
  [], [enable_profiling=m4_default([$1], [no])])
AS_IF([test "x$enable_profiling" = xno],
  [AC_SUBST([GMON_CFLAGS], [])
   AC_SUBST([GMON_LIBS], [])],
  [GMON_CHECK
   GMON_CFLAGS="-pg $GMON_CFLAGS"
   GMON_LIBS="-pg $GMON_LIBS"
   AC_MSG_CHECKING([whether programs can be profiled])
   gmon_save_CFLAGS=$CFLAGS
   gmon_save_LIBS=$LIBS
   CFLAGS="$CFLAGS $GMON_CFLAGS"
   LIBS="$GMON_LIBS $LIBS"
   AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
     [AC_MSG_RESULT([yes])],
     [AC_MSG_RESULT([no])
      AC_MSG_ERROR([--enable-profiling: $CC does not link with $GMON_LIBS])])
   CFLAGS=$gmon_save_CFLAGS
   LIBS=$gmon_save_LIBS
   _GMON_CHECK_USE])])

# _GMON_CHECK_USE
# ---------------
# Makes config.status warn unless its files, when they are made, use GMON_CFLAGS
# and, where libgmon was found, GMON_LIBS.  automake defines both in each
# Makefile, which is no use of them.
m4_define([_GMON_CHECK_USE],
[AC_CONFIG_COMMANDS([gmon-profiling],
  [gmon_cflags= gmon_libs=
   for gmon_file in $CONFIG_FILES; do
     gmon_file=`AS_ECHO(["$gmon_file"]) | sed 's/:.*//'`
     gmon_text=`sed '/^GMON_@<:@A-Z@:>@* *=/d; /^ *#/d' "$gmon_file"`
     AS_CASE([$gmon_text],
       [*GMON_CFLAGS*], [gmon_cflags=yes])
     AS_CASE([$gmon_text],
       [*GMON_LIBS* | *-lgmon*], [gmon_libs=yes])
     # The -pg of GMON_LIBS compiles nothing.
     AS_ECHO(["$gmon_text"]) | sed 's/-pg \(-L@<:@^ @:>@* *\)*-lgmon//g' |
       grep ' -pg\( \|$\)' >/dev/null && gmon_cflags=yes
   done
   AS_IF([test -z "$CONFIG_FILES"], [],
     [AS_IF([test -z "$gmon_cflags"],
        [AC_MSG_WARN([--enable-profiling: nothing is compiled with -pg, as no \
makefile uses GMON_CFLAGS; add to Makefile.am: A@&t@M_CFLAGS = \$(GMON_CFLAGS)])])
      AS_IF([test "$gmon_found" = yes && test -z "$gmon_libs"],
        [AC_MSG_WARN([--enable-profiling: nothing is linked with libgmon, as no \
makefile uses GMON_LIBS; add to Makefile.am: LDADD = \$(GMON_LIBS)])])])],
  [gmon_found=$gmon_found])])
