Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 75.00      0.30     0.30     5000     0.06     0.07  lexer.o
 25.00      0.40     0.10     7900     0.01     0.01  hash.o
  0.00      0.40     0.00     7000     0.00     0.01  emit
  0.00      0.40     0.00       40     0.00    10.00  never
  0.00      0.40     0.00        1     0.00     0.00  alloc.o
lexer.o
hash.o
alloc.o
main.o
gone.o
