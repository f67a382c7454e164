*** File list.inc:
          12 -> in moved: item


Top 10 Lines:

     Line      Count

        1         12

Execution Summary:

        1   Executable lines in this file
        1   Lines executed
   100.00   Percent of the file executed

       12   Total number of line executions
    12.00   Average executions per line


*** File util/beta.src:
     1234567 -> in moved/util: beta_a


Top 10 Lines:

     Line      Count

        1    1234567
        4          2

Execution Summary:

        1   Executable lines in this file
        1   Lines executed
   100.00   Percent of the file executed

  1234569   Total number of line executions
1234569.00   Average executions per line


*** File alpha.src:
                in util


Top 10 Lines:

     Line      Count

        6          7
        2          1

Execution Summary:

        0   Executable lines in this file
        0   Lines executed
   100.00   Percent of the file executed

        8   Total number of line executions
     0.00   Average executions per line
