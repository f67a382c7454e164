/* gmon_ranks.h -- the file that libgmon_mpi writes beside the sum of a job.

   SPDX-License-Identifier: 0BSD

   It is text, whose name is that of the sum with GMON_RANKS_SUFFIX behind it:

     gmon-ranks 1
     profile SIZE DIGEST
     ranks N
     ADDRESS samples NUMBER calls NUMBER
     end

   SIZE is that of the sum in bytes, DIGEST its gmon_process_digest
   (gmon_digest.h), and N the number of ranks.  The line with ADDRESS is there
   for each function of the program that has samples or calls, by rising
   addresses in the file of the program.  NUMBER stands for eight words:

     the number of ranks where it is above 0
     the sum of all ranks
     the least one above 0, and the first rank that has it
     the greatest one, and the first rank that has it
     the first rank where it is 0, or a hyphen
     the sum of the squares of the differences of those above 0 to the least

   DIGEST, ADDRESS and the last word are in hexadecimal, with "0x", all other
   numbers are in decimal.  The last word has up to 128 bits.  Words stand one
   blank apart.  */

#ifndef GMON_RANKS_H
#define GMON_RANKS_H

#define GMON_RANKS_SUFFIX ".ranks"
#define GMON_RANKS_PROFILE "gmon-ranks 1\nprofile"
#define GMON_RANKS_RANKS "\nranks"
#define GMON_RANKS_SAMPLES " samples"
#define GMON_RANKS_CALLS " calls"
#define GMON_RANKS_END "end\n"
#define GMON_RANKS_NO_GAP " -"
#define GMON_RANKS_HEX "0x"

#endif /* GMON_RANKS_H */
