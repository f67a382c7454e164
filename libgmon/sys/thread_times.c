/* thread_times.c -- what the kernel tells about the times of a thread.

   SPDX-License-Identifier: 0BSD

   Contracts are in thread_times.h.  */

#include <fcntl.h>
#include <stddef.h>
#include <string.h>

#include "sys/proc_number.h"
#include "sys/thread_times.h"
#include "machine.h"

/* The start of a thread is given in units of 1/100 s.  */
#define START_UNIT 10000000u

/* In the file `stat', the number of fields between the state and the start.  */
#define FIELDS_BEFORE_START 19

#define TASKS "/proc/self/task/"

/* Copies TEXT to TO.  Returns the end of the copy, a zero.  */
static char *
append_text (char *to, const char *text)
{
  while (*text != '\0')
    *to++ = *text++;
  *to = '\0';
  return to;
}

/* Reads the file NAME of the thread ID into the SIZE bytes at TEXT, and ends
   them by a zero.  Returns false if that fails.  */
static bool
read_of_thread (struct descriptors *descriptors, const char *id,
                const char *name, char *text, size_t size)
{
  char path[64];
  long fd, length;

  if (strlen (id) > 20)
    return false;
  append_text (append_text (append_text (path, TASKS), id), name);
  descriptors_begin (descriptors);
  fd = machine_syscall (SYS_openat, AT_FDCWD, (long) path,
                        O_RDONLY | O_CLOEXEC, 0, 0, 0);
  fd = descriptors_move_up (fd);
  descriptors_end (descriptors);
  if (fd < 0)
    return false;
  length = machine_syscall (SYS_read, fd, (long) text, (long) size - 1, 0, 0,
                            0);
  machine_syscall (SYS_close, fd, 0, 0, 0, 0, 0);
  if (length <= 0)
    return false;
  text[length] = '\0';
  return true;
}

/* Returns the place of the first C in TEXT, or of its end.  */
static const char *
find_byte (const char *text, char c)
{
  while (*text != '\0' && *text != c)
    text++;
  return text;
}

/* Takes the name and the start from TEXT, the file `stat'.  The name stands in
   parentheses, and may contain parentheses.  */
static bool
take_stat (const char *text, struct thread_times *times)
{
  const char *name = find_byte (text, '('), *end = name;
  uint64_t start;

  for (const char *at = name; *at != '\0'; at++)
    if (*at == ')')
      end = at;
  if (end == name)
    return false;
  memset (times->name, 0, sizeof times->name);
  for (size_t i = 0; i < sizeof times->name - 1 && ++name < end; i++)
    times->name[i] = *name;
  /* A thread that has ended, but whose process has not.  */
  if (end[1] != ' ' || end[2] == 'Z' || end[2] == 'X')
    return false;
  end += 2;
  for (int i = 0; i < FIELDS_BEFORE_START; i++)
    {
      end = find_byte (end, ' ');
      if (*end++ == '\0')
        return false;
    }
  if (!proc_number (&end, 10, &start))
    return false;
  times->start = (start + 1) * START_UNIT;
  return true;
}

bool
thread_times_read_short (struct descriptors *descriptors, const char *id,
                         struct thread_times *times)
{
  char text[64];
  const char *at = text;

  return read_of_thread (descriptors, id, "/schedstat", text, sizeof text)
         && proc_number (&at, 10, &times->ran)
         && proc_number (&at, 10, &times->queued);
}

bool
thread_times_read (struct descriptors *descriptors, const char *id,
                   struct thread_times *times)
{
  char text[512];

  return read_of_thread (descriptors, id, "/stat", text, sizeof text)
         && take_stat (text, times)
         && thread_times_read_short (descriptors, id, times);
}
