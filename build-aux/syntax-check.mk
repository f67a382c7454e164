# syntax-check.mk -- rules a grep can check.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: make -f syntax-check.mk srcdir=DIR syntax-check
# In:  the files of the tree.  Out: one line per offence, status 2 if there is
#      any.
# A new rule is one target named sc_SOMETHING that pipes its offences, one a
# line, into "offends WHY".

srcdir = .
self := $(lastword $(MAKEFILE_LIST))
rules := $(shell sed -n 's/^\(sc_[a-z_0-9]*\):.*/\1/p' $(self))

# Our own files, not what the build made.  The programs that tests compile
# are data: their lines, long ones too, are what is tested.
c_files = $$(find src libgmon testsuite -name '*.[ch]' | sort)
headers = $$(find src libgmon -name '*.h' | sort)
all_files = $$(find src libgmon testsuite doc build-aux m4 configure.ac \
  Makefile.am bootstrap .ci/run -type f \
  \( -name '*.[chS]' -o -name '*.am' -o -name '*.ac' -o -name '*.m4' \
     -o -name '*.sh' -o -name '*.exp' -o -name '*.awk' -o -name '*.mk' \
     -o -name bootstrap -o -name run \) \
  ! -name libtool.m4 ! -name 'lt*.m4' ! -name ltmain.sh | sort)

in_tree = @cd $(srcdir) && \
  offends () { sed "s|\$$|: $$1|" | { ! grep .; }; } &&

# The end of an awk program: the files that it did not call good, empty ones too.
# One process for all files: two for each took four seconds.
not_good = END { for (i = 1; i < ARGC; i++) \
  if (!(ARGV[i] in good)) print ARGV[i] }

syntax-check: $(rules)

sc_unsafe_functions:
	$(in_tree) grep -nE '(^|[^a-zA-Z0-9_.>"-])(v?sprintf|strcpy|strcat|strncpy|strncat|gets|atoi|atol|atof|tmpnam|mktemp|alloca|asctime|ctime|localtime) \(' \
	  $(c_files) | offends 'unsafe or locale-bound function'

sc_config_h_first:
	$(in_tree) awk '/^ *# *include/ && !(FILENAME in seen) { \
	      seen[FILENAME]; if (/<config.h>/) good[FILENAME] } \
	  $(not_good)' $$(find src testsuite/tools -name '*.c') | \
	  offends 'the first include is not <config.h>'

sc_config_h_elsewhere:
	$(in_tree) grep -nE '^ *# *include.*config\.h' \
	  $(headers) $$(find libgmon -name '*.c') /dev/null | offends 'no config.h here'

sc_libintl:
	$(in_tree) grep -nE 'libintl\.h|[^_]gettext \(' $(c_files) | \
	  grep -v '^src/base/intl.h:' | offends 'gettext is used by base/intl.h'

sc_no_tabs:
	$(in_tree) grep -n "$$(printf '\t')" $(c_files) | offends 'tab'

sc_trailing_blanks:
	$(in_tree) grep -nE '[[:blank:]]+$$' $(all_files) | \
	  offends 'trailing blank'

sc_80_columns:
	$(in_tree) LC_ALL=C.UTF-8 grep -snE '^.{81}' $(c_files) HACKING \
	  testsuite/README | \
	  grep -v '^testsuite/[^:]*/programs/' | offends 'more than 80 columns'

# Openings and words of comments that a reader cannot understand alone.  The rule
# is a thermometer: house style asks for full sentences (HACKING, "Review").
sc_riddles:
	$(in_tree) grep -nE '/\* (Who|What|The same|Others?|Those|These|It|They|Such|Else) |/\*.* (is|are|was) said |^   [^"]* (is|are|was) said |Called by ' \
	  $$(find src libgmon -name '*.[chS]' | sort) | \
	  offends 'a comment in riddles: name the thing'

# Ambiguous words: each line is a former name that must not come back.  A core is
# a dump, a rank is MPI's, a chain is one of hashes, frame pointers or -r.
former = samples_per_look|counted_look|struct look\>|struct core\>|\<core_[a-z]|image/core\.h|cg_rank|NEED_RANK|struct chains?\>|record/chains|process_chains|has_chains|call chains?\>|process_place|stack_place|sum_place|\<stacks_start|call_periods|COUNT_PERIODS|(->|\.)periods\>
sc_former_names:
	$(in_tree) grep -nE '$(former)' $$(find src libgmon -name '*.[chS]') | \
	  grep -vE '^src/report/text/(chains\.[ch]|cg_order\.c|process_info\.c):|^libgmon/clock/' | \
	  offends 'a former name: doc/design/names.md'

# A thread is polled, and a poll that finds it blocked is a sample.
sc_polls:
	$(in_tree) grep -snwiE '(a|each|last|first|next|two) lo''oks?|lo''oks (at|for) blocked' \
	  libgmon/waits/*.[ch] libgmon/gmon_process.h | \
	  offends 'a former name: doc/design/names.md'

# No head says In: and Out:; contracts are in headers, but for the hooks of
# machines, whose only contract it is.
sc_heads:
	$(in_tree) grep -nE '^   (In|Out): ' \
	  $$(find src libgmon -name '*.[ch]') | \
	  grep -vE '^libgmon/arch/|cg_print\.c:|loader_tables\.c:' | \
	  offends 'say it in the contract of the header'

# The field has a term for each of these: container, preloaded or profiled
# program, bin layout, scan.  Documents have samples with a weight in ticks; C
# code has the older word only as a key of JSON.
documents = README* HACKING NEWS SECURITY.md testsuite/README doc/*.[1-9] \
  doc/design/README $$(find doc -name '*.texi' -o -name '*.md')
terms = carr''iers?|gu''ests?|gr''ids?|sw''eeps?|sw''ept
sc_terms:
	$(in_tree) { grep -niwE '$(terms)' $(all_files); \
	  grep -snwiE '$(terms)|deli''very|deli''veries' $(documents); \
	  grep -niE 'deli''ver(y|ies)' $(c_files) | \
	  grep -vE '"(samples_per_deli''very|deli''veries)\\?"'; } | \
	  grep -v '^doc/design/names.md:' | \
	  offends 'the field has another term: doc/design/names.md'

# A list of callers is soon wrong, and grep finds them.
sc_callers:
	$(in_tree) grep -nE '^(#|/\*|   ).*(Call''ed by|Us''ed by) ' $(all_files) | \
	  grep -v '^testsuite/[^:]*/programs/' | offends 'no list of callers'

sc_spdx:
	$(in_tree) awk 'FNR <= 6 && /SPDX-License-Identifier/ { good[FILENAME] } \
	  $(not_good)' $(all_files) | offends 'no SPDX line in the head'

sc_libgmon_licence:
	$(in_tree) grep -LE 'SPDX-License-Identifier: 0BSD' \
	  $$(find libgmon -name '*.[chS]') | offends 'libgmon is 0BSD'

sc_head_comment:
	$(in_tree) awk 'FNR == 1 && \
	    /^\/\* ([a-z_0-9\/-]+\/)?[^ \/]+ -- / { \
	      named = $$2; file = FILENAME; \
	      sub(/.*\//, "", named); sub(/.*\//, "", file); \
	      if (named == file) good[FILENAME] } \
	  $(not_good)' $(c_files) | offends 'no head comment that names the file'

sc_unfinished:
	$(in_tree) grep -nE '\<(TO''DO|FIX''ME|X''XX|HA''CK)\>' $(all_files) | \
	  offends 'unfinished work'

sc_only_main_exits:
	$(in_tree) grep -nE '(^|[^a-zA-Z0-9_])_?exit \(' \
	  $$(find src -name '*.[ch]' ! -name main.c ! -name memory.c \
	  ! -name dw_process.c) /dev/null | offends 'only main.c and memory.c exit'

.PHONY: syntax-check $(rules)
