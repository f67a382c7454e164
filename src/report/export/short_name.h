/* report/export/short_name.h -- shortens names to fit a column.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_EXPORT_SHORT_NAME_H
#define REPORT_EXPORT_SHORT_NAME_H

#include <stddef.h>

/* The least room that short_name can work with.  */
#define SHORT_NAME_MIN 5

/* Returns how many columns the LEN bytes of NAME take, if each character of
   UTF-8 takes one.  */
size_t name_columns (const char *name, size_t len);

/* Returns NAME in at most ROOM columns (SHORT_NAME_MIN or more), on the heap.
   If NAME is longer, "..." replaces the arguments of templates, inner ones
   first; if that is not enough, "..." replaces the middle of the name.  */
char *short_name (const char *name, size_t room);

#endif /* REPORT_EXPORT_SHORT_NAME_H */
