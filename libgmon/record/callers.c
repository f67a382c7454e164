/* callers.c -- the callers of a sample.

   SPDX-License-Identifier: 0BSD

   Contracts are in callers.h.  */

#include <link.h>
#include <string.h>
#include <sys/auxv.h>

#include "record/callers.h"
#include "arch/call_frame.h"
#include "arch/hook_call.h"
#include "gmon_process.h"
#include "sys/near_code.h"
#include "unwind/frame_index.h"
#include "unwind/loader_tables.h"
#include "unwind/page_probe.h"
#include "machine.h"

/* -- Unwind tables -------------------------------------------------------- */

/* Makes an index for the executable, the first object.  */
static int
callers_index_program (struct dl_phdr_info *info, size_t size, void *data)
{
  struct callers *callers = data;

  (void) size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
      uintptr_t start = info->dlpi_addr + segment->p_vaddr;
      uintptr_t end = start + segment->p_filesz;
      uintptr_t frames;
      size_t index_size;
      void *memory;

      if (segment->p_type != PT_LOAD
          || (segment->p_flags & (PF_R | PF_W)) != PF_R)
        continue;
      index_size = frame_index_size (start, end, &frames);
      memory = index_size != 0 ? machine_map (index_size) : NULL;
      if (memory == NULL)
        continue;
      frame_index_make (start, end, frames, memory, &callers->program);
      return 1;
    }
  return 1;
}

/* The archive has no dlclose.  */
#ifdef __PIE__
# define UNLOADS_ARE_SEEN false
#else
# define UNLOADS_ARE_SEEN true
#endif

/* Returns the address of the hook to which the stub at PC jumps, or 0 if there
   is no stub at PC.  */
static uintptr_t
callers_stub_hook (const struct callers *callers, uintptr_t pc)
{
  for (size_t i = 0; i < CALLERS_STUBS; i++)
    if (callers->stubs[i] != NULL && stubs_contain (callers->stubs[i], pc))
      return (uintptr_t) callers->stubs[i]->hook;
#ifdef HAVE_HOOK_CALLS
  if (callers->near != NULL && near_code_contains (callers->near, pc))
    return (uintptr_t) own_entry_hook;
#endif
  return 0;
}

/* The loader is asked for all objects that may be unloaded: the table may name
   memory that is gone.  */
static bool
callers_find_tables (const void *data, uintptr_t pc,
                    struct unwind_tables *tables)
{
  const struct callers *callers = data;
  const struct gmon_object *object
    = gmon_objects_find (atomic_load (&callers->objects->table), pc);

  if ((object == NULL || !object->stays) && loader_find_tables (pc, tables))
    {
      tables->may_change = !UNLOADS_ARE_SEEN
                           && (object == NULL || !object->at_start);
      return true;
    }
  memset (tables, 0, sizeof *tables);
  tables->is_stub = (object == NULL || !object->stays)
                    && callers_stub_hook (callers, pc) != 0;
  if (tables->is_stub || object == NULL)
    return tables->is_stub;
  if (!object->stays)
    return true;
  if (object->eh_frame_hdr == NULL && object->identity->index == 0)
    *tables = callers->program;
  else if (object->eh_frame_hdr != NULL)
    *tables = (struct unwind_tables) { object->eh_frame_hdr,
                                       object->eh_frame_hdr_size,
                                       object->readable_start,
                                       object->readable_end, 0, false, false };
  return true;
}

/* Another thread may unload an object while the stack of its thread is unwound.
   dlclose prevents that, where libgmon has one (whole->unloading).  Else only
   what is loaded with the program is certain to stay.  */
static bool
callers_find_for_others (const void *data, uintptr_t pc,
                         struct unwind_tables *tables)
{
  const struct callers *callers = data;

  if (!UNLOADS_ARE_SEEN)
    {
      const struct gmon_object *object
        = gmon_objects_find (atomic_load (&callers->objects->table), pc);

      if (object == NULL || !object->at_start)
        return false;
    }
  return callers_find_tables (data, pc, tables);
}

/* -- Buffers -------------------------------------------------------------- */

/* Returns a free buffer, or NULL.  Threads begin to look at different ones.  */
static struct stack_buffer *
stack_buffer_take (struct callers *callers)
{
  uint32_t first = machine_thread_id ();

  for (uint32_t i = 0; i < STACK_BUFFERS; i++)
    {
      struct stack_buffer *it
        = &callers->buffers[(first + i) & (STACK_BUFFERS - 1)];

      if (!atomic_load (&it->is_used) && !atomic_exchange (&it->is_used, 1))
        return it;
    }
  return NULL;
}

/* -- Contracts are in callers.h -------------------------------------------- */

const char *
callers_init (struct callers *callers, const struct objects *objects)
{
  const struct gmon_object *program;
  void *rows;

#ifndef MACHINE_HAS_FRAMES
  return "libgmon does not know the call frames of this machine";
#endif
  if (!page_probe_works ())
    return "a filter of system calls forbids rt_sigprocmask";
  rows = machine_map (ROW_CACHE_SIZE);
  if (rows == NULL)
    return "out of memory";
  row_cache_init (&callers->rows, rows);
  callers->objects = objects;
  callers->unwinder = (struct unwinder) { &callers->rows, callers_find_tables,
                                         callers, false };
  callers->of_others = (struct unwinder) { &callers->rows,
                                           callers_find_for_others, callers,
                                           true };
  program = gmon_objects_find (atomic_load (&objects->table),
                               (uintptr_t) getauxval (AT_ENTRY));
  if (program != NULL && program->eh_frame_hdr == NULL)
    dl_iterate_phdr (callers_index_program, callers);
  callers->buffers = machine_map (STACK_BUFFERS * sizeof *callers->buffers);
  return callers->buffers != NULL ? NULL : "out of memory";
}

/* Stores the range of the function at PC in *RANGE.  Returns false if no unwind
   table says where it ends.  */
static bool
function_range (const struct callers *callers, uintptr_t pc,
                struct code_range *range)
{
#ifdef MACHINE_HAS_FRAMES
  struct unwind_tables tables;
  uintptr_t size;

  if (!callers_find_tables (callers, pc, &tables)
      || !cfi_function_range (&tables, pc, &range->start, &size))
    return false;
  range->end = range->start + size;
  return true;
#else
  (void) callers;
  (void) pc;
  (void) range;
  return false;
#endif
}

void
callers_add_wrapped (struct callers *callers, uintptr_t own, uintptr_t next)
{
  const struct gmon_object *object
    = gmon_objects_find (atomic_load (&callers->objects->table), own);
  struct code_range own_range, next_range;

  if (object == NULL || object->identity->index == 0
      || !function_range (callers, own, &own_range))
    return;
  if (!function_range (callers, next, &next_range))
    next_range = (struct code_range) { next, next + 1 };
  callers->wrapped.all = (struct code_range) { object->start, object->end };
  wrapped_add (&callers->wrapped, own_range, next_range);
}

void
callers_ignore (struct callers *callers, const char *name)
{
  const struct gmon_objects *table = atomic_load (&callers->objects->table);

  for (size_t i = 0; table != NULL && i < table->len; i++)
    {
      const struct gmon_object *object = &table->object[i];
      const char *slash = strrchr (object->identity->path, '/');

      if (object->identity->index == 0 || slash == NULL
          || strncmp (slash + 1, name, strlen (name)) != 0)
        continue;
      object->identity->flags |= GMON_OBJECT_PROFILER;
      callers->wrapped.all = (struct code_range) { object->start,
                                                   object->end };
      callers->wrapped.passes_on = true;
    }
}

/* Returns the GMON_SAMPLE_* flags of a stack with the flags FOUND of
   unwind.h.  */
static unsigned
stack_flags (unsigned found)
{
  unsigned flags = 0;

  if ((found & UNWIND_NO_TABLES) != 0)
    flags |= GMON_SAMPLE_CUT;
  if ((found & UNWIND_UNREADABLE) != 0)
    flags |= GMON_SAMPLE_UNREADABLE;
  if ((found & (UNWIND_TOO_DEEP | UNWIND_DEEP)) != 0)
    flags |= GMON_SAMPLE_DEEP;
  return flags;
}

/* Returns the address under which a sample at PC is counted: the hook to which
   the stub at PC jumps, or PC itself.  */
static uintptr_t
callers_code_of (const struct callers *callers, uintptr_t pc)
{
  uintptr_t hook = callers_stub_hook (callers, pc);

  return hook != 0 ? hook : pc;
}

/* Adds the callers in the LEN elements of PCS, a stack with the flags FOUND, to
   STACKS, and fills in KIND.  Changes PCS, the first of which is then the
   address under which the sample is counted.  SCRATCH has 2 * CALL_STACK_MAX
   elements.  */
static void
keep_stack (const struct callers *callers, struct call_stacks *stacks,
            uintptr_t *pcs, size_t len, unsigned found, uintptr_t *scratch,
            struct sample_kind *kind)
{
  size_t gap = (found & UNWIND_DEEP) != 0
               ? UNWIND_SIZE - UNWIND_OUTER (UNWIND_SIZE) : 0;
  bool is_cut;

  len = wrapped_replace (&callers->wrapped, pcs, len, &gap);
  kind->stack = call_stacks_add (stacks, pcs + 1, len - 1,
                                 gap != 0 ? gap - 1 : 0, scratch, &is_cut);
  kind->flags = (uint16_t) (stack_flags (found)
                            | (is_cut ? GMON_SAMPLE_NO_MEMORY : 0));
}

uintptr_t
callers_record (struct callers *callers, struct call_stacks *stacks,
                const void *context, uintptr_t pc, struct sample_kind *kind)
{
  struct stack_buffer *buffer;
  unsigned found;
  size_t len;

  kind->stack = 0;
  kind->flags = GMON_SAMPLE_NO_STACK;
  if (context == NULL || callers->buffers == NULL)
    return callers_code_of (callers, pc);
  buffer = stack_buffer_take (callers);
  kind->flags = GMON_SAMPLE_NO_MEMORY;
  if (buffer == NULL)
    return callers_code_of (callers, pc);
  len = gmon_unwind (&callers->unwinder, context, buffer->pcs, UNWIND_SIZE,
                     &found);
  keep_stack (callers, stacks, buffer->pcs, len, found, buffer->scratch, kind);
  pc = buffer->pcs[0];
  atomic_store (&buffer->is_used, 0);
  return callers_code_of (callers, pc);
}

uintptr_t
callers_record_blocked (struct callers *callers, struct call_stacks *stacks,
                        struct blocked_stack *stack, uintptr_t *pcs,
                        uintptr_t pc, bool is_exact, uintptr_t sp,
                        struct sample_kind *kind)
{
  unsigned found;
  size_t len;

  kind->stack = 0;
  kind->flags = GMON_SAMPLE_NO_STACK;
  if (callers->buffers == NULL)
    return pc;
  len = unwind_blocked (&callers->of_others, stack, pc, is_exact, sp, pcs,
                        UNWIND_SIZE, &found);
  keep_stack (callers, stacks, pcs, len, found, pcs + UNWIND_SIZE, kind);
  return pcs[0];
}

void
callers_forget_code (struct callers *callers)
{
  if (callers->buffers != NULL)
    row_cache_clear (&callers->rows);
}

void
callers_reset_in_child (struct callers *callers)
{
  for (int i = 0; callers->buffers != NULL && i < STACK_BUFFERS; i++)
    atomic_store (&callers->buffers[i].is_used, 0);
}
