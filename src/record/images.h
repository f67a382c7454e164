/* record/images.h -- the files whose code a job runs.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each file is opened once, when it is mapped for the first time: processes end
   before their samples are read.  */

#ifndef RECORD_IMAGES_H
#define RECORD_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "image/elf_file.h"
#include "record/unwind_image.h"
#include "profile/process.h"

struct mapped_image
{
  struct process_object object; /* without GMON_OBJECT_EXECUTABLE; all that it
                                   points to belongs to the image */
  struct elf_segment *code;     /* heap */
  size_t n_code;
  struct wire wire;             /* format of its numbers */
  struct unwind_image *frames;  /* its unwind tables and code; or NULL */
  struct timespec changed;      /* when it was opened: the last change of the
                                   file; zeros if it could not be opened */
  uint32_t newest;              /* of the first image of a file that has been
                                   changed: the last one; 0: none */
};

struct images;

/* The number of the image for code in no file.  */
#define IMAGE_ANONYMOUS 0

/* That for the kernel's work while a process has no code.  */
#define IMAGE_START_END 1

struct images *images_new (void);
void images_free (struct images *images);       /* IMAGES may be NULL */

/* A mapping of code, as the kernel reports it.  */
struct image_mapping
{
  pid_t pid;                    /* of a process that has it */
  uint64_t address, len;        /* bytes */
  uint64_t device, inode, generation;   /* of the file */
  bool is_program;              /* the process begins to execute it */
  const char *name;             /* path in the process's name space, or
                                   "[vdso]", "//anon"...; borrowed */
};

/* Returns the number of the image that MAPPING shows, which is opened if it is
   new, or if it is a program that somebody has written to since it was executed
   before.  An image that cannot be opened has its path only.  */
uint32_t images_find (struct images *images,
                      const struct image_mapping *mapping);

/* Returns image number I, valid until the next images_find.  */
const struct mapped_image *images_get (const struct images *images, uint32_t i);
size_t images_count (const struct images *images);

/* Returns the address at which IMAGE is loaded if the bytes from OFFSET of its
   file on are at ADDRESS: what is to be taken off an address to have that of
   its symbols.  */
uint64_t image_load_address (const struct mapped_image *image, uint64_t address,
                             uint64_t offset);

#endif /* RECORD_IMAGES_H */
