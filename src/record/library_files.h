/* record/library_files.h -- the files of libraries that were loaded.

   SPDX-License-Identifier: GPL-3.0-or-later

   At the end of a run a library may be gone, such as one that a program has
   compiled, loaded and removed; or another build of it is in its place.  Its
   file is still known if it was there when the kernel said that it was
   mapped.  */

#ifndef RECORD_LIBRARY_FILES_H
#define RECORD_LIBRARY_FILES_H

#include "image/objects.h"
#include "record/outside.h"

struct library_files;

/* Returns the files of the libraries of the job that OUTSIDE has recorded;
   library_files_free frees them.  OUTSIDE, which may be NULL, must outlive
   them.  */
struct library_files *library_files_new (const struct outside *outside);
void library_files_free (struct library_files *files);

/* Returns how to find a copy of a library in FILES; borrowed from FILES.  */
const struct object_copies *library_files_copies (struct library_files *files);

#endif /* RECORD_LIBRARY_FILES_H */
