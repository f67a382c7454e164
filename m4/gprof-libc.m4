# gprof-libc.m4 -- what libgmon has to bring because this C library does not.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In:  CC, libdir, enable_gcrt1.  Out: GCRT1_FROM, GRCRT1_FROM, GMON_SYSTEM_DIRS;
#      the conditionals MUSL, GCRT1 and GRCRT1.

# GPROF_MUSL
# musl says nowhere that it is musl; this is how config.guess knows it.
AC_DEFUN([GPROF_MUSL],
[AC_CACHE_CHECK([whether the C library is musl], [gprof_cv_musl],
  [AC_COMPILE_IFELSE([AC_LANG_SOURCE([[#include <stdarg.h>
#include <stdio.h>
#if !defined __DEFINED_va_list || defined __GLIBC__
# error "not musl"
#endif
]])], [gprof_cv_musl=yes], [gprof_cv_musl=no])])
AM_CONDITIONAL([MUSL], [test $gprof_cv_musl = yes])])

# GPROF_GCRT1
# gcrt1.o is made from the Scrt1.o of musl; of another C library, from crt1.o,
# since glibc has there what static programs want.  Where that is, the compiler
# shows when it links: -print-file-name does not ask musl-gcc's specs.
AC_DEFUN([GPROF_GCRT1],
[AC_REQUIRE([GPROF_MUSL])
AC_ARG_ENABLE([gcrt1],
  [AS_HELP_STRING([--enable-gcrt1@<:@=DIR@:>@],
     [make gcrt1.o from the start files in DIR, or where the compiler has it;
      default: with musl])],
  [], [enable_gcrt1=$gprof_cv_musl])
GCRT1_FROM=
GRCRT1_FROM=
AS_IF([test "x$enable_gcrt1" != xno],
  [AC_MSG_CHECKING([for the start file to make gcrt1.o from])
   AS_CASE([$enable_gcrt1],
     [/*], [gprof_dir=$enable_gcrt1],
     [gprof_crt1=`$CC $CFLAGS -pie -### -x c /dev/null 2>&1 |
        tr ' ' '\n' | $SED -n '/crt1\.o/{s/"//g;p;q;}'`
      gprof_dir=`AS_DIRNAME(["$gprof_crt1"])`])
   AS_IF([test $gprof_cv_musl = yes],
     [GCRT1_FROM=$gprof_dir/Scrt1.o], [GCRT1_FROM=$gprof_dir/crt1.o])
   GRCRT1_FROM=$gprof_dir/rcrt1.o
   AS_IF([test -r "$GCRT1_FROM"],
     [AC_MSG_RESULT([$GCRT1_FROM])],
     [test "x$enable_gcrt1" = x$gprof_cv_musl],
     [AC_MSG_RESULT([none, so no gcrt1.o])
      enable_gcrt1=no],
     [AC_MSG_RESULT([none])
      AC_MSG_ERROR([no $GCRT1_FROM; --enable-gcrt1=DIR?])])])
AC_SUBST([GCRT1_FROM])
AC_SUBST([GRCRT1_FROM])
AM_CONDITIONAL([GCRT1], [test "x$enable_gcrt1" != xno])
AM_CONDITIONAL([GRCRT1],
  [test "x$enable_gcrt1" != xno && test -r "$GRCRT1_FROM"])])

# GPROF_SYSTEM_DIRS
# Where the dynamic linker looks anyway, so that no program needs a run path.
AC_DEFUN([GPROF_SYSTEM_DIRS],
[GMON_SYSTEM_DIRS="/lib /usr/lib /lib64 /usr/lib64"
gprof_multiarch=`$CC -print-multiarch 2>&AS_MESSAGE_LOG_FD`
AS_IF([test -n "$gprof_multiarch"],
  [GMON_SYSTEM_DIRS="$GMON_SYSTEM_DIRS /lib/$gprof_multiarch"
   GMON_SYSTEM_DIRS="$GMON_SYSTEM_DIRS /usr/lib/$gprof_multiarch"])
AC_SUBST([GMON_SYSTEM_DIRS])])
