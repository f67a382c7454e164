#!/bin/sh
# check-bfd.sh -- only one folder includes <bfd.h>.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-bfd.sh SRCDIR BUILDDIR
# In:  src/.  Out: see check-common.sh.

. "$(dirname "$0")/check-common.sh"

folder=src/image/bfd
bfd='^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"](bfd[a-z]*|elf-bfd)\.h'

users=$(cd "$srcdir" && grep -lE "$bfd" $(c_files src) /dev/null)
test -n "$users" || users="nobody"
pass_unless "bfd: only $folder includes <bfd.h>" \
  "$(printf '%s\n' "$users" | grep -v "^$folder/" | sed 's/$/ includes it/')"
exit $failures
