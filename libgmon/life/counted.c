/* counted.c -- which functions are counted, if not all.

   SPDX-License-Identifier: 0BSD

   Contracts are in state.h.

   Code is changed once, at the start, while there is one thread.  All else, as
   calls before that, in libraries that were loaded later, or where the kernel
   refuses changes, is counted by the hook and dropped when counts are read.  So
   what is in the profile does not depend on what could be changed.  */

#include <errno.h>
#include <link.h>
#include <string.h>

#include "arch/hook_call.h"
#include "config/glob.h"
#include "life/counted_file.h"
#include "life/hook_cost.h"
#include "life/state.h"
#include "record/hook_sites.h"
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
  bool is_start;                /* the objects of the start are looked at */
  bool may_change;              /* there is one thread only */
  struct counted_file file;
  struct bounded_lock lock;     /* held while the fields below change */
  struct counted_object *_Atomic objects;       /* the newest one first */
  unsigned long long adds;      /* the loader's count of loads */
  struct code_patch patch;
  size_t pages;                 /* that were changed */
  size_t sites;
  size_t wanted;
  size_t without_name;
  bool refused;                 /* the kernel refuses changes */
  bool no_memory;
  bool program_has_hooks;
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

static void
name_sites (const struct counted *counted, struct counted_object *object)
{
  const char *path = *object->name.path != '\0' ? object->name.path
                                                : "/proc/self/exe";
  struct elf_file file;

  if (elf_file_open (&file, path, &gmon.descriptors)
      && is_same_file (&file, &object->hooks))
    for (size_t i = 0; i < file.n_symbols; i++)
      {
        const ElfW (Sym) *symbol = &file.symbols[i];
        struct naming naming = { .patterns = counted->patterns,
                                 .name = elf_file_name (&file, symbol) };

        if (symbol->st_size != 0 && elf_file_may_be_function (&file, symbol))
          hook_sites_in (&object->hooks, symbol->st_value, symbol->st_size,
                         name_site, &naming);
      }
  elf_file_close (&file);
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
choose_sites (struct counted *counted, struct counted_object *object)
{
  struct choice choice = { counted, &object->hooks };

  if (counted->patterns != NULL)
    name_sites (counted, object);
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

/* Returns true if the object of NAME and HOOKS is among those that are known:
   it may have been loaded again, at the same place.  */
static bool
was_found (const struct counted *counted, const struct counted_name *name,
          uintptr_t base)
{
  for (const struct counted_object *it = atomic_load (&counted->objects);
       it != NULL; it = it->next)
    if (it->hooks.base == base)
      return it->name.id_size == name->id_size
             && memcmp (it->name.id, name->id, name->id_size) == 0
             && strcmp (it->name.path, name->path) == 0;
  return false;
}

static void
add_object (struct counted *counted, const struct dl_phdr_info *info,
            const struct counted_name *name)
{
  struct counted_object *object = machine_map (sizeof *object);

  if (object == NULL)
    {
      counted->no_memory = true;
      return;
    }
  object->name = *name;
  hook_sites_find (&object->hooks, info);
  counted->no_memory |= object->hooks.no_memory;
  if (hook_sites_count (&object->hooks) == 0)
    {
      hook_sites_free (&object->hooks);
      machine_unmap (object, sizeof *object);
      return;
    }
  choose_sites (counted, object);
  object->next = atomic_load (&counted->objects);
  atomic_store (&counted->objects, object);
}

struct look
{
  struct counted *counted;
  bool is_later;                /* not the first object, the program */
};

static int
look_at_object (struct dl_phdr_info *info, size_t size, void *data)
{
  struct look *look = data;
  struct counted *counted = look->counted;
  struct counted_name name = { .id_size = 0 };
  bool is_program = !look->is_later;

  (void) size;
  if (is_program && counted->adds == info->dlpi_adds)
    return 1;
  look->is_later = true;
  counted->adds = info->dlpi_adds;
  if (!may_call_hooks (info))
    return 0;
  name_object (&name, info, is_program);
  if (was_found (counted, &name, info->dlpi_addr))
    return 0;
  add_object (counted, info, &name);
  counted->program_has_hooks |= is_program && counted->sites != 0;
  return 0;
}

/* -- The start ------------------------------------------------------------ */

static void
remove_calls (struct counted *counted)
{
  code_patch_begin (&counted->patch, &gmon.descriptors);
  for (const struct counted_object *it = atomic_load (&counted->objects);
       it != NULL; it = it->next)
    if (!hook_sites_remove (&it->hooks, &counted->patch, &counted->pages))
      counted->refused = true;
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
                  " is loaded yet; compile the program with -pg");
  else if (counted->sites != 0 && counted->wanted == 0
           && !counted->is_nothing)
    gmon_message ("functions=", counted->shown, ": no function of that name"
                  " has a hook",
                  counted->patterns != NULL
                  ? "; C++ names need gprof --run --functions" : "");
  if (counted->without_name != 0)
    gmon_message ("functions: ",
                  gmon_number_text (text, (uint32_t) counted->without_name),
                  " functions with hooks have no name in the program's files;"
                  " functions=@FILE knows them by address");
  if (counted->refused || (!counted->may_change && counted->sites != 0))
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
  struct look look = { .counted = counted };

  if (error != NULL)
    {
      gmon_message ("functions=", functions, ": all functions are counted: ",
                    error);
      return NULL;
    }
  dl_iterate_phdr (look_at_object, &look);
  if (is_right_build (counted))
    return counted;
  refuse_file (counted, functions);
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
          counted->may_change = task_list_links (0) <= 3;
          if (counted->may_change)
            remove_calls (counted);
          report (counted);
        }
    }
  is_done = true;
  return counted != NULL && counted->program_has_hooks;
}

void
counted_look (void)
{
  struct counted *counted = gmon.counted;
  struct look look = { .counted = counted };
  int saved = errno;
  struct guard guard;

  if (counted == NULL)
    return;
  guard_enter (&guard);
  if (bounded_lock_try (&counted->lock))
    {
      dl_iterate_phdr (look_at_object, &look);
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
counted_look (void)
{
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

#endif
