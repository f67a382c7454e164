Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  Ts/call  Ts/call  name    

			Call graph


granularity: each sample hit covers 4 byte(s) no time propagated

index % time    self  children    called     name

Index by function name

