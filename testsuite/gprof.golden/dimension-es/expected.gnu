Flat profile:

Each sample counts as 1 switches.
  %   cumulative   self              self     total           
 time  switches  switches    calls  mw/call  mw/call  name    
 75.00      3.00     3.00                             main
 25.00      4.00     1.00        2   500.00   500.00  f
