/* report/text/gmon_info.c -- the contents of the profile files (--file-info).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/text/gmon_info.h"

#include <string.h>

static void
info_print_count (struct out *out, size_t n, const char *what)
{
  out_printf (out, "\t%zu %s record%s\n", n, what, n == 1 ? "" : "s");
}

void
gmon_info_print (struct out *out, const struct profile *profile, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      const struct profile_file *file = &profile->files[i];
      out_text (out, "File `");
      out_name (out, file->name, strlen (file->name));
      out_printf (out, "' (version %u) contains:\n", file->version);
      info_print_count (out, file->n_hists, "histogram");
      info_print_count (out, file->n_arcs, "call-graph");
      info_print_count (out, file->n_blocks, "basic-block count");
      if (file->process_size)
        out_printf (out, "\ta profile of the whole process, %zu bytes\n",
                    file->process_size);
    }
}
