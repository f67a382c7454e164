/* report/export/pprof.c -- call paths for "go tool pprof": --format=pprof.

   SPDX-License-Identifier: GPL-3.0-or-later

   The fields of a message can be written in any order; the table of strings
   comes last.

   A location is a frame of a symbol with the functions that were inlined into
   it, each a line of the location, the innermost first.

   A string is an index into that table.  Each frame has three strings behind
   the common ones: its name, its name in the object file, and its file.  */

#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "base/arena.h"
#include "graph/stack_paths.h"
#include "report/export/export_text.h"
#include "report/export/exporters.h"
#include "report/export/paths.h"
#include "report/text/accounting.h"

#define NS_PER_UNIT 1e9

/* For deflateInit2: a window of 32 kB, and the format of gzip.  */
#define GZIP_WINDOW (15 + 16)

/* The common strings.  */
enum
{
  STRING_EMPTY,
  STRING_SAMPLES,
  STRING_COUNT,
  STRING_CPU,
  STRING_NANOSECONDS,
  STRING_PROGRAM,
  STRING_BUILD_ID,
  STRING_NOTE,
  STRING_COUNTED,
  STRING_FRAMES                 /* the first string of a frame */
};

/* The strings of a frame.  */
enum
{
  FRAME_NAME,
  FRAME_SYSTEM_NAME,
  FRAME_FILE,
  FRAME_STRINGS
};

/* Numbers of fields in profile.proto.  */
enum
{
  PROFILE_SAMPLE_TYPE = 1,
  PROFILE_SAMPLE = 2,
  PROFILE_MAPPING = 3,
  PROFILE_LOCATION = 4,
  PROFILE_FUNCTION = 5,
  PROFILE_STRING_TABLE = 6,
  PROFILE_DURATION = 10,
  PROFILE_PERIOD_TYPE = 11,
  PROFILE_PERIOD = 12,
  PROFILE_COMMENT = 13,
  TYPE_TYPE = 1,
  TYPE_UNIT = 2,
  SAMPLE_LOCATION = 1,
  SAMPLE_VALUE = 2,
  MAPPING_ID = 1,
  MAPPING_FILE = 5,
  MAPPING_BUILD_ID = 6,
  MAPPING_HAS_FUNCTIONS = 7,
  MAPPING_HAS_FILES = 8,
  MAPPING_HAS_LINES = 9,
  MAPPING_HAS_INLINE_FRAMES = 10,
  LOCATION_ID = 1,
  LOCATION_MAPPING = 2,
  LOCATION_ADDRESS = 3,
  LOCATION_LINE = 4,
  LINE_FUNCTION = 1,
  LINE_LINE = 2,
  FUNCTION_ID = 1,
  FUNCTION_NAME = 2,
  FUNCTION_SYSTEM_NAME = 3,
  FUNCTION_FILE = 4,
  FUNCTION_LINE = 5
};

struct pprof
{
  const struct view *view;
  const struct shown *shown;
  struct out *message;          /* what was written so far */
  struct pair_table places;     /* the locations, by their number less 1: that
                                   of the location without its innermost
                                   function, or 0, and the frame of this
                                   function.  The first ones are the frames in
                                   their order */
  uint32_t *path;               /* heap; the locations of the path at hand */
  size_t cap_path;
  bool timed;                   /* samples have a value in ns as well */
  double unit;                  /* of a sample, in ns if timed */
  uint64_t sum;                 /* of the times of paths, in units */
  uint64_t count;               /* samples written for them */
};

static void
put_varint (struct out *out, uint64_t value)
{
  for (; value >= 0x80; value >>= 7)
    out_char (out, (char) (value | 0x80));
  out_char (out, (char) value);
}

static void
put_number (struct out *out, unsigned field, uint64_t value)
{
  put_varint (out, field << 3);
  put_varint (out, value);
}

/* Writes TEXT, in memory, as the field FIELD, and frees it.  */
static void
put_message (struct out *out, unsigned field, struct out *text)
{
  size_t len;
  const char *bytes = out_memory (text, &len);
  put_varint (out, field << 3 | 2);
  put_varint (out, len);
  out_bytes (out, bytes, len);
  out_close (text);
}

static void
put_string (struct out *out, const char *string)
{
  struct out *text = out_to_memory ();
  out_text (text, string);
  put_message (out, PROFILE_STRING_TABLE, text);
}

/* Returns the number of samples of the next path, which takes TIME.  Those of
   all paths together are as many as their times together, rounded.  */
static uint64_t
next_count (struct pprof *pprof, uint64_t time)
{
  pprof->sum += time;
  const uint64_t count
    = (uint64_t) llround ((double) pprof->sum / pprof->unit) - pprof->count;
  pprof->count += count;
  return count;
}

/* Returns the number of the location with FRAME below OUTER, a location or
   0.  */
static uint32_t
intern_location (struct pprof *pprof, uint32_t outer, uint32_t frame)
{
  return pair_enter (&pprof->places, outer, frame & ~PATH_INLINED) + 1;
}

/* Sets the path of PPROF to the locations of the LEN frames FRAMES.  Returns
   their number.  */
static size_t
path_locations (struct pprof *pprof, const uint32_t *frames, size_t len)
{
  size_t n = 0;
  ARRAY_ROOM (pprof->path, pprof->cap_path, len + 1);
  for (size_t i = 0; i < len; i++)
    if (n > 0 && (frames[i] & PATH_INLINED))
      pprof->path[n - 1] = intern_location (pprof, pprof->path[n - 1],
                                           frames[i]);
    else
      pprof->path[n++] = intern_location (pprof, 0, frames[i]);
  return n;
}

static void
pprof_path (void *data, const uint32_t *frames, size_t len, uint64_t time)
{
  struct pprof *pprof = data;
  struct out *sample = out_to_memory ();
  struct out *locations = out_to_memory ();
  for (size_t i = path_locations (pprof, frames, len); i-- > 0;)
    put_varint (locations, pprof->path[i]);
  put_message (sample, SAMPLE_LOCATION, locations);
  if (!pprof->view->of_waits)
    put_number (sample, SAMPLE_VALUE, next_count (pprof, time));
  if (pprof->timed)
    put_number (sample, SAMPLE_VALUE, time);
  put_message (pprof->message, PROFILE_SAMPLE, sample);
}

static void
put_type (struct out *out, unsigned field, unsigned name, unsigned unit)
{
  struct out *type = out_to_memory ();
  put_number (type, TYPE_TYPE, name);
  put_number (type, TYPE_UNIT, unit);
  put_message (out, field, type);
}

/* Writes the only mapping.  pprof looks for symbols itself unless the mapping
   claims that all are there.  */
static void
put_mapping (struct out *out, bool has_inlined)
{
  struct out *mapping = out_to_memory ();
  put_number (mapping, MAPPING_ID, 1);
  put_number (mapping, MAPPING_FILE, STRING_PROGRAM);
  put_number (mapping, MAPPING_BUILD_ID, STRING_BUILD_ID);
  put_number (mapping, MAPPING_HAS_FUNCTIONS, 1);
  put_number (mapping, MAPPING_HAS_FILES, 1);
  put_number (mapping, MAPPING_HAS_LINES, 1);
  if (has_inlined)
    put_number (mapping, MAPPING_HAS_INLINE_FRAMES, 1);
  put_message (out, PROFILE_MAPPING, mapping);
}

/* Returns the source line of FRAME, or 0.  */
static unsigned
frame_line (const struct pprof *pprof, uint32_t frame)
{
  return (frame < pprof->shown->len
          ? lines_get (pprof->view->lines, pprof->shown->ids[frame]).line : 0);
}

/* Writes the location NUMBER.  */
static void
put_location (const struct pprof *pprof, uint32_t number)
{
  const struct pair *places = pprof->places.pairs;
  const struct shown *shown = pprof->shown;
  struct out *location = out_to_memory ();
  uint32_t outermost = number;
  while (places[outermost - 1].a)
    outermost = places[outermost - 1].a;
  const uint32_t symbol = places[outermost - 1].b;
  put_number (location, LOCATION_ID, number);
  put_number (location, LOCATION_MAPPING, 1);
  if (symbol < shown->len)
    put_number (location, LOCATION_ADDRESS,
                sym_get (pprof->view->symtab, shown->ids[symbol])->addr);
  for (uint32_t at = number; at; at = places[at - 1].a)
    {
      struct out *line = out_to_memory ();
      put_number (line, LINE_FUNCTION, (uint64_t) places[at - 1].b + 1);
      put_number (line, LINE_LINE, frame_line (pprof, places[at - 1].b));
      put_message (location, LOCATION_LINE, line);
    }
  put_message (pprof->message, PROFILE_LOCATION, location);
}

/* Writes the function of FRAME, which has the number FRAME + 1.  */
static void
put_frame (const struct pprof *pprof, uint32_t frame)
{
  struct out *function = out_to_memory ();
  const uint64_t strings = STRING_FRAMES + (uint64_t) FRAME_STRINGS * frame;
  const uint64_t id = (uint64_t) frame + 1;
  put_number (function, FUNCTION_ID, id);
  put_number (function, FUNCTION_NAME, strings + FRAME_NAME);
  put_number (function, FUNCTION_SYSTEM_NAME, strings + FRAME_SYSTEM_NAME);
  put_number (function, FUNCTION_FILE, strings + FRAME_FILE);
  put_number (function, FUNCTION_LINE, frame_line (pprof, frame));
  put_message (pprof->message, PROFILE_FUNCTION, function);
}

/* Writes the strings of FRAME.  pprof takes a name that is equal to the name
   in the object file for one to demangle, and cuts "<...>" out of it; so the
   latter is never equal.  */
static void
put_frame_strings (const struct pprof *pprof, uint32_t frame)
{
  const struct view *view = pprof->view;
  struct out *name = out_to_memory (), *system = out_to_memory ();
  struct out *file = out_to_memory ();
  paths_name (name, view, pprof->shown, frame);
  if (frame < pprof->shown->len)
    {
      sym_id sym = pprof->shown->ids[frame];
      struct place place = lines_get (view->lines, sym);
      plain_line (system, sym_get (view->symtab, sym)->name);
      if (place.file)
        plain_line (file, place.file);
    }
  if (strcmp (out_memory (name, NULL), out_memory (system, NULL)) == 0)
    out_text (system, "@symbol");
  put_message (pprof->message, PROFILE_STRING_TABLE, name);
  put_message (pprof->message, PROFILE_STRING_TABLE, system);
  put_message (pprof->message, PROFILE_STRING_TABLE, file);
}

static void
put_strings (const struct pprof *pprof)
{
  const struct view *view = pprof->view;
  struct out *text = out_to_memory ();
  struct image_build_id id;
  image_build_id (view->image, &id);
  put_string (pprof->message, "");
  put_string (pprof->message, "samples");
  put_string (pprof->message, "count");
  put_string (pprof->message, view->of_waits ? "off-cpu" : "cpu");
  put_string (pprof->message, "nanoseconds");
  plain_line (text, image_name (view->image));
  put_message (pprof->message, PROFILE_STRING_TABLE, text);
  text = out_to_memory ();
  for (size_t i = 0; i < id.len; i++)
    out_printf (text, "%02x", id.bytes[i]);
  put_message (pprof->message, PROFILE_STRING_TABLE, text);
  put_string (pprof->message, paths_note (view));
  text = out_to_memory ();
  if (view_counted (view))
    print_counted_patterns (text, view_counted (view));
  put_message (pprof->message, PROFILE_STRING_TABLE, text);
  for (uint32_t i = 0; i <= paths_other (view, pprof->shown); i++)
    put_frame_strings (pprof, i);
}

/* Writes the LEN bytes at TEXT to OUT, compressed; or nothing after one
   diag_error to DIAG if there is no memory.  */
static void
put_gzip (struct out *out, struct diag *diag, const char *text, size_t len)
{
  z_stream stream = { .next_in = (Bytef *) (uintptr_t) text };
  if (deflateInit2 (&stream, Z_BEST_SPEED, Z_DEFLATED, GZIP_WINDOW, 8,
                    Z_DEFAULT_STRATEGY) != Z_OK)
    {
      diag_error (diag, "--format=pprof: there is not enough memory to compress"
                  " the output");
      return;
    }
  int status = Z_OK;
  while (status == Z_OK || status == Z_BUF_ERROR)
    {
      Bytef part[8192];
      size_t piece = len < UINT32_MAX / 2 ? len : UINT32_MAX / 2;
      stream.avail_in = (uInt) piece;
      stream.next_out = part;
      stream.avail_out = sizeof part;
      status = deflate (&stream, piece == len ? Z_FINISH : Z_NO_FLUSH);
      len -= piece - stream.avail_in;
      out_bytes (out, (const char *) part, sizeof part - stream.avail_out);
    }
  deflateEnd (&stream);
}

/* Writes what the values of a sample are, the default one last, and what lies
   between two samples.  Off-CPU times are not samples of one weight, so they
   have no count.  */
static void
put_types (const struct pprof *pprof)
{
  struct out *message = pprof->message;
  if (!pprof->view->of_waits)
    put_type (message, PROFILE_SAMPLE_TYPE, STRING_SAMPLES, STRING_COUNT);
  if (pprof->timed)
    put_type (message, PROFILE_SAMPLE_TYPE, STRING_CPU, STRING_NANOSECONDS);
  put_type (message, PROFILE_PERIOD_TYPE,
            pprof->timed ? STRING_CPU : STRING_SAMPLES,
            pprof->timed ? STRING_NANOSECONDS : STRING_COUNT);
  put_number (message, PROFILE_PERIOD, (uint64_t) llround (pprof->unit));
}

void
pprof_print (struct out *out, const struct view *view)
{
  struct shown shown;
  if (paths_collect (&shown, view))
    {
      const bool timed = (strcmp (view->profile->dimension, "seconds") == 0
                          && view->profile->rate);
      const uint32_t n_frames = paths_other (view, &shown) + 1;
      struct pprof pprof = {
        .view = view, .shown = &shown, .message = out_to_memory (),
        .timed = timed, .unit = timed ? view_time (view, NS_PER_UNIT) : 1
      };
      size_t len;
      put_types (&pprof);
      put_mapping (pprof.message, symtab_n_inlined (view->symtab) > 0);
      for (uint32_t i = 0; i < n_frames; i++)
        intern_location (&pprof, 0, i);
      paths_walk (view, &shown, pprof.unit, pprof_path, &pprof);
      for (uint32_t i = 1; i <= pprof.places.len; i++)
        put_location (&pprof, i);
      for (uint32_t i = 0; i < n_frames; i++)
        put_frame (&pprof, i);
      if (timed)
        put_number (pprof.message, PROFILE_DURATION, pprof.sum);
      put_number (pprof.message, PROFILE_COMMENT, STRING_NOTE);
      if (view_counted (view))
        put_number (pprof.message, PROFILE_COMMENT, STRING_COUNTED);
      put_strings (&pprof);
      const char *message = out_memory (pprof.message, &len);
      put_gzip (out, view->diag, message, len);
      out_close (pprof.message);
      pair_table_free (&pprof.places);
      free (pprof.path);
    }
  shown_free (&shown);
}
