*** File half.src:
           6 -> called
       ##### -> unused
           3 -> twice
                label:


Top 10 Lines:

     Line      Count

        1          6
        3          3

Execution Summary:

        4   Executable lines in this file
        3   Lines executed
    75.00   Percent of the file executed

        9   Total number of line executions
     2.25   Average executions per line
*** File half.src:
           6 -> called
       ##### -> unused
       ##### -> twice
                label:


Top 10 Lines:

     Line      Count

        1          6
        3          3

Execution Summary:

        4   Executable lines in this file
        3   Lines executed
    75.00   Percent of the file executed

        9   Total number of line executions
     2.25   Average executions per line
