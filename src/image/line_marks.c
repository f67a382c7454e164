/* image/line_marks.c -- the addresses where the source line can change.

   SPDX-License-Identifier: GPL-3.0-or-later

   BFD's answer for an address depends on the unit whose ranges contain the
   address, on the row of the unit's line table, and on the innermost function
   or inlined function there.  The start and the end of each of these are
   marks.  The set of marks is a bitmap of the text, which can be filled in any
   order.  It takes one bit for each byte of text; a lookup of a byte takes a
   microsecond.

   They are found in the process of libdw (image/dw_process.h).  Of two inlined
   functions with the same code, BFD takes the one whose record has the higher
   address in memory, so that libdw's data on the heap could change BFD's
   answers.  */

#include <config.h>

#include "image/line_marks.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "image/dw_process.h"

/* The marks, in memory that both processes share.  */
struct line_marks
{
  struct text_range text;
  size_t size;                  /* bytes of this struct with all bits */
  bool is_apart;                /* see line_marks_are_apart */
  uint64_t bits[];              /* one for each byte of the text: is a mark */
};

void
line_marks_free (struct line_marks *marks)
{
  if (marks)
    munmap (marks, marks->size);
}

bool
line_marks_are_apart (const struct line_marks *marks)
{
  return marks->is_apart;
}

static void
add_mark (struct line_marks *marks, uint64_t addr)
{
  uint64_t at = addr - marks->text.low;
  if (at < marks->text.high - marks->text.low)
    marks->bits[at / 64] |= UINT64_C (1) << at % 64;
}

void
line_marks_add_names (struct line_marks *marks, const struct symtab *names)
{
  for (sym_id id = 0; id < symtab_len (names); id++)
    {
      add_mark (marks, sym_get (names, id)->addr);
      add_mark (marks, sym_get (names, id)->end_addr + 1);
    }
}

uint64_t
line_marks_next (const struct line_marks *marks, uint64_t addr)
{
  uint64_t size = marks->text.high - marks->text.low;
  uint64_t at = addr - marks->text.low + 1;
  if (at >= size)
    return marks->text.high;
  uint64_t word = marks->bits[at / 64] >> at % 64 << at % 64;
  for (at /= 64; word == 0 && at < size / 64; )
    word = marks->bits[++at];
  return word ? marks->text.low + at * 64 + __builtin_ctzll (word)
         : marks->text.high;
}

#if defined HAVE_DW && !defined WITHOUT_DLOPEN

#include "base/arena.h"
#include "base/search.h"

struct unit
{
  Dwarf_Die die;
  bool is_wanted;
};

/* A range of addresses that belongs to a unit.  */
struct unit_range
{
  uint64_t low, high;           /* HIGH is exclusive */
  size_t unit;
};

/* The state of the process of libdw.  */
struct dw_reader
{
  const struct dw *dw;
  const struct symtab *functions;
  const bool *wanted;           /* as for line_marks_read */
  struct unit *units;
  size_t n_units, cap_units;
  struct unit_range *ranges;    /* by address, without overlaps */
  size_t n_ranges, cap_ranges;
  struct unit_range *gaps;      /* wanted code that belongs to no unit */
  size_t n_gaps, cap_gaps;
  bool is_mixed;                /* an address may belong to several units */
  bool has_stray;               /* a function without a unit is wanted */
  struct line_marks *marks;     /* the result */
};

/* -- Units ---------------------------------------------------------------- */

/* Appends RANGE to the array *RANGES of *LEN ranges, which has room for *CAP
   ranges.  */
static void
append_range (struct unit_range **ranges, size_t *len, size_t *cap,
              struct unit_range range)
{
  *ARRAY_APPEND (*ranges, *cap, *len) = range;
}

/* Adds the part of [LOW, HIGH) that is in the text as a range of the unit that
   will be added next.  */
static void
add_range (struct dw_reader *reader, uint64_t low, uint64_t high)
{
  if (low < reader->marks->text.low)
    low = reader->marks->text.low;
  if (high > reader->marks->text.high)
    high = reader->marks->text.high;
  if (low < high)
    append_range (&reader->ranges, &reader->n_ranges, &reader->cap_ranges,
                  (struct unit_range) { low, high, reader->n_units });
}

/* Adds the unit DIE.  Returns false if its ranges or rows cannot be read.  */
static bool
add_unit (struct dw_reader *reader, Dwarf_Die *die)
{
  Dwarf_Addr base, low, high;
  Dwarf_Lines *rows;
  ptrdiff_t at = 0;
  size_t n = 0, n_rows;
  while ((at = reader->dw->ranges (die, at, &base, &low, &high)) > 0)
    {
      add_range (reader, dw_address (reader->dw, low),
                 dw_address (reader->dw, high));
      n++;
    }
  if (at < 0)
    return false;
  if (n == 0)
    {
      /* BFD searches a unit without ranges for every address.  A unit that
         has only data has no ranges either, but no rows.  */
      if (!dw_get_rows (reader->dw, die, &rows, &n_rows))
        return false;
      reader->is_mixed |= n_rows > 0;
    }
  *ARRAY_APPEND (reader->units, reader->cap_units, reader->n_units)
    = (struct unit) { .die = *die };
  return true;
}

/* Sorts the ranges of all units, and sets is_mixed if any of them overlap.
   For an address in two units, BFD's answer depends on the units that it has
   read before.  */
static void
sort_ranges (struct dw_reader *reader)
{
  if (reader->n_ranges)         /* qsort must not get NULL */
    qsort (reader->ranges, reader->n_ranges, sizeof *reader->ranges,
           search_order);
  for (size_t i = 1; i < reader->n_ranges; i++)
    if (reader->ranges[i].low < reader->ranges[i - 1].high)
      reader->is_mixed = true;
}

static bool
dw_read_units (struct dw_reader *reader)
{
  Dwarf_CU *cu = NULL;
  Dwarf_Die die;
  Dwarf_Half version;
  uint8_t type;
  int status;
  /* Units in .debug_types are left out: BFD does not read them, and their rows
     are those of other units.  */
  while ((status = reader->dw->get_units (reader->dw->dwarf, cu, &cu, &version,
                                         &type, &die, NULL)) == 0)
    if (!(version < 5 && type == DW_UT_type) && !add_unit (reader, &die))
      return false;
  sort_ranges (reader);
  return status > 0;
}

/* -- Wanted code ---------------------------------------------------------- */

/* Returns the index of the first range that ends behind ADDR.  */
static size_t
first_range (const struct dw_reader *reader, uint64_t addr)
{
  size_t n = search_up_to (reader->ranges, reader->n_ranges,
                           sizeof *reader->ranges, addr);
  return n > 0 && reader->ranges[n - 1].high > addr ? n - 1 : n;
}

/* Marks the units of the function in [LOW, HIGH) as wanted, and adds the parts
   of it that belong to no unit to the gaps.  */
static void
want_extent (struct dw_reader *reader, uint64_t low, uint64_t high)
{
  size_t i = first_range (reader, low);
  if (i == reader->n_ranges || reader->ranges[i].low > low)
    reader->has_stray = true;
  else
    reader->units[reader->ranges[i].unit].is_wanted = true;
  for (uint64_t addr = low; addr < high; i++)
    {
      bool is_last = i == reader->n_ranges || reader->ranges[i].low >= high;
      uint64_t end = is_last ? high : reader->ranges[i].low;
      if (addr < end)
        append_range (&reader->gaps, &reader->n_gaps, &reader->cap_gaps,
                      (struct unit_range) { addr, end, 0 });
      if (is_last)
        return;
      reader->units[reader->ranges[i].unit].is_wanted = true;
      if (reader->ranges[i].high > addr)
        addr = reader->ranges[i].high;
    }
}

/* Marks the units of all wanted code as wanted.  WANTED is as for
   line_marks_read.  A function that is not in the text counts, too, since its
   line is looked up by its address.  */
static void
want_functions (struct dw_reader *reader, const struct symtab *functions,
                const bool *wanted)
{
  struct text_range text = reader->marks->text;
  size_t n = symtab_len (functions);
  for (size_t i = 0; i <= n; i++)
    {
      uint64_t low = i > 0 ? sym_get (functions, i - 1)->addr : text.low;
      uint64_t high = i < n ? sym_get (functions, i)->addr : text.high;
      if (i > 0 && low < text.low && high > text.low)
        low = text.low;
      if (high > text.high)
        high = text.high;
      if (wanted[i] && (i > 0 || low < high))
        want_extent (reader, low, high);
    }
}

/* -- Marks ---------------------------------------------------------------- */

static bool
read_rows (struct dw_reader *reader, Dwarf_Die *die)
{
  Dwarf_Lines *rows;
  size_t n_rows;
  if (!dw_get_rows (reader->dw, die, &rows, &n_rows))
    return false;
  for (size_t i = 0; i < n_rows; i++)
    {
      Dwarf_Addr addr;
      if (reader->dw->lineaddr (reader->dw->onesrcline (rows, i), &addr) != 0)
        return false;
      add_mark (reader->marks, dw_address (reader->dw, addr));
    }
  return true;
}

static bool
mark_ends (struct dw_reader *reader, Dwarf_Die *die)
{
  Dwarf_Addr base, low, high;
  ptrdiff_t at = 0;
  while ((at = reader->dw->ranges (die, at, &base, &low, &high)) > 0)
    {
      add_mark (reader->marks, dw_address (reader->dw, low));
      add_mark (reader->marks, dw_address (reader->dw, high));
    }
  return at == 0;
}

static bool
has_code (int tag)
{
  return (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine
          || tag == DW_TAG_entry_point);
}

/* Adds marks for the starts and ends of all functions of a unit.  *PATH is a
   heap array for *CAP entries, which grows as needed.  It is the path of
   nested entries to the current one; at first it has only the first entry of
   the unit.  */
static bool
walk_entries (struct dw_reader *reader, Dwarf_Die **path, size_t *cap)
{
  size_t depth = 1;
  while (depth > 0)
    {
      Dwarf_Die *die = &(*path)[depth - 1];
      if (has_code (reader->dw->tag (die)) && !mark_ends (reader, die))
        return false;
      ARRAY_ROOM (*path, *cap, depth + 1);
      int status = reader->dw->child (&(*path)[depth - 1], &(*path)[depth]);
      if (status == 0)
        depth++;
      while (status > 0 && depth > 0)
        {
          status = reader->dw->siblingof (&(*path)[depth - 1],
                                        &(*path)[depth - 1]);
          if (status > 0)
            depth--;
        }
      if (status < 0)
        return false;
    }
  return true;
}

static bool
read_functions (struct dw_reader *reader, Dwarf_Die *unit)
{
  size_t cap = 0;
  Dwarf_Die *path = array_reserve (NULL, &cap, 1, sizeof *path);
  int status = reader->dw->child (unit, &path[0]);
  bool done = status > 0 || (status == 0 && walk_entries (reader, &path, &cap));
  free (path);
  return done;
}

/* Returns true if UNIT is to be read: it is wanted, or an address may belong
   to several units, so that all units are read.  */
static bool
is_read (const struct dw_reader *reader, size_t unit)
{
  return reader->is_mixed || reader->units[unit].is_wanted;
}

static bool
read_wanted (struct dw_reader *reader, bool *all)
{
  *all = true;
  for (size_t i = 0; i < reader->n_units; i++)
    if (!is_read (reader, i))
      *all = false;
    else if (!read_rows (reader, &reader->units[i].die)
             || !read_functions (reader, &reader->units[i].die))
      return false;
  return true;
}

static bool
read_marks (struct dw_reader *reader)
{
  struct line_marks *marks = reader->marks;
  bool all;
  for (size_t i = 0; i < reader->n_ranges; i++)
    {
      add_mark (marks, reader->ranges[i].low);
      add_mark (marks, reader->ranges[i].high);
    }
  if (!read_wanted (reader, &all))
    return false;
  /* A unit that was not read may have rows for addresses that belong to no
     unit.  So each wanted address without a unit gets a mark.  */
  for (size_t i = 0; !all && i < reader->n_gaps; i++)
    for (uint64_t at = reader->gaps[i].low; at < reader->gaps[i].high; at++)
      add_mark (marks, at);
  return true;
}

/* -- The process ---------------------------------------------------------- */

/* Does the work of the process of libdw: fills the marks.  */
static enum dw_result
fill_marks (const struct dw *dw, void *data)
{
  struct dw_reader *reader = data;
  reader->dw = dw;
  if (!dw_read_units (reader))
    return DW_UNREADABLE;
  if (reader->n_units == 0)
    return DW_NOTHING;
  want_functions (reader, reader->functions, reader->wanted);
  reader->marks->is_apart = !reader->is_mixed && !reader->has_stray;
  return read_marks (reader) ? DW_DONE : DW_UNREADABLE;
}

/* Returns shared memory for the marks of IMAGE's text, without marks, or NULL
   if there is none.  */
static struct line_marks *
map_marks (const struct image *image)
{
  struct text_range text = image_text_range (image);
  uint64_t size = (sizeof (struct line_marks)
                   + ((text.high - text.low) / 64 + 1) * sizeof (uint64_t));
  if (size != (size_t) size)
    return NULL;
  void *memory = mmap (NULL, size, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return NULL;
  struct line_marks *marks = memory;
  marks->text = text;
  marks->size = size;
  return marks;
}

struct line_marks *
line_marks_read (struct image *image, const struct symtab *functions,
                 const bool *wanted)
{
  if (image_lines_file (image) < 0)
    return NULL;
  struct line_marks *marks = map_marks (image);
  if (!marks)
    {
      image_leave_libdw (image, true);
      return NULL;
    }
  struct dw_reader reader
    = { .functions = functions, .wanted = wanted, .marks = marks };
  if (dw_process_run (image, fill_marks, NULL, &reader))
    return marks;
  line_marks_free (marks);
  return NULL;
}

#else

struct line_marks *
line_marks_read (struct image *image, const struct symtab *functions,
                 const bool *wanted)
{
  (void) image;
  (void) functions;
  (void) wanted;
  return NULL;
}

#endif
