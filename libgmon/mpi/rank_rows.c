/* rank_rows.c -- how samples and calls of functions spread over ranks.

   SPDX-License-Identifier: 0BSD

   Contracts are in rank_rows.h.

   libgmon is compiled for general registers alone, so all is integers.  The
   squares have 128 bits: 10^5 ranks with 2^55 calls each.  So the rows do not
   depend on the order in which ranks are joined, and the spread of large
   numbers that differ little is exact.  */

#include "mpi/rank_rows.h"
#include "gmon_digest.h"
#include "gmon_ranks.h"
#include "machine.h"
#include "mpi/functions.h"
#include "output/writer.h"
#include "record/arc_list.h"

#define NUMBER_SIZE 24          /* room for a number of 64 bits */

bool
rank_rows_make (struct rank_rows *rows, size_t room)
{
  *rows = (struct rank_rows) { .room = room };
  if (room != 0)
    rows->rows = machine_map (room * sizeof *rows->rows);
  return room == 0 || rows->rows != NULL;
}

void
rank_rows_free (struct rank_rows *rows)
{
  if (rows->rows != NULL)
    machine_unmap (rows->rows, rows->room * sizeof *rows->rows);
  *rows = (struct rank_rows) { 0 };
}

/* -- 128 bits ------------------------------------------------------------- */

static struct wide
wide_sum (struct wide a, struct wide b)
{
  struct wide sum = { a.high + b.high, a.low + b.low };

  sum.high += sum.low < a.low;
  return sum;
}

static struct wide
wide_difference (struct wide a, struct wide b)
{
  return (struct wide) { a.high - b.high - (a.low < b.low), a.low - b.low };
}

static struct wide
wide_product (uint64_t a, uint64_t b)
{
  const uint64_t a_low = a & UINT32_MAX, a_high = a >> 32;
  const uint64_t b_low = b & UINT32_MAX, b_high = b >> 32;
  const uint64_t one = a_high * b_low, other = a_low * b_high;
  struct wide product = { a_high * b_high, a_low * b_low };

  product = wide_sum (product, (struct wide) { one >> 32, one << 32 });
  return wide_sum (product, (struct wide) { other >> 32, other << 32 });
}

/* -- Counting ------------------------------------------------------------- */

/* DATA is the list of functions.  Their samples and calls are counted in the
   fields self and count of their entries.  */
static void
credit_samples (void *data, uintptr_t address, uint64_t count)
{
  const struct arc_list *functions = data;
  /* gprof divides bins into units of 2 bytes, and a function has the unit in
     which it begins.  */
  size_t found = functions_find (functions, address | 1);

  if (found < functions->len)
    functions->arcs[found].self += (uintptr_t) count;
}

static void
credit_calls (void *data, uintptr_t address, uint64_t count)
{
  const struct arc_list *functions = data;
  size_t found = functions_find (functions, address);

  if (found < functions->len)
    functions->arcs[found].count += count;
}

static struct rank_number
number_of (uint64_t count, unsigned rank)
{
  if (count == 0)
    return (struct rank_number) { .gap = rank };
  return (struct rank_number) { 1, count, count, count, rank, rank, NO_GAP,
                                wide_product (count, count) };
}

bool
rank_rows_count (struct rank_rows *rows, const struct pool_bytes *profile,
                 unsigned rank)
{
  struct arc_list functions;
  bool done;

  functions_read (&functions);
  *rows = (struct rank_rows) { 0 };
  done = pool_each_count (profile, credit_samples, credit_calls, &functions)
         && rank_rows_make (rows, functions.len);
  rows->first = rank;
  for (size_t i = 0; done && i < functions.len; i++)
    {
      const struct arc *function = &functions.arcs[i];

      if (function->self != 0 || function->count != 0)
        rows->rows[rows->len++]
          = (struct rank_row) { function->from,
                                number_of (function->self, rank),
                                number_of (function->count, rank) };
    }
  arc_list_free (&functions);
  return done;
}

/* -- Joining -------------------------------------------------------------- */

/* Returns the numbers of the ranks of LOW and of HIGH.  */
static struct rank_number
join_numbers (const struct rank_number *low, const struct rank_number *high)
{
  struct rank_number both = low->ranks != 0 ? *low : *high;

  both.gap = low->gap < high->gap ? low->gap : high->gap;
  if (low->ranks == 0 || high->ranks == 0)
    return both;
  both.ranks += high->ranks;
  both.sum += high->sum;
  both.squares = wide_sum (low->squares, high->squares);
  if (high->min < low->min)
    {
      both.min = high->min;
      both.min_rank = high->min_rank;
    }
  if (high->max > low->max)
    {
      both.max = high->max;
      both.max_rank = high->max_rank;
    }
  return both;
}

/* Returns row number *AT of ROWS if it has ADDRESS, and moves *AT on; else the
   row that a function has which is in no rank of ROWS.  */
static struct rank_row
row_of (const struct rank_rows *rows, size_t *at, uint64_t address)
{
  const struct rank_number none = { .gap = rows->first };

  if (*at < rows->len && rows->rows[*at].address == address)
    return rows->rows[(*at)++];
  return (struct rank_row) { address, none, none };
}

bool
rank_rows_join (struct rank_rows *rows, const struct rank_rows *low,
                const struct rank_rows *high)
{
  size_t i = 0, j = 0;

  if (!rank_rows_make (rows, low->len + high->len))
    return false;
  rows->first = low->first;
  while (i < low->len || j < high->len)
    {
      uint64_t address = i < low->len ? low->rows[i].address
                                      : high->rows[j].address;
      struct rank_row one, other;

      if (j < high->len && high->rows[j].address < address)
        address = high->rows[j].address;
      one = row_of (low, &i, address);
      other = row_of (high, &j, address);
      rows->rows[rows->len++]
        = (struct rank_row) { address,
                              join_numbers (&one.samples, &other.samples),
                              join_numbers (&one.calls, &other.calls) };
    }
  return true;
}

/* -- Text ----------------------------------------------------------------- */

static void
put_text (struct gmon_writer *writer, const char *text)
{
  writer_put_bytes (writer, text, strlen (text));
}

/* Puts NUMBER with at least DIGITS digits.  */
static void
put_based (struct gmon_writer *writer, uint64_t number, unsigned base,
            unsigned digits)
{
  char text[NUMBER_SIZE];
  size_t at = sizeof text;

  for (unsigned n = 0; n < digits || number != 0; n++, number /= base)
    text[--at] = "0123456789abcdef"[number % base];
  writer_put (writer, text + at, sizeof text - at);
}

static void
put_word (struct gmon_writer *writer, uint64_t number)
{
  put_byte (writer, ' ');
  put_based (writer, number, 10, 1);
}

/* The sum of (x - min)^2 is that of x^2, less 2 min times the sum of x, and
   min^2 for each rank; as ranks times min is not above the sum of x, each
   product has two factors of 64 bits.  */
static void
put_squares (struct gmon_writer *writer, const struct rank_number *number)
{
  const struct wide mixed = wide_product (number->min, number->sum);
  const struct wide least = wide_product (number->ranks * number->min,
                                          number->min);
  const struct wide squares
    = wide_difference (wide_sum (number->squares, least),
                       wide_sum (mixed, mixed));

  put_text (writer, " " GMON_RANKS_HEX);
  if (squares.high != 0)
    put_based (writer, squares.high, 16, 1);
  put_based (writer, squares.low, 16, squares.high != 0 ? 16 : 1);
}

static void
put_numbers (struct gmon_writer *writer, const struct rank_number *number)
{
  put_word (writer, number->ranks);
  put_word (writer, number->sum);
  put_word (writer, number->min);
  put_word (writer, number->min_rank);
  put_word (writer, number->max);
  put_word (writer, number->max_rank);
  if (number->gap == NO_GAP)
    put_text (writer, GMON_RANKS_NO_GAP);
  else
    put_word (writer, number->gap);
  put_squares (writer, number);
}

void
rank_rows_put (struct gmon_writer *writer, const struct rank_rows *rows,
               uint32_t ranks, const struct pool_bytes *profile)
{
  put_text (writer, GMON_RANKS_PROFILE);
  put_word (writer, profile->size);
  put_text (writer, " " GMON_RANKS_HEX);
  put_based (writer, gmon_process_digest (profile->start, profile->size), 16,
             1);
  put_text (writer, GMON_RANKS_RANKS);
  put_word (writer, ranks);
  put_byte (writer, '\n');
  for (size_t i = 0; i < rows->len; i++)
    {
      put_text (writer, GMON_RANKS_HEX);
      put_based (writer, rows->rows[i].address, 16, 1);
      put_text (writer, GMON_RANKS_SAMPLES);
      put_numbers (writer, &rows->rows[i].samples);
      put_text (writer, GMON_RANKS_CALLS);
      put_numbers (writer, &rows->rows[i].calls);
      put_byte (writer, '\n');
    }
  put_text (writer, GMON_RANKS_END);
}
