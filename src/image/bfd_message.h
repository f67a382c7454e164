/* image/bfd_message.h -- what is done with the messages of BFD.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_BFD_MESSAGE_H
#define IMAGE_BFD_MESSAGE_H

#include <stdarg.h>

/* Handlers for bfd_set_error_handler.  FORMAT and ARGS are as in vprintf, with
   directives of BFD besides.  */

/* Drops the message: it would come on top of ours, and what BFD has to say
   about a failure is asked for with bfd_errmsg.  */
void bfd_message_ignore (const char *format, va_list args);

/* Writes the message to standard error, as GNU gprof does: for the strict
   mode.  */
void bfd_message_show (const char *format, va_list args)
  __attribute__ ((format (printf, 1, 0)));

#endif /* IMAGE_BFD_MESSAGE_H */
