/* unit/t_sort.c -- tests of base/sort.h, digit_sort.h and string_sort.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include "base/digit_sort.h"
#include "base/sort.h"
#include "base/string_sort.h"

enum
{
  MAX_LEN = 300,
  MANY = 20000,
  NAME_SIZE = 40
};

/* -- Records --------------------------------------------------------------- */

struct record
{
  uint32_t value, place;
  char rest[5];                 /* an odd size */
};

static int
compare_values (const void *a, const void *b)
{
  const struct record *x = a, *y = b;
  return (x->value > y->value) - (x->value < y->value);
}

/* Are the LEN records in order, equal ones by place, and intact?  */
static bool
is_sorted (const struct record *records, size_t len)
{
  for (size_t i = 0; i < len; i++)
    {
      const struct record *r = &records[i];
      if (r->rest[0] != (char) r->place || r->rest[4] != (char) r->value)
        return false;
      if (i > 0
          && (r[-1].value > r->value
              || (r[-1].value == r->value && r[-1].place >= r->place)))
        return false;
    }
  return true;
}

/* The value in two numbers that share no bits.  */
static uint64_t
value_number (const void *record, unsigned i)
{
  const uint32_t value = ((const struct record *) record)->value;
  return i == 0 ? value % 4096 : (uint64_t) (value / 4096) << 40;
}

/* Sorts LEN records of VALUES different values, BY_DIGITS or by
   comparison.  */
static bool
sorts (size_t len, uint32_t values, bool by_digits, uint32_t *state)
{
  struct record *records = array_new (len, sizeof *records);
  for (size_t i = 0; i < len; i++)
    {
      struct record *r = &records[i];
      r->value = check_random (state) % values;
      r->place = i;
      r->rest[0] = (char) i;
      r->rest[4] = (char) r->value;
    }
  if (by_digits)
    sort_by_digits (records, len, sizeof *records, 2, value_number,
                    compare_values);
  else
    sort_stable (records, len, sizeof *records, compare_values);
  bool done = is_sorted (records, len);
  sort_stable (records, len, sizeof *records, compare_values);
  done &= is_sorted (records, len);
  free (records);
  return done;
}

static void
test_records (void)
{
  uint32_t state = 3;
  unsigned bad = 0;

  sort_stable (NULL, 0, sizeof (struct record), compare_values);
  for (size_t len = 0; len < MAX_LEN; len++)
    for (uint32_t values = 1; values < 1000; values *= 7)
      EXPECT (&bad, sorts (len, values, false, &state), "%zu of %" PRIu32,
              len, values);
  for (int by_digits = 0; by_digits < 2; by_digits++)
    {
      EXPECT (&bad, sorts (MANY, 50, by_digits, &state), "many, %d",
              by_digits);
      EXPECT (&bad, sorts (MANY, UINT32_MAX, by_digits, &state),
              "many different ones, %d", by_digits);
      EXPECT (&bad, sorts (DIGIT_SORT_MIN, 5000, by_digits, &state),
              "the fewest for digits, %d", by_digits);
    }
  CHECK (bad == 0, "records of all lengths, stable");
}

/* -- Steps ----------------------------------------------------------------- */

static uint64_t n_compared;

static int
compare_and_count (const void *a, const void *b)
{
  n_compared++;
  return compare_values (a, b);
}

/* How often MANY records are compared, of which the I-th has the value
   I * FACTOR % MODULUS.  */
static uint64_t
comparisons (uint32_t factor, uint32_t modulus)
{
  struct record *records = array_new (MANY, sizeof *records);
  for (uint32_t i = 0; i < MANY; i++)
    records[i].value = i * factor % modulus;
  n_compared = 0;
  sort_stable (records, MANY, sizeof *records, compare_and_count);
  free (records);
  return n_compared;
}

static void
test_steps (void)
{
  const uint64_t most = MANY * 16;
  CHECK_U64 (comparisons (1, MANY), MANY - 1, "in order: compared once");
  CHECK_U64 (comparisons (1, 1), MANY - 1, "all equal: compared once");
  CHECK (comparisons (MANY - 1, MANY) < most, "from the end: n log n");
  CHECK (comparisons (7919, MANY) < most, "all mixed: n log n");
  CHECK (comparisons (1, MANY / 2) < most, "two halves: n log n");
}

/* -- Strings --------------------------------------------------------------- */

/* Are they in strcmp's order, and by number where equal?  */
static bool
strings_sorted (const struct string_key *keys, size_t len)
{
  for (size_t i = 1; i < len; i++)
    {
      int order = strcmp (keys[i - 1].string, keys[i].string);
      if (order > 0 || (order == 0 && keys[i - 1].id >= keys[i].id))
        return false;
    }
  return true;
}

/* A string of up to MAX bytes out of few, bytes above 127 too.  */
static void
make_string (char *s, unsigned max, uint32_t *state)
{
  static const char bytes[] = "ab_\x01\x7f\x80\xff";
  unsigned len = check_random (state) % max;
  unsigned same = check_random (state) % max;
  for (unsigned i = 0; i < len; i++)
    s[i] = i < same ? 'a' : bytes[check_random (state) % 7];
  s[len] = '\0';
}

/* Sorts LEN strings shorter than MAX.  */
static bool
sorts_strings (size_t len, unsigned max, uint32_t *state)
{
  char (*strings)[NAME_SIZE] = array_new (len, NAME_SIZE);
  struct string_key *keys = array_new (len, sizeof *keys);
  for (size_t i = 0; i < len; i++)
    {
      make_string (strings[i], max, state);
      keys[i].string = strings[i];
      keys[i].id = i;
    }
  string_sort (keys, len);
  bool done = strings_sorted (keys, len);
  free (keys);
  free (strings);
  return done;
}

static void
test_strings (void)
{
  uint32_t state = 11;
  unsigned bad = 0;

  for (size_t len = 0; len < MAX_LEN; len += len < 40 ? 1 : 13)
    for (unsigned max = 1; max < NAME_SIZE; max++)
      EXPECT (&bad, sorts_strings (len, max, &state), "%zu below %u", len,
              max);
  EXPECT (&bad, sorts_strings (MANY, 18, &state), "many");
  EXPECT (&bad, sorts_strings (MANY, 2, &state), "many equal ones");
  CHECK (bad == 0, "strings of all lengths");
}

/* As long as symbols of C++ may be, and all alike.  */
static void
test_long_strings (void)
{
  enum { SIZE = 100000, N = 40 };
  char *text = array_new (N, SIZE);
  struct string_key keys[N];

  memset (text, 'x', (size_t) N * SIZE);
  for (unsigned i = 0; i < N; i++)
    {
      char *s = text + (size_t) i * SIZE;
      s[SIZE - 2] = (char) ('a' + (i * 7) % 20);
      s[SIZE - 1] = '\0';
      keys[i] = (struct string_key) { .string = s, .id = i };
    }
  string_sort (keys, N);
  CHECK (strings_sorted (keys, N), "long strings that differ in their ends");
  free (text);
}

int
main (void)
{
  test_records ();
  test_steps ();
  test_strings ();
  test_long_strings ();
  return check_end ();
}
