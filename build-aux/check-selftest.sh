#!/bin/sh
# check-selftest.sh -- each structure check can fail.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-selftest.sh SRCDIR BUILDDIR
# In:  the other check-*.sh; CC.  Out: see check-common.sh.
#
# Builds a small good tree in a temporary folder, sees every check pass, then
# breaks one rule at a time.  The check must then fail and name the file.

. "$(dirname "$0")/check-common.sh"

here=$(cd "$(dirname "$0")" && pwd)
CC=${CC:-cc}
AR=${AR:-ar}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/gprof-selftest.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' 0
trap 'exit 1' 1 2 15

# fresh: a good tree in $tmp/t
fresh ()
{
  rm -rf "$tmp/t"
  mkdir -p "$tmp/t/src/base" "$tmp/t/src/image/bfd" "$tmp/t/src/profile" \
           "$tmp/t/src/report" "$tmp/t/libgmon/arch/cpu" \
           "$tmp/t/libgmon/clock" "$tmp/t/libgmon/life"
  cd "$tmp/t" || exit 1
  : >config.h
  echo '#define GMON_MAGIC "gmon"' >libgmon/gmon_out.h
  echo 'int low (int);' >src/base/low.h
  printf '#include <config.h>\n#include "base/low.h"\n' >src/base/low.c
  printf 'int\nlow (int x)\n{\n  return x + 1;\n}\n' >>src/base/low.c
  printf '#include "base/low.h"\nint image (void);\n' >src/image/image.h
  printf '#include <bfd.h>\n#include "image/image.h"\n' >src/image/bfd/image.c
  printf '#include "libgmon/gmon_out.h"\n' >src/profile/read.h
  printf '#include "profile/read.h"\n' >src/report/print.h
  echo '#ifdef __x86_64__' >libgmon/arch/cpu/code.h
  echo '#endif' >>libgmon/arch/cpu/code.h
  echo 'int tick (int *gmon);' >libgmon/clock/tick.h
  printf '#include "clock/tick.h"\n#include "machine.h"\n' >libgmon/clock/tick.c
  echo '/* gmon.out, and the header gmon.h */' >>libgmon/clock/tick.c
  printf '#include "clock/tick.h"\n#include "gmon_out.h"\n' >libgmon/life/life.c
  echo 'int x = gmon.state;' >>libgmon/life/life.c
}

# archive: libgprof.a of src/base
archive ()
{
  for file in src/base/*.c; do
    $CC -I. -Isrc -c "$file" -o "${file%.c}.o" || exit 1
  done
  $AR rc src/libgprof.a src/base/*.o
}

# run CHECK: its output in $out; status kept
run ()
{
  out=$(CPPFLAGS=-I. SRC_CPPFLAGS= GPROF_BUILT=yes \
        SANITIZED="$sanitized" sh "$here/check-$1.sh" . . 2>&1)
}

sanitized=

# good CHECK [WHAT]
good ()
{
  if run "$1"; then wrong=; else wrong=$(printf '%s' "$out" | grep -v ^PASS)
  fi
  pass_unless "selftest: $1${sanitized:+ (sanitized)} accepts ${2:-a good tree}" \
    "$wrong"
}

# bad CHECK WHAT PATTERN: the check must fail with a line that has PATTERN
bad ()
{
  wrong=
  if run "$1"; then
    wrong="accepted"
  elif ! printf '%s\n' "$out" | grep -q "^FAIL: .*$3"; then
    wrong="failed without naming $3"
  fi
  pass_unless "selftest: $1 catches $2" "$wrong"
}

# warns CHECK WHAT PATTERN: the check must succeed with a warning with PATTERN
warns ()
{
  wrong=
  run "$1" || wrong="failed"
  printf '%s\n' "$out" | grep -q "^WARNING: .*$3" ||
    wrong="$wrong no warning with $3"
  pass_unless "selftest: $1 warns of $2" "$wrong"
}

# repeat N TEXT
repeat ()
{
  $AWK -v n="$1" -v text="$2" 'BEGIN { while (n-- > 0) print text }'
}

fresh; archive
for check in layers bfd size names globals headers; do
  good $check
done

fresh; echo '#include "image/image.h"' >>src/base/low.h
bad layers "a later stage" 'base/low.h includes image/image.h'
fresh; echo '#include "libgmon/gmon_out.h"' >>src/report/print.h
bad layers "the file format outside profile" 'report/print.h includes libgmon'
fresh; echo '#include "base/none.h"' >>src/base/low.h
bad layers "an unknown header" 'base/none.h'
fresh; mkdir src/util; echo "int x;" >src/util/util.h
bad layers "an unknown stage" 'util/util.h'
fresh; echo '#include "base/a.h"' >src/base/b.h
echo '#include "base/b.h"' >src/base/a.h
bad layers "an include cycle" 'base/a is in a cycle'
fresh; repeat 13 '#include "base/low.h"' >src/report/print.h
bad layers "thirteen includes" 'report/print.h has 13'

# with_compat: the good tree, where image includes its emulation
with_compat ()
{
  fresh
  mkdir src/compat
  echo '#include "image/image.h"' >src/compat/call_limits.h
  echo '#include "compat/call_limits.h"' >src/image/find_call.c
}

with_compat
good layers "emulation in the stage that it serves"
with_compat; echo '#include "compat/call_limits.h"' >>src/report/print.h
bad layers "emulation that another stage includes" \
  'report/print.h includes compat/call_limits.h'
with_compat; echo '#include "report/print.h"' >>src/compat/call_limits.h
bad layers "emulation that includes a later stage" \
  'compat/call_limits.h includes report/print.h'
with_compat; echo 'int x;' >src/compat/other.h
bad layers "emulation that serves no stage" 'compat/other.h stands in no stage'

fresh; echo '#include "life/life.h"' >>libgmon/clock/tick.c
echo 'int life;' >libgmon/life/life.h
bad layers "a higher floor of libgmon" 'clock/tick.c includes life/life.h'
fresh; mkdir libgmon/unwind libgmon/record; echo 'int a;' >libgmon/record/arcs.h
echo '#include "record/arcs.h"' >libgmon/unwind/unwind.h
bad layers "an unwinder that records" 'unwind/unwind.h includes record/arcs.h'
fresh; echo '#include "internal.h"' >>libgmon/clock/tick.c
bad layers "an unknown header of libgmon" 'clock/tick.c includes internal.h'
fresh; mkdir libgmon/util; echo 'int x;' >libgmon/util/util.h
bad layers "an unknown floor" 'util/util.h stands in no stage'
fresh; echo '#include "clock/a.h"' >libgmon/clock/b.h
echo '#include "clock/b.h"' >libgmon/clock/a.h
bad layers "an include cycle of libgmon" 'clock/a is in a cycle'
fresh; repeat 13 '#include "clock/tick.h"' >libgmon/life/many.c
bad layers "thirteen includes in libgmon" 'life/many.c has 13'
fresh; echo 'int y = gmon.state;' >>libgmon/clock/tick.c
bad layers "the global state below its floor" 'clock/tick.c:4: gmon'
fresh; echo '# if defined __aarch64__' >>libgmon/clock/tick.c
bad layers "a condition on the processor" 'clock/tick.c:4: # if defined'

fresh; echo '#include <bfd.h>' >>src/base/low.c
bad bfd "a second user of BFD" 'src/base/low.c'
fresh; : >src/image/bfd/image.c
bad bfd "a vanished user of BFD" 'nobody'

fresh; repeat 701 '/* line */' >src/base/long.c
warns size "a file of 701 lines" 'src/base/long.c has 701'
fresh; repeat 1001 '/* line */' >src/base/long.c
bad size "a file of 1,001 lines" 'src/base/long.c has 1001'
fresh; mkdir testsuite; repeat 1001 '/* line */' >testsuite/long.c
bad size "a test of 1,001 lines" 'testsuite/long.c has 1001'
fresh; repeat 201 '/* line */' >src/base/long.h
warns size "a header of 201 lines" 'src/base/long.h has 201'
fresh; repeat 301 '/* line */' >src/base/long.h
bad size "a header of 301 lines" 'src/base/long.h has 301'
fresh
printf 'int\nlong_one (void)\n{\n%s\n}\n' "$(repeat 118 '  low (1);')" \
  >src/base/fun.c
bad size "a function of 121 lines" 'long_one has 121'
fresh; for n in 1 2 3; do
  printf 'int\nf%d (void)\n{\n' $n; repeat 15 '  low (1);'; echo '}'
done >src/base/fun.c
bad size "a median of 18 lines" 'median is 18'
fresh; for n in 1 2 3; do
  printf 'int\nf%d (void)\n{\n' $n; repeat 70 '  low (1);'; echo '}'
done >src/base/fun.c
bad size "a 90th percentile of 73 lines" 'percentile is 73'

fresh; printf 'static int\nlow (void)\n{\n  return 1;\n}\n' >libgmon/life/low.c
bad names "a static function named as another" \
  'low is in libgmon/life/low.c src/base/low.c'
fresh; for file in src/base/a.c src/report/b.c; do
  printf 'static inline long\nhigh (void)\n{\n  return 1;\n}\n' >$file
done
bad names "two static functions of one name" 'high is in src/base/a.c src/report'

fresh; echo 'int counter = 1; ' >>src/base/low.c; archive
bad globals "an initialized global" 'low.o:* [0-9]* bytes in .data'
fresh; echo 'int *here (void) { static int n; return &n; }' >>src/base/low.c
archive
bad globals "a static local" 'low.o:* [0-9]* bytes in .bss'
fresh; echo 'void exit (int); void die (void) { exit (1); }' >>src/base/low.c
archive
bad globals "a call of exit" 'low.o: refers to exit'
fresh; printf '%s\n' '#include <stdio.h>' \
  'void say (void) { fputs ("x", stderr); }' >>src/base/low.c; archive
bad globals "a use of stderr" 'low.o: refers to stderr'
sanitized=yes
fresh; archive
good globals
fresh; echo 'int *here (void) { static int n; return &n; }' >>src/base/low.c
archive
bad globals "a static local in a sanitized build" 'low.o: .*n[.0-9]* is in .bss'
sanitized=
fresh; archive; rm src/libgprof.a
bad globals "a missing library" 'does not exist'

fresh; echo 'size_t lacking (void);' >>src/base/low.h
bad headers "a header that needs another first" 'base/low.h'
fresh; echo 'uint32_t lacking (void);' >>libgmon/gmon_out.h
bad headers "such a header of libgmon" 'libgmon/gmon_out.h'
fresh
printf '#ifndef __linux__\nint lacking (size_t n);\n#endif\n' >src/base/other.c
bad headers "code that needs Linux" 'base/other.c'

# fresh_quirks: a list with a bit and a row that is not emulated, the table of
# the manual, and a file that tests the bit
fresh_quirks ()
{
  fresh
  mkdir -p doc/manual
  printf '%s\n' '  QUIRK (hop, 1, "it hops")' \
    '  ONE_SIDED (2, "it skips")' >src/base/quirk_list.h
  printf '%s\n' '@node All differences' '@multitable' '@item 1' \
    '@c quirks: hop' '@tab Hops' '@item 2*' '@tab Skips' '@end multitable' \
    '@node Next' '@item 9' >doc/manual/compat.texi
  echo 'int x = quirks.hop;' >src/image/hop.c
}

fresh_quirks
good quirks
fresh_quirks; echo '  QUIRK (jump, 1, "it jumps")' >>src/base/quirk_list.h
echo 'int y = quirks.jump;' >>src/image/hop.c
bad quirks "a bit that the manual lacks" 'lacks row 1 jump'
fresh_quirks; sed -i 's/: hop/: hop fly/' doc/manual/compat.texi
bad quirks "a bit that only the manual has" 'lacks row 1 fly'
fresh_quirks; sed -i 's/(hop, 1/(hop, 3/' src/base/quirk_list.h
bad quirks "a bit in another row" 'lacks row 3 hop'
fresh_quirks; sed -i '/ONE_SIDED/d' src/base/quirk_list.h
bad quirks "a row that only the manual has" 'lacks row 2 [*]'
fresh_quirks; sed -i 's/^@item 2[*]/@item 2/' doc/manual/compat.texi
bad quirks "a row without its star" 'lacks row 2 [*]'
fresh_quirks; sed -i 's/^@item 2[*]/@item 3*/' doc/manual/compat.texi
sed -i 's/(2,/(3,/' src/base/quirk_list.h
bad quirks "a gap in the rows" 'row 3 is number 2'
fresh_quirks; echo '  QUIRK (hop, 1, "it hops")' >>src/base/quirk_list.h
bad quirks "a bit that stands twice" 'quirk_list.h: hop'
fresh_quirks; echo '/* quirks.hop is not tested.  */' >src/image/hop.c
bad quirks "a bit that nobody tests" 'tests hop'
fresh_quirks; : >src/base/quirk_list.h
bad quirks "an empty list" 'no_quirk_in'

# fresh_options: a table with three options, a gprof, two manuals and completions
# that have them
fresh_options ()
{
  rm -rf "$tmp/t"
  mkdir -p "$tmp/t/src/cli" "$tmp/t/doc/manual" "$tmp/t/completions"
  cd "$tmp/t" || exit 1
  cat >src/cli/option_table.c <<'END'
const struct option_def option_table[] = {
  { 'p', "flat-profile", ARG_GLUED, "SPEC", .help = N_("the flat profile") },
  { 'R', "file-ordering", ARG_NEEDED, "MAP", .help = N_("an order") },
  { 0, "rebase", ARG_NEEDED, "OFFSET|auto", .help = N_("add [OFFSET]") },
};
END
  cat >src/gprof <<'END'
#!/bin/sh
echo '  -p, --flat-profile[=SPEC]   the flat profile'
echo '  -R, --file-ordering=MAP     an order'
echo '      --rebase=OFFSET|auto    add [OFFSET]'
END
  chmod +x src/gprof
  cat >doc/gprof.1 <<'END'
.SH OPTIONS
.TP
.BR \-p [\fIspec\fR], " \-\-flat\-profile" [=\fIspec\fR]
.TP
.BI \-R " map" "\fR, \fP\-\-file\-ordering=" map
.TP
.BI \-\-rebase= offset "\fR, \fP\-\-rebase=auto"
.SS Specifications
END
  printf '@item %s\n' '-p[@var{spec}]' '--flat-profile[=@var{spec}]' \
    '-R @var{map}' '--file-ordering=@var{map}' '--rebase=@var{offset}' \
    --rebase=auto >doc/manual/options.texi
  for shell in bash zsh fish; do
    $AWK -v shell=$shell -v program=gprof \
      -f "$here/../completions/generate.awk" src/cli/option_table.c \
      >completions/gprof.$shell || exit 1
  done
}

fresh_options
good options
fresh_options; echo 'echo "  -x, --extra  more"' >>src/gprof
bad options "an option that the table lacks" 'extra is in --help only'
fresh_options; sed -i '$d' src/cli/option_table.c
printf '%s\n' "  { 'x', NULL, ARG_NONE, NULL, GROUP_OLD, DO_SET," \
  '    .help = N_("more") },' '};' >>src/cli/option_table.c
for place in doc/gprof.1 doc/manual/options.texi --help \
    "completions for bash" "completions for zsh" "completions for fish"; do
  bad options "an option that $place lacks" ".-x is missing from $place"
done
fresh_options; echo '@itemx --invented' >>doc/manual/options.texi
bad options "an option that is documented only" \
  'invented is in doc/manual/options.texi only'
fresh_options; : >src/gprof
bad options "a gprof without --help" 'flat-profile is missing from --help'
fresh_options; : >src/cli/option_table.c
bad options "a table that is not found" 'has them: it does not'

# Each case: what, file, an edit by sed, the text that the message must have.
while IFS='|' read -r what file edit pattern; do
  fresh_options
  sed -i "$edit" "$file"
  bad options "$what" "$pattern"
done <<'END'
another argument in gprof.1|doc/gprof.1|s/" map/" file/|-R FILE is in doc/gprof.1 only
another argument in the manual|doc/manual/options.texi|s/{offset}/{n}/|--rebase=N is in doc/manual/options.texi only
no optional argument in the manual|doc/manual/options.texi|s/^@item -p.*/@item -p/|-p\[SPEC\] is missing from doc/manual
another argument for zsh|completions/gprof.zsh|s/:MAP:/:FILE:/|-R MAP is missing from completions for zsh
END

# fresh_namespace: a header with declarations of all kinds
fresh_namespace ()
{
  fresh
  cat >libgmon/clock/name.h <<'END'
/* int in_comment (void); */
#define IN_MACRO(x) \
  int in_macro (x);
struct shape { int in_struct; };
static inline int is_static (void) { return in_body (1); }
HIDDEN void hidden_function (int (*callback) (int)) __attribute__ ((cold));
extern __thread _Atomic (struct shape *) variable INITIAL_EXEC;
EXPORTED int exported (void);
int *list
  (void);
shape_maker of_a_type;
END
  sh "$here/namespace.sh" . >libgmon/arch/namespace.h
}
fresh_namespace
good namespace
names=$(sed -n 's/^#define \(.*\) __gmon_.*/\1/p' libgmon/arch/namespace.h)
wrong=
test "$(echo $names)" = "hidden_function list of_a_type tick variable" ||
  wrong="it has $(echo $names)"
pass_unless "selftest: namespace takes the names that are shared" "$wrong"
fresh_namespace; echo 'void more (void);' >>libgmon/clock/tick.h
bad namespace "a function more" 'define more __gmon_more'
fresh_namespace; rm libgmon/clock/tick.h
bad namespace "a function less" 'define tick __gmon_tick'

# fresh_syntax: one source that keeps the rules of syntax-check.mk
fresh_syntax ()
{
  rm -rf "$tmp/t"
  mkdir -p "$tmp/t/src" "$tmp/t/libgmon" "$tmp/t/testsuite/tools" "$tmp/t/doc" \
           "$tmp/t/build-aux" "$tmp/t/m4" "$tmp/t/.ci"
  cd "$tmp/t" || exit 1
  for file in configure.ac Makefile.am bootstrap .ci/run; do
    echo '# SPDX-License-Identifier: GPL-3.0-or-later' >$file
  done
  printf '/* %s -- %s.\n   SPDX-License-Identifier: %s  */\n' \
    map.h "a map" 0BSD >libgmon/map.h
  printf '/* %s -- %s.\n   SPDX-License-Identifier: %s  */\n\n' \
    good.c "a file" GPL-3.0-or-later >src/good.c
  printf '#include <config.h>\n#include <stdio.h>\n' >>src/good.c
}

fresh_syntax
good syntax
# Each case: what, rule, a line to add to src/good.c.
while IFS='|' read -r what rule line; do
  fresh_syntax
  printf '%b\n' "$line" >>src/good.c
  bad syntax "$what" "$rule: src/good.c"
done <<'END'
sprintf|sc_unsafe_functions|  sprintf (text, "x");
a tab|sc_no_tabs|\tint x;
a trailing blank|sc_trailing_blanks|int x;\040
an exit outside main|sc_only_main_exits|  exit (1);
gettext elsewhere|sc_libintl|  s = gettext (s);
a riddle|sc_riddles|/* Who waits less than this needs no line.  */
a list of callers|sc_callers|/* A caller. Us\145d by main.c.  */
a word of our own|sc_terms|/* The sw\145ep ends here.  */
a riddle inside|sc_riddles|/* A rate too high is said on stderr.  */
unfinished work|sc_unfinished|/* TO\104O: all of it.  */
END
fresh_syntax; mkdir -p doc/design testsuite
printf 'One deli''very of the clock.\n' >NEWS
bad syntax "a word that nobody searches for" 'sc_terms: NEWS'
fresh_syntax; $AWK 'BEGIN { printf "/*%77s*/\n", "." }' >>src/good.c
bad syntax "a long line" 'sc_80_columns: src/good.c'
fresh_syntax; $AWK 'BEGIN { printf "%81s\n", "." }' >HACKING
bad syntax "a long line of HACKING" 'sc_80_columns: HACKING'
fresh_syntax; sed -i 's/<config.h>/<stdlib.h>/' src/good.c
bad syntax "a missing config.h" 'sc_config_h_first: src/good.c'
fresh_syntax; sed -i 's/SPDX-License/licence/' src/good.c
bad syntax "a missing licence" 'sc_spdx: src/good.c'
fresh_syntax; sed -i 's/0BSD/GPL-3.0-or-later/' libgmon/map.h
bad syntax "another licence in libgmon" 'sc_libgmon_licence: libgmon/map.h'
fresh_syntax; sed -i 's/good.c --/bad.c --/' src/good.c
bad syntax "a head with a wrong name" 'sc_head_comment: src/good.c'
fresh_syntax; echo '#include <config.h>' >>libgmon/map.h
bad syntax "config.h in a header" 'sc_config_h_elsewhere: libgmon/map.h'

# fresh_design: a page with two decisions, its index, a source that refers to it
fresh_design ()
{
  rm -rf "$tmp/t"
  mkdir -p "$tmp/t/doc/design/src" "$tmp/t/src/base"
  cd "$tmp/t" || exit 1
  printf '%s\n' '# Base' '' '## Low is low' '' '- Context: `src/base/low.c`.' \
    '- Decision: low.c adds.' '- Cost: none.' '' '## High is not' '' \
    '- Decision: no.' >doc/design/src/base.md
  printf '%s\n' 'Index' '-----' 'src/base.md: Base' '  Low is low' \
    '  High is not' >doc/design/README
  printf '/* low.c -- adds (doc/design/src/base.md, "Low is\n   low").  */\n' \
    >src/base/low.c
}

fresh_design
good design
fresh_design; repeat 50 '' >>doc/design/src/base.md
warns design "a page of 61 lines" 'src/base.md has more than 60 lines'
fresh_design; repeat 1 "$(repeat 41 '. ' | tr -d '\n')" >>doc/design/src/base.md
bad design "a long line of a page" 'src/base.md:12: 82 columns'
fresh_design; sed -i 's/Cost: none/Context: more/' doc/design/src/base.md
bad design "a context behind the decision" 'src/base.md:7: Context: is out of'
fresh_design; sed -i 's/Cost: none/History: much/' doc/design/src/base.md
bad design "another kind of item" 'src/base.md:7: the item is no context'
fresh_design; sed -i '$d' doc/design/src/base.md
bad design "a heading without a decision" 'no decision below "High is not"'
fresh_design; printf '# New\n' >doc/design/new.md
bad design "a page that the index lacks" 'have "new.md: New"'
fresh_design; sed -i '$d' doc/design/README
bad design "a heading that the index lacks" 'have "  High is not"'
fresh_design; echo '  Gone' >>doc/design/README
bad design "a heading that only the index has" '"  Gone" where'
fresh_design; echo 'See `src/base/gone`.' >>doc/design/src/base.md
bad design "a file that a page names" 'src/base/gone does not exist'
fresh_design; echo 'See gone.c.' >>doc/design/src/base.md
bad design "a bare file that a page names" 'gone.c does not exist'
fresh_design; sed -i 's/base.md/gone.md/' src/base/low.c
bad design "a source that refers to no page" 'low.c: doc/design/src/gone.md does'
fresh_design; sed -i 's/low")/high")/' src/base/low.c
bad design "a source that refers to no heading" 'no heading "Low is high"'
fresh_design; rm doc/design/README
bad design "a missing index" 'no README'

exit $failures
