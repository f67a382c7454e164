/* image/debuginfod.c -- debugging information from servers.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: a build id; DEBUGINFOD_URLS and the other variables that libdebuginfod
   reads.  Out: a file in the cache of libdebuginfod.

   The library is opened only when it is needed.  It loads an HTTP client,
   whose start alone takes longer than most runs of gprof.  */

#include <config.h>

#include "image/debuginfod.h"

#if defined HAVE_DEBUGINFOD && !defined WITHOUT_DLOPEN

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include <elfutils/debuginfod.h>

#include "base/variable.h"

/* The functions of the library that this file uses.  */
struct client_calls
{
  __typeof__ (&debuginfod_begin) begin;
  __typeof__ (&debuginfod_find_debuginfo) find;
  __typeof__ (&debuginfod_end) end;
};

static bool
debuginfod_find_calls (void *library, struct client_calls *calls)
{
  calls->begin
    = (__typeof__ (calls->begin)) dlsym (library, "debuginfod_begin");
  calls->find
    = (__typeof__ (calls->find)) dlsym (library, "debuginfod_find_debuginfo");
  calls->end = (__typeof__ (calls->end)) dlsym (library, "debuginfod_end");
  return calls->begin && calls->find && calls->end;
}

static char *
fetch (const struct client_calls *calls, const unsigned char *id, size_t len)
{
  char *name = NULL;
  debuginfod_client *client = calls->begin ();
  if (!client)
    return NULL;
  int file = calls->find (client, id, (int) len, &name);
  calls->end (client);
  if (file < 0)
    return NULL;
  close (file);
  return name;
}

char *
debuginfod_fetch (const unsigned char *id, size_t len)
{
  const char *urls = variable (DEBUGINFOD_URLS_ENV_VAR);
  struct client_calls calls;
  if (!urls || !*urls || len > INT_MAX)
    return NULL;
  /* The library is never closed: its HTTP client leaves handlers behind.  */
  void *library = dlopen (DEBUGINFOD_SONAME, RTLD_NOW);
  return library && debuginfod_find_calls (library, &calls)
             ? fetch (&calls, id, len)
             : NULL;
}

#else

char *
debuginfod_fetch (const unsigned char *id, size_t len)
{
  (void) id;
  (void) len;
  return NULL;
}

#endif
