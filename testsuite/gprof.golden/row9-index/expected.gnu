			Call graph


granularity: each sample hit covers 4 byte(s) for 2.50% of 0.40 seconds

index % time    self  children    called     name
                0.30    0.10       3/3           main [2]
[1]    100.0    0.30    0.10       3         busy [1]
                0.10    0.00       9/9           quiet [3]
-----------------------------------------------
                                                 <spontaneous>
[2]    100.0    0.00    0.40                 main [2]
                0.30    0.10       3/3           busy [1]
-----------------------------------------------
                0.10    0.00       9/9           busy [1]
[3]     25.0    0.10    0.00       9         quiet [3]
-----------------------------------------------

Index by function name

   [1] busy                    [3] quiet
