Flat profile:

Each sample counts as 1 page-faults.
  %   cumulative   self              self     total           
 time page-faul  page-fau    calls  mf/call  mf/call  name    
 75.00      3.00     3.00                             main
 25.00      4.00     1.00        2   500.00   500.00  f

			Call graph


granularity: each sample hit covers 4 byte(s) for 25.00% of 4.00 seconds

index % time    self  children    called     name
                                                 <spontaneous>
[1]    100.0    3.00    1.00                 main [1]
                1.00    0.00       2/2           f [2]
-----------------------------------------------
                1.00    0.00       2/2           main [1]
[2]     25.0    1.00    0.00       2         f [2]
-----------------------------------------------

Index by function name

   [2] f                       [1] main

granularity: each sample hit covers 4 byte(s) for 25.00% of 4.00 page-faults

  %   cumulative   self              self     total           
 time page-faul  page-fau    calls  mf/call  mf/call  name    
 75.0       3.00     3.00                             main [1]
 25.0       4.00     1.00        2   500.00   500.00  f [2]
