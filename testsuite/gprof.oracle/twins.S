/* twins.S -- debug information with two functions at the same addresses.

   SPDX-License-Identifier: GPL-3.0-or-later

   64 functions that nothing runs, and in the middle of each two others, said to
   be inlined there: of the two BFD takes the one whose record malloc has put
   lower.  All the firsts come before all the seconds, for BFD's records of a few
   DIEs share one block.  By hand, as no compiler promises to write such a thing,
   and no assembler the same line table.  */

#if __SIZEOF_POINTER__ == 8
# define ADDRESS .8byte
#else
# define ADDRESS .4byte
#endif

        .section .debug_abbrev, "", %progbits
        .uleb128 1, 0x11        /* DW_TAG_compile_unit, with children */
        .byte   1
        .uleb128 0x10, 0x17     /* DW_AT_stmt_list, DW_FORM_sec_offset */
        .uleb128 0x03, 0x08     /* DW_AT_name, DW_FORM_string */
        .uleb128 0x13, 0x0b     /* DW_AT_language, DW_FORM_data1 */
        .uleb128 0x11, 0x01     /* DW_AT_low_pc, DW_FORM_addr */
        .uleb128 0x12, 0x06     /* DW_AT_high_pc, DW_FORM_data4 */
        .uleb128 0, 0
        .uleb128 2, 0x2e        /* DW_TAG_subprogram: what was inlined */
        .byte   0
        .uleb128 0x03, 0x08, 0, 0
        .uleb128 3, 0x1d        /* DW_TAG_inlined_subroutine: where */
        .byte   0
        .uleb128 0x31, 0x13     /* DW_AT_abstract_origin, DW_FORM_ref4 */
        .uleb128 0x11, 0x01, 0x12, 0x06, 0, 0
        .uleb128 0

        .section .debug_line, "", %progbits
.Lline:

        .section .debug_info, "", %progbits
.Lunit: .4byte  .Lend - .Lversion
.Lversion:
        .2byte  4
        .4byte  .debug_abbrev
        .byte   __SIZEOF_POINTER__
        .uleb128 1
        .4byte  .Lline
        .asciz  "twins.c"
        .byte   0x0c            /* C99 */
        ADDRESS _start
        .4byte  .Ltext_end - _start

        .macro function name, line
        .section .text
        .type   \name, %function
\name:
        .loc    1 1\line
        nop
.Lin\name:
        .loc    1 2\line
        nop
        nop
.Lout\name:
        .loc    1 3\line
        nop
        .size   \name, . - \name
        .endm

        .macro inlined which, name
        .section .debug_info
.L\which\name:
        .uleb128 2
        .asciz  "\which\()_\name"
        .uleb128 3
        .4byte  .L\which\name - .Lunit
        ADDRESS .Lin\name
        .4byte  .Lout\name - .Lin\name
        .endm

        .file   1 "twins.c"
        .text
        .globl  _start
_start:
        .irp    i, 1, 2, 3, 4, 5, 6, 7, 8
        .irp    j, 1, 2, 3, 4, 5, 6, 7, 8
        function f\i\j, \i\j
        .endr
        .endr
        .text
.Ltext_end:
        .irp    which, this, that
        .irp    i, 1, 2, 3, 4, 5, 6, 7, 8
        .irp    j, 1, 2, 3, 4, 5, 6, 7, 8
        inlined \which, f\i\j
        .endr
        .endr
        .endr
        .section .debug_info
        .uleb128 0
.Lend:
