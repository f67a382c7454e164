#!/bin/sh
# mktext.sh -- assembly of many equal functions, for x86-64.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: mktext.sh COUNT SIZE [mcount]   (SIZE: bytes, a power of two, >= 32)
# Out: on stdout a text of COUNT functions f0, f1, ... of SIZE bytes each, the
#      first at `functions', with their number in `functions_count' and SIZE in
#      `functions_size'; each begins as gcc -pg would have it if a third argument
#      is there.  In C:
#
#        void f (void (*next) (), void (*last) ())
#
#      calls next (last, NULL), unless that is NULL.  So the data decide
#      which function calls which.  100,000 functions of 512 bytes take two seconds.

count=${1:?usage: $0 COUNT SIZE [mcount]}
size=${2:?usage: $0 COUNT SIZE [mcount]}

awk -v count="$count" -v size="$size" -v hook="${3:+1}" 'BEGIN {
  for (align = 0; 2 ^ align < size; align++)
    continue
  print "\t.macro body"
  print "\tpushq %rbp"
  print "\tmovq %rsp, %rbp"
  if (hook)
    print "\tcall *mcount@GOTPCREL(%rip)"
  print "\tmovq %rdi, %rax"
  print "\tmovq %rsi, %rdi"
  print "\txorl %esi, %esi"
  print "\ttestq %rax, %rax"
  print "\tje 1f"
  print "\tcall *%rax"
  print "1:\tpopq %rbp"
  print "\tret"
  print "\t.p2align " align ", 0x90"
  print "\t.endm"
  print "\t.section .rodata"
  print "\t.globl functions_count, functions_size"
  print "\t.p2align 3"
  print "functions_count: .quad " count
  print "functions_size: .quad " size
  print "\t.text"
  print "\t.globl functions"
  print "\t.p2align " align
  print "functions:"
  for (i = 0; i < count; i++)
    {
      print "\t.type f" i ", %function"
      print "f" i ":\tbody"
      print "\t.size f" i ", " size
    }
  print "\t.section .note.GNU-stack, \"\", %progbits"
}'
