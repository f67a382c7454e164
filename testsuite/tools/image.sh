#! /bin/sh
# image.sh -- symbols.txt to an ELF image: mkimage, assembler, linker.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: image.sh MKIMAGE SYMBOLS OUTPUT
# AS and LD name the assembler and the linker (default: as, ld).
# Leaves OUTPUT.s for those who look into a failure.

set -e
"$1" "$2" > "$3.s"
read -r _ bits how options < "$3.s"
${AS-as} "--$bits" -o "$3.o" "$3.s"
if test "$how" = object; then
  mv "$3.o" "$3"
else
  # A message about a missing entry point or an RWX segment is no news.
  # shellcheck disable=SC2086
  ${LD-ld} $options -e 0 --build-id=none --no-warn-rwx-segments \
    -o "$3" "$3.o"
  rm -f "$3.o"
fi
