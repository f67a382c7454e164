/* arch/bare/port.h -- changes of memory that no interrupt divides.

   SPDX-License-Identifier: 0BSD

   Compilers for ARMv6, ARMv7-M, ARMv8-M, RISC-V with the A extension and later
   machines know such instructions.  ARMv6-M, older ARM processors and RISC-V
   without that extension mask interrupts, which takes a privileged mode.  A
   program for another machine without such instructions, or one that runs in
   an unprivileged mode there, compiles the library with -DGMON_BARE_MASK and
   defines gmon_bare_mask and gmon_bare_unmask.  */

#ifndef ARCH_BARE_PORT_H
#define ARCH_BARE_PORT_H
#include <stdbool.h>
#include <stdint.h>

#define PORT_INLINE                                                     \
  __attribute__ ((no_instrument_function, always_inline)) static inline

#if __GCC_ATOMIC_INT_LOCK_FREE == 2 && !defined GMON_BARE_MASK
# define PORT_IS_ATOMIC 1
#else
# define PORT_IS_ATOMIC 0

/* gmon_bare_mask turns interrupts off and returns the state before, which
   gmon_bare_unmask restores.  */
# if defined GMON_BARE_MASK
uintptr_t gmon_bare_mask (void);
void gmon_bare_unmask (uintptr_t state);
# elif defined __ARM_ARCH_PROFILE && __ARM_ARCH_PROFILE == 'M'

PORT_INLINE uintptr_t
gmon_bare_mask (void)
{
  uintptr_t state;
  __asm__ volatile ("mrs %0, primask\n\tcpsid i" : "=r" (state) :: "memory");
  return state;
}

PORT_INLINE void
gmon_bare_unmask (uintptr_t state)
{
  __asm__ volatile ("msr primask, %0" :: "r" (state) : "memory");
}
# elif defined __arm__ && !defined __thumb__

PORT_INLINE uintptr_t
gmon_bare_mask (void)
{
  uintptr_t state, masked;

  __asm__ volatile ("mrs %0, cpsr\n\torr %1, %0, #0xc0\n\tmsr cpsr_c, %1"
                    : "=&r" (state), "=r" (masked) :: "memory");
  return state;
}

PORT_INLINE void
gmon_bare_unmask (uintptr_t state)
{
  __asm__ volatile ("msr cpsr_c, %0" :: "r" (state) : "memory");
}

# elif defined __riscv

PORT_INLINE uintptr_t
gmon_bare_mask (void)
{
  uintptr_t state;
  __asm__ volatile (".option push\n\t.option arch, +zicsr\n\t"
                    "csrrci %0, mstatus, 8\n\t.option pop"
                    : "=r" (state) :: "memory");
  return state & 8;
}

PORT_INLINE void
gmon_bare_unmask (uintptr_t state)
{
  __asm__ volatile (".option push\n\t.option arch, +zicsr\n\t"
                    "csrs mstatus, %0\n\t.option pop"
                    :: "r" (state) : "memory");
}

# else
#  error "compile with -DGMON_BARE_MASK (the head of port.h)"
# endif
#endif

/* Stores VALUE in *WORD if that is OLD.  Returns false if it is not.  */
PORT_INLINE bool
port_exchange (volatile uint32_t *word, uint32_t old, uint32_t value)
{
#if PORT_IS_ATOMIC
  return __atomic_compare_exchange_n (word, &old, value, false,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#else
  uintptr_t state = gmon_bare_mask ();
  bool is_old = *word == old;

  if (is_old)
    *word = value;
  gmon_bare_unmask (state);
  return is_old;
#endif
}

/* port_load reads *WORD.  port_store stores VALUE there, and returns false if
   an interrupt came between the two.  They take half as many instructions as
   a compare-and-exchange.  */
#if PORT_IS_ATOMIC && defined __arm__

PORT_INLINE uint32_t
port_load (volatile uint32_t *word)
{
  uint32_t value;
  __asm__ volatile ("ldrex %0, %1" : "=r" (value) : "Q" (*word));
  return value;
}

PORT_INLINE bool
port_store (volatile uint32_t *word, uint32_t value)
{
  uint32_t refused;

  __asm__ volatile ("strex %0, %2, %1"
                    : "=&r" (refused), "=Q" (*word) : "r" (value) : "memory");
  return refused == 0;
}

#elif PORT_IS_ATOMIC && defined __riscv

PORT_INLINE uint32_t
port_load (volatile uint32_t *word)
{
  uint32_t value;
  __asm__ volatile ("lr.w %0, %1" : "=r" (value) : "A" (*word));
  return value;
}

PORT_INLINE bool
port_store (volatile uint32_t *word, uint32_t value)
{
  uint32_t refused;

  __asm__ volatile ("sc.w %0, %2, %1"
                    : "=&r" (refused), "+A" (*word) : "r" (value) : "memory");
  return refused == 0;
}

#endif

/* Adds 1 to *WORD if that is below LIMIT.  Returns false if it is not.  */
PORT_INLINE bool
port_add (volatile uint32_t *word, uint32_t limit)
{
#if PORT_IS_ATOMIC && (defined __arm__ || defined __riscv)
  uint32_t old;

  do
    {
      old = port_load (word);
      if (old >= limit)
        return false;
    }
  while (!port_store (word, old + 1));
  return true;
#elif PORT_IS_ATOMIC
  uint32_t old = __atomic_load_n (word, __ATOMIC_RELAXED);

  do
    if (old >= limit)
      return false;
  while (!__atomic_compare_exchange_n (word, &old, old + 1, true,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return true;
#else
  uintptr_t state = gmon_bare_mask ();
  bool is_below = *word < limit;

  if (is_below)
    *word += 1;
  gmon_bare_unmask (state);
  return is_below;
#endif
}

/* Returns HASH, 32 random bits, scaled to the range from 0 to N - 1.  Without
   an instruction for long products, N must be below 65,536.  */
PORT_INLINE uint32_t
port_scale (uint32_t hash, uint32_t n)
{
#if (defined __thumb__ && !defined __thumb2__)  \
  || (defined __riscv && !defined __riscv_mul)
  return (hash >> 16) * n >> 16;
#else
  return (uint32_t) ((uint64_t) hash * n >> 32);
#endif
}

#endif /* ARCH_BARE_PORT_H */
