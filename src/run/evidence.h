/* run/evidence.h -- facts about programs and profiles that explain results.

   SPDX-License-Identifier: GPL-3.0-or-later

   Hints (run/hints.h) and --diagnose (run/diagnose.h) say what follows from
   them.  */

#ifndef RUN_EVIDENCE_H
#define RUN_EVIDENCE_H

#include <stdbool.h>
#include <time.h>

#include "image/landmarks.h"
#include "profile/profile.h"

/* Returns what the symbols of IMAGE show, bits of enum symbol_fact.  Without
   symbols, returns the properties of a usual program compiled with -pg.  */
unsigned evidence_of_symbols (struct image *image);

/* Returns true if functions of IMAGE were compiled with
   -fpatchable-function-entry: functions= counts their calls without -pg.  */
bool evidence_has_entries (const struct image *image);

/* The size of a buffer for a date as text, in bytes.  */
#define DATE_SIZE 40

/* Writes WHEN as text into the DATE_SIZE bytes of TEXT.  Returns TEXT.  */
const char *evidence_date (char *text, time_t when);

/* Returns true if PROFILE has samples, be they all in libraries.  */
bool evidence_has_samples (const struct profile *profile);

/* When two files were modified.  */
struct file_dates
{
  time_t file, image;
};

/* Returns the name of the first file of PROFILE that is older than the program
   IMAGE, which may have been rebuilt since, and sets *DATES; or NULL.  A file
   that names the build of this program is not too old.  */
const char *evidence_older (const struct image *image,
                            const struct profile *profile,
                            struct file_dates *dates);

#endif /* RUN_EVIDENCE_H */
