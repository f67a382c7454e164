/* image/inlined_functions.c -- the functions that were inlined.

   SPDX-License-Identifier: GPL-3.0-or-later

   Contracts are in inlined_functions.h.  */

#include <config.h>

#include "image/inlined_functions.h"

#include <stdlib.h>
#include <string.h>

#include "base/name_table.h"
#include "base/pair_table.h"

struct inlined_functions
{
  const struct symtab *symtab;
  char leading;
  struct arena *arena;
  struct name_table names;
  struct pair_table keys;       /* the name and the file; 0: only one function
                                   can have the name, else the file + 1 */
  struct pair_table places;     /* the key and the line */
  struct pair_table ids;        /* the place and the object: by number of the
                                   function */
  struct inlined_sym *items;    /* heap; by number */
  size_t cap;
  struct pair_table named;      /* object and name of functions whose name is
                                   that of their symbol */
  uint32_t *function_of;        /* heap; by index of NAMED; UINT32_MAX: the
                                   name is only that of a symbol */
  size_t cap_named;
  uint64_t copies_left;         /* that may be looked up */
};

/* How many copies of functions are looked up: COPIES_ROOM, and COPIES_RATIO for
   each frame.  Real functions have one or few in a unit, but in a damaged file
   each frame may have all.  */
#define COPIES_ROOM 1000000
#define COPIES_RATIO 64

struct inlined_functions *
inlined_functions_new (const struct symtab *symtab, char leading,
                       struct arena *arena)
{
  struct inlined_functions *functions = array_new (1, sizeof *functions);
  functions->symtab = symtab;
  functions->leading = leading;
  functions->arena = arena;
  functions->copies_left = COPIES_ROOM;
  return functions;
}

void
inlined_functions_free (struct inlined_functions *functions)
{
  if (!functions)
    return;
  name_table_free (&functions->names);
  pair_table_free (&functions->keys);
  pair_table_free (&functions->places);
  pair_table_free (&functions->ids);
  pair_table_free (&functions->named);
  free (functions->items);
  free (functions->function_of);
  free (functions);
}

/* Returns whether the symbol ID has NAME.  */
static bool
is_named (const struct inlined_functions *functions, sym_id id,
          const char *name)
{
  const char *own = sym_get (functions->symtab, id)->name;
  return strcmp (sym_plain_name (own, functions->leading), name) == 0;
}

/* Returns the symbol of a copy of the function of FRAME that is not inlined, or
   SYM_NONE.  The symbol of a clone has another name, and is another
   function.  */
static sym_id
symbol_of_copy (struct inlined_functions *functions, uint32_t object,
                const struct inline_frame *frame)
{
  const struct symtab *symtab = functions->symtab;
  functions->copies_left += COPIES_RATIO;
  for (size_t i = 0; i < frame->n_copies && functions->copies_left > 0; i++)
    {
      functions->copies_left--;
      const uint64_t addr = object_address (object, frame->copies[i]);
      const sym_id id = sym_lookup (symtab, addr);
      if (id != SYM_NONE && sym_get (symtab, id)->addr == addr
          && is_named (functions, id, frame->name))
        return sym_home (symtab, id);
    }
  return SYM_NONE;
}

/* Notes that function NUMBER of OBJECT has a symbol of its NAME, if it has
   any.  */
static void
enter_name (struct inlined_functions *functions, uint32_t object, uint32_t name,
            uint32_t number)
{
  const uint32_t at = pair_enter (&functions->named, object, name);
  ARRAY_ROOM (functions->function_of, functions->cap_named,
              functions->named.len);
  functions->function_of[at] = number;
}

/* Makes FRAME, a call of function NUMBER of OBJECT with NAME, the first known
   one of the function.  */
static void
add_first_call (struct inlined_functions *functions, uint32_t object,
              uint32_t number, uint32_t name, const struct inline_frame *frame)
{
  struct arena *arena = functions->arena;
  ARRAY_ROOM (functions->items, functions->cap, functions->ids.len);
  functions->items[number] = (struct inlined_sym) {
    .name = name_text (&functions->names, name),
    .file = frame->file ? arena_strdup (arena, frame->file) : NULL,
    .line = frame->line, .object = object, .home = SYM_NONE
  };
  if (frame->is_raw)
    enter_name (functions, object, name, number);
}

uint32_t
inlined_function_enter (struct inlined_functions *functions, uint32_t object,
                        const struct inline_frame *frame)
{
  struct name_table *names = &functions->names;
  const size_t len = functions->ids.len;
  const uint32_t name = name_enter (names, functions->arena, frame->name);
  uint32_t file = 0, line = 0;
  if (!frame->is_raw && frame->file)
    file = name_enter (names, functions->arena, frame->file) + 1;
  if (!frame->is_raw)
    line = frame->line;
  const uint32_t key = pair_enter (&functions->keys, name, file);
  const uint32_t place = pair_enter (&functions->places, key, line);
  const uint32_t number = pair_enter (&functions->ids, place, object);
  if (number == len)
    add_first_call (functions, object, number, name, frame);
  struct inlined_sym *item = &functions->items[number];
  if (item->home == SYM_NONE)
    item->home = symbol_of_copy (functions, object, frame);
  return number;
}

/* Makes the symbol ID that of the function with its name, if one is known.  */
static void
join_symbol (struct inlined_functions *functions, sym_id id)
{
  const struct symtab *symtab = functions->symtab;
  const size_t n_named = functions->named.len;
  const char *name = sym_plain_name (sym_get (symtab, id)->name,
                                     functions->leading);
  uint32_t number;
  if (!name_find (&functions->names, name, &number))
    return;
  const uint32_t at = pair_enter (&functions->named,
                                  symtab_object_of (symtab, id), number);
  if (at >= n_named)
    {
      ARRAY_ROOM (functions->function_of, functions->cap_named,
                  functions->named.len);
      functions->function_of[at] = UINT32_MAX;
    }
  if (functions->function_of[at] == UINT32_MAX)
    return;
  struct inlined_sym *item = &functions->items[functions->function_of[at]];
  if (item->home == SYM_NONE)
    item->home = sym_home (symtab, id);
}

void
inlined_functions_add (struct inlined_functions *functions,
                       struct symtab *symtab)
{
  const size_t len = symtab_len (symtab);
  const size_t n_named = functions->named.len;
  for (sym_id id = 0; n_named > 0 && id < len; id++)
    join_symbol (functions, id);
  symtab_add_inlined (symtab, functions->items, functions->ids.len);
}
