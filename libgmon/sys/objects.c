/* objects.c -- the loaded objects: the executable, its libraries, the vDSO.

   SPDX-License-Identifier: 0BSD

   Reads the loader's list of objects, by dl_iterate_phdr, or by
   _dl_find_object in signal handlers.  Contracts are in objects.h.  */

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "sys/objects.h"
#include "sys/program_image.h"
#include "sys/timer.h"
#include "machine.h"

#define LOCK_PATIENCE 2000      /* ms */
#define MEMORY_BLOCK 65536

/* A static program may have no dynamic linker, and an old C library or musl
   has no such function.  */
#ifdef DLFO_STRUCT_HAS_EH_DBASE
# pragma weak _dl_find_object
#endif

/* Returns true if _dl_find_object can be called.  */
static bool
can_ask_loader (void)
{
#ifdef DLFO_STRUCT_HAS_EH_DBASE
  return _dl_find_object != NULL;
#else
  return false;
#endif
}

const struct gmon_object *
gmon_objects_find (const struct gmon_objects *table, uintptr_t pc)
{
  size_t low = 0;
  size_t high = table != NULL ? table->len : 0;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const struct gmon_object *object = &table->object[middle];

      if (pc < object->start)
        high = middle;
      else if (pc >= object->end)
        low = middle + 1;
      else
        return object;
    }
  return NULL;
}

void
objects_lock (struct objects *objects)
{
  bounded_lock_take (&objects->lock, LOCK_PATIENCE);
}

void
objects_unlock (struct objects *objects)
{
  bounded_lock_release (&objects->lock);
}

/* -- Memory --------------------------------------------------------------- */

/* Returns SIZE bytes of zeros that are never freed, or NULL.  */
static void *
allocate (struct objects *objects, size_t size)
{
  void *result;

  size = (size + 15) & ~(size_t) 15;
  if (size > MEMORY_BLOCK / 4)
    return machine_map (size);
  if (size > objects->memory_left)
    {
      objects->memory = machine_map (MEMORY_BLOCK);
      objects->memory_left = objects->memory != NULL ? MEMORY_BLOCK : 0;
    }
  if (objects->memory == NULL)
    return NULL;
  result = objects->memory;
  objects->memory += size;
  objects->memory_left -= size;
  return result;
}

/* Gives back MEMORY, SIZE bytes, if it is the last memory that was allocated;
   else it stays unused.  */
static void
free_last (struct objects *objects, void *memory, size_t size)
{
  size = (size + 15) & ~(size_t) 15;
  if ((unsigned char *) memory + size != objects->memory)
    return;
  memset (memory, 0, size);
  objects->memory = memory;
  objects->memory_left += size;
}

static const char *
keep_text (struct objects *objects, const char *text)
{
  size_t size = strlen (text) + 1;
  char *copy = allocate (objects, size);

  if (copy != NULL)
    memcpy (copy, text, size);
  return copy;
}

/* -- Identities ----------------------------------------------------------- */

/* Stores the path of the object NAME in PATH, PATH_MAX bytes.  The executable,
   whatever the C library calls it, is "".  A relative name counts from the
   current directory.  */
static void
find_path (char *path, const char *name)
{
  const bool is_relative = name[0] != '/' && strchr (name, '/') != NULL;
  long len = 0;

  while (name[0] == '.' && name[1] == '/')
    for (name += 2; name[0] == '/'; name++)
      continue;
  path[0] = '\0';
  if (name[0] == '\0')
    len = machine_syscall (SYS_readlinkat, -1, (long) "/proc/self/exe",
                           (long) path, PATH_MAX - 1, 0, 0);
  else if (is_relative)
    len = machine_syscall (SYS_getcwd, (long) path, PATH_MAX - 1, 0, 0, 0, 0);
  if (len < 0)
    len = 0;
  path[len] = '\0';
  if (name[0] == '\0' || len + strlen (name) + 1 >= PATH_MAX)
    return;
  if (len > 0)
    path[len - 1] = '/';
  memcpy (path + len, name, strlen (name) + 1);
}

static void
add_segments (struct object_identity *identity,
              const struct dl_phdr_info *info)
{
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
      size_t n = identity->n_segments;

      if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) != 0
          && n < OBJECT_SEGMENTS)
        {
          identity->segments[n].start = segment->p_vaddr;
          identity->segments[n].size = segment->p_memsz;
          identity->n_segments++;
        }
    }
}

static bool
is_same_identity (const struct object_identity *one,
                  const struct object_identity *two)
{
  if (one->build_id_size != two->build_id_size)
    return false;
  if (one->build_id_size != 0)
    {
      for (size_t i = 0; i < one->build_id_size; i++)
        if (one->build_id[i] != two->build_id[i])
          return false;
      return true;
    }
  return one->size == two->size && one->time == two->time
         && strcmp (one->path, two->path) == 0;
}

/* Adds a copy of IDENTITY with a copy of its path.  Returns the copy, or NULL
   without memory.  */
static struct object_identity *
add_identity (struct objects *objects, const struct object_identity *identity)
{
  struct object_identity *copy = allocate (objects, sizeof *copy);

  if (copy == NULL)
    return NULL;
  *copy = *identity;
  copy->path = keep_text (objects, identity->path);
  if (copy->path == NULL)
    return NULL;
  copy->index = objects->n_identities++;
  copy->next = objects->identities;
  objects->identities = copy;
  return copy;
}

/* Returns the name of the object with INFO, whose first byte is at START, as
   find_path takes it.  */
static const char *
object_name (const struct dl_phdr_info *info, uintptr_t start)
{
  if (start == getauxval (AT_SYSINFO_EHDR))
    return GMON_VDSO_NAME;
  if ((uintptr_t) info->dlpi_phdr == getauxval (AT_PHDR)
      || info->dlpi_name == NULL)
    return "";
  return info->dlpi_name;
}

/* Returns the identity of the object with INFO, whose first byte is at START,
   or NULL without memory.  IS_OURS: libgmon is in it.  */
static struct object_identity *
identify (struct objects *objects, const struct dl_phdr_info *info,
          uintptr_t start, bool is_ours)
{
  struct object_identity identity = { 0 };
  struct stat file;

  identity.build_id_size = program_build_id (info, identity.build_id,
                                             sizeof identity.build_id);
  find_path (objects->path, object_name (info, start));
  identity.path = objects->path;
  if (identity.build_id_size == 0 && identity.path[0] == '/'
      && stat (identity.path, &file) == 0)
    {
      identity.size = (uint64_t) file.st_size;
      identity.time = (uint64_t) file.st_mtime;
    }
  for (struct object_identity *it = objects->identities; it != NULL;
       it = it->next)
    if (is_same_identity (it, &identity))
      return it;
  add_segments (&identity, info);
  if (objects->n_identities == 0)
    identity.flags = GMON_OBJECT_EXECUTABLE;
  else if (is_ours)
    identity.flags = GMON_OBJECT_PROFILER;
  else if (start == getauxval (AT_SYSINFO_EHDR))
    identity.flags = GMON_OBJECT_VDSO;
  return add_identity (objects, &identity);
}

/* -- Loads ---------------------------------------------------------------- */

static void
note_load (struct objects *objects, const struct gmon_object *object)
{
  if (objects->n_loads < OBJECT_LOADS)
    objects->loads[objects->n_loads++]
      = (struct object_load) { object->identity, objects->generation,
                               object->base, timers_now (CLOCK_MONOTONIC), 0 };
}

static void
note_unload (struct objects *objects, const struct gmon_object *object)
{
  object->identity->flags |= GMON_OBJECT_UNLOADED;
  for (size_t i = objects->n_loads; i-- > 0;)
    if (objects->loads[i].identity == object->identity
        && objects->loads[i].base == object->base && objects->loads[i].to == 0)
      {
        objects->loads[i].to = timers_now (CLOCK_MONOTONIC);
        return;
      }
}

/* -- Tables --------------------------------------------------------------- */

struct fresh
{
  struct objects *objects;
  struct gmon_objects *table;
  size_t room;
  bool counted;                 /* the loader's counts were compared */
};

/* Fills in the addresses of the object with INFO.  Returns false if nothing of
   it is in memory.  */
static bool
take_ranges (struct gmon_object *object, const struct dl_phdr_info *info)
{
  const ElfW (Phdr) *table = NULL;

  *object = (struct gmon_object) { .start = UINTPTR_MAX,
                                   .base = info->dlpi_addr };
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
      uintptr_t start = info->dlpi_addr + segment->p_vaddr;

      if (segment->p_type == PT_GNU_EH_FRAME)
        table = segment;
      if (segment->p_type != PT_LOAD)
        continue;
      if (start < object->start)
        object->start = start;
      if (start + segment->p_memsz > object->end)
        object->end = start + segment->p_memsz;
    }
  for (int i = 0; table != NULL && i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];

      if (segment->p_type == PT_LOAD && (segment->p_flags & PF_R) != 0
          && table->p_vaddr - segment->p_vaddr < segment->p_filesz)
        {
          object->readable_start = info->dlpi_addr + segment->p_vaddr;
          object->readable_end = object->readable_start + segment->p_filesz;
          object->eh_frame_hdr = (const unsigned char *) (info->dlpi_addr
                                                          + table->p_vaddr);
          object->eh_frame_hdr_size = table->p_memsz;
        }
    }
  return object->start < object->end;
}

/* Puts OBJECT in its place in TABLE, which has room for it.  */
static void
insert (struct gmon_objects *table, const struct gmon_object *object)
{
  size_t at = table->len++;

  for (; at > 0 && table->object[at - 1].start > object->start; at--)
    table->object[at] = table->object[at - 1];
  table->object[at] = *object;
}

static int
count_one (struct dl_phdr_info *info, size_t size, void *data)
{
  struct fresh *fresh = data;
  struct objects *objects = fresh->objects;

  if (!fresh->counted && atomic_load (&objects->table) != NULL
      && size >= offsetof (struct dl_phdr_info, dlpi_subs)
                 + sizeof info->dlpi_subs
      && info->dlpi_adds == objects->adds && info->dlpi_subs == objects->subs)
    return 1;
  if (!fresh->counted)
    {
      if (atomic_load (&objects->table) != NULL)
        objects->unseen += (unsigned) (info->dlpi_subs - objects->subs);
      objects->adds = info->dlpi_adds;
      objects->subs = info->dlpi_subs;
    }
  fresh->counted = true;
  fresh->room++;
  return 0;
}

/* Returns true if OBJECT has been there since the first table was made.  */
static bool
is_from_start (const struct objects *objects, const struct gmon_object *object)
{
  const struct gmon_objects *table = atomic_load (&objects->table);
  const struct gmon_object *there = gmon_objects_find (table, object->start);

  return table == NULL
         || (there != NULL && there->identity == object->identity
             && there->base == object->base && there->at_start);
}

/* Returns true if OBJECT cannot be unloaded, as far as is known.  The start's
   libraries cannot; but if the loader can be asked in a handler, only what is
   certain is taken for it: a constructor may have opened a library.  */
static bool
stays (const struct gmon_object *object)
{
  const unsigned certain = GMON_OBJECT_EXECUTABLE | GMON_OBJECT_VDSO
                           | GMON_OBJECT_PROFILER;

  return (object->identity->flags & certain) != 0
         || (object->at_start && !can_ask_loader ());
}

static int
take_one (struct dl_phdr_info *info, size_t size, void *data)
{
  struct fresh *fresh = data;
  uintptr_t own = (uintptr_t) gmon_objects_find;
  struct gmon_object object;

  (void) size;
  if (fresh->table->len == fresh->room)
    return 1;
  if (!take_ranges (&object, info))
    return 0;
  object.identity = identify (fresh->objects, info, object.start,
                              own - object.start < object.end - object.start);
  if (object.identity == NULL)
    return 0;
  object.at_start = is_from_start (fresh->objects, &object);
  object.stays = stays (&object);
  insert (fresh->table, &object);
  return 0;
}

/* Adds the kernel's object to the table of FRESH if the C library has not
   reported it, as musl in a static program.  */
static void
take_vdso (struct fresh *fresh)
{
  const uintptr_t start = getauxval (AT_SYSINFO_EHDR);
  const ElfW (Ehdr) *header = (const void *) start;
  struct dl_phdr_info info = { 0 };

  for (size_t i = 0; i < fresh->table->len; i++)
    if (fresh->table->object[i].start == start)
      return;
  if (start == 0 || fresh->table->len == 0)
    return;
  info.dlpi_phdr = (const void *) (start + header->e_phoff);
  info.dlpi_phnum = header->e_phnum;
  for (int i = 0; i < info.dlpi_phnum; i++)
    if (info.dlpi_phdr[i].p_type == PT_LOAD)
      {
        info.dlpi_addr = start - info.dlpi_phdr[i].p_vaddr;
        take_one (&info, 0, fresh);
        return;
      }
}

static bool
has (const struct gmon_objects *table, const struct gmon_object *object)
{
  const struct gmon_object *there = gmon_objects_find (table, object->start);

  return there != NULL && there->base == object->base
         && there->identity == object->identity;
}

/* Notes what is different between the tables OLD and NEW.  */
static void
note_changes (struct objects *objects, const struct gmon_objects *old,
              const struct gmon_objects *new)
{
  bool unloaded = false;

  for (size_t i = 0; old != NULL && i < old->len; i++)
    if (!has (new, &old->object[i]))
      {
        note_unload (objects, &old->object[i]);
        unloaded = true;
      }
  if (unloaded)
    objects->generation++;
  for (size_t i = 0; i < new->len; i++)
    if (old == NULL || !has (old, &new->object[i]))
      note_load (objects, &new->object[i]);
}

static size_t
objects_table_size (size_t len)
{
  return sizeof (struct gmon_objects) + len * sizeof (struct gmon_object);
}

/* How many former tables are looked at.  */
#define TABLES_LOOKED_AT 64

/* Returns a former table that is equal to TABLE, or NULL.  */
static struct gmon_objects *
find_equal (const struct objects *objects, const struct gmon_objects *table)
{
  struct gmon_objects *it = objects->tables;

  for (int i = 0; it != NULL && i < TABLES_LOOKED_AT; it = it->next, i++)
    {
      size_t same = 0;

      while (it->len == table->len && same < it->len
             && it->object[same].start == table->object[same].start
             && it->object[same].base == table->object[same].base
             && it->object[same].identity == table->object[same].identity)
        same++;
      if (it->len == table->len && same == it->len)
        return it;
    }
  return NULL;
}

/* Makes TABLE, memory of SIZE bytes, or a former table that is equal to it, the
   present one.  Memory that is not needed is used again.  */
static void
publish (struct objects *objects, struct gmon_objects *table, size_t size)
{
  struct gmon_objects *former = find_equal (objects, table);
  const struct gmon_objects *old = atomic_load (&objects->table);

  if (former == NULL)
    {
      table->next = objects->tables;
      objects->tables = table;
      former = table;
    }
  else
    free_last (objects, table, size);
  note_changes (objects, old, former);
  atomic_store (&objects->table, former);
}

void
objects_refresh (struct objects *objects)
{
  struct fresh fresh = { .objects = objects };
  size_t size;

  dl_iterate_phdr (count_one, &fresh);
  if (fresh.room == 0)
    return;
  fresh.room++;                 /* for take_vdso */
  size = objects_table_size (fresh.room);
  fresh.table = allocate (objects, size);
  if (fresh.table == NULL)
    return;
  dl_iterate_phdr (take_one, &fresh);
  take_vdso (&fresh);
  publish (objects, fresh.table, size);
}

void
objects_restart (struct objects *objects)
{
  const struct gmon_objects *table = atomic_load (&objects->table);
  struct object_identity *identity = objects->identities;

  for (; identity != NULL; identity = identity->next)
    identity->flags &= ~(unsigned) (GMON_OBJECT_UNLOADED | GMON_OBJECT_ARCS);
  objects->generation = 0;
  objects->unseen = 0;
  objects->n_loads = 0;
  for (size_t i = 0; table != NULL && i < table->len; i++)
    note_load (objects, &table->object[i]);
}

/* -- Addresses ------------------------------------------------------------ */

#ifdef DLFO_STRUCT_HAS_EH_DBASE

/* Adds the object that _dl_find_object knows at ADDRESS to the table.  Its
   program headers are behind the ELF header in its first page.  */
static void
look_up (struct objects *objects, uintptr_t address)
{
  const struct gmon_objects *old = atomic_load (&objects->table);
  struct gmon_objects *table;
  struct dl_find_object found;
  struct dl_phdr_info info = { 0 };
  struct gmon_object object;
  const ElfW (Ehdr) *header;
  size_t size;

  if (!can_ask_loader () || old == NULL
      || _dl_find_object ((void *) address, &found) != 0
      || found.dlfo_link_map == NULL)
    return;
  header = found.dlfo_map_start;
  if (strncmp ((const char *) header->e_ident, ELFMAG, SELFMAG) != 0
      || header->e_phentsize != sizeof (ElfW (Phdr)))
    return;
  info.dlpi_addr = found.dlfo_link_map->l_addr;
  info.dlpi_name = found.dlfo_link_map->l_name;
  info.dlpi_phdr = (const void *) ((uintptr_t) header + header->e_phoff);
  info.dlpi_phnum = header->e_phnum;
  size = objects_table_size (old->len + 1);
  table = allocate (objects, size);
  if (table == NULL || !take_ranges (&object, &info))
    return;
  object.identity = identify (objects, &info, object.start, false);
  if (object.identity == NULL)
    return;
  for (size_t i = 0; i < old->len; i++)
    if (old->object[i].end <= object.start
        || old->object[i].start >= object.end)
      insert (table, &old->object[i]);
  insert (table, &object);
  publish (objects, table, size);
}

#else

static void
look_up (struct objects *objects, uintptr_t address)
{
  (void) objects;
  (void) address;
}

#endif

static struct object_identity *
absolute (struct objects *objects)
{
  if (objects->absolute == NULL)
    objects->absolute
      = add_identity (objects,
                      &(struct object_identity) {
                        .flags = GMON_OBJECT_ABSOLUTE, .path = "[anon]" });
  return objects->absolute;
}

/* Returns the only object that ever was at ADDRESS, as far as is known, or NULL
   if there were several or none.  */
static const struct gmon_object *
find_former (const struct objects *objects, uintptr_t address)
{
  const struct gmon_objects *table = objects->tables;
  const struct gmon_object *found = NULL;

  for (int i = 0; table != NULL && i < TABLES_LOOKED_AT;
       table = table->next, i++)
    {
      const struct gmon_object *it = gmon_objects_find (table, address);

      if (it != NULL && found != NULL && it->identity != found->identity)
        return NULL;
      if (it != NULL)
        found = it;
    }
  return found;
}

struct object_identity *
objects_resolve (struct objects *objects, const struct gmon_objects *old,
                 uintptr_t address, uint64_t *index, uint64_t *offset)
{
  const struct gmon_object *object = gmon_objects_find (old, address);
  struct object_identity *identity;

  if (object == NULL)
    object = gmon_objects_find (atomic_load (&objects->table), address);
  if (object == NULL)
    {
      look_up (objects, address);
      object = gmon_objects_find (atomic_load (&objects->table), address);
    }
  if (object == NULL && objects->unseen != 0)
    object = find_former (objects, address);
  identity = object != NULL ? object->identity : absolute (objects);
  if (identity == NULL)
    return NULL;
  *index = identity->index;
  *offset = address - (object != NULL ? object->base : 0);
  return identity;
}
