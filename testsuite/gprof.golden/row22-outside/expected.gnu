Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 75.00      0.60     0.60                             zz_end
 12.50      0.70     0.10        5    20.00    20.00  leaf
 12.50      0.80     0.10                             main

			Call graph


granularity: each sample hit covers 4 byte(s) for 1.25% of 0.80 seconds

index % time    self  children    called     name
                                                 <spontaneous>
[1]     80.0    0.60    0.04                 zz_end [1]
                0.04    0.00       2/5           leaf [3]
-----------------------------------------------
                                                 <spontaneous>
[2]     20.0    0.10    0.06                 main [2]
                0.06    0.00       3/5           leaf [3]
-----------------------------------------------
                0.04    0.00       2/5           zz_end [1]
                0.06    0.00       3/5           main [2]
[3]     12.5    0.10    0.00       5         leaf [3]
-----------------------------------------------

Index by function name

   [3] leaf                    [2] main                    [1] zz_end
