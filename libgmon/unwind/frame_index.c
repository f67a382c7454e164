/* frame_index.c -- an index of .eh_frame for objects that have none.

   SPDX-License-Identifier: 0BSD

   Makes a table in the form of .eh_frame_hdr, with addresses of 8 bytes.
   .eh_frame is found by its contents: a CIE, and then entries up to one of
   length 0, among them an FDE that cfi.c understands.  */

#include "unwind/frame_index.h"

#include "arch/call_frame.h"

#ifdef MACHINE_HAS_FRAMES

/* Calls ADD for each FDE that cfi.c understands in the .eh_frame that begins at
   FRAMES.  Returns false if that is no .eh_frame, or has more entries than
   *MOST, which is reduced by their number.  */
static bool
each_function (uintptr_t start, uintptr_t end, uintptr_t frames, size_t *most,
               void (*add) (void *data, uintptr_t code, uintptr_t entry),
               void *data)
{
  struct cfi_bytes bytes = cfi_bytes (frames, end);
  struct cfi_function function;

  for (;;)
    {
      uintptr_t entry = (uintptr_t) bytes.at;
      uint32_t length = (uint32_t) cfi_unsigned (&bytes, 4);

      if (length == 0 || cfi_take (&bytes, length) == NULL)
        return !cfi_is_bad (&bytes);
      if ((*most)-- == 0)
        return false;
      if (cfi_read_function (entry, start, end, 0, &function)
          && function.size != 0)
        add (data, function.start, entry);
    }
}

static void
count_function (void *data, uintptr_t code, uintptr_t entry)
{
  size_t *count = data;

  (void) code;
  (void) entry;
  ++*count;
}

/* Returns true if a CIE may begin at ADDRESS, which has 10 bytes.  */
static bool
may_be_common (uintptr_t address)
{
  const unsigned char *entry = (const unsigned char *) address;
  uint32_t numbers[2];

  memcpy (numbers, entry, sizeof numbers);
  return numbers[0] >= 8 && numbers[0] < 256 && numbers[1] == 0
         && (entry[8] == 1 || entry[8] == 3)
         && (entry[9] == 'z' || entry[9] == '\0');
}

/* The head of the index: four bytes, an address, and the number of rows.  */
#define HEAD_SIZE 20
#define ROW_SIZE 16

/* An entry has at least 12 bytes.  What only looks like the begin of .eh_frame
   may be followed by entries again and again, in a file that was made so: then
   the search ends.  */
size_t
frame_index_size (uintptr_t start, uintptr_t end, uintptr_t *frames)
{
  size_t most = (end - start) / 4;

  for (uintptr_t at = (start + 3) & ~(uintptr_t) 3;
       at < end && end - at >= 10 && most != SIZE_MAX; at += 4)
    {
      size_t count = 0;

      if (may_be_common (at)
          && each_function (start, end, at, &most, count_function, &count)
          && count != 0)
        {
          *frames = at;
          return HEAD_SIZE + count * ROW_SIZE;
        }
    }
  return 0;
}

/* -- The table ------------------------------------------------------------ */

struct pair
{
  uint64_t code, entry;
};

struct table
{
  unsigned char *rows;
  size_t count;
};

static struct pair
get_row (const struct table *table, size_t number)
{
  struct pair pair;

  memcpy (&pair, table->rows + number * ROW_SIZE, sizeof pair);
  return pair;
}

static void
set_row (struct table *table, size_t number, struct pair pair)
{
  memcpy (table->rows + number * ROW_SIZE, &pair, sizeof pair);
}

static void
add_function (void *data, uintptr_t code, uintptr_t entry)
{
  struct table *table = data;

  set_row (table, table->count++, (struct pair) { code, entry });
}

/* Moves the row at the root TOP of a heap of COUNT rows down to its place.  */
static void
sink (struct table *table, size_t top, size_t count)
{
  struct pair row = get_row (table, top);

  for (size_t child; (child = 2 * top + 1) < count; top = child)
    {
      if (child + 1 < count
          && get_row (table, child + 1).code > get_row (table, child).code)
        child++;
      if (get_row (table, child).code <= row.code)
        break;
      set_row (table, top, get_row (table, child));
    }
  set_row (table, top, row);
}

/* Sorts by heap, which needs no memory.  */
static void
sort (struct table *table)
{
  for (size_t top = table->count / 2; top-- > 0;)
    sink (table, top, table->count);
  for (size_t last = table->count; last-- > 1;)
    {
      struct pair largest = get_row (table, 0);

      set_row (table, 0, get_row (table, last));
      set_row (table, last, largest);
      sink (table, 0, last);
    }
}

void
frame_index_make (uintptr_t start, uintptr_t end, uintptr_t frames,
                  void *memory, struct unwind_tables *tables)
{
  static const unsigned char forms[]
    = { 1, CFI_UDATA8, CFI_UDATA8, CFI_UDATA8 };
  unsigned char *head = memory;
  struct table table = { head + HEAD_SIZE, 0 };
  uint64_t number = frames;
  size_t most = SIZE_MAX;

  each_function (start, end, frames, &most, add_function, &table);
  sort (&table);
  memcpy (head, forms, sizeof forms);
  memcpy (head + 4, &number, sizeof number);
  number = table.count;
  memcpy (head + 12, &number, sizeof number);
  tables->header = head;
  tables->header_size = HEAD_SIZE + table.count * ROW_SIZE;
  tables->start = start;
  tables->end = end;
  tables->bias = 0;
  tables->may_change = false;
}

#endif
