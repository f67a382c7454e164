/* base/intl.h -- messages in the language of the user.

   SPDX-License-Identifier: GPL-3.0-or-later

   diag_error, diag_warning and diag_note translate their formats themselves.
   The macros here translate the other parts of messages and the texts of
   --help.  Reports, traces (-d) and the messages of libgmon are not
   translated.  The macros always name the domain PACKAGE, since the library
   must not change the domain of the process.  */

#ifndef BASE_INTL_H
#define BASE_INTL_H

#if ENABLE_NLS

# include <libintl.h>

/* Returns TEXT in the user's language.  TEXT must not be "".  */
# define _(text) dgettext (PACKAGE, text)

/* Returns the form of the text for the number N in the user's language; ONE
   and MANY are the English singular and plural.  */
# define P_(one, many, n) dngettext (PACKAGE, one, many, n)

#else

# define _(text) (text)
# define P_(one, many, n) ((n) == 1 ? (one) : (many))

#endif

/* Marks TEXT for translation; other code passes it to _ later.  */
#define N_(text) text

#endif /* BASE_INTL_H */
