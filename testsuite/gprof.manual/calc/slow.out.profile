# A run of a calc whose function accept is slower.
hist 0x401000 complain+32 /4 100 seconds s
at power+16 10
at factor+20 30
at factor+60 10
at term+20 8
at term+28 17
at expr+28 15
at main+44 5
at start+16 5
at is_digit+8 40
at is_digit+20 30
at accept+4 125
at accept+20 110
at accept+34 20
at number+20 15
at number+52 45
at number+68 20
arc 0 main 1
arc main+40 start 100000
arc main+56 expr 100000
arc expr+20 term 400000
arc expr+44 term 400000
arc expr+36 accept 800000
arc term+20 factor 800000
arc term+44 factor 200000
arc term+36 accept 1000000
arc factor+24 accept 1000000
arc factor+36 expr 300000
arc factor+44 accept 300000
arc factor+52 number 700000
arc factor+72 accept 1000000
arc factor+84 number 100000
arc factor+92 power 100000
arc power+28 power 200000
arc number+28 is_digit 800000
arc number+72 is_digit 1700000
