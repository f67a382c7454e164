Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 42.86      0.30     0.30        8    37.50    37.50  leaf (two.c:30)
 28.57      0.50     0.20        2   100.00   250.00  work (one.c:20)
 14.29      0.60     0.10                             main (one.c:10)
  7.14      0.65     0.05        4    12.50    12.50  cycle_a (two.c:40)
  7.14      0.70     0.05        4    12.50    12.50  cycle_b (two.c:50)

			Call graph


granularity: each sample hit covers 4 byte(s) for 1.43% of 0.70 seconds

index % time    self  children    called     name
                                                 <spontaneous>
[1]    100.0    0.10    0.60                 main (one.c:10) [1]
                0.20    0.30       2/2           work (one.c:20) [2]
                0.10    0.00       1/1           cycle_a (two.c:40) <cycle 1> [5]
-----------------------------------------------
                0.20    0.30       2/2           main (one.c:10) [1]
[2]     71.4    0.20    0.30       2         work (one.c:20) [2]
                0.30    0.00       8/8           leaf (two.c:30) [3]
-----------------------------------------------
                0.30    0.00       8/8           work (one.c:20) [2]
[3]     42.9    0.30    0.00       8         leaf (two.c:30) [3]
-----------------------------------------------
[4]     14.3    0.10    0.00       1+7       <cycle 1 as a whole> [4]
                0.05    0.00       4             cycle_a (two.c:40) <cycle 1> [5]
                0.05    0.00       4             cycle_b (two.c:50) <cycle 1> [6]
-----------------------------------------------
                                   3             cycle_b (two.c:50) <cycle 1> [6]
                0.10    0.00       1/1           main (one.c:10) [1]
[5]      7.1    0.05    0.00       4         cycle_a (two.c:40) <cycle 1> [5]
                                   4             cycle_b (two.c:50) <cycle 1> [6]
-----------------------------------------------
                                   4             cycle_a (two.c:40) <cycle 1> [5]
[6]      7.1    0.05    0.00       4         cycle_b (two.c:50) <cycle 1> [6]
                                   3             cycle_a (two.c:40) <cycle 1> [5]
-----------------------------------------------

Index by function name

   [5] cycle_a (two.c:40)      [3] leaf (two.c:30) (two.c) [2] work (one.c:20) (one.c)
   [6] cycle_b (two.c:50)      [1] main (one.c:10)         [4] <cycle 1>
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 42.86      0.30     0.30        8    37.50    37.50  leaf (src/two.c:30)
 28.57      0.50     0.20        2   100.00   250.00  work (src/one.c:20)
 14.29      0.60     0.10                             main (src/one.c:10)
  7.14      0.65     0.05        4    12.50    12.50  cycle_a (src/two.c:40)
  7.14      0.70     0.05        4    12.50    12.50  cycle_b (src/two.c:50)

granularity: each sample hit covers 4 byte(s) for 1.43% of 0.70 seconds

                                  called/total       parents 
index  %time    self descendants  called+self    name    	index
                                  called/total       children

                                                     <spontaneous>
[1]    100.0    0.10        0.60                 main (one.c:10) [1]
                0.20        0.30       2/2           work (one.c:20) [2]
                0.10        0.00       1/1           cycle_a (two.c:40) <cycle 1> [5]

-----------------------------------------------

                0.20        0.30       2/2           main (one.c:10) [1]
[2]     71.4    0.20        0.30       2         work (one.c:20) [2]
                0.30        0.00       8/8           leaf (two.c:30) [3]

-----------------------------------------------

                0.30        0.00       8/8           work (one.c:20) [2]
[3]     42.9    0.30        0.00       8         leaf (two.c:30) [3]

-----------------------------------------------

[4]     14.3    0.10        0.00       1+7       <cycle 1 as a whole> [4]
                0.05        0.00       4             cycle_a (two.c:40) <cycle 1> [5]
                0.05        0.00       4             cycle_b (two.c:50) <cycle 1> [6]

-----------------------------------------------

                                       3             cycle_b (two.c:50) <cycle 1> [6]
                0.10        0.00       1/1           main (one.c:10) [1]
[5]      7.1    0.05        0.00       4         cycle_a (two.c:40) <cycle 1> [5]
                                       4             cycle_b (two.c:50) <cycle 1> [6]

-----------------------------------------------

                                       4             cycle_a (two.c:40) <cycle 1> [5]
[6]      7.1    0.05        0.00       4         cycle_b (two.c:50) <cycle 1> [6]
                                       3             cycle_a (two.c:40) <cycle 1> [5]

-----------------------------------------------



granularity: each sample hit covers 4 byte(s) for 1.43% of 0.70 seconds

  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 42.9       0.30     0.30        8    37.50    37.50  leaf (two.c:30) [3]
 28.6       0.50     0.20        2   100.00   250.00  work (one.c:20) [2]
 14.3       0.60     0.10                             main (one.c:10) [1]
  7.1       0.65     0.05        4    12.50    12.50  cycle_a (two.c:40) <cycle 1> [5]
  7.1       0.70     0.05        4    12.50    12.50  cycle_b (two.c:50) <cycle 1> [6]

Index by function name

   [5] cycle_a               [3] leaf                  [2] work               
   [6] cycle_b               [1] main                  [4] <cycle 1>          
src/one.c:20: (work:0x401020) 2 executions
src/two.c:30: (leaf:0x401040) 8 executions
src/two.c:40: (cycle_a:0x401060) 4 executions
src/two.c:50: (cycle_b:0x401080) 4 executions
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 42.86      0.30     0.30        8    37.50    37.50  leaf (two.c:30 @ 401040)
 28.57      0.50     0.20        2   100.00   250.00  work (one.c:20 @ 401020)
 14.29      0.60     0.10                             main (one.c:10 @ 401000)
  7.14      0.65     0.05        4    12.50    12.50  cycle_a (two.c:40 @ 401060)
  7.14      0.70     0.05        4    12.50    12.50  cycle_b (two.c:50 @ 401080)
