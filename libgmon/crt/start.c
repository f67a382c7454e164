/* start.c -- what makes a gcrt1.o of a crt1.o: start before main, and the end.

   SPDX-License-Identifier: 0BSD

   musl brings no gcrt1.o, and a compiler that was built for musl alone links
   one under -pg.  The Makefile joins this with musl's Scrt1.o to gcrt1.o,
   which serves fixed, position-independent and static programs alike, and
   with rcrt1.o to grcrt1.o, for static PIE.  Not a part of the libraries.

   Started is before all constructors of the executable, ended after its atexit
   functions and destructors.  A library's constructor that calls into the
   executable before that has started the profile already.

   The C library calls the functions of this file, since its arrays of
   constructors name them.  */

extern const char text_start[] __asm__ ("__executable_start")
  __attribute__ ((visibility ("hidden")));
extern const char text_end[] __asm__ ("etext")
  __attribute__ ((visibility ("hidden")));

/* glibc's names of them, as in its own gcrt1.o.  */
void __monstartup (unsigned long lowpc, unsigned long highpc);
void _mcleanup (void);

static void
crt_start (void)
{
  __monstartup ((unsigned long) text_start, (unsigned long) text_end);
}

/* musl runs no .preinit_array.  The lowest number is the first to start and
   the last to end; a constructor attribute may not have it.  */
static void (*volatile const start_entry) (void)
  __attribute__ ((used, section (".init_array.00000"))) = crt_start;
static void (*volatile const end_entry) (void)
  __attribute__ ((used, section (".fini_array.00000"))) = _mcleanup;
