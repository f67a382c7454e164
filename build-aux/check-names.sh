#!/bin/sh
# check-names.sh -- a static function has a name of its own.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-names.sh SRCDIR BUILDDIR
# In:  the C files of src and libgmon.  Out: see check-common.sh.
#
# A profile and a debugger show the names of functions without their files.  So
# no name is that of a static function in one file and of any function in
# another.  A function, in GNU style, is a line that starts with "name (" after
# a line with its type, which begins with "static" if the function is.

. "$(dirname "$0")/check-common.sh"

# shared FILE...: a line for each name of several files, one of them static
shared ()
{
  (cd "$srcdir" && $AWK '
     FNR == 1 { type = "" }
     /^[A-Za-z_][A-Za-z_0-9]* \(/ && type ~ /^[A-Za-z_]/ && type !~ /[;,{}(]$/ {
       if (!(($1, FILENAME) in seen)) {
         seen[$1, FILENAME] = 1
         files[$1] = files[$1] " " FILENAME
         count[$1]++
       }
       if (type ~ /^static /)
         is_static[$1] = 1
     }
     { type = $0 }
     END {
       for (name in is_static)
         if (count[name] > 1)
           print name " is in" files[name]
     }
   ' "$@" /dev/null | sort)
}

pass_unless "names: a static function has a name of its own" \
  "$(shared $(c_files src libgmon | grep '\.c$'))"
exit $failures
