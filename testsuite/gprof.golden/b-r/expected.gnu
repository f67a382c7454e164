emit
parse
lex
intern
hash
table
grow
free_all
never
main
zz_end
_edata
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 75.00      0.30     0.30     5000     0.06     0.08  lex
 25.00      0.40     0.10     4000     0.03     0.03  hash
  0.00      0.40     0.00     4060     0.00     0.02  intern
  0.00      0.40     0.00     3900     0.00     0.00  table
  0.00      0.40     0.00     3000     0.00     0.00  emit
  0.00      0.40     0.00      300     0.00     0.00  grow
  0.00      0.40     0.00       40     0.00    10.00  parse
  0.00      0.40     0.00        1     0.00     0.00  free_all
emit
parse
lex
intern
hash
table
grow
free_all
never
main
zz_end
_edata
