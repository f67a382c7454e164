Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 75.00      0.30     0.30       40     7.50     7.50  front_end
 25.00      0.40     0.10     4061     0.02     0.02  tables
  0.00      0.40     0.00     3000     0.00     0.00  same_place
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 75.00      0.30     0.30       40     7.50     7.50  front_end
 25.00      0.40     0.10     4061     0.02     0.02  tables
  0.00      0.40     0.00     3000     0.00     0.00  same_place
  0.00      0.40     0.00                             main
  0.00      0.40     0.00                             zz_end
