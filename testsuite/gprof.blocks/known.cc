/* known.cc -- blocks whose counts are known, in C++.

   SPDX-License-Identifier: GPL-3.0-or-later

   As known.c.  */

#define KEPT __attribute__ ((noinline))

static volatile int sink;

struct guard
{
  KEPT guard ()
  {
    sink = 1;                           /*= 20 */
  }
  KEPT ~guard ()
  {
    sink = 2;                           /*= 20 */
  }
};

static KEPT int
risky (int n)
{                                       /*= 20 */
  guard g;                              /*= 20 */
  if (n % 4 == 0)                       /*= 20 */
    throw n;                            /*= 5 */
  return sink + n;                      /*= 15 */
}                                       /*= 15+5 */

static KEPT int
careful (int n)
{                                       /*= 20 */
  try
    {
      sink = risky (n);                 /*= 20 */
      sink = 3;                         /*= 15 */
    }
  catch (int e)
    {
      sink = -e;                        /*= 5 */
    }
  return sink;                          /*= 20 */
}

template <typename number>
static KEPT number
halves (number n)
{
  number s = 0;                         /*= 30+20 */
  while (n > 1)                         /*= 120+100 loop */
    {
      sink = 1;                         /*= 90+80 */
      n /= 2;                           /*= 90+80 */
      s += 1;                           /*= 90+80 */
    }
  return s;                             /*= 30+20 */
}

int
main ()
{                                       /*= 1 */
  for (int i = 0; i < 20; i++)          /*= 21 loop */
    careful (i);                        /*= 20 */
  for (int i = 0; i < 30; i++)          /*= 31 loop */
    halves (8);                         /*= 30 */
  for (int i = 0; i < 20; i++)          /*= 21 loop */
    halves (16.0);                      /*= 20 */
  auto count = [] (int n) KEPT
  {
    sink = n;                           /*= 2 */
  };
  count (1);                            /*= 1 */
  count (2);                            /*= 1 */
  return 0;                             /*= 1 */
}
