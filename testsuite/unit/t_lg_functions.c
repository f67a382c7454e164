/* unit/t_lg_functions.c -- tests of functions=: names, and calls of hooks.

   SPDX-License-Identifier: GPL-3.0-or-later

   Linked with libgmon.a.  Run by gprof.unit.  */

#include <config.h>

#include <string.h>

#include "arch/hook_call.h"
#include "check.h"
#include "config/glob.h"
#include "record/site_list.h"

static void
test_globs (void)
{
  static const struct
  {
    const char *pattern, *name;
    bool fits;
  } cases[] = {
    { "main", "main", true }, { "main", "mains", false },
    { "mains", "main", false }, { "*", "", true }, { "*", "x", true },
    { "?", "", false }, { "?", "x", true }, { "a*c", "abbc", true },
    { "a*c", "abbd", false }, { "*tiny*", "a_tiny_b", true },
    { "*a*b", "xaab", true }, { "*a*b", "xaabc", false },
    { "[abc]x", "bx", true }, { "[abc]x", "dx", false },
    { "[!abc]x", "dx", true }, { "[!abc]x", "ax", false },
    { "[a-c]", "b", true }, { "[a-c]", "d", false }, { "[a-]", "-", true },
    { "[]]", "]", true }, { "[!]]", "a", true }, { "[!]]", "]", false },
    { "[ab", "[ab", true }, { "[ab", "a", false }, { "a[", "a[", true },
    { "a,b", "a", true }, { "a*,b", "ab", true }, { "a,b", "a,b", false },
    { "**", "x", true }, { "*[0-9]", "word7", true }, { "", "", true },
    { "", "x", false }, { "*?", "", false }, { "*?", "ab", true },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    CHECK (glob_fits (cases[i].pattern, cases[i].name, strlen (cases[i].name))
             == cases[i].fits,
           "%s fits %s", cases[i].pattern, cases[i].name);
}

static void
test_lists (void)
{
  static const struct
  {
    const char *list, *name;
    unsigned last;
    bool is_wanted;
  } cases[] = {
    { "parse*,!*tiny*", "parse_a", 1, true },
    { "parse*,!*tiny*", "parse_tiny", 2, false },
    { "parse*,!*tiny*", "other", 0, false },
    { "!a", "b", 0, true }, { "!a", "a", 1, false },
    { "!a*,ab", "ab", 2, true }, { "!a*,ab", "ac", 1, false },
    { "a,,b", "b", 3, true },
    { "parse", "parse.part.0", 1, true },
    { "parse.*", "parse.part.0", 1, true },
    { "pars", "parse.part.0", 0, false }, { "f", "f@@V1", 1, true },
    { "*", "", 1, true }, { "*", ".hidden", 1, true },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      unsigned last = glob_last (cases[i].list, cases[i].name);

      CHECK (last == cases[i].last, "%s: %s: the last pattern: %u",
             cases[i].list, cases[i].name, last);
      CHECK (glob_is_wanted (cases[i].list, last) == cases[i].is_wanted,
             "%s: %s: is wanted", cases[i].list, cases[i].name);
    }
}

#ifdef __x86_64__

static void
test_calls (void)
{
  /* The four bytes behind the opcode are a distance.  */
  static const unsigned char by_word[] = { 0x90, 0xff, 0xff, 0x15, 2, 0, 0, 0,
                                           0xff, 0x25, 0xff, 0xff, 0xff, 0xff,
                                           0xff, 0x15, 0, 0, 0 };
  static const unsigned char direct[] = { 0x67, 0xe8, 0xfb, 0xff, 0xff, 0xff,
                                          0xe8, 0, 0, 0 };
  const unsigned char *end = by_word + sizeof by_word;
  struct hook_call call;

  CHECK (machine_next_by_word (by_word, end, false, &call)
         && call.start == by_word + 2 && call.end == by_word + 8
         && call.target == (uintptr_t) by_word + 10, "a call by a word");
  CHECK (!machine_next_by_word (call.start + 1, end, false, &call),
         "a cut call");
  CHECK (machine_next_by_word (by_word, end, true, &call)
         && call.start == by_word + 8
         && call.target == (uintptr_t) by_word + 13, "a jump by a word");
  CHECK (!machine_next_by_word (call.start + 1, end, true, &call),
         "no other jump");
  CHECK (!machine_next_by_word (by_word, by_word, false, &call), "no code");
  CHECK (machine_next_by_word (by_word + 2, by_word + 8, false, &call)
         && !machine_next_by_word (by_word + 2, by_word + 7, false, &call),
         "a call at the end");
  end = direct + sizeof direct;
  CHECK (machine_next_direct (direct, end, &call) && call.start == direct + 1
         && call.end == direct + 6 && call.target == (uintptr_t) direct + 1,
         "a direct call");
  CHECK (!machine_next_direct (call.end, end, &call), "a cut direct call");
  CHECK (!machine_next_direct (direct, direct, &call), "no direct call");
}

static void
test_frames (void)
{
  static const unsigned char code[] = { 0xf3, 0x0f, 0x1e, 0xfa, 0x55, 0x48,
                                        0x89, 0xe5, 0x41, 0x57, 0xe8 };

  CHECK (machine_has_frame (code, code + 10), "a frame, then a push");
  CHECK (machine_has_frame (code, code + 8), "a frame");
  CHECK (!machine_has_frame (code, code + 7), "no complete frame");
  CHECK (!machine_has_frame (code + 5, code + 10), "a frame before the code");
}

static void
test_removal (void)
{
  static const unsigned char by_word[6] = { 0x66, 0x0f, 0x1f, 0x44, 0, 0 };
  static const unsigned char direct[6] = { 0x67, 0x0f, 0x1f, 0x44, 0, 0 };
  unsigned char code[7] = { 0xff, 0x15, 1, 2, 3, 4, 0x90 };

  machine_remove_call (code + 6, true);
  CHECK (memcmp (code, by_word, 6) == 0 && code[6] == 0x90, "six bytes");
  memcpy (code, "\x67\xe8\1\2\3\4", 6);
  machine_remove_call (code + 6, false);
  CHECK (memcmp (code, direct, 6) == 0 && code[6] == 0x90,
         "five bytes, and a prefix that stays");
}

static void
test_entries (void)
{
  static const struct
  {
    unsigned char code[10];
    int start;                  /* of the entry, -1: none */
  } cases[] = {
    { { 0x90, 0x90, 0x90, 0x90, 0x90, 0xc3 }, 0 },
    { { 0x90, 0x90, 0x90, 0x90, 0xc3 }, -1 },
    { { 0x0f, 0x1f, 0x44, 0, 8 }, 0 },
    { { 0x0f, 0x1f, 0x44, 0, 0 }, 0 },
    { { 0x0f, 0x1f, 0x44, 0, 1 }, -1 },
    { { 0xf3, 0x0f, 0x1e, 0xfa, 0x90, 0x90, 0x90, 0x90, 0x90 }, 4 },
    { { 0xf3, 0x0f, 0x1e, 0xfa, 0xc3 }, -1 },
    { { 0xe8, 0, 0, 0, 0 }, -1 },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      const unsigned char *at = machine_entry (cases[i].code);

      CHECK (cases[i].start < 0 ? at == NULL
                                : at == cases[i].code + cases[i].start,
             "entry %zu", i);
    }
}

static void
test_writes (void)
{
  unsigned char code[6] = { 1, 2, 3, 4, 5, 6 };
  unsigned char jump[MACHINE_JUMP_SIZE];
  uintptr_t target;
  struct hook_call call;

  machine_write_call (code + 5, 0x1000, 0xfff);
  CHECK (memcmp (code, "\xe8\xff\xff\xff\xff\6", 6) == 0, "a call back");
  machine_write_call (code + 5, 0x1000, 0x1234);
  CHECK (memcmp (code, "\xe8\x34\2\0\0\6", 6) == 0, "a call");
  machine_write_jump (jump, 0x123456789abcdef);
  CHECK (machine_next_by_word (jump, jump + sizeof jump, true, &call)
         && call.start == jump && call.target == (uintptr_t) jump + 6,
         "a jump by the word behind it");
  memcpy (&target, jump + 6, sizeof target);
  CHECK (target == 0x123456789abcdef, "its target");
}

static void
count_site (struct hook_site *site, void *data)
{
  *(size_t *) data += site->location;
}

static void
test_lists_of_sites (void)
{
  struct hook_site_list list;
  uint32_t location = 1;
  size_t sum = 0, wanted = 0;
  bool is_sorted = true;

  CHECK (site_list_make (&list, 3000), "a list");
  for (int i = 0; i < 1000; i++, location = location * 1103515245 + 12345)
    for (int twice = 0; twice < 2; twice++)
      site_list_add (&list, location >> 16 | 1);
  site_list_sort (&list);
  for (size_t i = 0; i < list.len; i++)
    {
      is_sorted &= i == 0
                   || list.sites[i - 1].location < list.sites[i].location;
      wanted += i > 0 && i < 10 ? list.sites[i].location : 0;
    }
  CHECK (is_sorted && list.len > 900 && list.len <= 1000,
         "each location once, sorted");
  CHECK (site_list_each (&list, list.sites[0].location, list.sites[9].location,
                         count_site, &sum)
             == 9
           && sum == wanted,
         "the sites behind the start");
  site_list_free (&list);
}

#endif

int
main (void)
{
  test_globs ();
  test_lists ();
#ifdef __x86_64__
  test_calls ();
  test_frames ();
  test_removal ();
  test_entries ();
  test_writes ();
  test_lists_of_sites ();
#endif
  return check_end ();
}
