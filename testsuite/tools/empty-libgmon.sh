#!/bin/sh
# empty-libgmon.sh -- put a libgmon that does nothing into a folder.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: empty-libgmon.sh DIR COMPILER
# Out: DIR/libgmon.a, DIR/libgmon.so and its name at run time.  They define only
#      the names that no C library has, so that programs of tests link.  All
#      other names are then those of glibc's runtime.  DIR/libgmon_mpi.so, in
#      the same way, has nothing.

set -e
mkdir -p "$1"
cd "$1"
rm -f libgmon.a libgmon.so libgmon.so.0 libgmon.so.0.* libgmon_mpi.so*
cat >empty.c <<'END'
extern void _mcleanup (void);
__attribute__ ((weak)) void mcleanup (void) { _mcleanup (); }
__attribute__ ((weak)) int gmon_write_now (void) { return 0; }
__attribute__ ((weak)) int gmon_write_fd (int fd) { return fd - fd; }
__attribute__ ((weak)) void gmon_drop (void) { }
__attribute__ ((weak)) void write_profiling (void) { }
END
# $2 may have flags.
# shellcheck disable=SC2086
{
  $2 -fPIC -c empty.c
  $2 -shared -nostdlib -Wl,-soname,libgmon.so.0 -o libgmon.so.0 empty.o
  $2 -shared -nostdlib -Wl,-soname,libgmon_mpi.so.0 -o libgmon_mpi.so.0 \
    -x c /dev/null
}
ar cr libgmon.a empty.o
ln -s libgmon.so.0 libgmon.so
ln -s libgmon_mpi.so.0 libgmon_mpi.so
rm empty.c empty.o
