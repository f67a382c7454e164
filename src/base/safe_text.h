/* base/safe_text.h -- text that a terminal does not obey.

   SPDX-License-Identifier: GPL-3.0-or-later

   Names and source text come from strangers.  What a terminal would take for
   a command, or what makes it show text in another order than it has, is
   written as "\ooo", the octal number of each of its bytes:

     control characters   bytes 0 to 0x1f and 0x7f, U+0080 to U+009F
     direction, lines     U+061C, U+200E, U+200F, U+2028 to U+202E,
                          U+2066 to U+2069
     no characters        bytes that are no UTF-8; where the locale has another
                          character set, those from 0x80 that it cannot print

   A backslash stays one.  Pure: no stream, no state but the locale's.  */

#ifndef BASE_SAFE_TEXT_H
#define BASE_SAFE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* What depends on where the text goes, as bits.  */
enum safe_text
{
  SAFE_UTF8 = 1,                /* it is read as UTF-8 there */
  SAFE_LAYOUT = 2               /* newlines, also with a carriage return before
                                   them, tabs and form feeds are the layout's,
                                   and stay */
};

/* The most bytes that one becomes.  */
#define SAFE_GROWTH 4

/* SAFE_UTF8 if the locale's character set is UTF-8, or 0.  */
unsigned safe_locale (void);

/* Writes the LEN bytes of TEXT to TO, which has room for SAFE_GROWTH times as
   many and does not overlap, and returns how many there are now.  FLAGS: of
   enum safe_text.  */
size_t safe_write (char *to, const char *text, size_t len, unsigned flags);

/* How many bytes at the end of TEXT, less than 4, are the beginning of what
   may go on in the next piece of a longer text.  */
size_t safe_unfinished (const char *text, size_t len, unsigned flags);

#endif /* BASE_SAFE_TEXT_H */
