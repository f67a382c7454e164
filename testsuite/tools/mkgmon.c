/* mkgmon.c -- the profile compiler: readable text to gmon.out, and back.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage:  mkgmon [-s SYMBOLS] [-o OUTPUT] [TEXT]
           mkgmon -d FILE [le|be] [4|8]

   Compiles TEXT (default: standard input) to a gmon.out (default: standard
   output), in any format, byte order and address size; -d prints the text
   of a gmon.out, such that compiling the text gives the same bytes.

   The text, one directive a line; `#' starts a comment; words are separated
   by blanks and may be "quoted" with \", \\ and \xHH inside:

     format magic [VERSION] | bsd | bsd44   default: magic 1
     order le|be                            default: le
     address 4|8                            default: 8
     spare HEX                    up to 12 spare bytes of the header
     hist LOW HIGH NBINS RATE DIMENSION ABBREV
                                  a histogram record, all bins 0; NBINS may
                                  be /N: one bin for each N bytes.  In a BSD
                                  format: the header; DIMENSION and ABBREV
                                  are then not wanted
     bin INDEX COUNT [TIMES]      set TIMES (default 1) bins of that record
     at ADDR COUNT                set the bin that holds ADDR
     arc FROM SELF COUNT [TIMES]  TIMES arc records
     bb [PREFIX]                  a basic-block record (PREFIX: version 0)
     block ADDR COUNT [FILE FUNCTION LINE]
                                  one block of it (the rest: version 0)
     raw HEX...                   these bytes
     patch OFFSET HEX...          overwrite bytes of the output so far
     truncate N                   keep the first N bytes (-N: drop the last N)
                                  OFFSET or N may be /NUMBER: modulo the size

   ADDR, LOW, HIGH, FROM, SELF: a number (0x.. or decimal), or SYMBOL,
   SYMBOL+N, SYMBOL-N with the symbols of the nm-style SYMBOLS file.
   `format', `order', `address' and `spare' come before other directives.  */

#include <config.h>

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../libgmon/gmon_out.h"

#define MAX_WORDS 64
#define MAX_LINE 65536

enum format { FORMAT_MAGIC, FORMAT_BSD, FORMAT_BSD44 };

static const char *const format_names[] = { "magic", "bsd", "bsd44" };

struct symbol
{
  char *name;
  uint64_t addr;
};

/* A growing file image, and what the directives so far have decided.  */
struct state
{
  const char *input;            /* for messages */
  unsigned line;
  enum format format;
  bool big_endian;
  unsigned addr_size;           /* 4 or 8 */
  uint32_t version;
  unsigned char spare[GMON_SPARE_SIZE];
  bool started;                 /* the header has been written */
  unsigned char *data;
  size_t size, room;
  uint64_t low, high;           /* of the last histogram */
  size_t bins_at;               /* offset of its bins */
  uint32_t nbins;
  size_t nblocks_at;            /* offset of the last bb record's count */
  uint32_t nblocks;
  struct symbol *symbols;
  size_t nsymbols;
};

static void fail (const struct state *st, const char *fmt, ...)
  __attribute__ ((format (printf, 2, 3), noreturn));

static void
fail (const struct state *st, const char *fmt, ...)
{
  va_list ap;

  fprintf (stderr, "mkgmon: %s:%u: ", st->input, st->line);
  va_start (ap, fmt);
  vfprintf (stderr, fmt, ap);
  va_end (ap);
  fputc ('\n', stderr);
  exit (EXIT_FAILURE);
}

static void *
grow (void *old, size_t size)
{
  void *p = realloc (old, size ? size : 1);

  if (!p)
    {
      fputs ("mkgmon: out of memory\n", stderr);
      exit (EXIT_FAILURE);
    }
  return p;
}

/* Bytes out.  */

static void
put_bytes (struct state *st, const void *bytes, size_t n)
{
  if (n > st->room - st->size)
    {
      st->room = 2 * (st->size + n) + 4096;
      st->data = grow (st->data, st->room);
    }
  if (bytes)
    memcpy (st->data + st->size, bytes, n);
  else
    memset (st->data + st->size, 0, n);
  st->size += n;
}

/* Stores the low SIZE bytes of VALUE at P, in the byte order of ST.  */
static void
store (const struct state *st, unsigned char *p, uint64_t value, unsigned size)
{
  for (unsigned i = 0; i < size; i++)
    p[st->big_endian ? size - 1 - i : i] = (unsigned char) (value >> (8 * i));
}

static uint64_t
load (const struct state *st, const unsigned char *p, unsigned size)
{
  uint64_t value = 0;

  for (unsigned i = 0; i < size; i++)
    value = value << 8 | p[st->big_endian ? i : size - 1 - i];
  return value;
}

static void
put_int (struct state *st, uint64_t value, unsigned size)
{
  unsigned char buf[8];

  store (st, buf, value, size);
  put_bytes (st, buf, size);
}

static void
put_addr (struct state *st, uint64_t value)
{
  put_int (st, value, st->addr_size);
}

/* Writes the file header once; BSD headers are written by `hist'.  */
static void
start (struct state *st)
{
  if (st->started)
    return;
  st->started = true;
  if (st->format != FORMAT_MAGIC)
    return;
  put_bytes (st, GMON_MAGIC, GMON_MAGIC_SIZE);
  put_int (st, st->version, 4);
  put_bytes (st, st->spare, sizeof st->spare);
}

/* Words in.  */

static int
hex_digit (char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

/* Reads a quoted word at *P (after the quote) in place.  */
static char *
quoted_word (const struct state *st, char **p)
{
  char *in = *p, *out = *p, *word = *p;

  for (; *in != '"'; in++)
    {
      if (*in == '\0')
        fail (st, "unterminated string");
      if (*in != '\\')
        *out++ = *in;
      else if (in[1] == 'x' && hex_digit (in[2]) >= 0 && hex_digit (in[3]) >= 0)
        {
          *out++ = (char) (16 * hex_digit (in[2]) + hex_digit (in[3]));
          in += 3;
        }
      else if (in[1] != '\0')
        *out++ = *++in;
    }
  *p = in + 1;
  *out = '\0';
  return word;
}

/* Splits LINE in place into WORDS; returns their number.  */
static unsigned
split (const struct state *st, char *line, char **words)
{
  unsigned n = 0;

  for (char *p = line;;)
    {
      p += strspn (p, " \t\r\n");
      if (*p == '\0' || *p == '#')
        return n;
      if (n == MAX_WORDS)
        fail (st, "too many words");
      if (*p == '"')
        {
          p++;
          words[n++] = quoted_word (st, &p);
          continue;
        }
      words[n++] = p;
      p += strcspn (p, " \t\r\n");
      if (*p != '\0')
        *p++ = '\0';
    }
}

static bool
parse_number (const char *word, uint64_t *value)
{
  char *end;

  errno = 0;
  *value = strtoull (word, &end, 0);
  return errno == 0 && end != word && *end == '\0';
}

static uint64_t
number (const struct state *st, const char *word)
{
  uint64_t value;

  if (!parse_number (word, &value))
    fail (st, "bad number `%s'", word);
  return value;
}

static bool
find_symbol (const struct state *st, const char *name, size_t len,
             uint64_t *addr)
{
  for (size_t i = 0; i < st->nsymbols; i++)
    if (strlen (st->symbols[i].name) == len
        && memcmp (st->symbols[i].name, name, len) == 0)
      {
        *addr = st->symbols[i].addr;
        return true;
      }
  return false;
}

/* A number, SYMBOL, SYMBOL+N or SYMBOL-N.  The sign is looked for from the
   end, because symbol names may hold any character.  */
static uint64_t
address (const struct state *st, const char *word)
{
  size_t len = strlen (word);
  uint64_t value, offset;

  if (parse_number (word, &value) || find_symbol (st, word, len, &value))
    return value;
  for (size_t i = len; i-- > 1;)
    if (word[i] == '+' || word[i] == '-')
      {
        if (!parse_number (word + i + 1, &offset)
            || !find_symbol (st, word, i, &value))
          break;
        return word[i] == '+' ? value + offset : value - offset;
      }
  fail (st, "no such symbol `%s'", word);
}

static void
put_hex (struct state *st, char **words, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    for (const char *p = words[i]; *p; p += 2)
      {
        int high = hex_digit (p[0]);
        int low = high < 0 ? -1 : hex_digit (p[1]);
        unsigned char byte;

        if (low < 0)
          fail (st, "bad hex bytes `%s'", words[i]);
        byte = (unsigned char) (16 * high + low);
        put_bytes (st, &byte, 1);
      }
}

/* Directives.  Each gets its words, words[0] being its name.  */

static void
do_format (struct state *st, char **words, unsigned n)
{
  for (unsigned i = 0; i < sizeof format_names / sizeof *format_names; i++)
    if (strcmp (words[1], format_names[i]) == 0)
      {
        st->format = (enum format) i;
        if (n > 2)
          st->version = (uint32_t) number (st, words[2]);
        return;
      }
  fail (st, "unknown format `%s'", words[1]);
}

static void
do_order (struct state *st, char **words, unsigned n)
{
  (void) n;
  if (strcmp (words[1], "le") != 0 && strcmp (words[1], "be") != 0)
    fail (st, "order is le or be");
  st->big_endian = words[1][0] == 'b';
}

static void
do_address (struct state *st, char **words, unsigned n)
{
  uint64_t size = number (st, words[1]);

  (void) n;
  if (size != 4 && size != 8)
    fail (st, "address size is 4 or 8");
  st->addr_size = (unsigned) size;
}

static void
do_spare (struct state *st, char **words, unsigned n)
{
  size_t before = st->size, len;

  put_hex (st, words + 1, n - 1);
  len = st->size - before;
  if (len > sizeof st->spare)
    fail (st, "at most %d spare bytes", GMON_SPARE_SIZE);
  memcpy (st->spare, st->data + before, len);
  st->size = before;
}

static void
put_bsd_header (struct state *st, uint32_t rate)
{
  size_t header = GMON_BSD_HEADER_SIZE (st->addr_size);

  if (st->format == FORMAT_BSD44)
    header = GMON_BSD44_HEADER_SIZE (st->addr_size);
  put_addr (st, st->low);
  put_addr (st, st->high);
  put_int (st, header + (uint64_t) st->nbins * GMON_BIN_SIZE, 4);
  if (st->format == FORMAT_BSD44)
    {
      put_int (st, GMON_BSD44_MAGIC, 4);
      put_int (st, rate, 4);
      put_bytes (st, NULL, header - GMON_BSD_HEADER_SIZE (st->addr_size) - 8);
    }
}

static void
do_hist (struct state *st, char **words, unsigned n)
{
  char dimension[GMON_DIMEN_SIZE + 1] = "";
  uint32_t rate = n > 4 ? (uint32_t) number (st, words[4]) : 0;

  st->low = address (st, words[1]);
  st->high = address (st, words[2]);
  if (words[3][0] == '/')
    {
      uint64_t width = number (st, words[3] + 1);
      if (width == 0)
        fail (st, "bins of 0 bytes");
      st->nbins = (uint32_t) ((st->high - st->low + width - 1) / width);
    }
  else
    st->nbins = (uint32_t) number (st, words[3]);
  if (st->format != FORMAT_MAGIC)
    put_bsd_header (st, rate);
  else
    {
      if (n != 7)
        fail (st, "hist LOW HIGH NBINS RATE DIMENSION ABBREV");
      put_int (st, GMON_TAG_TIME_HIST, 1);
      put_addr (st, st->low);
      put_addr (st, st->high);
      put_int (st, st->nbins, 4);
      put_int (st, rate, 4);
      snprintf (dimension, sizeof dimension, "%s", words[5]);
      put_bytes (st, dimension, GMON_DIMEN_SIZE);
      put_bytes (st, words[6], 1);
    }
  st->bins_at = st->size;
  put_bytes (st, NULL, (size_t) st->nbins * GMON_BIN_SIZE);
}

static void
set_bin (struct state *st, uint64_t index, uint64_t count)
{
  if (st->bins_at == 0)
    fail (st, "no histogram yet");
  if (index >= st->nbins)
    fail (st, "bin %llu of %lu", (unsigned long long) index,
          (unsigned long) st->nbins);
  if (count > GMON_BIN_MAX)
    fail (st, "a bin holds %d at most", GMON_BIN_MAX);
  store (st, st->data + st->bins_at + index * GMON_BIN_SIZE, count,
         GMON_BIN_SIZE);
}

static void
do_bin (struct state *st, char **words, unsigned n)
{
  uint64_t index = number (st, words[1]);
  uint64_t count = number (st, words[2]);
  uint64_t times = n > 3 ? number (st, words[3]) : 1;

  for (uint64_t i = 0; i < times; i++)
    set_bin (st, index + i, count);
}

static void
do_at (struct state *st, char **words, unsigned n)
{
  uint64_t addr = address (st, words[1]);

  (void) n;
  if (addr < st->low || addr >= st->high)
    fail (st, "`%s' is outside the histogram", words[1]);
  set_bin (st, (uint64_t) ((double) (addr - st->low) * st->nbins
                           / (double) (st->high - st->low)),
           number (st, words[2]));
}

static void
do_arc (struct state *st, char **words, unsigned n)
{
  uint64_t from = address (st, words[1]), self = address (st, words[2]);
  uint64_t count = number (st, words[3]);
  uint64_t times = n > 4 ? number (st, words[4]) : 1;

  for (; times > 0; times--)
    {
      if (st->format == FORMAT_MAGIC)
        put_int (st, GMON_TAG_CG_ARC, 1);
      put_addr (st, from);
      put_addr (st, self);
      put_int (st, count, st->format == FORMAT_MAGIC ? 4 : st->addr_size);
    }
}

static void
do_bb (struct state *st, char **words, unsigned n)
{
  if (st->format != FORMAT_MAGIC)
    fail (st, "no basic blocks in a BSD format");
  put_int (st, GMON_TAG_BB_COUNT, 1);
  st->nblocks_at = st->size;
  st->nblocks = 0;
  put_int (st, 0, 4);
  if (st->version == 0)
    put_bytes (st, n > 1 ? words[1] : "", (n > 1 ? strlen (words[1]) : 0) + 1);
}

static void
do_block (struct state *st, char **words, unsigned n)
{
  uint64_t addr = address (st, words[1]), count = number (st, words[2]);

  if (st->nblocks_at == 0)
    fail (st, "no bb record yet");
  if (st->version == 0)
    {
      if (n != 6)
        fail (st, "version 0: block ADDR COUNT FILE FUNCTION LINE");
      put_int (st, count, 8);
      put_int (st, addr, 8);
      put_bytes (st, words[3], strlen (words[3]) + 1);
      put_bytes (st, words[4], strlen (words[4]) + 1);
      put_int (st, number (st, words[5]), 4);
    }
  else
    {
      put_addr (st, addr);
      put_addr (st, count);
    }
  store (st, st->data + st->nblocks_at, ++st->nblocks, 4);
}

static void
do_raw (struct state *st, char **words, unsigned n)
{
  put_hex (st, words + 1, n - 1);
}

/* A number; after a slash, modulo the size of what stands so far.  */
static uint64_t
offset_number (const struct state *st, const char *word)
{
  bool modulo = word[0] == '/';
  uint64_t value = number (st, word + modulo);

  return modulo && st->size > 0 ? value % st->size : value;
}

static void
do_patch (struct state *st, char **words, unsigned n)
{
  uint64_t offset = offset_number (st, words[1]);
  size_t before = st->size, len;

  put_hex (st, words + 2, n - 2);
  len = st->size - before;
  if (offset > before || len > before - offset)
    fail (st, "patch beyond the end");
  memmove (st->data + offset, st->data + before, len);
  st->size = before;
}

static void
do_truncate (struct state *st, char **words, unsigned n)
{
  bool from_end = words[1][0] == '-';
  uint64_t size = offset_number (st, words[1] + from_end);

  (void) n;
  if (size > st->size)
    fail (st, "there are only %zu bytes", st->size);
  st->size = from_end ? st->size - size : size;
}

static const struct directive
{
  const char *name;
  unsigned min_words, max_words;        /* its name included */
  bool in_header;                       /* comes before the file header */
  void (*run) (struct state *st, char **words, unsigned n);
} directives[] = {
  { "format", 2, 3, true, do_format },
  { "order", 2, 2, true, do_order },
  { "address", 2, 2, true, do_address },
  { "spare", 2, MAX_WORDS, true, do_spare },
  { "hist", 4, 7, false, do_hist },
  { "bin", 3, 4, false, do_bin },
  { "at", 3, 3, false, do_at },
  { "arc", 4, 5, false, do_arc },
  { "bb", 1, 2, false, do_bb },
  { "block", 3, 6, false, do_block },
  { "raw", 1, MAX_WORDS, false, do_raw },
  { "patch", 3, MAX_WORDS, false, do_patch },
  { "truncate", 2, 2, false, do_truncate },
};

static void
run_line (struct state *st, char *line)
{
  char *words[MAX_WORDS];
  unsigned n = split (st, line, words);

  if (n == 0)
    return;
  for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
    {
      const struct directive *d = &directives[i];

      if (strcmp (words[0], d->name) != 0)
        continue;
      if (n < d->min_words || n > d->max_words)
        fail (st, "wrong number of words for `%s'", d->name);
      if (d->in_header && st->started)
        fail (st, "`%s' comes too late", d->name);
      if (!d->in_header)
        start (st);
      d->run (st, words, n);
      return;
    }
  fail (st, "unknown directive `%s'", words[0]);
}

static void
compile (struct state *st, FILE *in)
{
  char *line = grow (NULL, MAX_LINE);

  while (fgets (line, MAX_LINE, in))
    {
      st->line++;
      run_line (st, line);
    }
  start (st);
  free (line);
}

/* Reads an nm-style list: "hexaddr type name", others skipped.  */
static void
read_symbols (struct state *st, const char *file)
{
  FILE *in = fopen (file, "r");
  char *line = grow (NULL, MAX_LINE);

  if (!in)
    {
      perror (file);
      exit (EXIT_FAILURE);
    }
  while (fgets (line, MAX_LINE, in))
    {
      char *end, *name;
      uint64_t addr = strtoull (line, &end, 16);

      line[strcspn (line, "\r\n")] = '\0';
      if (end == line || end[0] != ' ' || end[1] == '\0' || end[2] != ' ')
        continue;
      name = end + 3;
      st->symbols = grow (st->symbols,
                          (st->nsymbols + 1) * sizeof *st->symbols);
      st->symbols[st->nsymbols].name = memcpy (grow (NULL, strlen (name) + 1),
                                               name, strlen (name) + 1);
      st->symbols[st->nsymbols++].addr = addr;
    }
  free (line);
  fclose (in);
}

/* The dump.  ST holds the whole file; *POS is where reading stands.  */

static bool
have (const struct state *st, size_t pos, uint64_t n)
{
  return n <= st->size - pos;
}

static uint64_t
take (const struct state *st, size_t *pos, unsigned size)
{
  uint64_t value = load (st, st->data + *pos, size);

  *pos += size;
  return value;
}

static void
print_hex (const unsigned char *p, size_t n)
{
  for (size_t i = 0; i < n; i++)
    printf ("%02x", p[i]);
}

/* Prints N bytes as a quoted word, trailing NULs left out.  */
static void
print_quoted (const unsigned char *p, size_t n)
{
  while (n > 0 && p[n - 1] == '\0')
    n--;
  putchar ('"');
  for (size_t i = 0; i < n; i++)
    if (p[i] < ' ' || p[i] > '~' || p[i] == '"' || p[i] == '\\')
      printf ("\\x%02x", p[i]);
    else
      putchar (p[i]);
  putchar ('"');
}

/* Whatever cannot be read as a record, as raw bytes, 32 a line.  */
static void
dump_rest (const struct state *st, size_t pos)
{
  for (; pos < st->size; pos += 32)
    {
      fputs ("raw ", stdout);
      print_hex (st->data + pos, st->size - pos < 32 ? st->size - pos : 32);
      putchar ('\n');
    }
}

static void
dump_bins (const struct state *st, size_t pos, uint64_t nbins)
{
  for (uint64_t i = 0; i < nbins; i++)
    {
      unsigned count = (unsigned) take (st, &pos, GMON_BIN_SIZE);
      if (count != 0)
        printf ("  bin %llu %u\n", (unsigned long long) i, count);
    }
}

static bool
dump_hist (const struct state *st, size_t *pos)
{
  uint64_t low, high, nbins, rate;

  if (!have (st, *pos, 1 + GMON_HIST_HEADER_SIZE (st->addr_size)))
    return false;
  nbins = load (st, st->data + *pos + 1 + 2 * st->addr_size, 4);
  if (!have (st, *pos, 1 + GMON_HIST_HEADER_SIZE (st->addr_size)
             + nbins * GMON_BIN_SIZE))
    return false;
  ++*pos;
  low = take (st, pos, st->addr_size);
  high = take (st, pos, st->addr_size);
  *pos += 4;
  rate = take (st, pos, 4);
  printf ("hist 0x%llx 0x%llx %llu %llu ", (unsigned long long) low,
          (unsigned long long) high, (unsigned long long) nbins,
          (unsigned long long) rate);
  print_quoted (st->data + *pos, GMON_DIMEN_SIZE);
  putchar (' ');
  print_quoted (st->data + *pos + GMON_DIMEN_SIZE, 1);
  putchar ('\n');
  *pos += GMON_DIMEN_SIZE + 1;
  dump_bins (st, *pos, nbins);
  *pos += nbins * GMON_BIN_SIZE;
  return true;
}

static bool
dump_arc (const struct state *st, size_t *pos)
{
  bool magic = st->format == FORMAT_MAGIC;
  unsigned count_size = magic ? 4 : st->addr_size;
  uint64_t from, self;

  if (!have (st, *pos, magic + 2 * st->addr_size + count_size))
    return false;
  *pos += magic;
  from = take (st, pos, st->addr_size);
  self = take (st, pos, st->addr_size);
  printf ("arc 0x%llx 0x%llx %llu\n", (unsigned long long) from,
          (unsigned long long) self,
          (unsigned long long) take (st, pos, count_size));
  return true;
}

static bool
dump_bb (const struct state *st, size_t *pos)
{
  uint64_t n;

  if (st->version == 0 || !have (st, *pos, 5))
    return false;
  n = load (st, st->data + *pos + 1, 4);
  if (!have (st, *pos, 5 + n * GMON_BB_SIZE (st->addr_size)))
    return false;
  *pos += 5;
  puts ("bb");
  for (; n > 0; n--)
    {
      uint64_t addr = take (st, pos, st->addr_size);
      printf ("  block 0x%llx %llu\n", (unsigned long long) addr,
              (unsigned long long) take (st, pos, st->addr_size));
    }
  return true;
}

static void
dump_magic (struct state *st)
{
  size_t pos = GMON_HEADER_SIZE;
  bool ok = true;

  st->version = (uint32_t) load (st, st->data + GMON_VERSION_OFFSET, 4);
  printf ("format magic %lu\norder %s\naddress %u\nspare ",
          (unsigned long) st->version, st->big_endian ? "be" : "le",
          st->addr_size);
  print_hex (st->data + GMON_SPARE_OFFSET, GMON_SPARE_SIZE);
  putchar ('\n');
  while (ok && pos < st->size)
    switch (st->data[pos])
      {
      case GMON_TAG_TIME_HIST:
        ok = dump_hist (st, &pos);
        break;
      case GMON_TAG_CG_ARC:
        ok = dump_arc (st, &pos);
        break;
      case GMON_TAG_BB_COUNT:
        ok = dump_bb (st, &pos);
        break;
      default:
        ok = false;
      }
  dump_rest (st, pos);
}

static void
dump_bsd (struct state *st)
{
  size_t pos = 0, header = GMON_BSD_HEADER_SIZE (st->addr_size);
  size_t header44 = GMON_BSD44_HEADER_SIZE (st->addr_size);
  uint64_t low, high, ncnt, rate = 0;

  st->format = FORMAT_BSD;
  if (have (st, 0, header44)
      && load (st, st->data + header, 4) == GMON_BSD44_MAGIC)
    {
      st->format = FORMAT_BSD44;
      rate = load (st, st->data + header + 4, 4);
      header = header44;
    }
  printf ("format %s\norder %s\naddress %u\n", format_names[st->format],
          st->big_endian ? "be" : "le", st->addr_size);
  if (have (st, 0, header))
    {
      low = take (st, &pos, st->addr_size);
      high = take (st, &pos, st->addr_size);
      ncnt = take (st, &pos, 4);
      pos = 0;
      if (ncnt >= header && have (st, 0, ncnt)
          && (ncnt - header) % GMON_BIN_SIZE == 0)
        {
          uint64_t nbins = (ncnt - header) / GMON_BIN_SIZE;
          printf ("hist 0x%llx 0x%llx %llu %llu\n", (unsigned long long) low,
                  (unsigned long long) high, (unsigned long long) nbins,
                  (unsigned long long) rate);
          dump_bins (st, header, nbins);
          pos = (size_t) ncnt;
          while (dump_arc (st, &pos))
            continue;
        }
    }
  dump_rest (st, pos);
}

static void
read_all (struct state *st, FILE *in)
{
  unsigned char buf[4096];
  size_t n;

  while ((n = fread (buf, 1, sizeof buf, in)) > 0)
    put_bytes (st, buf, n);
}

static void
dump (struct state *st, char **words, int n)
{
  FILE *in = fopen (words[0], "rb");

  if (!in)
    {
      perror (words[0]);
      exit (EXIT_FAILURE);
    }
  read_all (st, in);
  fclose (in);
  for (int i = 1; i < n; i++)
    {
      char *args[2] = { words[i], words[i] };
      if (words[i][0] == 'l' || words[i][0] == 'b')
        do_order (st, args, 2);
      else
        do_address (st, args, 2);
    }
  if (have (st, 0, GMON_HEADER_SIZE)
      && memcmp (st->data, GMON_MAGIC, GMON_MAGIC_SIZE) == 0)
    dump_magic (st);
  else
    dump_bsd (st);
}

static void
free_state (struct state *st)
{
  for (size_t i = 0; i < st->nsymbols; i++)
    free (st->symbols[i].name);
  free (st->symbols);
  free (st->data);
}

static FILE *
must_open (const char *name, const char *mode)
{
  FILE *f = fopen (name, mode);

  if (!f)
    {
      perror (name);
      exit (EXIT_FAILURE);
    }
  return f;
}

int
main (int argc, char **argv)
{
  struct state st = { .input = "(stdin)", .version = GMON_VERSION,
                      .addr_size = 8 };
  FILE *in = stdin, *out = stdout;
  bool dumping = false;
  int opt;

  while ((opt = getopt (argc, argv, "ds:o:")) != -1)
    if (opt == 'd')
      dumping = true;
    else if (opt == 's')
      read_symbols (&st, optarg);
    else if (opt == 'o')
      out = must_open (optarg, "wb");
    else
      return EXIT_FAILURE;
  if (optind < argc)
    st.input = argv[optind];
  if (dumping)
    {
      if (optind == argc)
        fail (&st, "-d wants a file");
      dump (&st, argv + optind, argc - optind);
      free_state (&st);
      return fflush (stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
  if (optind < argc)
    in = must_open (argv[optind], "r");
  compile (&st, in);
  if (st.size > 0 && fwrite (st.data, st.size, 1, out) != 1)
    fail (&st, "cannot write");
  free_state (&st);
  if (in != stdin)
    fclose (in);
  return fclose (out) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
