Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 66.67      0.02     0.02        1    20.00    20.00  f2
 33.33      0.03     0.01        9     1.11     3.33  f1
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 66.67      0.02     0.02        1    20.00    20.00  f2
 33.33      0.03     0.01        9     1.11     3.33  f1
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
100.00      0.01     0.01        9     1.11     1.11  f1
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 40.00      0.04     0.04        3    13.33    13.33  f4
 30.00      0.07     0.03        7     4.29     4.29  f3
 20.00      0.09     0.02        1    20.00    50.00  f2
 10.00      0.10     0.01        9     1.11     6.67  f1
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
100.00      0.04     0.04        3    13.33    13.33  f4
