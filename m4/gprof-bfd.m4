# gprof-bfd.m4 -- find BFD, libiberty and what a static libbfd wants.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In:  --with-bfd=PREFIX, CPPFLAGS, LDFLAGS, LIBS.  Out: BFD_CPPFLAGS and
#      BFD_LIBS; otherwise configure stops after one line per missing thing.

# GPROF_MISSING (WHAT, DEBIAN, FEDORA, ALPINE, ARCH)
# One line: what is missing and which package of which system brings it.
AC_DEFUN([GPROF_MISSING],
[gprof_missing=yes
AS_ECHO(["$as_me: missing $1: install $2 (Debian, Ubuntu), $3 (Fedora), $4 (Alpine) or $5 (Arch)"]) >&2])

# GPROF_BFD_HEADERS
# bfd.h insists on config.h before it (it looks for PACKAGE); confdefs.h
# plays config.h here.  libiberty's headers stand in /usr/include or in
# /usr/include/libiberty; the compiler itself is asked where.
AC_DEFUN([GPROF_BFD_HEADERS],
[AC_CHECK_HEADER([bfd.h], [],
   [GPROF_MISSING([bfd.h], [binutils-dev], [binutils-devel], [binutils-dev],
                  [binutils])],
   [/* config.h defines PACKAGE, which bfd.h wants to see.  */])
gprof_iberty=no
AC_MSG_CHECKING([for libiberty.h and demangle.h])
AC_COMPILE_IFELSE(
  [AC_LANG_PROGRAM([[#include <libiberty.h>
#include <demangle.h>]], [])],
  [gprof_iberty="standard place"],
  [echo '#include <libiberty/libiberty.h>' > conftest.c
   gprof_dir=`$CC $CFLAGS $CPPFLAGS -M conftest.c 2>&AS_MESSAGE_LOG_FD |
     tr ' ' '\n' | sed -n 's,/libiberty\.h$,,p' | sed 1q`
   rm -f conftest.c
   AS_IF([test -n "$gprof_dir"],
     [BFD_CPPFLAGS="$BFD_CPPFLAGS -isystem $gprof_dir"
      CPPFLAGS="$CPPFLAGS -isystem $gprof_dir"
      AC_COMPILE_IFELSE(
        [AC_LANG_PROGRAM([[#include <libiberty.h>
#include <demangle.h>]], [])],
        [gprof_iberty=$gprof_dir])])])
AC_MSG_RESULT([$gprof_iberty])
AS_IF([test "x$gprof_iberty" = xno],
  [GPROF_MISSING([libiberty.h], [libiberty-dev], [binutils-devel],
                 [binutils-dev], [binutils])])])

# GPROF_BFD_TRY_LINK
# Set BFD_LIBS to the first list that links, or leave it empty and keep
# the linker's words in config.log.  An -l of a list
# that is not installed just makes that list fail.
AC_DEFUN([GPROF_BFD_TRY_LINK],
[AC_MSG_CHECKING([for the libraries to link with libbfd])
gprof_bfd_libs=
for gprof_try in \
  '-lbfd -liberty' \
  '-lbfd -liberty -lz' \
  '-lbfd -liberty -lz -lzstd' \
  '-lbfd -lsframe -liberty -lz' \
  '-lbfd -lsframe -liberty -lz -lzstd' \
  '-lbfd -liberty -lz -ldl' \
  '-lbfd -liberty -lz -lzstd -ldl' \
  '-lbfd -lsframe -liberty -lz -lzstd -ldl' \
  '-lbfd -liberty -lz -lintl -ldl' \
  '-lbfd -liberty -lz -lzstd -lintl -ldl' \
  '-lbfd -lsframe -liberty -lz -lzstd -lintl -ldl'
do
  LIBS="$gprof_bfd_path $gprof_try $gprof_save_LIBS"
  AC_LINK_IFELSE(
    [AC_LANG_PROGRAM([[#include <stdio.h>
#include <bfd.h>
#include <demangle.h>]],
      [[bfd *abfd;
bfd_init ();
abfd = bfd_openr ("/dev/null", NULL);
if (abfd && bfd_check_format (abfd, bfd_object))
  puts (cplus_demangle (bfd_get_filename (abfd), DMGL_AUTO));]])],
    [gprof_bfd_libs="$gprof_bfd_path $gprof_try"; break])
done
BFD_LIBS=`echo $gprof_bfd_libs`
AC_MSG_RESULT([${BFD_LIBS:-none}])])

# GPROF_LIB_MISSING (LIBRARY, WHAT, DEBIAN, FEDORA, ALPINE, ARCH)
AC_DEFUN([GPROF_LIB_MISSING],
[AS_VAR_PUSHDEF([cache], [gprof_cv_lib_$1])dnl
AC_CACHE_CHECK([for -l$1], [cache],
  [LIBS="$gprof_bfd_path -l$1 $gprof_save_LIBS"
   AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
     [AS_VAR_SET([cache], [yes])], [AS_VAR_SET([cache], [no])])])
AS_VAR_IF([cache], [no],
  [GPROF_MISSING([$2], [$3], [$4], [$5], [$6])])
AS_VAR_POPDEF([cache])])

# GPROF_BFD
AC_DEFUN([GPROF_BFD],
[AC_ARG_WITH([bfd],
  [AS_HELP_STRING([--with-bfd=PREFIX],
     [use the libbfd below PREFIX (include, lib); libiberty may be there
      too.  One that knows all targets makes a cross gprof])],
  [], [with_bfd=])
BFD_CPPFLAGS=
BFD_LIBS=
gprof_bfd_path=
gprof_missing=no
gprof_save_CPPFLAGS=$CPPFLAGS
gprof_save_LIBS=$LIBS
AS_CASE([$with_bfd],
  [no], [AC_MSG_ERROR([gprof needs BFD; --disable-gprof builds libgmon alone])],
  [yes|''], [],
  [BFD_CPPFLAGS="-I$with_bfd/include"
   gprof_multiarch=`$CC -print-multiarch 2>/dev/null`
   for gprof_dir in "$with_bfd/lib64" "$with_bfd/lib" \
                    "$with_bfd/lib/$gprof_multiarch"; do
     AS_IF([test -d "$gprof_dir"],
       [gprof_bfd_path="$gprof_bfd_path -L$gprof_dir"])
   done
   CPPFLAGS="$BFD_CPPFLAGS $CPPFLAGS"])
GPROF_BFD_HEADERS
AS_IF([test $gprof_missing = no], [GPROF_BFD_TRY_LINK])
AS_IF([test -z "$BFD_LIBS"],
  [GPROF_LIB_MISSING([bfd], [libbfd], [binutils-dev], [binutils-devel],
                     [binutils-dev], [binutils])
   GPROF_LIB_MISSING([iberty], [libiberty], [libiberty-dev],
                     [binutils-devel], [binutils-dev], [binutils])
   GPROF_LIB_MISSING([z], [zlib], [zlib1g-dev], [zlib-devel], [zlib-dev],
                     [zlib])
   GPROF_LIB_MISSING([zstd], [zstd (if libbfd is static and wants it)],
                     [libzstd-dev], [libzstd-devel], [zstd-dev], [zstd])
   AC_MSG_ERROR([cannot link with libbfd: install what is named above, or use --with-bfd=PREFIX, or --disable-gprof for libgmon alone; config.log has the linker's words])])
CPPFLAGS=$gprof_save_CPPFLAGS
LIBS=$gprof_save_LIBS
BFD_CPPFLAGS=`echo $BFD_CPPFLAGS`
AC_SUBST([BFD_CPPFLAGS])
AC_SUBST([BFD_LIBS])])
