/* compressor.c -- a program for the oracle: LZ77 and Huffman, and back.

   SPDX-License-Identifier: GPL-3.0-or-later

   Wide fan-in on small functions (bits, hashes), a sort with a comparator that
   libc calls, recursion on a tree, and a few long loops.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 120000, WINDOW = 4096, HASHES = 1 << 12, SYMBOLS = 512 };

static unsigned char text[SIZE], copy[SIZE];
static unsigned tokens[SIZE], lengths[SYMBOLS];
static size_t n_tokens;
static unsigned long bits_written;

struct node
{
  unsigned long weight;
  int symbol;
  struct node *left, *right;
};

static unsigned
next_random (void)
{
  static unsigned state = 12345;
  state = state * 1103515245u + 12345u;
  return state >> 16;
}

static void
make_text (void)
{
  static const char *const words[]
    = { "profile ", "sample ", "arc ", "of ", "the ", "call ", "graph\n" };
  size_t at = 0;
  while (at < SIZE)
    for (const char *w = words[next_random () % 7]; *w && at < SIZE; w++)
      text[at++] = *w;
}

static unsigned
hash_at (size_t at)
{
  return (text[at] * 33u * 33u + text[at + 1] * 33u + text[at + 2]) % HASHES;
}

static unsigned
match_length (size_t a, size_t b)
{
  unsigned len = 0;
  while (len < 255 && b + len < SIZE && text[a + len] == text[b + len])
    len++;
  return len;
}

static void
emit (unsigned token)
{
  tokens[n_tokens++] = token;
}

static void
find_matches (void)
{
  static size_t last[HASHES];
  for (size_t at = 0; at < SIZE;)
    {
      unsigned len = 0;
      size_t from = 0;
      if (at + 3 < SIZE)
        {
          unsigned h = hash_at (at);
          from = last[h];
          if (from && at - from < WINDOW)
            len = match_length (from, at);
          last[h] = at;
        }
      if (len >= 4)
        emit (256u + len + (unsigned) (at - from) * 1024u);
      else
        emit (text[at]);
      at += len >= 4 ? len : 1;
    }
}

static int
by_weight (const void *a, const void *b)
{
  const struct node *x = *(struct node *const *) a;
  const struct node *y = *(struct node *const *) b;
  return (x->weight < y->weight) - (x->weight > y->weight);
}

static void
set_lengths (const struct node *node, unsigned depth)
{
  if (!node->left)
    {
      lengths[node->symbol] = depth;
      return;
    }
  set_lengths (node->left, depth + 1);
  set_lengths (node->right, depth + 1);
}

static struct node *
new_node (unsigned long weight, int symbol, struct node *l, struct node *r)
{
  struct node *node = malloc (sizeof *node);
  *node = (struct node) { weight, symbol, l, r };
  return node;
}

static void
build_code (void)
{
  unsigned long count[SYMBOLS] = { 0 };
  struct node *heap[SYMBOLS];
  int n = 0;
  for (size_t i = 0; i < n_tokens; i++)
    count[tokens[i] % 1024u % SYMBOLS]++;
  for (int s = 0; s < SYMBOLS; s++)
    if (count[s])
      heap[n++] = new_node (count[s], s, NULL, NULL);
  while (n > 1)
    {
      qsort (heap, n, sizeof *heap, by_weight);
      heap[n - 2] = new_node (heap[n - 1]->weight + heap[n - 2]->weight, -1,
                              heap[n - 1], heap[n - 2]);
      n--;
    }
  set_lengths (heap[0], 0);
}

static void
write_bits (unsigned n)
{
  bits_written += n;
}

static void
encode (void)
{
  for (size_t i = 0; i < n_tokens; i++)
    {
      write_bits (lengths[tokens[i] % 1024u % SYMBOLS]);
      if (tokens[i] >= 256)
        write_bits (12);
    }
}

static void
decode (void)
{
  size_t at = 0;
  for (size_t i = 0; i < n_tokens; i++)
    if (tokens[i] < 256)
      copy[at++] = tokens[i];
    else
      for (unsigned k = tokens[i] % 1024u - 256u; k > 0; k--, at++)
        copy[at] = copy[at - tokens[i] / 1024u];
}

int
main (void)
{
  make_text ();
  for (int round = 0; round < 6; round++)
    {
      n_tokens = 0;
      find_matches ();
      build_code ();
      encode ();
      decode ();
    }
  printf ("%lu\n", bits_written);
  return memcmp (text, copy, SIZE) != 0;
}
