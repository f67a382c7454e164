/* record/code_names.c -- the names of functions that a program has made at run
   time.

   SPDX-License-Identifier: GPL-3.0-or-later

   The file is read from its end, since the latest function at an address
   counts.  An address that has its function is not looked at again, so any file
   takes time in proportion to its size.  */

#include <config.h>

#include "record/code_names.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/fileio.h"

#define DIRECTORY "/tmp"
#define MOST_BYTES (64u << 20)

/* -- Processes ------------------------------------------------------------ */

/* Returns the number that the process PID has in its own name space, the last
   one in the line "NSpid:" of its status; PID if that cannot be read.  */
static pid_t
inner_pid (pid_t pid)
{
  static const char key[] = "NSpid:";
  char name[64], line[256];
  long inner = pid;
  FILE *file;

  snprintf (name, sizeof name, "/proc/%d/status", (int) pid);
  file = fopen (name, "re");
  while (file && fgets (line, sizeof line, file))
    if (strncmp (line, key, sizeof key - 1) == 0)
      {
        char *at = line + sizeof key - 1, *end;

        for (long next; (next = strtol (at, &end, 10), end != at); at = end)
          inner = next;
        break;
      }
  if (file)
    fclose (file);
  return (pid_t) inner;
}

/* Returns the /tmp of the process PID, open, if it is not that of this process;
   else -1.  */
static int
other_directory (pid_t pid)
{
  struct stat ours, theirs;
  char name[64];
  int fd;

  snprintf (name, sizeof name, "/proc/%d/root" DIRECTORY, (int) pid);
  fd = file_open (name, O_RDONLY | O_DIRECTORY, 0);
  if (fd >= 0
      && (fstat (fd, &theirs) != 0
          || (stat (DIRECTORY, &ours) == 0 && ours.st_dev == theirs.st_dev
              && ours.st_ino == theirs.st_ino)))
    {
      close (fd);
      fd = -1;
    }
  return fd;
}

void
code_names_process (struct made_code *code, pid_t pid)
{
  char name[64];
  struct stat st;

  if (code->is_found)
    return;
  snprintf (name, sizeof name, "/proc/%d", (int) pid);
  code->user = stat (name, &st) == 0 ? st.st_uid : geteuid ();
  code->pid = inner_pid (pid);
  code->directory = other_directory (pid);
  code->is_found = true;
}

void
code_names_note (struct made_code *code, uint64_t address)
{
  pair_enter (&code->used, (uint32_t) (address >> 32), (uint32_t) address);
}

void
code_names_free (struct made_code *code)
{
  if (code->is_found && code->directory >= 0)
    close (code->directory);
  pair_table_free (&code->used);
  *code = (struct made_code) { .is_found = false };
}

/* -- The file ------------------------------------------------------------- */

/* Opens the file of OWNER.  Returns a descriptor, or -1.  */
static int
open_map (const struct made_code *owner, uint64_t since)
{
  char name[PATH_MAX];
  struct stat st;
  int fd;

  snprintf (name, sizeof name, "%s/perf-%d.map",
            owner->directory < 0 ? DIRECTORY : ".", (int) owner->pid);
  fd = openat (owner->directory < 0 ? AT_FDCWD : owner->directory, name,
               O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd >= 0
      && (fstat (fd, &st) != 0 || !S_ISREG (st.st_mode)
          || (st.st_uid != owner->user && st.st_uid != geteuid ())
          || (uint64_t) st.st_mtime < since))
    {
      close (fd);
      fd = -1;
    }
  return fd;
}

/* Goes to the part of the file FD that is read: the end of a longer one, since
   the latest functions are there.  Returns whether that is in a line.  */
static bool
seek_part (int fd)
{
  struct stat st;

  return (fstat (fd, &st) == 0 && st.st_size > MOST_BYTES
          && lseek (fd, st.st_size - (off_t) MOST_BYTES, SEEK_SET) > 0);
}

/* Returns the last MOST_BYTES of the file FD, on the heap, with a NUL behind
   them, and stores their number in *LEN.  */
static char *
read_map (int fd, size_t *len)
{
  char *text = NULL;
  const bool is_part = seek_part (fd);
  size_t cap = 0;
  ssize_t got = 1;

  *len = 0;
  while (got > 0 && *len < MOST_BYTES)
    {
      ARRAY_ROOM (text, cap, *len + 65536);
      got = read (fd, text + *len, 65535);
      if (got > 0)
        *len += (size_t) got;
      else if (got < 0 && errno == EINTR)
        got = 1;
    }
  text[*len] = '\0';
  /* The first line may be the end of one.  */
  if (is_part)
    text[0] = '-';
  return text;
}

/* Reads a hexadecimal number and the spaces behind it from *AT on.  Returns
   false if there is none.  */
static bool
read_number (char **at, uint64_t *number)
{
  char *end;

  errno = 0;
  *number = strtoull (*at, &end, 16);
  if (end == *at || **at == '-' || *end != ' ' || errno != 0)
    return false;
  *at = end + strspn (end, " ");
  return true;
}

/* Reads the line AT, which ends with a NUL, into *FUNCTION.  Returns false if
   it names none.  */
static bool
read_line (char *at, struct made_function *function)
{
  if (!read_number (&at, &function->start)
      || !read_number (&at, &function->size) || function->size == 0
      || function->start + (function->size - 1) < function->start)
    return false;
  at[strcspn (at, "\r")] = '\0';
  function->name = at;
  return *at != '\0';
}

/* -- Addresses ------------------------------------------------------------ */

#define NONE SIZE_MAX

/* An address that is used, and its function.  */
struct used_address
{
  uint64_t address;
  size_t function;              /* number, or NONE */
  size_t next;                  /* of an address with a function: no address
                                   before this one has none */
};

/* The addresses in order, and the functions that hold some.  */
struct used_addresses
{
  struct used_address *items;   /* heap */
  size_t len;
  struct made_function *functions;      /* heap */
  size_t n_functions, cap_functions;
};

static int
order_addresses (const void *a, const void *b)
{
  const struct used_address *one = a, *other = b;

  return (one->address > other->address) - (one->address < other->address);
}

static struct used_addresses
sort_addresses (const struct pair_table *used)
{
  struct used_addresses all
    = { .items = array_new (used->len + 1, sizeof *all.items),
        .len = used->len };

  for (size_t i = 0; i < used->len; i++)
    all.items[i] = (struct used_address)
      { (uint64_t) used->pairs[i].a << 32 | used->pairs[i].b, NONE, 0 };
  qsort (all.items, all.len, sizeof *all.items, order_addresses);
  return all;
}

/* Returns the first address that is not below ADDRESS.  */
static size_t
first_not_below (const struct used_addresses *all, uint64_t address)
{
  size_t low = 0, high = all->len;

  while (low < high)
    {
      const size_t middle = low + (high - low) / 2;

      if (all->items[middle].address < address)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns the first address from I on that has no function, and shortens the
   way there.  */
static size_t
without_function (struct used_addresses *all, size_t i)
{
  size_t end = i;

  while (end < all->len && all->items[end].function != NONE)
    end = all->items[end].next;
  while (i < end)
    {
      const size_t next = all->items[i].next;

      all->items[i].next = end;
      i = next;
    }
  return end;
}

/* Gives the addresses in FUNCTION that have none yet this one.  */
static void
give_function (struct used_addresses *all, const struct made_function *function)
{
  size_t i = without_function (all, first_not_below (all, function->start));
  const size_t first = i;

  while (i < all->len
         && all->items[i].address - function->start < function->size)
    {
      all->items[i].function = all->n_functions;
      all->items[i].next = i + 1;
      i = without_function (all, i + 1);
    }
  if (i != first)
    *ARRAY_APPEND (all->functions, all->cap_functions, all->n_functions)
      = *function;
}

/* Reads the lines of the LEN bytes at TEXT, the last one first.  */
static void
give_functions (struct used_addresses *all, char *text, size_t len)
{
  struct made_function function;

  for (size_t end = len; end > 0;)
    {
      size_t start = end;

      while (start > 0 && text[start - 1] != '\n')
        start--;
      text[end] = '\0';
      if (read_line (text + start, &function))
        give_function (all, &function);
      end = start > 0 ? start - 1 : 0;
    }
}

/* Returns the end of the addresses from I on that have the same function.  */
static size_t
run_end (const struct used_addresses *all, size_t i)
{
  const size_t function = all->items[i].function;

  while (i < all->len && all->items[i].function == function)
    i++;
  return i;
}

/* Returns the part of the function of the addresses from I up to END that is
   not before LOW and not of a newer function.  */
static struct made_function
part_of_function (const struct used_addresses *all, size_t i, size_t end,
                  uint64_t low)
{
  struct made_function part = all->functions[all->items[i].function];
  uint64_t last = part.start + (part.size - 1);

  if (end < all->len && all->items[end].address <= last)
    {
      const size_t number = all->items[end].function;
      const uint64_t start = number == NONE ? 0 : all->functions[number].start;

      last = (start > all->items[end - 1].address ? start
              : all->items[end].address) - 1;
    }
  if (part.start < low)
    part.start = low;
  part.size = last - part.start + 1;
  return part;
}

bool
code_names_find (const struct made_code *owner, const struct pair_table *used,
                 uint64_t since,
                 void (*give) (void *data,
                               const struct made_function *function),
                 void *data)
{
  const int fd = open_map (owner, since);
  struct used_addresses all;
  uint64_t low = 0;
  size_t len;
  char *text;

  if (fd < 0)
    return false;
  text = read_map (fd, &len);
  close (fd);
  all = sort_addresses (used);
  give_functions (&all, text, len);
  for (size_t i = 0, end; i < all.len; i = end)
    {
      end = run_end (&all, i);
      if (all.items[i].function == NONE)
        continue;
      const struct made_function part = part_of_function (&all, i, end, low);
      give (data, &part);
      low = part.start + part.size;
    }
  free (all.items);
  free (all.functions);
  free (text);
  return true;
}
