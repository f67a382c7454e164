# stress.awk -- writes the functions of the stress test.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: awk -v seed=N -v functions=N -v parts=N -v dir=DIR -f stress.awk
# Out: DIR/part-1.c to DIR/part-PARTS.c, which share the functions s_0, s_1 ...
# and DIR/table.c, with their addresses and the callee of each place of call.
# Function I has the places 2 I and 2 I + 1; the seed says whom they call.

BEGIN {
  srand (seed)
  table = dir "/table.c"
  print "#include \"stress.h\"" > table
  for (i = 0; i < functions; i++)
    printf "void s_%d (struct walk *);\n", i > table
  print "const unsigned functions = " functions ";" > table
  print "void (*const function_at[]) (struct walk *) = {" > table
  for (i = 0; i < functions; i++)
    printf "s_%d,\n", i > table
  print "};\nconst unsigned callee_at[] = {" > table
  for (part = 1; part <= parts; part++)
    {
      out = dir "/part-" part ".c"
      print "#include \"stress.h\"" > out
      for (i = part - 1; i < functions; i += parts)
        {
          a[i] = int (rand () * functions)
          b[i] = int (rand () * functions)
          printf "void s_%d (struct walk *);\nvoid s_%d (struct walk *);\n", \
                 a[i], b[i] > out
          printf "void s_%d (struct walk *w)\n{\n  enter (w);\n", i > out
          printf "  CALL (w, 0, %d, s_%d);\n", 2 * i, a[i] > out
          printf "  CALL (w, 1, %d, s_%d);\n}\n", 2 * i + 1, b[i] > out
        }
      close (out)
    }
  for (i = 0; i < functions; i++)
    printf "%d, %d,\n", a[i], b[i] > table
  print "};" > table
}
