# gprof-malloc.m4 -- can the program have a malloc of its own?
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In:  DL_LIBS, SANITIZE_CFLAGS.  Out: WRAP_MALLOC in config.h: the linker takes
#      the malloc of src/memory.c for that of all libraries.  Not where a
#      sanitizer has one, nor in a static program: there free comes with another
#      malloc, or there is none behind ours.

# A program with a malloc that calls the next one; it fails if there is none.
m4_define([GPROF_MALLOC_PROGRAM],
[AC_LANG_SOURCE([[
#ifdef __SANITIZE_ADDRESS__
# error
#endif
#include <dlfcn.h>
#include <stdlib.h>
void *
malloc (size_t size)
{
  void *(*next) (size_t) = (void *(*) (size_t)) dlsym (RTLD_NEXT, "malloc");
  return next ? next (size) : 0;
}
int
main (void)
{
  void *p = malloc (1);
  free (p);
  return !p;
}
]])])

AC_DEFUN([GPROF_MALLOC],
[AC_REQUIRE([GPROF_DLOPEN])
gprof_save_LIBS=$LIBS
LIBS="$DL_LIBS $LIBS"
AC_CACHE_CHECK([whether a program can have a malloc of its own],
  [gprof_cv_wrap_malloc],
  [gprof_cv_wrap_malloc=no
   AS_IF([test "x$SANITIZE_CFLAGS" = x],
     [AC_RUN_IFELSE([GPROF_MALLOC_PROGRAM], [gprof_cv_wrap_malloc=yes], [],
        [AS_CASE([" $CC $CFLAGS $LDFLAGS "], [*" -static"*], [],
           [AC_LINK_IFELSE([GPROF_MALLOC_PROGRAM],
              [gprof_cv_wrap_malloc=yes])])])])])
LIBS=$gprof_save_LIBS
AS_IF([test $gprof_cv_wrap_malloc = yes],
  [AC_DEFINE([WRAP_MALLOC], [1],
     [Define if the program can have a malloc of its own.])])])
