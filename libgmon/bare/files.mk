# files.mk -- the files of libgmon-bare, for makefiles of programs.
# SPDX-License-Identifier: 0BSD
#
# All machines have one list.  The names begin in the folder libgmon/, which is
# the only -I that they need.  Compile them without -pg.

GMON_BARE_FILES = bare/record.c bare/write.c arch/bare/hook.c arch/bare/mcount.S
