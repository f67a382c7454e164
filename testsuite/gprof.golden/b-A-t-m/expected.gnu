*** File list.inc:
          12 -> item: begin
                  next
                  found


Top 2 Lines:

     Line      Count

        1         12

Execution Summary:

        1   Executable lines in this file
        1   Lines executed
   100.00   Percent of the file executed

       12   Total number of line executions
    12.00   Average executions per line


*** File short.src:
                one line
                two lines


Top 2 Lines:

     Line      Count

        9          7

Execution Summary:

        0   Executable lines in this file
        0   Lines executed
   100.00   Percent of the file executed

        7   Total number of line executions
     0.00   Average executions per line


*** File util/beta.src:
     1234567 -> beta_a: begin
                  beta_a
                end
       ##### -> beta_b: begin end


Top 2 Lines:

     Line      Count

        1    1234567
        4          2

Execution Summary:

        2   Executable lines in this file
        2   Lines executed
   100.00   Percent of the file executed

  1234569   Total number of line executions
617284.50   Average executions per line


*** File alpha.src:
                # main is on line 2.
       ##### -> main: begin
                  if list is empty
                    twice;
                  end
           7 -> twice: x + x;  thrice: x + twice;


Top 2 Lines:

     Line      Count

        6          7
        2          1

Execution Summary:

        2   Executable lines in this file
        2   Lines executed
   100.00   Percent of the file executed

        8   Total number of line executions
     4.00   Average executions per line
