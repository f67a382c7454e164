/* base/leb128.h -- numbers of variable length (DWARF 5, section 7.6).

   SPDX-License-Identifier: GPL-3.0-or-later

   LEB128 stores 7 bits of a number in each byte, the low ones first.  The high
   bit of a byte is set if another byte follows.  */

#ifndef BASE_LEB128_H
#define BASE_LEB128_H

#include <stdint.h>

#include "base/bytes.h"

/* Reads an unsigned number.  If it has more than 64 bits, sets R->failed and
   returns 0.  */
uint64_t rd_uleb (struct reader *r);

/* Reads a signed number, in two's complement.  If it has more than 64 bits,
   sets R->failed and returns 0.  */
uint64_t rd_sleb (struct reader *r);

/* Append VALUE to W in the fewest bytes.  wr_sleb takes a signed number in
   two's complement.  */
void wr_uleb (struct writer *w, uint64_t value);
void wr_sleb (struct writer *w, uint64_t value);

#endif /* BASE_LEB128_H */
