/* entry_sites.c -- functions that may be made to call a hook.

   SPDX-License-Identifier: 0BSD

   Contracts are in entry_sites.h.  */

#include "arch/hook.h"
#include "arch/hook_call.h"
#include "record/arcs.h"
#include "record/entry_sites.h"

#ifdef HAVE_HOOK_CALLS

#define SECTION "__patchable_function_entries"

/* -- The list of the compiler --------------------------------------------- */

struct entry_table
{
  const uintptr_t *entries;
  size_t len;
};

static bool
is_in (const struct hook_part *parts, size_t n_parts, uintptr_t start,
       size_t size)
{
  for (size_t i = 0; i < n_parts; i++)
    if (start >= parts[i].start && start <= parts[i].end
        && size <= parts[i].end - start)
      return true;
  return false;
}

/* Adds one entry.  That of a function which the linker has discarded is 0.  */
static void
add_compiled_entry (struct hook_object *object, uintptr_t address)
{
  const unsigned char *at;

  if (address == 0
      || !is_in (object->code, object->n_code, address,
                 (size_t) 2 * MACHINE_ENTRY_SIZE))
    return;
  at = machine_entry ((const void *) address);
  if (at == NULL)
    object->strange_entries++;
  else
    site_list_add (&object->entries, (uintptr_t) at + MACHINE_ENTRY_SIZE
                                       - object->start);
}

static void
add_table (struct hook_object *object, struct entry_table table)
{
  if (table.len == 0
      || !is_in (object->data, object->n_data, (uintptr_t) table.entries,
                 table.len * sizeof *table.entries))
    return;
  if (!site_list_make (&object->entries, table.len))
    {
      object->no_memory = true;
      return;
    }
  for (size_t i = 0; i < table.len; i++)
    add_compiled_entry (object, table.entries[i]);
  site_list_sort (&object->entries);
  site_list_cut (&object->entries);
}

static struct entry_table
table_of_file (const struct hook_object *object, const struct elf_file *file)
{
  struct entry_table table = { NULL, 0 };
  ElfW (Shdr) section;

  if (file == NULL || !elf_file_section (file, SECTION, &section)
      || (section.sh_flags & SHF_ALLOC) == 0
      || section.sh_addr % sizeof *table.entries != 0)
    return table;
  table.entries = (const void *) (object->base + section.sh_addr);
  table.len = section.sh_size / sizeof *table.entries;
  return table;
}

#ifdef __PIE__

/* The linker defines them, if the program has the section.  */
extern const uintptr_t __start___patchable_function_entries[]
  __attribute__ ((weak, visibility ("hidden")));
extern const uintptr_t __stop___patchable_function_entries[]
  __attribute__ ((weak, visibility ("hidden")));

static struct entry_table
table_of_program (void)
{
  const uintptr_t *start = __start___patchable_function_entries;
  const uintptr_t *stop = __stop___patchable_function_entries;

  return (struct entry_table) {
    start, start != NULL ? (size_t) (stop - start) : 0
  };
}

#endif

void
entry_sites_find (struct hook_object *object, const struct elf_file *file,
                  bool is_program)
{
  struct entry_table table = table_of_file (object, file);

#ifdef __PIE__
  if (is_program && table.len == 0)
    table = table_of_program ();
#else
  (void) is_program;
#endif
  add_table (object, table);
}

/* -- The hook ------------------------------------------------------------- */

#ifdef MACHINE_NEAR_HOOK
_Static_assert (NEAR_WORDS == MACHINE_NEAR_WORDS, "room for the words");
#endif

void
entry_hook_make (struct near_hook *hook)
{
  hook->target = (uintptr_t) own_entry_hook;
#ifdef MACHINE_NEAR_HOOK
  hook->code = near_entry_hook;
  machine_near_words (hook->words, (uintptr_t) &hook_state,
                      (uintptr_t) &arc_current, hook->target);
#endif
}

void
entry_hook_find_file (struct near_hook *hook, const struct dl_phdr_info *info)
{
  const uintptr_t code = (uintptr_t) hook->code - info->dlpi_addr;

  if (hook->code == NULL || hook->file != NULL)
    return;
  for (size_t i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD
        && code - info->dlpi_phdr[i].p_vaddr < info->dlpi_phdr[i].p_filesz)
      {
        hook->file = info->dlpi_name;
        hook->offset = code - info->dlpi_phdr[i].p_vaddr
                       + info->dlpi_phdr[i].p_offset;
      }
}

/* -- Changes -------------------------------------------------------------- */

struct entry_call
{
  const struct hook_object *object;
  uintptr_t target;
};

/* Another tool, or a former look, may have changed the entry.  */
static void
make_call (unsigned char *end, const struct hook_site *site, const void *data)
{
  const struct entry_call *call = data;

  if (machine_entry (end - MACHINE_ENTRY_SIZE) == end - MACHINE_ENTRY_SIZE)
    machine_write_call (end, call->object->start + site->location,
                        call->target);
}

bool
entry_sites_are_idle (const struct hook_object *object)
{
  const struct hook_site_list *list = &object->entries;

  for (size_t i = 0; i < list->len; i++)
    if (list->sites[i].is_wanted
        && machine_entry ((const unsigned char *) object->start
                          + list->sites[i].location - MACHINE_ENTRY_SIZE)
           != NULL)
      return true;
  return false;
}

enum entry_change
entry_sites_change (const struct hook_object *object, struct near_code *near,
                    struct code_patch *patch, size_t *pages)
{
  struct entry_call call = { object, 0 };
  struct site_change change = { object->start, MACHINE_ENTRY_SIZE, true,
                                make_call, &call };

  if (!entry_sites_are_idle (object))
    return ENTRIES_CHANGED;
  call.target = near_code_get (near, patch, object->start, object->end);
  if (call.target == 0)
    return near->is_refused ? ENTRIES_REFUSED : ENTRIES_TOO_FAR;
  return site_list_change (&object->entries, &change, patch, pages)
           ? ENTRIES_CHANGED : ENTRIES_REFUSED;
}

#endif
