/* record/runnable.c -- whether libgmon can be loaded into a program.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the name of a program, PATH, the start of the file.  Out: its path, and
   a note about what a profile of it lacks.  */

#include <config.h>

#include "record/runnable.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libiberty.h>

#include "base/out.h"
#include "image/elf_file.h"

/* The value of PATH if it is not set.  */
#define USUAL_PATH "/usr/local/bin:/bin:/usr/bin"

/* -- The file ------------------------------------------------------------- */

/* Returns 0 if the file NAME can be run, else an errno.  */
static int
why_not_runnable (const char *name)
{
  struct stat st;

  if (stat (name, &st) != 0)
    return errno;
  if (S_ISDIR (st.st_mode))
    return EISDIR;
  return access (name, X_OK) == 0 ? 0 : errno;
}

/* Returns on the heap the path of the program NAME, which has no slash, in the
   directories of PATH; or NULL.  */
static char *
runnable_search (const char *name)
{
  const char *dirs = getenv ("PATH");

  for (dirs = dirs ? dirs : USUAL_PATH;; dirs++)
    {
      size_t len = strcspn (dirs, ":");
      struct out *path = out_to_memory ();
      char *found = NULL;

      out_bytes (path, len ? dirs : ".", len ? len : 1);
      out_printf (path, "/%s", name);
      if (why_not_runnable (out_memory (path, NULL)) == 0)
        found = xstrdup (out_memory (path, NULL));
      out_close (path);
      dirs += len;
      if (found || !*dirs)
        return found;
    }
}

static char *
runnable_path (struct diag *diag, const char *name)
{
  int why;
  char *found = NULL;

  if (strchr (name, '/'))
    {
      why = why_not_runnable (name);
      found = why ? NULL : xstrdup (name);
    }
  else
    {
      found = runnable_search (name);
      why = ENOENT;
    }
  if (!found && why == ENOENT && !strchr (name, '/') && *name
      && access (name, X_OK) == 0)
    diag_error (diag, "%s: is in no directory of PATH; did you mean ./%s?",
                name, name);
  else if (!found)
    diag_error (diag, "%s: cannot be run: %s", name, strerror (why));
  return found;
}

/* -- Its kind ------------------------------------------------------------- */

/* Returns true if FILE needs the shared library whose name begins with
   NAME.  */
static bool
names_library (struct elf_file *file, const char *name)
{
  const struct elf_section *strings = elf_file_find (file, 0, ".dynstr");
  unsigned char *bytes = strings ? elf_file_bytes (file, strings) : NULL;
  size_t len = strlen (name);
  bool found = false;

  for (uint64_t i = 0; bytes && !found && i + len < strings->size; i++)
    found = memcmp (bytes + i, name, len) == 0;
  free (bytes);
  return found;
}

/* Returns true if FILE is for the machine that this program is for.  */
static bool
is_for_this_machine (const struct elf_file *file)
{
  const char *why;
  struct elf_file *own = elf_file_open ("/proc/self/exe", &why);
  bool same = (!own || (elf_file_machine (own) == elf_file_machine (file)
                        && elf_file_wire (own).addr_size
                           == elf_file_wire (file).addr_size));

  elf_file_close (own);
  return same;
}

/* Returns true if the program PATH gets the rights of its owner or group, so
   that the dynamic linker loads no library for the user.  */
static bool
gets_rights (const char *path)
{
  struct stat st;

  return (stat (path, &st) == 0
          && (((st.st_mode & S_ISUID) && st.st_uid != getuid ())
              || ((st.st_mode & S_ISGID) && st.st_gid != getgid ())));
}

static void
judge (struct runnable *found, struct diag *diag, struct elf_file *file)
{
  const char *name = found->path;

  if (!is_for_this_machine (file))
    diag_note (diag, "%s is for another machine than this gprof, so libgmon is"
               " not loaded; its profile is that of -pg, if it was linked with"
               " it", name);
  else if (!elf_file_find (file, 0, ".interp"))
    diag_note (diag, "%s is linked statically, so libgmon is not loaded; its"
               " profile is that of -pg, if it was linked with it", name);
  else if (gets_rights (name))
    diag_note (diag, "%s runs with the rights of its owner, so libgmon is not"
               " loaded; run it as that user, or run a copy", name);
  else
    found->loads = true;
  found->has_asan = found->loads && names_library (file, "libasan.so");
}

bool
runnable_find (struct runnable *found, struct diag *diag, const char *name)
{
  const char *why;
  struct elf_file *file;

  *found = (struct runnable) { .path = runnable_path (diag, name) };
  if (!found->path)
    return false;
  file = elf_file_open (found->path, &why);
  if (file)
    judge (found, diag, file);
  else
    found->loads = true;        /* a script */
  elf_file_close (file);
  return true;
}
