			Call graph


granularity: each sample hit covers 4 byte(s) for 1.00% of 1.00 seconds

index % time    self  children    called     name
                                   7             ping (c.c:20 @ 401020) <cycle 1> [5]
[3]     40.0    0.40    0.00       7         pong (c.c:30 @ 401040) <cycle 1> [3]
                0.00    0.00       5/5           leaf (c.c:40 @ 401060) [6]
                                   6             ping (c.c:20 @ 401020) <cycle 1> [5]
-----------------------------------------------
                                   6             pong (c.c:30 @ 401040) <cycle 1> [3]
                0.60    0.00       1/1           main (c.c:11 @ 401010) [1]
[5]     20.0    0.20    0.00       7         ping (c.c:20 @ 401020) <cycle 1> [5]
                                   7             pong (c.c:30 @ 401040) <cycle 1> [3]
-----------------------------------------------
                0.00    0.00       5/5           pong (c.c:30 @ 401040) <cycle 1> [3]
[6]      0.0    0.00    0.00       5         leaf (c.c:40 @ 401060) [6]
-----------------------------------------------

Index by function name

   [6] leaf (c.c:40 @ 401060)  [1] main (c.c:11 @ 401010)  [3] pong (c.c:30 @ 401040)
   [4] leaf (c.c:41 @ 401070)  [5] ping (c.c:20 @ 401020)  [2] <cycle 1>
