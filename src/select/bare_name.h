/* select/bare_name.h -- names without template arguments.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef SELECT_BARE_NAME_H
#define SELECT_BARE_NAME_H

/* Returns on the heap the demangled name NAME, which has no parameters, without
   its template arguments: "ns::list::push" for "ns::list<int>::push<char>".
   Operators such as operator< keep their signs.  The caller frees the result.
   Returns NULL if NAME has no template arguments.  */
char *bare_name (const char *name);

#endif /* SELECT_BARE_NAME_H */
