/* wait_scale.c -- off-CPU times as the kernel knows them.

   SPDX-License-Identifier: 0BSD

   Contracts are in wait_scale.h.  */

#include "output/wait_scale.h"
#include "record/whole.h"
#include "sys/timer.h"

/* Returns NS * TO / FROM.  The numbers that are multiplied have 31 bits.  */
static uint64_t
scale_time (uint64_t ns, uint64_t from, uint64_t to)
{
  uint64_t whole;

  while (from >> 31 != 0 || to >> 31 != 0)
    {
      from >>= 1;
      to >>= 1;
    }
  if (from == 0)
    return ns;
  whole = timers_divide (ns, from);
  return whole * to + timers_divide ((ns - whole * from) * to, from);
}

/* Polls do not see what is between them, and the first one comes late if there
   are many threads.  The kernel's sum is exact, but also has the time in which
   nothing was polled.  */
void
wait_scale (struct tallies *samples, const struct thread_name *names,
            bool has_gaps)
{
  for (size_t i = 0; i < samples->len; i++)
    {
      struct tally *entry = &samples->entries[i];
      const struct thread_name *name
        = &names[whole_key_thread (entry->key[3])];
      uint64_t to = has_gaps ? name->looked
                    : name->blocked + name->gone_blocked;

      if ((GMON_OFF_CPU_VALUES >> whole_key_type (entry->key[3]) & 1) == 0)
        continue;
      entry->sum[1] = scale_time (entry->sum[1], name->seen, to);
      entry->sum[2] = scale_time (scale_time (entry->sum[2], name->seen, to),
                                  name->seen, to);
    }
}
