/* image/stripped_syms.c -- the functions of a program without symbols.

   SPDX-License-Identifier: GPL-3.0-or-later

   A library without symbols has its functions from the same tables
   (object_syms.c), but only those that its profile uses.  */

#include <config.h>

#include "image/stripped_syms.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty.h>

#include "image/object_syms.h"

/* Code of fewer bytes between two functions is padding.  */
#define PADDING_MAX 64

/* The tables of a file, and what is made of them.  */
struct stripped
{
  const char *base;             /* name of the program, without directory */
  struct object_funcs funcs;    /* by address */
  struct frames frames;         /* by address */
  struct symtab *symtab;
  struct arena *arena;
  uint64_t end;                 /* behind the last function added */
};

/* Adds a function without a name at ADDR.  */
static void
add_nameless (struct stripped *s, uint64_t addr)
{
  const size_t room = strlen (s->base) + sizeof "[+0x]" + 16;
  char *name = arena_alloc (s->arena, room);
  snprintf (name, room, "[%s+0x%" PRIx64 "]", s->base, addr);
  symtab_add (s->symtab, &(struct sym) { .addr = addr, .name = name,
                                         .is_func = true });
}

/* Adds what the unwind table shows below LIMIT, from the frame number I on,
   outside of functions with names.  Returns the number of the next frame.  */
static size_t
add_frames (struct stripped *s, size_t i, uint64_t limit)
{
  for (; i < s->frames.len && s->frames.items[i].start < limit; i++)
    if (s->frames.items[i].start >= s->end)
      {
        add_nameless (s, s->frames.items[i].start);
        s->end = s->frames.items[i].last + 1;
      }
  return i;
}

/* Adds a function without a name where code with no entry in any table begins,
   if the next function, at NEXT, is far away.  */
static void
add_gap (struct stripped *s, uint64_t next)
{
  if (s->end && s->frames.len == 0 && next > s->end
      && next - s->end > PADDING_MAX)
    add_nameless (s, s->end);
}

/* Adds all functions in the order of their addresses.  */
static void
add_all (struct stripped *s, bool no_static, uint64_t text_end)
{
  size_t frame = 0;
  for (size_t i = 0; i < s->funcs.len; i++)
    {
      const struct object_func *func = &s->funcs.items[i];
      if (!no_static)
        {
          frame = add_frames (s, frame, func->addr);
          add_gap (s, func->addr);
        }
      symtab_add (s->symtab, &(struct sym) {
        .addr = func->addr, .name = arena_strdup (s->arena, func->name),
        .is_func = true });
      if (func->addr + func->size > s->end)
        s->end = func->addr + (func->size ? func->size : 1);
    }
  if (no_static)
    return;
  add_frames (s, frame, UINT64_MAX);
  add_gap (s, text_end);
}

/* Returns the lowest address in the tables, of which one is not empty.  */
static uint64_t
first_address (const struct stripped *s)
{
  uint64_t first = UINT64_MAX;
  if (s->funcs.len)
    first = s->funcs.items[0].addr;
  if (s->frames.len && s->frames.items[0].start < first)
    first = s->frames.items[0].start;
  return first;
}

void
stripped_collect (const struct image *image, struct symtab *symtab,
                  const char *whole, bool no_static, struct arena *arena)
{
  const char *unused;
  struct elf_file *file = elf_file_open (image_file (image), &unused);
  struct stripped s = { .base = lbasename (image_name (image)),
                        .symtab = symtab, .arena = arena };
  unsigned char *strings = NULL;
  if (!file)
    return;
  object_funcs_read (&s.funcs, file, no_static, &strings);
  frames_read (&s.frames, file);
  if (s.funcs.len || s.frames.len)
    {
      const struct text_range text = image_text_range (image);
      if (first_address (&s) > text.low)
        symtab_add (symtab, &(struct sym) { .addr = text.low, .name = whole,
                                            .is_func = true });
      add_all (&s, no_static, text.high);
    }
  free (s.funcs.items);
  free (s.frames.items);
  free (strings);
  elf_file_close (file);
}
