# The same in the format of 4.4BSD.
format bsd44
hist 0x401000 0x401020 /4 100
bin 1 2
bin 5 300
arc main+8 work 70000
