/* database.c -- a program for the oracle: a tree, a log and a query language.

   SPDX-License-Identifier: GPL-3.0-or-later

   Dispatch through tables of functions, mutual recursion of a parser, a
   balanced tree, visitors, and functions that nobody calls.  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row
{
  unsigned key;
  long value;
  int level;
  struct row *left, *right;
};

static struct row *table;
static unsigned long logged;
static const char *cursor;

void
log_change (unsigned key)
{
  logged = logged * 31 + key;
}

static struct row *
skew (struct row *t)
{
  struct row *l = t ? t->left : NULL;
  if (!l || l->level != t->level)
    return t;
  t->left = l->right;
  l->right = t;
  return l;
}

static struct row *
split (struct row *t)
{
  struct row *r = t ? t->right : NULL;
  if (!r || !r->right || r->right->level != t->level)
    return t;
  t->right = r->left;
  r->left = t;
  r->level++;
  return r;
}

static struct row *
insert (struct row *t, unsigned key, long value)
{
  if (!t)
    {
      t = calloc (1, sizeof *t);
      t->key = key;
      t->value = value;
      t->level = 1;
      log_change (key);
      return t;
    }
  if (key < t->key)
    t->left = insert (t->left, key, value);
  else if (key > t->key)
    t->right = insert (t->right, key, value);
  else
    t->value = value;
  return split (skew (t));
}

static long
find (unsigned key)
{
  struct row *t = table;
  while (t && t->key != key)
    t = key < t->key ? t->left : t->right;
  return t ? t->value : 0;
}

static void
visit (const struct row *t, void (*f) (const struct row *, void *), void *arg)
{
  if (!t)
    return;
  visit (t->left, f, arg);
  f (t, arg);
  visit (t->right, f, arg);
}

static void
add_value (const struct row *t, void *arg)
{
  *(long *) arg += t->value;
}

void
unused_export (const struct row *t, void *arg)
{
  fprintf (arg, "%u\n", t->key);
}

/* A query: sums and products of numbers, @KEY and parentheses.  */
static long sum (void);

static long
number (void)
{
  return strtol (cursor, (char **) &cursor, 10);
}

static long
lookup (void)
{
  cursor++;
  return find (number ());
}

static long
group (void)
{
  cursor++;
  long value = sum ();
  cursor++;
  return value;
}

static long
primary (void)
{
  static long (*const by_char[3]) (void) = { number, lookup, group };
  return by_char[*cursor == '@' ? 1 : *cursor == '(' ? 2 : 0] ();
}

static long
product (void)
{
  long value = primary ();
  while (*cursor == '*')
    {
      cursor++;
      value *= primary ();
    }
  return value;
}

static long
sum (void)
{
  long value = product ();
  while (*cursor == '+')
    {
      cursor++;
      value += product ();
    }
  return value;
}

static long
query (const char *text)
{
  cursor = text;
  return sum ();
}

int
main (void)
{
  long total = 0;
  char text[80];
  for (unsigned i = 1; i <= 20000; i++)
    table = insert (table, i * 7919u % 100003u, i);
  for (unsigned i = 1; i <= 20000; i++)
    {
      snprintf (text, sizeof text, "@%u*(2+@%u)+(3*(4+@%u))", i, i * 3, i * 5);
      total += query (text) % 1000;
    }
  for (int i = 0; i < 40; i++)
    visit (table, add_value, &total);
  printf ("%ld %lu\n", total, logged);
  return 0;
}
