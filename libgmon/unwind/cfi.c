/* cfi.c -- finds the description of a function in .eh_frame.

   SPDX-License-Identifier: 0BSD

   Reads .eh_frame_hdr, which is a sorted table of pairs (address of a
   function, address of its FDE), and .eh_frame, in which an FDE describes a
   function and refers to a CIE with what many FDEs have in common.  */

#include "unwind/cfi.h"

#include "arch/call_frame.h"

#ifdef MACHINE_HAS_FRAMES

#include "unwind/row.h"

/* -- CIE ------------------------------------------------------------------ */

/* Skips a pointer to a personality routine.  One that is padded to a multiple
   of a word, which no compiler for Linux writes, is bad.  */
static void
skip_personality (struct cfi_bytes *data)
{
  unsigned encoding = (unsigned) cfi_unsigned (data, 1);

  if ((encoding & CFI_RELATIVE) == CFI_ALIGNED)
    cfi_fail (data);
  cfi_number (data, encoding);
}

/* Reads the augmentation data that the letters of AUGMENTATION, which begins
   with z, describe.  */
static void
read_augmentation (const char *augmentation, struct cfi_bytes *data,
                   struct cfi_common *common)
{
  for (augmentation++; *augmentation != '\0'; augmentation++)
    switch (*augmentation)
      {
      case 'R':
        common->encoding = (unsigned) cfi_unsigned (data, 1);
        break;
      case 'P':
        skip_personality (data);
        break;
      case 'L':
        cfi_unsigned (data, 1);
        break;
      case 'S':
        common->is_signal = true;
        break;
      case 'B':                 /* return addresses signed with key B */
      case 'G':                 /* a tagged stack */
        break;
      default:
        cfi_fail (data);
        return;
      }
}

/* More letters than any augmentation has; each one can be there once.  */
#define MOST_LETTERS 16

/* Returns the augmentation at which BYTES begins, a string, and takes it.  A
   longer one than there can be is bad.  */
static const char *
take_augmentation (struct cfi_bytes *bytes)
{
  const char *string = (const char *) bytes->at;
  size_t letters = 0;

  while (cfi_unsigned (bytes, 1) != 0)
    if (++letters > MOST_LETTERS)
      cfi_fail (bytes);
  return cfi_is_bad (bytes) ? "" : string;
}

/* More bytes than the longest entry has that compilers write.  The bound limits
   the time that a damaged table can cost.  */
#define MOST_BYTES 0x40000

/* Takes the length of an entry, a CIE or an FDE, and lets BYTES end where it
   ends.  The form with 64 bits, which no compiler writes, is bad.  */
static void
take_length (struct cfi_bytes *bytes)
{
  uint32_t length = (uint32_t) cfi_unsigned (bytes, 4);

  if (length == 0 || length > MOST_BYTES || length > cfi_left (bytes))
    cfi_fail (bytes);
  else
    bytes->end = bytes->at + length;
}

static void
take_return_column (struct cfi_bytes *bytes, unsigned version)
{
  uint64_t column = version == 1 ? cfi_unsigned (bytes, 1) : cfi_uleb (bytes);

  if (column != FRAME_RETURN)
    cfi_fail (bytes);
}

/* Reads the CIE at which BYTES begins.  Returns false if it is not one that
   this reader understands.  */
static bool
read_common (struct cfi_bytes bytes, struct cfi_common *common)
{
  struct cfi_bytes data;
  const char *augmentation;
  unsigned version;
  uint64_t size;

  take_length (&bytes);
  if (cfi_unsigned (&bytes, 4) != 0)
    return false;
  version = (unsigned) cfi_unsigned (&bytes, 1);
  if (version != 1 && version != 3)
    return false;
  augmentation = take_augmentation (&bytes);
  common->code_factor = cfi_uleb (&bytes);
  common->data_factor = cfi_sleb (&bytes);
  take_return_column (&bytes, version);
  common->encoding = CFI_ABSPTR;
  common->is_signal = false;
  common->has_sizes = augmentation[0] == 'z';
  if (common->has_sizes)
    {
      size = cfi_uleb (&bytes);
      data = bytes;
      if (cfi_take (&bytes, size) == NULL)
        return false;
      data.end = bytes.at;
      read_augmentation (augmentation, &data, common);
      if (cfi_is_bad (&data))
        return false;
    }
  else if (augmentation[0] != '\0')
    return false;
  common->program = bytes;
  return !cfi_is_bad (&bytes);
}

/* -- FDE ------------------------------------------------------------------ */

bool
cfi_read_function (uintptr_t address, uintptr_t start, uintptr_t end,
                   uintptr_t data, struct cfi_function *function)
{
  struct cfi_bytes bytes = cfi_bytes (address, end);
  struct cfi_bytes common = cfi_bytes (start, end);
  uintptr_t here, distance;

  if (address < start || address > end)
    return false;
  take_length (&bytes);
  here = (uintptr_t) bytes.at;
  distance = (uintptr_t) cfi_unsigned (&bytes, 4);
  if (cfi_is_bad (&bytes) || distance == 0 || distance > here - start)
    return false;
  common.at = (const unsigned char *) (here - distance);
  if (!read_common (common, &function->common))
    return false;
  function->start = cfi_pointer (&bytes, function->common.encoding, data);
  function->size
    = (uintptr_t) cfi_number (&bytes, function->common.encoding);
  if (function->common.has_sizes)
    cfi_take (&bytes, cfi_uleb (&bytes));
  function->program = bytes;
  return !cfi_is_bad (&bytes);
}

/* -- .eh_frame_hdr -------------------------------------------------------- */

/* The sorted table at the end of .eh_frame_hdr.  Each row has two addresses of
   WIDTH bytes: 4, signed and relative to BASE, or 8.  */
struct index
{
  const unsigned char *rows;
  size_t count, width;
  uintptr_t base;
};

static bool
read_header (const struct unwind_tables *tables, struct index *index)
{
  uintptr_t start = (uintptr_t) tables->header;
  struct cfi_bytes bytes = cfi_bytes (start, start + tables->header_size);
  unsigned version = (unsigned) cfi_unsigned (&bytes, 1);
  unsigned frames = (unsigned) cfi_unsigned (&bytes, 1);
  unsigned counts = (unsigned) cfi_unsigned (&bytes, 1);
  unsigned table = (unsigned) cfi_unsigned (&bytes, 1);

  if (version != 1 || frames == CFI_OMIT || counts == CFI_OMIT)
    return false;
  cfi_number (&bytes, frames);
  index->count = (size_t) cfi_number (&bytes, counts);
  index->rows = bytes.at;
  index->base = start;
  if (table == (CFI_DATAREL | CFI_SDATA4))
    index->width = 4;
  else if (table == CFI_UDATA8)
    index->width = 8;
  else
    return false;
  return !cfi_is_bad (&bytes)
         && index->count <= cfi_left (&bytes) / (2 * index->width);
}

/* Returns the address in COLUMN, 0 or 1, of the row NUMBER of INDEX.  */
static uintptr_t
index_address (const struct index *index, size_t number, size_t column)
{
  const unsigned char *at
    = index->rows + (2 * number + column) * index->width;
  int32_t distance;
  uint64_t address;

  if (index->width == 4)
    {
      memcpy (&distance, at, sizeof distance);
      return index->base + (uintptr_t) (intptr_t) distance;
    }
  memcpy (&address, at, sizeof address);
  return (uintptr_t) address;
}

/* Stores the address of the last FDE in INDEX that begins at or before PC.
   Returns false if there is none.  */
static bool
index_find (const struct index *index, uintptr_t pc, uintptr_t *address)
{
  size_t low = 0, high = index->count;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (index_address (index, middle, 0) <= pc)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return false;
  *address = index_address (index, low - 1, 1);
  return true;
}

/* Reads the function that holds PC into FUNCTION.  Returns false if TABLES know
   none.  */
static bool
cfi_find_function (const struct unwind_tables *tables, uintptr_t pc,
               struct cfi_function *function)
{
  struct index index;
  uintptr_t address;

  return read_header (tables, &index) && index_find (&index, pc, &address)
         && cfi_read_function (address, tables->start, tables->end, index.base,
                               function)
         && pc - function->start < function->size;
}

uint64_t
cfi_row (const struct unwind_tables *tables, uintptr_t pc)
{
  struct cfi_function function;

  pc -= tables->bias;
  return cfi_find_function (tables, pc, &function) ? cfi_run (&function, pc)
                                               : ROW_NONE;
}

bool
cfi_function_range (const struct unwind_tables *tables, uintptr_t pc,
                    uintptr_t *start, uintptr_t *size)
{
  struct cfi_function function;

  if (!cfi_find_function (tables, pc - tables->bias, &function))
    return false;
  *start = function.start + tables->bias;
  *size = function.size;
  return true;
}

#endif
