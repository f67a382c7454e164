#!/bin/sh
# analyze.sh -- gcc -fanalyzer, clang-tidy, cppcheck and valgrind's memcheck.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: analyze.sh SRCDIR BUILDDIR
# In:  the C files of src and libgmon, for cppcheck those of the testsuite, too;
#      for memcheck a build with its unit programs.  PARTS chooses among "gcc
#      tidy cppcheck memcheck", JOBS is how many run at once (2).
# Out: see check-common.sh; an UNSUPPORTED line where a tool is missing.
#
# A finding is accepted if build-aux/analyze-answers answers it by a line
# "FILE CHECK TEXT" and, indented below, the reason.  TEXT is a part of the line
# of source that the finding names.

. "$(dirname "$0")/check-common.sh"

jobs=${JOBS:-2}
answers=$srcdir/build-aux/analyze-answers
work=$builddir/analyze.tmp
rm -rf "$work"
mkdir "$work" || exit 1
trap 'rm -rf "$work"' 0
trap 'exit 1' 1 2 15

# The other machines' assembly has no C, and the hook in C has to be asked for.
product="src libgmon"
flags="-DHAVE_CONFIG_H -D_GNU_SOURCE -I$builddir -I$builddir/src -Isrc -I. -Ilibgmon \
 -Ilibgmon/arch/${GMON_ARCH:-generic} -DLOCALEDIR='\"/\"' -DBINDIR='\"/bin\"' \
 -DLIBDIR='\"/lib\"' ${CPPFLAGS-}"

# With gprof's flags, libgmon's files would be the parts that gprof compiles for
# itself.
flags="$flags \$(case \$1 in libgmon/*) ;; *) echo '${SRC_CPPFLAGS-}' ;; esac)"

# each COMMAND: run "COMMAND FILE" in SRCDIR for each source
each ()
{
  (cd "$srcdir" && printf '%s\n' "$sources" |
     xargs -n 1 -P "$jobs" sh -c "$1"' > "$0/$(echo "$1" | tr / _)" 2>&1' \
       "$work/out") 2> "$work/errors" || :
}

# unanswered: of lines "FILE:LINE:COLUMN: warning: TEXT [CHECK]" on stdin print
# those that have no answer.  Errors, also of the tools, have none.
unanswered ()
{
  (cd "$srcdir" || exit
   $AWK -v answers="$answers" '
    BEGIN {
      while ((getline line < answers) > 0)
        if (line ~ /^[^ #]/)
          {
            split (line, word, " ")
            file[++n] = word[1]
            check[n] = word[2]
            text[n] = substr (line, length (word[1] word[2]) + 3)
            if (text[n] == "")
              print answers ": no text: " line
          }
        else if (line ~ /^ /)
          reason[n] = 1
      for (i = 1; i <= n; i++)
        if (!reason[i])
          print answers ": no reason: " file[i] " " check[i] " " text[i]
    }
    function source (name, number,  line, i)
    {
      for (i = 0; i < number && (getline line < name) > 0; )
        i++
      close (name)
      return line
    }
    / (warning|error): / {
      name = $0
      sub (/:.*/, "", name)
      number = substr ($0, length (name) + 2) + 0
      checks = $0
      sub (/.*\[/, "", checks)
      sub (/\].*/, "", checks)
      sub (/^-W/, "", checks)
      line = source(name, number)
      for (i = 1; i <= n; i++)
        if (file[i] == name && index (line, text[i]) &&
            index ("," checks ",", "," check[i] ","))
          break
      if (i > n)
        print
    }' || echo "$AWK failed") | sort -u
}

# analyzed NAME TOOL FOLDERS COMMAND: of the C files in FOLDERS, but not of sources
# that tests print, nor of one with which cppcheck 2.10 does not come to an end
analyzed ()
{
  if ! command -v "$2" > /dev/null; then
    echo "UNSUPPORTED: analyze: $1: no $2"
    return
  fi
  rm -rf "$work/out"
  mkdir "$work/out"
  # shellcheck disable=SC2086
  sources=$(c_files $3 | grep '\.c$' |
              grep -v -e /tmp/ -e /sources/ -e /libgmon.base/blocks.c)
  each "$4"
  pass_unless "analyze: $1: as many files as there are" \
    "$(test "$(ls "$work/out" | wc -l)" -eq \
         "$(printf '%s\n' "$sources" | wc -l)" || cat "$work/errors")"
  pass_unless "analyze: $1" "$(cat "$work"/out/* | unanswered)"
}

for part in ${PARTS:-gcc tidy cppcheck memcheck}; do
  case $part in
    gcc)
      # The analyzer sees more where small functions are inlined, hence -O2.
      analyzed "gcc -fanalyzer" gcc "$product" \
        "gcc -std=gnu11 $flags -O2 -Wformat=2 -fanalyzer \
          -fdiagnostics-plain-output -S -o $work/\$\$.s \"\$1\"" ;;
    tidy)
      # One file in a run: after the first, clang 14 forgets what va_start did.
      analyzed clang-tidy clang-tidy "$product" \
        "clang-tidy --quiet \"\$1\" -- -std=gnu11 -D__NO_INLINE__ $flags |
         sed 's|^$srcdir/||'" ;;
    cppcheck)
      analyzed cppcheck cppcheck "$product testsuite" \
        "cppcheck -q --std=c11 --enable=warning,portability,performance \
          --library=posix,gnu --max-configs=12 $flags -Itestsuite/unit \
          -Itestsuite/tools -Itestsuite/fuzz -D__x86_64__ -D__ELF__ -D__LP64__ \
          -D__linux__ -D__GNUC__=12 --suppress=missingInclude \
          --template='{file}:{line}:{column}: warning: {message} [{id}]' \
          \"\$1\"" ;;
    memcheck)
      if ! command -v valgrind > /dev/null; then
        echo "UNSUPPORTED: analyze: memcheck: no valgrind"
      else
        sh "$srcdir/build-aux/memcheck.sh" "$srcdir" "$builddir" || failures=1
      fi ;;
    *)
      echo "FAIL: analyze: no part $part"
      failures=1 ;;
  esac
done
exit $failures
