/* gmon_bare.h -- profiles of programs without an operating system.

   SPDX-License-Identifier: 0BSD

   Compile the program with -pg and link libgmon-bare.  The program then makes
   three calls: gmon_bare_start at its start, gmon_bare_tick in the interrupt of
   a timer, and gmon_bare_write at its end.  The manual has an example.

   The library uses no memory but one buffer that the program provides, and no
   function of the C library but memcpy and memset.  */

#ifndef GMON_BARE_H
#define GMON_BARE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of cores that run one image and have a buffer each.  Compile the
   library and the program with the same value.  */
#ifndef GMON_BARE_CORES
# define GMON_BARE_CORES 1
#endif

/* The size in bytes of a buffer that suits most programs: 512 pairs of caller
   and callee, and 64 KiB of code in bins of 16 bytes.  */
#define GMON_BARE_DEFAULT_SIZE 16384

/* gmon_bare_start accepts no smaller buffer.  */
#define GMON_BARE_SMALLEST_SIZE 256

enum gmon_bare_status
{
  GMON_BARE_OK = 0,
  GMON_BARE_LOST = 1,           /* written, but some calls or ticks were not
                                   counted: gmon_bare_losses tells how many */
  GMON_BARE_FAILED = 2,         /* the callback refused some bytes */
  GMON_BARE_OFF = 3,            /* profiling has not been started */
  GMON_BARE_TOO_SMALL = 4,      /* the buffer is too small or NULL */
  GMON_BARE_UNALIGNED = 5,      /* the buffer is not aligned to 8 bytes */
  GMON_BARE_BAD_RANGE = 6       /* the range of addresses ends before it
                                   starts, or at the end of memory */
};

/* Counts of losses.  A number that would exceed 32 bits stays at the
   maximum.  */
struct gmon_bare_losses
{
  uint32_t calls;               /* calls that found the table full */
  uint32_t ticks;               /* ticks outside the range of addresses */
  uint32_t pairs;               /* pairs of caller and callee in the table */
  uint32_t max_pairs;           /* pairs for which the table has room */
};

/* Starts profiling with the SIZE bytes at BUFFER, which must be aligned to 8
   bytes (an array of uint64_t is).  Ticks are counted for the addresses from
   LOW up to, but not including, HIGH: usually the ends of the code.  If LOW and
   HIGH are equal, ticks are not counted, and all of the buffer is for calls.
   Times are in ticks until gmon_bare_unit sets another unit.

   Returns GMON_BARE_OK, GMON_BARE_TOO_SMALL, GMON_BARE_UNALIGNED or
   GMON_BARE_BAD_RANGE.  After a failure, profiling is off and the buffer
   unchanged.  The caller owns BUFFER and must not use it while profiling is on.
   A second call starts again, with all counts 0.  Call it on each core, with a
   buffer for each, and not in an interrupt.  */
enum gmon_bare_status gmon_bare_start (void *buffer, size_t size,
                                       const void *low, const void *high);

/* Sets the unit in which the profile gives times: RATE ticks make one unit of
   DIMENSION.  (1000, "seconds") is a tick every millisecond; (10, "Mcycles") is
   a tick every 100,000 cycles.  At most 15 bytes of DIMENSION are used, and its
   first letter is the abbreviation.  Call it after gmon_bare_start, on the same
   core.  */
void gmon_bare_unit (uint32_t rate, const char *dimension);

/* Counts one tick at PC, the address of the instruction that the timer has
   interrupted.  The caller must be one interrupt handler, which does not
   interrupt itself.  */
void gmon_bare_tick (uintptr_t pc);

/* Takes the next SIZE bytes of the profile, at BYTES.  DATA is the argument of
   gmon_bare_write.  Returns 0, or another number to end the writing.  */
typedef int gmon_bare_put (const void *bytes, size_t size, void *data);

/* Passes the profile of this core to PUT, in the format of the file gmon.out,
   in pieces of at most 64 bytes.  Nothing is counted meanwhile.  Afterwards
   profiling goes on, so that a later call writes all calls and ticks since the
   start.  Returns GMON_BARE_OK, GMON_BARE_LOST, GMON_BARE_FAILED or
   GMON_BARE_OFF.  Do not call it in the interrupt that calls
   gmon_bare_tick.  */
enum gmon_bare_status gmon_bare_write (gmon_bare_put *put, void *data);

/* Stores in *LOSSES what was not counted on this core so far.  Returns
   GMON_BARE_OK, or GMON_BARE_OFF with zeros in *LOSSES.  */
enum gmon_bare_status gmon_bare_losses (struct gmon_bare_losses *losses);

/* Ends profiling on this core.  The counts stay in the buffer.  */
void gmon_bare_stop (void);

/* Returns the number of the calling core, below GMON_BARE_CORES.  The program
   defines it if GMON_BARE_CORES exceeds 1, with
   __attribute__ ((no_instrument_function)).  */
unsigned gmon_bare_core (void);

#ifdef __cplusplus
}
#endif

#endif /* GMON_BARE_H */
