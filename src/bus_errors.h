/* bus_errors.h -- files that others shorten while gprof has them mapped.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef BUS_ERRORS_H
#define BUS_ERRORS_H

/* From now on, what is read from a mapping behind the end of its file is zeros:
   the kernel's signal for that, SIGBUS, does not end gprof any more.  Programs
   that gprof runs have the usual action of the signal.  If it is ignored,
   nothing changes.  Called once, before files of programs are mapped.  */
void take_bus_errors (void);

#endif /* BUS_ERRORS_H */
