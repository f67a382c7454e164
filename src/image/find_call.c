/* image/find_call.c -- the static call graph: calls found in machine code.

   SPDX-License-Identifier: GPL-3.0-or-later

   The scanners in image/arch decode the instructions.  This file selects the
   code that they read, and finds the symbol that a target belongs to.  */

#include <config.h>

#include "image/find_call.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/search.h"
#include "compat/call_limits.h"
#include "image/arch/scan.h"

/* A change of mode: the code from ADDR on is of KIND 'a' (A32), 't' (Thumb) or
   'd' (data).  */
struct arm_mode
{
  uint64_t addr;
  char kind;
};

struct finder
{
  const struct symtab *symtab;
  const struct call_rules *rules;
  call_fn *call;                /* set by find_call, otherwise NULL */
  call_site_fn *site;           /* set by find_call_sites, otherwise NULL */
  void *data;

  struct text_range text;
  struct scan code;             /* the whole text section */
  scan_fn *next;
  unsigned prologue;            /* see struct machine_scanner */
  struct call_limits limits;    /* for limit_calls */
  struct arm_mode *modes;       /* by address, heap; NULL: not ARM */
  size_t n_modes;
  bool modes_guessed;           /* there are no mapping symbols, so code
                                   without a symbol may have another kind */
};

/* The scanner for a machine.  */
struct machine_scanner
{
  scan_fn *next;
  bool gnu;                     /* GNU gprof has a scanner for it, too */
  unsigned prologue;            /* bytes that set the global pointer */
};

static const struct machine_scanner scanners[] = {
  [IMAGE_ARCH_AARCH64] = { scan_aarch64, true, 0 },
  [IMAGE_ARCH_ALPHA] = { scan_alpha, true, 8 },
  [IMAGE_ARCH_ARM] = { scan_arm, false, 0 },
  [IMAGE_ARCH_MIPS] = { scan_mips, true, 0 },
  [IMAGE_ARCH_PPC] = { scan_ppc, false, 0 },
  [IMAGE_ARCH_RISCV] = { scan_riscv, false, 0 },
  [IMAGE_ARCH_S390] = { scan_s390, false, 0 },
  [IMAGE_ARCH_SPARC] = { scan_sparc, true, 0 },
  [IMAGE_ARCH_X86] = { scan_x86, true, 0 },
};

/* Returns the symbol that starts at ADDR, or SYM_NONE.  */
static sym_id
symbol_at (const struct symtab *symtab, uint64_t addr)
{
  sym_id id = sym_lookup (symtab, addr);
  return id != SYM_NONE && sym_get (symtab, id)->addr == addr ? id : SYM_NONE;
}

/* Returns the symbol that a call with the target TO calls, or SYM_NONE.  The
   address of a Thumb symbol has its lowest bit set, unless BFD has cleared it.
   A call within a module may skip the instructions that set a global
   pointer.  */
static sym_id
finder_callee (const struct finder *finder, uint64_t to)
{
  const struct quirks quirks = finder->rules->quirks;
  sym_id id = sym_lookup (finder->symtab, to);
  uint64_t skipped;
  if (quirks.limit_calls
      && !call_limits_have (&finder->limits,
                            quirks.limit_by_low_bits ? (uint32_t) to : to))
    return SYM_NONE;
  if (finder->modes && symbol_at (finder->symtab, to | 1) != SYM_NONE)
    return symbol_at (finder->symtab, to | 1);
  if (id == SYM_NONE)
    return id;
  skipped = to - sym_get (finder->symtab, id)->addr;
  return skipped == 0 || skipped == finder->prologue ? id : SYM_NONE;
}

/* Reports the calls in [LOW, HIGH), whose code is all of one kind.  THUMB is
   true if it is Thumb code.  */
static void
scan_piece (const struct finder *finder, sym_id caller, uint64_t low,
            uint64_t high, bool thumb)
{
  struct scan scan = finder->code;
  struct scan_call call;
  scan.at = low - finder->text.low;
  scan.end = high - finder->text.low;
  scan.thumb = thumb;
  while (finder->next (&scan, &call))
    {
      sym_id callee = (call.indirect || finder->site ? SYM_NONE
                       : finder_callee (finder, call.to));
      if (finder->site)
        finder->site (finder->data, call.at,
                      call.indirect ? CALL_UNKNOWN : call.to);
      else if (finder->call && (call.indirect || callee != SYM_NONE))
        finder->call (finder->data, sym_home (finder->symtab, caller),
                      callee);
    }
}

/* Returns the index of the last mode that begins at or before ADDR, or 0 if
   there is none.  */
static size_t
mode_at (const struct finder *finder, uint64_t addr)
{
  size_t n = search_up_to (finder->modes, finder->n_modes,
                           sizeof *finder->modes, addr);
  return n ? n - 1 : 0;
}

/* Reports the calls in [LOW, HIGH) of ARM code: calls scan_piece for each
   piece of one kind.  */
static void
scan_modes (const struct finder *finder, sym_id caller, uint64_t low,
            uint64_t high)
{
  size_t i = mode_at (finder, low);
  for (; low < high; i++)
    {
      uint64_t end = high;
      if (i + 1 < finder->n_modes && finder->modes[i + 1].addr < high)
        end = finder->modes[i + 1].addr;
      if (finder->modes[i].kind != 'd')
        scan_piece (finder, caller, low, end, finder->modes[i].kind == 't');
      low = end;
    }
}

static void
scan_symbol (struct finder *finder, sym_id id)
{
  const struct quirks quirks = finder->rules->quirks;
  const struct sym *sym = sym_get (finder->symtab, id);
  bool is_last = id + 1 == symtab_program_len (finder->symtab);
  uint64_t low = sym->addr;
  uint64_t high = (is_last ? symtab_code_end (finder->symtab,
                                              quirks.lose_last_symbol)
                   : sym[1].addr);
  if (finder->modes)            /* clear the bit that means Thumb */
    {
      low &= ~(uint64_t) 1;
      high &= ~(uint64_t) 1;
    }
  if (high > finder->text.high)
    high = finder->text.high;
  if (low < finder->text.low)
    low = finder->text.low;
  if (low < high && quirks.limit_calls)
    call_limits_apply (&finder->limits, &low, &high);
  if (low >= high)
    return;
  if (finder->modes)
    scan_modes (finder, id, low, high);
  else
    scan_piece (finder, id, low, high, false);
}

/* Returns the kind of code that the mapping symbol NAME ("$a", "$t.1") marks,
   or 0 if NAME is not a mapping symbol.  */
static char
mapping_kind (const char *name)
{
  if (name[0] != '$' || name[1] == '\0' || (name[2] && name[2] != '.'))
    return 0;
  return name[1] == 'a' || name[1] == 't' || name[1] == 'd' ? name[1] : 0;
}

/* Sets `modes': the parts of the code that are A32, Thumb and data.  Without
   mapping symbols, which are often stripped, the lowest bit of a function's
   address decides.  */
static void
find_modes (struct finder *finder, const struct image *image)
{
  size_t n = 0;
  finder->modes = array_new (image_n_syms (image)
                             + symtab_program_len (finder->symtab) + 1,
                             sizeof *finder->modes);
  for (size_t i = 0; i < image_n_syms (image); i++)
    {
      struct image_sym sym = image_get_sym (image, i);
      char kind = mapping_kind (sym.name);
      if (kind)
        finder->modes[n++] = (struct arm_mode) { sym.addr, kind };
    }
  for (sym_id id = 0; !n && id < symtab_program_len (finder->symtab); id++)
    {
      uint64_t addr = sym_get (finder->symtab, id)->addr;
      finder->modes[id] = (struct arm_mode) { addr & ~(uint64_t) 1,
                                              addr & 1 ? 't' : 'a' };
    }
  finder->modes_guessed = n == 0;
  finder->n_modes = n ? n : symtab_program_len (finder->symtab);
  qsort (finder->modes, finder->n_modes, sizeof *finder->modes,
         search_order);
}

/* Sets up the scanner and the code.  Returns false if that is not possible,
   after a diag_warning if DIAG is not NULL.  With no_hints there is no
   warning for a text section that is not in the file.  */
static bool
get_code (struct finder *finder, const struct image *image, struct diag *diag)
{
  const struct quirks quirks = finder->rules->quirks;
  struct image_machine machine = image_machine (image, quirks.fewer_machines);
  const struct machine_scanner *scanner = &scanners[machine.arch];
  struct wire wire = image_wire (image);
  unsigned char *bytes = NULL;
  if (!scanner->next || (quirks.fewer_machines && !scanner->gnu))
    {
      if (diag)
        diag_warning (diag, "%s: -c does not know the instructions of this "
                    "machine (%s); only recorded calls are shown",
                    image_name (image), machine.name);
      return false;
    }
  if (image_text_is_real (image))
    bytes = image_read_text_data (image);
  if (!bytes)
    {
      if (diag && (!quirks.no_hints || image_has_text (image)))
        diag_warning (diag, "%s: cannot read the code for -c; only recorded "
                      "calls are shown", image_name (image));
      return false;
    }
  finder->next = scanner->next;
  finder->prologue = scanner->prologue;
  finder->text = image_text_range (image);
  finder->code = (struct scan) {
    .bytes = bytes,
    .len = finder->text.high - finder->text.low,
    .addr = finder->text.low,
    .big_endian = machine.big_endian,
    .narrow = wire.addr_size == 4 && !wire.sign_extend
              && !quirks.misread_calls,
    .slots = finder->site != NULL,
    .gnu = quirks.misread_calls,
  };
  if (machine.arch == IMAGE_ARCH_ARM)
    find_modes (finder, image);
  return true;
}

/* Scans the code of all symbols.  Returns false if that is not possible, after
   a diag_warning if DIAG is not NULL.  */
static bool
scan_symbols (struct finder *finder, const struct image *image,
              struct diag *diag)
{
  if (!get_code (finder, image, diag))
    return false;
  if (finder->rules->quirks.limit_calls)
    call_limits_init (&finder->limits, finder->rules->limits,
                      finder->rules->n_limits);
  for (sym_id id = 0; id < symtab_program_len (finder->symtab); id++)
    scan_symbol (finder, id);
  free ((void *) finder->code.bytes);
  call_limits_free (&finder->limits);
  free (finder->modes);
  return true;
}

void
find_call (const struct image *image, struct diag *diag,
           const struct symtab *symtab, const struct call_rules *rules,
           call_fn *call, void *data)
{
  struct finder finder = { .symtab = symtab, .rules = rules, .call = call,
                           .data = data };
  scan_symbols (&finder, image, diag);
}

bool
find_call_sites (const struct image *image, const struct symtab *symtab,
                 call_site_fn *site, void *data)
{
  const struct call_rules rules = { .n_limits = 0 };
  struct finder finder = { .symtab = symtab, .rules = &rules, .site = site,
                           .data = data };
  return scan_symbols (&finder, image, NULL) && !finder.modes_guessed;
}
