/* gmon.h -- the interface of libgmon, a call-graph profiling runtime.

   SPDX-License-Identifier: 0BSD

   Link a program with "gcc -pg" and this library; it then writes gmon.out at
   exit, for gprof.  None of the functions below is needed for that: they are
   for programs that want to profile a part of a run, or to write early.

   Other than mcount itself, the functions are for one thread at a time; a
   signal handler may call gmon_write_now and gmon_write_fd.  */

#ifndef GMON_H
#define GMON_H

#ifdef __cplusplus
extern "C" {
#endif

/* Start profiling the addresses from LOWPC (inclusive) to HIGHPC
   (exclusive) of the executable: count calls, and sample the program counter
   100 times per second of CPU time.  gcc -pg arranges for the first call, with
   the whole text.  Ignored while started; after mcleanup it starts again,
   from zero.  Without memory for the histogram only calls are counted, and
   a message is written to stderr.  */
void monstartup (unsigned long __lowpc, unsigned long __highpc);

/* MODE 0: stop counting and sampling; what was collected is kept.  Otherwise:
   go on.  No effect before monstartup and after mcleanup.  */
void moncontrol (int __mode);

/* Stop, and write the profile to the file "gmon.out" in the current
   directory, or to what GMON_OPTIONS or GMON_OUT_PREFIX in the environment say
   (libgmon(3)) unless the program is set-user-id or the like.  A symbolic
   link or anything else than a regular file is refused.  A failure is reported
   on stderr and changes nothing else.  A second call does nothing.  */
void mcleanup (void);

/* If profiling is on, writes the file of mcleanup now, complete up to this
   moment, and goes on.  Returns 0 if it is written; -1 if profiling is off, if
   GMON_OPTIONS has pool=, or if the file could not be written, which a message
   on stderr explains.  Keeps errno.  May be called from a signal handler.  */
int gmon_write_now (void);

/* Does what gmon_write_now does, and returns nothing: its old name.  */
void write_profiling (void);

/* Writes the profile, complete up to this moment, to the descriptor FD, which
   may be a pipe or a socket, and goes on.  FD must block; it stays open and
   belongs to the caller.  The file of mcleanup is not touched.  Returns 0 if
   everything is written, also while moncontrol has stopped the counting; -1 if
   there is no profile, before monstartup and after mcleanup and gmon_drop, if
   the call is in a signal handler that interrupted a write of this thread, or
   if the bytes could not be written, which a message on stderr explains.  Keeps
   errno.  May be called from a signal handler.  */
int gmon_write_fd (int __fd);

/* Stops, and writes nothing: the profile ends without a file.  A file that
   this process has written before, by gmon_write_now or a checkpoint, is
   removed if it still has its name; what was added to a pool (GMON_OPTIONS)
   stays there.  A second call does nothing.  Keeps errno.  */
void gmon_drop (void);

#ifdef __cplusplus
}
#endif

#endif /* GMON_H */
