Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 74.81      6.03     6.03      400    15.07    15.07  g
 25.19      8.06     2.03      400     5.08     5.08  f
