/* library_calls.c -- counts calls of libraries that have no hooks.

   SPDX-License-Identifier: 0BSD

   Slots of PLTs get the addresses of stubs in place of those of functions.  A
   stub counts the call and jumps to the function, so the function sees its
   caller and its stack as without us, and stacks are unwound as without us.

   Words with addresses of functions for other uses (GLOB_DAT) are left alone:
   programs compare such addresses.

   An object that was loaded at the start stays.  Another one is held by a
   dlopen of ours while its slots are changed; that also waits for a thread that
   is just loading it.  */

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>

#include "arch/library_stub.h"
#include "config/glob.h"
#include "life/library_calls.h"
#include "life/state.h"
#include "record/stubs.h"
#include "record/whole.h"
#include "sys/address_set.h"
#include "sys/message.h"
#include "sys/plt_object.h"
#include "machine.h"

/* -- Hooks that are not ours ---------------------------------------------- */

#ifdef MACHINE_STUB_HEADER

struct hook_check
{
  uintptr_t start;              /* of the object with our hooks, 0: it is not
                                   known yet */
  uintptr_t end;
};

static bool
object_holds (const struct plt_object *object, uintptr_t address)
{
  return address - object->start < object->end - object->start;
}

static int
find_our_object (struct dl_phdr_info *info, size_t size, void *data)
{
  struct hook_check *check = data;
  struct plt_object object;

  (void) size;
  if (!plt_object_read (&object, info)
      || !object_holds (&object, (uintptr_t) library_check_hooks))
    return 0;
  check->start = object.start;
  check->end = object.end;
  return 1;
}

static int
check_hook (struct dl_phdr_info *info, size_t size, void *data)
{
  const struct hook_check *check = data;
  struct plt_object object;
  uintptr_t hook = 0;

  (void) size;
  if (plt_object_read (&object, info) && object.start != check->start
      && *object.path != '\0' && plt_has_hook (&object, &hook) && hook != 0
      && hook - check->start >= check->end - check->start)
    gmon_message (object.path, " has -pg but calls another mcount: its calls"
                  " are not counted; a version script, --exclude-libs or"
                  " RTLD_DEEPBIND may hide libgmon's");
  return 0;
}

void
library_check_hooks (void)
{
  struct hook_check check = { 0, 0 };

  if (gmon.whole == NULL || gmon.whole->checked_hooks)
    return;
  gmon.whole->checked_hooks = true;
  dl_iterate_phdr (find_our_object, &check);
  if (check.start != 0)
    dl_iterate_phdr (check_hook, &check);
}

#else

void
library_check_hooks (void)
{
}

#endif

#ifdef HAVE_LIBRARY_STUBS

/* Older glibcs have them in a library of their own.  */
#pragma weak dlopen
#pragma weak dlsym
#pragma weak dlerror

/* -- Objects -------------------------------------------------------------- */

#define MOST_OBJECTS 1024
#define PATHS_SIZE 65536
#define USUAL_WORDS 6           /* functions of which a program has addresses */

struct library
{
  struct plt_object object;
  bool is_program;
  bool is_ours;                 /* libgmon.so */
  bool is_counted;              /* it fits the pattern and has no hooks */
  bool was_at_start;
};

struct library_calls
{
  const char *pattern;          /* NULL: no calls, only new libraries */
  struct bounded_lock lock;     /* held while the fields below change */
  _Atomic bool again;           /* a thread could not look */
  struct stubs counters;        /* stubs that count */
  struct stubs lookers;         /* stubs that look for libraries */
  unsigned long long adds;      /* the loader's count of loads */
  unsigned long long subs;      /* of unloads */
  struct address_set changed;   /* without a pattern: where libraries start
                                   whose slots need no further look, as long as
                                   none is unloaded */
  bool has_started;
  size_t counted_slots;         /* of the program */
  size_t refused_pages;         /* objects whose slots cannot be changed */
  struct address_set first;     /* where the objects of the start are */
  size_t n;
  struct library libraries[MOST_OBJECTS];       /* loaded now */
  size_t paths_used;
  char paths[PATHS_SIZE];
};

/* Returns the part of PATH behind the last slash.  */
static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash != NULL ? slash + 1 : path;
}

/* Returns true if the calls of LIBRARY are wanted.  The dynamic linker's
   functions look at their caller or run before relocation.  */
static bool
counts_calls_of (const struct library_calls *all,
                 const struct library *library)
{
  const char *path = library->object.path;
  const char *name;

  if (all->pattern == NULL || library->is_program || library->is_ours
      || library->object.start == getauxval (AT_BASE)
      || library->object.start == getauxval (AT_SYSINFO_EHDR))
    return false;
  name = strchr (all->pattern, '/') != NULL ? path : base_name (path);
  return glob_fits (all->pattern, name, strlen (name))
         && !plt_has_hook (&library->object, NULL);
}

/* Keeps PATH, which goes with its object.  */
static const char *
keep_path (struct library_calls *all, const char *path)
{
  size_t size = strlen (path) + 1;
  char *copy = all->paths + all->paths_used;

  if (size > PATHS_SIZE - all->paths_used)
    return NULL;
  memcpy (copy, path, size);
  all->paths_used += size;
  return copy;
}

/* The first object is the program.  */
static int
add_library (struct dl_phdr_info *info, size_t size, void *data)
{
  struct library_calls *all = data;
  struct library *it = &all->libraries[all->n];
  bool is_program = all->n == 0 && all->paths_used == 0;

  (void) size;
  if (all->n == MOST_OBJECTS)
    return 1;
  all->adds = info->dlpi_adds;
  if (all->subs != info->dlpi_subs)
    address_set_clear (&all->changed);
  all->subs = info->dlpi_subs;
  if (!plt_object_read (&it->object, info))
    return 0;
  it->object.path = keep_path (all, it->object.path);
  if (it->object.path == NULL)
    return 1;
  it->is_program = is_program;
  it->is_ours = object_holds (&it->object, (uintptr_t) library_look);
  it->was_at_start = address_set_has (&all->first, it->object.start);
  it->is_counted = counts_calls_of (all, it);
  all->n++;
  return 0;
}

static const struct library *
find_library (const struct library_calls *all, uintptr_t address)
{
  for (size_t i = 0; i < all->n; i++)
    if (object_holds (&all->libraries[i].object, address))
      return &all->libraries[i];
  return NULL;
}

/* -- Slots ---------------------------------------------------------------- */

static bool
is_one_of (const char *name, const char *const *names)
{
  for (; *names != NULL; names++)
    if (strcmp (name, *names) == 0)
      return true;
  return false;
}

/* Functions that return twice, or look at their caller, or are called where
   nothing may be called.  */
static const char *const never[] = {
  "setjmp", "_setjmp", "__setjmp", "sigsetjmp", "__sigsetjmp", "savectx",
  "getcontext", "vfork", "__vfork", "__tls_get_addr", "dladdr", "dladdr1",
  "dlclose", "dlinfo", "dlerror", "_dl_find_object", "dl_iterate_phdr",
  NULL };

/* Functions that make libraries known to the program.  */
static const char *const openers[] = { "dlopen", "dlmopen", "dlsym", "dlvsym",
                                       NULL };

typedef uintptr_t binder (uintptr_t map, uintptr_t index);

/* Returns the target of the slot with number INDEX of OBJECT, which a call
   would bind.  HANDLE is from dlopen, or RTLD_DEFAULT.  Returns 0 if a call
   would end the program, or if the dynamic linker is not understood.  */
static uintptr_t
bind_slot (const struct plt_object *object, size_t index, void *handle)
{
  const char *name = plt_name (object, &object->slots[index]);
  uintptr_t found = 0;

  if (object->got == NULL || object->got[1] == 0 || object->got[2] == 0)
    return 0;
  found = machine_find_binder ((const unsigned char *) object->got[2]);
  if (found == 0)
    return 0;
  if (dlsym (RTLD_DEFAULT, name) == NULL
      && (handle == RTLD_DEFAULT || dlsym (handle, name) == NULL))
    {
      dlerror ();
      return 0;
    }
  return ((binder *) found) (object->got[1], index);
}

/* Returns the stub for the slot NAME with TARGET, or 0: it stays.  A function
   of libgmon counts as the one that it stands before.  */
static uintptr_t
choose_stub (struct library_calls *all, const char *name, uintptr_t target)
{
  const struct library *callee
    = find_library (all, callers_wrapped_function (&gmon.whole->callers,
                                                   target));

  if (callee == NULL || is_one_of (name, never))
    return 0;
  if (is_one_of (name, openers) && !callee->is_program && !callee->is_ours)
    return stubs_get (&all->lookers, target);
  return callee->is_counted ? stubs_get (&all->counters, target) : 0;
}

static bool
protect (const struct plt_object *object, long protection)
{
  return object->relro_start >= object->relro_end
         || machine_syscall (SYS_mprotect, (long) object->relro_start,
                             (long) (object->relro_end - object->relro_start),
                             protection, 0, 0, 0)
            == 0;
}

static bool
is_in_relro (const struct plt_object *object, const uintptr_t *word)
{
  return (uintptr_t) word - object->relro_start
         < object->relro_end - object->relro_start;
}

/* Replaces the slot with number INDEX if its calls are to be counted.  */
static void
change_slot (struct library_calls *all, const struct library *caller,
             size_t index, void *handle)
{
  const struct plt_object *object = &caller->object;
  const ElfW (Rela) *slot = &object->slots[index];
  uintptr_t *word = plt_word (object, slot);
  uintptr_t target, stub;

  if (ELF64_R_TYPE (slot->r_info) != MACHINE_JUMP_SLOT
      || (all->pattern == NULL
          && !is_one_of (plt_name (object, slot), openers)))
    return;
  target = *word;
  if (stubs_contain (&all->counters, target)
      || stubs_contain (&all->lookers, target))
    return;
  if (object_holds (object, target))
    {
      uintptr_t bound = bind_slot (object, index, handle);

      target = bound != 0 ? bound : target;
    }
  stub = choose_stub (all, plt_name (object, slot), target);
  if (stub != 0)
    {
      __atomic_store_n (word, stub, __ATOMIC_RELEASE);
      all->counted_slots += caller->is_program
                            && stubs_contain (&all->counters, stub);
    }
}

static void
change_slots (struct library_calls *all, const struct library *caller,
              void *handle)
{
  const struct plt_object *object = &caller->object;
  bool in_relro = object->n_slots != 0
                  && is_in_relro (object, plt_word (object, object->slots));

  if (object->n_slots == 0)
    return;
  if (in_relro && !protect (object, PROT_READ | PROT_WRITE))
    {
      all->refused_pages++;
      return;
    }
  for (size_t i = 0; i < object->n_slots; i++)
    change_slot (all, caller, i, handle);
  if (in_relro)
    protect (object, PROT_READ);
}

/* An object that was loaded later is held meanwhile, unless it is gone.  */
static void
change_library (struct library_calls *all, const struct library *library)
{
  void *handle;

  if (library->is_ours || library->was_at_start
      || library->object.start == getauxval (AT_BASE))
    return;
  if (!all->has_started)
    {
      change_slots (all, library, RTLD_DEFAULT);
      return;
    }
  handle = dlopen (library->object.path, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == NULL)
    {
      dlerror ();
      return;
    }
  if (((const struct link_map *) handle)->l_addr == library->object.base)
    change_slots (all, library, handle);
  gmon.libc_exits.dlclose (handle);
}

/* Slots of functions that open libraries are bound at once, so they need one
   change.  Others may be bound to a library that comes later.  */
static void
change_libraries (struct library_calls *all)
{
  for (size_t i = 0; i < all->n; i++)
    {
      const uintptr_t start = all->libraries[i].object.start;

      if (all->pattern != NULL)
        change_library (all, &all->libraries[i]);
      else if (!address_set_has (&all->changed, start))
        {
          change_library (all, &all->libraries[i]);
          address_set_add (&all->changed, start);
        }
    }
}

static void
look_once (struct library_calls *all)
{
  all->n = 0;
  all->paths_used = 0;
  dl_iterate_phdr (add_library, all);
  change_libraries (all);
  if (!all->has_started)
    for (size_t i = 0; i < all->n; i++)
      address_set_add (&all->first, all->libraries[i].object.start);
}

static int
is_news (struct dl_phdr_info *info, size_t size, void *data)
{
  const struct library_calls *all = data;

  (void) size;
  return info->dlpi_adds != all->adds ? 1 : -1;
}

/* A thread that finds another one looking does not wait, as that one may wait
   for it in dlopen: it has the other one look again.  */
void
library_look (void)
{
  struct library_calls *all = gmon.whole->library_calls;
  int saved = errno;
  bool has_looked = false;

  if (all == NULL || !process_is_ours ()
      || atomic_load (&gmon.state) != GMON_STATE_ON)
    return;
  atomic_store (&all->again, true);
  while (atomic_load (&all->again) && bounded_lock_try (&all->lock))
    {
      atomic_store (&all->again, false);
      if (dl_iterate_phdr (is_news, all) == 1)
        look_once (all);
      bounded_lock_release (&all->lock);
      has_looked = true;
    }
  if (has_looked)
    counted_scan_objects (true);
  errno = saved;
}

/* Returns how many words outside of its PLT have addresses in counted libraries
   in the program.  The start files and address-taken functions have a few.  */
static size_t
count_words (const struct library_calls *all)
{
  const struct plt_object *program = &all->libraries[0].object;
  size_t result = 0;

  for (size_t i = 0; i < program->n_others; i++)
    if (ELF64_R_TYPE (program->others[i].r_info) == MACHINE_GLOB_DAT)
      {
        const struct library *it
          = find_library (all, *plt_word (program, &program->others[i]));

        result += it != NULL && it->is_counted;
      }
  return result;
}

/* Says why nothing, or not all, is counted.  */
static void
library_report (const struct library_calls *all)
{
  bool fits = false;

  for (size_t i = 0; i < all->n; i++)
    fits |= all->libraries[i].is_counted;
  if (all->refused_pages != 0)
    gmon_message ("library-calls: some calls are not counted: the system"
                  " refuses to change the protection of memory");
  else if (!fits)
    gmon_message ("library-calls=", all->pattern, ": no library without -pg of"
                  " that name is loaded yet; example: library-calls=libc.so.6");
  else if (count_words (all) > all->counted_slots + USUAL_WORDS)
    gmon_message ("library-calls=", all->pattern, ": most calls of the program"
                  " are not counted, as they go through no PLT; compile it"
                  " with -fplt instead of -fno-plt");
}

struct library_calls *
library_calls_start (const char *pattern)
{
  struct library_calls *all;

  if (pattern == NULL && !counted_may_grow ())
    return NULL;
  all = machine_map (sizeof *all);
  if (all == NULL)
    {
      if (pattern != NULL)
        gmon_message ("library-calls: no calls are counted: out of memory");
      return NULL;
    }
  all->pattern = pattern;
  all->counters.hook = library_call_hook;
  all->lookers.hook = library_look_hook;
  gmon.whole->library_calls = all;
  gmon.whole->callers.stubs[0] = &all->counters;
  gmon.whole->callers.stubs[1] = &all->lookers;
  look_once (all);
  if (pattern != NULL)
    library_report (all);
  all->has_started = true;
  return all;
}

void
library_calls_reset_in_child (struct library_calls *libraries)
{
  if (libraries != NULL)
    bounded_lock_reset (&libraries->lock);
}

#else

struct library_calls *
library_calls_start (const char *pattern)
{
  if (pattern != NULL)
    gmon_message ("library-calls: no calls are counted: this needs x86-64,"
                  " glibc and libgmon.so; preload it or link with it instead"
                  " of libgmon.a");
  return NULL;
}

void
library_look (void)
{
}

void
library_calls_reset_in_child (struct library_calls *libraries)
{
  (void) libraries;
}

#endif
