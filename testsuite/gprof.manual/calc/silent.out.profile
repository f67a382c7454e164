# A run without samples.
hist 0x401000 complain+32 /4 100 seconds s
arc 0 main 1
arc main+40 start 100000
