#!/bin/sh
# check-syntax.sh -- the grep rules of syntax-check.mk, one line each.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-syntax.sh SRCDIR BUILDDIR
# In:  syntax-check.mk, the tree; MAKE.  Out: see check-common.sh.

. "$(dirname "$0")/check-common.sh"

rules=$(dirname "$0")/syntax-check.mk
names=$(sed -n 's/^\(sc_[a-z_0-9]*\):.*/\1/p' "$rules")

unset MAKEFLAGS MFLAGS MAKELEVEL
test -n "$names" || pass_unless "syntax: rules" "none found in $rules"
for name in $names; do
  pass_unless "syntax: $name" \
    "$(${MAKE:-make} -s -f "$rules" srcdir="$srcdir" "$name" 2>&1 |
       grep -v '^make.*:')"
done
exit $failures
