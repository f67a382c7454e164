/* unit/t_unwind_image.c -- tests of record/unwind_image: tables of a file that
   another process has mapped.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  the C library's file, and ELF files written here, whole, cut off and
   damaged.  Run by gprof.unit.  */

#include <config.h>

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "own_images.h"
#include "arch/call_frame.h"
#include "libgmon/unwind/row.h"

static const char *why;

/* -- Files that are none -------------------------------------------------- */

static void
check_refused (const char *name, const char *reason)
{
  struct unwind_image *image = unwind_image_open (name, &why);

  CHECK (image == NULL, "%s is refused", name);
  if (image == NULL)
    CHECK_STR (why, reason, name);
  unwind_image_close (image);
}

static void
write_file (const char *name, const void *bytes, size_t size)
{
  FILE *file = fopen (name, "wb");

  if (file == NULL || fwrite (bytes, 1, size, file) != size
      || fclose (file) != 0)
    unresolved ("cannot write %s", name);
}

static void
test_refused (void)
{
  check_refused ("t_unwind_image.none", "No such file or directory");
  check_refused (".", "it is not a regular file");
  check_refused ("/dev/zero", "it is not a regular file");
  unlink ("t_unwind_image.fifo");
  if (mkfifo ("t_unwind_image.fifo", 0600) == 0)
    check_refused ("t_unwind_image.fifo", "it is not a regular file");
  unlink ("t_unwind_image.fifo");
  write_file ("t_unwind_image.empty", "", 0);
  check_refused ("t_unwind_image.empty", "it is no ELF file");
  write_file ("t_unwind_image.text", "#!/bin/sh\n", 10);
  check_refused ("t_unwind_image.text", "it is no ELF file");
  write_file ("t_unwind_image.short", "\177ELF\2\1", 6);
  check_refused ("t_unwind_image.short",
                 "it is a program for another machine");
  unlink ("t_unwind_image.empty");
  unlink ("t_unwind_image.text");
  unlink ("t_unwind_image.short");
  unwind_image_close (NULL);
}

#if defined MACHINE_HAS_FRAMES && defined __x86_64__

/* -- Files of this process ------------------------------------------------ */

static bool
knows_function (const struct own_images *images, uintptr_t address)
{
  struct unwind_tables tables;
  uintptr_t start, size;

  return own_images_tables (images, address, &tables)
         && tables.bias != 0 && cfi_function_range (&tables, address + 1,
                                                    &start, &size)
         && start == address && size > 1;
}

static void
test_own (void)
{
  static struct own_images images;
  unsigned char code[16];
  const struct own_image *own;

  own_images_read (&images);
  CHECK (knows_function (&images, (uintptr_t) knows_function),
         "a function of the program");
  CHECK (knows_function (&images, (uintptr_t) dlsym (RTLD_DEFAULT, "qsort_r"))
           || knows_function (&images,
                              (uintptr_t) dlsym (RTLD_DEFAULT, "qsort")),
         "a function of the C library");
  own = own_images_find (&images, (uintptr_t) knows_function);
  if (own != NULL)
    CHECK (unwind_image_read (own->image, (uintptr_t) knows_function
                                            - own->start + own->offset,
                              code, sizeof code) == sizeof code
             && memcmp (code, (const void *) knows_function, sizeof code) == 0,
           "the code of a function");
  if (getauxval (AT_SYSINFO_EHDR) == 0)
    untested ("there is no vdso");
  else
    {
      bool found = false;

      for (size_t i = 0; i < images.count; i++)
        found |= getauxval (AT_SYSINFO_EHDR) == images.items[i].start
                 && images.items[i].tables.header != NULL;
      CHECK (found, "the vdso has tables");
    }
  own_images_free (&images);
}

/* -- A file as lld lays it out -------------------------------------------- */

/* The first segment is read-only and ends at FRAMES_END; the second one has the
   code, from there on.  Its addresses are a page more than its offsets, so the
   first page of the file is in both mappings.  */
#define PAGE 0x1000
#define FRAMES 0x180
#define FRAMES_END 0x300
#define CODE_AT (PAGE + FRAMES_END)     /* address in the file */
#define CODE_BYTES 0x100
#define FILE_SIZE (FRAMES_END + CODE_BYTES)

enum form { HAS_INDEX, HAS_NO_INDEX, HAS_EMPTY_INDEX, HAS_NO_FRAMES };

struct lld_file
{
  unsigned char bytes[FILE_SIZE];
};

static void
put_at (struct lld_file *file, size_t at, const void *bytes, size_t size)
{
  memcpy (file->bytes + at, bytes, size);
}

static void
put_int (struct lld_file *file, size_t at, int64_t number)
{
  int32_t word = (int32_t) number;

  put_at (file, at, &word, 4);
}

/* Writes a CIE, an FDE of the code with CFA sp + 24, and the end.  */
static void
put_frames (struct lld_file *file)
{
  static const unsigned char cie[24] =
    { 20, 0, 0, 0, 0, 0, 0, 0, 1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8,
      0x90, 1 };
  static const unsigned char end[8] = { 0x0e, 24 };

  put_at (file, FRAMES, cie, sizeof cie);
  put_int (file, FRAMES + 24, 20);
  put_int (file, FRAMES + 28, 28);
  put_int (file, FRAMES + 32, CODE_AT - (FRAMES + 32));
  put_int (file, FRAMES + 36, CODE_BYTES);
  put_at (file, FRAMES + 41, end, 7);
}

static struct lld_file
make_file (enum form form)
{
  struct lld_file file = { { 0 } };
  const size_t index = 0x140;
  const unsigned char forms[4] = { 1, 0x1b, form == HAS_INDEX ? 3 : 0xff,
                                   form == HAS_INDEX ? 0x3b : 0xff };
  const Elf64_Ehdr head =
    {
      .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
      .e_type = ET_DYN, .e_machine = EM_X86_64, .e_version = EV_CURRENT,
      .e_phoff = sizeof head, .e_ehsize = sizeof head,
      .e_phentsize = sizeof (Elf64_Phdr), .e_phnum = 3
    };
  const Elf64_Phdr segments[3] =
    {
      { .p_type = PT_LOAD, .p_flags = PF_R, .p_filesz = FRAMES_END,
        .p_memsz = FRAMES_END },
      { .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_offset = FRAMES_END,
        .p_vaddr = CODE_AT, .p_filesz = CODE_BYTES, .p_memsz = CODE_BYTES },
      { .p_type = form == HAS_INDEX || form == HAS_EMPTY_INDEX
                  ? PT_GNU_EH_FRAME : PT_NULL, .p_flags = PF_R,
        .p_offset = index, .p_vaddr = index, .p_filesz = 20, .p_memsz = 20 }
    };

  put_at (&file, 0, &head, sizeof head);
  put_at (&file, sizeof head, segments, sizeof segments);
  put_at (&file, index, forms, sizeof forms);
  put_int (&file, index + 4, FRAMES - (int64_t) (index + 4));
  put_int (&file, index + 8, 1);
  put_int (&file, index + 12, CODE_AT - (int64_t) index);
  put_int (&file, index + 16, FRAMES + 24 - (int64_t) index);
  if (form != HAS_NO_FRAMES)
    put_frames (&file);
  memset (file.bytes + FRAMES_END, 0x90, CODE_BYTES);
  return file;
}

#define LOADED UINT64_C (0x7f1234560000)

/* The kernel says of the mapping with code: offset 0 is at LOADED + PAGE.  */
static uint64_t
row_of_code (const struct unwind_image *image, struct unwind_tables *tables)
{
  if (!unwind_image_place (image, LOADED + PAGE, 0, tables, &why))
    return ROW_NONE;
  return cfi_row (tables, LOADED + CODE_AT + 0x10);
}

static void
test_layout (void)
{
  static const char *const names[] =
    { "an index", "no index", "an index without rows", "no tables" };

  for (enum form form = HAS_INDEX; form <= HAS_NO_FRAMES; form++)
    {
      struct lld_file file = make_file (form);
      struct unwind_tables tables;
      struct unwind_image *image
        = unwind_image_in_memory (file.bytes, FILE_SIZE, &why);
      uintptr_t start = 0, size = 0;
      uint64_t row;

      CHECK (image != NULL, "%s: opened", names[form]);
      if (image == NULL)
        continue;
      row = row_of_code (image, &tables);
      if (form == HAS_NO_FRAMES)
        CHECK (row == ROW_NONE && tables.header == NULL, "%s: no row",
               names[form]);
      else
        CHECK (row_kind (row) == ROW_CFA && row_base (row) == FRAME_SP
                 && row_offset (row) == 24
                 && cfi_function_range (&tables, LOADED + CODE_AT, &start,
                                        &size)
                 && start == LOADED + CODE_AT && size == CODE_BYTES,
               "%s: the function is where it is loaded", names[form]);
      CHECK (!unwind_image_place (image, LOADED, PAGE, &tables, &why),
             "%s: no code behind the file", names[form]);
      unwind_image_close (image);
    }
}

/* -- Damage --------------------------------------------------------------- */

/* Opens the SIZE bytes at BYTES, which are on the heap, so that a sanitizer
   notices a read behind them, and looks all code up.  */
static void
use_bytes (const unsigned char *bytes, size_t size)
{
  unsigned char *heap = malloc (size ? size : 1), code[32];
  struct unwind_tables tables;
  struct unwind_image *image;

  memcpy (heap, bytes, size);
  image = unwind_image_in_memory (heap, size, &why);
  if (image != NULL && unwind_image_place (image, LOADED + PAGE, 0, &tables,
                                           &why))
    for (uintptr_t pc = LOADED; pc < LOADED + 2 * PAGE; pc += 0x40)
      cfi_row (&tables, pc);
  for (uint64_t at = 0; image != NULL && at < size + 40; at += 9)
    if (unwind_image_read (image, at, code, sizeof code) > size)
      abort ();
  if (image != NULL
      && (unwind_image_read (image, UINT64_MAX, code, 32) != 0
          || unwind_image_read (image, UINT64_MAX - 16, code, 32) != 0))
    abort ();
  unwind_image_close (image);
  free (heap);
}

static void
test_damaged (void)
{
  uint32_t random = 5;

  for (enum form form = HAS_INDEX; form <= HAS_NO_FRAMES; form++)
    {
      const struct lld_file good = make_file (form);

      for (size_t size = 0; size <= FILE_SIZE; size++)
        use_bytes (good.bytes, size);
      for (int round = 0; round < 20000; round++)
        {
          struct lld_file file = good;

          for (uint32_t i = check_random (&random) % 6; i < 6; i++)
            file.bytes[check_random (&random) % FRAMES_END]
              = (unsigned char) (check_random (&random) >> (i % 3 * 8));
          use_bytes (file.bytes, FILE_SIZE - check_random (&random) % 2);
        }
    }
  pass ("files that are cut off or damaged: no crash");
}

/* A segment full of what looks like the begin of .eh_frame: a CIE, from each of
   which entries go on to the end, where they are bad.  */
static void
test_endless (void)
{
  const size_t size = 4 << 20;
  unsigned char *bytes = calloc (1, size);
  struct lld_file file = make_file (HAS_NO_FRAMES);
  struct unwind_image *image;
  Elf64_Phdr segment = { .p_type = PT_LOAD, .p_flags = PF_R, .p_filesz = size,
                         .p_memsz = size };

  memcpy (bytes, file.bytes, FILE_SIZE);
  memcpy (bytes + sizeof (Elf64_Ehdr), &segment, sizeof segment);
  for (size_t at = FILE_SIZE; at + 32 <= size; at += 16)
    {
      bytes[at] = 12;
      bytes[at + 8] = 1;
    }
  image = unwind_image_in_memory (bytes, size, &why);
  CHECK (image != NULL, "a file full of begins of .eh_frame");
  unwind_image_close (image);
  free (bytes);
}

static void
test_machines (void)
{
  static const struct
  {
    const char *what;
    size_t at;
    unsigned char byte;
  } changes[] =
    {
      { "32 bits", EI_CLASS, ELFCLASS32 },
      { "another byte order", EI_DATA, ELFDATA2MSB },
      { "another machine", offsetof (Elf64_Ehdr, e_machine), EM_386 },
    };

  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
    {
      struct lld_file file = make_file (HAS_INDEX);

      file.bytes[changes[i].at] = changes[i].byte;
      CHECK (unwind_image_in_memory (file.bytes, FILE_SIZE, &why) == NULL,
             "%s: refused", changes[i].what);
      CHECK_STR (why, "it is a program for another machine", changes[i].what);
    }
}

static void
test_tables (void)
{
  test_own ();
  test_layout ();
  test_machines ();
  test_damaged ();
  test_endless ();
}

#else

static void
test_tables (void)
{
  untested ("tables: not on this machine");
}

#endif

int
main (void)
{
  test_refused ();
  test_tables ();
  return check_end ();
}
