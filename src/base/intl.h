/* base/intl.h -- messages in the language of the user.

   SPDX-License-Identifier: GPL-3.0-or-later

   diag_error, diag_warning and diag_note translate their formats themselves;
   what else a message is made of, and the texts of --help, is marked by these.
   Reports, traces (-d) and what libgmon says are the same in every language.
   The domain is always named: the library leaves the process's own alone.  */

#ifndef BASE_INTL_H
#define BASE_INTL_H

#if ENABLE_NLS

# include <libintl.h>

/* TEXT in the user's language; not for "".  */
# define _(text) dgettext (PACKAGE, text)

/* The same for what depends on the number N.  */
# define P_(one, many, n) dngettext (PACKAGE, one, many, n)

#else

# define _(text) (text)
# define P_(one, many, n) ((n) == 1 ? (one) : (many))

#endif

/* Marks TEXT as one that will be given to _ elsewhere.  */
#define N_(text) text

#endif /* BASE_INTL_H */
