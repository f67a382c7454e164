/* report/export/columns.h -- tables as lists of columns.

   SPDX-License-Identifier: GPL-3.0-or-later

   A column is a row of a set: how it is called, what it shows and how to get
   it.  The writers of all formats loop over the columns of a table.  A new
   column is a row of the set of its table, with its key in the lists of the
   formats that show it by default.  */

#ifndef REPORT_EXPORT_COLUMNS_H
#define REPORT_EXPORT_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/out.h"

struct column;
struct table;

enum table_format
{
  TABLE_TEXT,
  TABLE_MARKDOWN,
  TABLE_HTML,
  TABLE_CSV,
  TABLE_JSON,
  TABLE_FORMATS
};

enum column_kind
{
  COLUMN_NAME,                  /* text, shortened if there is little room */
  COLUMN_TEXT,
  COLUMN_COUNT,                 /* 0 is shown as a hyphen */
  COLUMN_CALLS,                 /* a mean of counts */
  COLUMN_REAL,
  COLUMN_SHARE,                 /* samples, shown in percent of all */
  COLUMN_SECONDS,               /* ns, shown in seconds */
  COLUMN_ERROR,                 /* the wider side of an interval of samples */
  COLUMN_RANGE,                 /* from LO to HI samples */
  COLUMN_CHANGE,                /* a ratio, shown as a change in percent */
  COLUMN_CHANGES,               /* from LO to HI, ratios */
  COLUMN_P                      /* a probability */
};

/* The value of a column in a row.  The kind of the column tells which fields
   are used.  */
struct cell
{
  double value, lo, hi;
  uint64_t count;
  bool is_minor;                /* known, but of no interest to a reader */
  const char *mark;             /* in text: behind the value; or NULL */
  enum out_color color;
};

/* Writes NAME, which a stranger chose, as the format needs it.  */
typedef void name_writer (struct out *out, const char *name);

struct column
{
  const char *key;              /* in --columns and CSV */
  const char *heading;          /* lines, separated by '\n'; '$' stands for the
                                   unit of the table */
  const char *label;            /* heading of a page; NULL: as in text, with a
                                   capital */
  const char *json;             /* key in JSON; NULL: as in --columns */
  const char *meaning;          /* for --columns=help; translated by _ */
  enum column_kind kind;
  unsigned width;               /* in text: of a number, 0: two blanks and its
                                   widest value; of a text: blanks before it */
  unsigned digits;              /* behind the point: 1 to 3 */
  unsigned when;                /* shown by default if a table has one of these
                                   facts; 0: always */
  unsigned needs;               /* bits of enum report_need, beside those of
                                   the exporter */
  unsigned number;              /* for GET: the kind of a wait */
  bool is_right;                /* a text: right-aligned, as numbers are */
  bool is_wide;                 /* a narrow page does without it */

  /* Numbers: sets CELL, which is empty, to the value of ROW.  Returns false if
     it has none.  */
  bool (*get) (const struct table *table, const struct column *column,
               const void *row, struct cell *cell);

  /* Texts: writes that of ROW, names by WRITE; nothing if it has none.  For
     JSON, GET tells whether it has one, and WRITE gets the whole text.  */
  void (*put) (struct out *out, const struct table *table, const void *row,
               name_writer *write);
};

/* The head of a getter, which need not use all parameters.  */
#define COLUMN_GETTER(name)                                                   \
  static bool                                                                 \
  name (const struct table *table __attribute__ ((unused)),                   \
        const struct column *column __attribute__ ((unused)),                 \
        const void *row, struct cell *cell)

struct column_set
{
  const char *title;            /* for --columns=help; translated by _ */
  const struct column *columns;
  size_t n;
  const char *defaults[TABLE_FORMATS]; /* keys, separated by commas */
};

struct table
{
  const struct column **columns;        /* heap: those to show, in order */
  size_t n_columns;
  const void *rows;             /* borrowed: N_ROWS rows, STRIDE bytes apart */
  size_t n_rows, stride;
  const void *data;             /* of GET and PUT */
  const char *unit;             /* of times */
  double percent;               /* that a sample is */
  unsigned facts;               /* bits of the set, for `when' */
  size_t room;                  /* of text: columns of the output, into which
                                   names must fit; 0: no limit */
  enum out_color (*color) (const struct table *table, const void *row);
};

/* Sets the columns of TABLE, whose facts are set, to those of SET that KEYS
   names, or if KEYS is NULL to the default ones of FORMAT.  The caller releases
   TABLE with table_free.  */
void table_choose (struct table *table, const struct column_set *set,
                   enum table_format format, const char *keys);
void table_free (struct table *table);

/* Adds the columns of OTHER that TABLE does not have.  */
void table_add_columns (struct table *table, const struct table *other);

/* Returns row number I of TABLE.  */
const void *table_row (const struct table *table, size_t i);

/* Sets CELL to the value of COLUMN in ROW.  Returns false if it has none.  */
bool table_get (const struct table *table, const struct column *column,
                const void *row, struct cell *cell);

/* Writes the value of COLUMN in ROW without blanks around it, and names by
   WRITE.  Sets CELL.  Returns false, and writes a hyphen or nothing, if there
   is no value.  */
bool table_put (struct out *out, const struct table *table,
                const struct column *column, const void *row,
                name_writer *write, struct cell *cell);

/* Write all rows of TABLE below their headings.  */
typedef void table_writer (struct out *out, const struct table *table);
table_writer table_put_text, table_put_markdown, table_put_csv;

/* Write the heading of COLUMN in TABLE as one line: with a capital, as in a
   page, or without.  */
void column_put_label (struct out *out, const struct table *table,
                       const struct column *column);
void column_put_heading (struct out *out, const struct table *table,
                         const struct column *column);

/* Checks that KEYS, separated by commas, are those of columns of SET.  Adds
   their needs to *NEEDS.  Returns false after one diag_error.  */
bool columns_check (const struct column_set *set, const char *keys,
                    struct diag *diag, unsigned *needs);

/* Writes a line for each column of SET.  */
void columns_help (struct out *out, const struct column_set *set);

/* The tables of --columns: functions, changes of --diff, --by-file.  */
extern const struct column_set function_columns, change_columns,
  by_file_columns;

#endif /* REPORT_EXPORT_COLUMNS_H */
