# One record of each kind.
spare 6c676d010123456789abcdef
hist 0x401000 0x401020 /4 100 seconds s
bin 1 2
bin 5 300
arc main+8 work 70000
bb
block work 70000
block work+8 69999
