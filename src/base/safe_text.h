/* base/safe_text.h -- escapes terminal control sequences.

   SPDX-License-Identifier: GPL-3.0-or-later

   Names and source text come from strangers.  Characters that a terminal would
   take for a command, or that change the order in which it shows text, are
   written as "\ooo", the octal number of each of their bytes:

     control characters   bytes 0 to 0x1f and 0x7f, U+0080 to U+009F
     direction, lines     U+061C, U+200E, U+200F, U+2028 to U+202E,
                          U+2066 to U+2069
     no characters        bytes that are not UTF-8; in a locale with another
                          character set, bytes from 0x80 that are not printable

   A backslash is not changed.  The functions use no stream, and no state but
   the locale.  */

#ifndef BASE_SAFE_TEXT_H
#define BASE_SAFE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Properties of the destination of a text, as bits.  */
enum safe_text
{
  SAFE_UTF8 = 1,                /* the reader takes the text for UTF-8 */
  SAFE_LAYOUT = 2               /* newlines, also after a carriage return, tabs
                                   and form feeds are layout and are not
                                   escaped */
};

/* The most bytes that one byte of text can become.  */
#define SAFE_GROWTH 4

/* Returns the length of the UTF-8 character at the start of TEXT, and sets
   *CODE to its number.  TEXT has LEN bytes, at least 1.  Returns more than LEN
   if TEXT may be the start of a longer character, 0 if TEXT does not begin
   with a character.  */
size_t utf8_char (const unsigned char *text, size_t len, uint32_t *code);

/* Returns SAFE_UTF8 if the locale's character set is UTF-8, otherwise 0.  */
unsigned safe_locale (void);

/* Writes the LEN bytes of TEXT to TO, with escapes, and returns the number of
   bytes written.  TO has room for SAFE_GROWTH times LEN bytes and does not
   overlap TEXT.  FLAGS are bits of enum safe_text.  */
size_t safe_write (char *to, const char *text, size_t len, unsigned flags);

/* Returns how many of the LEN bytes at TEXT, at most 3 at its end, begin a
   character or line end that the next piece of a longer text may complete.  */
size_t safe_unfinished (const char *text, size_t len, unsigned flags);

#endif /* BASE_SAFE_TEXT_H */
