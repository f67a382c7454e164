/* image/dw_names.h -- the names in an answer of the process of libdw.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each name is in the text of the answer once.  The limits hold since a damaged
   file makes long names of few bytes.  */

#ifndef IMAGE_DW_NAMES_H
#define IMAGE_DW_NAMES_H

#include "base/name_table.h"
#include "image/dw_process.h"

#if defined HAVE_DW && !defined WITHOUT_DLOPEN

struct dw_names
{
  char *text;                   /* heap; names, each with its NUL */
  size_t text_size, cap_text;
  uint64_t max;                 /* of dw_names_max */
  bool is_too_much;             /* a limit was reached */
  const char *directory;        /* in which the unit was compiled, or NULL;
                                   the user sets it and calls
                                   dw_names_next_unit */
  struct arena *arena;
  struct name_table table;
  uint32_t *name_at;            /* by number of the name: its place in TEXT */
  size_t n_places, cap_places;
  const char *last_file;        /* of libdw; the file that was placed last */
  uint32_t last_place;
  char *whole;                  /* a name with that directory; heap */
  size_t cap_whole;
};

/* Returns the limit of the text for IMAGE, in bytes.  A text is at most
   DW_NAME_MAX_SIZE longer, and a place in it has 32 bits.  */
uint64_t dw_names_max (const struct image *image);

/* The length of a name that is believed, in bytes.  */
#define DW_NAME_MAX_SIZE (64 << 10)

/* Makes NAMES, which is all zeros, an empty text for IMAGE.  The process of
   libdw ends without freeing it.  */
void dw_names_init (struct dw_names *names, const struct image *image);

/* The file names from now on are those of a unit that was compiled in
   DIRECTORY, which may be NULL.  */
void dw_names_next_unit (struct dw_names *names, const char *directory);

/* Set *PLACE to the place of NAME in the text.  dw_names_file is for the name
   of a file, which gets the directory of the unit if it is relative.  They
   return false, and set is_too_much, if the name is too long or the text too
   large.  */
bool dw_names_add (struct dw_names *names, const char *name, uint32_t *place);
bool dw_names_file (struct dw_names *names, const char *name, uint32_t *place);

#endif

#endif /* IMAGE_DW_NAMES_H */
