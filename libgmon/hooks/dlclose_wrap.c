/* dlclose_wrap.c -- dlclose, after which addresses mean other functions.

   SPDX-License-Identifier: 0BSD

   libgmon.so defines dlclose before libc, so that the counts of unloaded
   objects are kept under their names.

   Only libgmon.so has it; the objects of the archive are made with -fPIE.  In a
   static program a dlclose of ours would keep the C library's from being
   linked.  dlopen is not defined here at all: it looks at its caller, whose run
   path it uses.  New objects are found later, at the latest before an object is
   unloaded or when a file is written.  */

#include "arch/compiler.h"
#include "life/state.h"
#include "life/whole_process.h"
#include "life/wraps.h"
#include "sys/libc_next.h"

#ifndef __PIE__

EXPORTED int dlclose (void *handle) __attribute__ ((weak));

/* An earlier constructor may unload before libgmon's own constructor ran.  */
int
dlclose (void *handle)
{
  int result = -1;

  if (gmon.libc_exits.dlclose == NULL)
    libc_next (&gmon.libc_exits.dlclose, "dlclose");
  if (process_is_ours ())
    whole_before_unload ();
  if (gmon.libc_exits.dlclose != NULL)
    result = gmon.libc_exits.dlclose (handle);
  if (process_is_ours ())
    whole_unloaded ();
  return result;
}

WRAPPER (dlclose);

#endif
