/* mkcase.h -- the common state of the parts of mkcase.

   SPDX-License-Identifier: GPL-3.0-or-later

   mkcase.c runs the parts in this order: case_image.c makes the program,
   case_profile.c its profiles, case_command.c the other files and the command
   lines.  Each draws from the one stream of random numbers in the state.  */

#ifndef MKCASE_H
#define MKCASE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define MAX_SYMS 2048
#define MAX_NAME 160
#define N_FILES 4

#define ELEMENTS(array) (sizeof (array) / sizeof (array)[0])

struct sym
{
  char name[MAX_NAME];
  uint64_t addr, size;
};

struct machine
{
  const char *name;             /* as mkimage knows it */
  bool big_endian;
  unsigned addr_size;           /* 4 or 8 */
  bool foreign;                 /* instructions of 4 bytes */
  const char *convert;          /* another format for it, or NULL */
};

/* The whole case.  */
struct state
{
  uint64_t seed, number;        /* random state; what it started from */
  const char *dir;
  FILE *out;                    /* the file being written */

  /* The image.  */
  const struct machine *machine;
  struct sym syms[MAX_SYMS];    /* those that may have samples and calls */
  unsigned nsyms;
  unsigned serial;              /* makes names unique */
  unsigned nlabels;
  uint32_t specials_used;       /* bit set over special_names */
  bool with_lines, with_dwarf, odd_sizes, object;
  bool damaged;                 /* some of its profiles are */
  unsigned line, last_line;     /* of the sources; the highest */
  unsigned nfunctions;          /* of .text: labels .Lf0 and so on */
  uint64_t low, limit;          /* code range: first byte, last safe byte + 1 */

  /* The profiles.  */
  const char *bsd;              /* a BSD format for the profiles, or NULL */
  unsigned nprofiles;
  /* One shape for all histograms of the case, or the merge would fail.  */
  uint64_t hist_low, hist_high;
  unsigned bin_width, rate;
  const char *dimension;
};

/* The names of the source files, as the debug information has them.  */
extern const char *const source_files[N_FILES];

/* The next random number.  */
uint64_t next_random (struct state *st);
/* A number below N.  */
unsigned pick (struct state *st, uint64_t n);
/* True in PERCENT of 100 cases.  */
bool chance (struct state *st, unsigned percent);

#define CHOOSE(st, array) ((array)[pick (st, ELEMENTS (array))])

/* Opens NAME in the directory of the case for say.  */
void open_out (struct state *st, const char *name);
void close_out (struct state *st);
void say (struct state *st, const char *fmt, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Any symbol that may have samples; an address in SYM.  */
struct sym *random_sym (struct state *st);
uint64_t inside (struct state *st, const struct sym *sym);
unsigned long random_calls (struct state *st);

void make_image (struct state *st);
void make_profiles (struct state *st);
void make_sources (struct state *st);
void make_commands (struct state *st);

#endif /* MKCASE_H */
