/* report/text/blurb.c -- the explanatory texts.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/text/blurb.h"

#include "report/text/blurb_text.h"

void
flat_blurb (struct out *out)
{
  out_text (out, flat_blurb_text);
}

void
fsf_callg_blurb (struct out *out)
{
  out_text (out, fsf_callg_blurb_text);
}

void
bsd_callg_blurb (struct out *out)
{
  out_text (out, bsd_callg_blurb_text);
}
