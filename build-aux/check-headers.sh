#!/bin/sh
# check-headers.sh -- every header compiles alone, and code without Linux.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-headers.sh SRCDIR BUILDDIR
# In:  the headers of src (after config.h) and libgmon (which has no
#      config.h); CC, CPPFLAGS (finds config.h), SRC_CPPFLAGS, GPROF_BUILT.
#      Out: see check-common.sh.

. "$(dirname "$0")/check-common.sh"

CC=${CC:-cc}
flags='-Wall -Wextra -Werror -fsyntax-only'

# compile PROLOGUE INCLUDE-FLAGS HEADER: nothing, or the first complaint
compile ()
{
  printf '%s\n#include "%s"\nextern int not_empty;\n' "$1" "$3" |
    $CC $CPPFLAGS $2 $flags -x c - 2>&1 | grep -m1 error: |
    sed "s|^|$3: |"
}

if test -n "$GPROF_BUILT"; then
  pass_unless "headers: those of src compile alone" "$(
    for header in $(c_files src | sed -n 's|^src/\(.*\.h\)$|\1|p'); do
      compile '#include <config.h>' \
        "-I$srcdir/src -I$srcdir -I$builddir/src $SRC_CPPFLAGS" "$header"
    done)"
  # Nothing else compiles the parts for other systems.
  linux=$(c_files src | grep '\.c$' |
    (cd "$srcdir" && xargs grep -l __linux__) | sed 's|^src/||')
  pass_unless "headers: files with code for Linux compile without it" "$(
    for file in $linux; do
      compile '#undef __linux__
#include <config.h>' "-DGMON_IN_GPROF -I$srcdir/src -I$srcdir \
        -I$srcdir/libgmon -I$builddir/src $SRC_CPPFLAGS" "$file"
    done)"
fi

# libgmon's headers need no config.h; arch/ holds assembly.
pass_unless "headers: those of libgmon compile alone" "$(
  for header in $(c_files libgmon | grep '\.h$' | grep -v /arch/); do
    compile '#define _GNU_SOURCE 1' "-I$srcdir/libgmon -I$srcdir" "$header"
  done)"
exit $failures
