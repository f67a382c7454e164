# Samples and calls of shapes.
hist 0x401000 _ZN5shapeD1Ev+32 /4 100 seconds s
at main+4 10
at _ZN5shape4areaEi+4 50
at _ZN5shape4areaEd+4 30
at _ZN5shapeD1Ev+4 10
arc main+8 _ZN5shape4areaEi 2000
arc main+16 _ZN5shape4areaEd 1000
arc main+24 _ZN5shapeD1Ev 100
