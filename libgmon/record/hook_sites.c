/* hook_sites.c -- where a loaded object calls a hook.

   SPDX-License-Identifier: 0BSD

   Contracts are in hook_sites.h.

   No code is disassembled.  A call is known by its target: four bytes that
   refer to a hook, to a word with the hook's address, or to an entry of the PLT
   for a hook, behind the bytes of a call.  That other code has these five or
   six bytes by chance is less likely than one in 2^32 for each byte.  */

#include <string.h>

#include "record/hook_sites.h"
#include "arch/hook_call.h"
#include "sys/plt_object.h"
#include "machine.h"

#ifdef HAVE_HOOK_CALLS

/* The hooks as calls and jumps of an object name them.  */
struct targets
{
  const struct hook_object *object;
  uintptr_t words[HOOK_WORDS];  /* that the PLT uses for hooks */
  size_t n_words;
  uintptr_t hooks[HOOK_WORDS];  /* mcount, __fentry__, entries of the PLT */
  size_t n_hooks;
};

static bool
is_own_hook (uintptr_t address)
{
  return address == (uintptr_t) own_mcount
         || address == (uintptr_t) own_fentry;
}

/* -- Segments and relocations --------------------------------------------- */

static void
add_part (struct hook_object *object, const ElfW (Phdr) *segment)
{
  struct hook_part part;

  part.start = object->base + segment->p_vaddr;
  part.end = part.start + segment->p_memsz;
  if (segment->p_type != PT_LOAD)
    return;
  object->start = part.start < object->start ? part.start : object->start;
  object->end = part.end > object->end ? part.end : object->end;
  if ((segment->p_flags & PF_R) == 0)
    return;
  if (object->n_data < HOOK_DATA_PARTS)
    object->data[object->n_data++] = part;
  if ((segment->p_flags & PF_X) != 0 && object->n_code < HOOK_CODE_PARTS)
    object->code[object->n_code++] = part;
}

/* Returns the value of the word at ADDRESS, or 0 if OBJECT has none there.  */
static uintptr_t
word_at (const struct hook_object *object, uintptr_t address)
{
  uintptr_t value = 0;

  for (size_t i = 0; i < object->n_data; i++)
    if (address >= object->data[i].start
        && address <= object->data[i].end - sizeof value)
      memcpy (&value, (const void *) address, sizeof value);
  return value;
}

/* The PLT may find the hook only at the first call.  */
static void
find_words (struct targets *targets, const struct dl_phdr_info *info)
{
  struct plt_object plt;

  if (!plt_object_read (&plt, info))
    return;
  for (size_t i = 0; i < plt.n_slots && targets->n_words < HOOK_WORDS; i++)
    if (plt_is_unbound_hook (&plt, &plt.slots[i]))
      targets->words[targets->n_words++]
        = (uintptr_t) plt_word (&plt, &plt.slots[i]);
}

static bool
is_hook_word (const struct targets *targets, uintptr_t address)
{
  for (size_t i = 0; i < targets->n_words; i++)
    if (targets->words[i] == address)
      return true;
  return is_own_hook (word_at (targets->object, address));
}

/* -- Code ----------------------------------------------------------------- */

static void
add_target (struct targets *targets, uintptr_t target)
{
  if (targets->n_hooks < HOOK_WORDS)
    targets->hooks[targets->n_hooks++] = target;
}

static void
add_site (struct hook_object *object, struct hook_site_list *list,
          const unsigned char *end)
{
  site_list_add (list, (uintptr_t) end - object->start);
}

static void
find_by_word (struct hook_object *object, const struct targets *targets,
              const struct hook_part *code)
{
  const unsigned char *at = (const void *) code->start;
  const unsigned char *end = (const void *) code->end;
  struct hook_call call;

  for (; machine_next_by_word (at, end, false, &call); at = call.start + 1)
    if (is_hook_word (targets, call.target))
      add_site (object, &object->by_word, call.end);
}

/* Finds the entries of the PLT for hooks.  */
static void
find_entries (struct targets *targets, const struct hook_part *code)
{
  const unsigned char *at = (const void *) code->start;
  const unsigned char *end = (const void *) code->end;
  const unsigned char *start;
  struct hook_call jump;

  for (; machine_next_by_word (at, end, true, &jump); at = jump.start + 1)
    if (is_hook_word (targets, jump.target))
      for (int i = 0; (start = machine_plt_start ((const void *) code->start,
                                                  jump.start, i)) != NULL;
           i++)
        add_target (targets, (uintptr_t) start);
}

/* Returns true if CALL is one of a hook.  The entries of the PLT do not tell
   which hook they are for: those of __fentry__ are called without a frame, so
   only mcount itself is held to have one.  */
static bool
is_hook_call (const struct targets *targets, const struct hook_part *code,
              const struct hook_call *call)
{
  for (size_t i = 0; i < targets->n_hooks; i++)
    if (targets->hooks[i] == call->target)
      return i != 0
             || machine_has_frame ((const void *) code->start, call->start);
  return false;
}

/* Returns true if code may call a hook directly: it is in the object, or has an
   entry in the PLT.  */
static bool
has_direct_calls (const struct targets *targets)
{
  const struct hook_object *object = targets->object;

  return targets->n_hooks > 2
         || (uintptr_t) own_mcount - object->start
            < object->end - object->start;
}

static void
find_direct (struct hook_object *object, const struct targets *targets,
             const struct hook_part *code)
{
  const unsigned char *at = (const void *) code->start;
  const unsigned char *end = (const void *) code->end;
  struct hook_call call;

  for (; machine_next_direct (at, end, &call); at = call.start + 1)
    if (is_hook_call (targets, code, &call))
      add_site (object, &object->direct, call.end);
}

/* -- Objects -------------------------------------------------------------- */

static size_t
code_size (const struct hook_object *object)
{
  size_t size = 0;

  for (size_t i = 0; i < object->n_code; i++)
    size += object->code[i].end - object->code[i].start;
  return size;
}

bool
hook_object_read (struct hook_object *object, const struct dl_phdr_info *info)
{
  *object = (struct hook_object) { .base = info->dlpi_addr,
                                   .start = UINTPTR_MAX };
  for (int i = 0; i < info->dlpi_phnum; i++)
    add_part (object, &info->dlpi_phdr[i]);
  return object->n_code != 0 && object->end - object->start <= UINT32_MAX;
}

void
hook_sites_find (struct hook_object *object, const struct dl_phdr_info *info)
{
  struct targets targets = { .object = object };
  size_t room = code_size (object) / MACHINE_CALL_DIRECT;

  if (room == 0)
    return;
  find_words (&targets, info);
  add_target (&targets, (uintptr_t) own_mcount);
  add_target (&targets, (uintptr_t) own_fentry);
  object->no_memory = !site_list_make (&object->by_word, room)
                      || !site_list_make (&object->direct, room);
  if (object->no_memory)
    {
      hook_sites_free (object);
      return;
    }
  for (size_t i = 0; i < object->n_code; i++)
    find_by_word (object, &targets, &object->code[i]);
  for (size_t i = 0; i < object->n_code; i++)
    find_entries (&targets, &object->code[i]);
  for (size_t i = 0; has_direct_calls (&targets) && i < object->n_code; i++)
    find_direct (object, &targets, &object->code[i]);
  site_list_cut (&object->by_word);
  site_list_cut (&object->direct);
}

void
hook_sites_free (struct hook_object *object)
{
  site_list_free (&object->by_word);
  site_list_free (&object->direct);
  site_list_free (&object->entries);
}

size_t
hook_sites_count (const struct hook_object *object)
{
  return object->by_word.len + object->direct.len + object->entries.len;
}

static void
spare_entry (struct hook_site *site, void *data)
{
  (void) data;
  site->is_spare = true;
}

/* A function with a call of the hook is not counted by its entry, too.  */
void
hook_sites_in (const struct hook_object *object, uintptr_t start,
               uintptr_t size, hook_site_visit *visit, void *data)
{
  uintptr_t location = object->base + start - object->start;
  uintptr_t end = location + size;

  if (site_list_each (&object->by_word, location, end, visit, data)
        + site_list_each (&object->direct, location, end, visit, data)
      == 0)
    site_list_each (&object->entries, location, end, visit, data);
  else
    site_list_each (&object->entries, location, end, spare_entry, NULL);
}

void
hook_sites_each (const struct hook_object *object, hook_site_visit *visit,
                 void *data)
{
  site_list_each (&object->by_word, 0, UINTPTR_MAX, visit, data);
  site_list_each (&object->direct, 0, UINTPTR_MAX, visit, data);
  site_list_each (&object->entries, 0, UINTPTR_MAX, visit, data);
}

const struct hook_site *
hook_site_at (const struct hook_object *object, uintptr_t self)
{
  const struct hook_site_list *const lists[]
    = { &object->by_word, &object->direct, &object->entries };
  uintptr_t location = self - object->start;

  for (int i = 0; i < 3; i++)
    {
      size_t at = site_list_behind (lists[i], location);

      if (at > 0 && lists[i]->sites[at - 1].location == location)
        return &lists[i]->sites[at - 1];
    }
  return NULL;
}

/* -- Removal -------------------------------------------------------------- */

static void
remove_by_word (unsigned char *end, const struct hook_site *site,
                const void *data)
{
  (void) site;
  (void) data;
  machine_remove_call (end, true);
}

static void
remove_direct (unsigned char *end, const struct hook_site *site,
               const void *data)
{
  (void) site;
  (void) data;
  machine_remove_call (end, false);
}

bool
hook_sites_remove (const struct hook_object *object, struct code_patch *patch,
                   size_t *pages)
{
  struct site_change by_word = { object->start, MACHINE_CALL_BY_WORD, false,
                                 remove_by_word, NULL };
  struct site_change direct = { object->start, MACHINE_CALL_DIRECT, false,
                                remove_direct, NULL };
  bool done = site_list_change (&object->by_word, &by_word, patch, pages);

  return site_list_change (&object->direct, &direct, patch, pages) && done;
}

#endif
