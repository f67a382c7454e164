/* cfi_program.c -- runs the instructions of an FDE up to a program counter.

   SPDX-License-Identifier: 0BSD

   Reads the initial instructions of the CIE and the instructions of the FDE,
   which say from which program counter on which rule holds.  Only the rules of
   the CFA and of the two or three registers of arch/call_frame.h are kept.  */

#include "arch/call_frame.h"

#ifdef MACHINE_HAS_FRAMES

#include "unwind/cfi.h"
#include "unwind/row.h"

/* Instructions.  The first three have an operand in their lower six bits.  */
enum
{
  CFA_ADVANCE = 0x40, CFA_OFFSET = 0x80, CFA_RESTORE = 0xc0, CFA_HIGH = 0xc0,
  CFA_NOP = 0x00, CFA_SET_LOC = 0x01, CFA_ADVANCE1 = 0x02, CFA_ADVANCE2 = 0x03,
  CFA_ADVANCE4 = 0x04, CFA_OFFSET_EXTENDED = 0x05, CFA_RESTORE_EXTENDED = 0x06,
  CFA_UNDEFINED = 0x07, CFA_SAME_VALUE = 0x08, CFA_REGISTER = 0x09,
  CFA_REMEMBER = 0x0a, CFA_RESTORE_STATE = 0x0b, CFA_DEF = 0x0c,
  CFA_DEF_REGISTER = 0x0d, CFA_DEF_OFFSET = 0x0e, CFA_DEF_EXPRESSION = 0x0f,
  CFA_EXPRESSION = 0x10, CFA_OFFSET_SF = 0x11, CFA_DEF_SF = 0x12,
  CFA_DEF_OFFSET_SF = 0x13, CFA_VAL_OFFSET = 0x14, CFA_VAL_OFFSET_SF = 0x15,
  CFA_VAL_EXPRESSION = 0x16, CFA_ADVANCE8 = 0x1d, CFA_SIGN_STATE_PC = 0x2c,
  CFA_SIGN_STATE = 0x2d, CFA_ARGS_SIZE = 0x2e, CFA_NEGATIVE_OFFSET = 0x2f
};

/* Operations of expressions.  */
enum
{
  OP_DEREF = 0x06, OP_AND = 0x1a, OP_PLUS = 0x22, OP_PLUS_CONSTANT = 0x23,
  OP_SHL = 0x24, OP_GE = 0x2a, OP_LIT0 = 0x30, OP_BREG0 = 0x70
};

/* Rules of a register.  */
enum rule_kind
{
  KEPT,                         /* it has the caller's value */
  SAVED_AT_CFA,                 /* at CFA + offset */
  SAVED_AT_FP,                  /* at FRAME_FP + offset */
  UNDEFINED,
  ODD,                          /* in a way that a row cannot express */
  IN_REGISTER                   /* the return address: in register number
                                   offset */
};

/* One word, since six copies of the rules are on the stack of a thread.  A row
   has no place for a longer offset.  */
struct rule
{
  int32_t offset : 24;
  unsigned int kind : 8;
};

/* The registers that have a rule here.  */
enum
{
  SLOT_RETURN, SLOT_FP, SLOT_SAVED, SLOTS
};

struct rules
{
  unsigned char cfa_kind;       /* ROW_CFA, ROW_CFA_AT, or ROW_NONE: odd */
  unsigned char cfa_base;
  int32_t cfa_offset;
  struct rule slots[SLOTS];
};

/* Compilers nest CFA_REMEMBER once, assembly twice.  */
#define MOST_REMEMBERED 4

struct machine
{
  const struct cfi_common *common;
  struct cfi_bytes bytes;
  uintptr_t location;           /* the rules hold from here on */
  uintptr_t pc;                 /* the rules for this are wanted */
  struct rules rules, initial;
  struct rules remembered[MOST_REMEMBERED];
  unsigned depth;               /* of remembered */
};

/* Returns the rule of the register NUMBER, NULL if none is kept.  Where one
   register is the return address and the saved one, that is SLOT_RETURN.  */
static struct rule *
rule_of (struct rules *rules, uint64_t number)
{
  if (number == FRAME_RETURN)
    return &rules->slots[SLOT_RETURN];
  if (number == FRAME_FP)
    return &rules->slots[SLOT_FP];
  if (number == FRAME_SAVED)
    return &rules->slots[SLOT_SAVED];
  return NULL;
}

static int32_t
small_number (struct machine *machine, int64_t number)
{
  if (number != (int32_t) number)
    cfi_fail (&machine->bytes);
  return (int32_t) number;
}

/* Returns NUMBER times the data factor.  */
static int32_t
factored (struct machine *machine, int64_t number)
{
  int64_t product;

  if (__builtin_mul_overflow (number, machine->common->data_factor, &product))
    cfi_fail (&machine->bytes);
  return small_number (machine, product);
}

static void
set_rule (struct machine *machine, uint64_t number, enum rule_kind kind,
          int32_t offset)
{
  struct rule *rule = rule_of (&machine->rules, number);

  if (rule == NULL)
    return;
  if (!row_fits (offset, 24))
    {
      kind = ODD;
      offset = 0;
    }
  rule->kind = (unsigned char) kind;
  rule->offset = offset;
}

static void
restore_rule (struct machine *machine, uint64_t number)
{
  struct rule *rule = rule_of (&machine->rules, number);

  if (rule != NULL)
    *rule = *rule_of (&machine->initial, number);
}

/* -- The CFA -------------------------------------------------------------- */

static void
set_base (struct machine *machine, uint64_t number)
{
  machine->rules.cfa_kind = number < 32 ? ROW_CFA : ROW_NONE;
  machine->rules.cfa_base = (unsigned char) (number & 31);
}

/* An offset alone is an error after an expression.  */
static void
set_offset (struct machine *machine, int32_t offset)
{
  if (machine->rules.cfa_kind != ROW_CFA)
    machine->rules.cfa_kind = ROW_NONE;
  machine->rules.cfa_offset = offset;
}

/* -- Expressions ---------------------------------------------------------- */

static struct cfi_bytes
take_block (struct machine *machine)
{
  uint64_t size = cfi_uleb (&machine->bytes);
  struct cfi_bytes block = machine->bytes;

  if (cfi_take (&machine->bytes, size) != NULL)
    block.end = machine->bytes.at;
  else
    cfi_fail (&block);
  return block;
}

/* Takes "register + constant" off the begin of BLOCK.  */
static bool
take_sum (struct cfi_bytes *block, unsigned *base, int32_t *offset)
{
  uint64_t operation = cfi_unsigned (block, 1);
  int64_t sum = cfi_sleb (block);

  if (operation - OP_BREG0 > 31 || sum != (int32_t) sum)
    return false;
  *base = (unsigned) (operation - OP_BREG0);
  *offset = (int32_t) sum;
  return !cfi_is_bad (block);
}

/* Returns true if BLOCK is the rest of the expression that ld writes for the
   PLT, after "sp + 8": "(pc & 15) >= N", times 8, is to be added.  Then the CFA
   is 8 higher in the end of an entry, where it has pushed a word.  Stores N in
   *BORDER.  */
static bool
is_plt (struct cfi_bytes block, unsigned *border)
{
  static const unsigned char before[] = { OP_BREG0 + FRAME_RETURN, 0,
                                          OP_LIT0 + 15, OP_AND };
  static const unsigned char after[] = { OP_GE, OP_LIT0 + 3, OP_SHL, OP_PLUS };

  if (cfi_left (&block) != sizeof before + 1 + sizeof after
      || memcmp (block.at, before, sizeof before) != 0
      || memcmp (block.at + sizeof before + 1, after, sizeof after) != 0)
    return false;
  *border = block.at[sizeof before] - OP_LIT0;
  return *border < 16;
}

static void
set_cfa_expression (struct machine *machine)
{
  struct cfi_bytes block = take_block (machine);
  struct rules *rules = &machine->rules;
  unsigned base = 0, border;
  int32_t offset = 0;

  rules->cfa_kind = ROW_NONE;
  if (!take_sum (&block, &base, &offset))
    return;
  rules->cfa_base = (unsigned char) base;
  rules->cfa_offset = offset;
  if (cfi_left (&block) == 0)
    rules->cfa_kind = ROW_CFA;
  else if (cfi_left (&block) == 1 && *block.at == OP_DEREF)
    rules->cfa_kind = ROW_CFA_AT;
  else if (base == FRAME_SP && is_plt (block, &border))
    {
      rules->cfa_kind = ROW_CFA;
      if ((machine->pc & 15) >= border)
        rules->cfa_offset += 8;
    }
}

/* The register is saved at the address that an expression has.  */
static void
set_rule_expression (struct machine *machine, uint64_t number)
{
  struct cfi_bytes block = take_block (machine);
  unsigned base;
  int32_t offset;

  if (take_sum (&block, &base, &offset) && cfi_left (&block) == 0
      && base == FRAME_FP)
    set_rule (machine, number, SAVED_AT_FP, offset);
  else
    set_rule (machine, number, ODD, 0);
}

/* -- Instructions --------------------------------------------------------- */

static void
advance (struct machine *machine, uint64_t distance)
{
  machine->location += (uintptr_t) (distance * machine->common->code_factor);
}

static void
remember (struct machine *machine)
{
  if (machine->depth == MOST_REMEMBERED)
    cfi_fail (&machine->bytes);
  else
    machine->remembered[machine->depth++] = machine->rules;
}

static void
restore_state (struct machine *machine)
{
  if (machine->depth == 0)
    cfi_fail (&machine->bytes);
  else
    machine->rules = machine->remembered[--machine->depth];
}

/* Runs the instructions CODE that move the location.  Returns false if CODE is
   none of them.  */
static bool
run_advance (struct machine *machine, unsigned code)
{
  struct cfi_bytes *bytes = &machine->bytes;

  switch (code)
    {
    case CFA_SET_LOC:
      machine->location = cfi_pointer (bytes, machine->common->encoding, 0);
      return true;
    case CFA_ADVANCE1:
      advance (machine, cfi_unsigned (bytes, 1));
      return true;
    case CFA_ADVANCE2:
      advance (machine, cfi_unsigned (bytes, 2));
      return true;
    case CFA_ADVANCE4:
      advance (machine, cfi_unsigned (bytes, 4));
      return true;
    case CFA_ADVANCE8:
      advance (machine, cfi_unsigned (bytes, 8));
      return true;
    default:
      return false;
    }
}

/* Runs the instructions CODE that define the CFA.  Returns false if CODE is
   none of them.  */
static bool
run_cfa (struct machine *machine, unsigned code)
{
  struct cfi_bytes *bytes = &machine->bytes;

  switch (code)
    {
    case CFA_DEF:
      set_base (machine, cfi_uleb (bytes));
      set_offset (machine, small_number (machine, (int64_t) cfi_uleb (bytes)));
      return true;
    case CFA_DEF_SF:
      set_base (machine, cfi_uleb (bytes));
      set_offset (machine, factored (machine, cfi_sleb (bytes)));
      return true;
    case CFA_DEF_REGISTER:
      set_base (machine, cfi_uleb (bytes));
      return true;
    case CFA_DEF_OFFSET:
      set_offset (machine, small_number (machine, (int64_t) cfi_uleb (bytes)));
      return true;
    case CFA_DEF_OFFSET_SF:
      set_offset (machine, factored (machine, cfi_sleb (bytes)));
      return true;
    case CFA_DEF_EXPRESSION:
      set_cfa_expression (machine);
      return true;
    default:
      return false;
    }
}

/* The register NUMBER is saved in another one.  Of the return address a row
   knows that: vfork has it in a register during the system call.  */
static void
set_rule_register (struct machine *machine, uint64_t number)
{
  uint64_t other = cfi_uleb (&machine->bytes);

  (void) other;
#ifndef FRAME_RETURN_IN_REGISTER
  if (number == FRAME_RETURN && other < 32)
    set_rule (machine, number, IN_REGISTER, (int32_t) other);
  else
#endif
    set_rule (machine, number, ODD, 0);
}

/* Runs the instructions CODE that say how the register NUMBER is saved, whose
   operands follow.  */
static void
run_saved (struct machine *machine, unsigned code, uint64_t number)
{
  struct cfi_bytes *bytes = &machine->bytes;

  switch (code)
    {
    case CFA_OFFSET_EXTENDED:
      set_rule (machine, number, SAVED_AT_CFA,
                factored (machine, (int64_t) cfi_uleb (bytes)));
      break;
    case CFA_OFFSET_SF:
      set_rule (machine, number, SAVED_AT_CFA,
                factored (machine, cfi_sleb (bytes)));
      break;
    case CFA_NEGATIVE_OFFSET:
      set_rule (machine, number, SAVED_AT_CFA,
                factored (machine, (int64_t) (0 - cfi_uleb (bytes))));
      break;
    case CFA_EXPRESSION:
      set_rule_expression (machine, number);
      break;
    case CFA_VAL_EXPRESSION:
      take_block (machine);
      set_rule (machine, number, ODD, 0);
      break;
    case CFA_REGISTER:
      set_rule_register (machine, number);
      break;
    default:                    /* CFA_VAL_OFFSET and _SF */
      cfi_uleb (bytes);
      set_rule (machine, number, ODD, 0);
      break;
    }
}

/* Runs the instruction CODE, which has no operand in itself.  */
static void
run_extended (struct machine *machine, unsigned code)
{
  struct cfi_bytes *bytes = &machine->bytes;

  if (run_advance (machine, code) || run_cfa (machine, code))
    return;
  switch (code)
    {
    case CFA_NOP:
    case CFA_SIGN_STATE:
    case CFA_SIGN_STATE_PC:
      break;
    case CFA_ARGS_SIZE:
      cfi_uleb (bytes);
      break;
    case CFA_REMEMBER:
      remember (machine);
      break;
    case CFA_RESTORE_STATE:
      restore_state (machine);
      break;
    case CFA_UNDEFINED:
      set_rule (machine, cfi_uleb (bytes), UNDEFINED, 0);
      break;
    case CFA_SAME_VALUE:
      set_rule (machine, cfi_uleb (bytes), KEPT, 0);
      break;
    case CFA_RESTORE_EXTENDED:
      restore_rule (machine, cfi_uleb (bytes));
      break;
    case CFA_OFFSET_EXTENDED:
    case CFA_REGISTER:
    case CFA_EXPRESSION:
    case CFA_OFFSET_SF:
    case CFA_VAL_OFFSET:
    case CFA_VAL_OFFSET_SF:
    case CFA_VAL_EXPRESSION:
    case CFA_NEGATIVE_OFFSET:
      run_saved (machine, code, cfi_uleb (bytes));
      break;
    default:
      cfi_fail (bytes);
      break;
    }
}

/* Runs PROGRAM until the location is behind the wanted program counter.
   Returns false if an instruction is bad or unknown.  */
static bool
cfi_execute (struct machine *machine, struct cfi_bytes program)
{
  machine->bytes = program;
  while (cfi_left (&machine->bytes) != 0 && machine->location <= machine->pc)
    {
      unsigned code = (unsigned) cfi_unsigned (&machine->bytes, 1);
      unsigned operand = code & ~(unsigned) CFA_HIGH;

      switch (code & CFA_HIGH)
        {
        case CFA_ADVANCE:
          advance (machine, operand);
          break;
        case CFA_OFFSET:
          set_rule (machine, operand, SAVED_AT_CFA,
                    factored (machine, (int64_t) cfi_uleb (&machine->bytes)));
          break;
        case CFA_RESTORE:
          restore_rule (machine, operand);
          break;
        default:
          run_extended (machine, code);
          break;
        }
    }
  return !cfi_is_bad (&machine->bytes);
}

/* -- Rows ----------------------------------------------------------------- */

/* Stores RULE in *KIND and *OFFSET, as a row has it.  */
static void
convert (const struct rule *rule, enum row_rule *kind, intptr_t *offset)
{
  static const unsigned char kinds[]
    = { RULE_SAME, RULE_AT_CFA, RULE_AT_FP, RULE_LOST, RULE_LOST };

  *kind = kinds[rule->kind];
  *offset = rule->offset;
}

/* Returns true if the RULE of the return address is one that this machine's
   calls have.  */
static bool
is_usual_return (const struct rule *rule)
{
#ifdef FRAME_RETURN_IN_REGISTER
  return rule->kind <= SAVED_AT_FP;
#else
  return rule->kind == SAVED_AT_CFA && rule->offset == -(int) ROW_WORD;
#endif
}

static bool
is_return_in_register (const struct rules *rules)
{
  return rules->slots[SLOT_RETURN].kind == IN_REGISTER
         && rules->cfa_kind == ROW_CFA && rules->cfa_base == FRAME_SP;
}

static uint64_t
cfi_make_row (const struct rules *rules)
{
  const struct rule *slots = rules->slots;
  struct row row = { .kind = rules->cfa_kind, .base = rules->cfa_base,
                     .offset = rules->cfa_offset };

  if (slots[SLOT_RETURN].kind == UNDEFINED)
    return ROW_END;
  if (is_return_in_register (rules))
    {
      row.kind = ROW_RETURN_IN;
      row.base = (unsigned) slots[SLOT_RETURN].offset;
    }
  else if (rules->cfa_kind == ROW_NONE
           || !is_usual_return (&slots[SLOT_RETURN]))
    return ROW_NONE;
  convert (&slots[SLOT_FP], &row.fp_rule, &row.fp_offset);
  convert (&slots[FRAME_SAVED == FRAME_RETURN ? SLOT_RETURN : SLOT_SAVED],
           &row.saved_rule, &row.saved_offset);
  return row_pack (&row);
}

uint64_t
cfi_run (const struct cfi_function *function, uintptr_t pc)
{
  struct machine machine;

  if (function->common.is_signal)
    return ROW_SIGNAL;
  machine.common = &function->common;
  machine.location = function->start;
  machine.pc = pc;
  machine.depth = 0;
  memset (&machine.rules, 0, sizeof machine.rules);
  machine.initial = machine.rules;
  if (!cfi_execute (&machine, function->common.program))
    return ROW_NONE;
  machine.initial = machine.rules;
  machine.location = function->start;
  if (!cfi_execute (&machine, function->program))
    return ROW_NONE;
  return cfi_make_row (&machine.rules);
}

#endif
