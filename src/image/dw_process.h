/* image/dw_process.h -- libdw, in a process of its own.

   SPDX-License-Identifier: GPL-3.0-or-later

   With bad input libdw may crash or never finish, and its data on the heap
   could change answers of BFD.  So it runs in a child process, which ends when
   its work is done.  The library is loaded there, since most runs need no
   lines.  */

#ifndef IMAGE_DW_PROCESS_H
#define IMAGE_DW_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image/image.h"

#if defined HAVE_DW && !defined WITHOUT_DLOPEN

#include <dwarf.h>

#include <elfutils/libdw.h>

/* The functions of libdw that gprof uses.  */
#define DW_CALLS(CALL)                                                        \
  CALL (begin) CALL (get_units) CALL (getsrclines) CALL (onesrcline)          \
  CALL (lineaddr) CALL (lineno) CALL (linesrc) CALL (getsrc_die) CALL (tag)   \
  CALL (ranges) CALL (child) CALL (siblingof) CALL (hasattr) CALL (attr)  \
  CALL (formstring) CALL (attr_integrate) CALL (formudata) CALL (formflag)   \
  CALL (formref_die) CALL (entrypc) CALL (cu_die) CALL (decl_line)        \
  CALL (getsrcfiles) CALL (filesrc) CALL (diecu) CALL (srclang)

/* libdw as the work in the child process sees it.  */
struct dw
{
#define CALL_MEMBER(name) __typeof__ (&dwarf_##name) name;
  DW_CALLS (CALL_MEMBER)
#undef CALL_MEMBER
  Dwarf *dwarf;                 /* the debugging information */
  bool sign_extend;             /* addresses of 32 bits are signed */
  int out;                      /* descriptor of the answer, or -1 */
};

/* Returns the address ADDR of libdw as BFD has it.  */
uint64_t dw_address (const struct dw *dw, Dwarf_Addr addr);

/* Returns the address ADDR of BFD as libdw has it.  */
Dwarf_Addr dw_own_address (const struct dw *dw, uint64_t addr);

/* Sets *ROWS and *N_ROWS to the rows of the line table of the unit DIE, which
   may have none.  Returns false if the table cannot be read.  */
bool dw_get_rows (const struct dw *dw, Dwarf_Die *die, Dwarf_Lines **rows,
                  size_t *n_rows);

enum dw_result
{
  DW_DONE,
  DW_FAILED,                    /* it took too much */
  DW_UNREADABLE,                /* libdw refuses the debugging information */
  DW_NOTHING                    /* there is nothing to read */
};

/* Work in the child process, for DATA of dw_process_run.  It need not free its
   memory.  */
typedef enum dw_result dw_work_fn (const struct dw *dw, void *data);

/* Reads in the parent process, from the descriptor FD, what the work wrote.
   DATA is as above.  Returns false if it is not as expected.  */
typedef bool dw_answer_fn (int fd, void *data);

/* Runs WORK for DATA on the debugging information of IMAGE, in a child process
   with limited time, and ANSWER in this one, unless it is NULL.  Returns true
   if both have succeeded.  Returns false without a message if libdw or
   debugging information is missing, or libdw refuses it.  Returns false after
   one diag_warning if they failed, or the child process could not start, took
   too long or crashed.  After a failure or refusal libdw never reads IMAGE
   again.  The caller limits the memory of both processes.  */
bool dw_process_run (struct image *image, dw_work_fn *work,
                     dw_answer_fn *answer, void *data);

/* Reads SIZE bytes from FD to BYTES, for a dw_answer_fn.  Returns false if
   there are fewer.  */
bool dw_read_part (int fd, void *bytes, size_t size);

#endif

#endif /* IMAGE_DW_PROCESS_H */
