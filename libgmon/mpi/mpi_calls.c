/* mpi_calls.c -- the MPI library of the process, without its header.

   SPDX-License-Identifier: 0BSD

   Contracts are in mpi_calls.h.

   The library may be invisible to other libraries, as in Python, whose modules
   are loaded with RTLD_LOCAL; then it is looked for by its name among all that
   is loaded.  */

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <string.h>

#include "mpi/mpi_calls.h"

/* Handles of MPICH's interface.  */
#define MPICH_WORLD 0x44000000
#define MPICH_NO_COMM 0x04000000
#define MPICH_BYTE 0x4c00010d
#define MPICH_ERRORS_RETURN 0x54000001

/* The longest text of MPI_Get_library_version in both interfaces.  */
#define VERSION_SIZE 8192

static int
note_library (struct dl_phdr_info *info, size_t size, void *data)
{
  const char *slash = strrchr (info->dlpi_name, '/');
  const char *name = slash != NULL ? slash + 1 : info->dlpi_name;
  size_t len = strlen (info->dlpi_name);

  (void) size;
  if (strncmp (name, "libmpi", 6) != 0 || len >= PATH_MAX)
    return 0;
  memcpy (data, info->dlpi_name, len + 1);
  return strncmp (name, "libmpi.", 7) == 0
         || strncmp (name, "libmpich.", 9) == 0;
}

/* Returns a handle for dlsym with the functions of MPI.  */
static void *
find_mpi (void)
{
  char name[PATH_MAX] = "";
  void *library = NULL;

  if (dlsym (RTLD_DEFAULT, "PMPI_Finalize") != NULL)
    return RTLD_DEFAULT;
  dl_iterate_phdr (note_library, name);
  if (*name != '\0')
    library = dlopen (name, RTLD_LAZY | RTLD_NOLOAD);
  return library != NULL ? library : RTLD_DEFAULT;
}

static void
find_calls (struct mpi_calls *calls, void *library)
{
  calls->finalize = dlsym (library, "PMPI_Finalize");
  calls->abort = dlsym (library, "PMPI_Abort");
  calls->comm_rank = dlsym (library, "PMPI_Comm_rank");
  calls->comm_size = dlsym (library, "PMPI_Comm_size");
  calls->get_parent = dlsym (library, "PMPI_Comm_get_parent");
  calls->comm_idup = dlsym (library, "PMPI_Comm_idup");
  calls->get_errhandler = dlsym (library, "PMPI_Comm_get_errhandler");
  calls->set_errhandler = dlsym (library, "PMPI_Comm_set_errhandler");
  calls->isend = dlsym (library, "PMPI_Isend");
  calls->irecv = dlsym (library, "PMPI_Irecv");
  calls->test = dlsym (library, "PMPI_Test");
  calls->cancel = dlsym (library, "PMPI_Cancel");
}

static bool
is_mpich (void *library)
{
  static const char *const names[] = { "MPICH", "MVAPICH", "Intel" };
  int (*get_version) (char *, int *)
    = dlsym (library, "PMPI_Get_library_version");
  char version[VERSION_SIZE] = "";
  int len;

  if (get_version == NULL || get_version (version, &len) != MPI_OK)
    return false;
  version[sizeof version - 1] = '\0';
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strstr (version, names[i]) != NULL)
      return true;
  return false;
}

/* Returns false if the interface is neither of the two.  */
static bool
find_handles (struct mpi_calls *calls, void *library)
{
  calls->world = (mpi_handle) dlsym (library, "ompi_mpi_comm_world");
  calls->no_comm = (mpi_handle) dlsym (library, "ompi_mpi_comm_null");
  calls->byte = (mpi_handle) dlsym (library, "ompi_mpi_byte");
  calls->errors_return
    = (mpi_handle) dlsym (library, "ompi_mpi_errors_return");
  if (calls->world != 0)
    return calls->no_comm != 0 && calls->byte != 0
           && calls->errors_return != 0;
  calls->narrow = is_mpich (library);
  calls->world = MPICH_WORLD;
  calls->no_comm = MPICH_NO_COMM;
  calls->byte = MPICH_BYTE;
  calls->errors_return = MPICH_ERRORS_RETURN;
  return calls->narrow;
}

const char *
mpi_calls_find (struct mpi_calls *calls)
{
  void *library = find_mpi ();

  *calls = (struct mpi_calls) { 0 };
  find_calls (calls, library);
  if (calls->comm_rank == NULL || calls->comm_size == NULL
      || calls->get_parent == NULL || calls->comm_idup == NULL
      || calls->get_errhandler == NULL || calls->set_errhandler == NULL
      || calls->isend == NULL || calls->irecv == NULL || calls->test == NULL
      || calls->cancel == NULL)
    return "the MPI library is older than MPI 3.0, or not visible";
  return find_handles (calls, library)
         ? NULL : "the MPI library is neither Open MPI nor like MPICH";
}

mpi_handle
mpi_handle_in (const struct mpi_calls *calls, const union mpi_room *room)
{
  return calls->narrow ? room->narrow : room->wide;
}

void *
mpi_next (const char *name)
{
  return dlsym (RTLD_NEXT, name);
}
