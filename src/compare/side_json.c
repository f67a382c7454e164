/* compare/side_json.c -- reads a profile that --format=json has written.

   SPDX-License-Identifier: GPL-3.0-or-later

   Makes a part of a side.  libyajl reports the values one by one; a table
   tells which of them are used.  Functions come before arcs.  */

#include <config.h>

#include "compare/side_json.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/fileio.h"

/* The mark of UTF-8 that some editors write at the start of a file.  */
static const unsigned char utf8_mark[] = { 0xef, 0xbb, 0xbf };

static bool
has_mark (const unsigned char *block, ssize_t len)
{
  return (len >= (ssize_t) sizeof utf8_mark
          && memcmp (block, utf8_mark, sizeof utf8_mark) == 0);
}

/* A static program is linked without it: Debian has no static libyajl by that
   name.  */
#if defined HAVE_YAJL && !defined WITHOUT_YAJL

# include <libiberty.h>
# include <yajl/yajl_parse.h>

/* Bytes that are read at a time.  */
# define BLOCK 65536

/* The deepest nesting of maps and arrays that is read.  gprof writes 4.  */
# define MOST_DEPTH 64

/* The highest number of samples and of functions.  */
# define MOST_SAMPLES 1e18
# define MOST_FUNCTIONS (UINT32_MAX - 1)

/* The major version that this reader knows.  */
# define KNOWN_VERSION 1

/* The parts of the document with keys that are used.  */
enum section
{
  SECTION_NONE,
  SECTION_TOP,
  SECTION_VERSION,
  SECTION_IMAGE,
  SECTION_FUNCTIONS,
  SECTION_ARCS
};

/* The values that are used.  */
enum field
{
  FIELD_NONE,
  FIELD_FORMAT, FIELD_VERSION, FIELD_IMAGE, FIELD_UNIT, FIELD_RATE,
  FIELD_MEAN_WEIGHT, FIELD_FILES, FIELD_SAMPLES, FIELD_FUNCTIONS, FIELD_ARCS,
  FIELD_MACHINE, FIELD_COUNTED,
  FIELD_NAME, FIELD_SYMBOL, FIELD_FILE, FIELD_SELF, FIELD_CHILDREN,
  FIELD_CALLS,
  FIELD_FROM, FIELD_TO, FIELD_ARC_CALLS, FIELD_ARC_SELF, FIELD_ARC_CHILDREN
};

enum type
{
  TYPE_STRING,
  TYPE_COUNT,                   /* a whole number */
  TYPE_TIME,                    /* a number of samples, or null */
  TYPE_BOOLEAN,                 /* of no key that is used */
  TYPE_MAP,
  TYPE_ARRAY
};

static const struct key
{
  enum section section;
  const char *name;
  enum field field;
  enum type type;
  enum section opens;           /* the section in a map or an array */
} keys[] = {
  { SECTION_TOP, "format", FIELD_FORMAT, TYPE_STRING, SECTION_NONE },
  { SECTION_TOP, "version", FIELD_VERSION, TYPE_ARRAY, SECTION_VERSION },
  { SECTION_TOP, "image", FIELD_IMAGE, TYPE_MAP, SECTION_IMAGE },
  { SECTION_TOP, "unit", FIELD_UNIT, TYPE_STRING, SECTION_NONE },
  { SECTION_TOP, "rate", FIELD_RATE, TYPE_COUNT, SECTION_NONE },
  { SECTION_TOP, "samples_per_delivery", FIELD_MEAN_WEIGHT, TYPE_TIME,
    SECTION_NONE },
  { SECTION_TOP, "files", FIELD_FILES, TYPE_COUNT, SECTION_NONE },
  { SECTION_TOP, "samples", FIELD_SAMPLES, TYPE_TIME, SECTION_NONE },
  { SECTION_TOP, "counted_functions", FIELD_COUNTED, TYPE_STRING,
    SECTION_NONE },
  { SECTION_TOP, "functions", FIELD_FUNCTIONS, TYPE_ARRAY,
    SECTION_FUNCTIONS },
  { SECTION_TOP, "arcs", FIELD_ARCS, TYPE_ARRAY, SECTION_ARCS },
  { SECTION_IMAGE, "machine", FIELD_MACHINE, TYPE_STRING, SECTION_NONE },
  { SECTION_FUNCTIONS, "name", FIELD_NAME, TYPE_STRING, SECTION_NONE },
  { SECTION_FUNCTIONS, "symbol", FIELD_SYMBOL, TYPE_STRING, SECTION_NONE },
  { SECTION_FUNCTIONS, "file", FIELD_FILE, TYPE_STRING, SECTION_NONE },
  { SECTION_FUNCTIONS, "self", FIELD_SELF, TYPE_TIME, SECTION_NONE },
  { SECTION_FUNCTIONS, "children", FIELD_CHILDREN, TYPE_TIME, SECTION_NONE },
  { SECTION_FUNCTIONS, "calls", FIELD_CALLS, TYPE_COUNT, SECTION_NONE },
  { SECTION_ARCS, "from", FIELD_FROM, TYPE_COUNT, SECTION_NONE },
  { SECTION_ARCS, "to", FIELD_TO, TYPE_COUNT, SECTION_NONE },
  { SECTION_ARCS, "calls", FIELD_ARC_CALLS, TYPE_COUNT, SECTION_NONE },
  { SECTION_ARCS, "self", FIELD_ARC_SELF, TYPE_TIME, SECTION_NONE },
  { SECTION_ARCS, "children", FIELD_ARC_CHILDREN, TYPE_TIME, SECTION_NONE },
};

/* A string that is reused.  */
struct text
{
  char *data;                   /* heap */
  size_t cap;
};

/* The state of reading.  */
struct reader
{
  struct side *side;
  const char *why;              /* why reading has stopped, or NULL */
  unsigned depth;               /* of maps and arrays around the next value */
  unsigned section_depth;       /* depth of the values of the keys of
                                   section */
  enum section section;
  const struct key *key;        /* of the next value; NULL: ignored */
  struct side_head head;
  struct text unit, machine, counted, name, symbol, file;
  struct side_function function;
  struct side_arc arc;
  bool has_format, has_version, has_functions, has_samples, has_from, has_to;
  uint32_t *numbers;            /* heap; by the index in the document, the
                                   index of the function in the side */
  size_t n_numbers, cap_numbers;
};

static int
json_stop (struct reader *reader, const char *why)
{
  reader->why = why;
  return 0;
}

static void
set_text (struct text *text, const unsigned char *data, size_t len)
{
  text->data = array_reserve (text->data, &text->cap, len + 1, 1);
  memcpy (text->data, data, len);
  text->data[len] = '\0';
}

static const char *
get_text (const struct text *text)
{
  return text->data ? text->data : "";
}

/* -- Values --------------------------------------------------------------- */

/* Returns the key of the next value, which is of TYPE, and forgets it.
   Returns NULL if the value is not used; then *DONE tells whether to go
   on.  */
static const struct key *
take_key (struct reader *reader, enum type type, int *done)
{
  const struct key *key = reader->key;
  *done = 1;
  if (!key || reader->depth != reader->section_depth)
    return NULL;
  if (reader->section != SECTION_VERSION)
    reader->key = NULL;
  if (key->type == type
      || (type == TYPE_COUNT && key->type == TYPE_TIME)
      || (type == TYPE_COUNT && reader->section == SECTION_VERSION))
    return key;
  *done = json_stop (reader, N_("the value of a key has the wrong type"));
  return NULL;
}

static int
on_string (void *data, const unsigned char *value, size_t len)
{
  static const char format[] = "gprof-profile";
  struct reader *reader = data;
  int done;
  const struct key *key = take_key (reader, TYPE_STRING, &done);
  switch (key ? key->field : FIELD_NONE)
    {
    case FIELD_FORMAT:
      if (len != strlen (format) || memcmp (value, format, len) != 0)
        return json_stop (reader,
                          N_("its \"format\" is not \"gprof-profile\""));
      reader->has_format = true;
      break;
    case FIELD_UNIT:
      set_text (&reader->unit, value, len);
      break;
    case FIELD_MACHINE:
      set_text (&reader->machine, value, len);
      break;
    case FIELD_COUNTED:
      set_text (&reader->counted, value, len);
      reader->head.counted = get_text (&reader->counted);
      break;
    case FIELD_NAME:
      set_text (&reader->name, value, len);
      break;
    case FIELD_SYMBOL:
      set_text (&reader->symbol, value, len);
      break;
    case FIELD_FILE:
      set_text (&reader->file, value, len);
      break;
    default:
      break;
    }
  return done;
}

static int
take_version (struct reader *reader, uint64_t number)
{
  /* Only the first number of the array counts.  */
  reader->key = NULL;
  reader->has_version = true;
  return (number == KNOWN_VERSION
          || json_stop (reader, N_("its major version is not 1; a newer gprof"
                                   " can read it")));
}

static int
take_count (struct reader *reader, enum field field, uint64_t number)
{
  switch (field)
    {
    case FIELD_VERSION:
      return take_version (reader, number);
    case FIELD_RATE:
      if (number == 0)
        return json_stop (reader, N_("its \"rate\" is 0"));
      reader->head.rate = number;
      break;
    case FIELD_FILES:
      reader->head.files = number ? number : 1;
      break;
    case FIELD_CALLS:
      reader->function.calls = number;
      break;
    case FIELD_ARC_CALLS:
      reader->arc.calls = number;
      break;
    case FIELD_FROM:
    case FIELD_TO:
      if (number >= reader->n_numbers)
        return json_stop (reader, N_("a call has a function that is not in"
                                " \"functions\" before it"));
      *(field == FIELD_FROM ? &reader->arc.from : &reader->arc.to)
        = (uint32_t) number;
      *(field == FIELD_FROM ? &reader->has_from : &reader->has_to) = true;
      break;
    default:
      break;
    }
  return 1;
}

static void
take_time (struct reader *reader, enum field field, double time)
{
  switch (field)
    {
    case FIELD_MEAN_WEIGHT:
      reader->head.mean_weight = time;
      break;
    case FIELD_SAMPLES:
      reader->head.samples = time;
      reader->has_samples = true;
      break;
    case FIELD_SELF:
      reader->function.self = time;
      break;
    case FIELD_CHILDREN:
      reader->function.total = time;
      break;
    case FIELD_ARC_SELF:
    case FIELD_ARC_CHILDREN:
      reader->arc.time += time;
      break;
    default:
      break;
    }
}

static bool
is_digits (const char *value, size_t len)
{
  for (size_t i = 0; i < len; i++)
    if (value[i] < '0' || value[i] > '9')
      return false;
  return true;
}

static int
on_number (void *data, const char *value, size_t len)
{
  struct reader *reader = data;
  char digits[64];
  int done;
  const bool is_whole = is_digits (value, len);
  const struct key *key
    = take_key (reader, is_whole ? TYPE_COUNT : TYPE_TIME, &done);
  if (!key)
    return done;
  if (len >= sizeof digits)
    return json_stop (reader, N_("a number has too many digits"));
  memcpy (digits, value, len);
  digits[len] = '\0';
  if (key->type == TYPE_TIME)
    {
      double time = strtod (digits, NULL);
      if (!(time >= 0 && time <= MOST_SAMPLES))
        return json_stop (reader, N_("a number of samples is negative or too"
                                " large"));
      take_time (reader, key->field, time);
      return 1;
    }
  errno = 0;
  uint64_t number = strtoull (digits, NULL, 10);
  return (errno ? json_stop (reader, N_("a number is too large"))
          : take_count (reader, key->field, number));
}

static int
on_null (void *data)
{
  int done;
  take_key (data, TYPE_TIME, &done);
  return done;
}

static int
on_boolean (void *data, int value)
{
  int done;
  (void) value;
  take_key (data, TYPE_BOOLEAN, &done);
  return done;
}

/* -- Maps and arrays ------------------------------------------------------ */

/* Returns the key of SECTION with the name NAME, which has LEN bytes, of which
   any can be NUL.  Returns NULL if it is unknown.  */
static const struct key *
json_find_key (enum section section, const unsigned char *name, size_t len)
{
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (keys[i].section == section
        && strlen (keys[i].name) == len
        && memcmp (keys[i].name, name, len) == 0)
      return &keys[i];
  return NULL;
}

static int
on_key (void *data, const unsigned char *name, size_t len)
{
  struct reader *reader = data;
  if (reader->depth == reader->section_depth)
    reader->key = json_find_key (reader->section, name, len);
  return 1;
}

/* Begins a function or an arc.  */
static void
begin_element (struct reader *reader)
{
  reader->function = (struct side_function) { .symbol = NULL };
  reader->arc = (struct side_arc) { 0, 0, 0, 0 };
  reader->has_from = reader->has_to = false;
  set_text (&reader->name, (const unsigned char *) "", 0);
  set_text (&reader->symbol, (const unsigned char *) "", 0);
  set_text (&reader->file, (const unsigned char *) "", 0);
}

/* Begins a map or an array of TYPE.  */
static int
json_begin (struct reader *reader, enum type type)
{
  int done = 1;
  if (reader->depth == 0 && type != TYPE_MAP)
    return json_stop (reader, N_("it is not a JSON object"));
  const struct key *key = reader->depth ? take_key (reader, type, &done)
                          : NULL;
  if (++reader->depth > MOST_DEPTH)
    return json_stop (reader,
                      N_("its arrays or objects are nested too deeply"));
  if (reader->depth == 1)
    {
      reader->section = SECTION_TOP;
      reader->section_depth = 1;
    }
  if (!key || !done)
    {
      if (reader->depth == reader->section_depth && reader->depth == 3)
        begin_element (reader);
      return done;
    }
  reader->section = key->opens;
  reader->section_depth = key->field == FIELD_FUNCTIONS
                          || key->field == FIELD_ARCS ? 3 : 2;
  if (key->field == FIELD_VERSION)
    reader->key = key;
  if (key->field == FIELD_FUNCTIONS)
    reader->has_functions = true;
  return 1;
}

static int
on_map (void *data)
{
  return json_begin (data, TYPE_MAP);
}

static int
on_array (void *data)
{
  return json_begin (data, TYPE_ARRAY);
}

static int
json_add_function (struct reader *reader)
{
  struct side_function *function = &reader->function;
  if (!*get_text (&reader->symbol))
    return json_stop (reader, N_("a function has no \"symbol\""));
  if (reader->n_numbers >= MOST_FUNCTIONS)
    return json_stop (reader, N_("it has too many functions"));
  function->symbol = get_text (&reader->symbol);
  function->name = *get_text (&reader->name) ? get_text (&reader->name)
                   : function->symbol;
  function->file = get_text (&reader->file);
  function->total += function->self;
  *ARRAY_APPEND (reader->numbers, reader->cap_numbers, reader->n_numbers)
    = side_add_function (reader->side, function);
  return 1;
}

static int
json_add_arc (struct reader *reader)
{
  struct side_arc *arc = &reader->arc;
  if (!reader->has_from || !reader->has_to)
    return json_stop (reader, N_("a call has no \"from\" or no \"to\""));
  if (arc->from == arc->to)
    return 1;
  arc->from = reader->numbers[arc->from];
  arc->to = reader->numbers[arc->to];
  side_add_arc (reader->side, arc);
  return 1;
}

static int
on_end (void *data)
{
  struct reader *reader = data;
  int done = 1;
  if (reader->depth == 3 && reader->section == SECTION_FUNCTIONS)
    done = json_add_function (reader);
  else if (reader->depth == 3 && reader->section == SECTION_ARCS)
    done = json_add_arc (reader);
  reader->depth--;
  if (reader->depth == 1)
    {
      reader->section = SECTION_TOP;
      reader->section_depth = 1;
      reader->key = NULL;
    }
  return done;
}

/* -- The file ------------------------------------------------------------- */

static const yajl_callbacks callbacks = {
  .yajl_null = on_null,
  .yajl_boolean = on_boolean,
  .yajl_number = on_number,
  .yajl_string = on_string,
  .yajl_start_map = on_map,
  .yajl_map_key = on_key,
  .yajl_end_map = on_end,
  .yajl_start_array = on_array,
  .yajl_end_array = on_end,
};

static void *
json_malloc (void *data, size_t size)
{
  (void) data;
  return xmalloc (size);
}

static void *
json_realloc (void *data, void *memory, size_t size)
{
  (void) data;
  return xrealloc (memory, size);
}

static void
json_free (void *data, void *memory)
{
  (void) data;
  free (memory);
}

/* Reports why the document NAME could not be read: STATUS is that of PARSER,
   which has seen BEFORE bytes before its last block.  */
static void
json_complain (const struct reader *reader, yajl_handle parser,
               uint64_t before, const char *name, struct diag *diag)
{
  const uint64_t offset = before + yajl_get_bytes_consumed (parser);
  if (reader->why)
    diag_error (diag, "%s: cannot be compared with, at offset %" PRIu64
                ": %s", name, offset, _(reader->why));
  else
    diag_error (diag, "%s: damaged JSON at offset %" PRIu64, name, offset);
}

/* The longest string that is read, in bytes.  libyajl copies a string that is
   not whole at the end of each block.  Names of functions are far shorter.  */
# define STRING_MAX_LEN (1 << 20)

/* Where in the strings of a document a byte is.  */
struct string_state
{
  bool inside, escaped;
  uint64_t len;
};

/* Returns the index of the first of the LEN bytes at BLOCK with which a string
   is too long, or LEN.  STATE is that after the block before, or all zeros.  */
static size_t
find_long_string (struct string_state *state, const unsigned char *block,
                  size_t len)
{
  for (size_t i = 0; i < len; i++)
    if (!state->inside)
      *state = (struct string_state) { .inside = block[i] == '"' };
    else if (state->escaped)
      state->escaped = false;
    else if (block[i] == '"')
      state->inside = false;
    else if (++state->len > STRING_MAX_LEN)
      return i;
    else
      state->escaped = block[i] == '\\';
  return len;
}

/* Passes FD, whose first LEN bytes are at BLOCK, to PARSER.  Returns false
   after one diag_error.  */
static bool
parse_file (struct reader *reader, yajl_handle parser, int fd,
            unsigned char *block, ssize_t len, const char *name,
            struct diag *diag)
{
  struct stat before;
  uint64_t offset = 0;
  bool is_regular = fstat (fd, &before) == 0 && S_ISREG (before.st_mode);
  struct string_state state = { .len = 0 };
  for (; len > 0; len = file_read (fd, block, BLOCK))
    {
      const size_t end = find_long_string (&state, block, (size_t) len);
      if (end < (size_t) len)
        {
          diag_error (diag, "%s: offset %" PRIu64 ": a string is longer than %d"
                      " bytes; is it a profile?", name, offset + end,
                      STRING_MAX_LEN);
          return false;
        }
      if (yajl_parse (parser, block, (size_t) len) != yajl_status_ok)
        {
          json_complain (reader, parser, offset, name, diag);
          return false;
        }
      offset += (uint64_t) len;
      if (!is_regular && offset > BLOB_PIPE_MAX)
        {
          diag_error (diag, "%s: it has no end", name);
          return false;
        }
    }
  if (len < 0)
    diag_error (diag, "%s: %s", name, strerror (errno));
  else if (is_regular && !file_is_unchanged (fd, &before))
    diag_error (diag, "%s: %s", name, FILE_CHANGED);
  else if (yajl_complete_parse (parser) != yajl_status_ok)
    diag_error (diag, "%s: damaged JSON: it ends at offset %" PRIu64
                " before it is complete", name, offset);
  else
    return true;
  return false;
}

/* Ends the part of READER's side.  Returns false after one diag_error.  */
static bool
end_document (struct reader *reader, const struct side *other,
              const char *name, struct diag *diag)
{
  if (!reader->has_format || !reader->has_version || !reader->has_functions
      || !reader->has_samples)
    {
      diag_error (diag, "%s: it has no \"format\", \"version\", \"samples\" or"
                  " \"functions\"; write it with --format=json", name);
      return false;
    }
  reader->head.unit = get_text (&reader->unit);
  reader->head.machine = get_text (&reader->machine);
  return side_end_part (reader->side, other, &reader->head, name, diag);
}

static enum side_json
read_document (struct side *side, const struct side *other, const char *name,
               int fd, unsigned char *block, ssize_t len, struct diag *diag)
{
  struct reader reader = { .side = side, .head = { .files = 1 } };
  /* Blanks keep the offsets of messages.  */
  if (has_mark (block, len))
    memset (block, ' ', sizeof utf8_mark);
  yajl_alloc_funcs allocation = { json_malloc, json_realloc, json_free,
                                  NULL };
  yajl_handle parser = yajl_alloc (&callbacks, &allocation, &reader);
  bool done = (parse_file (&reader, parser, fd, block, len, name, diag)
               && end_document (&reader, other, name, diag));
  yajl_free (parser);
  free (reader.unit.data);
  free (reader.machine.data);
  free (reader.counted.data);
  free (reader.name.data);
  free (reader.symbol.data);
  free (reader.file.data);
  free (reader.numbers);
  return done ? SIDE_JSON_READ : SIDE_JSON_FAILED;
}

#else /* without libyajl */

# define BLOCK 512

static enum side_json
read_document (struct side *side, const struct side *other, const char *name,
               int fd, unsigned char *block, ssize_t len, struct diag *diag)
{
  (void) side;
  (void) other;
  (void) fd;
  (void) block;
  (void) len;
  diag_error (diag, "%s: this gprof was built without libyajl and cannot read"
              " JSON; pass a profile, as gmon.out", name);
  return SIDE_JSON_FAILED;
}

#endif /* without libyajl */

/* Returns true if the LEN bytes at BLOCK begin as a JSON object in UTF-16
   does, with or without its mark.  */
static bool
begins_as_utf16 (const unsigned char *block, ssize_t len)
{
  return (len >= 2 && (memcmp (block, "\xff\xfe", 2) == 0
                       || memcmp (block, "\xfe\xff", 2) == 0
                       || memcmp (block, "{\0", 2) == 0
                       || memcmp (block, "\0{", 2) == 0));
}

/* Returns true if the LEN bytes at BLOCK begin as a JSON object does, behind a
   mark of UTF-8 or not.  */
static bool
begins_as_json (const unsigned char *block, ssize_t len)
{
  ssize_t i = has_mark (block, len) ? (ssize_t) sizeof utf8_mark : 0;
  while (i < len && strchr (" \t\r\n", block[i]) && block[i])
    i++;
  return i < len && block[i] == '{';
}

enum side_json
side_json_read (struct side *side, const struct side *other, const char *name,
                struct diag *diag)
{
  const int fd = file_open (name, O_RDONLY | O_NOCTTY, 0);
  unsigned char *block = array_new (BLOCK, 1);
  enum side_json result = SIDE_JSON_FAILED;
  struct stat st;
  ssize_t len = fd < 0 ? -1 : file_read (fd, block, BLOCK);
  if (len < 0)
    diag_error (diag, "--diff=%s: %s", name, strerror (errno));
  else if (begins_as_utf16 (block, len))
    diag_error (diag, "--diff=%s: is JSON in UTF-16, which is not read; 'iconv"
                " -f UTF-16 -t UTF-8' converts it", name);
  else if (begins_as_json (block, len))
    result = read_document (side, other, name, fd, block, len, diag);
  else if (fstat (fd, &st) == 0 && S_ISREG (st.st_mode))
    result = SIDE_JSON_OTHER;
  else
    diag_error (diag, "--diff=%s: neither a file nor JSON", name);
  if (fd >= 0)
    close (fd);
  free (block);
  return result;
}
