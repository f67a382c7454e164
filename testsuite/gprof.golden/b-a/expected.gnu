Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 47.00      0.47     0.47        5    94.00   166.52  parse
 30.00      0.77     0.30     1310     0.23     0.29  leaf
 12.00      0.89     0.12        2    60.00   401.74  walk
  8.00      0.97     0.08     1310     0.06     0.06  shape::area()
  3.00      1.00     0.03                             main

			Call graph


granularity: each sample hit covers 4 byte(s) for 1.00% of 1.00 seconds

index % time    self  children    called     name
                                                 <spontaneous>
[1]    100.0    0.03    0.97                 main [1]
                0.12    0.68       2/2           walk [3]
                0.09    0.07       1/5           parse [2]
-----------------------------------------------
                                1500             parse [2]
                0.09    0.07       1/5           main [1]
                0.38    0.29       4/5           walk [3]
[2]     83.3    0.47    0.36       5+1500    parse [2]
                0.29    0.08    1250/1310        leaf [4]
                                1500             parse [2]
-----------------------------------------------
                                  30             walk [3]
                0.12    0.68       2/2           main [1]
[3]     80.3    0.12    0.68       2+30      walk [3]
                0.38    0.29       4/5           parse [2]
                0.01    0.00      60/1310        leaf [4]
                                  30             walk [3]
-----------------------------------------------
                0.01    0.00      60/1310        walk [3]
                0.29    0.08    1250/1310        parse [2]
[4]     38.0    0.30    0.08    1310         leaf [4]
                0.08    0.00    1310/1310        shape::area() [5]
-----------------------------------------------
                0.08    0.00    1310/1310        leaf [4]
[5]      8.0    0.08    0.00    1310         shape::area() [5]
-----------------------------------------------

Index by function name

   [5] shape::area()           [1] main                    [3] walk
   [4] leaf                    [2] parse
