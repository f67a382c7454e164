/* process.c -- the process that is profiled, and the file that it may write.

   SPDX-License-Identifier: 0BSD

   Contracts are in process.h.  */

#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include "output/process.h"
#include "sys/message.h"
#include "machine.h"

/* Returns a new family whose head is the process HEAD (0: none), or NULL
   without memory.  */
static struct process_family *
make_family (uint32_t head)
{
  long address = machine_map_with (sizeof (struct process_family),
                                   PROT_READ | PROT_WRITE,
                                   MAP_SHARED | MAP_ANONYMOUS, -1);
  struct process_family *family = (void *) address;

  if (machine_is_error (address))
    return NULL;
  family->head = head;
  return family;
}

void
process_begin (struct process *process)
{
  process->id = machine_process_id ();
  if (getcwd (process->directory, sizeof process->directory) == NULL)
    process->directory[0] = '\0';
}

/* Most programs never fork, and shared memory is a file to the kernel, which
   takes time to make.  Another thread may be faster.  A child without a family
   is no head, either.  */
void
process_before_fork (struct process *process)
{
  struct process_family *family, *none = NULL;

  process->forked = true;
  if (process->child || atomic_load (&process->family) != NULL)
    return;
  family = make_family (process->id);
  if (family == NULL)
    return;
  if (!atomic_compare_exchange_strong (&process->family, &none, family))
    machine_unmap (family, sizeof *family);
  else if (atomic_load (&process->wrote))
    atomic_store (&family->head_wrote, true);
}

/* The first process of a pid namespace, whose getppid returns 0, cannot find
   out whether the family's head lives: the head's id is unused in the
   namespace or belongs to another process there.  So that process gets a
   family without a head.  */
void
process_begin_child (struct process *process)
{
  process->id = machine_process_id ();
  process->child = true;
  process->has_file = false;
  if (getppid () == 0)
    atomic_store (&process->family, make_family (0));
}

bool
process_is_current (const struct process *process)
{
  return atomic_load (&process->id) == machine_process_id ();
}

/* Returns true if the process is its family's head.  If the head has ended
   without writing a file, as with daemon(3), the process becomes the head.  */
static bool
is_head (const struct process *process, struct process_family *family)
{
  uint32_t head = atomic_load (&family->head);

  if (head == process->id)
    return true;
  return !atomic_load (&family->head_wrote)
         && machine_thread_is_gone (head, head)
         && atomic_compare_exchange_strong (&family->head, &head, process->id);
}

/* Returns true if LIMIT other children have a file already; else counts this
   child.  The first child that exceeds a LIMIT above 0 prints a message.  */
static bool
is_one_too_many (struct process *process, unsigned limit)
{
  struct process_family *family = atomic_load (&process->family);
  char text[GMON_NUMBER_SIZE];

  if (family == NULL || process->has_file)
    return false;
  if (atomic_fetch_add (&family->files, 1) >= limit)
    {
      atomic_fetch_sub (&family->files, 1);
      if (limit != 0 && !atomic_exchange (&family->warned, 1))
        gmon_message ("children: ", gmon_number_text (text, limit),
                      " have written a profile, and no more will;"
                      " GMON_OPTIONS=children=yes lifts the limit");
      return true;
    }
  process->has_file = true;
  return false;
}

enum process_file
process_file (struct process *process, unsigned limit)
{
  struct process_family *family;

  /* Before the family is read: process_before_fork reads the two the other way
     round.  */
  if (!process->child)
    atomic_store (&process->wrote, true);
  family = atomic_load (&process->family);
  if (family != NULL && is_head (process, family))
    {
      atomic_store (&family->head_wrote, true);
      return PROCESS_FILE;
    }
  if (!process->child)
    return PROCESS_FILE;
  return limit == 0 || is_one_too_many (process, limit) ? PROCESS_NO_FILE
                                                        : PROCESS_FILE_WITH_ID;
}
