/* image/symtab.h -- the sorted symbol table.

   SPDX-License-Identifier: GPL-3.0-or-later

   The table contains only facts about symbols, which are constant after
   symtab_finalize.  Results are in other arrays, indexed by sym_id.

   A table can hold several objects: the program, which is object 0 and keeps
   the addresses of its file, and libraries.  Object K owns the addresses from
   K << 48 on; the low 48 bits are an address in its file.  */

#ifndef IMAGE_SYMTAB_H
#define IMAGE_SYMTAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image/landmarks.h"

/* The index of a symbol in address order, valid after symtab_finalize.  */
typedef uint32_t sym_id;
#define SYM_NONE UINT32_MAX

/* The source position of a symbol, in line mode or when all lines are
   loaded.  */
struct sym_line
{
  const char *file;             /* its source file, or NULL; borrowed */
  uint64_t func_end;            /* for a function, the end_addr that it has
                                   without line symbols; else 0 */
  unsigned line;                /* 0: unknown */
};

struct sym
{
  uint64_t addr, end_addr;      /* inclusive; end_addr < addr is empty */
  const char *name;             /* as in the object file; borrowed */
  const struct sym_line *line;  /* NULL without lines, which saves memory */
  uint32_t order;               /* position, in the order of symtab_add, of the
                                   symbol or its first alias */
  bool is_func : 1;             /* the object file types it as a function */
  bool is_static : 1;
  bool is_object : 1;           /* stands for an object of the map, and has the
                                   object's name */
  bool size_known : 1;          /* end_addr was set before symtab_add; the
                                   symbol does not reach past it */
  bool is_ambiguous : 1;        /* another object has a symbol of this name */
};

/* The number of objects that a table can hold.  All later ones are the last
   one.  */
#define OBJECTS_MAX 32768
#define OBJECT_SHIFT 48
#define OBJECT_LAST_OFFSET ((UINT64_C (1) << OBJECT_SHIFT) - 1)

/* Returns the address in a table of the address OFFSET in object OBJECT.  An
   offset that does not fit becomes the last address of the object.  */
static inline uint64_t
object_address (uint32_t object, uint64_t offset)
{
  uint64_t number = object < OBJECTS_MAX ? object : OBJECTS_MAX - 1;
  if (number == 0)
    return offset;
  return (number << OBJECT_SHIFT
          | (offset < OBJECT_LAST_OFFSET ? offset : OBJECT_LAST_OFFSET));
}

/* A function whose code was inlined into others.  */
struct inlined_sym
{
  const char *name;             /* as in the object file, or as in the source;
                                   borrowed */
  const char *file;             /* where it is declared, or NULL; borrowed */
  unsigned line;                /* 0: unknown */
  uint32_t object;              /* number of its object */
  sym_id home;                  /* the symbol of its copy that is not inlined,
                                   or SYM_NONE */
};

struct symtab;

struct symtab *symtab_new (void);
void symtab_free (struct symtab *symtab);

/* Makes room for N symbols in all.  */
void symtab_reserve (struct symtab *symtab, size_t n);

/* Appends a copy of *SYM with a copy of *SYM->line.  The strings are
   borrowed.  */
void symtab_add (struct symtab *symtab, const struct sym *sym);

/* Sorts the symbols by address, keeps one symbol for each address (symtab.c
   describes the choice among aliases) and sets every end_addr: to the address
   before the next symbol, and to TEXT_HIGH - 1 for the last one.  A symbol
   whose size is known ends there at the latest.  */
void symtab_finalize (struct symtab *symtab, uint64_t text_high);

/* Adds object NUMBER, whose symbols are those of FUNCTIONS (finalized; NULL:
   none), to the finalized SYMTAB.  NUMBER is from 1 to OBJECTS_MAX - 1 and
   larger than that of the last object.  NAME becomes a symbol for all addresses
   of the object that are in no other symbol; PLAIN is the base name of the
   object's file.  Strings are borrowed.  */
void symtab_add_object (struct symtab *symtab, uint32_t number,
                        const struct symtab *functions, const char *name,
                        const char *plain);

/* Sets is_ambiguous for all symbols whose name is a name in another object,
   too.  PROGRAM is the base name of the program; borrowed.  */
void symtab_find_ambiguous (struct symtab *symtab, const char *program);

/* Adds the N functions of INLINED to SYMTAB, which has all objects.  They are
   the last symbols, in their order, and have no addresses in a file.  Function
   I has the address inlined_address (I).  */
void symtab_add_inlined (struct symtab *symtab,
                         const struct inlined_sym *inlined, size_t n);

/* Returns the address in a table of inlined function NUMBER.  It is in no
   object.  */
static inline uint64_t
inlined_address (uint64_t number)
{
  return (uint64_t) OBJECTS_MAX << OBJECT_SHIFT | number;
}

/* Returns the number of inlined functions of SYMTAB.  */
size_t symtab_n_inlined (const struct symtab *symtab);

/* Return whether ID is an inlined function; and whether it is one, or the
   symbol of one: then time in it need not be time of its calls.  */
bool symtab_is_inlined (const struct symtab *symtab, sym_id id);
bool symtab_has_inlined (const struct symtab *symtab, sym_id id);

/* Return the address of symbol ID in its file; the number of its object; the
   base name of object NUMBER, borrowed, or NULL if that is unknown; the number
   of symbols of the program, which are the first ones; and the number of the
   objects, 1 without libraries.  */
uint64_t symtab_file_address (const struct symtab *symtab, sym_id id);
uint32_t symtab_object_of (const struct symtab *symtab, sym_id id);
const char *symtab_object_name (const struct symtab *symtab, uint32_t number);
size_t symtab_program_len (const struct symtab *symtab);
size_t symtab_n_objects (const struct symtab *symtab);

/* Sets the end_addr of the last symbol to LAST, unless LAST is before the
   symbol.  */
void symtab_extend_last (struct symtab *symtab, uint64_t last);

/* Removes the last symbol if it is empty because it is behind the text, as in
   GNU's line mode.  */
void symtab_drop_empty_last (struct symtab *symtab);

/* Returns the end of the program's last symbol for samples: the first address
   behind it.  GNU gprof reads that address from the record behind its table.
   If symbols were removed, that record is the rest of an old symbol, and the
   last symbol gets no samples.  In that case LOSE_LAST (struct quirks) makes
   this function return the start of the last symbol.  */
uint64_t symtab_credit_end (const struct symtab *symtab, bool lose_last);

/* Fills ORDER, which has symtab_len elements, with the symbols in the order in
   which they were added.  */
void symtab_file_order (const struct symtab *symtab, sym_id *order);

/* Returns the NAME of a symbol as in the source, without LEADING, the leading
   character of the target, or 0 if the target has none.  */
static inline const char *
sym_plain_name (const char *name, char leading)
{
  return leading && name[0] == leading ? name + 1 : name;
}

/* Returns the end of the program's last symbol for the search for calls: the
   first address behind its code.  GNU gprof reads that address, too, from the
   record behind its table.  If symtab_drop_empty_last removed a symbol, that
   record is valid and all code behind the last symbol counts: the result is
   UINT64_MAX.  Otherwise, if LOSE_LAST is true, the last symbol has no code,
   and the result is its start.  */
uint64_t symtab_code_end (const struct symtab *symtab, bool lose_last);

/* Returns the last address of SYM, including the line symbols within it.  */
static inline uint64_t
sym_func_end (const struct sym *sym)
{
  return (sym->line && sym->line->func_end ? sym->line->func_end
          : sym->end_addr);
}

/* Returns the source file of SYM, or NULL if it is unknown.  It is known only
   in line mode or when all lines are loaded.  */
static inline const char *
sym_file (const struct sym *sym)
{
  return sym->line ? sym->line->file : NULL;
}

size_t symtab_len (const struct symtab *symtab);

/* Keeps MARKS, found among all symbols of the program; or returns them.  Those
   of a new table are not known.  */
void symtab_set_landmarks (struct symtab *symtab,
                           const struct landmarks *marks);
const struct landmarks *symtab_landmarks (const struct symtab *symtab);

const struct sym *sym_get (const struct symtab *symtab, sym_id id);

/* Returns the symbol whose range [addr, end_addr] contains ADDR, or
   SYM_NONE.  */
sym_id sym_lookup (const struct symtab *symtab, uint64_t addr);

/* Prefetches the memory that sym_lookup (SYMTAB, ADDR) reads first.  A second
   call with IS_NEAR set, some iterations later, prefetches the memory that it
   reads next.  Use it when looking up many addresses in random order.  */
void sym_prefetch (const struct symtab *symtab, uint64_t addr, bool is_near);

/* Returns the first symbol at or above ADDR, symtab_len if there is none.  */
sym_id sym_first_from (const struct symtab *symtab, uint64_t addr);

/* Returns the symbol that calls to ID are attributed to: the nearest symbol at
   or before ID that is typed as a function, or SYM_NONE.  */
sym_id sym_function (const struct symtab *symtab, sym_id id);

/* Makes the symbol at PIECE of the program, whose table is finalized, a part of
   the one at FUNCTION.  Does nothing unless both addresses are those of
   symbols.  */
void symtab_join (struct symtab *symtab, uint64_t piece, uint64_t function);

/* Returns the symbol that time and calls in ID count for: the function of which
   ID is a part, the symbol of an inlined function that has one, or else ID.  */
sym_id sym_home (const struct symtab *symtab, sym_id id);

#endif /* IMAGE_SYMTAB_H */
