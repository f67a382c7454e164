! links.f90 -- Fortran with known calls; see links.exp and installed.exp.
! SPDX-License-Identifier: GPL-3.0-or-later
!
! To be compiled with -fno-inline.

subroutine leaf (total)
  integer :: total
  total = total + 1
end subroutine leaf

subroutine work (times, total)
  integer :: times, total, i
  do i = 1, times
    call leaf (total)
  end do
end subroutine work

program links
  integer :: total
  total = 0
  call work (500, total)
  call work (7, total)
  if (total /= 507) stop 1
  stop 3
end program links
