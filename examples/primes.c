/* primes.c -- counts prime numbers: the example of README.md and of the manual.

   SPDX-License-Identifier: 0BSD  */

#include <stdio.h>
#include <stdlib.h>

int
divides (int d, int n)
{
  return n % d == 0;
}

int
is_prime (int n)
{
  for (int d = 2; d * d <= n; d++)
    if (divides (d, n))
      return 0;
  return n > 1;
}

int
count_primes (int below)
{
  int count = 0;

  for (int n = 0; n < below; n++)
    count += is_prime (n);
  return count;
}

/* How far above a billion is the Nth prime number there?  */
int
large_primes (int n)
{
  int tried = 0;

  while (n > 0)
    n -= is_prime (1000000000 + ++tried);
  return tried;
}

int
main (int argc, char **argv)
{
  int primes, tried;

  for (int n = argc > 1 ? atoi (argv[1]) : 1; n > 0; n--)
    {
      primes = count_primes (200000);
      tried = large_primes (70);
    }
  printf ("%d primes\n%d numbers tried\n", primes, tried);
  return 0;
}
