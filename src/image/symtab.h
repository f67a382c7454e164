/* image/symtab.h -- the sorted symbol table.

   SPDX-License-Identifier: GPL-3.0-or-later

   Facts about symbols only, constant after symtab_finalize; results live in
   arrays indexed by sym_id.  */

#ifndef IMAGE_SYMTAB_H
#define IMAGE_SYMTAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Index of a symbol in address order, valid after symtab_finalize.  */
typedef uint32_t sym_id;
#define SYM_NONE UINT32_MAX

/* What a symbol has besides in line mode, or when all lines are loaded.  */
struct sym_line
{
  const char *file;             /* its source file, or NULL; borrowed */
  uint64_t func_end;            /* of a function: end_addr as it is without
                                   the lines; or 0 */
  unsigned line;                /* or 0 */
};

struct sym
{
  uint64_t addr, end_addr;      /* inclusive; end_addr < addr is empty */
  const char *name;             /* as in the object file; borrowed */
  const struct sym_line *at;    /* or NULL, as without lines there are many
                                   symbols */
  uint32_t order;               /* when it, or the first of its aliases, was
                                   added: set by symtab_add */
  bool is_func;                 /* the object file types it as a function */
  bool is_static;
  bool is_object;               /* stands for an object of the map, and has its
                                   name */
};

struct symtab;

struct symtab *symtab_new (void);
void symtab_free (struct symtab *symtab);

/* Makes room for N symbols, as it is known how many there may be.  */
void symtab_reserve (struct symtab *symtab, size_t n);

/* Appends a copy of *SYM, and of what it is at (the strings are borrowed).  */
void symtab_add (struct symtab *symtab, const struct sym *sym);

/* Sorts by address, keeps one symbol an address (the choice among aliases is
   described in symtab.c) and sets every end_addr: the byte before the next
   symbol, TEXT_HIGH - 1 for the last one.  */
void symtab_finalize (struct symtab *symtab, uint64_t text_high);

/* Lets the last symbol end with LAST, if that is not before it.  */
void symtab_extend_last (struct symtab *symtab, uint64_t last);

/* Removes the last symbol if it lies behind the text and so is empty, as GNU's
   line mode does.  */
void symtab_drop_empty_last (struct symtab *symtab);

/* Where the last symbol ends for samples: the first address behind it.  GNU
   looks that up in the record behind its table; if symbols were removed it
   finds what is left of one there, and the last symbol gets nothing: STRICT
   gives its start then.  */
uint64_t symtab_credit_end (const struct symtab *symtab, bool strict);

/* Fills ORDER, symtab_len elements, with the symbols as they were added.  */
void symtab_file_order (const struct symtab *symtab, sym_id *order);

/* NAME of a symbol as the programmer has it: without the target's leading
   character LEADING, or 0.  */
static inline const char *
sym_plain_name (const char *name, char leading)
{
  return leading && name[0] == leading ? name + 1 : name;
}

/* The same for the calls in its code.  The record behind GNU's table is in
   order only if symtab_drop_empty_last removed it, and then all that follows
   counts; else STRICT says that there is no code.  */
uint64_t symtab_code_end (const struct symtab *symtab, bool strict);

/* Where SYM ends without the lines in it.  */
static inline uint64_t
sym_func_end (const struct sym *sym)
{
  return sym->at && sym->at->func_end ? sym->at->func_end : sym->end_addr;
}

/* Its source file, or NULL, in line mode or when all lines are loaded.  */
static inline const char *
sym_file (const struct sym *sym)
{
  return sym->at ? sym->at->file : NULL;
}

size_t symtab_len (const struct symtab *symtab);
const struct sym *sym_get (const struct symtab *symtab, sym_id id);

/* The symbol whose [addr, end_addr] holds ADDR, or SYM_NONE.  */
sym_id sym_lookup (const struct symtab *symtab, uint64_t addr);

/* Has the memory brought that sym_lookup (SYMTAB, ADDR) begins with; later,
   with IS_NEAR, what that leads to.  For who looks up many, in no order.  */
void sym_ask (const struct symtab *symtab, uint64_t addr, bool is_near);

/* The first symbol at or above ADDR; symtab_len if there is none.  */
sym_id sym_first_from (const struct symtab *symtab, uint64_t addr);

/* Where calls to ID count: the nearest symbol at or before it that is typed as
   a function, or SYM_NONE.  */
sym_id sym_function (const struct symtab *symtab, sym_id id);

#endif /* IMAGE_SYMTAB_H */
