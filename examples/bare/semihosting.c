/* semihosting.c -- files of the host, by the semihosting of ARM and RISC-V.

   SPDX-License-Identifier: 0BSD  */

#include "board.h"

enum { SYS_OPEN = 1, SYS_CLOSE = 2, SYS_WRITE0 = 4, SYS_WRITE = 5,
       SYS_EXIT_EXTENDED = 0x20, OPEN_WB = 5, STOPPED = 0x20026 };

#if defined __arm__ && __ARM_ARCH_PROFILE == 'M'
# define HOST_CALL "bkpt 0xab"
#elif defined __thumb__
# define HOST_CALL "svc 0xab"
#elif defined __arm__
# define HOST_CALL "svc 0x123456"
#endif

#if defined __arm__
static uintptr_t
host (uintptr_t operation, const void *arguments)
{
  register uintptr_t r0 __asm__ ("r0") = operation;
  register const void *r1 __asm__ ("r1") = arguments;

  __asm__ volatile (HOST_CALL : "+r" (r0) : "r" (r1) : "memory", "lr");
  return r0;
}
#else
static uintptr_t
host (uintptr_t operation, const void *arguments)
{
  register uintptr_t a0 __asm__ ("a0") = operation;
  register const void *a1 __asm__ ("a1") = arguments;

  /* The three instructions must be in one page and not compressed.  */
  __asm__ volatile (".option push\n\t.option norvc\n\t.balign 16\n\t"
                    "slli x0, x0, 0x1f\n\tebreak\n\tsrai x0, x0, 7\n\t"
                    ".option pop" : "+r" (a0) : "r" (a1) : "memory");
  return a0;
}
#endif

int
board_open (const char *name)
{
  uintptr_t length = 0;

  while (name[length] != 0)
    length++;
  return (int) host (SYS_OPEN, (uintptr_t[]) { (uintptr_t) name, OPEN_WB,
                                               length });
}

int
board_write (int file, const void *bytes, size_t size)
{
  return (int) host (SYS_WRITE, (uintptr_t[]) { (uintptr_t) file,
                                                (uintptr_t) bytes, size });
}

void
board_close (int file)
{
  host (SYS_CLOSE, (uintptr_t[]) { (uintptr_t) file });
}

void
board_print_number (const char *text, unsigned number)
{
  char digits[12];
  char *at = &digits[sizeof digits - 1];

  *at = 0;
  *--at = '\n';
  do
    *--at = (char) ('0' + number % 10);
  while ((number /= 10) != 0);
  host (SYS_WRITE0, text);
  host (SYS_WRITE0, at);
}

void
board_exit (int status)
{
  host (SYS_EXIT_EXTENDED, (uintptr_t[]) { STOPPED, (uintptr_t) status });
  while (1)
    continue;
}
