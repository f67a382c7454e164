Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 86.61      0.97     0.97       20    48.50    48.50  work
  8.93      1.07     0.10        4    25.00    25.00  odd
  4.46      1.12     0.05        4    12.50    12.50  even
  0.00      1.12     0.00        1     0.00   485.00  cheap
  0.00      1.12     0.00        1     0.00   485.00  dear

			Call graph


granularity: each sample hit covers 4 byte(s) for 0.89% of 1.12 seconds

index % time    self  children    called     name
                                                 <spontaneous>
[1]    100.0    0.00    1.12                 main [1]
                0.00    0.48       1/1           dear [4]
                0.00    0.48       1/1           cheap [3]
                0.15    0.00       1/1           even <cycle 1> [7]
-----------------------------------------------
                0.48    0.00      10/20          dear [4]
                0.48    0.00      10/20          cheap [3]
[2]     86.6    0.97    0.00      20         work [2]
-----------------------------------------------
                0.00    0.48       1/1           main [1]
[3]     43.3    0.00    0.48       1         cheap [3]
                0.48    0.00      10/20          work [2]
-----------------------------------------------
                0.00    0.48       1/1           main [1]
[4]     43.3    0.00    0.48       1         dear [4]
                0.48    0.00      10/20          work [2]
-----------------------------------------------
[5]     13.4    0.15    0.00       1+7       <cycle 1 as a whole> [5]
                0.10    0.00       4             odd <cycle 1> [6]
                0.05    0.00       4             even <cycle 1> [7]
-----------------------------------------------
                                   4             even <cycle 1> [7]
[6]      8.9    0.10    0.00       4         odd <cycle 1> [6]
                                   3             even <cycle 1> [7]
-----------------------------------------------
                                   3             odd <cycle 1> [6]
                0.15    0.00       1/1           main [1]
[7]      4.5    0.05    0.00       4         even <cycle 1> [7]
                                   4             odd <cycle 1> [6]
-----------------------------------------------

Index by function name

   [3] cheap                   [7] even                    [2] work
   [4] dear                    [6] odd                     [5] <cycle 1>
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 86.61      1.94     1.94       40    48.50    48.50  work
  8.93      2.14     0.20        8    25.00    25.00  odd
  4.46      2.24     0.10        8    12.50    12.50  even
  0.00      2.24     0.00        2     0.00   485.00  cheap
  0.00      2.24     0.00        2     0.00   485.00  dear
