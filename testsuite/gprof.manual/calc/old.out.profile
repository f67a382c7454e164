# The same samples as in gmon.out, a few of them, in the format of 4.4BSD.
format bsd44
hist 0x401000 complain+32 /4 100
at accept+4 60
at number+20 15
arc number+28 is_digit 800000
