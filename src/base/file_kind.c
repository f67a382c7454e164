/* base/file_kind.c -- the kind of a file that was named by mistake.

   SPDX-License-Identifier: GPL-3.0-or-later

   Judges the first bytes of a file that is neither a program nor a profile,
   although one was expected.  */

#include <config.h>

#include "base/file_kind.h"

#include <string.h>

#include "base/intl.h"

#define COMPRESSED N_("a compressed file; unpack it first")

#define GCOV N_("a file for gcov, from --coverage; gprof reads the gmon.out of"\
                " a program that was compiled and linked with -pg")

static const struct
{
  const char *start;
  unsigned len;
  const char *what;
} kinds[] = {
  { "\177ELF", 4, N_("a program or library; the program is named first,"
    " then its profiles") },
  { "gmon", 4, N_("a profile; the program is named first, then its profiles") },
  { "\037\213", 2, COMPRESSED },
  { "\375" "7zXZ", 5, COMPRESSED },
  { "BZh", 3, COMPRESSED },
  { "\050\265\057\375", 4, COMPRESSED },
  { "!<arch>\n", 8, N_("an archive; name the program that was linked from"
    " it") },
  { "adcg", 4, GCOV },
  { "gcda", 4, GCOV },
  { "oncg", 4, GCOV },
  { "gcno", 4, GCOV },
  { "#!", 2, N_("a script; name the program that it starts (one made by"
    " libtool starts the one in .libs/)") },
  { "%PDF", 4, N_("a document") },
  { "PERFILE", 7, N_("a profile of another tool (perf)") },
};

/* How programs of other systems begin.  */
static const struct
{
  const char *start;
  unsigned len;
  const char *format;
} programs[] = {
  { "\xcf\xfa\xed\xfe", 4, "Mach-O" },
  { "\xce\xfa\xed\xfe", 4, "Mach-O" },
  { "\xfe\xed\xfa\xcf", 4, "Mach-O" },
  { "\xfe\xed\xfa\xce", 4, "Mach-O" },
  { "\xca\xfe\xba\xbf", 4, "Mach-O" },
  { "\0asm", 4, "WebAssembly" },
  { "\x01\xdf", 2, "XCOFF" },
  { "\x01\xf7", 2, "XCOFF" },
  { "MZ", 2, "PE" },
  { "\xca\xfe\xba\xbe", 4, "Java class" },
  { "dex\n", 4, "Dalvik" },
};

/* The oldest version of Java's class files.  A Mach-O file for several machines
   begins as a class file does, with the number of machines in its place.  */
#define JAVA_VERSION 45

const char *
file_program_format (const void *data, size_t len)
{
  const unsigned char *bytes = data;

  if (len > 7 && memcmp (bytes, "\xca\xfe\xba\xbe\0\0\0", 7) == 0
      && bytes[7] < JAVA_VERSION)
    return "Mach-O";
  for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
    if (len >= programs[i].len
        && memcmp (data, programs[i].start, programs[i].len) == 0)
      return programs[i].format;
  return NULL;
}

/* Returns true if all LEN bytes at DATA are printable ASCII characters, tabs,
   line ends or form feeds, and LEN is not 0.  */
static bool
is_text (const unsigned char *data, size_t len)
{
  for (size_t i = 0; i < len; i++)
    if ((data[i] < ' ' && !strchr ("\t\n\r\f", data[i])) || data[i] == 0
        || data[i] >= 0x7f)
      return false;
  return len > 0;
}

static bool
is_elf (const unsigned char *data, size_t len)
{
  return len > 3 && memcmp (data, "\177ELF", 4) == 0;
}

/* Returns true if DATA is the start of a core dump.  The type of an ELF file
   is a 2-byte number at offset 16, in the byte order of the machine; type 4 is
   a core dump.  */
static bool
is_core (const unsigned char *data, size_t len)
{
  return (is_elf (data, len) && len > 17
          && (data[16] == 4 ? data[17] == 0
              : data[16] == 0 && data[17] == 4));
}

bool
file_is_program (const void *data, size_t len)
{
  return is_elf (data, len) && !is_core (data, len);
}

const char *
file_kind (const void *data, size_t len)
{
  if (is_core (data, len))
    return _("a core dump; name the program that was dumped, then its"
             " profiles");
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (len >= kinds[i].len && memcmp (data, kinds[i].start, kinds[i].len) == 0)
      return _(kinds[i].what);
  if (is_text (data, len < FILE_KIND_HEAD ? len : FILE_KIND_HEAD))
    return _("a text file");
  return NULL;
}
