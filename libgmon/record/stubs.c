/* stubs.c -- pieces of code, each of which passes a target to a hook.

   SPDX-License-Identifier: 0BSD

   Contracts are in stubs.h.  */

#include <stdatomic.h>

#include "arch/library_stub.h"
#include "record/stubs.h"
#include "machine.h"

#ifdef HAVE_LIBRARY_STUBS

#define BLOCK_STUBS 1024        /* a power of two; their code is whole pages */
#define BLOCK_FULL (BLOCK_STUBS / 4 * 3)
#define CODE_SIZE (BLOCK_STUBS * MACHINE_STUB_SIZE)

/* Stub I jumps to the target with number I, which is a place in a hash
   table.  */
struct stub_block
{
  unsigned char code[CODE_SIZE];        /* read-only as soon as it is filled */
  struct stub_block *_Atomic next;
  uintptr_t hook;
  unsigned used;
  _Atomic uintptr_t targets[BLOCK_STUBS];       /* 0: free */
};

/* Returns a new block, or NULL.  */
static struct stub_block *
block_new (void (*hook) (void))
{
  struct stub_block *block = machine_map (sizeof *block);

  if (block == NULL)
    return NULL;
  for (size_t i = 0; i < BLOCK_STUBS; i++)
    machine_write_stub (block->code + i * MACHINE_STUB_SIZE,
                        (const uintptr_t *) &block->targets[i], &block->hook);
  block->hook = (uintptr_t) hook;
  if (machine_syscall (SYS_mprotect, (long) block->code, CODE_SIZE,
                       PROT_READ | PROT_EXEC, 0, 0, 0)
      == 0)
    return block;
  machine_unmap (block, sizeof *block);
  return NULL;
}

/* Returns the place of TARGET in BLOCK, or a free place.  */
static size_t
stub_place (const struct stub_block *block, uintptr_t target)
{
  size_t i = (size_t) ((uint64_t) target * 0x9e3779b97f4a7c15 >> 54);

  for (;; i++)
    {
      uintptr_t it;

      i %= BLOCK_STUBS;
      it = atomic_load (&block->targets[i]);
      if (it == target || it == 0)
        return i;
    }
}

uintptr_t
stubs_get (struct stubs *stubs, uintptr_t target)
{
  struct stub_block *_Atomic *last = &stubs->blocks;
  struct stub_block *block;
  size_t i;

  for (;;)
    {
      if (*last == NULL)
        *last = block_new (stubs->hook);
      block = *last;
      if (block == NULL)
        return 0;
      i = stub_place (block, target);
      if (block->targets[i] == target || block->used < BLOCK_FULL)
        break;
      last = &block->next;
    }
  if (block->targets[i] == 0)
    {
      atomic_store (&block->targets[i], target);
      block->used++;
    }
  return (uintptr_t) (block->code + i * MACHINE_STUB_SIZE);
}

bool
stubs_contain (const struct stubs *stubs, uintptr_t address)
{
  for (const struct stub_block *block = stubs->blocks; block != NULL;
       block = block->next)
    if (address - (uintptr_t) block->code < CODE_SIZE)
      return true;
  return false;
}

#else

bool
stubs_contain (const struct stubs *stubs, uintptr_t address)
{
  (void) stubs;
  (void) address;
  return false;
}

#endif
