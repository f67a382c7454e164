/* image/debug_file.c -- the separate file with a program's symbols or
   debugging information.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/debug_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <libiberty.h>

#include "image/debuginfod.h"

#define SYSTEM_DIR "/usr/lib/debug"

/* A search for the debug file of IMAGE.  */
struct hunt
{
  struct image *image;
  struct diag *diag;
  const struct debug_search *search;
  struct image_build_id id;     /* has no bytes if IMAGE has no build id */
  char *link;                   /* heap; file name in the debug link, or
                                   NULL */
  uint32_t crc;                 /* checksum in the debug link */
  char *dir;                    /* absolute directory of the program, with a
                                   '/' at the end; heap */
};

static void
warn_unused (const struct hunt *hunt, const char *name, const char *why)
{
  diag_warning (hunt->diag, "%s: not used as the debug file of %s: %s", name,
                image_name (hunt->image), why);
}

/* Returns true if NAME is a regular file and not the program itself.  Warns if
   it cannot be examined.  */
static bool
is_other_file (const struct hunt *hunt, const char *name)
{
  struct stat there, here;
  if (stat (name, &there) != 0)
    {
      if (errno != ENOENT && errno != ENOTDIR)
        warn_unused (hunt, name, strerror (errno));
      return false;
    }
  return (S_ISREG (there.st_mode)
          && (stat (image_file (hunt->image), &here) != 0
              || there.st_dev != here.st_dev || there.st_ino != here.st_ino));
}

/* Attaches the file NAME if it exists and fits; returns true if so.  NAME is
   on the heap and freed here.  */
static bool
try_id (const struct hunt *hunt, char *name)
{
  bool done = (is_other_file (hunt, name)
               && image_attach_debug (hunt->image, name));
  free (name);
  return done;
}

static bool
try_link (const struct hunt *hunt, char *name)
{
  uint32_t crc;
  bool done = false;
  if (is_other_file (hunt, name))
    {
      const char *trouble = image_file_crc (name, &crc);
      if (trouble)
        warn_unused (hunt, name, trouble);
      else if (crc == hunt->crc)
        done = image_attach_debug (hunt->image, name);
      else
        diag_warning (hunt->diag, "%s: not used: its checksum is %08lx, the "
                      "debug link of %s wants %08lx; it is of another build",
                      name, (unsigned long) crc, image_name (hunt->image),
                      (unsigned long) hunt->crc);
    }
  free (name);
  return done;
}

/* Returns the path for the LEN bytes of ID, at least 2, such as
   "/.build-id/12/3456.debug", on the heap.  */
static char *
id_path (const unsigned char *id, size_t len)
{
  static const char digits[] = "0123456789abcdef", prefix[] = "/.build-id/";
  char *path = xmalloc (sizeof prefix + 2 * len + sizeof "/.debug");
  char *to = stpcpy (path, prefix);
  for (size_t i = 0; i < len; i++)
    {
      if (i == 1)
        *to++ = '/';
      *to++ = digits[id[i] >> 4];
      *to++ = digits[id[i] & 15];
    }
  memcpy (to, ".debug", sizeof ".debug");
  return path;
}

/* Returns the directory number I to search: the user's directories first, then
   that of the system, then NULL.  */
static const char *
dir_at (const struct debug_search *search, size_t i)
{
  if (i < search->n_dirs)
    return search->dirs[i];
  return i == search->n_dirs ? SYSTEM_DIR : NULL;
}

static bool
follow_id (const struct hunt *hunt)
{
  const char *dir;
  bool done = false;
  if (hunt->id.len < 2)
    return false;
  char *path = id_path (hunt->id.bytes, hunt->id.len);
  for (size_t i = 0; !done && (dir = dir_at (hunt->search, i)); i++)
    done = try_id (hunt, concat (dir, path, NULL));
  free (path);
  return done;
}

static bool
debug_file_follow_link (const struct hunt *hunt)
{
  const char *dir;
  if (!hunt->link)
    return false;
  if (try_link (hunt, concat (hunt->dir, hunt->link, NULL))
      || try_link (hunt, concat (hunt->dir, ".debug/", hunt->link, NULL)))
    return true;
  for (size_t i = 0; (dir = dir_at (hunt->search, i)); i++)
    if (try_link (hunt, concat (dir, hunt->dir, hunt->link, NULL)))
      return true;
  return false;
}

static bool
ask_servers (const struct hunt *hunt)
{
  if (!hunt->search->ask_servers || hunt->id.len == 0)
    return false;
  char *name = debuginfod_fetch (hunt->diag, hunt->id.bytes, hunt->id.len);
  return name && try_id (hunt, name);
}

bool
debug_file_follow (struct image *image, struct diag *diag,
                   const struct debug_search *search)
{
  struct hunt hunt = { .image = image, .diag = diag, .search = search };
  image_build_id (image, &hunt.id);
  hunt.link = image_debug_link (image, &hunt.crc);
  hunt.dir = lrealpath (image_name (image));
  hunt.dir[lbasename (hunt.dir) - hunt.dir] = '\0';
  bool done = follow_id (&hunt) || debug_file_follow_link (&hunt)
              || ask_servers (&hunt);
  free (hunt.dir);
  free (hunt.link);
  return done;
}

char *
debug_file_by_id (struct diag *diag, const unsigned char *id, size_t len,
                  const struct debug_search *search)
{
  const char *dir;
  char *found = NULL;
  if (len < 2)
    return NULL;
  char *path = id_path (id, len);
  for (size_t i = 0; !found && (dir = dir_at (search, i)); i++)
    {
      struct stat file;
      found = concat (dir, path, NULL);
      if (stat (found, &file) == 0 && S_ISREG (file.st_mode))
        break;
      free (found);
      found = NULL;
    }
  free (path);
  if (found || !search->ask_servers)
    return found;
  return debuginfod_fetch (diag, id, len);
}
