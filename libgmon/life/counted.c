/* counted.c -- which functions are counted, if not all.

   SPDX-License-Identifier: 0BSD

   Contracts are in state.h.

   Calls of hooks are changed once, at the start, while there is one thread.
   All else, as calls before that, in libraries that were loaded later, or where
   the kernel refuses changes, is counted by the hook and dropped when counts
   are read.  So what is in the profile does not depend on what could be
   changed.

   This does not hold for functions that have no call of a hook until it is
   written into their entry.  Those of a library that is loaded later are
   changed before the program can know the library, if there is one thread
   then.  */

#include <errno.h>
#include <link.h>
#include <string.h>

#include "arch/hook_call.h"
#include "config/glob.h"
#include "life/counted_file.h"
#include "life/hook_cost.h"
#include "life/state.h"
#include "record/entry_sites.h"
#include "sys/address_set.h"
#include "sys/message.h"
#include "sys/plt_object.h"
#include "sys/signal_guard.h"
#include "sys/task_list.h"
#include "machine.h"

/* Returns true if GMON_OPTIONS may have the key.  */
static bool
is_asked (void)
{
  const char *words = options_variable ("GMON_OPTIONS=");

  return words != NULL && strstr (words, "functions=") != NULL;
}

#define NOTHING "none"

#ifdef HAVE_HOOK_CALLS

/* An object with calls of hooks.  It stays when it is unloaded.  */
struct counted_object
{
  struct counted_object *next;  /* one that was found before */
  struct hook_object hooks;
  struct counted_name name;
};

struct counted
{
  const char *patterns;         /* NULL: those of FILE */
  const char *shown;            /* what the profile says */
  bool is_nothing;
  bool is_start;                /* the objects of the start are scanned */
  bool may_change;              /* there is one thread only */
  struct counted_file file;
  struct near_code near;        /* the hook of entries */
  struct bounded_lock lock;     /* held while the fields below change */
  struct counted_object *_Atomic objects;       /* the newest one first */
  unsigned long long adds;      /* the loader's count of loads */
  unsigned long long subs;      /* of unloads */
  struct address_set known;     /* load addresses of objects that need no
                                   further scan, as long as none is unloaded */
  struct code_patch patch;
  size_t pages;                 /* that were changed */
  size_t sites;
  size_t calls;                 /* of hooks, among the sites */
  size_t wanted;
  size_t without_name;
  size_t strange_entries;       /* that cannot be changed */
  bool refused;                 /* the kernel refuses changes */
  bool entries_refused;
  bool is_too_far;              /* no place for the hook near entries */
  bool has_idle;                /* entries that a later scan is to change */
  bool has_told;                /* that it could not */
  bool no_memory;
  bool program_has_hooks;
  bool is_strange;              /* its calls of hooks, if any, are of a form
                                   that is not known */
  bool is_listed;               /* FILE knows an object */
  struct counted_name other;    /* one of which FILE knows another build */
  bool has_other;
};

/* -- Names ---------------------------------------------------------------- */

/* A function that is to be found among the sites.  */
struct naming
{
  const char *patterns;
  const char *name;
  unsigned glob;                /* of the name, once it was looked at */
  bool is_known;
};

static void
name_site (struct hook_site *site, void *data)
{
  struct naming *naming = data;

  if (!naming->is_known)
    naming->glob = glob_last (naming->patterns, naming->name);
  naming->is_known = true;
  site->has_name = true;
  if (naming->glob > site->glob)
    site->glob = (uint16_t) naming->glob;
}

/* Returns true if FILE is that of OBJECT: it begins with the same bytes.  */
static bool
is_same_file (const struct elf_file *file, const struct hook_object *object)
{
  return memcmp (file->header, (const void *) object->start,
                 sizeof *file->header) == 0;
}

/* Opens the file of OBJECT.  Returns NULL if it cannot be read; in any case
   elf_file_close must follow.  A name without a slash is the kernel's.  */
static const struct elf_file *
open_object_file (struct elf_file *file, const struct counted_object *object)
{
  const char *path = *object->name.path != '\0' ? object->name.path
                                                : "/proc/self/exe";

  *file = (struct elf_file) { .header = NULL };
  return strchr (path, '/') != NULL
         && elf_file_open (file, path, &gmon.descriptors)
         && is_same_file (file, &object->hooks) ? file : NULL;
}

static void
name_sites (const struct counted *counted, struct counted_object *object,
            const struct elf_file *file)
{
  for (size_t i = 0; file != NULL && i < file->n_symbols; i++)
    {
      const ElfW (Sym) *symbol = &file->symbols[i];
      struct naming naming = { .patterns = counted->patterns,
                               .name = elf_file_name (file, symbol) };

      if (symbol->st_size != 0 && elf_file_may_be_function (file, symbol))
        hook_sites_in (&object->hooks, symbol->st_value, symbol->st_size,
                       name_site, &naming);
    }
}

/* The calls that measure the hook are never in the profile.  */
struct choice
{
  struct counted *counted;
  const struct hook_object *object;
};

static void
choose_site (struct hook_site *site, void *data)
{
  const struct choice *choice = data;
  struct counted *counted = choice->counted;

  if (hook_cost_calls (choice->object->start + site->location))
    {
      site->is_wanted = true;
      return;
    }
  if (site->is_spare)
    return;
  if (counted->patterns != NULL)
    {
      site->is_wanted = glob_is_wanted (counted->patterns, site->glob);
      counted->without_name += !site->has_name;
    }
  counted->sites++;
  counted->wanted += site->is_wanted;
}

static void
want_site (struct hook_site *site, void *data)
{
  (void) data;
  site->is_wanted = true;
}

static void
want_function (uintptr_t start, uintptr_t size, void *data)
{
  hook_sites_in (data, start, size, want_site, NULL);
}

static void
choose_sites (struct counted *counted, struct counted_object *object,
              const struct elf_file *file)
{
  struct choice choice = { counted, &object->hooks };

  if (counted->patterns != NULL)
    name_sites (counted, object, file);
  else if (!counted->is_nothing)
    switch (counted_file_each (&counted->file, &object->name,
                               gmon.dump.options.program, want_function,
                               &object->hooks))
      {
      case COUNTED_UNLISTED: break;
      case COUNTED_LISTED: counted->is_listed = true; break;
      case COUNTED_OTHER_BUILD:
        counted->other = object->name;
        counted->has_other = true;
        break;
      }
  hook_sites_each (&object->hooks, choose_site, &choice);
}

/* -- Objects -------------------------------------------------------------- */

/* Returns true if the object of INFO may have calls of our hooks.  Those of the
   archive are called in the program without relocations.  */
static bool
may_call_hooks (const struct dl_phdr_info *info)
{
  struct plt_object plt;
  bool is_plt = plt_object_read (&plt, info);
  bool has_ours = is_plt && (uintptr_t) own_mcount >= plt.start
                  && (uintptr_t) own_mcount < plt.end;

#ifdef __PIE__
  if (!is_plt || has_ours)
    return true;
#else
  if (!is_plt || has_ours)
    return false;
#endif
  return plt_has_hook (&plt, NULL);
}

static void
name_object (struct counted_name *name, const struct dl_phdr_info *info,
           bool is_program)
{
  size_t len = strlen (info->dlpi_name);

  name->id_size = program_build_id (info, name->id, sizeof name->id);
  if (len >= sizeof name->path)
    len = sizeof name->path - 1;
  if (!is_program)
    memcpy (name->path, info->dlpi_name, len);
}

/* Returns the object of NAME at BASE if it is among those that are known, or
   NULL.  It may have been loaded again, at the same place.  */
static struct counted_object *
was_found (const struct counted *counted, const struct counted_name *name,
          uintptr_t base)
{
  for (struct counted_object *it = atomic_load (&counted->objects);
       it != NULL; it = it->next)
    if (it->hooks.base == base)
      return it->name.id_size == name->id_size
             && memcmp (it->name.id, name->id, name->id_size) == 0
             && strcmp (it->name.path, name->path) == 0 ? it : NULL;
  return NULL;
}

/* Finds the sites of OBJECT in its code and in its file.  The functions of
   libgmon.so itself are never counted.  */
static void
find_sites (struct counted *counted, struct counted_object *object,
            const struct dl_phdr_info *info, bool is_program)
{
  bool has_ours = (uintptr_t) own_mcount - object->hooks.start
                  < object->hooks.end - object->hooks.start;
  struct elf_file file;
  const struct elf_file *found = open_object_file (&file, object);

  if (may_call_hooks (info))
    hook_sites_find (&object->hooks, info);
  if (is_program || !has_ours)
    entry_sites_find (&object->hooks, found, is_program);
  if (hook_sites_count (&object->hooks) != 0)
    choose_sites (counted, object, found);
  counted->calls += object->hooks.by_word.len + object->hooks.direct.len;
  elf_file_close (&file);
  counted->no_memory |= object->hooks.no_memory;
  counted->strange_entries += object->hooks.strange_entries;
}

/* Returns the object of INFO if it has sites, else NULL.  */
static struct counted_object *
add_object (struct counted *counted, const struct dl_phdr_info *info,
            const struct counted_name *name, bool is_program)
{
  struct counted_object *object = machine_map (sizeof *object);

  if (object == NULL)
    {
      counted->no_memory = true;
      return NULL;
    }
  object->name = *name;
  if (hook_object_read (&object->hooks, info))
    find_sites (counted, object, info, is_program);
  if (hook_sites_count (&object->hooks) == 0)
    {
      hook_sites_free (&object->hooks);
      machine_unmap (object, sizeof *object);
      return NULL;
    }
  object->next = atomic_load (&counted->objects);
  atomic_store (&counted->objects, object);
  return object;
}

/* -- A scan of the loaded objects ----------------------------------------- */

struct object_scan
{
  struct counted *counted;
  bool is_later;                /* not the first object, the program */
  bool is_before_use;           /* of what is new */
  bool may_change;              /* entries of what is new */
  bool has_idle;                /* there are such that were not changed */
};

static void
change_entries (struct counted *counted, const struct counted_object *object)
{
  switch (entry_sites_change (&object->hooks, &counted->near, &counted->patch,
                              &counted->pages))
    {
    case ENTRIES_CHANGED: break;
    case ENTRIES_REFUSED: counted->entries_refused = true; break;
    case ENTRIES_TOO_FAR: counted->is_too_far = true; break;
    }
}

/* Looks at the object of INFO, unless it is known.  One with entries may have
   been loaded again, without its calls.  */
static void
scan_new_object (struct object_scan *scan, const struct dl_phdr_info *info,
             bool is_program)
{
  struct counted *counted = scan->counted;
  struct counted_name name = { .id_size = 0 };
  struct counted_object *object;

  if (address_set_has (&counted->known, info->dlpi_addr))
    return;
  name_object (&name, info, is_program);
  object = was_found (counted, &name, info->dlpi_addr);
  if (object == NULL)
    object = add_object (counted, info, &name, is_program);
  if (object != NULL && scan->may_change)
    change_entries (counted, object);
  if (object == NULL || !entry_sites_are_idle (&object->hooks))
    address_set_add (&counted->known, info->dlpi_addr);
  else if (!scan->may_change)
    scan->has_idle = true;
}

static int
scan_object (struct dl_phdr_info *info, size_t size, void *data)
{
  struct object_scan *scan = data;
  struct counted *counted = scan->counted;
  bool is_program = !scan->is_later;

  (void) size;
  entry_hook_find_file (&counted->near.hook, info);
  if (is_program && counted->adds == info->dlpi_adds
      && !(scan->is_before_use && counted->has_idle))
    return 1;
  if (is_program && counted->subs != info->dlpi_subs)
    address_set_clear (&counted->known);
  scan->is_later = true;
  counted->adds = info->dlpi_adds;
  counted->subs = info->dlpi_subs;
  scan_new_object (scan, info, is_program);
  if (is_program)
    {
      counted->program_has_hooks |= counted->sites != 0;
      counted->is_strange = counted->sites == 0 && may_call_hooks (info);
    }
  return 0;
}

/* -- The start ------------------------------------------------------------ */

static void
change_calls (struct counted *counted)
{
  code_patch_begin (&counted->patch, &gmon.descriptors);
  for (const struct counted_object *it = atomic_load (&counted->objects);
       it != NULL; it = it->next)
    {
      if (!hook_sites_remove (&it->hooks, &counted->patch, &counted->pages))
        counted->refused = true;
      change_entries (counted, it);
    }
  code_patch_end (&counted->patch);
}

/* The archive does not see dlclose.  What it did not find while it was loaded
   cannot be named, so it cannot be known to be wanted.  */
static bool
drops_unknown (const struct counted *counted, uintptr_t self)
{
#ifdef __PIE__
  return counted->sites != 0 && self != ARC_SELF_BLOCK
         && self != ARC_SELF_GUARD;
#else
  (void) counted;
  (void) self;
  return false;
#endif
}

static bool
counted_drops (uintptr_t self)
{
  const struct counted *counted = gmon.counted;

  for (const struct counted_object *it = atomic_load (&counted->objects);
       it != NULL; it = it->next)
    if (self - it->hooks.start <= it->hooks.end - it->hooks.start)
      {
        const struct hook_site *site = hook_site_at (&it->hooks, self);

        return site != NULL ? !site->is_wanted : counted->is_nothing;
      }
  return drops_unknown (counted, self);
}

#define MANY_PAGES (32u << 20 >> 12)

/* The links of the list of threads are one for each, and two.  At the start,
   when the list cannot be read, there is hardly more than one.  */
#define ONE_THREAD 3

static bool
has_one_thread (void)
{
  return task_list_links (0) <= ONE_THREAD;
}

/* Says what the user should know of functions with entries.  */
static void
report_entries (const struct counted *counted, const char *refused)
{
  char text[GMON_NUMBER_SIZE];
  bool are_idle = false;

  for (const struct counted_object *it = atomic_load (&counted->objects);
       it != NULL; it = it->next)
    are_idle |= entry_sites_are_idle (&it->hooks);
  if (are_idle && counted->is_too_far)
    gmon_message ("functions: there is no free memory near the program or a"
                  " library: its functions with -fpatchable-function-entry are"
                  " not counted");
  else if (are_idle)
    gmon_message ("functions: ", refused, ": functions that were compiled with"
                  " -fpatchable-function-entry are not counted");
  if (counted->strange_entries != 0)
    gmon_message ("functions: functions with -fpatchable-function-entry that do"
                  " not begin with five bytes of NOPs that are known, and are"
                  " not counted: ",
                  gmon_number_text (text, (uint32_t) counted->strange_entries),
                  "; compile them with -fpatchable-function-entry=5");
}

/* Says what the user should know of what was done.  */
static void
report (const struct counted *counted)
{
  char text[GMON_NUMBER_SIZE];
  const char *refused = !counted->may_change
                        ? "there are several threads already"
                        : "the system refuses changes of code";

  if (counted->no_memory)
    gmon_message ("functions: all functions are counted: out of memory");
  else if (counted->sites == 0 && executable_needs_us ())
    gmon_message ("functions: no function with a call of mcount or __fentry__"
                  " is loaded yet; compile the program with -pg or"
                  " -fpatchable-function-entry=5");
  else if (counted->sites != 0 && counted->wanted == 0
           && !counted->is_nothing)
    gmon_message ("functions=", counted->shown, ": no function of that name"
                  " has a hook",
                  counted->patterns != NULL
                  ? "; C++ names need gprof --run --functions" : "");
  if (counted->without_name != 0)
    gmon_message ("functions: functions with hooks that have no name in the"
                  " program's files: ",
                  gmon_number_text (text, (uint32_t) counted->without_name),
                  "; functions=@FILE knows them by address");
  report_entries (counted, refused);
  if (counted->refused || (!counted->may_change && counted->calls != 0))
    gmon_message ("functions: ", refused, ": calls that are not wanted cost"
                  " what they do without functions=, and are dropped");
  if (counted->pages > MANY_PAGES)
    gmon_message ("functions: ",
                  gmon_number_text (text,
                                    (uint32_t) (counted->pages >> 8)),
                  " MiB of code are changed, and take memory in each process"
                  " of the program");
}

/* Reads functions= into COUNTED.  Returns NULL, or why it cannot be done.  */
static const char *
read_choice (struct counted *counted, const char *functions)
{
  const char *error = NULL;

  entry_hook_make (&counted->near.hook);
  counted->is_nothing = *functions == '\0' || strcmp (functions, NOTHING) == 0;
  counted->shown = counted->is_nothing ? NOTHING : functions;
  if (*functions == '@')
    {
      error = counted_file_read (&counted->file, functions + 1,
                                 &gmon.descriptors);
      counted->shown = counted->file.functions;
    }
  else if (!counted->is_nothing)
    counted->patterns = functions;
  return error;
}

/* Returns true if functions=@FILE was made for what is loaded.  */
static bool
is_right_build (const struct counted *counted)
{
  return counted->file.text == NULL
         || (counted->is_listed && !counted->has_other);
}

static void
refuse_file (const struct counted *counted, const char *file)
{
  const char *path = counted->has_other && *counted->other.path != '\0'
                     ? counted->other.path : gmon.dump.options.program;

  gmon_message ("functions=", file, ": all functions are counted: the file was"
                " made for another build of ", path,
                "; make it again with gprof --list-functions");
}

/* Returns what is to be counted, or NULL: all functions.  */
static struct counted *
choose_functions (const char *functions)
{
  struct counted *counted = machine_map (sizeof *counted);
  const char *error = counted != NULL ? read_choice (counted, functions)
                                      : "out of memory";
  struct object_scan scan = { .counted = counted };

  if (error != NULL)
    {
      gmon_message ("functions=", functions, ": all functions are counted: ",
                    error);
      return NULL;
    }
  dl_iterate_phdr (scan_object, &scan);
  if (counted->is_strange)
    gmon_message ("functions=", functions, ": all functions are counted: no"
                  " call of mcount or __fentry__ is known; compile the program"
                  " with -pg, without -mcmodel=large, or with"
                  " -fpatchable-function-entry=5");
  else if (!is_right_build (counted))
    refuse_file (counted, functions);
  else
    return counted;
  return NULL;
}

bool
counted_start (void)
{
  static bool is_done;
  struct counted *counted = gmon.counted;

  if (!is_done && is_asked ())
    {
      gmon_read_options ();
      if (gmon.dump.options.functions != NULL)
        counted = choose_functions (gmon.dump.options.functions);
      if (counted != NULL)
        {
          gmon.counted = counted;
          gmon.arcs.drops = counted_drops;
          counted->may_change = has_one_thread ();
          if (counted->may_change)
            change_calls (counted);
          report (counted);
        }
    }
  is_done = true;
  return counted != NULL && counted->program_has_hooks;
}

/* Looks at objects that were loaded since the last time.  */
static void
scan_new_objects (struct counted *counted, bool is_before_use)
{
  struct object_scan scan = { .counted = counted,
                              .is_before_use = is_before_use };

  scan.may_change = is_before_use && task_list_links (0) == ONE_THREAD;
  if (scan.may_change)
    code_patch_begin (&counted->patch, &gmon.descriptors);
  dl_iterate_phdr (scan_object, &scan);
  if (scan.may_change)
    code_patch_end (&counted->patch);
  counted->has_idle = scan.has_idle && !is_before_use;
  if (scan.has_idle && is_before_use && !counted->has_told)
    {
      counted->has_told = true;
      gmon_message ("functions: a library was opened while there were several"
                    " threads: its functions with -fpatchable-function-entry"
                    " are not counted");
    }
}

void
counted_scan_objects (bool is_before_use)
{
  struct counted *counted = gmon.counted;
  int saved = errno;
  struct guard guard;

  if (counted == NULL)
    return;
  guard_enter (&guard);
  if (bounded_lock_try (&counted->lock))
    {
      scan_new_objects (counted, is_before_use);
      bounded_lock_release (&counted->lock);
    }
  guard_leave (&guard, 0);
  errno = saved;
}

void
counted_reset_in_child (void)
{
  if (gmon.counted != NULL)
    bounded_lock_reset (&gmon.counted->lock);
}

const char *
counted_functions (void)
{
  return gmon.counted != NULL ? gmon.counted->shown : NULL;
}

bool
counted_is_nothing (void)
{
  return gmon.counted != NULL && gmon.counted->is_nothing;
}

bool
counted_may_grow (void)
{
  return gmon.counted != NULL && !gmon.counted->is_nothing;
}

const struct near_code *
counted_near_code (void)
{
  return gmon.counted != NULL ? &gmon.counted->near : NULL;
}

#else

bool
counted_start (void)
{
  static bool is_done;
  const char *functions;

  if (!is_done && is_asked ())
    {
      is_done = true;
      gmon_read_options ();
      functions = gmon.dump.options.functions;
      if (functions != NULL)
        gmon_message ("functions=", functions, ": all functions are counted:"
                      " this needs x86-64 and the hook in"
                      " assembly");
    }
  return false;
}

void
counted_scan_objects (bool is_before_use)
{
  (void) is_before_use;
}

void
counted_reset_in_child (void)
{
}

const char *
counted_functions (void)
{
  return NULL;
}

bool
counted_is_nothing (void)
{
  return false;
}

bool
counted_may_grow (void)
{
  return false;
}

const struct near_code *
counted_near_code (void)
{
  return NULL;
}

#endif
