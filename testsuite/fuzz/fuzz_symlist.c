/* fuzz_symlist.c -- a fuzz target: the symbols of -S.

   SPDX-License-Identifier: GPL-3.0-or-later

   Input: a byte (which rules), a list of symbols.  Each address of the table
   made of it has to be found there.  */

#include <config.h>

#include "fuzz.h"

#include <stdlib.h>

#include "image/mapfile.h"
#include "image/sym_load.h"

static void
look_up_all (const struct symtab *symtab)
{
  for (sym_id id = 0; id < symtab_len (symtab); id++)
    {
      const struct sym *sym = sym_get (symtab, id);
      if (sym->addr <= sym->end_addr && sym_lookup (symtab, sym->addr) != id)
        abort ();
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  bool strict = fuzz_byte (&data, &size) & 1;
  struct diag *diag = diag_new ("fuzz_symlist", NULL);
  struct arena *arena = arena_new ();
  size_t count;
  struct listed_sym *list
    = sym_list_read (diag, fuzz_file (0, data, size), arena, &count);

  if (list)
    {
      struct symtab *symtab = image_create_listed_syms (fuzz_image (), list,
                                                        count, strict);
      look_up_all (symtab);
      symtab_free (symtab);
    }
  free (list);
  arena_free (arena);
  diag_free (diag);
  return 0;
}
