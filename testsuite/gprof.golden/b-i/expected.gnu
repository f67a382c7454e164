File `gmon.out' (version 1) contains:
	1 histogram record
	10 call-graph records
	0 basic-block count records
