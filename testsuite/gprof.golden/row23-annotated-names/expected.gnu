== same.src-ann
           3 -> the text of same.src


Top 10 Lines:

     Line      Count

        1          3

Execution Summary:

        1   Executable lines in this file
        1   Lines executed
   100.00   Percent of the file executed

        3   Total number of line executions
     3.00   Average executions per line
