/* gmon_mpi.h -- how libgmon_mpi.so gets at the libgmon in the program.

   SPDX-License-Identifier: 0BSD

   The functions of libgmon.a are in the program, where no library finds them,
   unless the program was linked with libgmon_mpi.so.  So libgmon.a looks for a
   function of libgmon_mpi.so, which may have been preloaded, and tells it of
   its own.  Those of libgmon.so are found by the dynamic linker.  */

#ifndef GMON_MPI_H
#define GMON_MPI_H

/* The functions of gmon.h that libgmon_mpi.so calls.  */
struct gmon_mpi_offer
{
  unsigned version;             /* GMON_MPI_VERSION */
  int (*write_now) (void);
  int (*write_fd) (int fd);
  void (*drop) (void);
};

#define GMON_MPI_VERSION 1

/* The name of the function in libgmon_mpi.so.  It keeps OFFER, of the libgmon
   that profiles this process; an offer of another version is ignored.  */
#define GMON_MPI_TAKE "gmon_mpi_take"
typedef void gmon_mpi_take_function (const struct gmon_mpi_offer *offer);

#endif /* GMON_MPI_H */
