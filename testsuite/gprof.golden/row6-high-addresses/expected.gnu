Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 75.00      0.30     0.30        3   100.00   100.00  work
 25.00      0.40     0.10                             main

			Call graph


granularity: each sample hit covers 4 byte(s) for 2.50% of 0.40 seconds

index % time    self  children    called     name
                                                 <spontaneous>
[1]    100.0    0.10    0.30                 main [1]
                0.30    0.00       3/3           work [2]
-----------------------------------------------
                0.30    0.00       3/3           main [1]
[2]     75.0    0.30    0.00       3         work [2]
-----------------------------------------------

Index by function name

   [1] main                    [2] work
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 75.00      0.30     0.30        3   100.00   100.00  work
 25.00      0.40     0.10                             main

			Call graph


granularity: each sample hit covers 4 byte(s) for 2.50% of 0.40 seconds

index % time    self  children    called     name
                                                 <spontaneous>
[1]    100.0    0.10    0.30                 main [1]
                0.30    0.00       3/3           work [2]
                0.00    0.00       0/0           late [4]
-----------------------------------------------
                0.30    0.00       3/3           main [1]
[2]     75.0    0.30    0.00       3         work [2]
                0.00    0.00       0/0           late [4]
-----------------------------------------------

Index by function name

   [1] main                    [2] work
