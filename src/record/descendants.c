/* record/descendants.c -- the processes that a program starts, as /proc shows
   them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "record/descendants.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libiberty.h>

#include "base/arena.h"

/* No more processes are looked at in one call, so that a job of thousands
   costs little.  */
#define LOOK_MAX 1000

/* The longest name below /proc here, and the longest text of "stat".  */
#define NAME_SIZE 64
#define STAT_SIZE 1024

/* Fields of that text, counted from 1, as proc(5) does.  */
enum
{
  STAT_PARENT = 4,
  STAT_USER = 14,               /* CPU time outside the kernel, in ticks */
  STAT_SYSTEM = 15,
  STAT_START = 22
};

/* The processes to look at.  */
struct queue
{
  pid_t *pids;                  /* heap */
  size_t len, cap;
};

static void
queue_add (struct queue *queue, pid_t pid)
{
  *ARRAY_APPEND (queue->pids, queue->cap, queue->len) = pid;
}

/* Adds the children of the thread TID of PID to QUEUE.  */
static void
add_children (struct queue *queue, pid_t pid, const char *tid)
{
  char name[NAME_SIZE + NAME_MAX], child[NAME_SIZE];
  FILE *file;

  snprintf (name, sizeof name, "/proc/%d/task/%s/children", (int) pid, tid);
  file = fopen (name, "re");
  while (file && queue->len < LOOK_MAX && fscanf (file, "%63s", child) == 1)
    queue_add (queue, (pid_t) strtol (child, NULL, 10));
  if (file)
    fclose (file);
}

static void
add_children_of_all (struct queue *queue, pid_t pid)
{
  char name[NAME_SIZE];
  struct dirent *entry;
  DIR *dir;

  snprintf (name, sizeof name, "/proc/%d/task", (int) pid);
  dir = opendir (name);
  while (dir && (entry = readdir (dir)))
    if (entry->d_name[0] != '.')
      add_children (queue, pid, entry->d_name);
  if (dir)
    closedir (dir);
}

/* Fills SEEN's start and CPU time from /proc/PID/stat, and stores the name of
   the process, of at most NAME_SIZE bytes, in COMM.  Returns false if there is
   no such process.  */
static bool
read_stat (struct descendant *seen, char *comm)
{
  char name[NAME_SIZE], text[STAT_SIZE];
  unsigned long long numbers[STAT_START + 1] = { 0 };
  const char *next;
  char *end;
  FILE *file;

  snprintf (name, sizeof name, "/proc/%d/stat", (int) seen->pid);
  file = fopen (name, "re");
  if (!file)
    return false;
  text[fread (text, 1, sizeof text - 1, file)] = '\0';
  fclose (file);
  /* The name of the process, the second field, may have any text, and the
     third is a letter.  */
  sscanf (text, "%*d (%63[^)]", comm);
  next = strrchr (text, ')');
  if (!next || strlen (next) < strlen (") S "))
    return false;
  next += strlen (") S ");
  for (size_t field = STAT_PARENT; field <= STAT_START; field++, next = end)
    {
      numbers[field] = strtoull (next, &end, 10);
      if (end == next)
        return false;
    }
  seen->start = numbers[STAT_START];
  seen->seconds = (double) (numbers[STAT_USER] + numbers[STAT_SYSTEM])
                  / (double) sysconf (_SC_CLK_TCK);
  return true;
}

/* Returns on the heap the path of the program of PID, or NULL.  */
static char *
path_of (pid_t pid)
{
  char name[NAME_SIZE], path[PATH_MAX];
  ssize_t len;

  snprintf (name, sizeof name, "/proc/%d/exe", (int) pid);
  len = readlink (name, path, sizeof path);
  return len > 0 ? xstrndup (path, (size_t) len) : NULL;
}

static hashval_t
hash_descendant (const void *data)
{
  const struct descendant *it = data;
  return htab_hash_string (it->path) ^ (hashval_t) it->pid
         ^ (hashval_t) it->start;
}

static int
same_descendant (const void *a, const void *b)
{
  const struct descendant *one = a, *other = b;
  return (one->pid == other->pid && one->start == other->start
          && strcmp (one->path, other->path) == 0);
}

/* Notes that ENTRY is what its process is now.  Returns the seconds of the
   programs that the process was before.  */
static double
note_latest (struct descendants *seen, struct descendant *entry)
{
  const size_t had = seen->pids.len;
  const uint32_t i = pair_enter (&seen->pids, (uint32_t) entry->pid, 0);
  const struct descendant *before;

  ARRAY_ROOM (seen->latest, seen->cap_latest, seen->pids.len);
  before = i < had ? seen->latest[i] : NULL;
  seen->latest[i] = entry;
  return before && before->start == entry->start
         ? before->before + before->seconds : 0;
}

/* Notes the process PID.  One that has executed another program is another
   process here.  */
static void
note_process (struct descendants *seen, pid_t pid)
{
  struct descendant now = { .pid = pid }, *entry;
  char comm[NAME_SIZE] = "";
  void **slot;

  if (!read_stat (&now, comm))
    return;
  now.path = path_of (pid);
  now.is_hidden = !now.path && errno == EACCES;
  if (now.is_hidden)
    now.path = xstrdup (comm);
  if (!now.path)
    return;
  slot = htab_find_slot (seen->by_process, &now, INSERT);
  if (*slot)
    {
      entry = *slot;
      entry->seconds = now.seconds - entry->before;
      free (now.path);
      return;
    }
  *slot = entry = array_new (1, sizeof *entry);
  *entry = now;
  entry->before = note_latest (seen, entry);
  entry->seconds -= entry->before;
  *ARRAY_APPEND (seen->items, seen->cap, seen->len) = entry;
}

void
descendants_look (struct descendants *seen, pid_t root)
{
  struct queue queue = { NULL, 0, 0 };

  if (!seen->by_process)
    seen->by_process = htab_create (64, hash_descendant, same_descendant,
                                    NULL);
  queue_add (&queue, root);
  for (size_t i = 0; i < queue.len; i++)
    {
      note_process (seen, queue.pids[i]);
      add_children_of_all (&queue, queue.pids[i]);
    }
  free (queue.pids);
}

void
descendants_free (struct descendants *seen)
{
  for (size_t i = 0; i < seen->len; i++)
    {
      free (seen->items[i]->path);
      free (seen->items[i]);
    }
  free (seen->items);
  free (seen->latest);
  pair_table_free (&seen->pids);
  if (seen->by_process)
    htab_delete (seen->by_process);
}
