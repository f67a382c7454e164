# gprof-flags.m4 -- compiler flags and the CPU of libgmon's stubs.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In:  CC, CFLAGS, enable_werror, enable_sanitize, enable_fuzzing.  Out:
#      WARN_CFLAGS, SANITIZE_CFLAGS, FUZZ_CFLAGS, FUZZ_ENGINE, GMON_ARCH,
#      GMON_HOOK_CFLAGS and the conditionals SANITIZED, FUZZING,
#      GMON_ARCH_VECTORS and GMON_ARCH_STUBS.

# GPROF_FLAG (FLAG, VARIABLE)
# Append FLAG to VARIABLE if the C compiler takes it without complaint.
# clang only warns about a -W flag it does not know, hence the -Werror.
AC_DEFUN([GPROF_FLAG],
[AS_VAR_PUSHDEF([cache], [gprof_cv_flag_$1])dnl
AC_CACHE_CHECK([whether $CC accepts $1], [cache],
  [gprof_save_CFLAGS=$CFLAGS
   CFLAGS="$CFLAGS -Werror $1"
   AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
     [AS_VAR_SET([cache], [yes])], [AS_VAR_SET([cache], [no])])
   CFLAGS=$gprof_save_CFLAGS])
AS_VAR_IF([cache], [yes], [$2="${$2:+$$2 }$1"])
AS_VAR_POPDEF([cache])])

# GPROF_C_STANDARD
# The sources are GNU C11, whatever the compiler's default has become.
AC_DEFUN([GPROF_C_STANDARD],
[gprof_std=
GPROF_FLAG([-std=gnu11], [gprof_std])
AS_IF([test -n "$gprof_std"], [CC="$CC $gprof_std"])])

# GPROF_WARN_CFLAGS
# The warnings that we want; every one is tested alone, so that a compiler
# that lacks one still gives the others.
AC_DEFUN([GPROF_WARN_CFLAGS],
[WARN_CFLAGS=
m4_foreach_w([gprof_flag],
  [-Wall -Wextra -Wshadow -Wformat=2 -Wstrict-prototypes -Wmissing-prototypes
   -Wimplicit-fallthrough -Wnull-dereference -Wvla -Wstack-usage=16384
   -fno-common],
  [GPROF_FLAG(gprof_flag, [WARN_CFLAGS])])
AS_IF([test "x$enable_werror" = xyes], [WARN_CFLAGS="$WARN_CFLAGS -Werror"])
AC_SUBST([WARN_CFLAGS])])

# GPROF_FUZZING
# Before GPROF_SANITIZE: who looks for faults wants to see them, so the
# sanitizers come with it unless --disable-sanitize says no.  afl-clang-fast
# takes clang's flags and links its own engine, which then is asked for at the
# end of the link alone.
AC_DEFUN([GPROF_FUZZING],
[FUZZ_CFLAGS=
FUZZ_ENGINE=
AS_IF([test "x$enable_fuzzing" != xno],
  [FUZZ_CFLAGS=-fsanitize=fuzzer-no-link
   FUZZ_ENGINE=-fsanitize=fuzzer
   AC_MSG_CHECKING([whether $CC links with $FUZZ_ENGINE])
   gprof_save_CFLAGS=$CFLAGS
   CFLAGS="$CFLAGS $FUZZ_ENGINE"
   AC_LINK_IFELSE([AC_LANG_SOURCE([[
       int LLVMFuzzerTestOneInput (const unsigned char *data,
                                   __SIZE_TYPE__ size);
       int LLVMFuzzerTestOneInput (const unsigned char *data,
                                   __SIZE_TYPE__ size)
       { return data && size == ~(__SIZE_TYPE__) 0; }]])],
     [AC_MSG_RESULT([yes])],
     [AC_MSG_RESULT([no])
      AC_MSG_ERROR([--enable-fuzzing wants CC=clang or CC=afl-clang-fast])])
   CFLAGS=$gprof_save_CFLAGS
   AS_IF([test -z "$enable_sanitize"], [enable_sanitize=yes])])
AS_IF([test -z "$enable_sanitize"], [enable_sanitize=no])
AM_CONDITIONAL([FUZZING], [test "x$enable_fuzzing" != xno])
AC_SUBST([FUZZ_CFLAGS])
AC_SUBST([FUZZ_ENGINE])])

# GPROF_SANITIZE
# Flags for src and its unit tests.  A sanitizer whose runtime library is not
# installed passes the compiler and fails the linker, so link.
AC_DEFUN([GPROF_SANITIZE],
[SANITIZE_CFLAGS=
AS_IF([test "x$enable_sanitize" = xyes], [enable_sanitize=address,undefined])
AS_IF([test "x$enable_sanitize" != xno],
  [SANITIZE_CFLAGS="-fsanitize=$enable_sanitize -fno-sanitize-recover=all"
   SANITIZE_CFLAGS="$SANITIZE_CFLAGS -fno-omit-frame-pointer"
   AC_MSG_CHECKING([whether $CC links with $SANITIZE_CFLAGS])
   gprof_save_CFLAGS=$CFLAGS
   CFLAGS="$CFLAGS $SANITIZE_CFLAGS"
   AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
     [AC_MSG_RESULT([yes])],
     [AC_MSG_RESULT([no])
      AC_MSG_ERROR([$CC cannot link with -fsanitize=$enable_sanitize])])
   CFLAGS=$gprof_save_CFLAGS])
AM_CONDITIONAL([SANITIZED], [test "x$enable_sanitize" != xno])
AC_SUBST([SANITIZE_CFLAGS])])

# GPROF_GMON_ARCH
# Ask the compiler, not the triplet: CC="gcc -m32" or -mx32 keeps the triplet.
# An unknown machine, or a variant whose hook is another one, gets the C hook.
AC_DEFUN([GPROF_GMON_ARCH],
[AC_CACHE_CHECK([for the mcount stubs of this CPU], [gprof_cv_gmon_arch],
  [gprof_cv_gmon_arch=generic
   cat >conftest.c <<'gprof_eof'
#ifndef __ELF__
arch "generic"
#elif defined __x86_64__ && defined __LP64__
arch "x86_64"
#elif defined __i386__
arch "i386"
#elif defined __aarch64__ && defined __LP64__
arch "aarch64"
#elif defined __arm__ && defined __ARM_EABI__ && __ARM_ARCH >= 6
arch "arm"
#elif defined __riscv && __riscv_xlen == 64 && defined __LP64__
arch "riscv64"
#elif defined __powerpc64__ && _CALL_ELF == 2
arch "ppc64le"
#elif defined __s390x__
arch "s390x"
#elif defined __mips64 && defined _ABI64 && _MIPS_SIM == _ABI64
arch "mips64"
#elif defined __sparc__ && defined __arch64__
arch "sparc64"
#else
arch "generic"
#endif
gprof_eof
   AS_IF([$CC $CFLAGS $CPPFLAGS -E conftest.c >conftest.i \
            2>&AS_MESSAGE_LOG_FD],
     [gprof_cv_gmon_arch=`$SED -n 's/^arch "\(.*\)"/\1/p' conftest.i`])
   rm -f conftest.c conftest.i])
GMON_ARCH=$gprof_cv_gmon_arch
AC_SUBST([GMON_ARCH])
# Where the hook stands in the middle of a function, the C part must leave
# floating-point and vector registers alone: -mgeneral-regs-only has no such
# name everywhere.
gprof_vectors=no
AS_CASE([$GMON_ARCH],
  [aarch64], [GPROF_FLAG([-mno-outline-atomics], [GMON_HOOK_CFLAGS])],
  [s390x], [gprof_vectors=yes
    GPROF_FLAG([-msoft-float], [GMON_HOOK_CFLAGS])],
  [i386], [gprof_vectors=yes
    GPROF_FLAG([-Wno-psabi], [GMON_HOOK_CFLAGS])],
  [arm], [gprof_vectors=yes
    # Tables of its own kind, which need libgcc_s and describe no prologues.
    GPROF_FLAG([-fno-asynchronous-unwind-tables], [GMON_HOOK_CFLAGS])],
  [x86_64|mips64], [gprof_vectors=yes])
AM_CONDITIONAL([GMON_ARCH_VECTORS], [test $gprof_vectors = yes])
# Calls of libraries can be counted.
AM_CONDITIONAL([GMON_ARCH_STUBS], [test $GMON_ARCH = x86_64])])
