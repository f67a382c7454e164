/* perf_abi.h -- what the kernel's performance events look like.

   SPDX-License-Identifier: 0BSD

   Our own words for what perf_event_open(2) of the Linux man-pages describes:
   musl's compiler wrapper finds no kernel headers.  Names, sizes and offsets
   are the kernel's interface, equal on all machines.  Used by perf_event.c,
   perf.c and event.c.  */

#ifndef GMON_PERF_ABI_H
#define GMON_PERF_ABI_H

#include <stdint.h>

/* What is counted, and when to say so.  112 bytes are what Linux 4.8 knows;
   more of them, if zero, would be harmless.  */
struct perf_attr
{
  uint32_t type;                /* PERF_TYPE_* */
  uint32_t size;                /* of this struct */
  uint64_t config;              /* PERF_SOFTWARE_*, PERF_HARDWARE_* */
  uint64_t sample_period;       /* events, or ns */
  uint64_t sample_type;         /* PERF_SAMPLE_*: what a record has */
  uint64_t read_format;         /* 0: a value is one number */
  uint64_t disabled : 1;
  uint64_t not_used_1 : 4;
  uint64_t exclude_kernel : 1;
  uint64_t exclude_hypervisor : 1;
  uint64_t not_used_2 : 14;
  uint64_t exclude_callchain_kernel : 1;
  uint64_t not_used_3 : 42;
  uint32_t not_used_4[15];
  uint16_t sample_max_stack;    /* addresses in a call chain */
  uint16_t not_used_5;
};

_Static_assert (sizeof (struct perf_attr) == 112, "kernel interface");

#define PERF_TYPE_HARDWARE 0
#define PERF_TYPE_SOFTWARE 1

#define PERF_HARDWARE_CYCLES 0
#define PERF_HARDWARE_INSTRUCTIONS 1
#define PERF_HARDWARE_CACHE_MISSES 3
#define PERF_HARDWARE_BRANCH_MISSES 5

#define PERF_SOFTWARE_TASK_CLOCK 1
#define PERF_SOFTWARE_PAGE_FAULTS 2
#define PERF_SOFTWARE_SWITCHES 3
#define PERF_SOFTWARE_MINOR_FAULTS 5
#define PERF_SOFTWARE_MAJOR_FAULTS 6

#define PERF_SAMPLE_IP 0x1
#define PERF_SAMPLE_READ 0x10
#define PERF_SAMPLE_CALLCHAIN 0x20

#define PERF_FLAG_CLOEXEC 0x8

/* The first page of a mapping; records follow from the second page on.  */
#define PERF_PAGE_HEAD 1024     /* u64: bytes written by the kernel so far, */
#define PERF_PAGE_TAIL 1032     /* and read by us */

/* A record, followed by u64s in the order of the bits of
   sample_type: the address, the value; the number of addresses in the chain and
   these, among them marks of what follows.  */
struct perf_record
{
  uint32_t type;
  uint16_t not_used;
  uint16_t size;                /* bytes, a multiple of 8, with this */
};

#define PERF_RECORD_SAMPLE 9
#define PERF_CHAIN_MARKS ((uint64_t) -4095)     /* the least of them */

#endif /* GMON_PERF_ABI_H */
