/* unit/t_out.c -- tests of base/out: report text into streams and memory.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include "base/out.h"

static void
test_memory (void)
{
  struct out *out = out_to_memory ();
  size_t len = 99;

  CHECK_STR (out_memory (out, &len), "", "empty at first");
  CHECK_U64 (len, 0, "no bytes at first");
  out_text (out, "a");
  out_text (out, "");
  out_printf (out, "%5.2f|%-4s|", 1.5, "xy");
  out_char (out, '!');
  out_pad (out, 3);
  out_pad (out, 0);
  out_bytes (out, "bytes", 3);
  CHECK_STR (out_memory (out, &len), "a 1.50|xy  |!   byt", "all the calls");
  CHECK_U64 (len, strlen ("a 1.50|xy  |!   byt"), "their length");
  CHECK_STR (out_memory (out, NULL), "a 1.50|xy  |!   byt", "asked again");
  out_bytes (out, "\0z", 2);
  CHECK (memcmp (out_memory (out, &len), "a 1.50|xy  |!   byt\0z", 22) == 0
         && len == 21, "a NUL within");
  CHECK (out_close (out), "memory never fails");
}

static void
test_pages (void)
{
  struct out *out = out_to_memory ();

  out_text (out, "");
  out_printf (out, "%s", "");
  out_page (out);
  CHECK_STR (out_memory (out, NULL), "", "no form feed before anything");
  out_text (out, "A\n");
  out_page (out);
  out_text (out, "B\n");
  out_page (out);
  CHECK_STR (out_memory (out, NULL), "A\n\f\nB\n\f\n", "form feeds");
  out_close (out);
  out = out_to_memory ();
  out_page (out);
  out_page (out);
  CHECK_STR (out_memory (out, NULL), "\f\n", "after an empty report");
  out_close (out);
}

/* Lengths around every doubling of the buffer, where a formatted text just
   fits or does not.  */
static void
test_every_length (void)
{
  unsigned bad = 0;

  for (int fill = 0; fill < 70; fill++)
    for (int width = 0; width < 70; width++)
      {
        struct out *out = out_to_memory ();
        size_t len;

        out_pad (out, (size_t) fill);
        out_printf (out, "%*s", width, "x");
        out_memory (out, &len);
        EXPECT (&bad, len == (size_t) fill + (width ? (size_t) width : 1)
                && out_memory (out, NULL)[len - 1] == 'x',
                "%d after %d", width, fill);
        out_close (out);
      }
  CHECK (bad == 0, "formatted texts of every length");
}

static void
test_large (void)
{
  struct out *out = out_to_memory ();
  size_t len;

  out_printf (out, "%300000d", 7);
  out_memory (out, &len);
  CHECK_U64 (len, 300000, "one very wide number");
  out_close (out);
}

/* How far its descriptor is.  */
static uint64_t
written (FILE *file)
{
  return (uint64_t) lseek (fileno (file), 0, SEEK_CUR);
}

/* The same through a stream, many blocks long.  */
static void
test_stream (void)
{
  FILE *file = tmpfile ();
  struct out *out = out_to_file (fileno (file));
  unsigned bad = 0, value, n = 50000;

  out_page (out);
  for (unsigned i = 0; i < n; i++)
    out_printf (out, "%09u\n", i);
  out_page (out);
  out_pad (out, 200000);
  CHECK (out_close (out), "half a megabyte into a stream");
  CHECK_U64 (written (file), n * 10 + 2 + 200000, "all of it arrived");
  rewind (file);
  for (unsigned i = 0; i < n; i++)
    EXPECT (&bad, fscanf (file, "%u", &value) == 1 && value == i, "line %u",
            i);
  CHECK (bad == 0, "in order");
  CHECK (fgetc (file) == '\n' && fgetc (file) == '\f'
         && fgetc (file) == '\n', "a page is known although the buffer was"
         " passed on");
  fclose (file);
}

static void
test_full (size_t amount)
{
  FILE *full = fopen ("/dev/full", "w");
  struct out *out;

  if (!full)
    {
      untested ("a full device: no /dev/full");
      return;
    }
  out = out_to_file (fileno (full));
  out_pad (out, amount);
  errno = 0;
  if (amount)
    CHECK (!out_close (out) && errno == ENOSPC, "%zu bytes on a full device",
           amount);
  else
    CHECK (out_close (out), "nothing on a full device is no error");
  fclose (full);
}

/* A page after text that was passed on to the last byte.  */
static void
test_page_after_block (void)
{
  FILE *file = tmpfile ();
  struct out *out = out_to_file (fileno (file));

  out_pad (out, 70000);
  out_room (out, 70000);
  CHECK_U64 (written (file), 70000, "a full block is passed on");
  out_page (out);
  out_close (out);
  CHECK_U64 (written (file), 70002, "a page begins after it");
  fclose (file);
}

/* An error in the middle is reported at the end.  */
static void
test_read_only (void)
{
  FILE *file = fopen ("/dev/null", "r");
  struct out *out = out_to_file (fileno (file));

  out_pad (out, 70000);
  out_pad (out, 70000);
  errno = 0;
  CHECK (!out_close (out) && errno == EBADF, "a stream to read only");
  fclose (file);
}

/* A terminal that changes nothing of what is written to its end *SLAVE; what
   was can be read from the descriptor that is returned.  -1: there is none.  */
static int
open_terminal (FILE **slave)
{
  int master = posix_openpt (O_RDWR | O_NOCTTY), fd;
  struct termios raw;

  if (master < 0 || grantpt (master) != 0 || unlockpt (master) != 0
      || (fd = open (ptsname (master), O_RDWR | O_NOCTTY)) < 0)
    return -1;
  tcgetattr (fd, &raw);
  cfmakeraw (&raw);
  tcsetattr (fd, TCSANOW, &raw);
  *slave = fdopen (fd, "w");
  return master;
}

/* Writes to a terminal, where characters end up in two blocks as well.  */
static void
write_to_terminal (FILE *slave)
{
  struct out *out = out_to_file (fileno (slave));
  size_t block;

  CHECK_U64 (out_name (out, "a\n\t\033b", 5), 14, "the length of a name");
  out_page (out);
  out_text (out, "|\033[2J\t\302\2332J\303");
  block = (size_t) (out->end - out->next);
  out_room (out, block);
  out_text (out, "\251\r");
  out_room (out, block + 65536);
  out_text (out, "\n\r!\303");
  CHECK (out_close (out), "to a terminal");
}

static void
test_terminal (void)
{
  FILE *slave;
  int master = open_terminal (&slave);
  char got[400];
  size_t len = 0;
  ssize_t n;

  if (master < 0 || !setlocale (LC_CTYPE, "C.UTF-8"))
    {
      untested ("a terminal: no pseudo-terminal, or no locale C.UTF-8");
      return;
    }
  write_to_terminal (slave);
  fclose (slave);
  while ((n = read (master, got + len, sizeof got - 1 - len)) > 0)
    len += (size_t) n;
  got[len] = '\0';
  CHECK_STR (got, "a\\012\\011\\033b\f\n|\\033[2J\t\\302\\2332J\303\251"
             "\r\n\\015!\\303", "on a terminal");
  close (master);
  setlocale (LC_CTYPE, "C");
}

int
main (void)
{
  test_terminal ();
  test_memory ();
  test_pages ();
  test_every_length ();
  test_large ();
  test_stream ();
  test_page_after_block ();
  test_full (0);
  test_full (1);
  test_full (1000000);
  test_read_only ();
  return check_end ();
}
