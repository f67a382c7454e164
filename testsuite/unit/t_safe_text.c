/* unit/t_safe_text.c -- tests of base/safe_text.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <ctype.h>
#include <locale.h>
#include <stdlib.h>

#include "base/safe_text.h"

/* What TEXT becomes; valid until the next call.  */
static const char *
made (const char *text, unsigned flags)
{
  static char buffer[SAFE_GROWTH * 200 + 1];

  buffer[safe_write (buffer, text, strlen (text), flags)] = '\0';
  return buffer;
}

static void
test_utf8 (void)
{
  CHECK_STR (made ("plain \\033 ~", SAFE_UTF8), "plain \\033 ~",
             "printable ASCII and backslashes stay");
  CHECK_STR (made ("caf\303\251 \303\211 \342\202\254 \360\237\230\200",
                   SAFE_UTF8), "caf\303\251 \303\211 \342\202\254 "
             "\360\237\230\200", "characters of 2, 3 and 4 bytes stay");
  CHECK_STR (made ("\033[31m\a\b\r\177", SAFE_UTF8),
             "\\033[31m\\007\\010\\015\\177", "C0 and DEL");
  CHECK_STR (made ("\302\2332J\302\200\302\237\302\240", SAFE_UTF8),
             "\\302\\2332J\\302\\200\\302\\237\302\240", "C1 in UTF-8");
  CHECK_STR (made ("\233" "2J\377\300\233", SAFE_UTF8),
             "\\2332J\\377\\300\\233", "bytes that are no UTF-8");
  CHECK_STR (made ("\340\202\233\355\240\200\364\220\200\200\360\200\200\233",
                   SAFE_UTF8),
             "\\340\\202\\233\\355\\240\\200\\364\\220\\200\\200"
             "\\360\\200\\200\\233",
             "long forms, surrogates, numbers above the last");
  CHECK_STR (made ("\342\202" "a\303", SAFE_UTF8), "\\342\\202a\\303",
             "characters that are cut");
  CHECK_STR (made ("a\342\200\256b\342\201\247\342\200\217\330\234\342\200\250",
                   SAFE_UTF8),
             "a\\342\\200\\256b\\342\\201\\247\\342\\200\\217\\330\\234"
             "\\342\\200\\250", "marks of direction and line");
  CHECK_STR (made ("\342\200\247\342\200\257\342\201\245\342\201\252",
                   SAFE_UTF8),
             "\342\200\247\342\200\257\342\201\245\342\201\252",
             "and their neighbours");
  CHECK_STR (made ("a\342\200\213b\342\200\214\342\200\215\342\200\216"
                   "\342\201\240c\357\273\277", SAFE_UTF8),
             "a\\342\\200\\213b\\342\\200\\214\\342\\200\\215"
             "\\342\\200\\216\\342\\201\\240c\\357\\273\\277",
             "characters without a width");
  CHECK_STR (made ("\342\200\212\357\273\276\357\274\200", SAFE_UTF8),
             "\342\200\212\357\273\276\357\274\200",
             "and their neighbours");
}

static void
test_layout (void)
{
  CHECK_STR (made ("a\tb\nc", SAFE_UTF8), "a\\011b\\012c", "of a name");
  CHECK_STR (made ("a\tb\nc\f\nd\r\ne\rf\v", SAFE_LAYOUT),
             "a\tb\nc\f\nd\r\ne\\015f\\013", "of a text");
  CHECK_STR (made ("a\r", SAFE_LAYOUT), "a\\015", "a return at the end");
}

/* Where the locale says what can be printed.  */
static void
test_other_charsets (void)
{
  unsigned bad = 0;
  char byte[2] = "";

  CHECK_U64 (safe_locale (), 0, "the C locale is not UTF-8");
  CHECK_STR (made ("caf\303\251\233", 0), "caf\\303\\251\\233",
             "it has nothing beyond ASCII");
  for (int c = 1; c < 256; c++)
    {
      byte[0] = (char) c;
      EXPECT (&bad, strlen (made (byte, 0)) == 1 || !isprint (c), "%d", c);
      EXPECT (&bad, strlen (made (byte, 0)) == 4 || isprint (c), "%d", c);
    }
  CHECK (bad == 0, "what can be printed there, and that alone, stays");
}

static void
test_locale (void)
{
  if (!setlocale (LC_CTYPE, "C.UTF-8"))
    {
      untested ("UTF-8: no locale C.UTF-8");
      return;
    }
  CHECK_U64 (safe_locale (), SAFE_UTF8, "a locale with UTF-8");
  setlocale (LC_CTYPE, "C");
}

static void
test_unfinished (void)
{
  static const struct
  {
    const char *text;
    unsigned flags;
    size_t rest;
  } ends[] = {
    { "", SAFE_UTF8 | SAFE_LAYOUT, 0 },
    { "a", SAFE_UTF8 | SAFE_LAYOUT, 0 },
    { "a\303", SAFE_UTF8, 1 },
    { "a\303", 0, 0 },
    { "a\303\251", SAFE_UTF8, 0 },
    { "a\342\202", SAFE_UTF8, 2 },
    { "a\360\237\230", SAFE_UTF8, 3 },
    { "a\360\237\230\200", SAFE_UTF8, 0 },
    { "\251", SAFE_UTF8, 0 },
    { "a\377\251\251\251", SAFE_UTF8, 0 },
    { "a\r", SAFE_UTF8 | SAFE_LAYOUT, 1 },
    { "a\r", SAFE_UTF8, 0 },
    { "a\n", SAFE_UTF8 | SAFE_LAYOUT, 0 },
  };
  unsigned bad = 0;

  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    EXPECT (&bad, safe_unfinished (ends[i].text, strlen (ends[i].text),
                                   ends[i].flags) == ends[i].rest,
            "end %zu", i);
  CHECK (bad == 0, "what a piece may end with");
}

/* Random bytes, cut at each place: the pieces make what the whole makes, and
   nothing that is obeyed is left.  */
static void
test_pieces (void)
{
  static const unsigned char some[] = "a\033\r\n\t\302\233\342\200\256\360\237"
    "\230\200\303\251";
  unsigned bad = 0, flags = SAFE_UTF8 | SAFE_LAYOUT;

  srand (1);
  for (int round = 0; round < 3000; round++)
    {
      char text[12], whole[4 * sizeof text], pieces[4 * sizeof text];

      for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char) some[(size_t) rand () % (sizeof some - 1)];
      size_t len = safe_write (whole, text, sizeof text, flags);
      for (size_t cut = 0; cut <= sizeof text; cut++)
        {
          size_t now = cut - safe_unfinished (text, cut, flags);
          size_t got = safe_write (pieces, text, now, flags);
          got += safe_write (pieces + got, text + now, sizeof text - now,
                             flags);
          EXPECT (&bad, got == len && memcmp (pieces, whole, len) == 0,
                  "round %d, cut %zu", round, cut);
        }
      EXPECT (&bad, !memchr (whole, '\033', len)
              && !memmem (whole, len, "\302\233", 2)
              && !memmem (whole, len, "\342\200\256", 3), "round %d", round);
    }
  CHECK (bad == 0, "texts in pieces");
}

int
main (void)
{
  test_utf8 ();
  test_layout ();
  test_other_charsets ();
  test_locale ();
  test_unfinished ();
  test_pieces ();
  return check_end ();
}
