/* counted_file.c -- the file of functions=@FILE: addresses of functions.

   SPDX-License-Identifier: 0BSD

   Contracts are in counted_file.h.  */

#include <string.h>

#include "life/counted_file.h"
#include "sys/file_map.h"
#include "sys/message.h"
#include "machine.h"

#define FIRST_LINE "gprof-functions 1"
#define FUNCTIONS "functions "
#define OBJECT "object "

/* Returns what is behind BEGIN in LINE, or NULL if LINE does not begin so.  */
static const char *
behind (const char *line, const char *begin)
{
  size_t len = strlen (begin);

  return strncmp (line, begin, len) == 0 ? line + len : NULL;
}

/* Stores the hexadecimal number at *AT, before a space, in *NUMBER.  Moves *AT
   behind the space.  Returns false if there is no such number.  */
static bool
take_number (const char **at, uintptr_t *number)
{
  static const char digits[] = "0123456789abcdef";
  const char *start = *at;
  const char *digit;

  *number = 0;
  while (**at != '\0' && (digit = strchr (digits, **at)) != NULL)
    {
      *number = *number << 4 | (uintptr_t) (digit - digits);
      ++*at;
    }
  return *at != start && *at - start <= (ptrdiff_t) (2 * sizeof *number)
         && *(*at)++ == ' ';
}

static const char *
next_line (const char *line)
{
  return line + strlen (line) + 1;
}

/* Ends each line of the SIZE bytes of FILE with a zero.  Returns the number of
   lines, 0 if the last one is not complete.  */
static size_t
cut_lines (struct counted_file *file, size_t size)
{
  size_t lines = 0;

  for (size_t i = 0; i < size; i++)
    if (file->text[i] == '\n')
      {
        file->text[i] = '\0';
        lines++;
      }
  file->end = file->text + size;
  return size > 0 && file->text[size - 1] == '\0' ? lines : 0;
}

/* Returns true if the text of FILE is one that gprof prints.  */
static bool
is_good (struct counted_file *file)
{
  const char *line = file->text;
  uintptr_t start, size;
  bool has_object = false;

  if (strcmp (line, FIRST_LINE) != 0)
    return false;
  line = next_line (line);
  file->functions = behind (line, FUNCTIONS);
  if (file->functions == NULL)
    return false;
  for (line = next_line (line); line < file->end; line = next_line (line))
    {
      const char *at = line;

      if (behind (line, OBJECT) != NULL)
        has_object = true;
      else if (!has_object || !take_number (&at, &start)
               || !take_number (&at, &size))
        return false;
    }
  return has_object;
}

/* The text is copied, as the file may be cut while it is mapped.  */
const char *
counted_file_read (struct counted_file *file, const char *path,
                   struct descriptors *descriptors)
{
  struct file_map map;
  int error = file_map_open (&map, path, descriptors);
  bool is_complete = false;

  *file = (struct counted_file) { .text = NULL };
  if (error != 0)
    return gmon_error_text (error);
  if (map.size > 0)
    file->text = machine_map (map.size + 1);
  if (file->text != NULL)
    {
      memcpy (file->text, map.start, map.size);
      is_complete = cut_lines (file, map.size) >= 2;
    }
  file_map_close (&map);
  return is_complete && is_good (file)
         ? NULL : "it is not what gprof --list-functions prints";
}

static const char *
last_part (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash != NULL ? slash + 1 : path;
}

/* Returns true if TEXT begins with the build id of NAME, in hexadecimal.  */
static bool
has_id (const char *text, const struct counted_name *name)
{
  static const char digits[] = "0123456789abcdef";

  for (size_t i = 0; i < name->id_size; i++)
    {
      if (text[0] != digits[name->id[i] >> 4]
          || text[1] != digits[name->id[i] & 15])
        return false;
      text += 2;
    }
  return name->id_size != 0 && *text == ' ';
}

/* Returns true if OBJECT, the end of a line, names the file PATH.  */
static bool
names_object (const char *object, const char *path)
{
  const char *space = strchr (object, ' ');

  return space != NULL
         && strcmp (last_part (space + 1), last_part (path)) == 0;
}

enum counted_match
counted_file_each (const struct counted_file *file,
                   const struct counted_name *name, const char *program,
                   counted_visit *visit, void *data)
{
  const char *path = *name->path != '\0' ? name->path : program;
  enum counted_match match = COUNTED_UNLISTED;
  bool is_in = false;

  for (const char *line = next_line (next_line (file->text));
       line < file->end; line = next_line (line))
    {
      const char *object = behind (line, OBJECT);
      uintptr_t start, size;

      if (object != NULL)
        {
          is_in = has_id (object, name);
          if (is_in)
            match = COUNTED_LISTED;
          else if (match == COUNTED_UNLISTED && names_object (object, path))
            match = COUNTED_OTHER_BUILD;
        }
      else if (is_in && take_number (&line, &start)
               && take_number (&line, &size))
        visit (start, size, data);
    }
  return match;
}
