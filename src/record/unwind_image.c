/* record/unwind_image.c -- the unwind tables and the code of a file that
   another process has mapped.

   SPDX-License-Identifier: GPL-3.0-or-later

   A file without an index of its .eh_frame gets one
   (libgmon/unwind/frame_index.h).  */

#include <config.h>

#include "record/unwind_image.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/fileio.h"
#include "base/intl.h"
#include "libgmon/unwind/frame_index.h"
#include "libgmon/unwind/row.h"
#include "record/go_tables.h"

typedef ElfW (Phdr) segment_head;

struct unwind_image
{
  const unsigned char *data;    /* the file */
  size_t size;
  bool is_mapped;
  segment_head *segments;       /* heap */
  size_t n_segments;
  struct unwind_tables tables;  /* without a bias */
  uintptr_t distance;           /* of the segment with the tables: addresses in
                                   the file less offsets */
  void *index;                  /* heap; NULL if the file has one */
  uint64_t entry;               /* address of the first instruction; 0: none */
  struct go_tables go;
};

/* -- Parts of the file ---------------------------------------------------- */

/* Returns the LEN bytes of IMAGE at OFFSET, or NULL if it does not have
   them.  */
static const unsigned char *
image_bytes (const struct unwind_image *image, uint64_t offset, uint64_t len)
{
  if (offset > image->size || len > image->size - offset)
    return NULL;
  return image->data + offset;
}

/* Returns true if HEAD is that of a program for this program's machine.  */
static bool
is_of_this_machine (const ElfW (Ehdr) *head)
{
  const bool is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
#if defined __x86_64__
  const unsigned machine = EM_X86_64;
#elif defined __aarch64__
  const unsigned machine = EM_AARCH64;
#else
  const unsigned machine = head->e_machine;
#endif

  return head->e_ident[EI_CLASS] == (sizeof (void *) == 8 ? ELFCLASS64
                                     : ELFCLASS32)
         && head->e_ident[EI_DATA] == (is_big ? ELFDATA2MSB : ELFDATA2LSB)
         && head->e_machine == machine;
}

/* Reads the program headers of IMAGE.  Returns NULL, or the reason why not.  */
static const char *
read_heads (struct unwind_image *image)
{
  const unsigned char *bytes = image_bytes (image, 0, sizeof (ElfW (Ehdr)));
  ElfW (Ehdr) head;

  if (image->size < SELFMAG || memcmp (image->data, ELFMAG, SELFMAG) != 0)
    return _("it is no ELF file");
  if (bytes != NULL)
    memcpy (&head, bytes, sizeof head);
  if (bytes == NULL || !is_of_this_machine (&head))
    return _("it is a program for another machine");
  if (head.e_phnum == 0 || head.e_phentsize != sizeof (segment_head))
    return _("its program headers are missing or damaged");
  bytes = image_bytes (image, head.e_phoff,
                       (uint64_t) head.e_phnum * sizeof (segment_head));
  if (bytes == NULL)
    return _("its program headers are missing or damaged");
  image->entry = head.e_entry;
  image->n_segments = head.e_phnum;
  image->segments = array_new (image->n_segments, sizeof (segment_head));
  memcpy (image->segments, bytes, image->n_segments * sizeof (segment_head));
  return NULL;
}

/* -- Tables --------------------------------------------------------------- */

/* A part of the file that is loaded.  */
struct piece
{
  const unsigned char *start;
  size_t size;
};

/* Returns the part of SEGMENT, to be loaded and readable, that the file has.
   A file that was cut off lacks the end.  */
static struct piece
loaded_piece (const struct unwind_image *image, const segment_head *segment)
{
  struct piece piece = { image->data, 0 };

  if (segment->p_type == PT_LOAD && (segment->p_flags & PF_R) != 0
      && segment->p_offset < image->size)
    {
      piece.start += segment->p_offset;
      piece.size = image->size - segment->p_offset;
      if (piece.size > segment->p_filesz)
        piece.size = segment->p_filesz;
    }
  return piece;
}

/* Lets the tables of IMAGE be in PIECE, that of SEGMENT.  */
static void
tables_in (struct unwind_image *image, const segment_head *segment,
           struct piece piece)
{
  image->tables.start = (uintptr_t) piece.start;
  image->tables.end = image->tables.start + piece.size;
  image->distance = segment->p_vaddr - segment->p_offset;
}

/* Takes the index that HEADER names, if it is in SEGMENT and has the form that
   linkers write.  Returns false if it is not.  */
static bool
take_index (struct unwind_image *image, const segment_head *header,
            const segment_head *segment)
{
  struct piece piece = loaded_piece (image, segment);
  uint64_t place = header->p_vaddr - segment->p_vaddr;
  const unsigned char *start;

  if (header->p_vaddr < segment->p_vaddr || place > piece.size
      || piece.size - place < 4 || header->p_memsz < 4)
    return false;
  start = piece.start + place;
  if (start[0] != 1 || start[2] == CFI_OMIT || start[3] == CFI_OMIT)
    return false;
  tables_in (image, segment, piece);
  image->tables.header = start;
  image->tables.header_size = piece.size - place;
  if (image->tables.header_size > header->p_memsz)
    image->tables.header_size = header->p_memsz;
  return true;
}

static bool
find_index (struct unwind_image *image)
{
  const segment_head *end = image->segments + image->n_segments;

  for (const segment_head *header = image->segments; header < end; header++)
    for (const segment_head *segment = image->segments;
         header->p_type == PT_GNU_EH_FRAME && segment < end; segment++)
      if (take_index (image, header, segment))
        return true;
  return false;
}

/* Makes an index of the .eh_frame in SEGMENT.  Returns false if there is
   none.  */
static bool
make_index (struct unwind_image *image, const segment_head *segment)
{
#ifdef __LP64__
  struct piece piece = loaded_piece (image, segment);
  uintptr_t start = (uintptr_t) piece.start, frames;
  size_t size;

  if ((segment->p_flags & PF_W) != 0)
    return false;
  size = frame_index_size (start, start + piece.size, &frames);
  if (size == 0)
    return false;
  image->index = array_new (size, 1);
  frame_index_make (start, start + piece.size, frames, image->index,
                    &image->tables);
  image->distance = segment->p_vaddr - segment->p_offset;
  return true;
#else
  (void) image;
  (void) segment;
  return false;
#endif
}

static void
find_tables (struct unwind_image *image)
{
  if (find_index (image))
    return;
  for (size_t i = 0; i < image->n_segments; i++)
    if (make_index (image, &image->segments[i]))
      return;
}

/* -- Images --------------------------------------------------------------- */

/* Returns a new image of the SIZE bytes at DATA, which it unmaps in the end if
   IS_MAPPED.  */
static struct unwind_image *
new_image (const void *data, size_t size, bool is_mapped, const char **why)
{
  struct unwind_image *image = array_new (1, sizeof *image);

  image->data = data;
  image->size = size;
  image->is_mapped = is_mapped;
  *why = read_heads (image);
  if (*why == NULL)
    {
      find_tables (image);
      go_tables_find (&image->go, image->data, image->size);
      return image;
    }
  unwind_image_close (image);
  return NULL;
}

struct unwind_image *
unwind_image_open_fd (int fd, const char **why)
{
  struct stat st;
  void *data;

  if (fstat (fd, &st) != 0)
    {
      *why = strerror (errno);
      return NULL;
    }
  if (!S_ISREG (st.st_mode) || st.st_size == 0
      || (uintmax_t) st.st_size > SIZE_MAX / 2)
    {
      *why = S_ISREG (st.st_mode) ? _("it is no ELF file")
             : _("it is not a regular file");
      return NULL;
    }
  data = mmap (NULL, (size_t) st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED)
    {
      *why = strerror (errno);
      return NULL;
    }
  return new_image (data, (size_t) st.st_size, true, why);
}

struct unwind_image *
unwind_image_open (const char *name, const char **why)
{
  struct unwind_image *image;
  int fd = file_open (name, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);

  if (fd < 0)
    {
      *why = strerror (errno);
      return NULL;
    }
  image = unwind_image_open_fd (fd, why);
  close (fd);
  return image;
}

struct unwind_image *
unwind_image_in_memory (const void *bytes, size_t size, const char **why)
{
  return new_image (bytes, size, false, why);
}

struct unwind_image *
unwind_image_vdso (const char **why)
{
  const ElfW (Ehdr) *head
    = (const ElfW (Ehdr) *) getauxval (AT_SYSINFO_EHDR);  // NOLINT
  size_t size = 0;

  if (head == NULL)
    {
      *why = _("this kernel has no vdso");
      return NULL;
    }
  for (unsigned i = 0; i < head->e_phnum; i++)
    {
      const segment_head *segment
        = (const segment_head *) ((const char *) head + head->e_phoff) + i;

      if (segment->p_type == PT_LOAD
          && segment->p_offset + segment->p_filesz > size)
        size = segment->p_offset + segment->p_filesz;
    }
  return new_image (head, size, false, why);
}

void
unwind_image_close (struct unwind_image *image)
{
  if (image == NULL)
    return;
  if (image->is_mapped)
    munmap ((void *) image->data, image->size);
  free (image->segments);
  free (image->index);
  free (image);
}

/* -- Places --------------------------------------------------------------- */

/* Returns true if a mapping of SEGMENT can have OFFSET.  One page of a file can
   be in two mappings, the end of one segment and the begin of the next: so it
   must be the segment with code.  */
static bool
has_code_at (const segment_head *segment, uint64_t offset)
{
  const uint64_t page = (uint64_t) sysconf (_SC_PAGESIZE);
  const uint64_t start = segment->p_offset & -page;

  return segment->p_type == PT_LOAD && (segment->p_flags & PF_X) != 0
         && offset >= start
         && offset - start < segment->p_filesz + (segment->p_offset - start);
}

bool
unwind_image_place (const struct unwind_image *image, uintptr_t address,
                    uint64_t offset, struct unwind_tables *tables,
                    const char **why)
{
  for (size_t i = 0; i < image->n_segments; i++)
    {
      const segment_head *segment = &image->segments[i];

      if (!has_code_at (segment, offset))
        continue;
      *tables = image->tables;
      tables->bias = address - (uintptr_t) offset
                     - (uintptr_t) (segment->p_vaddr - segment->p_offset)
                     + image->distance - (uintptr_t) image->data;
      return true;
    }
  *why = _("it has no code at that place");
  return false;
}

size_t
unwind_image_read (const struct unwind_image *image, uint64_t offset, void *to,
                   size_t size)
{
  if (offset >= image->size)
    return 0;
  if (size > image->size - offset)
    size = (size_t) (image->size - offset);
  memcpy (to, image->data + offset, size);
  return size;
}

const void *
unwind_image_bytes (const struct unwind_image *image, size_t *size)
{
  *size = image->size;
  return image->data;
}

/* Returns true if the code of IMAGE at OFFSET ends a signal handler: then Go's
   tables are wrong.  The unwinder knows that code.  */
static bool
is_handler_end (const struct unwind_image *image, uint64_t offset)
{
  /* mov $SYS_rt_sigreturn, %rax; syscall  */
  static const unsigned char end[]
    = { 0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05 };
  const unsigned char *code = image_bytes (image, offset, sizeof end);

  return code && memcmp (code, end, sizeof end) == 0;
}

uint64_t
unwind_image_row (const struct unwind_image *image, uint64_t offset)
{
  for (size_t i = 0; i < image->n_segments; i++)
    {
      const segment_head *segment = &image->segments[i];
      const uint64_t distance = segment->p_vaddr - segment->p_offset;
      uint64_t start = 0;

      if (!has_code_at (segment, offset))
        continue;
      const uint64_t row = go_tables_row (&image->go, offset + distance,
                                          &start);
      if (row)
        return is_handler_end (image, start - distance) ? 0 : row;
      return row_of_entry (offset + distance, image->entry);
    }
  return 0;
}
