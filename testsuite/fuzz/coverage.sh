#! /bin/sh
# coverage.sh -- which lines of the parsers the corpus of a fuzz target reaches.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: coverage.sh SRCDIR          (in the testsuite/ of a build with CC=clang
#          CFLAGS="-O1 -fprofile-instr-generate -fcoverage-mapping")
# Out: a line for each file: target, file, lines, lines reached, percent; in the
# end for what reads files of others, by all targets together.
# What the engine found besides, in DIRECTORY/TARGET, counts with
# FUZZ_FOUND=DIRECTORY.

set -u
srcdir=$(cd "$1" && pwd)
here=$PWD
mkdir -p fuzz.tmp/coverage
cd fuzz.tmp/coverage || exit 1

# files TARGET: what it is there for, below src/ or in libgmon/
files ()
{
  bfd="image/bfd/bfd_open image/bfd/image image/bfd/image_debug
       image/bfd/image_lines image/bfd/image_syms image/bfd/image_text"
  case $1 in
    gmon) echo "profile/gmon_io profile/profile profile/hist profile/bins
                profile/call_graph profile/basic_blocks profile/sums" ;;
    sum) echo "profile/gmon_io profile/bsd_format" ;;
    process) echo "profile/process_read profile/process_sum
                   profile/process_order profile/process_write
                   base/leb128" ;;
    symspec) echo "select/symspec select/specs select/spec_names
                   select/sym_ids select/spell_suggest select/matchers" ;;
    map) echo image/mapfile ;;
    names) echo run/file_list ;;
    diff) echo "compare/side_json compare/side compare/pairs compare/compare
                compare/stats report/export/diff report/export/diff_html" ;;
    all) echo "profile/gmon_io profile/profile profile/hist profile/bins
               profile/call_graph profile/basic_blocks profile/sums
               profile/read_files select/symspec select/specs
               select/sym_ids image/mapfile $bfd image/sym_load
               image/symtab image/debug_file run/file_list
               cli/option_parse" ;;
    symlist) echo "image/mapfile image/symtab" ;;
    options) echo cli/option_parse cli/option_names ;;
    ehframe) echo "libgmon/unwind/cfi libgmon/unwind/cfi_program
                   libgmon/unwind/frame_index libgmon/unwind/unwind" ;;
    image) echo "gprof run/program run/inputs $bfd image/sym_load image/symtab
                 image/debug_file profile/read_files
                 image/lines image/line_scan image/line_syms
                 image/find_call image/arch/x86
                 match/rebase match/image_match graph/cg_arcs graph/cg_dfn
                 graph/cg_cycle graph/cg_prop report/text/cg_print
                 report/text/flat_print report/text/bb_print report/text/src_print" ;;
  esac
}

# report TARGET PROGRAM [-object PROGRAM]...: with the data of TARGET
report ()
{
  target=$1
  shift
  # Columns: file; regions, functions and lines: all, missed, percent reached.
  llvm-cov report -instr-profile="$target.data" "$@" |
    awk -v target="$target" -v files="$(files "$target")" '
      BEGIN { for (n = split(files, f); n > 0; n--) wanted[f[n] ".c"] = 1 }
      { sub(/^(.*\/)?src\//, ""); sub(/^.*\/libgmon\//, "libgmon/") }
      $1 in wanted {
        printf "%-8s  %-24s %5d %5d  %s\n", target, $1, $8, $8 - $9, $10 }'
}

set --
for archive in "$srcdir"/fuzz/corpus/*.tar.gz; do
  target=$(basename "$archive" .tar.gz)
  program=$here/fuzz/fuzz_$target
  sh "$srcdir/fuzz/corpus.sh" unpack "$archive" "$target.corpus" || exit 1
  LLVM_PROFILE_FILE=$target.raw "$program" "$target.corpus" \
    ${FUZZ_FOUND+"$FUZZ_FOUND/$target"} > /dev/null 2>&1 ||
    { echo "fuzz_$target failed"; exit 1; }
  llvm-profdata merge -o "$target.data" "$target.raw" || exit 1
  report "$target" "$program"
  set -- "$@" ${1+-object} "$program"
done
llvm-profdata merge -o all.data ./*.raw && report all "$@"
