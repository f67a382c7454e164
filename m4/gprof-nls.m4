# gprof-nls.m4 -- messages in the user's language, by a gettext of the system.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In:  --disable-nls.  Out: ENABLE_NLS in config.h, INTL_LIBS, MSGFMT; the
#      conditional USE_NLS: catalogs are made and installed.

AC_DEFUN([GPROF_NLS],
[AC_ARG_ENABLE([nls],
  [AS_HELP_STRING([--disable-nls], [messages in English only])],
  [], [enable_nls=auto])
INTL_LIBS=
have_nls=no
AS_IF([test "x$enable_gprof" != xno && test "x$enable_nls" != xno],
  [AC_CACHE_CHECK([which library has gettext], [gprof_cv_intl],
     [gprof_cv_intl=no
      gprof_save_LIBS=$LIBS
      for gprof_lib in '' -lintl; do
        LIBS="$gprof_lib $gprof_save_LIBS"
        AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <libintl.h>]],
          [[return bindtextdomain ("x", "/")
              && bind_textdomain_codeset ("x", "UTF-8")
              && dgettext ("x", "x") && dngettext ("x", "x", "x", 1);]])],
          [gprof_cv_intl=${gprof_lib:-libc}
           break])
      done
      LIBS=$gprof_save_LIBS])
   AS_IF([test "$gprof_cv_intl" != no],
     [have_nls=yes
      AS_IF([test "$gprof_cv_intl" != libc], [INTL_LIBS=$gprof_cv_intl])
      AC_DEFINE([ENABLE_NLS], [1],
        [Define if messages may be in the user's language.])],
     [test "x$enable_nls" = xyes],
     [AC_MSG_ERROR([--enable-nls: no libintl.h with its library: install gettext-dev (Alpine: or musl-libintl), or gettext])])])
AC_SUBST([INTL_LIBS])
AC_CHECK_PROGS([MSGFMT], [msgfmt], [:])
# A release has the catalogs; a clone needs msgfmt to make them.
AS_IF([test $have_nls = yes && test "$MSGFMT" = : \
       && test ! -f "$srcdir/po/de.gmo"],
  [AC_MSG_WARN([no msgfmt: install gettext for messages in other languages])
   have_nls=no])
AC_SUBST([have_nls])
AM_CONDITIONAL([USE_NLS], [test $have_nls = yes])])
