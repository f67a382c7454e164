/* arch/generic/code.h -- what compiled code looks like: any Linux machine.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/compiled_code.h.  For a machine with a folder of its
   own, this file includes that folder's code.h, since the tests also build
   such a machine with the generic hook.  */

#if defined __x86_64__
# include "arch/x86_64/code.h"
#elif defined __i386__
# include "arch/i386/code.h"
#elif defined __aarch64__
# include "arch/aarch64/code.h"
#elif defined __riscv
# include "arch/riscv64/code.h"
#elif defined __arm__
# include "arch/arm/code.h"
#elif defined __mips__
# include "arch/mips64/code.h"
#elif defined __powerpc64__
# include "arch/ppc64le/code.h"
#elif defined __s390x__
# include "arch/s390x/code.h"
#elif defined __sparc__ && defined __arch64__
# include "arch/sparc64/code.h"
#else

# ifndef GMON_CODE_H
# define GMON_CODE_H

# include <stdint.h>

# if defined __loongarch__
#  define MACHINE_CONTEXT_PC(context) \
  ((uintptr_t) (context)->uc_mcontext.__pc)
# else
#  error "add this machine's program counter"
# endif

# if defined __loongarch__ || defined __csky__ || defined __arc__ \
  || defined __or1k__
#  define MACHINE_ENVIRON_COMES_LATE
# endif

/* The size of the call is not known.  Any address within the call is good
   enough.  */
static inline const unsigned char *
machine_call_before (const unsigned char *pc)
{
  return pc - 1;
}

# endif /* GMON_CODE_H */

#endif

/* The calls of the hook in C are not removed.  */
#undef MACHINE_HOOK_CALL_HEADER
