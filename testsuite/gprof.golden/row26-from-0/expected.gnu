Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 60.00      0.30     0.30        2   150.00   150.00  busy
 30.00      0.45     0.15                             quiet
 10.00      0.50     0.05                             main

			Call graph


granularity: each sample hit covers 4 byte(s) for 2.00% of 0.50 seconds

index % time    self  children    called     name
                                                 <spontaneous>
[1]     70.0    0.05    0.30                 main [1]
                0.30    0.00       2/2           busy [2]
-----------------------------------------------
                0.30    0.00       2/2           main [1]
[2]     60.0    0.30    0.00       2         busy [2]
-----------------------------------------------
                                                 <spontaneous>
[3]     30.0    0.15    0.00                 quiet [3]
-----------------------------------------------

Index by function name

   [2] busy                    [1] main                    [3] quiet
