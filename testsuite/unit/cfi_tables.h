/* unit/cfi_tables.h -- unwind tables written by hand, with a guard page.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  the parts of a CIE and an FDE.  Out: .eh_frame_hdr and .eh_frame in
   memory that ends at a page which is not readable, so that a read behind the
   tables ends the program.  Included by t_lg_cfi.c and t_lg_unwind.c.  */

#ifndef UNIT_CFI_TABLES_H
#define UNIT_CFI_TABLES_H

#include "unwind/cfi.h"

#define CODE_SIZE 0x100         /* of the function that the FDE describes */

/* The parts that differ between tables.  */
struct parts
{
  uintptr_t code;               /* address of the function */
  unsigned version;
  const char *augmentation;
  unsigned encoding;            /* of the FDE's addresses */
  unsigned column;              /* of the return address */
  const unsigned char *first;   /* initial instructions */
  size_t first_size;
  const unsigned char *program; /* instructions */
  size_t program_size;
  bool wide;                    /* an index of absolute addresses */
};

/* The first byte behind the tables, which is not readable.  */
extern unsigned char *table_end;

/* Makes the tables of PARTS, in place of those that were made before.  */
struct unwind_tables make_tables (const struct parts *parts);

#endif /* UNIT_CFI_TABLES_H */
