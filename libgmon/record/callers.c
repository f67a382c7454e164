/* callers.c -- the callers of a sample.

   SPDX-License-Identifier: 0BSD

   Contracts are in callers.h.  */

#include <link.h>
#include <string.h>
#include <sys/auxv.h>

#include "record/callers.h"
#include "arch/call_frame.h"
#include "arch/compiler.h"
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

/* Returns the entry point of the dynamic loader, 0 if there is no loader, or if
   it does not look like one.  */
static uintptr_t
loader_entry (const struct objects *objects)
{
  const uintptr_t base = (uintptr_t) getauxval (AT_BASE);
  const struct gmon_object *loader
    = gmon_objects_find (atomic_load (&objects->table), base);
  const ElfW (Ehdr) *elf = (const ElfW (Ehdr) *) base;

  return loader != NULL && loader->start == base
         && memcmp (elf->e_ident, ELFMAG, SELFMAG) == 0
         ? base + elf->e_entry : 0;
}

static void
set_unwinders (struct callers *callers)
{
  struct unwinder *own = &callers->unwinder;

  *own = (struct unwinder) {
    .rows = &callers->rows, .find = callers_find_tables, .objects = callers,
    .can_copy = page_copy_works (),
    .entries = { (uintptr_t) getauxval (AT_ENTRY),
                 loader_entry (callers->objects) }
  };
  callers->of_others = *own;
  callers->of_others.find = callers_find_for_others;
  callers->of_others.is_for_others = true;
}

/* -- Buffers -------------------------------------------------------------- */

/* Returns a free buffer, or NULL.  Threads begin to look at different ones, by
   the address of what each thread has for itself: to ask for the thread's id
   would be a system call for each sample.  */
static struct stack_buffer *
stack_buffer_take (struct callers *callers)
{
  static __thread char own INITIAL_EXEC;
  const uint32_t first = (uint32_t) (uintptr_t) &own * 0x9e3779b1 >> 24;

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
  unsigned char *memory;

#ifndef MACHINE_HAS_FRAMES
  return "libgmon does not know the call frames of this machine";
#endif
  if (!page_probe_works ())
    return "a filter of system calls forbids rt_sigprocmask";
  memory = machine_map (ROW_CACHE_SIZE
                        + STACK_BUFFERS * sizeof *callers->buffers);
  if (memory == NULL)
    return "out of memory";
  row_cache_init (&callers->rows, memory);
  callers->objects = objects;
  set_unwinders (callers);
  program = gmon_objects_find (atomic_load (&objects->table),
                               (uintptr_t) getauxval (AT_ENTRY));
  if (program != NULL && program->eh_frame_hdr == NULL)
    dl_iterate_phdr (callers_index_program, callers);
  callers->buffers = (void *) (memory + ROW_CACHE_SIZE);
  return NULL;
}

void
callers_expect_filter (struct callers *callers)
{
  atomic_store (&callers->unwinder.can_copy, false);
  atomic_store (&callers->of_others.can_copy, false);
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

  if (object == NULL || object->identity->index == 0)
    return;
  callers->wrapped.all = (struct code_range) { object->start, object->end };
  wrapped_add (&callers->wrapped, (struct code_range) { own, own + 1 },
               (struct code_range) { next, next + 1 });
}

/* Fills LIST, which is empty, with the ranges of the functions that CALLERS
   knows the addresses of.  */
static void
find_ranges (const struct callers *callers, struct wrapped_list *list)
{
  const struct wrapped_list *known = &callers->wrapped;
  struct code_range own, next;

  list->all = known->all;
  list->passes_on = known->passes_on;
  for (size_t i = 0; i < known->len; i++)
    if (function_range (callers, known->functions[i].own.start, &own))
      {
        if (!function_range (callers, known->functions[i].next.start, &next))
          next = known->functions[i].next;
        wrapped_add (list, own, next);
      }
}

/* Returns the list of wrapped functions with their ranges.  They are looked up
   in the unwind tables only when a stack needs them: many programs end before
   their first sample.  */
static const struct wrapped_list *
callers_ranges (struct callers *callers)
{
  struct wrapped_list *list = atomic_load (&callers->ranges), *made;

  if (list != NULL || callers->wrapped.len == 0)
    return list != NULL ? list : &callers->wrapped;
  made = machine_map (sizeof *made);
  if (made == NULL)
    return &callers->wrapped;
  find_ranges (callers, made);
  if (atomic_compare_exchange_strong (&callers->ranges, &list, made))
    return made;
  machine_unmap (made, sizeof *made);
  return list;
}

uintptr_t
callers_wrapped_function (struct callers *callers, uintptr_t address)
{
  const struct code_range *all = &callers->wrapped.all;

  if (address - all->start >= all->end - all->start)
    return address;
  return wrapped_function (callers_ranges (callers), address);
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
keep_stack (struct callers *callers, struct call_stacks *stacks,
            uintptr_t *pcs, size_t len, unsigned found, uintptr_t *scratch,
            struct sample_kind *kind)
{
  size_t gap = (found & UNWIND_DEEP) != 0
               ? UNWIND_SIZE - UNWIND_OUTER (UNWIND_SIZE) : 0;
  bool is_cut;

  len = wrapped_replace (callers_ranges (callers), pcs, len, &gap);
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
