/* record/call_stack.h -- the call stacks of samples of another process.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RECORD_CALL_STACK_H
#define RECORD_CALL_STACK_H

#include <stddef.h>
#include <stdint.h>

#include "record/events.h"
#include "record/images.h"
#include "record/program_profile.h"

/* Addresses START up to END hold code of IMAGE, from OFFSET of its file on.  It
   is loaded at LOAD.  */
struct code_mapping
{
  uint64_t start, end, offset, load;
  uint32_t image;
};

/* The code that a process has mapped.  All zeros: none.  */
struct code_map
{
  struct code_mapping *items;   /* heap; ascending, without overlaps */
  size_t len, cap;
  uint32_t version;             /* maps with one version are equal */
};

/* Puts NEW into MAP, in place of what was there.  VERSION is another one than
   that of any other map so far.  */
void code_map_add (struct code_map *map, const struct code_mapping *new,
                   uint32_t version);

/* Makes TO, an initialised map, a copy of FROM.  */
void code_map_copy (struct code_map *to, const struct code_map *from);
void code_map_clear (struct code_map *map);
void code_map_free (struct code_map *map);

/* Returns the mapping of MAP that holds ADDRESS, or NULL.  */
const struct code_mapping *code_map_find (const struct code_map *map,
                                          uint64_t address);

/* The most frames that a call stack has: those in the middle of a longer one
   are left out.  */
#define CALL_STACK_MOST 256

struct call_stacks;

/* Returns what finds stacks in the code of IMAGES, which must stay.  */
struct call_stacks *call_stacks_new (const struct images *images);
void call_stacks_free (struct call_stacks *stacks);

/* Stores the call stack of SAMPLE, an EVENT_SAMPLE of a process with MAP, in
   FRAMES, which has room for CALL_STACK_MOST, and GMON_SAMPLE_* in *FLAGS.
   Stores in *IS_DEEP whether that took, or would take, more than EVENTS_STACK
   bytes of the stack.  Returns the number of frames, at least 1.  */
size_t call_stack_find (struct call_stacks *stacks, const struct code_map *map,
                        const struct event *sample,
                        struct code_location *frames, unsigned *flags,
                        bool *is_deep);

#endif /* RECORD_CALL_STACK_H */
