# Seven samples in the bin that both have a part of, one in each of the others.
hist 0x401000 0x401010 /4 1 seconds s
bin 0 1
bin 1 7
bin 2 1
