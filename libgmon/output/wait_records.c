/* wait_records.c -- the record WAITS of the extension.

   SPDX-License-Identifier: 0BSD

   In: sums of waits.  Out: bytes.  Contracts are in wait_records.h.  */

#include "output/wait_records.h"
#include "gmon_process.h"
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

/* Looks do not see what is between them, and the first one comes late if there
   are many threads.  The kernel's sum is exact, but also has the time in which
   nothing was looked at.  */
void
wait_records_scale (struct tallies *waits, const struct thread_name *names,
                    bool has_gaps)
{
  for (size_t i = 0; i < waits->len; i++)
    {
      struct tally *entry = &waits->entries[i];
      const struct thread_name *name = &names[entry->key[3] >> 32];

      entry->sum[0] = scale_time (entry->sum[0], name->seen,
                                  has_gaps ? name->looked
                                  : name->blocked + name->gone_blocked);
    }
}

void
wait_records_put (struct byte_stream *stream, const struct tallies *waits)
{
  size_t record = stream_begin (stream, GMON_TAG_WAITS);
  uint64_t last[3] = { 0 };

  stream_put_u (stream, waits->len);
  for (size_t i = 0; i < waits->len; i++)
    {
      const struct tally *entry = &waits->entries[i];

      for (size_t key = 0; key < 3; key++)
        stream_put_difference (stream, entry->key[key], &last[key]);
      stream_put_u (stream, entry->key[3] >> 32);
      stream_put_u (stream, entry->key[3] >> 16 & 0xffff);
      stream_put_u (stream, entry->key[3] & 0xffff);
      for (size_t sum = 0; sum < TALLY_SUMS; sum++)
        stream_put_u (stream, entry->sum[sum]);
    }
  stream_end (stream, record);
}
