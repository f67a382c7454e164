# gprof-export.m4 -- the libraries that exporters of gprof need.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Out: EXPORT_LIBS, the libraries of sqrt and of zlib, without which configure
#      stops.

AC_DEFUN([GPROF_EXPORT],
[gprof_save_LIBS=$LIBS
LIBS=
AC_SEARCH_LIBS([sqrt], [m])
AC_CHECK_HEADER([zlib.h], [],
  [AC_MSG_ERROR([gprof needs zlib.h: install zlib1g-dev (Debian), zlib-devel (Fedora, openSUSE), zlib-dev (Alpine) or zlib (Arch), or use --disable-gprof for libgmon alone])])
AC_SEARCH_LIBS([deflate], [z], [],
  [AC_MSG_ERROR([gprof needs zlib, and cannot link with it; use --disable-gprof for libgmon alone])])
EXPORT_LIBS=$LIBS
LIBS=$gprof_save_LIBS
AC_SUBST([EXPORT_LIBS])])
