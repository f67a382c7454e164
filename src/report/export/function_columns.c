/* report/export/function_columns.c -- the functions of a profile as a table.

   SPDX-License-Identifier: GPL-3.0-or-later

   The columns of functions, in the order of --columns=help.  Times are in
   samples.  */

#include <config.h>

#include "report/export/function_columns.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/intl.h"
#include "base/out_number.h"
#include "report/export/export_text.h"
#include "report/export/interval.h"
#include "report/names.h"
#include "report/needs.h"

/* The facts of a table of functions.  */
enum
{
  HAS_INTERVALS = 1 << 0,       /* --intervals */
  HAS_RANGES = 1 << 1,          /* a total may be off by averaging */
  HAS_BY_CALLS = 1 << 2,        /* also totals that numbers of calls give */
  HAS_WAITS = 1 << 3,
  FOR_PROGRAMS = 1 << 4         /* the table is JSON */
};

/* Shares of the whole, in percent, that stand out where colors are wanted.  */
#define HOT 10
#define WARM 2

/* A range of a total that is at most so wide, as a fraction of the total, is
   not shown.  */
#define NARROW 0.05

static const struct function_table *
functions_of (const struct table *table)
{
  return table->data;
}

static const struct view *
view_of (const struct table *table)
{
  return functions_of (table)->view;
}

static sym_id
id_of (const void *row)
{
  return *(const sym_id *) row;
}

static double
self_of (const struct table *table, const void *row)
{
  return view_of (table)->flat->time[id_of (row)];
}

static const struct cg_node *
node_of (const struct table *table, const void *row)
{
  return cg_node (view_of (table)->cg, id_of (row));
}

static double
total_of (const struct table *table, const void *row)
{
  return self_of (table, row) + node_of (table, row)->child_time;
}

COLUMN_GETTER (get_self)
{
  cell->value = self_of (table, row);
  const double percent = cell->value * table->percent;
  cell->color = percent >= HOT ? OUT_RED
                : percent >= WARM ? OUT_YELLOW : OUT_PLAIN;
  return true;
}

COLUMN_GETTER (get_children)
{
  cell->value = node_of (table, row)->child_time;
  return true;
}

COLUMN_GETTER (get_total)
{
  cell->value = total_of (table, row);
  return true;
}

COLUMN_GETTER (get_self_time)
{
  cell->value = view_time (view_of (table), self_of (table, row));
  return true;
}

COLUMN_GETTER (get_total_time)
{
  cell->value = view_time (view_of (table), total_of (table, row));
  return true;
}

/* Sets CELL to the interval of COUNT samples, whose squared weights add up to
   SQUARES; 0: they are not known, and have the mean of the profile.  Weights
   differ within a profile if the rate was lowered, and a function may run only
   before or only after that.  */
static bool
get_interval (const struct table *table, double count, double squares,
              struct cell *cell)
{
  const struct function_table *functions = functions_of (table);
  const double usual = functions->interval_weight;
  const double weight = squares > 0 && count > 0 && usual > 0
                        ? squares / count : usual;
  const struct interval interval
    = interval_of (count, functions->view->flat->total, weight,
                   functions->deviations);
  cell->value = count;
  cell->lo = interval.lo;
  cell->hi = interval.hi;
  return true;
}

COLUMN_GETTER (get_self_error)
{
  const struct stacks *stacks = view_of (table)->stacks;
  return get_interval (table, self_of (table, row),
                       stacks ? stacks->times[id_of (row)].self_squares : 0,
                       cell);
}

COLUMN_GETTER (get_total_error)
{
  const struct stacks *stacks = view_of (table)->stacks;
  return get_interval (table, total_of (table, row),
                       stacks ? stacks->times[id_of (row)].squares : 0, cell);
}

COLUMN_GETTER (get_certain)
{
  const struct certain *certain = &functions_of (table)->certain;
  if (!certain->hi || certain->hi[id_of (row)] < 0)
    return false;
  cell->lo = certain->lo[id_of (row)];
  cell->hi = certain->hi[id_of (row)];
  cell->is_minor = !(cell->hi - cell->lo > NARROW * total_of (table, row));
  return true;
}

/* The children of a row by numbers of calls.  */
COLUMN_GETTER (get_apportioned)
{
  const struct cg *cg = view_of (table)->cg;
  if (cg->apportioned)
    cell->value = cg->apportioned[id_of (row)];
  return cg->apportioned;
}

/* The total of a row by numbers of calls, and a mark if the measured one
   differs by more than chance explains: by more than three standard deviations,
   and more than one observation.  */
COLUMN_GETTER (get_by_calls)
{
  const struct view *view = view_of (table);
  if (!get_apportioned (table, column, row, cell))
    return false;
  const struct stacks *stacks = view->stacks;
  const struct stack_time *time = &stacks->times[id_of (row)];
  cell->value += self_of (table, row);
  double difference = fabs (cell->value - (double) time->incl);
  double weight = stacks->ledger.observations == 0 ? 0
                  : view->flat->total / (double) stacks->ledger.observations;
  cell->mark = difference > 3 * sqrt ((double) time->squares)
               && difference > weight ? "!" : " ";
  return true;
}

/* Sets *TIME to the times in which threads waited in ROW.  Returns false if
   there is none, or nothing for JSON.  */
static bool
get_waits (const struct table *table, const void *row,
           const struct stack_time **time)
{
  const struct stack_waits *waits = view_of (table)->waits;
  if (!waits)
    return false;
  *time = &waits->stacks->times[id_of (row)];
  return functions_of (table)->format != TABLE_JSON || (*time)->incl;
}

COLUMN_GETTER (get_blocked)
{
  const struct stack_time *time;
  if (!get_waits (table, row, &time))
    return false;
  cell->count = time->self;
  return true;
}

COLUMN_GETTER (get_total_blocked)
{
  const struct stack_time *time;
  if (!get_waits (table, row, &time))
    return false;
  cell->count = time->incl;
  return true;
}

COLUMN_GETTER (get_blocked_kind)
{
  const struct stack_waits *waits = view_of (table)->waits;
  if (waits)
    cell->count = waits->kinds[id_of (row)].ns[column->number];
  return waits;
}

COLUMN_GETTER (get_calls)
{
  cell->count = node_of (table, row)->calls;
  return !view_is_uncounted (view_of (table), cell->count);
}

COLUMN_GETTER (get_self_calls)
{
  cell->count = node_of (table, row)->self_calls;
  return !view_is_uncounted (view_of (table), node_of (table, row)->calls);
}

COLUMN_GETTER (get_outside_calls)
{
  cell->count = node_of (table, row)->outside_calls;
  return !view_is_uncounted (view_of (table), node_of (table, row)->calls);
}

COLUMN_GETTER (get_cycle)
{
  cell->count = node_of (table, row)->cycle;
  return cell->count;
}

COLUMN_GETTER (get_size)
{
  const struct sym *sym = sym_get (view_of (table)->symtab, id_of (row));
  cell->count = sym->end_addr < sym->addr ? 0 : sym->end_addr - sym->addr + 1;
  return !symtab_is_inlined (view_of (table)->symtab, id_of (row));
}

COLUMN_GETTER (get_line)
{
  cell->count = lines_get (view_of (table)->lines, id_of (row)).line;
  return cell->count;
}

COLUMN_GETTER (get_object)
{
  const struct symtab *symtab = view_of (table)->symtab;
  cell->count = symtab_object_of (symtab, id_of (row));
  return symtab_n_objects (symtab) > 1;
}

/* Writes the name, in text with its place, as the flat profile does.  */
static void
put_function_name (struct out *out, const struct table *table, const void *row,
          name_writer *write)
{
  const struct style *style = view_of (table)->style;
  if (functions_of (table)->format != TABLE_TEXT
      || !(style->line_mode || style->inline_file_names))
    {
      write (out, name_of (view_of (table), id_of (row)));
      return;
    }
  struct out *name = out_to_memory ();
  name_print_bare (name, view_of (table), id_of (row));
  write (out, out_memory (name, NULL));
  out_close (name);
}

static void
put_symbol (struct out *out, const struct table *table, const void *row,
            name_writer *write)
{
  write (out, sym_get (view_of (table)->symtab, id_of (row))->name);
}

static void
put_address (struct out *out, const struct table *table, const void *row,
             name_writer *write)
{
  char address[2 + 16 + 1];
  snprintf (address, sizeof address, "0x%" PRIx64,
            symtab_file_address (view_of (table)->symtab, id_of (row)));
  write (out, address);
}

/* An inlined function has no address of its own.  */
COLUMN_GETTER (has_address)
{
  (void) cell;
  return !symtab_is_inlined (view_of (table)->symtab, id_of (row));
}

COLUMN_GETTER (has_source_file)
{
  (void) cell;
  return lines_get (view_of (table)->lines, id_of (row)).file;
}

static void
put_source_file (struct out *out, const struct table *table, const void *row,
          name_writer *write)
{
  const char *file = lines_get (view_of (table)->lines, id_of (row)).file;
  if (file)
    write (out, file);
}

#define KIND_OF_WAIT(name, number_of_kind, what)                              \
  { .key = name, .heading = name, .meaning = what, .kind = COLUMN_SECONDS,    \
    .width = 8, .when = HAS_WAITS, .needs = NEED_WAITS,                       \
    .number = number_of_kind,                                                 \
    .json = "blocked_" name "_ns", .get = get_blocked_kind }

static const struct column columns[] = {
  { .key = "self", .heading = "self %", .kind = COLUMN_SHARE, .width = 7,
    .meaning = N_("share of time in the function itself"),
    .get = get_self },
  { .key = "self-error", .heading = "+- %", .label = "\xc2\xb1 %",
    .json = "interval", .kind = COLUMN_ERROR, .width = 7,
    .meaning = N_("how far self may be off by sampling"),
    .when = HAS_INTERVALS | FOR_PROGRAMS, .is_wide = true,
    .get = get_self_error },
  { .key = "self-time", .heading = "self $", .kind = COLUMN_REAL, .width = 14,
    .digits = 3, .json = "self_time",
    .meaning = N_("time in the function itself"), .is_wide = true,
    .get = get_self_time },
  { .key = "total", .heading = "total %", .kind = COLUMN_SHARE, .width = 9,
    .meaning = N_("share of time in the function and what it calls"),
    .get = get_total },
  { .key = "total-error", .heading = "+- %", .label = "Total \xc2\xb1 %",
    .json = "total_interval", .kind = COLUMN_ERROR, .width = 7,
    .meaning = N_("how far total may be off by sampling"),
    .when = HAS_INTERVALS, .is_wide = true, .get = get_total_error },
  { .key = "total-time", .heading = "total $", .kind = COLUMN_REAL,
    .width = 15, .digits = 3, .json = "total_time",
    .meaning = N_("time in the function and what it calls"), .is_wide = true,
    .get = get_total_time },
  { .key = "children", .heading = "children %", .kind = COLUMN_SHARE,
    .width = 12, .meaning = N_("share of time in what the function calls"),
    .get = get_children },
  { .key = "certain", .heading = "certain total %", .label = "Certain",
    .kind = COLUMN_RANGE, .width = 16, .when = HAS_RANGES | FOR_PROGRAMS,
    .is_wide = true,
    .meaning = N_("the range of total that the calls alone allow"),
    .get = get_certain },
  { .key = "by-calls", .heading = "by calls % ", .label = "By calls %",
    .json = "by_calls", .kind = COLUMN_SHARE, .width = 13,
    .when = HAS_BY_CALLS, .needs = NEED_APPORTIONED, .is_wide = true,
    .meaning = N_("total as numbers of calls would divide it"),
    .get = get_by_calls },
  { .key = "children-by-calls", .heading = "children by calls %",
    .json = "apportioned_children", .kind = COLUMN_SHARE, .width = 21,
    .needs = NEED_APPORTIONED,
    .meaning = N_("children as numbers of calls would divide it"),
    .get = get_apportioned },
  { .key = "blocked", .heading = "blocked s", .json = "blocked_ns",
    .kind = COLUMN_SECONDS, .width = 10, .when = HAS_WAITS,
    .needs = NEED_WAITS, .is_wide = true,
    .meaning = N_("seconds in which threads waited in the function"),
    .get = get_blocked },
  { .key = "total-blocked", .heading = "total blocked",
    .label = "Total blocked s", .json = "total_blocked_ns",
    .kind = COLUMN_SECONDS, .width = 14, .when = HAS_WAITS,
    .needs = NEED_WAITS,
    .meaning = N_("seconds of waiting in it and in what it calls"),
    .get = get_total_blocked },
  KIND_OF_WAIT ("sleep", GMON_WAIT_SLEEP,
                N_("seconds of total-blocked for a time")),
  KIND_OF_WAIT ("io", GMON_WAIT_IO,
                N_("seconds of total-blocked for data or an event")),
  KIND_OF_WAIT ("lock", GMON_WAIT_LOCK,
                N_("seconds of total-blocked for another thread")),
  KIND_OF_WAIT ("other", GMON_WAIT_OTHER,
                N_("seconds of total-blocked for other reasons")),
  { .key = "calls", .heading = "calls", .kind = COLUMN_COUNT,
    .meaning = N_("calls by other functions"), .get = get_calls },
  { .key = "self-calls", .heading = "self calls", .json = "self_calls",
    .kind = COLUMN_COUNT, .meaning = N_("calls by the function itself"),
    .get = get_self_calls },
  { .key = "outside-calls", .heading = "outside calls",
    .json = "outside_calls", .kind = COLUMN_COUNT,
    .meaning = N_("calls from outside the program"),
    .get = get_outside_calls },
  { .key = "cycle", .heading = "cycle", .kind = COLUMN_COUNT,
    .meaning = N_("number of the cycle that the function is in"),
    .get = get_cycle },
  { .key = "name", .heading = "name", .label = "Function",
    .kind = COLUMN_NAME, .width = 2, .meaning = N_("name of the function"),
    .put = put_function_name },
  { .key = "symbol", .heading = "symbol", .kind = COLUMN_TEXT, .width = 2,
    .meaning = N_("name in the object file"), .put = put_symbol },
  { .key = "address", .heading = "address", .kind = COLUMN_TEXT, .width = 2,
    .meaning = N_("address in the object file"), .get = has_address,
    .put = put_address },
  { .key = "size", .heading = "size", .kind = COLUMN_COUNT,
    .meaning = N_("bytes of code"), .get = get_size },
  { .key = "object", .heading = "object", .kind = COLUMN_COUNT,
    .meaning = N_("number of the object: 0 is the program"),
    .get = get_object },
  { .key = "file", .heading = "file", .kind = COLUMN_TEXT, .width = 2,
    .meaning = N_("source file"), .needs = NEED_PLACES,
    .get = has_source_file, .put = put_source_file },
  { .key = "line", .heading = "line", .kind = COLUMN_COUNT,
    .meaning = N_("source line"), .needs = NEED_PLACES, .get = get_line },
};

#define BLOCKED "blocked,total-blocked,sleep,io,lock,other,"

const struct column_set function_columns = {
  N_("Functions"), columns, sizeof columns / sizeof *columns,
  {
    [TABLE_TEXT] = "self,self-error,total,total-error,certain,by-calls,"
                   BLOCKED "calls,name",
    [TABLE_MARKDOWN] = "self,self-error,total,total-error,certain," BLOCKED
                       "calls,name",
    [TABLE_HTML] = "self,self-error,self-time,total,total-error,total-time,"
                   "by-calls,certain,blocked,total-blocked,calls,name",
    [TABLE_CSV] = "self,self-error,self-time,total,total-error,total-time,"
                  "certain,by-calls," BLOCKED "calls,name,file,line",
    [TABLE_JSON] = "name,symbol,address,size,file,line,object,self,children,"
                   "children-by-calls,calls,self-calls,outside-calls,cycle,"
                   "self-error,total-error,certain,blocked,total-blocked",
  }
};

/* Returns the facts of TABLE, in which ranges may be needed to know one.  */
static unsigned
find_facts (const struct table *table)
{
  const struct view *view = view_of (table);
  struct cell cell;
  unsigned facts = 0;
  if (view->style->rows.level > 0)
    facts |= HAS_INTERVALS;
  for (size_t i = 0; i < table->n_rows && !(facts & HAS_RANGES); i++)
    if (get_certain (table, NULL, table_row (table, i), &cell)
        && !cell.is_minor)
      facts |= HAS_RANGES;
  if (view->cg->apportioned && view->flat->total > 0)
    facts |= HAS_BY_CALLS;
  return view->waits ? facts | HAS_WAITS : facts;
}

bool
function_table_init (struct function_table *functions,
                     const struct view *view, enum table_format format)
{
  const struct row_rules *rules = &view->style->rows;
  const double whole = view->flat->total;
  *functions = (struct function_table) {
    .view = view, .format = format,
    .level = rules->level > 0 ? rules->level : INTERVAL_LEVEL,
    .interval_weight = interval_weight (view->profile),
  };
  functions->deviations = interval_deviations (functions->level);
  if (format != TABLE_JSON && !rows_collect (&functions->rows, view))
    return false;
  if (format == TABLE_JSON || rules->column_keys || rules->level > 0)
    certain_init (&functions->certain, view);
  functions->table = (struct table) {
    .stride = sizeof (struct row), .n_rows = functions->rows.len,
    .rows = functions->rows.rows ? &functions->rows.rows->id : NULL,
    .data = functions, .unit = view->profile->dimension,
    .percent = whole > 0 ? 100 / whole : 0,
  };
  functions->table.facts = find_facts (&functions->table);
  if (format == TABLE_JSON)
    functions->table.facts |= FOR_PROGRAMS;
  table_choose (&functions->table, &function_columns, format,
                rules->column_keys);
  return true;
}

void
function_table_free (struct function_table *functions)
{
  table_free (&functions->table);
  certain_free (&functions->certain);
  rows_free (&functions->rows);
}
