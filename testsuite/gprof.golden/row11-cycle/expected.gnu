Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 40.00      0.40     0.40        7    57.14   100.00  pong
 30.00      0.70     0.30        5    60.00    60.00  leaf
 20.00      0.90     0.20        6    33.33    33.33  ping
 10.00      1.00     0.10                             main

			Call graph


granularity: each sample hit covers 4 byte(s) for 1.00% of 1.00 seconds

index % time    self  children    called     name
                                   7             ping <cycle 1> [4]
[1]     70.0    0.40    0.30       7         pong <cycle 1> [1]
                0.30    0.00       5/5           leaf [3]
                                   6             ping <cycle 1> [4]
-----------------------------------------------
                0.30    0.00       5/5           pong <cycle 1> [1]
[3]     30.0    0.30    0.00       5         leaf [3]
-----------------------------------------------
                                   6             pong <cycle 1> [1]
[4]     20.0    0.20    0.00       6         ping <cycle 1> [4]
                                   7             pong <cycle 1> [1]
-----------------------------------------------
                                                 <spontaneous>
[5]     10.0    0.10    0.00                 main [5]
-----------------------------------------------

Index by function name

   [3] leaf                    [4] ping                    (2) <cycle 1>
   [5] main                    [1] pong
