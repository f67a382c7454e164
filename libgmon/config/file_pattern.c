/* file_pattern.c -- names of files from the patterns of GMON_OPTIONS.

   SPDX-License-Identifier: 0BSD

   Contracts are in options.h.  */

#include <string.h>

#include "config/options.h"
#include "sys/message.h"

bool
options_name (const struct options *options, const char *pattern, char *name,
              size_t size, uint32_t pid, bool *has_pid)
{
  char text[GMON_NUMBER_SIZE];
  const char *number = gmon_number_text (text, pid);
  size_t len = 0;

  *has_pid = false;
  for (; *pattern != '\0'; pattern++)
    {
      char one[2] = { *pattern, '\0' };
      const char *part = one;

      if (*pattern == '%')
        switch (*++pattern)
          {
          case 'p': part = number; *has_pid = true; break;
          case 'e': part = options->program; break;
          case 'h': part = options->host; break;
          case 'r': part = options->rank; break;
          case '\0': return false;
          }
      if (strlen (part) >= size - len)
        return false;
      memcpy (name + len, part, strlen (part));
      len += strlen (part);
    }
  name[len] = '\0';
  return true;
}

bool
options_names_program (const char *pattern)
{
  for (; *pattern != '\0'; pattern++)
    if (*pattern == '%')
      {
        if (*++pattern == 'e')
          return true;
        if (*pattern == '\0')
          return false;
      }
  return false;
}

bool
options_add_pid (char *name, size_t size, uint32_t pid)
{
  char text[GMON_NUMBER_SIZE];
  const char *number = gmon_number_text (text, pid);
  size_t len = strlen (name);

  if (strlen (number) + 1 >= size - len)
    return false;
  name[len] = '.';
  memcpy (name + len + 1, number, strlen (number) + 1);
  return true;
}
