#! /bin/sh
# seeds.sh -- the first inputs of the fuzz targets, from the tools of the tests.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: seeds.sh TOOLS DIRECTORY
# TOOLS is the build's testsuite/, with mkgmon, mkimage and mkcase; makes
# DIRECTORY/TARGET/NAME.  What a fuzzer made of them, minimised,
# is in corpus/TARGET.tar.gz.

set -e
scripts=$(cd "$(dirname "$0")/../tools" && pwd)
tools=$(cd "$1" && pwd)
mkdir -p "$2"
cd "$2"
for target in gmon sum process symspec map names symlist options diff image ehframe; do
  mkdir -p $target
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# byte NUMBER...
byte ()
{
  for number; do
    # shellcheck disable=SC2059
    printf "\\$(printf %03o "$number")"
  done
}

# -- Profiles: each format, byte order, address size ---------------------------
for format in "magic 1" "magic 0" bsd bsd44; do
  for order in le be; do
    for size in 4 8; do
      {
        echo "order $order"
        echo "address $size"
        echo "format $format"
        case $format in
          bsd) echo "hist 0x401000 0x401030 12" ;;
          *) echo "hist 0x401000 0x401030 12 100 seconds s" ;;
        esac
        echo "bin 2 7"
        echo "bin 9 65535"
        echo "arc 0x401005 0x401020 3"
        echo "arc 0 0x401000 4294967295"
        case $format in
          "magic 1") echo bb; echo "block 0x401000 1"; echo "block 0x401020 2"
            echo "hist 0x402000 0x402010 4 100 seconds s"; echo "bin 1 1" ;;
          "magic 0") echo "bb x"; echo "block 0x401000 1 a.c main 3" ;;
        esac
      } > "$work/profile.txt"
      name=$(echo "$format-$order-$size" | tr ' ' -)
      "$tools/mkgmon" -o "$work/$name" "$work/profile.txt"
      wire=$(((size / 4 - 1) * 2))
      test $order = le || wire=$((wire + 1))
      { byte $wire 0; cat "$work/$name"; } > "gmon/$name"
      { byte $((wire + 32 + 64)) 16; cat "$work/$name"; } > "gmon/$name-twice"
      { byte $((wire + 8)) 0; cat "$work/$name"; } > "gmon/$name-strict"
      for out in 1 2 3; do
        { byte $wire $out; cat "$work/$name"; } > "sum/$name-$out"
      done
    done
  done
done

# -- A sum with hot bins: pieces of a histogram, downwards, some repeated --------
{
  echo "hist 0x401040 0x401080 16 100 seconds s"; echo "bin 3 9"
  for count in 65535 65535 7; do
    echo "hist 0x401038 0x401040 2 100 seconds s"; echo "bin 1 $count"
  done
  echo "hist 0x401000 0x401038 14 100 seconds s"; echo "bin 0 3"
  echo "hist 0x401080 0x401090 4 100 seconds s"; echo "bin 1 1"
} > "$work/split.txt"
"$tools/mkgmon" -o "$work/split" "$work/split.txt"
{ byte 2 0; cat "$work/split"; } > gmon/split
{ byte 50 0; cat "$work/split"; } > gmon/split-twice
{ byte 2 1; cat "$work/split"; } > sum/split
{ byte 2 129; cat "$work/split"; } > sum/split-workers

# -- The whole process: records without header and end --------------------------
for run in 1 2; do
  wire=0
  for machine in "le 4" "be 4" "le 8" "be 8"; do
    # shellcheck disable=SC2086
    "$tools/mkprocess" $machine stream \
      < "$scripts/../gprof.merge/process-$run.txt" > "$work/stream"
    { byte $wire; tail -c +25 "$work/stream" | head -c -13; } \
      > "process/run-$run-$wire"
    wire=$((wire + 1))
  done
done

# -- Texts -------------------------------------------------------------------
printf ' main\n _ZN2ns1fEi\n _ZN2ns1fEd\n foo.part.0\n 7up\nAmain/ns::f\nBns::f(int)\nCa.c:main\nDa.c:7\nE7\nF/main\nGmain/\nH:\nIx/a.c\nJnosuch\n' \
  > symspec/all
printf 'a.o:0000000000001000 T main\na.o:0000000000001010 t f\nNo symbols in b.o:\nb.o:   U g\n\n' > map/all
printf 'x:a b' > map/short
printf 'gmon.out\0./a b\0-\0last' > names/all
printf 'a\0\0b' > names/empty
for rules in 0 1; do
  { byte $rules
    printf '0000000000401000 T main\n401010 t leaf\n0x401020 T f\n-1 T g\nzz T h\nffffffffffffffffff t i\n401000 D data\n'
  } > symlist/rules-$rules
done
printf -- '-p\n-qmain/f\n-b\n--no-graph=x\na.out\ngmon.out\n' > options/plain
printf -- '--compat=gnu\n-s\n-l\n-k\na/b\n--demangle=gnat\n-w\n9\n' > options/gnu
printf -- '--help\n' > options/help
printf -- '--version\n' > options/version
printf -- '--rebase=-0x1000\n-Obsd44\n-d4095\n-m5\n-t\n3\n--files0-from=-\n-I\na:b\n--\nx\n' \
  > options/values
printf -- '-R\nmap\n-S\nlist\n--debug-directory=x\n--debuginfod=no\n-J\n-Z\n-Dcl\n' \
  > options/files

# -- JSON of --diff: a side, two sides, the parts that readers ignore ------------
# side SELF CALLS NAME: a profile of three functions
side ()
{
  printf '{"format":"gprof-profile","version":[1,3],\n'
  printf '"image":{"path":"a","build_id":"","machine":"i386:x86-64"},\n'
  printf '"unit":"seconds","rate":100,"samples_per_delivery":1.5,"files":1,\n'
  printf '"samples":%d,"functions":[\n' $((1000 + $1))
  printf '{"id":0,"name":"main","symbol":"main","self":0,"children":%d,"calls":0},\n' \
    $((1000 + $1))
  printf '{"id":1,"name":"%s(int)","symbol":"%s","file":"d/f.c","self":%d,"children":0,"calls":%d},\n' \
    "$3" "$3" "$1" "$2"
  printf '{"id":2,"name":"</b>\\u003cscript>\\ud83d\\ude00\\u0000","symbol":"g.part.0","self":1e3,"children":0,"calls":7}],\n'
  printf '"arcs":[{"from":0,"to":1,"calls":%d,"self":%d,"children":0},\n' "$2" "$1"
  printf '{"from":0,"to":2,"calls":7,"self":1000,"children":0.5},{"from":1,"to":1,"calls":3}]}\n'
}
for choice in 0 1 2 3; do
  { byte $choice; side 400 10 f; } > diff/equal-$choice
  { byte $choice; side 400 10 f; byte 0; side 620 15 f.constprop.0; } \
    > diff/changed-$choice
done
{ byte 0; side 400 10 f; byte 0; side 400 10 h; } > diff/renamed
{ byte 0; side 400 10 f; byte 0; side 9 9223372036854775807 f | sed 's/100,/99,/'; } \
  > diff/other-rate
{ byte 0; printf ' {"x":[[{"y":null,"z":true,"self":-1}]],"version":[2,0]}'; } \
  > diff/newer
{ byte 0; side 400 10 f | head -c 300; } > diff/cut

# -- Unwind tables: functions before .eh_frame_hdr, as ld places them -----------
cat > "$work/frames.s" <<'END'
        .text
        .globl _start
_start: .cfi_startproc
        .cfi_undefined rip
        nop
        call f
        .cfi_endproc
f:      .cfi_startproc
        push %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset rbp, -16
        mov %rsp,%rbp
        .cfi_def_cfa_register rbp
        push %rbx
        .cfi_offset rbx, -24
        .cfi_remember_state
        pop %rbx
        .cfi_restore rbx
        leave
        .cfi_def_cfa rsp, 8
        ret
        .cfi_restore_state
        call g
        .cfi_endproc
g:      .cfi_startproc
        .cfi_signal_frame
        nop
        .cfi_endproc
h:      .cfi_startproc
        .cfi_escape 0x0f, 3, 0x76, 0x78, 6
        .cfi_escape 0x10, 6, 2, 0x76, 0
        nop
        .cfi_escape 0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22
        .cfi_same_value rbp
        nop
        .cfi_undefined rbx
        .cfi_register r12, r13
        .cfi_val_offset r14, 16
        nop
        .cfi_endproc
END
as -o "$work/frames.o" "$work/frames.s"
ld --eh-frame-hdr -Ttext=0x1000 --section-start=.eh_frame_hdr=0x2000 \
  -o "$work/frames" "$work/frames.o"
objcopy -O binary --only-section=.eh_frame_hdr --only-section=.eh_frame \
  "$work/frames" "$work/tables"
head=$(size -A "$work/frames" | awk '$1 == ".eh_frame_hdr" { print $2 / 4 }')
# Registers and words of the stack: fuzz_ehframe.c.
for stack in "128 0 4" "134 0 4 0 136 0 0 8 129 0 0 0 131" \
    "134 3 9 1 2 3 136 4 140 5 132 6 144" "248 249 250" "150 8 4 1 1 1 1 1 1"; do
  # shellcheck disable=SC2086
  set -- $stack
  # shellcheck disable=SC2086
  { byte "$head" $# $stack; cat "$work/tables"; } \
    > "ehframe/stack-$1-$2-$#"
done
# Without .eh_frame_hdr, as in static programs.
{ byte 0 0; tail -c +$((4 * head + 1)) "$work/tables"; byte 0 0 0 0; } \
  > ehframe/no-index

# -- Programs: small ones of many machines -------------------------------------
# three LENGTH: it, in three bytes
three ()
{
  byte $(($1 % 256)) $(($1 / 256 % 256)) $(($1 / 65536))
}

# pack NAME IMAGE PROFILE HEAD...: with several choices of options
pack ()
{
  name=$1 image=$2 profile=$3
  n=0
  shift 3
  size=$(wc -c < "$image")
  for head; do
    n=$((n + 1))
    # shellcheck disable=SC2086
    { byte $head; three "$size"; cat "$image" "$profile"; } > "image/$name-$n"
  done
}

heads ()
{
  pack "$1" "$2" "$3" "3 1 0 0 0" "4 4 0 0 1" "23 0 0 0 0" "64 4 0 0 130" \
    "180 0 0 0 3" "33 9 7 0 4" "66 3 8 0 0" "0 4 0 0 128" "0 4 16 0 0" \
    "47 0 0 32 5" "16 16 0 32 7" "35 34 6 64 0" "64 128 0 0 6"
}

# of_machine MACHINE KIND: an image and a profile for it
of_machine ()
{
  {
    test "$1" = x86-64 || echo "machine $1"
    test "$2" != object || echo "link object"
    test "$2" != lines || echo "line a.c 5"
    echo "func main 0x20"
    echo "call leaf 16"
    test "$2" != lines || echo "line a.c 9"
    echo "func leaf 0x20 local"
    echo "func _Z1fi 0x10"
    test "$2" != names || printf 'sym %s local notype\n' f.clone.1 \
      f.constprop.22.3 f.constprop.x f.part.0 f.4 "g\$x" __gnu_compiled_c
    echo "func zz_end 0x10"
  } > "$work/symbols.txt"
  LD=${ld-ld} sh "$scripts/image.sh" "$tools/mkimage" "$work/symbols.txt" \
    "$work/image" 2> "$work/messages" || return 1
  base=0x401000
  test "$2" != object || base=0
  case $(od -An -tu1 -j4 -N2 "$work/image" | tr -d ' ') in
    11) form="address 4" ;;
    12) form="address 4 order be" ;;
    22) form="address 8 order be" ;;
    *) form= ;;
  esac
  {
    # shellcheck disable=SC2086
    test -z "$form" || printf '%s %s\n' $form
    echo "hist $base $((base + 96)) 24 100 seconds s"
    echo "bin 2 7"
    echo "bin 9 9"
    echo "arc $((base + 5)) $((base + 48)) 3"
    echo "arc $((base + 53)) $((base + 80)) 4"
    echo "arc $((base + 85)) $((base + 48)) 5"
    echo bb
    echo "block $base 1"
    echo "block $((base + 33)) 2"
  } > "$work/profile.txt"
  "$tools/mkgmon" -o "$work/gmon.out" "$work/profile.txt"
}

# -N: without pages, which would be most of the file.
ld="ld -N"
for kind in static object i386 lines names; do
  machine=x86-64
  test $kind != i386 || machine=i386
  of_machine $machine $kind && heads $kind "$work/image" "$work/gmon.out"
done
# A list, a map, many profiles, also by workers: HOW in fuzz_image.c.
of_machine x86-64 lines
pack files "$work/image" "$work/gmon.out" "3 1 0 0 8" "2 0 0 0 16" \
  "66 0 0 0 24" "4 0 0 0 24" "3 0 0 0 32" "3 1 0 0 160" \
  "0 4 0 0 160"
# Symbols and lines in a file of their own, found by build id or by link.
printf '\4\0\0\0\2\0\0\0\3\0\0\0GNU\0\22\064\0\0' > "$work/note"
for by in id link both; do
  cp "$work/image" "$work/debug"
  cp "$work/image" "$work/bare"
  if test $by != link; then
    for file in debug bare; do
      objcopy --add-section .note.gnu.build-id="$work/note" \
        --set-section-flags .note.gnu.build-id=alloc,readonly "$work/$file" \
        2> "$work/messages"
    done
  fi
  strip "$work/bare" 2> "$work/messages"
  mv "$work/debug" "$work/x.debug"
  if test $by != id; then
    objcopy --add-gnu-debuglink="$work/x.debug" "$work/bare" \
      2> "$work/messages"
  fi
  { three "$(wc -c < "$work/x.debug")"; cat "$work/x.debug" "$work/gmon.out"; } \
    > "$work/split"
  pack debug-$by "$work/bare" "$work/split" "3 1 0 0 64" "4 4 0 0 65" \
    "64 0 0 0 66" "22 0 0 0 64"
done
# The code of other machines is looked at for -c alone.
unset ld
for machine in aarch64-linux-gnu alpha-linux-gnu arm-linux-gnueabihf \
    mips-linux-gnu powerpc-linux-gnu powerpc64le-linux-gnu riscv64-linux-gnu \
    s390x-linux-gnu sparc64-linux-gnu; do
  if of_machine $machine object; then
    pack "$machine" "$work/image" "$work/gmon.out" "32 0 0 0 0"
  fi
done
