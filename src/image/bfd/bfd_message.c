/* image/bfd/bfd_message.c -- handlers for the messages of BFD.

   SPDX-License-Identifier: GPL-3.0-or-later

   BFD passes no context to its handler, and the library has no global
   variables, so the handler has no diag.  It writes to standard error
   directly.  */

#include <config.h>

#include "image/bfd/bfd_message.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/safe_text.h"

/* The size of the buffer for a message; a longer message is cut.  */
#define MESSAGE_SIZE 512

void
bfd_message_ignore (const char *format, va_list args)
{
  (void) format;
  (void) args;
}

/* Only BFD can format a file or a section ("%pB", "%pA").  A message with
   these directives is shown without formatting.  */
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
