#! /bin/sh
# real-programs.sh -- programs of Debian with libgmon and without.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: real-programs.sh [-k] [-w DIR] BUILD [PROGRAM...]
#   -k        only compare again the programs that DIR has built
#   DIR       where to work (default: real-programs.tmp; some 500 MB)
#   BUILD     a build folder of this project
#   PROGRAM   zstd xz leveldb (default: all)
#   CC, CXX   the compilers; JOBS: for make (default 2)
#
# Each program is built from Debian's source package without -pg, with -pg,
# with libgmon.a, with libgmon.so, and static if it can be.  Each form does the
# same work, with threads, children and signals; its output and its end must
# be those without -pg.  Each profile must be readable.  Where the work
# takes the same way each time ("exact" below), all forms with libgmon must
# count the same calls of each function.  In one run under callgrind, every
# arc's count must be the one that callgrind saw.
#
# Out: a table; differences stay in DIR/PROGRAM/work-*/.  Status 0 if nothing
# differs.  Wants the network for "apt-get source", root for nothing, and
# valgrind.  Not part of "make check".

# shellcheck disable=SC2034,SC2086,SC2094,SC2154 # eval; words; only names
set -u
usage='usage: real-programs.sh [-k] [-w DIR] BUILD [PROGRAM...]'
dir=real-programs.tmp
keep=
while getopts kw: option; do
  case $option in
    k) keep=yes ;;
    w) dir=$OPTARG ;;
    *) echo "$usage" >&2; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
test $# -ge 1 || { echo "$usage" >&2; exit 2; }
mkdir -p "$dir" || exit
dir=$(cd "$dir" && pwd)
build=$(cd "$1" && pwd) || exit
shift
lib=$build/libgmon/.libs
gprof=$build/src/gprof
mkgmon=$build/testsuite/mkgmon
cc=${CC:-gcc}
cxx=${CXX:-g++}
jobs=${JOBS:-2}
failed=0
export LC_ALL=C
unset GMON_OUT_PREFIX GMON_OPTIONS LD_PRELOAD

# -- Sources ------------------------------------------------------------------

# An apt of our own: the machine's has no source packages, mostly.
fetch ()
{
  test ! -d "$dir/$1/source" || return 0
  mkdir -p "$dir/apt/lists/partial" "$dir/$1" || return
  echo "deb-src http://deb.debian.org/debian bookworm main" \
    > "$dir/apt/sources.list"
  cat > "$dir/apt/apt.conf" <<EOF
Dir::Etc::sourcelist "$dir/apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State::lists "$dir/apt/lists";
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
EOF
  (
    export APT_CONFIG="$dir/apt/apt.conf"
    cd "$dir/$1" || exit
    ls ../apt/lists/*Sources* > /dev/null 2>&1 || apt-get -qq update
    # Some mirrors lack a part of a package.
    apt-get -qq source --download-only "$2" ||
      test -f "$(echo ./*.orig.tar.*)" || exit
    if test -f "$(echo ./*.debian.tar.*)"; then
      dpkg-source --no-check -x ./*.dsc source
    else
      mkdir source && tar xf ./*.orig.tar.* --strip-components=1 -C source
    fi
  ) > "$dir/$1/fetch.log" 2>&1 || { rm -rf "$dir/$1/source"; return 1; }
}

# -- The programs -------------------------------------------------------------

# NAME_package; NAME_build: in a copy of the source, with $cflags and $ldflags,
# to the program $exe (again with other $ldflags: only link); NAME_exe;
# NAME_work: run "$exe" by $run in an empty folder, in a way that prints the
# same each time; NAME_callgrind: arguments of a short run.

make_quietly () { make -j"$jobs" "$@" >> ../make.log 2>&1; }

# Says how it ended.
try () { "$@"; echo "status $?"; }

# Something to compress: 8 MB, some of it not compressible.
stuff () { seq 1 900000; tail -c 2000000 /usr/bin/gcc; }

# Ended by a signal: try_signal SIGNAL SECONDS COMMAND...
try_signal ()
{
  signal=$1 seconds=$2
  shift 2
  # The shell ignores INT and QUIT in what it starts by &.
  perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$@" > /dev/null &
  sleep "$seconds"
  kill -"$signal" $!
  wait $!
  echo "$signal: status $?"
} 2> /dev/null

zstd_package=libzstd zstd_exe=programs/zstd zstd_callgrind='-3 -c -T2 file'
zstd_build ()
{
  rm -f programs/obj/zstd
  make_quietly -C programs zstd BUILD_DIR=obj CFLAGS="$cflags" \
    CC="$cc" CXX="$cxx" LDFLAGS="$ldflags" ZSTD_NO_ASM=1
}
zstd_exact ()
{
  seq 1 90000 > file
  $run "$exe" -q -3 --single-thread -c file | cksum
}
zstd_work ()
{
  stuff > file
  try $run "$exe" -q -1 -T1 --no-progress -f file -o one.zst
  try $run "$exe" -q -3 -T4 -f file -o four.zst
  try $run "$exe" -q -6 -T2 --long --adapt -f file -o adapt.zst
  for f in one four adapt; do
    try $run "$exe" -q -d -c $f.zst | cksum
  done
  try $run "$exe" -q -b1 -e2 -i0 file > /dev/null
  try $run "$exe" -q -d -c file
  try $run "$exe" -q -t missing
  try $run "$exe" -q -c file | head -c 10 | cksum
  try_signal TERM 0.3 $run "$exe" -q -19 -T2 -c file
  try_signal INT 0.3 $run "$exe" -q -19 -T2 -f file -o never.zst
}

xz_package=xz-utils xz_exe=src/xz/xz xz_callgrind='-1 -c -T2 file'
xz_build ()
{
  test -f Makefile ||
    ./configure -q CC="$cc" CFLAGS="$cflags" --disable-shared --disable-nls \
      --disable-doc > ../configure.log 2>&1 || return
  make_quietly LDFLAGS="$ldflags" -C src/liblzma &&
    make_quietly LDFLAGS="$ldflags" -C src/xz
}
xz_exact () { seq 1 90000 > file; $run "$exe" -1 -T1 -c file | cksum; }
xz_work ()
{
  stuff > file
  try $run "$exe" -k -1 -T1 -S .one file
  try $run "$exe" -k -1 -T4 --block-size=500000 -S .four file
  for f in one four; do
    try $run "$exe" -d -c -S .$f -T4 file.$f | cksum
  done
  try $run "$exe" -l -S .four file.four
  try $run "$exe" -d -c file
  try $run "$exe" -t missing
  try $run "$exe" -1 -c file | head -c 10 | cksum
  try_signal TERM 0.3 $run "$exe" -kf -9 -T2 --block-size=500000 file
  try_signal INT 0.3 $run "$exe" -9 -T2 -kf --block-size=500000 file
  try_signal USR1 0.3 $run "$exe" -9 -T2 -kf --block-size=500000 file
}

# A database in C++, by a program of ours that uses it from four threads.
leveldb_package=leveldb leveldb_exe=driver
leveldb_callgrind='db 300 2'
leveldb_build ()
{
  cat > driver.cc <<'EOF' || return
// driver DB ITEMS THREADS [end]: fill, read and delete; the sum of all items.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>
#include <unistd.h>
#include "leveldb/db.h"
#include "leveldb/write_batch.h"
static void check(const leveldb::Status &s) {
  if (!s.ok()) throw s.ToString();
}
static void work(leveldb::DB *db, int t, int items) {
  leveldb::WriteOptions options;
  for (int i = 0; i < items; i++) {
    std::string key = std::to_string(t) + "-"
      + std::to_string(i * 7919 % items);
    std::string value(100 + i % 900, (char) ('a' + i % 26)), back;
    options.sync = i % 500 == 0;
    check(db->Put(options, key, value));
    check(db->Get(leveldb::ReadOptions(), key, &back));
    if (back != value) throw std::string("wrong value");
    if (i % 3 == 0) check(db->Delete(options, key));
  }
}
int main(int argc, char **argv) try {
  leveldb::DB *db;
  leveldb::Options options;
  options.create_if_missing = true;
  options.write_buffer_size = 1 << 16;
  check(leveldb::DB::Open(options, argv[1], &db));
  std::vector<std::thread> threads;
  for (int t = 0; t < atoi(argv[3]); t++)
    threads.emplace_back(work, db, t, atoi(argv[2]));
  for (auto &t : threads) t.join();
  unsigned long sum = 0, items = 0;
  leveldb::Iterator *it = db->NewIterator(leveldb::ReadOptions());
  for (it->SeekToFirst(); it->Valid(); it->Next(), items++)
    for (char c : it->value().ToString()) sum = sum * 31 + (unsigned char) c;
  delete it;
  printf("%lu items, sum %lu\n", items, sum);
  fflush(stdout);
  std::string end = argc > 4 ? argv[4] : "";
  if (end == "throw") throw 1;
  if (end == "_exit") _exit(5);
  if (end == "quick") quick_exit(6);
  if (end == "abort") abort();
  if (end == "exec") execlp("sh", "sh", "-c", "echo exec; exit 7", nullptr);
  if (end == "detach") {
    std::thread([] { for (;;) usleep(100); }).detach();
    return 8;
  }
  delete db;
} catch (const std::string &s) { printf("%s\n", s.c_str()); return 1; }
EOF
  if test ! -f Build; then
    mkdir -p include/port
    printf '#define HAVE_FDATASYNC 1\n#define HAVE_O_CLOEXEC 1\n' \
      > include/port/port_config.h
    cat > Build <<'EOF'
SRC := $(filter-out %_test.cc %_bench.cc %_main.cc %testutil.cc %windows.cc \
  %leveldbutil.cc,$(wildcard db/*.cc table/*.cc util/*.cc))
driver: $(SRC:.cc=.o) driver.o
	$(CXX) $^ $(LDFLAGS) -lpthread -o $@
%.o: %.cc
	$(CXX) $(CFLAGS) -std=c++11 -I. -Iinclude -DLEVELDB_PLATFORM_POSIX=1 \
	  -c $< -o $@
driver.o: ; $(CXX) $(CFLAGS) -std=c++11 -Iinclude -c driver.cc -o $@
EOF
  fi
  make_quietly -f Build CXX="$cxx" CFLAGS="$cflags" LDFLAGS="$ldflags"
}
leveldb_work ()
{
  try $run "$exe" one 20000 1
  try $run "$exe" four 5000 4
  for end in throw _exit quick abort exec detach; do
    try $run "$exe" $end 500 4 $end
  done
  try $run "$exe" one/../two 0 0
  try $run "$exe" /proc/none 1 1
  try_signal TERM 1 $run "$exe" term 900000 4
  try_signal SEGV 1 $run "$exe" term 900000 4
}

# -- Forms --------------------------------------------------------------------

copy ()
{
  test -d "$1" || cp -a source "$1"
}

# in_tree TREE FLAGS LDFLAGS PROGRAM FORM: build there a program, kept as FORM
in_tree ()
{
  copy "$1" || return
  test ! -f "exe-$5" || return 0
  (
    cd "$1" || exit
    cflags="-O2 $2" ldflags=$3
    eval "rm -f \$$4_exe; $4_build && cp \$$4_exe ../exe-$5"
  )
}

build_forms ()
{
  in_tree none '' '' "$1" none &&
    in_tree pg -pg -pg "$1" glibc &&
    in_tree pg -pg "-pg $lib/libgmon.a" "$1" archive &&
    in_tree pg -pg "-pg -L$lib -lgmon -Wl,-rpath,$lib" "$1" shared || return
  in_tree pg -pg "-pg -static $lib/libgmon.a" "$1" static ||
    echo "$1: not static"
  cp exe-glibc exe-preload
}

# -- Work ---------------------------------------------------------------------

# in_form PROGRAM FORM WHAT: PROGRAM_WHAT in the folder WHAT-FORM, what it says
# in WHAT-FORM.out, profiles in WHAT-FORM.gmon/
in_form ()
{
  work=$3-$2
  exe=$PWD/exe-$2
  run=
  rm -rf "$work" "$work.gmon"
  mkdir "$work" "$work.gmon"
  case $2 in
    none) ;;
    glibc) run="env GMON_OUT_PREFIX=$PWD/$work.gmon/g" ;;
    *) run="env GMON_OPTIONS=out=$PWD/$work.gmon/g.%p" ;;
  esac
  test "$2" != preload || run="$run LD_PRELOAD=$lib/libgmon.so"
  # No names of our own in messages.
  (cd "$work" && "$1_$3" < /dev/null) 2>&1 |
    sed "s|$PWD/||g; s|exe-$2|exe|g; s|$work|work|g" > "$work.out"
}

# Calls of each function, added up over all profiles of a form.
counts ()
{
  "$gprof" -s "exe-$2" "$1-$2.gmon"/* > "$1-$2.log" 2>&1 &&
    mv gmon.sum "$1-$2.sum" &&
    "$gprof" -b -C "exe-$2" "$1-$2.sum" 2>> "$1-$2.log" |
      sed -n 's/^.*(\(.*\):0x[0-9a-f]*) \([0-9]*\) executions$/\1 \2/p' |
      sort > "$1-$2.counts"
}

row ()
{
  printf '%-9s %-9s %-10s %8s %8s %12s  %s\n' "$@"
}

wrong ()
{
  failed=$((failed + 1))
}

compare_form ()
{
  name=$1 form=$2 what=$3
  said=same
  cmp -s "$what-none.out" "$what-$form.out" || { said=DIFFERS; wrong; }
  profiles=$(find "$what-$form.gmon" -type f | wc -l)
  functions=- calls=- same=-
  if test "$form" != none; then
    if test "$profiles" -eq 0; then
      same='NO PROFILE'
      wrong
    elif ! counts "$what" "$form"; then
      same='NOT READABLE'
      wrong
    else
      functions=$(wc -l < "$what-$form.counts")
      calls=$(awk '{ s += $NF } END { print s }' "$what-$form.counts")
    fi
    if test "$what" = exact && test "$form" != glibc &&
         test -f "exact-archive.counts"; then
      same='same counts'
      cmp -s exact-archive.counts "exact-$form.counts" ||
        { same='COUNTS DIFFER'; wrong; }
    fi
  fi
  row "$name" "$what" "$form" "$profiles" "$functions" "$calls" "$said $same"
}

# -- Callgrind ----------------------------------------------------------------

# What callgrind saw in the program itself: "arc CALLER CALLEE COUNT", with "-"
# for a caller elsewhere, and "calls FUNCTION COUNT", which is how often it
# called the hook.
seen_by_callgrind ()
{
  awk -v exe="$2" '
    function named (text, table,   id) {
      id = text
      sub (/ .*/, "", id)
      if (index (text, " ")) {
        sub (/^[^ ]* /, "", text)
        table[id] = text
      }
      return table[id]
    }
    /^ob=/ { object = named(substr ($0, 4), objects) }
    /^fn=/ { fn = named(substr ($0, 4), functions) }
    /^cob=/ { callee_object = named(substr ($0, 5), objects) }
    /^cfn=/ { callee = named(substr ($0, 5), functions) }
    /^calls=/ {
      split (substr ($1, 7), count, " ")
      if (callee_object == "") callee_object = object
      if (callee ~ /^_?mcount$/) { if (object == exe) calls[fn] += count[1] }
      else if (callee_object == exe)
        arcs[(object == exe ? fn : "-") " " callee] += count[1]
      callee_object = ""
    }
    END {
      for (f in calls) print "calls", f, calls[f]
      for (a in arcs) print "arc", a, arcs[a]
    }' "$1"
}

# The same from a profile and nm: addresses become the names of the symbols
# that callgrind takes; several at one address are one function.
seen_by_libgmon ()
{
  { nm -f posix "$2" | awk '$2 ~ /^[tTwW]$/ { print $3, $1 }' |
      sed 's/^0*//' | awk '{ printf "%16s %s\n", $1, $2 }' | sort
    echo arcs
    "$mkgmon" -d "$1" | grep ^arc; } |
  awk '
    function value (hex,   n, i) {
      sub (/^0x/, "", hex)
      for (i = 1; i <= length (hex); i++)
        n = n * 16 + index ("0123456789abcdef", substr (hex, i, 1)) - 1
      return n
    }
    function symbol (address,   low, high, middle) {
      high = symbols + 1
      while (high - low > 1) {
        middle = int ((low + high) / 2)
        if (at[middle] <= address) low = middle; else high = middle
      }
      return name[low]
    }
    $1 == "arcs" { begun = 1; next }
    !begun {
      if (value($1) == at[symbols]) print "alias", $2, name[symbols]
      else { at[++symbols] = value($1); name[symbols] = $2 }
      next
    }
    {
      self = symbol(value($3))
      from = value($2) == 0 ? "-" : symbol(value($2) - 1)
      calls[self] += $4
      arcs[from " " self] += $4
    }
    END {
      for (f in calls) print "calls", f, calls[f]
      for (a in arcs) print "arc", a, arcs[a]
    }'
}

# Every arc into a function that calls the hook, by both; what differs.
differences ()
{
  awk '
    function one (name) {
      sub (/\047[0-9]+$/, "", name)
      return name in real ? real[name] : name
    }
    $1 == "alias" { real[$2] = $3; next }
    $1 == "calls" { calls[FILENAME, one($2)] += $3; hooked[one($2)] = 1 }
    $1 == "arc" { arcs[FILENAME, one($2) " " one($3)] += $4
                  all[one($2) " " one($3)] = one($3) }
    END {
      for (f in hooked)
        if (calls[ARGV[1], f] + 0 != calls[ARGV[2], f] + 0)
          print "function", f, calls[ARGV[1], f] + 0, calls[ARGV[2], f] + 0
      for (a in all)
        if (a !~ /^- / && all[a] in hooked) {
          n++
          if (arcs[ARGV[1], a] + 0 != arcs[ARGV[2], a] + 0)
            print "arc", a, arcs[ARGV[1], a] + 0, arcs[ARGV[2], a] + 0
        }
      print "compared", n
    }' "$1" "$2"
}

# Calls that return nowhere, and jumps instead of calls, are two views of one
# event: a tail call is seen from where it came by callgrind only.
compare_callgrind ()
{
  eval "arguments=\$$1_callgrind"
  rm -rf callgrind
  mkdir callgrind
  (
    cd callgrind || exit
    seq 1 60000 > file
    GMON_OPTIONS=out=gmon.out valgrind -q --demangle=no --tool=callgrind \
      --callgrind-out-file=calls.out --compress-strings=yes \
      ../exe-calls $arguments > out 2> err < /dev/null || exit
    seen_by_libgmon gmon.out ../exe-calls > libgmon || exit
    seen_by_callgrind calls.out "$(realpath ../exe-calls)" > callgrind
    differences libgmon callgrind > differences
  ) || { row "$1" callgrind archive - - - 'DID NOT RUN'; wrong; return; }
  arcs=$(sed -n 's/^compared //p' callgrind/differences)
  bad=$(grep -vc ^compared callgrind/differences)
  test "$bad" = 0 || wrong
  row "$1" callgrind archive 1 "$(grep -c ^calls callgrind/libgmon)" \
    "$(awk '$1 == "calls" { s += $3 } END { print s }' callgrind/libgmon)" \
    "$arcs arcs, $bad differ"
}

# -- All ----------------------------------------------------------------------

one_program ()
{
  eval "package=\$$1_package"
  if test -z "$keep"; then
    fetch "$1" "$package" || { echo "$1: no source"; wrong; return; }
    (cd "$dir/$1" && build_forms "$1" &&
       in_tree calls '-pg -fno-optimize-sibling-calls -fno-ipa-icf' \
         "-pg $lib/libgmon.a" "$1" calls) ||
      { echo "$1: not built, see $dir/$1/*.log"; wrong; return; }
  fi
  cd "$dir/$1" || return
  for what in work exact; do
    command -v "${1}_$what" > /dev/null || continue
    for form in none glibc archive shared preload static; do
      test -f exe-$form || continue
      in_form "$1" $form $what
      compare_form "$1" $form $what
    done
  done
  compare_callgrind "$1"
}

row program work form profiles functions calls result
for program in "${@:-zstd xz leveldb}"; do
  for name in $program; do
    one_program "$name"
  done
done
echo "$failed differences"
test $failed -eq 0
