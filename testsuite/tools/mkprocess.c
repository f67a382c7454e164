/* mkprocess.c -- compiles text to the profile of a whole process.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage:  mkprocess [le|be] [4|8] [stream] <TEXT >>gmon.out

   Writes the arc records that carry the stream of libgmon/gmon_process.h, to
   be appended to a gmon.out of that byte order and address size (default: le
   8); or, with "stream", only the bytes of the stream.  The text has one
   directive a line; `#' starts a comment:

     flags N             of the header
     record TAG WORD...  a record; TAG is a name of GMON_RECORD_LIST, as
                         samples, or a number
     + WORD...           more of the last record
     header AT BYTE      overwrites byte AT of the header
     no-end              leaves out the last record
     digest N            is added to the digest
   A WORD is
     N                   an unsigned number
     =N                  a signed number
     dK:N                the difference between N and the last N of field K (a
                         digit) in this record, as a signed number
     "text"              a string: its length and its bytes, without blanks
     xHEX                bytes  */

#include <config.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../libgmon/gmon_digest.h"
#include "../../libgmon/gmon_out.h"
#include "../../libgmon/gmon_process.h"

#define MAX_STREAM (1 << 26)
#define MAX_LINE 65536
#define FIELDS 10

static unsigned char stream[MAX_STREAM];
static size_t size = GMON_PROCESS_HEADER_SIZE;
static size_t body;             /* offset of the last record's body */
static uint64_t last[FIELDS];   /* of the last record */
static bool big_endian;
static unsigned addr_size = 8;
static unsigned line_number = 1;

static void __attribute__ ((noreturn))
fail (const char *what, const char *word)
{
  fprintf (stderr, "mkprocess: line %u: %s: %s\n", line_number, what, word);
  exit (EXIT_FAILURE);
}

static void
put_byte (unsigned byte)
{
  if (size == MAX_STREAM)
    fail ("too long", "the stream");
  stream[size++] = (unsigned char) byte;
}

static void
store (size_t at, uint64_t value, unsigned bytes)
{
  for (unsigned i = 0; i < bytes; i++)
    stream[at + (big_endian ? bytes - 1 - i : i)]
      = (unsigned char) (value >> (8 * i));
}

static void
put_unsigned (uint64_t value)
{
  for (; value > 0x7f; value >>= 7)
    put_byte ((unsigned) (value & 0x7f) | 0x80);
  put_byte ((unsigned) value);
}

static void
put_signed (uint64_t value)
{
  const uint64_t sign = value >> 63 ? UINT64_MAX : 0;

  for (; (value ^ sign) > 0x3f; value = value >> 7 | sign << 57)
    put_byte ((unsigned) (value & 0x7f) | 0x80);
  put_byte ((unsigned) value & 0x7f);
}

static uint64_t
number (const char *word)
{
  char *end;
  uint64_t value = strtoull (word, &end, 0);

  if (end == word || *end)
    fail ("bad number", word);
  return value;
}

static void
put_text (const char *word)
{
  const size_t len = strcspn (word, "\"");

  if (strcmp (word + len, "\"") != 0)
    fail ("unterminated string", word);
  put_unsigned (len);
  for (size_t i = 0; i < len; i++)
    put_byte ((unsigned char) word[i]);
}

static void
put_hex (const char *word)
{
  for (; *word; word += 2)
    {
      char digits[3] = { word[0], word[1], '\0' };
      char *end;
      unsigned long byte = strtoul (digits, &end, 16);

      if (end != digits + 2)
        fail ("bad bytes", word);
      put_byte ((unsigned) byte);
    }
}

static void
put_difference (const char *word)
{
  unsigned field = (unsigned) (word[0] - '0');
  uint64_t value;

  if (field >= FIELDS || word[1] != ':')
    fail ("bad difference", word);
  value = number (word + 2);
  put_signed (value - last[field]);
  last[field] = value;
}

static void
put_word (const char *word)
{
  switch (word[0])
    {
    case '=': put_signed (number (word + 1)); break;
    case 'd': put_difference (word + 1); break;
    case '"': put_text (word + 1); break;
    case 'x': put_hex (word + 1); break;
    default: put_unsigned (number (word)); break;
    }
}

static void
put_words (void)
{
  for (const char *word; (word = strtok (NULL, " \t\n")) && *word != '#';)
    put_word (word);
  store (body - 4, size - body, 4);
}

static unsigned
tag_of (const char *word)
{
  static const struct { const char *name; unsigned tag; } tags[] = {
#define RECORD(symbol, name, tag, often, sum) { name, tag },
    GMON_RECORD_LIST (RECORD)
#undef RECORD
  };

  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (strcmp (word, tags[i].name) == 0)
      return tags[i].tag;
  return (unsigned) number (word);
}

static void
open_record (unsigned tag)
{
  put_byte (tag);
  body = size + 4;
  for (int i = 0; i < 4; i++)
    put_byte (0);
  memset (last, 0, sizeof last);
}

static const char *
next_word (void)
{
  const char *word = strtok (NULL, " \t\n");

  if (!word)
    fail ("a word is missing", "at the end");
  return word;
}

/* Writes the records that carry the stream.  */
static void
write_container (void)
{
  const size_t payload = GMON_CONTAINER_BYTES (addr_size);

  for (size_t at = 0; at < size; at += payload)
    {
      unsigned char record[1 + GMON_ARC_SIZE (8)] = { GMON_TAG_CG_ARC };
      unsigned char bytes[GMON_CONTAINER_BYTES (8)] = { 0 };

      memcpy (bytes, stream + at, size - at < payload ? size - at : payload);
      memcpy (record + 1, bytes, addr_size);
      record[1 + addr_size + (big_endian ? addr_size - 1 : 0)]
        = GMON_CONTAINER_SELF;
      memcpy (record + 1 + 2 * addr_size, bytes + addr_size, 4);
      fwrite (record, 1 + GMON_ARC_SIZE (addr_size), 1, stdout);
    }
}

static void
put_end (uint64_t added)
{
  open_record (GMON_TAG_END);
  store (body - 4, GMON_DIGEST_SIZE, 4);
  store (GMON_PROCESS_LENGTH_OFFSET, size + GMON_DIGEST_SIZE, 8);
  for (int i = 0; i < GMON_DIGEST_SIZE; i++)
    put_byte (0);
  store (body, gmon_process_digest (stream, body) + added, GMON_DIGEST_SIZE);
}

/* Does what the line of WORD, its first word, says.  Adds to *ADDED, and clears
   *HAS_END.  */
static void
do_line (const char *word, uint64_t *added, bool *has_end)
{
  if (strcmp (word, "record") == 0)
    open_record (tag_of (next_word ()));
  if (strcmp (word, "record") == 0 || strcmp (word, "+") == 0)
    put_words ();
  else if (strcmp (word, "flags") == 0)
    store (GMON_PROCESS_FLAGS_OFFSET, number (next_word ()), 4);
  else if (strcmp (word, "header") == 0)
    {
      uint64_t at = number (next_word ());

      stream[at % GMON_PROCESS_HEADER_SIZE]
        = (unsigned char) number (next_word ());
    }
  else if (strcmp (word, "no-end") == 0)
    *has_end = false;
  else if (strcmp (word, "digest") == 0)
    *added += number (next_word ());
  else
    fail ("unknown directive", word);
}

/* Fills in the header.  */
static void
put_header (void)
{
  memcpy (stream, GMON_PROCESS_MAGIC, GMON_PROCESS_MAGIC_SIZE);
  stream[GMON_PROCESS_VERSION_OFFSET] = GMON_PROCESS_VERSION;
  stream[GMON_PROCESS_ORDER_OFFSET]
    = big_endian ? GMON_PROCESS_BIG : GMON_PROCESS_LITTLE;
  stream[GMON_PROCESS_ADDRESS_OFFSET] = (unsigned char) addr_size;
}

int
main (int argc, char **argv)
{
  static char line[MAX_LINE];
  bool has_end = true;
  uint64_t added = 0;

  big_endian = argc > 1 && strcmp (argv[1], "be") == 0;
  if (argc > 2)
    addr_size = argv[2][0] == '4' ? 4 : 8;
  put_header ();
  for (; fgets (line, sizeof line, stdin); line_number++)
    {
      const char *word = strtok (line, " \t\n");

      if (word && *word != '#')
        do_line (word, &added, &has_end);
    }
  if (has_end)
    put_end (added);
  if (argc > 3)
    fwrite (stream, size, 1, stdout);
  else
    write_container ();
  return EXIT_SUCCESS;
}
