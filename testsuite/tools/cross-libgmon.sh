#! /bin/sh
# cross-libgmon.sh -- libgmon for another machine, without its own configure.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: cross-libgmon.sh BUILDDIR ARCH CC DIR
#   BUILDDIR  where this package is configured for the machine we run on; its
#             libgmon/Makefile lists the sources and flags; its configure.ac and
#             m4/gprof-flags.m4 list the flags to try with the compiler
#   ARCH      a folder below libgmon/arch
#   CC        the cross compiler
# Out: DIR/libgmon with Makefile, objects and .libs, as make leaves them, for
# check-libgmon-symbols.sh and for programs.  Each source is compiled once for
# both libraries.  A configure and make for the machine, as machines.exp runs
# them in full, would take seven times as long.
#
# What was compiled is kept in BUILDDIR/testsuite/tmp/cross, below a hash of the
# compiler's version, this script, the flags, and the contents of all sources and
# headers: the manual's example and machine-aarch64.exp compile it once.

set -u
build=$1
arch=$2
CC=$3
dir=$4
unset MAKEFLAGS MFLAGS MAKELEVEL

# ask WORD...: what the words expand to in the Makefile, which may have been
# remade before, with many words
ask ()
{
  printf 'include Makefile\nask:\n\t@echo "%s"\n' "$*" |
    make -s --no-print-directory -C "$build/libgmon" -f - ask \
      GMON_ARCH="$arch" srcdir="$source" WARN_CFLAGS='-Wall -Wextra -Werror' \
      GMON_HOOK_CFLAGS="${hook_flags-}" | tail -n 1
}
source=$(make -s --no-print-directory -C "$build/libgmon" -f - ask <<'MAKE'
include Makefile
ask:
	@cd $(srcdir) && pwd
MAKE
) || exit 1
source=$(echo "$source" | tail -n 1)
top=${source%/*}

# Flags that configure tries for the hook: for all machines, and for this one.
candidates=$(awk -v arch="$arch" '
  function flag ()
  {
    if (match ($0, /GPROF_FLAG\(\[[^]]*\], \[GMON_HOOK_CFLAGS\]/))
      {
        sub (/.*GPROF_FLAG\(\[/, "")
        sub (/\].*/, "")
        print
      }
  }
  FILENAME ~ /configure\.ac$/ { flag (); next }
  index ($0, "  [" arch "], [") == 1 { here = 1 }
  here { last = /\],?$/ || /\]\)$/; flag (); if (last) exit }
  ' "$top/configure.ac" "$top/m4/gprof-flags.m4")

rm -rf "$dir"
mkdir -p "$dir/libgmon/.libs" "$dir/libgmon/arch" || exit 1
cd "$dir/libgmon" || exit 1
echo 'int nothing;' > empty.c
hook_flags=
for flag in $candidates; do
  if $CC -Werror "$flag" -c empty.c 2> /dev/null; then
    hook_flags="$hook_flags $flag"
  fi
done
rm -f empty.*

flags=$(ask '$(DEFAULT_INCLUDES) $(AM_CPPFLAGS) $(AM_CFLAGS) $(CFLAGS)') ||
  exit 1
sources=$(ask '$(filter %.c,$(libgmon_la_SOURCES))') || exit 1
echo "GMON_ARCH = $arch" > Makefile

link=$(ask '$(filter -Wl%,$(libgmon_la_LDFLAGS))') || exit 1

# What follows depends on nothing else.
kept=$build/testsuite/tmp/cross
entry=$arch-${CC##*/}
key=$({ $CC --version && echo "$CC $flags $sources $link" &&
          cat "$top/testsuite/tools/cross-libgmon.sh" "$build/config.h" &&
          cd "$source" && find . -type f -name '*.[chS]' -o -name '*.map' |
          LC_ALL=C sort | while read -r file; do echo "$file"; cat "$file"; done
      } | sha256sum | cut -c1-32)
if test -n "$key" && cp -a "$kept/$entry-$key/." . 2> /dev/null; then
  exit 0
fi
rm -f .libs/*

objects=
for name in $sources; do
  object=${name%.c}.o
  mkdir -p "${name%/*}"
  case $name in
    life/hook_cost.c) calls=-pg ;;
    *) calls= ;;
  esac
  # shellcheck disable=SC2086
  $CC $flags $calls -fPIC -c "$source/$name" -o "$object" || exit 1
  objects="$objects $object"
done
for name in "$source/arch/$arch"/*.[cS]; do
  object=arch/$(basename "$name" | sed 's/\.[cS]$/.o/')
  # shellcheck disable=SC2086
  $CC $flags -fPIC -c "$name" -o "$object" || exit 1
done
"$($CC -print-prog-name=ar)" cr .libs/libgmon.a $objects arch/*.o || exit 1
# shellcheck disable=SC2086
$CC -shared -Wl,-soname,libgmon.so.0 $link -o .libs/libgmon.so.0 \
  $objects arch/*.o || exit 1
ln -s libgmon.so.0 .libs/libgmon.so || exit 1

# Another worker may do the same now: who is first stays.
if test -n "$key" && test ! -d "$kept/$entry-$key"; then
  rm -rf "$kept/$entry"-*
  mkdir -p "$kept" && cp -a . "$kept/new.$$" &&
    mv -T "$kept/new.$$" "$kept/$entry-$key" 2> /dev/null ||
    rm -rf "$kept/new.$$"
fi
exit 0
