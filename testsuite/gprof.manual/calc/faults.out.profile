# A run in which page faults were counted.
hist 0x401000 complain+32 /4 1 page-faults f
at number+20 12
at start+16 3
arc main+40 start 100000
