/* jit_names.c -- the names of functions that the program made at run time.

   SPDX-License-Identifier: 0BSD

   Reads /tmp/perf-PID.map, in which compilers at run time name what they make:
   lines of a start and a size in hexadecimal digits, and a name.  Contracts
   are in jit_names.h.

   The file is read from its end.  So an address gets its name from the first
   line that holds it, and is skipped afterwards: a file whose lines all hold
   all addresses costs no more than another one.  */

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/jit_names.h"
#include "gmon_process.h"
#include "sys/message.h"
#include "machine.h"

#define BEFORE_ID "/tmp/perf-"
#define BEHIND_ID ".map"
#define MOST_BYTES ((size_t) 64 << 20)  /* of the file; the rest is not read */
#define MOST_NAME 4096          /* bytes of a name; the rest is left out */

/* The sums of an address.  */
enum { LINE = 1, NEXT = 2 };    /* where its line begins, plus 1; 0: none.  The
                                   next address that may have no line */

struct jit_map
{
  const char *text;
  size_t size;
  size_t mapped;                /* bytes of memory at `text' */
};

struct jit_line
{
  uint64_t start, size;
  const char *name;
  size_t name_size;
};

/* -- The file ------------------------------------------------------------- */

/* Opens the file of this process, if it is a regular file of this user.  Stores
   its size in *SIZE.  Returns a descriptor, or a negative number.  */
static long
jit_map_open (struct descriptors *descriptors, size_t *size)
{
  char path[sizeof BEFORE_ID + GMON_NUMBER_SIZE + sizeof BEHIND_ID];
  char text[GMON_NUMBER_SIZE];
  const char *id = gmon_number_text (text, machine_process_id ());
  const size_t id_size = strlen (id);
  struct stat status;
  long fd;

  memcpy (path, BEFORE_ID, sizeof BEFORE_ID - 1);
  memcpy (path + sizeof BEFORE_ID - 1, id, id_size);
  memcpy (path + sizeof BEFORE_ID - 1 + id_size, BEHIND_ID, sizeof BEHIND_ID);
  descriptors_begin (descriptors);
  fd = machine_syscall (SYS_openat, AT_FDCWD, (long) path,
                        O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0, 0,
                        0);
  fd = descriptors_move_up (fd);
  descriptors_end (descriptors);
  if (fd < 0)
    return fd;
  if (fstat ((int) fd, &status) == 0 && S_ISREG (status.st_mode)
      && status.st_uid == geteuid () && status.st_size > 0)
    {
      *size = (uint64_t) status.st_size < MOST_BYTES
              ? (size_t) status.st_size : MOST_BYTES;
      return fd;
    }
  machine_syscall (SYS_close, fd, 0, 0, 0, 0, 0);
  return -1;
}

/* Reads the file.  It is not mapped, as it may be cut off meanwhile.  Returns
   false if there is none.  */
static bool
jit_map_read (struct jit_map *map, struct descriptors *descriptors)
{
  size_t size = 0;
  long fd = jit_map_open (descriptors, &size);
  char *text;
  long got = 1;

  if (fd < 0)
    return false;
  text = machine_map (size);
  *map = (struct jit_map) { .text = text, .mapped = size };
  while (text != NULL && got > 0 && map->size < size)
    {
      got = machine_syscall (SYS_read, fd, (long) (text + map->size),
                             (long) (size - map->size), 0, 0, 0);
      map->size += got > 0 ? (size_t) got : 0;
    }
  machine_syscall (SYS_close, fd, 0, 0, 0, 0, 0);
  return text != NULL;
}

/* Reads hexadecimal digits and the spaces behind them from *AT on.  Returns
   false if there are no digits, or too many.  */
static bool
read_digits (const char **at, const char *end, uint64_t *number)
{
  const char *start = *at;

  *number = 0;
  for (; *at < end; ++*at)
    {
      unsigned digit = (unsigned char) **at;

      digit = digit - '0' < 10 ? digit - '0' : (digit | 32) - 'a' + 10;
      if (digit > 15 || *number >> 60 != 0)
        break;
      *number = *number << 4 | digit;
    }
  if (*at == start || *at == end || **at != ' ')
    return false;
  while (*at < end && **at == ' ')
    ++*at;
  return true;
}

/* Reads the line from AT up to END.  Returns false if it names no function.  */
static bool
jit_line_read (const char *at, const char *end, struct jit_line *line)
{
  size_t room;

  if (end - at > 2 && at[0] == '0' && at[1] == 'x')
    at += 2;
  if (!read_digits (&at, end, &line->start))
    return false;
  if (end - at > 2 && at[0] == '0' && at[1] == 'x')
    at += 2;
  if (!read_digits (&at, end, &line->size) || line->size == 0
      || line->start + (line->size - 1) < line->start)
    return false;
  room = (size_t) (end - at) < MOST_NAME ? (size_t) (end - at) : MOST_NAME;
  line->name = at;
  for (line->name_size = 0; line->name_size < room; line->name_size++)
    if (at[line->name_size] == '\0' || at[line->name_size] == '\r')
      break;
  return line->name_size != 0;
}

/* -- Addresses ------------------------------------------------------------ */

/* Returns the first element from I on that has no line.  */
static size_t
without_line (const struct tallies *used, size_t i)
{
  while (i < used->len && used->entries[i].sum[LINE] != 0)
    {
      size_t next = (size_t) used->entries[i].sum[NEXT];

      if (next < used->len && used->entries[next].sum[LINE] != 0)
        used->entries[i].sum[NEXT] = used->entries[next].sum[NEXT];
      i = next;
    }
  return i;
}

/* Returns the first element that is not below ADDRESS.  */
static size_t
not_below (const struct tallies *used, uint64_t address)
{
  size_t low = 0, high = used->len;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (used->entries[middle].key[0] < address)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Gives the addresses that LINE, which begins at PLACE, holds and that have no
   line yet, this one.  */
static void
give_line (struct tallies *used, const struct jit_line *line, size_t place)
{
  size_t i = without_line (used, not_below (used, line->start));

  while (i < used->len
         && used->entries[i].key[0] - line->start < line->size)
    {
      used->entries[i].sum[LINE] = place + 1;
      used->entries[i].sum[NEXT] = i + 1;
      i = without_line (used, i + 1);
    }
}

static void
give_lines (struct tallies *used, const struct jit_map *map)
{
  size_t end = map->size;
  struct jit_line line;

  while (end > 0)
    {
      size_t start = end;

      while (start > 0 && map->text[start - 1] != '\n')
        start--;
      if (jit_line_read (map->text + start, map->text + end, &line))
        give_line (used, &line, start);
      end = start > 0 ? start - 1 : 0;
    }
}

/* -- The record ----------------------------------------------------------- */

/* Returns true if element I of USED has another line than the one before.  */
static bool
begins_line (const struct tallies *used, size_t i)
{
  uint64_t line = used->entries[i].sum[LINE];

  return line != 0 && (i == 0 || used->entries[i - 1].sum[LINE] != line);
}

/* Returns the line of element I.  */
static struct jit_line
line_at (const struct tallies *used, const struct jit_map *map, size_t i)
{
  size_t start = (size_t) used->entries[i].sum[LINE] - 1, end = start;
  struct jit_line line;

  while (end < map->size && map->text[end] != '\n')
    end++;
  jit_line_read (map->text + start, map->text + end, &line);
  return line;
}

/* Appends the function of element I, without what is before LOW or in the
   function of the next element with another line.  Returns its end.  */
static uint64_t
put_name (struct byte_stream *stream, const struct tallies *used,
          const struct jit_map *map, size_t i, uint64_t low, uint64_t *last)
{
  struct jit_line line = line_at (used, map, i);
  uint64_t end = line.start + (line.size - 1) + 1;
  size_t next = i + 1;

  while (next < used->len && !begins_line (used, next))
    next++;
  if (next < used->len)
    {
      uint64_t other = line_at (used, map, next).start;

      /* An older function may begin before this address, not a newer one.  */
      if (other > used->entries[i].key[0] && other < end)
        end = other;
      else if (used->entries[next].key[0] < end)
        end = used->entries[next].key[0];
    }
  if (line.start < low)
    line.start = low;
  stream_put_difference (stream, line.start, last);
  stream_put_u (stream, end - line.start);
  stream_put_text (stream, line.name, line.name_size);
  return end;
}

void
jit_names_put (struct byte_stream *stream, uint64_t object,
               struct tallies *used, struct descriptors *descriptors)
{
  struct jit_map map;
  uint64_t low = 0, last = 0;
  size_t names = 0, record;

  if (used->len == 0 || !jit_map_read (&map, descriptors))
    return;
  tally_sort (used);
  for (size_t i = 0; i < used->len; i++)
    used->entries[i].sum[LINE] = used->entries[i].sum[NEXT] = 0;
  give_lines (used, &map);
  for (size_t i = 0; i < used->len; i++)
    names += begins_line (used, i);
  if (names != 0)
    {
      record = stream_begin (stream, GMON_TAG_JIT_NAMES);
      stream_put_u (stream, object);
      stream_put_u (stream, names);
      for (size_t i = 0; i < used->len; i++)
        if (begins_line (used, i))
          low = put_name (stream, used, &map, i, low, &last);
      stream_end (stream, record);
    }
  machine_unmap ((void *) map.text, map.mapped);
}
