/* profil_bins.h -- the bin of a sample, for profil and sprofil.

   SPDX-License-Identifier: 0BSD */

#ifndef GMON_PROFIL_H
#define GMON_PROFIL_H

#include <stddef.h>
#include <stdint.h>

/* Returns the index of the bin that PC belongs to.  Bins have BIN_SIZE bytes
   each.  The text begins at OFFSET, which is not above PC.  SCALE / 65536 bins
   serve BIN_SIZE bytes of text.  */
static inline size_t
profil_index (uintptr_t pc, uintptr_t offset, size_t bin_size,
              unsigned long scale)
{
  uintptr_t unit = (pc - offset) / bin_size;

  return unit / 65536 * scale + unit % 65536 * scale / 65536;
}

#endif /* GMON_PROFIL_H */
