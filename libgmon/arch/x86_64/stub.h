/* arch/x86_64/stub.h -- the stubs of library calls: x86-64.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/library_stub.h.  */

#ifndef GMON_STUB_H
#define GMON_STUB_H

#include <string.h>

#define MACHINE_JUMP_SLOT 7
#define MACHINE_GLOB_DAT 6
#define MACHINE_STUB_SIZE 32
#define MACHINE_RESOLVER_SIZE 256

/* endbr64; mov TARGET(%rip),%r11; jmp *HOOK(%rip)  */
static inline void
machine_write_stub (unsigned char *code, const uintptr_t *target,
                    const uintptr_t *hook)
{
  static const unsigned char begin[7] = { 0xf3, 0x0f, 0x1e, 0xfa,
                                          0x4c, 0x8b, 0x1d };
  int32_t to_target = (int32_t) ((const unsigned char *) target - (code + 11));
  int32_t to_hook = (int32_t) ((const unsigned char *) hook - (code + 17));

  memcpy (code, begin, sizeof begin);
  memcpy (code + 7, &to_target, sizeof to_target);
  code[11] = 0xff;
  code[12] = 0x25;
  memcpy (code + 13, &to_hook, sizeof to_hook);
}

/* glibc's _dl_runtime_resolve, in all its forms, has

     48 8b 73 10     mov 0x10(%rbx),%rsi
     48 8b 7b 08     mov 0x8(%rbx),%rdi
     e8 rel32        call _dl_fixup
     49 89 c3        mov %rax,%r11  */
static inline uintptr_t
machine_find_binder (const unsigned char *resolver)
{
  static const unsigned char before[9] = { 0x48, 0x8b, 0x73, 0x10, 0x48,
                                           0x8b, 0x7b, 0x08, 0xe8 };
  static const unsigned char after[3] = { 0x49, 0x89, 0xc3 };
  int32_t distance;

  for (size_t i = 0; i < MACHINE_RESOLVER_SIZE; i++)
    if (memcmp (resolver + i, before, sizeof before) == 0
        && memcmp (resolver + i + 13, after, sizeof after) == 0)
      {
        memcpy (&distance, resolver + i + 9, sizeof distance);
        return (uintptr_t) resolver + i + 13 + (uintptr_t) (intptr_t) distance;
      }
  return 0;
}

#endif /* GMON_STUB_H */
