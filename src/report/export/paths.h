/* report/export/paths.h -- call paths, measured or made from the call graph.

   SPDX-License-Identifier: GPL-3.0-or-later

   If the profile has call stacks, these are the paths.  A profile of arcs has
   no call paths, so the time of a function is divided among the paths that
   lead to it: on each step by numbers of calls, as the call graph does.  The
   self times of functions are exact in both cases.  */

#ifndef REPORT_EXPORT_PATHS_H
#define REPORT_EXPORT_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/export/shown.h"
#include "report/view.h"

/* The part of all samples, in percent, that a path and all paths below it must
   have without --min-percent if paths are not measured.  */
#define PATHS_MIN_PERCENT 0.1

/* Returns a text that tells whether the paths of VIEW are measured.  */
const char *paths_note (const struct view *view);

/* Returns a text that tells whence the time of callees in VIEW is.  */
const char *times_note (const struct view *view);

/* Returns whether VIEW has paths in call stacks.  */
bool paths_are_measured (const struct view *view);

/* Takes a path.  FRAMES are LEN numbers of frames, the outermost first:
   indices of SHOWN for functions, with the bit PATH_INLINED (stack_paths.h) if
   the function was inlined there; behind them, cycle 1 and so on, and last
   paths_other.  TIME is in the unit that paths_walk gets, and not 0.  */
typedef void path_taker (void *data, const uint32_t *frames, size_t len,
                         uint64_t time);

/* Calls TAKE with DATA for each path of VIEW to a function with self time.
   SCALE is the number of units of a path's time in a sample.  If paths are not
   measured, a cycle is one frame, with its members below it.  Functions that
   SHOWN leaves out are no frames, and their self times are left out.  The self
   time for which a function has no path, since its paths are too short of
   time, too long or too many, is that of a path of paths_other and the
   function; so are stacks that have lost their order.  */
void paths_walk (const struct view *view, const struct shown *shown,
                 double scale, path_taker *take, void *data);

/* Returns the number of the frame "(other paths)", which is the last one.  */
uint32_t paths_other (const struct view *view, const struct shown *shown);

/* Writes the name of FRAME to OUT, as plain_name does, with the suffix "_[i]"
   of flame graph programs if the function was inlined there.  */
void paths_name (struct out *out, const struct view *view,
                 const struct shown *shown, uint32_t frame);

/* Fills SHOWN with the functions of VIEW for paths: --min-percent is a rule
   for paths, and not for functions.  Returns false after one diag_error.  The
   caller releases SHOWN with shown_free in any case.  */
bool paths_collect (struct shown *shown, const struct view *view);

#endif /* REPORT_EXPORT_PATHS_H */
