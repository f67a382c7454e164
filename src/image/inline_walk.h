/* image/inline_walk.h -- finds inlined functions in the process of libdw.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_INLINE_WALK_H
#define IMAGE_INLINE_WALK_H

#include "image/dw_names.h"
#include "image/inline_answer.h"

#if defined HAVE_DW && !defined WITHOUT_DLOPEN

/* Answers DATA, a struct inline_job: a dw_work_fn for image/inline_index.c.  */
enum dw_result inline_walk_units (const struct dw *dw, void *data);

#endif

#endif /* IMAGE_INLINE_WALK_H */
