#! /bin/sh
# other-files.sh -- files that options.list needs beside program and profiles.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: other-files.sh TOOLS NM [ORDER SIZE]
#   TOOLS     the folder of the program mkgmon
#   NM        an nm that reads prog
#   ORDER     le or be, SIZE 4 or 8: of gmon.out (default: as mkgmon)
#
# In: prog and gmon.out, in the current directory.  Out, beside them:
#   options             a response file
#   syms                for -S
#   map                 for -R: three functions in each of its objects
#   gmon.bsd gmon.bsd44 gmon.out as BSD files, if it has one histogram

set -u
tools=$1
nm=$2
shift 2
echo '-p -z --demangle' > options
$nm prog > syms || exit
awk '$2 ~ /^[TtW]$/ { printf "o%d.o:%s\n", (n - n % 3) / 3, $0; n++ }
     END { print "No symbols in e.o\ngone.o:0 T no_such_function" }' \
  syms > map || exit
for format in bsd bsd44; do
  rate=
  test $format = bsd || rate=250
  "$tools/mkgmon" -d gmon.out "$@" | awk -v format=$format -v rate=$rate '
    /^format/ { print "format", format; next }
    /^spare/ { next }
    /^hist/ { if (n++) exit 1; print $1, $2, $3, $4, rate; next }
    { print }' > $format.txt && "$tools/mkgmon" -o gmon.$format $format.txt
done
exit 0
