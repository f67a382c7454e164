#!/bin/sh
# check-libgmon-symbols.sh -- the names that libgmon calls and defines.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-libgmon-symbols.sh BUILDDIR
# In:  the objects and libraries in BUILDDIR/libgmon, the version script next
#      to this script's folder; NM, OBJDUMP.  Out: "PASS: NAME" and
#      "FAIL: NAME: DETAIL" lines; status 1 if there was a FAIL.
#
# The hook may interrupt anything and its caller has live vector registers, so
# its C part calls nothing outside and touches general registers only.  The
# rest runs at exit and in handlers: system calls and a few pure functions.
# Names for the linker are those of libgmon.map or begin with __gmon_.

LC_ALL=C
export LC_ALL
dir=${1:?usage: $0 BUILDDIR}/libgmon
map=$(dirname "$0")/../libgmon/libgmon.map
NM=${NM:-nm}
OBJDUMP=${OBJDUMP:-objdump}
failures=0

hook_objects='hooks/mcount record/arcs hooks/block_callbacks sys/thread_pool
  record/pchist life/altstack clock/threads clock/thread_timer
  clock/cpu clock/wall clock/thread_scan sys/timer clock/perf_event sys/directory
  sys/task_list'
# dlsym and dlerror are weak references.  The linker makes the bounds of the list
# of wrappers.
hook_may='_GLOBAL_OFFSET_TABLE_ .TOC.'
rest_may='_dl_find_object __errno_location __libc_stack_end ___errno_location bcmp close dl_iterate_phdr environ
  fstat getauxval memcmp memcpy memset mmap mmap64 nanosleep open open64 fstat64 uname memchr strchr strrchr strcmp clock_getres
  __libc_current_sigrtmin __libc_current_sigrtmax
  getcwd getppid memmove pthread_atfork stat stat64 fstatat fstatat64 openat openat64 flock
  __clock_gettime64 __nanosleep64 __stat64_time64 __fstat64_time64 __fstatat64_time64 __fcntl_time64
  atexit at_quick_exit dlerror dlsym strchrnul syscall clock_gettime
  pthread_setcancelstate pthread_setcanceltype pthread_key_create
  pthread_setspecific sigdelset fcntl fcntl64 poll fchown
  __sanitizer_set_death_callback _ZN14__interception10real__exitE
  faccessat fchmod ftruncate ftruncate64 geteuid linkat renameat unlinkat
  setitimer setuid sigaction __sigaction sigaddset sigemptyset sigfillset sigismember
  pread pread64 sigpending sigprocmask strerrordesc_np strlen strncmp strstr write
  writev __aeabi_idiv __aeabi_uidiv __aeabi_uidivmod __aeabi_uldivmod
  __start_gmon_wrappers __stop_gmon_wrappers
  __start___patchable_function_entries __stop___patchable_function_entries
  __udivdi3 __udivmoddi4'
generic_may='syscall __errno_location'

# verdict NAME DETAILS: one detail a line, or nothing
verdict ()
{
  if test -z "$2"; then
    echo "PASS: libgmon: $1"
  else
    printf '%s\n' "$2" | sed "s|^|FAIL: libgmon: $1: |"
    failures=1
  fi
}

# not_among LIST: lines "OBJECT NAME" whose NAME is not in LIST
not_among ()
{
  awk -v list="$1" '
    BEGIN { n = split(list, names); for (i = 1; i <= n; i++) ok[names[i]] = 1 }
    !($2 in ok) { print $1 " has " $2 }'
}

# The functions by which compilers get the address of their own code.
thunks='__(x86\.|sparc_)get_pc_thunk\.'

# undefined FILE...: lines "MEMBER NAME", without what libgmon has itself.  On
# SPARC, objects also have undefined symbols without a name: the registers that
# the code uses.
undefined ()
{
  for file; do
    $NM -A -u "$file" | sed 's/@.*//' | awk 'NF > 2 { print $1, $NF }'
  done | sed 's/: / /' | grep -v -E " (__gmon_|$thunks)"
}

map_names=$(sed -n '/global:/,/local:/s/^ *\([A-Za-z_0-9]*\);$/\1/p' "$map")
archive=$dir/.libs/libgmon.a
shared=$dir/.libs/libgmon.so

hooks=
for name in $hook_objects; do
  for object in "$dir/$name.o" "$dir/${name%/*}/.libs/${name##*/}.o"; do
    test ! -f "$object" || hooks="$hooks $object"
  done
done
if test -z "$hooks" || { test ! -f "$archive" && test ! -f "$shared"; }; then
  verdict "is built" "$dir has no objects or no library"
  exit 1
fi

# The machine: the hooks it has not, and floating-point and vector registers
# as objdump writes them, where the hook's caller has live ones.
generic=
absent='__fentry__ __gnu_mcount_nc'
live=
# The names that only a machine with a looking thread has (arch/raw_thread.h).
looks='capset initgroups setegid seteuid setgid setgroups setns setregid
  setresgid setresuid setreuid setuid syscall unshare'
arch=$(sed -n 's/^GMON_ARCH = //p' "$dir/Makefile")
test "$arch" = x86_64 || absent="$absent $looks"
case $arch in
  generic) generic=$generic_may ;;
  x86_64) absent=__gnu_mcount_nc live='%([xyz]mm|mm|st|k)[0-7(]' ;;
  i386) absent="__gnu_mcount_nc $looks" live='%([xyz]mm|mm|st|k)[0-7(]' ;;
  arm) absent="__fentry__ $looks" live='[ ,{-][sdq][0-9]+([],}-]|$)' ;;
  s390x) absent="__gnu_mcount_nc $looks" live='%[fv][0-9]' ;;
  mips64) live='\$f[0-9]' ;;
esac
verdict "the hook calls nothing outside" \
  "$(undefined $hooks | not_among "$hook_may $generic")"

if test -n "$live"; then
  verdict "the hook touches general registers only" \
    "$(for object in $hooks; do
         $OBJDUMP -d "$object" | sed -n 's/^ .*:\t[^\t]*\t//p' |
           sed 's/[;@<#].*//' | grep -E "$live" |
           sed "s|^|${object##*/}: |" | head -3
       done)"
fi

if test -f "$archive"; then
  defined=$($NM --defined-only "$archive" |
              awk 'NF == 3 && $2 ~ /[A-Z]/ { print $3 }' |
              grep -v -E "^$thunks" | sort -u)
  verdict "the rest calls system calls and pure functions only" \
    "$(undefined "$archive" | sed 's|^.*libgmon\.a:||' |
         not_among "$hook_may $rest_may $generic $defined")"
  verdict "libgmon.a keeps to its names" \
    "$(printf '%s\n' $defined | grep -v '^__gmon_' | sed 's/^/it /' |
         not_among "$map_names __mcount_internal")"
fi

if test -f "$shared"; then
  have=$($NM -D --defined-only "$shared" | awk '{ print $NF }' | sort)
  want=$(printf '%s\n' $map_names | sort)
  for name in $absent; do
    want=$(printf '%s\n' $want | grep -v "^$name\$")
  done
  verdict "libgmon.so shows the names of libgmon.map, unversioned" \
    "$(printf '%s\n' $have $want $want | sort | uniq -c |
         awk '$1 == 1 { print $2 " is not in libgmon.map" }
              $1 == 2 { print $2 " is missing" }')"
  verdict "libgmon.so needs no executable stack and no text relocations" \
    "$($OBJDUMP -p "$shared" | awk '
         /STACK/ { stack = 1; getline; if (/x$/) print "executable stack" }
         /TEXTREL/ { print "text relocations" }
         END { if (!stack) print "no stack header" }')"
fi

mpi=$dir/.libs/libgmon_mpi.so
if test -f "$mpi"; then
  verdict "libgmon_mpi.so shows the names of libgmon_mpi.map" \
    "$({ $NM -D --defined-only "$mpi" | awk '{ print $NF }'
         sed -n 's/^    \([A-Za-z_0-9]*\);$/\1/p' \
           "${map%/*}/mpi/libgmon_mpi.map"; } | sort | uniq -c |
         awk '$1 == 1 { print $2 " is in one of the two" }')"
fi
exit $failures
