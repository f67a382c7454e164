File `gmon.out' (version 1) contains:
	1 histogram record
	10 call-graph records
	0 basic-block count records

Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 30.00      0.30     0.30     1310     0.23     0.29  leaf
 25.00      0.55     0.25     1250     0.20     0.49  lookup
 14.00      0.69     0.14        1   140.00   829.41  parse
 12.00      0.81     0.12        2    60.00    70.30  walk
  8.00      0.89     0.08     1310     0.06     0.06  shape::area()
  8.00      0.97     0.08      254     0.31     0.80  insert
  3.00      1.00     0.03                             main
