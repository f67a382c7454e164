/* image/bfd_message.c -- what is done with the messages of BFD.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: messages of BFD.  Out: nothing, or a line on standard error.

   BFD gives its handler no context, and the library has no variable to find a
   diag by: so these lines go past the diag.  */

#include <config.h>

#include "image/bfd_message.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/safe_text.h"

/* The room for a message; a longer one is cut.  */
#define MESSAGE_SIZE 512

void
bfd_message_ignore (const char *format, va_list args)
{
  (void) format;
  (void) args;
}

/* Only BFD can print a file or a section ("%pB", "%pA"): a message with these
   is shown with its directives.  */
void
bfd_message_show (const char *format, va_list args)
{
  char text[MESSAGE_SIZE], shown[MESSAGE_SIZE * SAFE_GROWTH + 1];
  if (strstr (format, "%p") || strchr (format, '$'))
    snprintf (text, sizeof text, "%s", format);
  else
    vsnprintf (text, sizeof text, format, args);
  shown[safe_write (shown, text, strlen (text), safe_locale ())] = '\0';
  dprintf (STDERR_FILENO, "BFD: %s\n", shown);
}
