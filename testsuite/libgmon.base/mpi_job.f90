! mpi_job.f90 -- mpi_job.c in Fortran: rank R calls leaf 5 * (R + 1) times.
! SPDX-License-Identifier: GPL-3.0-or-later

subroutine leaf (n)
  integer, intent(in) :: n
  integer, volatile :: sink
  sink = n
end subroutine leaf

program mpi_job
#ifdef WITH_MODULE
  use mpi
#endif
#ifdef WITH_F08
  use mpi_f08
#endif
  implicit none
#ifdef WITH_MPIF
  include 'mpif.h'
#endif
  integer :: rank, error, i

  call MPI_Init (error)
  call MPI_Comm_rank (MPI_COMM_WORLD, rank, error)
  do i = 1, 5 * (rank + 1)
    call leaf (i)
  end do
  call MPI_Finalize (error)
  if (error /= MPI_SUCCESS) stop 1
end program mpi_job
