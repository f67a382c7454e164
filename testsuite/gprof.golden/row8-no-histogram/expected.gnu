			Call graph


granularity: each sample hit covers 0 byte(s) no time propagated

index % time    self  children    called     name
                                   2             quiet [1]
                -nan    -nan       9/9           busy [2]
[1]      0.0    -nan    -nan       9+2       quiet [1]
                                   2             quiet [1]
-----------------------------------------------
                -nan    -nan       3/3           main [3]
[2]      0.0    -nan    -nan       3         busy [2]
                -nan    -nan       9/9           quiet [1]
-----------------------------------------------

Index by function name

   [2] busy                    [1] quiet
