#!/bin/sh
# check-namespace.sh -- arch/namespace.h has the names of libgmon's headers.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-namespace.sh SRCDIR BUILDDIR
# In:  libgmon/.  Out: see check-common.sh.

. "$(dirname "$0")/check-common.sh"

file=libgmon/arch/namespace.h
pass_unless "namespace: $file is as make -C libgmon namespace makes it" \
  "$(sh "$(dirname "$0")/namespace.sh" "$srcdir" |
       diff "$srcdir/$file" - | grep '^[<>]' | sed "s|^|$file: |")"
exit $failures
