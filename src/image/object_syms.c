/* image/object_syms.c -- symbols of a library, by their extents.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/object_syms.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/search.h"
#include "base/sort.h"

/* Values of the ELF standard.  */
enum
{
  ELF_FUNC = 2,                 /* types of symbols */
  ELF_IFUNC = 10,
  ELF_LOCAL = 0,                /* binding */
  ELF_UNDEFINED = 0,            /* sections */
  ELF_FIRST_RESERVED = 0xff00,
  ELF_MORE_SECTIONS = 0xffff
};

void
object_funcs_sort (struct object_funcs *funcs)
{
  if (funcs->len)
    sort_stable (funcs->items, funcs->len, sizeof *funcs->items, search_order);
}

/* An entry of a symbol table.  */
struct elf_sym
{
  uint64_t value, size;
  uint32_t name;                /* offset among the strings */
  unsigned info, section;
};

static struct elf_sym
read_symbol (struct reader *r)
{
  struct elf_sym sym = { .name = rd_u32 (r) };
  const bool is_wide = r->wire.addr_size == 8;
  if (!is_wide)
    {
      sym.value = rd_u32 (r);
      sym.size = rd_u32 (r);
    }
  sym.info = rd_u8 (r);
  rd_u8 (r);
  sym.section = rd_u16 (r);
  if (is_wide)
    {
      sym.value = rd_u64 (r);
      sym.size = rd_u64 (r);
    }
  return sym;
}

/* Returns true if SYM is a function that its object defines.  */
static bool
is_function (const struct elf_sym *sym, bool no_static)
{
  const unsigned type = sym->info & 15;
  return ((type == ELF_FUNC || type == ELF_IFUNC)
          && !(no_static && sym->info >> 4 == ELF_LOCAL)
          && sym->section != ELF_UNDEFINED
          && (sym->section < ELF_FIRST_RESERVED
              || sym->section == ELF_MORE_SECTIONS));
}

bool
object_funcs_read (struct object_funcs *funcs, struct elf_file *file,
                   bool no_static, unsigned char **strings)
{
  const struct elf_section *table = elf_file_find (file, ELF_SYMTAB, NULL);
  struct reader r;
  bool is_whole = true;
  *funcs = (struct object_funcs) { .len = 0 };
  *strings = NULL;
  if (!table || table->size == 0)
    table = elf_file_find (file, ELF_DYNSYM, NULL);
  if (!table)
    return true;
  const struct elf_section *names = elf_file_section (file, table->link);
  unsigned char *bytes = elf_file_bytes (file, table);
  *strings = names ? elf_file_bytes (file, names) : NULL;
  if (!bytes || !*strings)
    {
      free (bytes);
      return false;
    }
  reader_init (&r, bytes, table->size, elf_file_wire (file));
  while (rd_left (&r) > 0)
    {
      struct elf_sym sym = read_symbol (&r);
      if (r.failed || sym.name >= names->size)
        is_whole = false;
      else if (is_function (&sym, no_static) && (*strings)[sym.name])
        {
          *ARRAY_APPEND (funcs->items, funcs->cap, funcs->len)
            = (struct object_func) { sym.value, sym.size,
                                     (const char *) *strings + sym.name,
                                     sym.info >> 4 == ELF_LOCAL };
        }
    }
  free (bytes);
  object_funcs_sort (funcs);
  return is_whole;
}

/* The functions at one address.  */
struct func_group
{
  size_t first, end;            /* elements of the functions; first == end:
                                   none */
  uint64_t size;                /* the largest */
  uint64_t limit;               /* address before the next function */
};

/* Returns the functions at the highest address that is not above ADDR.  */
static struct func_group
group_below (const struct object_funcs *funcs, uint64_t addr)
{
  struct func_group group = { .limit = OBJECT_LAST_OFFSET - 1 };
  group.end = search_up_to (funcs->items, funcs->len, sizeof *funcs->items,
                            addr);
  group.first = group.end;
  if (group.end < funcs->len && funcs->items[group.end].addr <= group.limit)
    group.limit = funcs->items[group.end].addr - 1;
  while (group.first > 0
         && (funcs->items[group.first - 1].addr
             == funcs->items[group.end - 1].addr))
    {
      group.first--;
      if (funcs->items[group.first].size > group.size)
        group.size = funcs->items[group.first].size;
    }
  return group;
}

/* Returns a copy of NAME without its version ("@VERSION", "@@VERSION"), owned
   by ARENA.  */
static const char *
unversioned_name (struct arena *arena, const char *name)
{
  const char *at = strchr (name + 1, '@');
  return at ? arena_strndup (arena, name, (size_t) (at - name))
         : arena_strdup (arena, name);
}

/* Adds the functions of GROUP that have its size, and end at LAST, as aliases.
   symtab_finalize chooses one.  */
static void
add_group (struct symtab *symtab, const struct object_funcs *funcs,
           const struct func_group *group, uint64_t last, struct arena *arena)
{
  for (size_t i = group->first; i < group->end; i++)
    {
      const struct object_func *func = &funcs->items[i];
      if (func->size == group->size)
        symtab_add (symtab, &(struct sym) {
          .addr = func->addr, .end_addr = last, .size_known = true,
          .name = unversioned_name (arena, func->name), .is_func = true,
          .is_static = func->is_static });
    }
}

/* Adds FRAME, where it lies between LOW and LAST, as a symbol.  */
static void
add_named_frame (struct symtab *symtab, const struct object_code *code,
                 const struct frame *frame, uint64_t low, uint64_t last,
                 struct arena *arena)
{
  const size_t room = strlen (code->name) + sizeof "[+0x]" + 16;
  char *name = arena_alloc (arena, room);
  snprintf (name, room, "[%s+0x%" PRIx64 "]", code->name, frame->start);
  symtab_add (symtab, &(struct sym) {
    .addr = low, .end_addr = last, .size_known = true, .name = name,
    .is_func = true });
}

/* Returns the end of the run of USES from I on whose offsets are at most LAST.
   Sets *WEIGHT to the sum of their weights.  */
static size_t
skip_uses (const struct object_use *uses, size_t n_uses, size_t i,
           uint64_t last, uint64_t *weight)
{
  *weight = 0;
  for (; i < n_uses && uses[i].offset <= last; i++)
    *weight += uses[i].weight;
  return i;
}

/* Adds the symbol that contains USES[I], if there is one.  Returns the index of
   the first use that it does not contain.  */
static size_t
add_symbol_of (struct symtab *symtab, const struct object_code *code,
               const struct object_use *uses, size_t n_uses, size_t i,
               struct arena *arena)
{
  const uint64_t offset = uses[i].offset;
  const struct func_group group = group_below (code->funcs, offset);
  const bool is_any = group.first < group.end;
  const uint64_t addr = is_any ? code->funcs->items[group.first].addr : 0;
  const struct frame *frame = frames_find (code->frames, offset);
  uint64_t last = frame ? frame->last : offset, low = frame ? frame->start : 0;
  uint64_t weight;
  bool is_named = is_any && offset - addr < group.size;
  if (is_named)
    last = addr + (group.size - 1) < addr ? UINT64_MAX
           : addr + (group.size - 1);
  else if (is_any && group.size == 0 && frame && frame->start <= addr)
    is_named = true;
  else if (is_any && low < addr + group.size)
    low = addr + group.size;
  if (last > group.limit)
    last = group.limit;
  size_t next = skip_uses (uses, n_uses, i, last, &weight);
  if (is_named)
    add_group (symtab, code->funcs, &group, last, arena);
  else if (frame && weight && weight >= code->least_weight)
    add_named_frame (symtab, code, frame, low, last, arena);
  return next;
}

struct symtab *
object_syms_make (const struct object_code *code,
                  const struct object_use *uses, size_t n_uses,
                  struct arena *arena)
{
  struct symtab *symtab = symtab_new ();
  for (size_t i = 0; i < n_uses && uses[i].offset < OBJECT_LAST_OFFSET;)
    i = add_symbol_of (symtab, code, uses, n_uses, i, arena);
  symtab_finalize (symtab, 0);
  return symtab;
}
