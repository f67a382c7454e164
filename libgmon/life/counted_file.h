/* counted_file.h -- the file of functions=@FILE: addresses of functions.

   SPDX-License-Identifier: 0BSD

   gprof --list-functions prints it:

     gprof-functions 1
     functions PATTERNS
     object BUILD-ID PATH
     START SIZE NAME

   There are several objects, each with its functions; id, start and size are
   hexadecimal.  */

#ifndef GMON_COUNTED_FILE_H
#define GMON_COUNTED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "gmon_process.h"
#include "sys/descriptors.h"

#define COUNTED_PATH_SIZE 512

/* An object as the dynamic linker knows it.  */
struct counted_name
{
  unsigned char id[GMON_BUILD_ID_MAX];  /* build id */
  size_t id_size;               /* 0: it has none */
  char path[COUNTED_PATH_SIZE]; /* a longer one is cut; "": the program */
};

struct counted_file
{
  char *text;                   /* each line ends with a zero */
  const char *end;
  const char *functions;        /* the patterns, part of TEXT */
};

/* Reads the file PATH.  Returns NULL, or what is wrong with it.  */
const char *counted_file_read (struct counted_file *file, const char *path,
                               struct descriptors *descriptors);

enum counted_match
{
  COUNTED_UNLISTED,             /* FILE does not know the object */
  COUNTED_LISTED,
  COUNTED_OTHER_BUILD           /* FILE has one of that name, but another id */
};

/* Calls VISIT for each function of the object NAME.  PROGRAM is the path of the
   program, which stands for an empty one.  */
typedef void counted_visit (uintptr_t start, uintptr_t size, void *data);
enum counted_match counted_file_each (const struct counted_file *file,
                                      const struct counted_name *name,
                                      const char *program,
                                      counted_visit *visit, void *data);

#endif /* GMON_COUNTED_FILE_H */
