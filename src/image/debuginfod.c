/* image/debuginfod.c -- debugging information from servers.

   SPDX-License-Identifier: GPL-3.0-or-later

   The library is opened only when it is needed.  It loads an HTTP client,
   whose start alone takes longer than most runs of gprof.  */

#include <config.h>

#include "image/debuginfod.h"

#if defined HAVE_DEBUGINFOD && !defined WITHOUT_DLOPEN

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <elfutils/debuginfod.h>

#include "base/intl.h"
#include "base/variable.h"

/* The functions of the library that this file uses.  */
struct client_calls
{
  __typeof__ (&debuginfod_begin) begin;
  __typeof__ (&debuginfod_find_debuginfo) find;
  __typeof__ (&debuginfod_end) end;
  __typeof__ (&debuginfod_set_progressfn) set_progress;
  __typeof__ (&debuginfod_set_user_data) set_data;
  __typeof__ (&debuginfod_get_user_data) get_data;
};

static bool
debuginfod_find_calls (void *library, struct client_calls *calls)
{
  calls->begin
    = (__typeof__ (calls->begin)) dlsym (library, "debuginfod_begin");
  calls->find
    = (__typeof__ (calls->find)) dlsym (library, "debuginfod_find_debuginfo");
  calls->end = (__typeof__ (calls->end)) dlsym (library, "debuginfod_end");
  calls->set_progress
    = (__typeof__ (calls->set_progress)) dlsym (library,
                                                "debuginfod_set_progressfn");
  calls->set_data
    = (__typeof__ (calls->set_data)) dlsym (library,
                                            "debuginfod_set_user_data");
  calls->get_data
    = (__typeof__ (calls->get_data)) dlsym (library,
                                            "debuginfod_get_user_data");
  return (calls->begin && calls->find && calls->end && calls->set_progress
          && calls->set_data && calls->get_data);
}

/* Seconds without a byte after which a line says what is waited for, and after
   which gprof goes on without the file.  */
#define PATIENCE 2
#define SECONDS_MAX 10

/* While the size of the file is not known, the library counts its own loops in
   place of bytes: one a second if nothing comes, and one for each packet.  */
#define LOOPS_OF_NOTHING 3

/* The state of waiting for servers.  */
struct wait
{
  struct diag *diag;
  time_t since;                 /* when something came, or the start */
  time_t second;                /* when COME was noted last */
  long come;
  bool gave_up;
};

static time_t
monotonic_seconds (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

/* Notes in WAIT that COME bytes of TOTAL have come; if TOTAL is 0, COME is a
   number of loops.  Returns true if the library must give up.  */
static bool
wait_on (struct wait *wait, long come, long total)
{
  const time_t now = monotonic_seconds ();
  if (now != wait->second)
    {
      if (come - wait->come > (total > 0 ? 0 : LOOPS_OF_NOTHING
                                               * (now - wait->second)))
        wait->since = now;
      wait->come = come;
      wait->second = now;
    }
  if (now - wait->since >= PATIENCE && diag_on_terminal (wait->diag))
    diag_status (wait->diag, "%s", _("waiting for a server of"
                                     " DEBUGINFOD_URLS; --debuginfod=no asks"
                                     " none"));
  wait->gave_up = now - wait->since >= SECONDS_MAX;
  return wait->gave_up;
}

/* A debuginfod_progressfn_t.  The data of CLIENT are a struct wait, which only
   a function of the library finds.  */
static int
on_progress (debuginfod_client *client, long come, long total)
{
  void *library = dlopen (DEBUGINFOD_SONAME, RTLD_NOW | RTLD_NOLOAD);
  struct client_calls calls;
  int result = 0;
  if (library && debuginfod_find_calls (library, &calls))
    result = wait_on (calls.get_data (client), come, total);
  if (library)
    dlclose (library);
  return result;
}

static char *
fetch (const struct client_calls *calls, struct diag *diag,
       const unsigned char *id, size_t len)
{
  char *name = NULL;
  debuginfod_client *client = calls->begin ();
  if (!client)
    return NULL;
  struct wait wait = { .diag = diag, .since = monotonic_seconds (),
                       .second = monotonic_seconds () };
  calls->set_data (client, &wait);
  calls->set_progress (client, on_progress);
  int file = calls->find (client, id, (int) len, &name);
  calls->end (client);
  if (diag_on_terminal (diag))
    diag_status (diag, "%s", "");
  if (wait.gave_up)
    diag_note (diag, "no answer of a server in DEBUGINFOD_URLS for %d seconds;"
               " --debuginfod=no asks none", SECONDS_MAX);
  if (file < 0)
    return NULL;
  close (file);
  return name;
}

char *
debuginfod_fetch (struct diag *diag, const unsigned char *id, size_t len)
{
  const char *urls = variable (DEBUGINFOD_URLS_ENV_VAR);
  struct client_calls calls;
  if (!urls || !*urls || len > INT_MAX)
    return NULL;
  /* The library is never closed: its HTTP client leaves handlers behind.  */
  void *library = dlopen (DEBUGINFOD_SONAME, RTLD_NOW);
  return library && debuginfod_find_calls (library, &calls)
             ? fetch (&calls, diag, id, len)
             : NULL;
}

#else

char *
debuginfod_fetch (struct diag *diag, const unsigned char *id, size_t len)
{
  (void) diag;
  (void) id;
  (void) len;
  return NULL;
}

#endif
