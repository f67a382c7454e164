/* unload.c -- profile a library, which is gone when the profile is written.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: liblibrary.so here, whose basic blocks are counted.  Out: gmon.out.  */

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "gmon.h"

#define AROUND 4096

static void
nothing (void)
{
}

int
main (void)
{
  void *library = dlopen ("./liblibrary.so", RTLD_NOW);
  void (*work) (void (*) (void), int) = NULL;

  if (library != NULL)
    *(void **) &work = dlsym (library, "library_work");
  if (work == NULL)
    {
      printf ("%s\n", dlerror ());
      return EXIT_FAILURE;
    }
  monstartup ((uintptr_t) work - AROUND, (uintptr_t) work + AROUND);
  work (nothing, 10);
  if (dlclose (library) != 0 || dlopen ("./liblibrary.so", RTLD_NOW
                                                           | RTLD_NOLOAD))
    {
      printf ("the library stays\n");
      return EXIT_FAILURE;
    }
  _mcleanup ();
  return EXIT_SUCCESS;
}
