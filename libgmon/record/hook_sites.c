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
  if (list->len < list->room)
    list->sites[list->len++].location
      = (uint32_t) ((uintptr_t) end - object->start);
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

/* -- Lists ---------------------------------------------------------------- */

/* Memory that is not touched costs nothing.  */
static bool
list_make (struct hook_site_list *list, size_t room)
{
  *list = (struct hook_site_list) { NULL, 0, 0 };
  list->sites = machine_map (room * sizeof *list->sites);
  if (list->sites != NULL)
    list->room = room;
  return list->sites != NULL;
}

#define PAGE_SIZE 4096

/* Gives the memory behind the last site back.  */
static void
list_cut (struct hook_site_list *list)
{
  size_t size = (list->room * sizeof *list->sites + PAGE_SIZE - 1)
                & ~(size_t) (PAGE_SIZE - 1);
  size_t used = (list->len * sizeof *list->sites + PAGE_SIZE - 1)
                & ~(size_t) (PAGE_SIZE - 1);

  if (used < size && list->sites != NULL)
    machine_unmap ((char *) list->sites + used, size - used);
  list->room = used / sizeof *list->sites;
  if (used == 0)
    list->sites = NULL;
}

static void
list_free (struct hook_site_list *list)
{
  list->len = 0;
  list_cut (list);
}

/* Returns the index of the first site behind PLACE.  */
static size_t
list_behind (const struct hook_site_list *list, uintptr_t location)
{
  size_t low = 0, high = list->len;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (list->sites[middle].location <= location)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
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

void
hook_sites_find (struct hook_object *object, const struct dl_phdr_info *info)
{
  struct targets targets = { .object = object };
  size_t room;

  *object = (struct hook_object) { .base = info->dlpi_addr,
                                   .start = UINTPTR_MAX };
  for (int i = 0; i < info->dlpi_phnum; i++)
    add_part (object, &info->dlpi_phdr[i]);
  room = code_size (object) / MACHINE_CALL_DIRECT;
  if (room == 0 || object->end - object->start > UINT32_MAX)
    return;
  find_words (&targets, info);
  add_target (&targets, (uintptr_t) own_mcount);
  add_target (&targets, (uintptr_t) own_fentry);
  object->no_memory = !list_make (&object->by_word, room)
                      || !list_make (&object->direct, room);
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
  list_cut (&object->by_word);
  list_cut (&object->direct);
}

void
hook_sites_free (struct hook_object *object)
{
  list_free (&object->by_word);
  list_free (&object->direct);
}

size_t
hook_sites_count (const struct hook_object *object)
{
  return object->by_word.len + object->direct.len;
}

static void
list_each (const struct hook_site_list *list, uintptr_t start, uintptr_t end,
           hook_site_visit *visit, void *data)
{
  for (size_t i = list_behind (list, start);
       i < list->len && list->sites[i].location <= end; i++)
    visit (&list->sites[i], data);
}

void
hook_sites_in (const struct hook_object *object, uintptr_t start,
               uintptr_t size, hook_site_visit *visit, void *data)
{
  uintptr_t location = object->base + start - object->start;

  list_each (&object->by_word, location, location + size, visit, data);
  list_each (&object->direct, location, location + size, visit, data);
}

void
hook_sites_each (const struct hook_object *object, hook_site_visit *visit,
                 void *data)
{
  list_each (&object->by_word, 0, UINTPTR_MAX, visit, data);
  list_each (&object->direct, 0, UINTPTR_MAX, visit, data);
}

const struct hook_site *
hook_site_at (const struct hook_object *object, uintptr_t self)
{
  const struct hook_site_list *const lists[] = { &object->by_word,
                                                 &object->direct };
  uintptr_t location = self - object->start;

  for (int i = 0; i < 2; i++)
    {
      size_t at = list_behind (lists[i], location);

      if (at > 0 && lists[i]->sites[at - 1].location == location)
        return &lists[i]->sites[at - 1];
    }
  return NULL;
}

/* -- Removal -------------------------------------------------------------- */

struct removal
{
  const struct hook_object *object;
  struct code_patch *patch;
  size_t size;                  /* of a call */
  bool by_word;
};

static uintptr_t
site_start (const struct removal *removal, const struct hook_site *site)
{
  return removal->object->start + site->location - removal->size;
}

/* Removes the calls from SITE to LAST that are not wanted.  All begin in one
   page, and these two are not wanted.  */
static bool
remove_run (const struct removal *removal, const struct hook_site *site,
            const struct hook_site *last)
{
  unsigned char copy[PAGE_SIZE + MACHINE_CALL_BY_WORD];
  uintptr_t start = site_start (removal, site);
  size_t size = site_start (removal, last) + removal->size - start;

  memcpy (copy, (const void *) start, size);
  for (; site <= last; site++)
    if (!site->is_wanted)
      machine_remove_call (copy + (site_start (removal, site) - start)
                             + removal->size,
                           removal->by_word);
  return code_patch_write (removal->patch, start, copy, size);
}

static bool
list_remove (const struct removal *removal, const struct hook_site_list *list,
             size_t *pages)
{
  const struct hook_site *first = NULL, *last = NULL;
  bool done = true;

  for (size_t i = 0; i <= list->len; i++)
    {
      const struct hook_site *site = &list->sites[i];

      if (i < list->len && site->is_wanted)
        continue;
      if (first != NULL
          && (i == list->len
              || site_start (removal, site) / PAGE_SIZE
                 != site_start (removal, first) / PAGE_SIZE))
        {
          done &= remove_run (removal, first, last);
          ++*pages;
          first = NULL;
        }
      first = first != NULL ? first : site;
      last = site;
    }
  return done;
}

bool
hook_sites_remove (const struct hook_object *object, struct code_patch *patch,
                   size_t *pages)
{
  struct removal by_word = { object, patch, MACHINE_CALL_BY_WORD, true };
  struct removal direct = { object, patch, MACHINE_CALL_DIRECT, false };
  bool done = list_remove (&by_word, &object->by_word, pages);

  return list_remove (&direct, &object->direct, pages) && done;
}

#endif
