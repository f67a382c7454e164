# text-to-c.awk -- turn plain texts into a C header of string constants.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: awk -f text-to-c.awk NAME=FILE... > header.h
# In:  text files.  Out: static const char NAME[] for each, on stdout.

function emit(name, file,    line, status)
{
  printf "\nstatic const char %s[] =", name
  while ((status = (getline line < file)) > 0)
    {
      gsub(/\\/, "&&", line)
      gsub(/"/, "\\\"", line)
      printf "\n  \"%s\\n\"", line
    }
  if (status < 0)
    {
      print "text-to-c.awk: cannot read " file > "/dev/stderr"
      exit 1
    }
  close(file)
  print ";"
}

BEGIN {
  print "/* Made by build-aux/text-to-c.awk; edit the texts instead.  */"
  for (i = 1; i < ARGC; i++)
    {
      cut = index(ARGV[i], "=")
      emit(substr(ARGV[i], 1, cut - 1), substr(ARGV[i], cut + 1))
    }
  exit 0
}
