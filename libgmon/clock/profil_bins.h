/* profil_bins.h -- what profil and sprofil share: which bin a sample belongs
   to.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_PROFIL_H
#define GMON_PROFIL_H

#include <stddef.h>
#include <stdint.h>

/* The index of PC's bin when bins of BIN_SIZE bytes begin at OFFSET, not above
   PC, and SCALE / 65536 of them serve BIN_SIZE bytes of text.  */
static inline size_t
profil_index (uintptr_t pc, uintptr_t offset, size_t bin_size,
              unsigned long scale)
{
  uintptr_t unit = (pc - offset) / bin_size;

  return unit / 65536 * scale + unit % 65536 * scale / 65536;
}

#endif /* GMON_PROFIL_H */
