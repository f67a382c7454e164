/* message.h -- messages on stderr.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_MESSAGE_H
#define GMON_MESSAGE_H

#include <stdint.h>

#include "arch/namespace.h"

/* Writes a message to stderr: "libgmon: ", the strings of the arguments, at
   most 14 of them, and a newline.  It says what happened, why, and what to type
   instead.  As gmon_message_write.  */
#define gmon_message(...)                                               \
  gmon_message_write ((const char *const[]) { "libgmon: ", __VA_ARGS__, \
                                              "\n", NULL })

/* Writes PIECES, up to 16 strings before a NULL, to stderr in one write,
   without stdio.  Never blocks: nothing is written if nobody reads stderr, or
   if it was closed at the start.  Async-signal-safe, keeps errno.  */
void gmon_message_write (const char *const *pieces);

/* Writes NUMBER in decimal to the GMON_NUMBER_SIZE bytes at TEXT.  Returns
   where its first digit is in there.  Async-signal-safe.  */
#define GMON_NUMBER_SIZE 11
const char *gmon_number_text (char *text, uint32_t number);

/* Finds out whether there is a stderr.  To be called once, at the start.  */
void gmon_message_start (void);

/* The text of an errno value, never NULL.  */
const char *gmon_error_text (int error);

#endif /* GMON_MESSAGE_H */
