Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 30.00      0.30     0.30     1310     0.23     0.29  leaf
 25.00      0.55     0.25     1250     0.20     0.49  lookup
 14.00      0.69     0.14        1   140.00   829.41  parse
 12.00      0.81     0.12        2    60.00    70.30  walk
  8.00      0.89     0.08     1310     0.06     0.06  _ZN5shape4areaEv
  8.00      0.97     0.08      254     0.31     0.80  insert
  3.00      1.00     0.03                             main

			Call graph


granularity: each sample hit covers 4 byte(s) for 1.00% of 1.00 seconds

index % time    self  children    called     name
                                                 <spontaneous>
[1]    100.0    0.03    0.97                 main [1]
                0.14    0.69       1/1           parse [2]
                0.12    0.02       2/2           walk [6]
-----------------------------------------------
                0.14    0.69       1/1           main [1]
[2]     82.9    0.14    0.69       1         parse [2]
                0.20    0.29    1000/1250        lookup [3]
                0.08    0.12     250/254         insert [5]
-----------------------------------------------
                0.05    0.07     250/1250        insert [5]
                0.20    0.29    1000/1250        parse [2]
[3]     61.3    0.25    0.36    1250         lookup [3]
                0.29    0.08    1250/1310        leaf [4]
-----------------------------------------------
                0.01    0.00      60/1310        walk [6]
                0.29    0.08    1250/1310        lookup [3]
[4]     38.0    0.30    0.08    1310         leaf [4]
                0.08    0.00    1310/1310        _ZN5shape4areaEv [7]
-----------------------------------------------
                0.00    0.00       4/254         walk [6]
                0.08    0.12     250/254         parse [2]
[5]     20.3    0.08    0.12     254         insert [5]
                0.05    0.07     250/1250        lookup [3]
-----------------------------------------------
                                  30             walk [6]
                0.12    0.02       2/2           main [1]
[6]     14.1    0.12    0.02       2+30      walk [6]
                0.01    0.00      60/1310        leaf [4]
                0.00    0.00       4/254         insert [5]
                                  30             walk [6]
-----------------------------------------------
                0.08    0.00    1310/1310        leaf [4]
[7]      8.0    0.08    0.00    1310         _ZN5shape4areaEv [7]
-----------------------------------------------

Index by function name

   [7] _ZN5shape4areaEv        [3] lookup (plain.c)        [6] walk
   [5] insert (plain.c)        [1] main
   [4] leaf                    [2] parse
