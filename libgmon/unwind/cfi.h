/* cfi.h -- reads .eh_frame, the compiler's description of stack frames.

   SPDX-License-Identifier: 0BSD

   Everything here is async-signal-safe, takes no lock, and reads no byte
   outside the ranges that struct unwind_tables names, whatever the tables
   contain.  */

#ifndef GMON_CFI_H
#define GMON_CFI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "unwind/cfi_bytes.h"

/* The unwind tables of a loaded object.  The tables name code by its distance
   from themselves.  If they are a part of a file that gprof has mapped, BIAS is
   their address in the process that they are about, less their address
   here.  */
struct unwind_tables
{
  const unsigned char *header;  /* .eh_frame_hdr, an index of .eh_frame */
  size_t header_size;           /* its size in bytes; all are readable */
  uintptr_t start, end;         /* readable memory that holds .eh_frame */
  uintptr_t bias;               /* what is added to an address that the tables
                                   name: 0, but for tables of another process,
                                   which are read from a file */
  bool may_change;              /* another object may take the place unseen */
  bool is_stub;                 /* the code leaves the stack and all saved
                                   registers alone; all else is 0 */
};

/* The parts of a CIE, which all its FDEs share.  */
struct cfi_common
{
  uint64_t code_factor;
  int64_t data_factor;
  unsigned encoding;            /* of addresses in the FDEs */
  bool has_sizes;               /* the FDEs have augmentation data */
  bool is_signal;               /* a frame that the kernel made for a signal */
  struct cfi_bytes program;     /* initial instructions */
};

/* The description of a function.  */
struct cfi_function
{
  struct cfi_common common;
  uintptr_t start, size;        /* its code */
  struct cfi_bytes program;     /* instructions */
};

/* Reads the FDE at ADDRESS between START and END into FUNCTION.  DATA is what
   addresses of the form "datarel" are relative to.  Returns false if the bytes
   there are not an FDE that this reader understands.  */
bool cfi_read_function (uintptr_t address, uintptr_t start, uintptr_t end,
                        uintptr_t data, struct cfi_function *function);

/* Returns the row of PC (unwind/row.h) according to TABLES.  Returns 0,
   ROW_NONE, if they say nothing of PC, or something that this reader does not
   understand.  PC is an address of the process that TABLES are about, as are
   those of the next function.  */
uint64_t cfi_row (const struct unwind_tables *tables, uintptr_t pc);

/* Stores the first address and the size of the function that holds PC.  Returns
   false if TABLES say nothing of PC.  */
bool cfi_function_range (const struct unwind_tables *tables, uintptr_t pc,
                         uintptr_t *start, uintptr_t *size);

/* Returns the row of PC in FUNCTION, whose code holds PC.  */
uint64_t cfi_run (const struct cfi_function *function, uintptr_t pc);

#endif /* GMON_CFI_H */
