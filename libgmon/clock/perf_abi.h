/* perf_abi.h -- the kernel's interface of performance events.

   SPDX-License-Identifier: 0BSD

   These are our own definitions of what perf_event_open(2) of the Linux
   man-pages describes, since musl's compiler wrapper finds no kernel headers.
   Names, sizes and offsets are the kernel's interface and equal on all
   machines.  */

#ifndef GMON_PERF_ABI_H
#define GMON_PERF_ABI_H

#include <stdint.h>

/* Selects the event to count, and when the kernel writes a record.  Linux 4.8
   knows these 112 bytes; a longer struct would be accepted if the rest were
   zero.  */
struct perf_attr
{
  uint32_t type;                /* PERF_TYPE_* */
  uint32_t size;                /* of this struct */
  uint64_t config;              /* PERF_SOFTWARE_*, PERF_HARDWARE_* */
  uint64_t sample_period;       /* events, or ns */
  uint64_t sample_type;         /* PERF_SAMPLE_*: contents of a record */
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

/* Offsets in the first page of a mapping.  Records follow from the second page
   on.  */
#define PERF_PAGE_HEAD 1024     /* u64: bytes written by the kernel so far */
#define PERF_PAGE_TAIL 1032     /* u64: bytes read by us so far */

/* The head of a record.  Behind it are u64s in the order of the bits of
   sample_type: the address, the value, the number of addresses in the chain,
   and these addresses.  Among the addresses are marks, which describe the
   addresses behind them.  */
struct perf_record
{
  uint32_t type;
  uint16_t misc;                /* PERF_RECORD_MODE: where it was made */
  uint16_t size;                /* bytes with this head, a multiple of 8 */
};

#define PERF_RECORD_SAMPLE 9
#define PERF_RECORD_MODE 7
#define PERF_RECORD_USER 2      /* outside the kernel */
#define PERF_CHAIN_MARKS ((uint64_t) -4095)     /* the lowest mark */

#endif /* GMON_PERF_ABI_H */
