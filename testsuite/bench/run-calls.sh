#!/bin/sh
# run-calls.sh -- the cost of a profiled call, libgmon against glibc.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: run-calls.sh LIBDIR [ROUNDS]
# In:  libgmon.a and libgmon.so in LIBDIR (build/libgmon/.libs); what bench.sh
#      takes.  Out: on stdout, for each case of bench_mcount.c and way of linking,
#      nanoseconds of CPU time per call without -pg, with glibc's runtime and
#      with libgmon, and the ratio of what the two add; the same ratio for hooks
#      that only return, below which nothing gets; instructions per call, by
#      callgrind; and marks.
#
# A number is the median of ROUNDS (15, at least 5).  The programs of a line run in
# turn, the ratio is made in each round, and its median is what counts: so what
# else the machine does hits all alike.

libdir=${1:?usage: $0 LIBDIR [ROUNDS]}
rounds=${2:-15}
test "$rounds" -ge 5 || rounds=5
. "$(dirname "$0")/bench.sh"
source=$here/bench_mcount.c

build none "$source" || exit 2
build glibc "$source" -pg || exit 2
build archive "$source" -pg "$archive" || exit 2
build glibc-fentry "$source" -pg -mfentry || exit 2
build archive-fentry "$source" -pg -mfentry "$archive" || exit 2
for form in static static-pie; do
  build "none-$form" "$source" -$form && build "glibc-$form" "$source" -pg -$form &&
    build "archive-$form" "$source" -pg -$form "$archive" || exit 2
done

cat >empty.s <<'EOF' || exit 2
        .text
        .globl mcount, __fentry__, __monstartup, _mcleanup, moncontrol
        .p2align 5
mcount:
__fentry__:
__monstartup:
_mcleanup:
moncontrol:
        endbr64
        ret
        .section .note.GNU-stack, "", %progbits
EOF
build empty.o -c empty.s && build empty.so -shared empty.s &&
  build empty "$source" -pg empty.o &&
  build empty-fentry "$source" -pg -mfentry empty.o || exit 2
for form in static static-pie; do
  build "empty-$form" "$source" -pg -$form empty.o || exit 2
done

# programs WAY: sets $none, $glibc, $ours, $empty and what is preloaded
# to the last two
programs ()
{
  none=none
  glibc=glibc
  ours=archive
  preload=
  empty=empty
  nothing=
  case $1 in
    archive) ;;
    preload) ours=glibc; preload=$shared
             empty=glibc; nothing=$PWD/empty.so ;;
    fentry) glibc="glibc-fentry"; ours="archive-fentry"
            empty="empty-fentry" ;;
    *) none=none-$1; glibc=glibc-$1; ours=archive-$1; empty=empty-$1 ;;
  esac
}

# compare CASE CALLS WAY LIMIT
compare ()
{
  programs "$3"
  round=0
  while test "$round" -lt "$rounds"; do
    echo "$("./$none" "$1" "$2") $("./$glibc" "$1" "$2")" \
      "$(LD_PRELOAD=$preload "./$ours" "$1" "$2")" \
      "$(LD_PRELOAD=$nothing "./$empty" "$1" "$2")"
    round=$((round + 1))
  done >all
  set -- "$1" "$3" "$4" "$(cut -d' ' -f1 all | median)" \
    "$(cut -d' ' -f2 all | median)" "$(cut -d' ' -f3 all | median)" \
    "$(awk '{ print ($3 - $1) / ($2 - $1) }' all | median)" \
    "$(awk '{ print ($4 - $1) / ($2 - $1) }' all | median)"
  printf '%-8s %-11s %8.2f %8.2f %8.2f %8.3f %8.3f\n' \
    "$1" "$2" "$4" "$5" "$6" "$7" "$8"
  mark "$1, $2: net cost / glibc's" "$7" "$3" >>marks
}

# Two threads against one, each with the same loop without -pg taken off.
compare_threads ()
{
  programs "$1"
  round=0
  while test "$round" -lt "$rounds"; do
    for case in leaf threads; do
      echo "$("./$none" $case 2000000) " \
        "$(LD_PRELOAD=$preload "./$ours" $case 2000000)"
    done
    round=$((round + 1))
  done | paste - - | awk '{ print ($4 - $3) / ($2 - $1) }' >all
  mark "two threads, $1: net cost per call / one thread's" \
    "$(median <all)" 1.1 >>marks
}

# refs CASE PROGRAM: instructions per call.  glibc's clock does not stop in time
# for valgrind, and kills such a run at its very end, of which the shell tells.
refs ()
{
  for calls in 102400 307200; do
    LD_PRELOAD=$preload valgrind --tool=callgrind \
      --callgrind-out-file=/dev/null "./$2" "$1" $calls 2>&1 |
      awk '/refs:/ { gsub(",", ""); print $NF }'
  done 2>/dev/null | paste - - | awk '{ printf "%.1f", ($2 - $1) / 204800 }'
}

# instructions CASE WAY
instructions ()
{
  programs "$2"
  saved=$preload
  preload=
  without=$(refs "$1" "$none")
  with=$(refs "$1" "$glibc")
  preload=$saved
  printf '%-8s %-11s %8.1f %8.1f %8.1f\n' "$1" "$2" "$without" "$with" \
    "$(refs "$1" "$ours")"
}

echo "Nanoseconds of CPU time per call; net: what libgmon adds / what glibc adds"
printf '%-8s %-11s %8s %8s %8s %8s %8s\n' case linked "no -pg" glibc libgmon net \
  empty
compare leaf 2000000 archive 0.25
compare leaf 2000000 static 0.25
compare leaf 2000000 static-pie 0.25
compare leaf 2000000 fentry 0.25
compare leaf 2000000 preload 0.30
compare sites 2000000 archive 0.25
compare mix 2000000 archive 0.25
compare mix 2000000 preload 0.30
compare arcs 2000000 archive 0.25
compare arcs 2000000 preload 0.30
compare wide 200000 archive 0.02
compare wide 200000 preload 0.02
compare off 2000000 archive 0.10
compare off 2000000 preload 0.10
compare threads 2000000 archive 0.25
compare_threads archive
compare_threads preload
cat marks
echo
if command -v valgrind >/dev/null 2>&1; then
  echo "Instructions per call, loop included"
  printf '%-8s %-11s %8s %8s %8s\n' case linked "no -pg" glibc libgmon
  for way in archive static static-pie fentry preload; do
    instructions leaf $way
  done
  instructions mix archive
  instructions arcs archive
  instructions wide archive
  instructions wide preload
  instructions off archive
  instructions off preload
else
  echo "Instructions per call: valgrind is not installed"
fi
