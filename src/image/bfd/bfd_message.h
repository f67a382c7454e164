/* image/bfd/bfd_message.h -- handlers for the messages of BFD.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_BFD_BFD_MESSAGE_H
#define IMAGE_BFD_BFD_MESSAGE_H

#include <stdarg.h>

/* Both functions are handlers for bfd_set_error_handler.  FORMAT and ARGS are
   as in vprintf; FORMAT may also contain the directives that BFD adds.  */

/* Drops the message.  gprof prints its own message about a failure and gets
   the reason from bfd_errmsg, so BFD's message would be a second one.  */
void bfd_message_ignore (const char *format, va_list args);

/* Writes the message to standard error, for
   show_bfd_messages.  */
void bfd_message_show (const char *format, va_list args)
  __attribute__ ((format (printf, 1, 0)));

#endif /* IMAGE_BFD_BFD_MESSAGE_H */
