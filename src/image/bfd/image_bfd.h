/* image/bfd/image_bfd.h -- the object file as the files of this folder see it.

   SPDX-License-Identifier: GPL-3.0-or-later

   The files of image/bfd share struct image, whose members are BFD's.  All
   other files use image/image.h.  */

#ifndef IMAGE_BFD_IMAGE_BFD_H
#define IMAGE_BFD_IMAGE_BFD_H

#include <bfd.h>

#include "base/name_table.h"
#include "image/code_ranges.h"
#include "image/image.h"

struct arena;
struct stream;

struct image
{
  struct diag *diag;
  const char *name;
  const char *file_name;        /* NAME, or of image_open_as */
  struct quirks quirks;
  struct stream *file;          /* BFD reads the image through it */
  bfd *bfd;
  asection *text;
  bfd *sym_bfd;                 /* the file opened again, for symbols that can
                                   be dropped; NULL: the symbols stay */
  struct arena *names;          /* copies of names in sym_bfd, or NULL */
  uint64_t names_size;          /* bytes of all names to copy */
  struct name_table files;      /* names of source files, in names */
  asymbol **syms;               /* NULL-terminated, heap; NULL if not read */
  asymbol *no_syms[1];          /* an empty symbol table, see syms_of_debug */
  char *kinds;                  /* letter of each symbol, heap */
  size_t n_syms;
  struct code_ranges code;      /* addresses of all sections with code */
  struct stream *debug_file;
  bfd *debug;                   /* attached debug file, or NULL */
  asection *debug_text;
  char *debug_name;             /* heap */
  char *link;                   /* heap; file name in the debug link or NULL */
  unsigned long link_crc;
  bool bfd_follows;             /* BFD has found a debug file by itself */
  uint64_t followed_size;       /* bytes of the largest such file */
  size_t *demangle_room;        /* see image/demangle.h; heap */
  bool own_too_large;           /* see image_is_too_large */
  bool debug_too_large;
  bool lines_failed;            /* see image_lines_failed */
  bool left_libdw;              /* see image_leave_libdw */
  bool has_ada;                 /* see image_has_ada */
};

/* -- bfd_open.c ---------------------------------------------------------- */

/* Returns the file NAME, which is open as STREAM, as a bfd; NULL on failure.
   TARGET is the name of a BFD target, or NULL.  */
bfd *image_open_bfd (const char *name, const char *target,
                     struct stream *stream);

/* Returns true if ABFD, which was just opened, is an object file.  BFD prints
   warnings about a damaged section table, with the name of the file, without
   using the handler.  So ABFD has a safe name meanwhile.  */
bool image_is_object (bfd *abfd);

/* Hides from BFD the harmful links of ABFD to other files.  Returns true if
   there was none.  */
bool image_check_links (bfd *abfd);

/* Hides from BFD all sections of ABFD that are called NAME.  */
void image_hide_sections (bfd *abfd, const char *name);

/* Renames the section .zdebug_rnglists, since libbfd 2.40 finds it only by its
   plain name.  It finds all other sections that -gz=zlib-gnu compresses.  */
void image_rename_ranges (bfd *abfd);

/* Returns true, after a warning, if the debugging information of ABFD (file
   NAME) would take far more memory than the size of the file.  BFD reads all
   sections of a kind.  It accepts a compressed section of up to 10 times the
   file's size, and sections may share their bytes in the file.  */
bool image_is_too_large (const struct image *image, bfd *abfd,
                         const char *name);

/* -- image.c -------------------------------------------------------------- */

/* Reports that WHAT, which is marked by N_, has failed, with the reason that
   the stream or BFD gives.  */
void image_bfd_failed (const struct image *image, const char *what);

/* -- image_text.c --------------------------------------------------------- */

/* Stores the addresses of all sections with code in IMAGE->code.  */
void image_collect_code (struct image *image);

/* -- image_syms.c --------------------------------------------------------- */

/* Frees the symbol table, and the file that was opened for it.  Afterwards
   image_n_syms is 0.  */
void image_free_syms (struct image *image);

/* Returns true if BFD needs symbols to read the debugging information of ABFD.
   BFD applies relocations of stabs again if --emit-relocs kept them.  */
bool image_refers_to_syms (bfd *abfd);

/* Returns true if ABFD has stabs with relocations.  */
bool image_has_stab_relocs (bfd *abfd);

/* -- image_pe.c ----------------------------------------------------------- */

/* Returns the size in bytes of C's long in the program, whose addresses have
   ADDR_SIZE bytes: 4 for Windows, 8 for 64-bit programs of Cygwin and MSYS.
   Returns 0 for all files that are not PE: there it is ADDR_SIZE.  */
unsigned image_long_size (const struct image *image, unsigned addr_size);

/* Marks the static functions and section symbols among the N symbols SYMS, all
   that BFD has read, in order, from the COFF file FILE.  */
void image_mark_coff_syms (asymbol *const *syms, size_t n,
                           struct stream *file);

/* -- image_debug.c -------------------------------------------------------- */

/* Closes the attached debug file, if there is one.  */
void image_close_debug (struct image *image);

#endif /* IMAGE_BFD_IMAGE_BFD_H */
