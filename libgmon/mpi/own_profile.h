/* own_profile.h -- the profile of this process, by its libgmon.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_MPI_OWN_PROFILE_H
#define GMON_MPI_OWN_PROFILE_H

#include "arch/namespace.h"

/* Do what gmon_write_now, gmon_write_fd and gmon_drop of gmon.h do.  Return -1
   if the process is not profiled by a libgmon that is known here.  */
int own_profile_write_now (void);
int own_profile_write_fd (int fd);
void own_profile_drop (void);

#endif /* GMON_MPI_OWN_PROFILE_H */
