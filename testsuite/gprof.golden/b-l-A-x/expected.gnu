*** File inline.inc:
         3,3 -> odd: begin
           3 ->   inlined
                end

Top 10 Lines:

     Line      Count

        1          3

Execution Summary:

        2   Executable lines in this file
        2   Lines executed
   100.00   Percent of the file executed

        3   Total number of line executions
     1.50   Average executions per line


*** File loop.src:
       1,1,1 -> main: begin
          11 ->   for i in 1 .. 10 loop
        10,4 ->     if leaf (i) then ...
                  end loop
                  inlined
                end
  40,40,39,1 -> leaf: begin ... end


Top 10 Lines:

     Line      Count

        7         40
        1          1

Execution Summary:

        5   Executable lines in this file
        4   Lines executed
    80.00   Percent of the file executed

       41   Total number of line executions
     8.20   Average executions per line
*** File inline.inc:
           3 -> odd: begin
           3 ->   inlined
                end

Top 10 Lines:

     Line      Count

        1          3

Execution Summary:

        2   Executable lines in this file
        2   Lines executed
   100.00   Percent of the file executed

        3   Total number of line executions
     1.50   Average executions per line


*** File loop.src:
           1 -> main: begin
        1,11 ->   for i in 1 .. 10 loop
        10,4 ->     if leaf (i) then ...
                  end loop
           4 ->   inlined
                end
     40,39,1 -> leaf: begin ... end


Top 10 Lines:

     Line      Count

        7         40
        1          1

Execution Summary:

        5   Executable lines in this file
        5   Lines executed
   100.00   Percent of the file executed

       41   Total number of line executions
     8.20   Average executions per line
*** File inline.inc:
       ##### -> odd: begin
       ##### ->   inlined
                end

Top 10 Lines:

     Line      Count

        1          3

Execution Summary:

        2   Executable lines in this file
        2   Lines executed
   100.00   Percent of the file executed

        3   Total number of line executions
     1.50   Average executions per line


*** File loop.src:
       ##### -> main: begin
        1,11 ->   for i in 1 .. 10 loop
        10,4 ->     if leaf (i) then ...
                  end loop
       ##### ->   inlined
                end
     40,39,1 -> leaf: begin ... end


Top 10 Lines:

     Line      Count

        7         40
        1          1

Execution Summary:

        5   Executable lines in this file
        5   Lines executed
   100.00   Percent of the file executed

       41   Total number of line executions
     8.20   Average executions per line
