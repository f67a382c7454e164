/* unit/symtab_show.h -- a symbol table as text, for the unit programs.

   SPDX-License-Identifier: GPL-3.0-or-later

   Included, after check.h, by the tests of what makes symbol tables.  */

#ifndef UNIT_SYMTAB_SHOW_H
#define UNIT_SYMTAB_SHOW_H

#include "base/out.h"
#include "image/symtab.h"

/* The body of an image, for mkimage: two functions with lines, one of them
   inlined, and a label in the second.  */
#define SHOW_LINES \
  "line a.c 10\n" \
  "func f 2\n" \
  "line a.c 11\n" \
  "space 2\n" \
  "line inl.h 5\n" \
  "space 1\n" \
  "line a.c 11\n" \
  "space 3\n" \
  "line b.c 3\n" \
  "func g 2 local\n" \
  "line b.c 4\n" \
  "space 2\n" \
  "sym label local notype\n" \
  "space 2\n"

/* The table as text: "name@address-end", flags F (function) and s (static),
   and where line mode has it ":file:line".  On the heap.  */
static inline char *
symtab_show (const struct symtab *symtab)
{
  struct out *out = out_to_memory ();
  char *text;

  for (sym_id id = 0; id < symtab_len (symtab); id++)
    {
      const struct sym *sym = sym_get (symtab, id);

      out_printf (out, "%s%s@%" PRIx64 "-%" PRIx64 "%s%s", id ? " " : "",
                  sym->name, sym->addr, sym->end_addr,
                  sym->is_func ? "F" : "", sym->is_static ? "s" : "");
      if (sym_file (sym))
        out_printf (out, ":%s:%u", sym->line->file, sym->line->line);
    }
  text = strdup (out_memory (out, NULL));
  out_close (out);
  return text;
}

#endif /* UNIT_SYMTAB_SHOW_H */
