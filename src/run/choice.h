/* run/choice.h -- which reports the data of the profile allow.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RUN_CHOICE_H
#define RUN_CHOICE_H

#include "cli/options.h"
#include "profile/profile.h"

/* Returns the reports that are possible before the profile is read, bits of
   report_bit: those that OPTIONS ask for, or else those that any data would
   allow.  */
unsigned choice_before_profile (const struct options *options);

/* Returns the reports to make of STYLES, which choice_before_profile returned:
   those that OPTIONS ask for, or else those that PROFILE and PROCESS allow,
   without those that OPTIONS turn off.  PROCESS is the result of
   measured_process.  Hints about waits that are missing go to DIAG.  */
unsigned choice_by_data (const struct options *options, struct diag *diag,
                         const struct profile *profile,
                         const struct process *process, unsigned styles);

/* Checks that there are data for the reports STYLES, which choice_by_data
   returned, and drops the flat profile or the call graph from *STYLES, with a
   warning, if only the other one has data.  Returns false after one diag_error
   if the profile is only a header and no option asks for a report; a report
   that was asked for complains of missing data by itself.  */
bool choice_check (const struct options *options, struct diag *diag,
                   const struct profile *profile,
                   const struct process *process, unsigned *styles);

/* Returns the needs, bits of enum report_need, of the reports STYLES and of
   the export and the other tasks of OPTIONS.  SPECS_NEED_LINES tells whether a
   symspec names a source file; DIAG knows what is traced.  */
unsigned choice_needs (const struct options *options, const struct diag *diag,
                       unsigned styles, bool specs_need_lines);

#endif /* RUN_CHOICE_H */
