/* record/runnable.c -- whether libgmon can be loaded into a program.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "record/runnable.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libiberty.h>

#include "base/out.h"
#include "base/stream.h"
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

/* Returns true if FILE is for the machine that OWN is for.  */
static bool
is_for_machine_of (const struct elf_file *file, const struct elf_file *own)
{
  return (elf_file_machine (own) == elf_file_machine (file)
          && elf_file_wire (own).addr_size == elf_file_wire (file).addr_size);
}

/* Returns the path of the dynamic linker of FILE on the heap, or NULL if it is
   linked statically.  */
static char *
dynamic_linker (struct elf_file *file)
{
  const struct elf_section *interp = elf_file_find (file, 0, ".interp");

  return interp ? (char *) elf_file_bytes (file, interp) : NULL;
}

/* Returns true if the dynamic linkers ONE and OTHER are of different C
   libraries.  Systems differ in the directory, C libraries in the name.  */
static bool
are_of_other_libraries (const char *one, const char *other)
{
  return one && other && strcmp (lbasename (one), lbasename (other)) != 0;
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

/* Returns why libgmon, which was built as OWN was, cannot be loaded into FILE,
   the program NAME.  OWN is NULL if this gprof cannot be read.  */
static enum runnable_fault
why_not_loaded (const char *name, struct elf_file *file, struct elf_file *own)
{
  char *linker = dynamic_linker (file);
  char *own_linker = own ? dynamic_linker (own) : NULL;
  enum runnable_fault fault = RUNNABLE_WELL;

  if (own && !is_for_machine_of (file, own))
    fault = RUNNABLE_OTHER_MACHINE;
  else if (!linker)
    fault = RUNNABLE_STATIC;
  else if (are_of_other_libraries (linker, own_linker))
    fault = RUNNABLE_OTHER_LIBRARY;
  else if (gets_rights (name))
    fault = RUNNABLE_GETS_RIGHTS;
  free (linker);
  free (own_linker);
  return fault;
}

static void
judge (struct runnable *found, struct elf_file *file)
{
  const char *unused;
  struct elf_file *own = elf_file_open ("/proc/self/exe", &unused);

  found->fault = why_not_loaded (found->path, file, own);
  found->has_asan = (found->fault == RUNNABLE_WELL
                     && names_library (file, "libasan.so"));
  found->has_hooks = (found->fault == RUNNABLE_WELL
                      && names_library (file, "__monstartup"));
  found->has_entries
    = (found->fault == RUNNABLE_WELL
       && elf_file_find (file, 0, "__patchable_function_entries"));
  elf_file_close (own);
}

void
runnable_note (const struct runnable *program, struct diag *diag)
{
  const char *name = program->path;

  switch (program->fault)
    {
    case RUNNABLE_WELL:
      break;
    case RUNNABLE_OTHER_MACHINE:
      diag_note (diag, "%s is for another machine than this gprof, so libgmon"
                 " is not loaded; its profile is that of -pg, if it was linked"
                 " with it", name);
      break;
    case RUNNABLE_STATIC:
      diag_note (diag, "%s is linked statically, so libgmon is not loaded; its"
                 " profile is that of -pg, if it was linked with it;"
                 " --engine=events records it as it is", name);
      break;
    case RUNNABLE_OTHER_LIBRARY:
      diag_note (diag, "%s has another C library than this gprof, whose libgmon"
                 " is not loaded; its profile is that of -pg, if it was linked"
                 " with it; --engine=events records it as it is", name);
      break;
    case RUNNABLE_GETS_RIGHTS:
      diag_note (diag, "%s runs with the rights of its owner, so libgmon is not"
                 " loaded; run it as that user, or run a copy", name);
      break;
    }
}

/* -- Scripts -------------------------------------------------------------- */

/* The size of the line "#!" that kernels read, in bytes.  */
#define LINE_MAX_READ 256

/* Reads the start of the file PATH into HEAD.  Returns the number of bytes.  */
static size_t
read_head (const char *path, char head[LINE_MAX_READ])
{
  struct stream *stream = stream_open (path);
  ssize_t len = stream ? stream_read (stream, head, LINE_MAX_READ, 0) : -1;

  if (stream)
    stream_close (stream);
  return len > 0 ? (size_t) len : 0;
}

/* Returns the interpreter that the LEN bytes at HEAD, the start of a script,
   name, on the heap; or NULL.  */
static char *
script_interpreter (const char *head, size_t len)
{
  size_t start = 2, end;

  if (len < 2 || memcmp (head, "#!", 2) != 0)
    return NULL;
  while (start < len && (head[start] == ' ' || head[start] == '\t'))
    start++;
  for (end = start; end < len && head[end] && !strchr (" \t\n", head[end]);)
    end++;
  return xstrndup (head + start, end - start);
}

/* As judge, for a file that is not ELF.  */
static void
judge_script (struct runnable *found)
{
  const char *unused;
  char head[LINE_MAX_READ];
  const size_t len = read_head (found->path, head);
  char *interpreter = script_interpreter (head, len);
  struct elf_file *file = interpreter ? elf_file_open (interpreter, &unused)
                          : NULL;
  struct elf_file *own = elf_file_open ("/proc/self/exe", &unused);
  char *linker = file ? dynamic_linker (file) : NULL;
  char *own_linker = own ? dynamic_linker (own) : NULL;

  found->is_binary = memchr (head, '\0', len) != NULL;
  if (are_of_other_libraries (linker, own_linker))
    found->fault = RUNNABLE_OTHER_LIBRARY;
  free (linker);
  free (own_linker);
  elf_file_close (file);
  elf_file_close (own);
  free (interpreter);
}

bool
runnable_find (struct runnable *found, struct diag *diag, const char *name)
{
  const char *unused;
  struct elf_file *file;

  *found = (struct runnable) { .path = runnable_path (diag, name) };
  if (!found->path)
    return false;
  file = elf_file_open (found->path, &unused);
  found->is_binary = file != NULL;
  if (file)
    judge (found, file);
  else
    judge_script (found);
  elf_file_close (file);
  return true;
}

void
runnable_free (struct runnable *found)
{
  free (found->path);
}
