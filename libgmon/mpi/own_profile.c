/* own_profile.c -- the profile of this process, by its libgmon.

   SPDX-License-Identifier: 0BSD

   Contracts are in own_profile.h.

   A libgmon.so that was preloaded beside a program with libgmon.a has no
   profile, so the offer comes first.  */

#include <stdatomic.h>
#include <stddef.h>

#include "mpi/own_profile.h"
#include "arch/compiler.h"
#include "gmon.h"
#include "gmon_mpi.h"

/* The program may have another runtime.  */
#pragma weak gmon_write_now
#pragma weak gmon_write_fd
#pragma weak gmon_drop

static const struct gmon_mpi_offer *_Atomic taken_offer;

EXPORTED gmon_mpi_take_function gmon_mpi_take;

void
gmon_mpi_take (const struct gmon_mpi_offer *offer)
{
  if (offer->version == GMON_MPI_VERSION)
    atomic_store (&taken_offer, offer);
}

int
own_profile_write_now (void)
{
  const struct gmon_mpi_offer *offer = atomic_load (&taken_offer);

  if (offer != NULL)
    return offer->write_now ();
  return gmon_write_now != NULL ? gmon_write_now () : -1;
}

int
own_profile_write_fd (int fd)
{
  const struct gmon_mpi_offer *offer = atomic_load (&taken_offer);

  if (offer != NULL)
    return offer->write_fd (fd);
  return gmon_write_fd != NULL ? gmon_write_fd (fd) : -1;
}

void
own_profile_drop (void)
{
  const struct gmon_mpi_offer *offer = atomic_load (&taken_offer);

  if (offer != NULL)
    offer->drop ();
  else if (gmon_drop != NULL)
    gmon_drop ();
}
