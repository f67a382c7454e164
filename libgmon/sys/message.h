/* message.h -- messages on stderr.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_MESSAGE_H
#define GMON_MESSAGE_H

#include <stdint.h>

#include "arch/namespace.h"

/* Writes one line to stderr: "libgmon: ", the arguments, which are at most 14
   strings, and a newline.  A message states what happened, why, and what to
   type instead.  Never blocks, is async-signal-safe and keeps errno.  */
#define gmon_message(...)                                               \
  gmon_message_write ((const char *const[]) { "libgmon: ", __VA_ARGS__, \
                                              "\n", NULL })

/* Writes PIECES, up to 16 strings before a NULL, to stderr in one write,
   without stdio.  Never blocks: nothing is written if stderr is not ready for
   writing or was closed at the start.  Async-signal-safe, keeps errno.  */
void gmon_message_write (const char *const *pieces);

/* Writes NUMBER in decimal into the GMON_NUMBER_SIZE bytes at TEXT.  Returns a
   pointer to its first digit, within TEXT.  Async-signal-safe.  */
#define GMON_NUMBER_SIZE 11
const char *gmon_number_text (char *text, uint32_t number);

/* Finds out whether the program has a stderr.  Must be called once, at the
   start.  Keeps errno.  */
void gmon_message_start (void);

/* Returns the text of the errno value ERROR, never NULL.
   Async-signal-safe.  */
const char *gmon_error_text (int error);

#endif /* GMON_MESSAGE_H */
