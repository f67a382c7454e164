/* profil.c -- profil: a histogram of 16-bit bins in the caller's memory.

   SPDX-License-Identifier: 0BSD

   The interface is that of System V and the BSDs, but bins stop at 65,535
   instead of wrapping.  The histogram of gmon.out is recorded independently.
   This file is an archive member of its own, so that a static program may
   define its own profil.  */

#include <errno.h>

#include "clock/profil_bins.h"
#include "life/state.h"

EXPORTED int __profil (unsigned short *buffer, size_t size, size_t offset,
                       unsigned scale);
EXPORTED int profil (unsigned short *buffer, size_t size, size_t offset,
                     unsigned scale) WEAK_ALIAS_OF ("__profil");

static void
profil_tick (const struct sampler_tick *tick)
{
  const struct profil_buffer *to = &gmon.profil;
  unsigned ticks = tick->ticks;
  size_t index;

  if (tick->pc < to->offset)
    return;
  index = profil_index (tick->pc, to->offset, sizeof *to->bins, to->scale);
  while (ticks-- > 0 && index < to->len && to->bins[index] < USHRT_MAX)
    to->bins[index]++;
}

/* Samples the program into BUFFER of SIZE bytes by the profile's clock: 100
   times per second of CPU time unless GMON_OPTIONS says otherwise.  A program
   counter of OFFSET + 2 * i is counted in bin i * SCALE / 65536.  Sampling
   ends with a call whose BUFFER is NULL or whose SCALE is 0, after which
   BUFFER belongs to the caller again.  Returns 0, or -1 with errno set.  */
int
__profil (unsigned short *buffer, size_t size, size_t offset, unsigned scale)
{
  int error;

  sampler_stop (&gmon.sampler, SAMPLER_PROFIL);
  if (buffer == NULL || scale == 0)
    return 0;
  gmon.profil.bins = buffer;
  gmon.profil.len = size / sizeof *buffer;
  gmon.profil.offset = offset;
  gmon.profil.scale = scale;
  error = sampler_start (&gmon.sampler, SAMPLER_PROFIL, profil_tick);
  if (error == 0)
    return 0;
  errno = error;
  return -1;
}
