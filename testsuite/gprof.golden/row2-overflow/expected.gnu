Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 99.98    489.28   489.28 3410065408     0.00     0.00  busy
  0.02    489.38     0.10       16     6.25     6.25  quiet
