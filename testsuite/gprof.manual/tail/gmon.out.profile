# Samples in both parts of copy.
hist 0x401000 copy+64 /4 100 seconds s
at _start+4 10
at copy+8 60
at copy_tail+8 30
arc _start+8 copy 500
