Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  us/call  us/call  name    
 98.00      0.98     0.98     6007   163.14   163.14  frame_dummy
  2.00      1.00     0.02                             main

			Call graph


granularity: each sample hit covers 4 byte(s) for 1.00% of 1.00 seconds

index % time    self  children    called     name
                                                 <spontaneous>
[1]    100.0    0.02    0.98                 main [1]
                0.98    0.00    6007/6007        frame_dummy [2]
-----------------------------------------------
                                1601             frame_dummy [2]
                0.98    0.00    6007/6007        main [1]
[2]     98.0    0.98    0.00    6007+1601    frame_dummy [2]
                                1601             frame_dummy [2]
-----------------------------------------------

Index by function name

   [2] frame_dummy             [1] main
