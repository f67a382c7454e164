b9
f1
h2
f3
zz_end
