/* jit_names.h -- the names of functions that the program made at run time.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_JIT_NAMES_H
#define GMON_JIT_NAMES_H

#include <stdint.h>

#include "arch/namespace.h"
#include "output/byte_stream.h"
#include "record/tally.h"
#include "sys/descriptors.h"

/* Appends the record JIT_NAMES of gmon_process.h to STREAM: the functions of
   /tmp/perf-PID.map that hold an address of USED, as parts of the object with
   the number OBJECT.  USED is a list of addresses in key[0]; it is sorted here,
   and its sums are used.  Of several functions that held one address, the last
   one in the file counts.  Appends nothing if this user has no such file, or if
   it has no such function.  Async-signal-safe.  */
void jit_names_put (struct byte_stream *stream, uint64_t object,
                    struct tallies *used, struct descriptors *descriptors);

#endif /* GMON_JIT_NAMES_H */
