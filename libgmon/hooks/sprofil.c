/* sprofil.c -- sprofil: several histograms at once in the caller's memory.

   SPDX-License-Identifier: 0BSD

   The interface is that of IRIX and Solaris in glibc's form.  A sample is
   counted in the region with the highest start among those that have a bin for
   it.  Regions may overlap, come in any order, and change from call to call.
   Bins stop at their largest value.  */

#include <errno.h>
#include <string.h>
#include <sys/time.h>

#include "clock/profil_bins.h"
#include "life/state.h"
#include "machine.h"

#define PROF_UINT 1             /* bins are unsigned int, not unsigned short */
#define OVERFLOW_SCALE 2        /* with offset 0: one bin for the rest */

/* The interface's struct prof.  */
struct prof
{
  void *pr_base;                /* array of bins */
  size_t pr_size;               /* size of the bins in bytes */
  size_t pr_off;                /* first address */
  unsigned long pr_scale;       /* scale, as in profil */
};

/* The regions that are being sampled: a copy, as the caller may release its
   array.  */
struct prof_regions
{
  size_t mapped;                /* size of this struct in bytes */
  size_t bin_size;
  size_t len;
  struct prof regions[];
};

EXPORTED int __sprofil (struct prof *regions, int len, struct timeval *period,
                        unsigned flags);
EXPORTED int sprofil (struct prof *regions, int len, struct timeval *period,
                      unsigned flags) WEAK_ALIAS_OF ("__sprofil");

static bool
is_overflow (const struct prof *region)
{
  return region->pr_off == 0 && region->pr_scale == OVERFLOW_SCALE;
}

/* Stores in *INDEX the bin of REGION in which PC is counted.  Returns false if
   REGION has no bin for PC.  */
static bool
region_bin (const struct prof *region, uintptr_t pc, size_t bin_size,
            size_t *index)
{
  *index = 0;
  if (!is_overflow (region))
    {
      if (pc < region->pr_off)
        return false;
      *index = profil_index (pc, region->pr_off, bin_size, region->pr_scale);
    }
  return *index < region->pr_size / bin_size;
}

static void
add_to_bin (void *bins, size_t index, size_t bin_size, unsigned ticks)
{
  unsigned *wide = bins;
  unsigned short *narrow = bins;

  for (; ticks > 0; ticks--)
    if (bin_size == sizeof *wide && wide[index] < UINT_MAX)
      wide[index]++;
    else if (bin_size == sizeof *narrow && narrow[index] < USHRT_MAX)
      narrow[index]++;
}

static void
sprofil_tick (const struct sampler_tick *tick)
{
  const struct prof_regions *all = atomic_load (&gmon.sprofil);
  const struct prof *best = NULL;
  size_t best_index = 0;

  for (size_t i = 0; i < all->len; i++)
    {
      const struct prof *region = &all->regions[i];
      size_t index;

      if (region_bin (region, tick->pc, all->bin_size, &index)
          && (best == NULL || region->pr_off > best->pr_off))
        {
          best = region;
          best_index = index;
        }
    }
  if (best != NULL)
    add_to_bin (best->pr_base, best_index, all->bin_size, tick->ticks);
}

static void
sprofil_release (void)
{
  struct prof_regions *all;

  sampler_stop (&gmon.sampler, SAMPLER_SPROFIL);
  all = atomic_exchange (&gmon.sprofil, NULL);
  if (all != NULL)
    machine_unmap (all, all->mapped);
}

static int
sprofil_start (const struct prof *regions, size_t len, size_t bin_size)
{
  size_t size = sizeof (struct prof_regions) + len * sizeof *regions;
  struct prof_regions *all = machine_map (size);

  if (all == NULL)
    return ENOMEM;
  all->mapped = size;
  all->bin_size = bin_size;
  all->len = len;
  memcpy (all->regions, regions, len * sizeof *regions);
  atomic_store (&gmon.sprofil, all);
  return sampler_start (&gmon.sampler, SAMPLER_SPROFIL, sprofil_tick);
}

/* Samples into the LEN regions of REGIONS until the next call.  LEN 0 ends the
   sampling, after which the bins belong to the caller again.  FLAGS is 0 or
   PROF_UINT.  Stores the time between two samples in *PERIOD unless PERIOD is
   NULL.  Returns 0, or -1 with errno set.  */
int
__sprofil (struct prof *regions, int len, struct timeval *period,
           unsigned flags)
{
  size_t bin_size = (flags & PROF_UINT) != 0 ? sizeof (unsigned)
                                             : sizeof (unsigned short);
  int error = 0;

  sprofil_release ();
  if (period != NULL)
    {
      period->tv_usec = 1000000 / (long) sampler_rate (&gmon.sampler);
      period->tv_sec = period->tv_usec / 1000000;
      period->tv_usec %= 1000000;
    }
  if (len < 0)
    error = EINVAL;
  else if (len > 0)
    error = sprofil_start (regions, (size_t) len, bin_size);
  if (error == 0)
    return 0;
  sprofil_release ();
  errno = error;
  return -1;
}
