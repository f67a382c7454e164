/* image/line_index.c -- the lines that libdw finds for given addresses.

   SPDX-License-Identifier: GPL-3.0-or-later

   The process of libdw looks at the units one after another.  Of each range of
   a unit it looks up the wanted addresses that are in it, in the rows of that
   unit.  If several units contain an address, the first of them has it.

   The answer is a list of nodes, and the number of a node for each address.
   All that is read from the process is checked, since it may have been
   damaged by bad input.  */

#include <config.h>

#include "image/line_index.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/fileio.h"
#include "base/search.h"
#include "image/dw_names.h"

/* The node of an address without a line.  */
#define NO_NODE UINT32_MAX

/* The source line of one or several of the addresses.  */
struct node
{
  uint32_t file;                /* where its name begins in the text */
  uint32_t line;
};

struct line_index
{
  const struct line_wants *wants;       /* by address */
  struct node *nodes;           /* heap */
  uint32_t *node_of;            /* by number of the wanted address; heap */
  char *text;                   /* names, each with its NUL; heap */
};

void
line_wants_add (struct line_wants *wants, uint64_t addr)
{
  *ARRAY_APPEND (wants->addrs, wants->cap, wants->len) = addr;
}

void
line_wants_free (struct line_wants *wants)
{
  free (wants->addrs);
}

void
line_index_free (struct line_index *index)
{
  if (!index)
    return;
  free (index->nodes);
  free (index->node_of);
  free (index->text);
  free (index);
}

bool
line_index_find (const struct line_index *index, uint64_t addr,
                 struct image_line *line)
{
  const struct line_wants *wants = index->wants;
  size_t n = search_up_to (wants->addrs, wants->len, sizeof *wants->addrs,
                           addr);
  uint32_t node = (n > 0 && wants->addrs[n - 1] == addr
                   ? index->node_of[n - 1] : NO_NODE);
  if (node == NO_NODE)
    return false;
  line->file = index->text + index->nodes[node].file;
  line->line = index->nodes[node].line;
  return true;
}

#if defined HAVE_DW && !defined WITHOUT_DLOPEN

/* How often an address may be found in the range of a unit, on average and in
   addition.  Ranges of real units hardly overlap.  */
#define VISITS_PER_ADDRESS 64
#define MORE_VISITS 1000000

/* The head of the answer.  The nodes, the numbers of nodes and the text
   follow.  */
struct head
{
  uint64_t text_size;
  uint64_t n_nodes;
};

/* One run of the process of libdw.  */
struct job
{
  const struct image *image;
  const struct line_wants *wants;
  struct line_index *index;     /* the result in this process */
};

/* The state of the process of libdw.  */
struct lookup
{
  const struct dw *dw;
  const struct job *job;
  struct node *nodes;
  size_t n_nodes, cap_nodes;
  uint32_t *node_of;            /* by number of the wanted address */
  struct dw_names names;
  uint64_t visits;              /* how often an address was in a range */
  bool is_too_much;             /* a limit was reached */
};

/* -- In the process of libdw ---------------------------------------------- */

/* Sets *NUMBER to that of a node for what ROW says, or to NO_NODE if it has no
   line.  Returns false if its name is too much.  */
static bool
node_of_row (struct lookup *lookup, Dwarf_Line *row, uint32_t *number)
{
  const struct dw *dw = lookup->dw;
  const char *name = dw->linesrc (row, NULL, NULL);
  struct node node;
  int line;
  *number = NO_NODE;
  if (!name || dw->lineno (row, &line) != 0 || line <= 0)
    return true;
  if (!dw_names_file (&lookup->names, name, &node.file))
    return false;
  node.line = (uint32_t) line;
  size_t n = lookup->n_nodes;
  if (n == 0 || lookup->nodes[n - 1].file != node.file
      || lookup->nodes[n - 1].line != node.line)
    *ARRAY_APPEND (lookup->nodes, lookup->cap_nodes, lookup->n_nodes) = node;
  *number = (uint32_t) lookup->n_nodes - 1;
  return true;
}

/* Looks up the wanted addresses in [LOW, HIGH), a range of the unit DIE.
   Returns false if the rows of the unit cannot be read, or too much was
   found.  */
static bool
look_up_range (struct lookup *lookup, Dwarf_Die *die, uint64_t low,
               uint64_t high)
{
  const struct line_wants *wants = lookup->job->wants;
  Dwarf_Lines *rows;
  size_t n_rows = 0;
  size_t i = low == 0 ? 0 : search_up_to (wants->addrs, wants->len,
                                          sizeof *wants->addrs, low - 1);
  if (i < wants->len && wants->addrs[i] < high
      && !dw_get_rows (lookup->dw, die, &rows, &n_rows))
    return false;
  for (; n_rows > 0 && i < wants->len && wants->addrs[i] < high; i++)
    {
      const uint64_t addr = wants->addrs[i];
      lookup->is_too_much
        = (++lookup->visits
           > (uint64_t) wants->len * VISITS_PER_ADDRESS + MORE_VISITS);
      if (lookup->is_too_much)
        return false;
      Dwarf_Line *row
        = lookup->node_of[i] != NO_NODE ? NULL
          : lookup->dw->getsrc_die (die, dw_own_address (lookup->dw, addr));
      if (row && !node_of_row (lookup, row, &lookup->node_of[i]))
        return false;
    }
  return true;
}

/* Returns true if a range that begins at LOW is that of code which the linker
   has removed, and not of the code that is wanted.  */
static bool
is_removed (const struct lookup *lookup, uint64_t low)
{
  return low == 0 && image_text_range (lookup->job->image).low > 0;
}

/* Looks up the wanted addresses in the ranges of the unit DIE.  Returns false
   on failure.  */
static bool
look_up_ranges (struct lookup *lookup, Dwarf_Die *die)
{
  const struct dw *dw = lookup->dw;
  Dwarf_Addr base, low, high;
  ptrdiff_t at = 0;
  while ((at = dw->ranges (die, at, &base, &low, &high)) > 0)
    if (!is_removed (lookup, low)
        && !look_up_range (lookup, die, dw_address (dw, low),
                           dw_address (dw, high)))
      return false;
  return at == 0;
}

/* Looks up the wanted addresses between the first and the last row of the unit
   DIE, which has no ranges.  Returns false on failure.  */
static bool
look_up_rows (struct lookup *lookup, Dwarf_Die *die)
{
  const struct dw *dw = lookup->dw;
  Dwarf_Lines *rows;
  Dwarf_Addr first, last;
  size_t n_rows;
  if (!dw_get_rows (dw, die, &rows, &n_rows))
    return false;
  if (n_rows == 0)
    return true;
  /* The rows are by address.  */
  if (dw->lineaddr (dw->onesrcline (rows, 0), &first) != 0
      || dw->lineaddr (dw->onesrcline (rows, n_rows - 1), &last) != 0)
    return false;
  return (is_removed (lookup, first)
          || look_up_range (lookup, die, dw_address (dw, first),
                            dw_address (dw, last)));
}

/* Looks up the wanted addresses in the unit DIE, or in one without ranges if
   BY_ROWS.  Units without code, such as those of types, refer to rows of
   others.  Returns false on failure.  */
static bool
look_up_unit (struct lookup *lookup, Dwarf_Die *die, bool by_rows)
{
  const struct dw *dw = lookup->dw;
  int tag = dw->tag (die);
  Dwarf_Attribute attr;
  if (tag != DW_TAG_compile_unit && tag != DW_TAG_skeleton_unit)
    return true;
  dw_names_next_unit (&lookup->names,
                      dw->formstring (dw->attr (die, DW_AT_comp_dir, &attr)));
  if (!by_rows)
    return look_up_ranges (lookup, die);
  return (dw->hasattr (die, DW_AT_high_pc)
          || dw->hasattr (die, DW_AT_ranges)
          || look_up_rows (lookup, die));
}

/* Looks up the wanted addresses in all units, as look_up_unit does.  */
static enum dw_result
look_up_units (struct lookup *lookup, bool by_rows)
{
  const struct dw *dw = lookup->dw;
  enum dw_result result = DW_NOTHING;
  Dwarf_CU *cu = NULL;
  Dwarf_Die die;
  Dwarf_Half version;
  uint8_t type;
  int status;
  while ((status = dw->get_units (dw->dwarf, cu, &cu, &version, &type, &die,
                                  NULL)) == 0)
    {
      result = DW_DONE;
      if (!look_up_unit (lookup, &die, by_rows))
        return (lookup->is_too_much || lookup->names.is_too_much
                ? DW_FAILED : DW_UNREADABLE);
    }
  return status > 0 ? result : DW_UNREADABLE;
}

static bool
write_answer (const struct lookup *lookup)
{
  const int out = lookup->dw->out;
  const struct head head = { .n_nodes = lookup->n_nodes,
                             .text_size = lookup->names.text_size };
  return (file_write (out, &head, sizeof head)
          && file_write (out, lookup->nodes,
                         lookup->n_nodes * sizeof *lookup->nodes)
          && file_write (out, lookup->node_of,
                         lookup->job->wants->len * sizeof *lookup->node_of)
          && file_write (out, lookup->names.text, lookup->names.text_size));
}

static enum dw_result
find_in_units (const struct dw *dw, void *data)
{
  const struct job *job = data;
  struct lookup lookup = { .dw = dw, .job = job };
  dw_names_init (&lookup.names, job->image);
  lookup.node_of = array_new (job->wants->len, sizeof *lookup.node_of);
  memset (lookup.node_of, 0xFF, job->wants->len * sizeof *lookup.node_of);
  enum dw_result result = look_up_units (&lookup, false);
  if (result == DW_DONE)
    result = look_up_units (&lookup, true);
  return result == DW_DONE && !write_answer (&lookup) ? DW_FAILED : result;
}

/* -- In this process ------------------------------------------------------ */

/* Returns true if no number in INDEX, for N addresses, leads outside its
   N_NODES nodes and TEXT_SIZE bytes of text.  */
static bool
is_valid (const struct line_index *index, size_t n, size_t n_nodes,
          size_t text_size)
{
  if (text_size > 0 && index->text[text_size - 1] != '\0')
    return false;
  for (size_t i = 0; i < n_nodes; i++)
    if (index->nodes[i].file >= text_size)
      return false;
  for (size_t i = 0; i < n; i++)
    if (index->node_of[i] != NO_NODE && index->node_of[i] >= n_nodes)
      return false;
  return true;
}

/* Reads the answer of the process for DATA from FD.  */
static bool
read_answer (int fd, void *data)
{
  struct job *job = data;
  struct line_index *index = job->index;
  const size_t n = job->wants->len;
  struct head head;
  if (!dw_read_part (fd, &head, sizeof head) || head.n_nodes > n
      || head.text_size > dw_names_max (job->image) + DW_NAME_MAX_SIZE)
    return false;
  index->nodes = array_new ((size_t) head.n_nodes, sizeof *index->nodes);
  index->node_of = array_new (n, sizeof *index->node_of);
  index->text = array_new ((size_t) head.text_size, 1);
  return (dw_read_part (fd, index->nodes,
                      (size_t) head.n_nodes * sizeof *index->nodes)
          && dw_read_part (fd, index->node_of, n * sizeof *index->node_of)
          && dw_read_part (fd, index->text, (size_t) head.text_size)
          && is_valid (index, n, (size_t) head.n_nodes,
                       (size_t) head.text_size));
}

bool
line_index_is_possible (const struct image *image)
{
  return image_lines_file (image) >= 0;
}

struct line_index *
line_index_read (struct image *image, struct line_wants *wants)
{
  struct line_index *index;
  if (wants->len == 0 || wants->len >= NO_NODE
      || !line_index_is_possible (image))
    return NULL;
  qsort (wants->addrs, wants->len, sizeof *wants->addrs, search_order);
  index = array_new (1, sizeof *index);
  index->wants = wants;
  struct job job = { .image = image, .wants = wants, .index = index };
  if (dw_process_run (image, find_in_units, read_answer, &job))
    return index;
  line_index_free (index);
  return NULL;
}

#else

bool
line_index_is_possible (const struct image *image)
{
  (void) image;
  return false;
}

struct line_index *
line_index_read (struct image *image, struct line_wants *wants)
{
  (void) image;
  (void) wants;
  return NULL;
}

#endif
