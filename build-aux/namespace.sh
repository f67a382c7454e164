#!/bin/sh
# namespace.sh -- prints libgmon/arch/namespace.h.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: namespace.sh SRCDIR
# In:  the internal headers below SRCDIR/libgmon.  Each function and variable
#      that they declare is renamed, unless it is static, EXPORTED, has a name
#      for the linker (__asm__) or begins with "__".
# Out: the header on stdout.  "make -C libgmon namespace" writes the file;
#      check-namespace.sh compares it; check-libgmon-symbols.sh finds names in
#      the library that no header declares.

LC_ALL=C
export LC_ALL
cd "${1:?usage: $0 SRCDIR}/libgmon" || exit 1

cat <<'HEAD'
/* namespace.h -- keeps libgmon.a's internal names out of the program's way.

   SPDX-License-Identifier: 0BSD

   Made by "make -C libgmon namespace" from the declarations in the internal
   headers.

   Hidden visibility hides a name from other modules, but not from the objects
   that a static archive is linked with: a program with its own function
   "text_range" would not link.  So the linker sees every internal name that is
   used in several files as __gmon_NAME.  Every internal header and every
   assembly file includes this file.

   gprof, which compiles unwind/ for itself, defines GMON_IN_GPROF: so it can
   be linked with libgmon.a, to profile itself.  */

#ifndef GMON_NAMESPACE_H
#define GMON_NAMESPACE_H

#ifndef GMON_IN_GPROF

HEAD

# Of each file the text outside of comments, directives and braces; then one
# declaration a line, without what is in capitals (HIDDEN, or a list of other
# declarations) and without attributes.  Its name is before the arguments, or at
# the end.
find . -name '*.h' ! -name namespace.h ! -name gmon.h ! -name gmon_out.h \
    -exec awk 'continued || /^[ \t]*#/ { continued = /\\$/; next } 1' {} + |
  tr '\n' ' ' | sed 's|/\*|\n&|g' | sed 's|^/\*.*\*/||' | tr '\n' ' ' |
  sed -e ':again' -e 's/{[^{}]*}/@/g' -e 't again' -e 's/[;@]/&\n/g' |
  awk '
  /@$/ || /^ *(static|typedef|_Static_assert) / || /^ *struct [a-z0-9_]* *;/ ||
  /EXPORTED|__asm__/ { next }
  {
    gsub(/__attribute__ *\(\([^;]*\)\)/, "")
    gsub(/_Atomic \([^()]*\)/, "")
    gsub(/ [A-Z][A-Z0-9_]+( \([A-Z_]*\))?/, "")
    if (!match($0, /[A-Za-z_][A-Za-z0-9_]* +\(/) &&
        !match($0, /[A-Za-z_][A-Za-z0-9_]* *;/))
      next
    name = substr($0, RSTART, RLENGTH)
    sub(/ *[(;]$/, "", name)
    if (name ~ /^__/)
      next
    label = name == "gmon" ? "gmon_state" : name
    sub(/^(gmon_)?/, "__gmon_", label)
    print "#define " name " " label
  }' | sort -u

printf '\n#endif\n\n#endif /* GMON_NAMESPACE_H */\n'
