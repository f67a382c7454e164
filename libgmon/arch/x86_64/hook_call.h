/* arch/x86_64/hook_call.h -- the calls of hooks: x86-64.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/hook_call.h.

     ff 15 rel32        call *word(%rip)        libgmon.so, glibc's hook
     67 e8 rel32        addr32 call hook        the linker made it of the first
     e8 rel32           call hook               -no-pie, clang: maybe by a PLT
     ff 25 rel32        jmp *word(%rip)         in an entry of the PLT

   -fpatchable-function-entry=5 leaves, behind endbr64 if there is one,

     90 90 90 90 90     nop, five times         gcc
     0f 1f 44 00 08     nopl 8(%rax,%rax,1)     clang
     0f 1f 44 00 00     nopl 0(%rax,%rax,1)     others

   The byte before e8 may be the end of another instruction, even if it is 67,
   so it stays: 67 is a prefix of the new instruction, too.  */

#ifndef GMON_X86_64_HOOK_CALL_H
#define GMON_X86_64_HOOK_CALL_H

#include <string.h>

#define MACHINE_CALL_BY_WORD 6
#define MACHINE_CALL_DIRECT 5

/* Returns what the four bytes at AT, the last ones of an instruction, refer
   to.  */
static inline uintptr_t
x86_64_relative (const unsigned char *at)
{
  int32_t distance;

  memcpy (&distance, at, sizeof distance);
  return (uintptr_t) at + 4 + (uintptr_t) (intptr_t) distance;
}

/* The second byte is rarer in code than the first one.  */
static inline bool
machine_next_by_word (const unsigned char *at, const unsigned char *end,
                      bool is_jump, struct hook_call *call)
{
  while (end - at >= 6
         && (at = memchr (at + 1, is_jump ? 0x25 : 0x15,
                          (size_t) (end - at) - 5)) != NULL)
    if (*--at == 0xff)
      {
        *call = (struct hook_call) { at, at + 6, x86_64_relative (at + 2) };
        return true;
      }
    else
      at++;
  return false;
}

static inline bool
machine_next_direct (const unsigned char *at, const unsigned char *end,
                     struct hook_call *call)
{
  if (end - at < 5
      || (at = memchr (at, 0xe8, (size_t) (end - at) - 4)) == NULL)
    return false;
  *call = (struct hook_call) { at, at + 5, x86_64_relative (at + 1) };
  return true;
}

#define X86_64_FRAME_BYTES 160  /* of a prologue that saves registers and
                                   makes room, from its frame to the hook */

/* push %rbp; mov %rsp,%rbp  */
static inline bool
machine_has_frame (const unsigned char *code, const unsigned char *call)
{
  static const unsigned char frame[4] = { 0x55, 0x48, 0x89, 0xe5 };
  const unsigned char *at = call;

  while (at - code >= 4 && call - at < X86_64_FRAME_BYTES)
    if (memcmp (--at - 3, frame, sizeof frame) == 0)
      return true;
  return false;
}

/* Before the jump there may be endbr64, and a prefix.  */
static inline const unsigned char *
machine_plt_start (const unsigned char *code, const unsigned char *jump, int i)
{
  static const unsigned char before[4] = { 0, 1, 4, 5 };

  return i < 4 && jump - code >= before[i] ? jump - before[i] : NULL;
}

static inline void
machine_remove_call (unsigned char *end, bool by_word)
{
  static const unsigned char nothing[6] = { 0x66, 0x0f, 0x1f, 0x44, 0, 0 };
  size_t size = by_word ? MACHINE_CALL_BY_WORD : MACHINE_CALL_DIRECT;

  memcpy (end - size, nothing + sizeof nothing - size, size);
}

#define MACHINE_ENTRY_SIZE 5

static inline const unsigned char *
machine_entry (const unsigned char *at)
{
  static const unsigned char known[3][MACHINE_ENTRY_SIZE] = {
    { 0x90, 0x90, 0x90, 0x90, 0x90 }, { 0x0f, 0x1f, 0x44, 0x00, 0x08 },
    { 0x0f, 0x1f, 0x44, 0x00, 0x00 },
  };
  static const unsigned char endbr64[4] = { 0xf3, 0x0f, 0x1e, 0xfa };

  if (memcmp (at, endbr64, sizeof endbr64) == 0)
    at += sizeof endbr64;
  for (int i = 0; i < 3; i++)
    if (memcmp (at, known[i], sizeof known[i]) == 0)
      return at;
  return NULL;
}

/* A little less than 2 GiB.  */
#define MACHINE_CALL_REACH 0x7ffff000

static inline void
machine_write_call (unsigned char *end, uintptr_t from, uintptr_t target)
{
  int32_t distance = (int32_t) (intptr_t) (target - from);

  end[-5] = 0xe8;
  memcpy (end - 4, &distance, sizeof distance);
}

#define MACHINE_JUMP_SIZE 14

/* jmp *0(%rip), and the word.  */
static inline void
machine_write_jump (unsigned char *at, uintptr_t target)
{
  static const unsigned char jump[6] = { 0xff, 0x25, 0, 0, 0, 0 };

  memcpy (at, jump, sizeof jump);
  memcpy (at + sizeof jump, &target, sizeof target);
}

#ifndef __PIE__

# define MACHINE_NEAR_HOOK
# define MACHINE_NEAR_WORDS 3

HIDDEN extern const unsigned char near_entry_hook[];

static inline void
machine_near_words (uintptr_t *words, uintptr_t state, uintptr_t table,
                    uintptr_t hook)
{
  uintptr_t thread = 0;

  __asm__ ("movq %%fs:0, %0" : "=r" (thread));
  words[0] = state;
  words[1] = table - thread;
  words[2] = hook;
}

#endif

#endif /* GMON_X86_64_HOOK_CALL_H */
