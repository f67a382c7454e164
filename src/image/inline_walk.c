/* image/inline_walk.c -- finds inlined functions in the process of libdw.

   SPDX-License-Identifier: GPL-3.0-or-later

   The entries of a unit are a tree.  The walk leaves out what holds no wanted
   address, so that it takes about as long as reading the first level.  Of each
   address the innermost entry counts, which is met last.

   With identical code folding several functions have one address; the first of
   them has it.  A function within another one, as Fortran and Ada have them,
   is no part of the outer one's code.  So a unit is walked once more, without
   leaving out functions, if an address in its ranges is in none.  */

#include <config.h>

#include "image/inline_walk.h"

#if defined HAVE_DW && !defined WITHOUT_DLOPEN

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/fileio.h"
#include "base/search.h"

/* How deep entries are read.  Real ones are hardly deeper than
   INLINE_DEPTH_MAX.  Without DW_AT_sibling libdw reads all that is below an
   entry to find the next one, on each level.  */
#define LEVELS_MAX 512

/* An abstract entry, to which inlined and other copies of a function refer.
   Libdw never moves it.  */
typedef uintptr_t origin;

/* A copy of a function that is not inlined.  */
struct copy
{
  uint64_t of;                  /* its origin */
  uint64_t addr;
};

/* An entry on the path from a unit to the entry at hand.  */
struct level
{
  Dwarf_Die die;
  uint32_t owner;               /* number of the function that it is in; 0:
                                   in none with wanted addresses */
  uint32_t node;                /* of the inlined call that it is in, or
                                   INLINE_NONE */
  unsigned depth;               /* number of these calls */
};

struct walk
{
  const struct dw *dw;
  const struct inline_job *job;
  struct inline_node *nodes;
  origin *origins;              /* by node */
  size_t n_nodes, cap_nodes, cap_origins;
  uint32_t *node_of;            /* by number of the wanted address */
  uint32_t *owner_of;           /* likewise: the function that has it, or 0 */
  uint32_t n_owners;
  struct copy *copies;
  size_t n_copies, cap_copies;
  struct dw_names names;
  uint64_t visits;              /* how often an address was in a range */
  bool is_too_much;             /* a limit was reached */
  bool lacks_split;
  Dwarf_Die *unit;              /* that has the entries */
  bool reads_all;               /* this is the second walk of the unit */
  struct level *path;
  size_t cap_path;
};

/* -- Addresses ------------------------------------------------------------ */

/* The use of a wanted address in the ranges of an entry.  */
enum action
{
  ACTION_MEET,                  /* nothing */
  ACTION_OWN,                   /* the function gets it, if no other has it */
  ACTION_INLINE                 /* it is of the node */
};

/* The answer of walk_ranges.  */
struct met
{
  bool any;                     /* an address of OWNER, or that it got */
  bool any_range;
};

/* Does ACTION with the wanted address number I for an entry of the function
   OWNER.  Returns whether it concerns the entry.  */
static bool
act_on (struct walk *w, size_t i, enum action action, uint32_t owner,
     uint32_t node)
{
  if (action == ACTION_OWN && w->owner_of[i] == 0)
    w->owner_of[i] = owner;
  if (owner != 0 && w->owner_of[i] != owner)
    return false;
  if (action == ACTION_INLINE)
    w->node_of[i] = node;
  return true;
}

/* Does ACTION with the wanted addresses in [LOW, HIGH).  Returns whether one
   concerns the entry.  Sets is_too_much at the limit.  */
static bool
walk_range (struct walk *w, uint64_t low, uint64_t high, enum action action,
            uint32_t owner, uint32_t node)
{
  const struct line_wants *wants = w->job->wants;
  bool any = false;
  size_t i = low == 0 ? 0 : search_up_to (wants->addrs, wants->len,
                                          sizeof *wants->addrs, low - 1);
  for (; i < wants->len && wants->addrs[i] < high && !w->is_too_much; i++)
    {
      w->is_too_much = ++w->visits > inline_visits_max (wants->len);
      any |= act_on (w, i, action, owner, node);
      if (any && action == ACTION_MEET)
        break;
    }
  return any;
}

/* Returns true if a range that begins at LOW is that of code which the linker
   has removed.  */
static bool
is_removed_code (const struct walk *w, uint64_t low)
{
  return low == 0 && image_text_range (w->job->image).low > 0;
}

/* Does ACTION with the wanted addresses in the ranges of DIE, an entry of the
   function OWNER (0: of any) and the node NODE.  Ranges that cannot be read
   hold none.  */
static struct met
walk_ranges (struct walk *w, Dwarf_Die *die, enum action action,
             uint32_t owner, uint32_t node)
{
  const struct dw *dw = w->dw;
  struct met met = { false, false };
  Dwarf_Addr base, low, high;
  ptrdiff_t at = 0;
  while (!w->is_too_much
         && (at = dw->ranges (die, at, &base, &low, &high)) > 0)
    {
      met.any_range = true;
      if (!is_removed_code (w, low))
        met.any |= walk_range (w, dw_address (dw, low), dw_address (dw, high),
                               action, owner, node);
      if (met.any && action == ACTION_MEET)
        break;
    }
  return met;
}

/* -- Nodes ---------------------------------------------------------------- */

/* Returns the string of DIE or of what it refers to, or NULL.  */
static const char *
string_of (const struct walk *w, Dwarf_Die *die, unsigned name)
{
  Dwarf_Attribute attr;
  return w->dw->formstring (w->dw->attr_integrate (die, name, &attr));
}

/* Returns the number that DIE has for NAME, 0 if there is none or it has more
   than 31 bits.  */
static uint32_t
number_in (const struct walk *w, Dwarf_Die *die, unsigned name)
{
  Dwarf_Attribute attr;
  Dwarf_Word value;
  return (w->dw->formudata (w->dw->attr (die, name, &attr), &value) == 0
          && value <= INT32_MAX ? (uint32_t) value : 0);
}

/* Returns true if the functions of the unit of DIE have the same names in the
   source and in the object file, if they are not local.  */
static bool
has_raw_names (const struct walk *w, Dwarf_Die *die)
{
  Dwarf_Die unit;
  int language = w->dw->diecu (die, &unit, NULL, NULL)
                 ? w->dw->srclang (&unit) : -1;
  if (language < 0)
    language = w->dw->srclang (w->unit);
  return (language == DW_LANG_C89 || language == DW_LANG_C
          || language == DW_LANG_C99 || language == DW_LANG_C11
          || language == DW_LANG_Go);
}

static bool
is_external (const struct walk *w, Dwarf_Die *die)
{
  Dwarf_Attribute attr;
  bool flag;
  return (w->dw->formflag (w->dw->attr_integrate (die, DW_AT_external, &attr),
                           &flag) == 0
          && flag);
}

/* Sets *PLACE to that of the file NAME, which may be NULL or libdw's name for
   no file.  Returns false if it is too much.  */
static bool
place_file (struct walk *w, const char *name, uint32_t *place)
{
  *place = INLINE_NONE;
  return (!name || strcmp (name, "???") == 0
          || dw_names_file (&w->names, name, place));
}

/* Returns the name of the file whose number is ATTR, or NULL.  It is a file of
   the unit that has ATTR.  dwarf_decl_file, which does the same, ends the
   process in some units of split files.  */
static const char *
file_of_number (const struct walk *w, Dwarf_Attribute *attr)
{
  Dwarf_Die unit;
  Dwarf_Files *files;
  Dwarf_Word number;
  size_t n;
  if (w->dw->formudata (attr, &number) != 0
      || !w->dw->cu_die (attr->cu, &unit, NULL, NULL, NULL, NULL, NULL, NULL)
      || w->dw->getsrcfiles (&unit, &files, &n) != 0 || number >= n)
    return NULL;
  return w->dw->filesrc (files, (size_t) number, NULL, NULL);
}

/* Returns the entry that DIE is a copy of, 0: it is none.  */
static origin
origin_of (const struct walk *w, Dwarf_Die *die, Dwarf_Die *found)
{
  Dwarf_Attribute attr;
  return (w->dw->formref_die (w->dw->attr (die, DW_AT_abstract_origin, &attr),
                              found)
          ? (origin) found->addr : 0);
}

/* Sets the name of NODE to that of DIE.  Returns false if it has none, or too
   much of one.  */
static bool
name_node (struct walk *w, struct inline_node *node, Dwarf_Die *die,
           Dwarf_Die *abstract)
{
  const char *name = string_of (w, die, DW_AT_linkage_name);
  if (!name)
    name = string_of (w, die, DW_AT_MIPS_linkage_name);
  node->is_raw = name != NULL;
  if (!name)
    {
      name = string_of (w, die, DW_AT_name);
      node->is_raw = name && is_external (w, die)
                     && has_raw_names (w, abstract);
    }
  return name && *name && dw_names_add (&w->names, name, &node->name);
}

/* Makes a node of DIE, which is called in PARENT.  Returns its number, or
   PARENT if it has no name or is too much.  */
static uint32_t
make_node (struct walk *w, Dwarf_Die *die, uint32_t parent)
{
  struct inline_node node = { .parent = parent };
  Dwarf_Die abstract = *die;
  const origin from = origin_of (w, die, &abstract);
  Dwarf_Attribute declared, called;
  int line;
  if (!name_node (w, &node, die, &abstract)
      || !place_file (w, file_of_number (w, w->dw->attr_integrate (die,
                                                            DW_AT_decl_file,
                                                            &declared)),
                      &node.file)
      || !place_file (w, file_of_number (w, w->dw->attr (die, DW_AT_call_file,
                                                  &called)),
                      &node.call_file))
    return parent;
  if (w->dw->decl_line (die, &line) == 0 && line > 0)
    node.line = (uint32_t) line;
  node.call_line = number_in (w, die, DW_AT_call_line);
  *ARRAY_APPEND (w->nodes, w->cap_nodes, w->n_nodes) = node;
  ARRAY_ROOM (w->origins, w->cap_origins, w->n_nodes);
  w->origins[w->n_nodes - 1] = from;
  return (uint32_t) w->n_nodes - 1;
}

/* -- Entries -------------------------------------------------------------- */

/* Notes that the function DIE is a copy of another entry, at its first
   address.  */
static void
note_copy (struct walk *w, Dwarf_Die *die)
{
  Dwarf_Die abstract;
  Dwarf_Addr addr;
  const origin of = origin_of (w, die, &abstract);
  if (of && w->dw->entrypc (die, &addr) == 0)
    *ARRAY_APPEND (w->copies, w->cap_copies, w->n_copies)
      = (struct copy) { of, dw_address (w->dw, addr) };
}

/* The next functions return whether to look below the entry LEVEL, and set what
   is to be known of the entries there.  */

static bool
enter_function (struct walk *w, struct level *level)
{
  const uint32_t owner = w->n_owners + 1;
  const struct met met = walk_ranges (w, &level->die, ACTION_OWN, owner,
                                      INLINE_NONE);
  if (met.any_range && !w->reads_all)
    note_copy (w, &level->die);
  if (met.any)
    w->n_owners = owner;
  level->owner = met.any ? owner : 0;
  level->node = INLINE_NONE;
  level->depth = 0;
  return met.any || w->reads_all;
}

static bool
enter_inlined (struct walk *w, struct level *level)
{
  if (level->owner == 0 || level->depth >= INLINE_DEPTH_MAX
      || !walk_ranges (w, &level->die, ACTION_MEET, level->owner,
                       INLINE_NONE).any)
    return false;
  const uint32_t node = make_node (w, &level->die, level->node);
  if (node != level->node)
    walk_ranges (w, &level->die, ACTION_INLINE, level->owner, node);
  level->depth += node != level->node;
  level->node = node;
  return true;
}

static bool
enter_block (struct walk *w, struct level *level)
{
  const struct met met = walk_ranges (w, &level->die, ACTION_MEET,
                                      level->owner, INLINE_NONE);
  return met.any || !met.any_range || (w->reads_all && level->owner == 0);
}

static bool
enter (struct walk *w, struct level *level)
{
  switch (w->dw->tag (&level->die))
    {
    case DW_TAG_subprogram:
      return enter_function (w, level);
    case DW_TAG_inlined_subroutine:
      return enter_inlined (w, level);
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
    case DW_TAG_with_stmt:
      return enter_block (w, level);
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_interface_type:
      return true;
    default:
      return false;
    }
}

/* Returns true if a limit was reached.  */
static bool
is_over (const struct walk *w)
{
  return w->is_too_much || w->names.is_too_much;
}

/* Walks the entries below the unit.  Damaged entries end their level.  */
static void
walk_inlines (struct walk *w)
{
  size_t n = 1;
  ARRAY_ROOM (w->path, w->cap_path, 1);
  w->path[0] = (struct level) { .node = INLINE_NONE };
  if (w->dw->child (w->unit, &w->path[0].die) != 0)
    return;
  while (n > 0 && !is_over (w))
    {
      struct level here = w->path[n - 1];
      ARRAY_ROOM (w->path, w->cap_path, n + 1);
      w->path[n] = here;
      if (n < LEVELS_MAX && enter (w, &w->path[n])
          && w->dw->child (&here.die, &w->path[n].die) == 0)
        {
          n++;
          continue;
        }
      while (n > 0 && w->dw->siblingof (&w->path[n - 1].die,
                                        &w->path[n - 1].die) != 0)
        n--;
    }
}

/* -- Units ---------------------------------------------------------------- */

/* Returns true if DIE, a unit, has a wanted address that is in no function; if
   it has no ranges at all, then HAS_NONE.  */
static bool
has_left (struct walk *w, Dwarf_Die *die, bool has_none)
{
  const struct dw *dw = w->dw;
  const struct line_wants *wants = w->job->wants;
  Dwarf_Addr base, low, high;
  ptrdiff_t at = 0;
  if (!dw->hasattr (die, DW_AT_low_pc) && !dw->hasattr (die, DW_AT_ranges))
    return has_none;
  while ((at = dw->ranges (die, at, &base, &low, &high)) > 0)
    {
      if (is_removed_code (w, low))
        continue;
      const uint64_t from = dw_address (dw, low), to = dw_address (dw, high);
      size_t i = from == 0 ? 0 : search_up_to (wants->addrs, wants->len,
                                               sizeof *wants->addrs, from - 1);
      for (; i < wants->len && wants->addrs[i] < to; i++)
        if (w->owner_of[i] == 0)
          return true;
    }
  return false;
}

/* Returns true if DIE, a unit of DWARF 4 or 5, is a skeleton: its entries are
   in another file.  */
static bool
is_skeleton (const struct walk *w, Dwarf_Die *die)
{
  return (w->dw->tag (die) == DW_TAG_skeleton_unit
          || w->dw->hasattr (die, DW_AT_dwo_name)
          || w->dw->hasattr (die, DW_AT_GNU_dwo_name));
}

/* Walks the unit DIE, whose entries are in SPLIT if that is a unit.  The unit
   is left out if it has no wanted addresses; it may also have no ranges if
   WITHOUT_RANGES.  */
static void
walk_unit (struct walk *w, Dwarf_Die *die, Dwarf_Die *split,
           bool without_ranges)
{
  const struct dw *dw = w->dw;
  const int tag = dw->tag (die);
  Dwarf_Attribute attr;
  if ((tag != DW_TAG_compile_unit && tag != DW_TAG_skeleton_unit)
      || !has_left (w, die, without_ranges))
    return;
  if (!split->addr && is_skeleton (w, die))
    {
      w->lacks_split = true;
      return;
    }
  w->unit = split->addr ? split : die;
  dw_names_next_unit (&w->names,
                      dw->formstring (dw->attr (die, DW_AT_comp_dir, &attr)));
  w->reads_all = false;
  walk_inlines (w);
  w->reads_all = true;
  if (!is_over (w) && has_left (w, die, false))
    walk_inlines (w);
}

/* Walks all units, or those without ranges.  */
static enum dw_result
walk_units (struct walk *w, bool without_ranges)
{
  const struct dw *dw = w->dw;
  enum dw_result result = DW_NOTHING;
  Dwarf_CU *cu = NULL;
  Dwarf_Die die, split;
  Dwarf_Half version;
  uint8_t type;
  int status;
  memset (&split, 0, sizeof split);
  while ((status = dw->get_units (dw->dwarf, cu, &cu, &version, &type, &die,
                                  &split)) == 0)
    {
      result = DW_DONE;
      walk_unit (w, &die, &split, without_ranges);
      if (is_over (w))
        return DW_FAILED;
      memset (&split, 0, sizeof split);
    }
  return status > 0 ? result : DW_UNREADABLE;
}

/* -- The answer ----------------------------------------------------------- */

/* Sets the copies of all nodes.  */
static void
find_copies (struct walk *w)
{
  if (w->n_copies == 0)
    return;
  qsort (w->copies, w->n_copies, sizeof *w->copies, search_order);
  for (size_t i = 0; i < w->n_nodes; i++)
    if (w->origins[i])
      {
        const size_t first
          = search_up_to (w->copies, w->n_copies, sizeof *w->copies,
                          w->origins[i] - 1);
        w->nodes[i].first_copy = (uint32_t) first;
        w->nodes[i].n_copies
          = (uint32_t) (search_up_to (w->copies, w->n_copies,
                                      sizeof *w->copies, w->origins[i])
                        - first);
      }
}

static bool
write_copies (const struct walk *w)
{
  uint64_t *addrs = array_new (w->n_copies, sizeof *addrs);
  for (size_t i = 0; i < w->n_copies; i++)
    addrs[i] = w->copies[i].addr;
  return file_write (w->dw->out, addrs, w->n_copies * sizeof *addrs);
}

static bool
write_inlines (const struct walk *w)
{
  const int out = w->dw->out;
  const struct inline_head head = {
    .text_size = w->names.text_size, .n_nodes = w->n_nodes,
    .n_copies = w->n_copies, .lacks_split = w->lacks_split
  };
  return (file_write (out, &head, sizeof head)
          && file_write (out, w->nodes, w->n_nodes * sizeof *w->nodes)
          && file_write (out, w->node_of,
                         w->job->wants->len * sizeof *w->node_of)
          && write_copies (w)
          && file_write (out, w->names.text, w->names.text_size));
}

enum dw_result
inline_walk_units (const struct dw *dw, void *data)
{
  const struct inline_job *job = data;
  struct walk walk = { .dw = dw, .job = job };
  dw_names_init (&walk.names, job->image);
  walk.node_of = array_new (job->wants->len, sizeof *walk.node_of);
  walk.owner_of = array_new (job->wants->len, sizeof *walk.owner_of);
  memset (walk.node_of, 0xFF, job->wants->len * sizeof *walk.node_of);
  enum dw_result result = walk_units (&walk, false);
  if (result == DW_DONE)
    result = walk_units (&walk, true);
  if (result != DW_DONE)
    return result;
  find_copies (&walk);
  return write_inlines (&walk) ? DW_DONE : DW_FAILED;
}

#endif
