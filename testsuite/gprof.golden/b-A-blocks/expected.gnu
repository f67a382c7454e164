*** File checksum.src:
                unsigned
                checksum (const unsigned char *p, int n, int again)
           2 -> {
                  unsigned sum;
                  if (again)
                    sum = 0;
                  else
                    sum = 1;
                  do
                    {
                      sum = 31 * sum + *p++;
                      n--;
                    }
                  while (n > 0);
                  return sum;
                }
                
                int
                main (int argc, char **argv)
           1 -> {
                  if (argc > 1)
                    usage (argv[0]);
                  return checksum (data, size, 0) == checksum (data, size, 1);
                }


Top 10 Lines:

     Line      Count

        3          2
       20          1

Execution Summary:

        2   Executable lines in this file
        2   Lines executed
   100.00   Percent of the file executed

        3   Total number of line executions
     1.50   Average executions per line
*** File checksum.src:
                unsigned
                checksum (const unsigned char *p, int n, int again)
           2 -> {
                  unsigned sum;
                  if (again)
                    sum = 0;
                  else
                    sum = 1;
                  do
                    {
                      sum = 31 * sum + *p++;
                      n--;
                    }
                  while (n > 0);
                  return sum;
                }
                
                int
                main (int argc, char **argv)
           1 -> {
                  if (argc > 1)
                    usage (argv[0]);
                  return checksum (data, size, 0) == checksum (data, size, 1);
                }


Top 10 Lines:

     Line      Count

        3          2
       20          1

Execution Summary:

        2   Executable lines in this file
        2   Lines executed
   100.00   Percent of the file executed

        3   Total number of line executions
     1.50   Average executions per line
*** File checksum.src:
                unsigned
                checksum (const unsigned char *p, int n, int again)
           2 -> {
                  unsigned sum;
                  if (again)
                    sum = 0;
                  else
                    sum = 1;
                  do
                    {
                      sum = 31 * sum + *p++;
                      n--;
                    }
                  while (n > 0);
                  return sum;
                }
                
                int
                main (int argc, char **argv)
       ##### -> {
                  if (argc > 1)
                    usage (argv[0]);
                  return checksum (data, size, 0) == checksum (data, size, 1);
                }


Top 3 Lines:

     Line      Count

        3          2
       20          1

Execution Summary:

        2   Executable lines in this file
        2   Lines executed
   100.00   Percent of the file executed

        3   Total number of line executions
     1.50   Average executions per line
checksum.src:3: (checksum:0x401010) 2 executions
checksum.src:20: (main:0x401058) 1 executions
<unknown>:0: (crt0:0x401000) 0 executions
checksum.src:3: (checksum:0x401010) 2 executions
checksum.src:20: (main:0x401058) 1 executions
end.c:1: (__sanitizer_cov_trace_pc:0x401088) 0 executions
end.c:1: (zz_end:0x401098) 0 executions
<unknown>:0: (_edata:0x402000) 0 executions
*** File checksum.src:
                unsigned
                checksum (const unsigned char *p, int n, int again)
           2 -> {
                  unsigned sum;
           2 ->   if (again)
           1 ->     sum = 0;
                  else
           1 ->     sum = 1;
                  do
                    {
       26312 ->       sum = 31 * sum + *p++;
       26312 ->       n--;
                    }
       26312 ->   while (n > 0);
           2 ->   return sum;
           2 -> }
                
                int
                main (int argc, char **argv)
           1 -> {
           1 ->   if (argc > 1)
           1 ->     usage (argv[0]);
           1 ->   return checksum (data, size, 0) == checksum (data, size, 1);
           1 -> }


Top 10 Lines:

     Line      Count

        3          2
       20          1

Execution Summary:

       14   Executable lines in this file
       14   Lines executed
   100.00   Percent of the file executed

        3   Total number of line executions
     0.21   Average executions per line
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
100.00      0.51     0.51        2   255.00   255.00  checksum
  0.00      0.51     0.00        1     0.00   510.00  main

*** File checksum.src:
                unsigned
                checksum (const unsigned char *p, int n, int again)
           2 -> {
                  unsigned sum;
                  if (again)
                    sum = 0;
                  else
                    sum = 1;
                  do
                    {
                      sum = 31 * sum + *p++;
                      n--;
                    }
                  while (n > 0);
                  return sum;
                }
                
                int
                main (int argc, char **argv)
           1 -> {
                  if (argc > 1)
                    usage (argv[0]);
                  return checksum (data, size, 0) == checksum (data, size, 1);
                }

Execution Summary:

        2   Executable lines in this file
        2   Lines executed
   100.00   Percent of the file executed

        3   Total number of line executions
     1.50   Average executions per line
