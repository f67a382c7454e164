/* t_job.c -- tests of record/job: CPU time of threads whose records are lost.

   SPDX-License-Identifier: GPL-3.0-or-later

   The program of the job is this one.  The profile is written and read
   again.  */

#include <config.h>

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "profile/gmon_io.h"
#include "record/job.h"

#define TICKS 4000
#define TICK_NS UINT64_C (250000)
#define PID 77                  /* of the job's process, and its main thread */

/* Tells JOB that the thread TID, which begins if BEGINS, has ended after NS of
   CPU time.  */
static void
thread_ends (struct job *job, pid_t tid, bool begins, uint64_t ns)
{
  const struct event begin = { .kind = EVENT_FORK, .pid = PID, .tid = tid,
                               .parent = PID, .parent_tid = PID };
  const struct event end = { .kind = EVENT_CPU_TIME, .pid = PID, .tid = tid,
                             .number = ns };

  if (begins)
    job_event (job, &begin, 0, false);
  job_event (job, &end, 0, false);
}

/* Starts this program as the process of JOB.  */
static void
start_program (struct job *job)
{
  char path[4096] = "";
  struct stat st = { .st_ino = 0 };
  const ssize_t len = readlink ("/proc/self/exe", path, sizeof path - 1);
  const struct event exec = { .kind = EVENT_EXEC, .pid = PID, .tid = PID,
                              .name = "t_job" };

  CHECK (len > 0 && stat (path, &st) == 0, "the program is found");
  job_event (job, &exec, 0, false);
  job_event (job, &(struct event) { .kind = EVENT_MAP, .pid = PID, .tid = PID,
                                    .address = 0x400000, .len = 0x1000,
                                    .inode = st.st_ino, .name = path },
             0, false);
}

/* Writes JOB, whose threads used CPU ns by their events, and USED in all, of
   which LOST records are lost.  Returns the CPU time of the profile in ns.  */
static uint64_t
write_job (struct job *job, uint64_t cpu, uint64_t used, uint64_t lost)
{
  const struct job_facts facts = { .command = "t_job", .ticks = TICKS,
                                   .sees_kernel = true, .time_scale = 1,
                                   .lost = lost };
  struct diag *diag = diag_new ("t_job", stderr);
  struct job_totals totals;
  struct profile read;
  struct blob blob = { .len = 0 };
  uint64_t sum = 0;
  char name[64];

  snprintf (name, sizeof name, "./" JOB_PROFILES "%d.0", PID);
  CHECK (job_write (job, diag, ".", "t_job.", cpu, used, &facts, &totals),
         "the profile is written");
  profile_init (&read, quirks_none ());
  CHECK (gmon_out_read (&read, diag, name, GMON_FORMAT_AUTO, wire_host (),
                        &blob), "it is read");
  profile_finish_process (&read);
  for (size_t i = 0; read.process && i < read.process->n_samples; i++)
    sum += read.process->samples[i].sum * TICK_NS;
  blob_free (&blob);
  profile_free (&read);
  diag_free (diag);
  unlink (name);
  return sum;
}

/* Tests a job whose only known thread used 10 ticks, where the events used CPU
   ticks and the job USED ticks.  LOST records are lost.  */
static void
test_unknown (uint64_t cpu, uint64_t used, uint64_t lost, const char *what)
{
  struct job *job = job_new (TICKS, true);

  start_program (job);
  thread_ends (job, PID, false, 10 * TICK_NS);
  CHECK_U64 (write_job (job, cpu * TICK_NS, used * TICK_NS, lost),
             70 * TICK_NS, what);
  job_free (job);
}

int
main (void)
{
  struct job *job = job_new (TICKS, true);

  start_program (job);
  thread_ends (job, PID + 1, true, 40 * TICK_NS);
  thread_ends (job, PID + 2, false, 20 * TICK_NS);
  thread_ends (job, PID, false, 10 * TICK_NS);
  CHECK_U64 (write_job (job, 70 * TICK_NS, 70 * TICK_NS, 1), 70 * TICK_NS,
             "a thread whose begin is lost has its time");
  job_free (job);
  test_unknown (70, 70, 9, "threads of which all is lost have theirs");
  test_unknown (10, 70, 9, "what is in no event, with lost records");
  test_unknown (10, 70, 0, "what is in no event");
  return check_end ();
}
