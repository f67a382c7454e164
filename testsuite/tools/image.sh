#! /bin/sh
# image.sh -- symbols.txt to an image: mkimage, assembler, linker.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: image.sh MKIMAGE SYMBOLS OUTPUT
# AS and LD name the assembler and the linker (default: as, ld); an image of
# another machine is made by TRIPLET-as and TRIPLET-ld.
# Leaves OUTPUT.s, which helps to look into a failure.  Status 77 if the machine's
# tools are not installed.

set -e
"$1" "$2" > "$3.s"
# A program with calls has a mcount somewhere, or its profile is another's; with
# NO_MCOUNT in the environment it has none but its own.
test -n "$NO_MCOUNT" || grep -qw mcount "$3.s" ||
  printf '\t.globl mcount\nmcount = 0\n' >> "$3.s"
{
  read -r _ tools flags how options
  read -r _ convert format
} < "$3.s"
as=${AS-as}
ld=${LD-ld}
if test "$tools" != native; then
  as=$tools-as
  ld=$tools-ld
  command -v "$as" > /dev/null || exit 77
fi
test "$flags" != - || flags=
# shellcheck disable=SC2086
$as $flags -o "$3.o" "$3.s"
if test "$how" = object; then
  mv "$3.o" "$3"
else
  # A message about a missing entry point or an RWX segment is no news.
  # shellcheck disable=SC2086
  $ld $options -e 0 --build-id=none --no-warn-rwx-segments -o "$3" "$3.o"
  rm -f "$3.o"
fi
# What objcopy warns of (a segment without bytes) is meant so.
if test "$convert" = convert; then
  ${OBJCOPY-objcopy} -O "$format" "$3" 2> "$3.err" || { cat "$3.err" >&2; exit 1; }
  rm -f "$3.err"
fi
