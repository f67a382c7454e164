/* board.h -- what the example needs of a machine.

   SPDX-License-Identifier: 0BSD  */

#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>
#include <stdint.h>

/* Ticks a second of the machine's timer.  */
#ifndef BOARD_HZ
# define BOARD_HZ 1000
#endif

/* Cycles of the processor between two ticks, where the timer counts them.  */
#define BOARD_CLOCK_HZ 25000000
#define BOARD_TICK_CYCLES (BOARD_CLOCK_HZ / BOARD_HZ)

/* The ends of the code, from the linker script.  */
extern const char board_code[], board_code_end[];

/* Starts the timer, whose interrupt calls board_interrupt with the address of
   the interrupted instruction; and stops it.  */
void board_timer_start (void);
void board_timer_stop (void);
void board_interrupt (uintptr_t pc);

/* Writes a file of the host by semihosting.  board_open returns a negative
   number, board_write another number than 0, on failure.  */
int board_open (const char *name);
int board_write (int file, const void *bytes, size_t size);
void board_close (int file);

/* Prints TEXT, NUMBER and a newline on the host.  */
void board_print_number (const char *text, unsigned number);

/* Ends the program; the host's status is STATUS.  */
__attribute__ ((noreturn)) void board_exit (int status);

#endif /* BOARD_H */
