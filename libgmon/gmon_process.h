/* gmon_process.h -- the extension of gmon.out for the whole process.

   SPDX-License-Identifier: 0BSD

   The extension is a stream of bytes inside a version-1 gmon.out (gmon_out.h).
   libgmon writes it, the analyzer (src/profile) reads and writes it.

   Container.  The stream is the payload of arc records whose callee address is
   GMON_CONTAINER_SELF.  These records are the last ones of the file; there may
   be several streams, each in records of its own, which add up.  A record
   holds GMON_CONTAINER_BYTES bytes of the stream: first the bytes of the field
   from_pc, then the 4 bytes of the count, raw in the order of the stream.  The
   last record is filled up with zeros.  Arcs to that address whose payload
   does not begin with GMON_PROCESS_MAGIC are ordinary arcs.

   Stream.  A header, records, and as the last record GMON_TAG_END.
   Header, GMON_PROCESS_HEADER_SIZE bytes, integers in file order:
      0  8 bytes GMON_PROCESS_MAGIC
      8  u64 length of the stream, from the magic to the end of the digest
     16  u8 GMON_PROCESS_VERSION; a reader refuses other versions
     17  u8 byte order of the file: 1 little, 2 big
     18  u8 size of an address: 4 or 8
     19  u8 0
     20  u32 flags; a reader ignores those it does not know
   Record: u8 tag, u32 length of the body in file order, body.  A reader skips
   an unknown tag below GMON_TAG_REFUSED and refuses the stream otherwise.
   Records stand in ascending order of their tags, GMON_TAG_END last.
   GMON_RECORD_LIST lists them.

   Types in bodies:
     U       unsigned LEB128 of at most 64 bits
     S       signed LEB128 of at most 64 bits.  Fields that are called
             "difference" are S, and are taken modulo 2^64 from the same field
             of the entry before, or from 0 in the first entry of a record.
     string  U number of bytes, then the bytes, without a zero at the end

   An offset is an address less the load address of its object, so it is the
   address that the object's symbols have.  In an object with the flag
   GMON_OBJECT_ABSOLUTE it is the address itself.  An object is known by its
   build id; without one by path, size and time of modification.  */

#ifndef GMON_WHOLE_PROCESS_H
#define GMON_WHOLE_PROCESS_H
#define GMON_CONTAINER_SELF 2
#define GMON_CONTAINER_BYTES(addr_size) ((addr_size) + 4)

#define GMON_PROCESS_MAGIC "gmonwp\r\n"
#define GMON_PROCESS_MAGIC_SIZE 8
#define GMON_PROCESS_LENGTH_OFFSET 8
#define GMON_PROCESS_VERSION_OFFSET 16
#define GMON_PROCESS_ORDER_OFFSET 17
#define GMON_PROCESS_ADDRESS_OFFSET 18
#define GMON_PROCESS_FLAGS_OFFSET 20
#define GMON_PROCESS_HEADER_SIZE 24
#define GMON_PROCESS_VERSION 1
#define GMON_PROCESS_LITTLE 1
#define GMON_PROCESS_BIG 2

#define GMON_PROCESS_STACKS 1   /* call stacks were recorded */
#define GMON_PROCESS_SUM 2      /* the sum of several files */
#define GMON_RECORD_HEADER_SIZE 5
/* The kinds of records: RECORD (SYMBOL, name, tag, how often, what a sum does).
   The manual has the same table, and a test compares both.  */
#define GMON_RECORD_LIST(RECORD)                                              \
  RECORD (RUN, "run", 0x81, GMON_ALWAYS, "unites ids, adds numbers")          \
  RECORD (META, "meta", 0x82, GMON_ALWAYS, "keeps equal values")              \
  RECORD (COUNTS, "counts", 0x83, GMON_ALWAYS, "adds")                        \
  RECORD (OBJECT, "object", 0x84, GMON_ALWAYS | GMON_SEVERAL,                 \
          "unites by build id or path")                                       \
  RECORD (LOAD, "load", 0x85, GMON_SEVERAL, "drops")                          \
  RECORD (THREAD, "thread", 0x86, GMON_SEVERAL, "adds by name")               \
  RECORD (ARCS, "arcs", 0x87, 0, "adds by ends")                              \
  RECORD (NODES, "nodes", 0x88, 0, "unites")                                  \
  RECORD (PAIRS, "pairs", 0x89, 0, "unites")                                  \
  RECORD (VALUES, "values", 0x8a, 0, "unites")                                \
  RECORD (SAMPLES, "samples", 0x8b, 0, "adds by stack and type")              \
  RECORD (JIT_NAMES, "names", 0x8c, GMON_SEVERAL, "unites")

/* How often a record may come, as bits; 0 is at most once.  */
#define GMON_ALWAYS 1           /* at least once */
#define GMON_SEVERAL 2          /* more than once */

enum gmon_tag
{
#define GMON_RECORD(symbol, name, tag, often, sum) GMON_TAG_##symbol = tag,
  GMON_RECORD_LIST (GMON_RECORD)
#undef GMON_RECORD
};

/* END: u64 digest in file order: gmon_process_digest (gmon_digest.h) of all
   bytes of the stream before the digest.  The stream ends behind it.  */
#define GMON_TAG_END 0x80
#define GMON_DIGEST_SIZE 8
/* RUN: U number of runs in the file, U number of ids, then ids of
   GMON_RUN_ID_SIZE bytes, ascending.  Only the GMON_RUNS_MAX smallest stay.  */
#define GMON_RUN_ID_SIZE 16
#define GMON_RUNS_MAX 1024
/* META: U number of pairs, then for each string key, string value, ascending
   by key.  Values are text; GMON_META_* below lists the keys.  */
/* COUNTS: U number of counts, then U for each in the order of enum
   gmon_count.  Missing ones are 0; a reader ignores what it does not know.
   The counts of several files add up.  */
/* OBJECT: U index, U flags (GMON_OBJECT_*), string build id (at most
   GMON_BUILD_ID_MAX bytes), string path, U size in bytes and U time of
   modification in seconds since 1970 (both 0 if there is a build id), U
   number of executable segments, then for each U p_vaddr, U p_memsz.  The
   indices are 0, 1, 2... as the records come; 0 is the executable.  */
#define GMON_BUILD_ID_MAX 64
#define GMON_OBJECT_EXECUTABLE 1
#define GMON_OBJECT_VDSO 2
#define GMON_VDSO_NAME "linux-vdso.so.1"        /* its path */
#define GMON_OBJECT_ABSOLUTE 4  /* no object: all memory outside of objects */
#define GMON_OBJECT_UNLOADED 8  /* dlclose has unloaded it at least once */
#define GMON_OBJECT_ARCS 16     /* functions of it were counted */
#define GMON_OBJECT_PROFILER 32 /* libgmon.so */
#define GMON_OBJECT_UNSEEN 64   /* no object: time without a location; the path
                                   says why */
#define GMON_UNSEEN_SHORT "not sampled" /* in threads without a sample */
#define GMON_UNSEEN_KERNEL "kernel, not visible"
#define GMON_UNSEEN_START "start and end of threads"    /* in the kernel */
#define GMON_UNSEEN_LOST "lost"         /* its records found no room */
#define GMON_UNSEEN_RIGHTS "not permitted"      /* in programs that the kernel
                                                   does not show to this user */
/* LOAD: U object, U generation (number of unloads before it), U load address,
   U from and U to in ms since the start of the profile; to is 0 if the object
   was still loaded.  Sums do not have it.  */
/* THREAD, all threads of one name: U index (0, 1, 2... in the order of the
   records), string name, U number of threads with samples or that were seen to
   end, U their CPU time in ns, U observations, U ticks.  Then, if known, of the
   threads that lived when the file was written: U number, U ns in which they
   were blocked, U ns in which they waited for a CPU; and U samples that found
   them blocked.  Missing fields are 0, others are ignored.  */
/* ARCS: U number of arcs, then for each: difference of the callee's object,
   difference of its offset, difference of the caller's object plus 1, which
   is 0 if there is no caller, difference of the offset of the return address,
   U count.  Ascending by these fields in this order.  A callee's offset is
   what the hook reports, an address in the function.  */
/* NODES, the call stacks as a tree whose root, node 0, is not written: U
   number of nodes, then for node 1, 2...: U (its number less its parent's) * 2
   + E, difference of the object, difference of the offset.  Parents come
   before children.  The offset is that of a return address; with E = 1 it is
   the instruction that a signal interrupted, and the instruction to be looked
   up is the offset itself instead of the one before it.  A node's parent is
   its caller, so the children of the root are outermost functions.  */
/* PAIRS, folded stacks: U number of places, then for place 0, 1...: U E as in
   NODES, difference of the object, difference of the offset; then U number of
   sets, for each U number of pairs, for each of these U outer place, U inner
   place.  Outer called inner.  Pairs stand as they first occur from the
   innermost on; the first one's inner place called the sample's function.  */
/* VALUES, what samples can have: U number of value types, at most
   GMON_VALUES_MAX, then for each string name, string unit; GMON_VALUE_LIST
   lists them.  A type is declared if it was recorded, even if no sample has it.
   A reader skips the values of types that it does not know.  */
#define GMON_VALUES_MAX 32
/* SAMPLES: U number of entries, then for each: difference of the object of
   the program counter, difference of its offset, difference of the stack, U
   thread, U flags (GMON_SAMPLE_*); U types, a bit 1 << I, if it has a value of
   type I of VALUES; then for each of these, in that order: U observations, U
   sum of their values, U sum of their squared values.  An entry has at least
   one value.  Ascending by the fields up to the flags.  Stack 0 is no callers,
   1 to N a node, N + 1... a set of PAIRS, where N is the number of nodes.  */
#define GMON_SAMPLE_CUT 1       /* no outer callers: no unwind table */
#define GMON_SAMPLE_UNREADABLE 2        /* ... a word could not be read */
#define GMON_SAMPLE_DEEP 4      /* ... or folded: the stack is too long */
#define GMON_SAMPLE_NO_MEMORY 8 /* ... the budget of stacks was used up */
#define GMON_SAMPLE_NO_STACK 16 /* no stack was looked at */
/* JIT_NAMES: U object, U number; each: offset difference, U size, string.  */
#define GMON_TAG_REFUSED 0xc0

enum gmon_count
{
  GMON_COUNT_OBSERVATIONS,
  GMON_COUNT_TICKS,
  GMON_COUNT_SQUARES,           /* sum of squared ticks */
  GMON_COUNT_LOST,              /* observations that found no memory */
  GMON_COUNT_NO_CFI,            /* with a call stack cut: no table */
  GMON_COUNT_UNREADABLE,        /* cut: a word could not be read */
  GMON_COUNT_DEEP,              /* cut or folded for their length */
  GMON_COUNT_NO_MEMORY,         /* cut to fit the budget */
  GMON_COUNT_FOLDED,            /* folded to fit the budget */
  GMON_COUNT_CALLS,             /* calls counted, in all objects */
  GMON_COUNT_CALLS_LOST,        /* calls that found no memory */
  GMON_COUNT_HOOK_NS,           /* calls times the calibrated cost, or 0 */
  GMON_COUNT_HANDLER_NS,        /* time in signal handlers */
  GMON_COUNT_UNLOADS,           /* how often objects were unloaded */
  GMON_COUNT_UNSEEN,            /* unloaded unseen: calls may be another's */
  GMON_COUNT_WAIT_TICKS,        /* rounds of polls of blocked threads */
  GMON_COUNT_WAIT_POLLS,        /* polls of blocked threads, in SAMPLES */
  GMON_COUNT_WAIT_DISCARDED,    /* polls of threads that ran meanwhile */
  GMON_COUNT_WAIT_SEEN_NS,      /* ns in SAMPLES, before they were scaled */
  GMON_COUNT_WAIT_CUT,          /* WAIT_TICKS that left some threads out */
  GMON_COUNTS
};

/* The value types: VALUE (SYMBOL, name, unit).

   cpu: an observation is a signal of the clock, which stands for one or more
   ticks.  With event= a tick is a number of events.

   off-cpu: the time in which a thread was blocked (wait=on), by the kind of
   wait.  An observation is a wait, however often it was sampled.  The offset is
   that of the instruction that is not finished, or of the one behind a system
   call.  The times of a thread add up to what the kernel says of its blocked
   time, if that is known.  Squares are those of times in ms, rounded.  */
#define GMON_VALUE_LIST(VALUE)                                                \
  VALUE (CPU, "cpu", "ticks")                                                 \
  VALUE (SLEEP, "off-cpu:sleep", "ns")                                        \
  VALUE (IO, "off-cpu:io", "ns")                                              \
  VALUE (LOCK, "off-cpu:lock", "ns")                                          \
  VALUE (OTHER, "off-cpu:other", "ns")

enum gmon_value
{
#define GMON_VALUE(symbol, name, unit) GMON_VALUE_##symbol,
  GMON_VALUE_LIST (GMON_VALUE)
#undef GMON_VALUE
  GMON_VALUES
};

/* The first one of the off-CPU times: GMON_VALUE_OFF_CPU + KIND, an enum
   gmon_wait, is that of KIND.  */
#define GMON_VALUE_OFF_CPU GMON_VALUE_SLEEP

/* Sets of value types, as bits.  */
#define GMON_CPU_VALUES (1u << GMON_VALUE_CPU)
#define GMON_OFF_CPU_VALUES                                                   \
  (((1u << GMON_WAITS) - 1) << GMON_VALUE_OFF_CPU)

/* Why a thread was blocked, by its system call.  */
enum gmon_wait
{
  GMON_WAIT_SLEEP,              /* for a time: nanosleep, pause... */
  GMON_WAIT_IO,                 /* for data or an event: read, poll... */
  GMON_WAIT_LOCK,               /* for another thread or process: futex... */
  GMON_WAIT_OTHER,              /* as page faults */
  GMON_WAITS
};

/* Numbers are decimal.  In sums what differs is "(various)".  */
#define GMON_META_CLOCK "clock"                 /* as in clock= */
#define GMON_CLOCK_EVENTS "events"      /* its value if gprof recorded the
                                           profile by the kernel's events */
#define GMON_CLOCK_BOTH "both"          /* by events, but in the kernel by
                                           libgmon */
#define GMON_CLOCK_KERNEL "kernel"      /* only time in the kernel; sums with
                                           others have the other clock */
#define GMON_CLOCK_NONE "none"          /* no samples; as well */
#define GMON_META_COMMAND "command"             /* name, or all arguments */
#define GMON_META_END "end"                     /* s since 1970, of the file */
#define GMON_META_FUNCTIONS "functions"         /* which were counted, as in
                                                   functions=; absent: all */
#define GMON_META_HOOK "hook-ps"                /* calibrated cost of a hook */
#define GMON_META_HOST "host"
#define GMON_META_KERNEL_TICK "kernel-tick-ns"
#define GMON_META_MAX_RSS "max-rss-kb"
#define GMON_META_PROGRAM "program"             /* path */
#define GMON_META_RATE "rate"                   /* ticks per unit */
#define GMON_META_START "start"                 /* s since 1970 */
#define GMON_META_SYSTEM "system-ns"            /* CPU time */
#define GMON_META_UNIT "unit"                   /* of rate: "seconds"... */
#define GMON_META_USER "user-ns"                /* CPU time */
#define GMON_META_VERSION "version"             /* of libgmon */
#define GMON_META_WAIT_RATE "wait-rate"         /* WAIT_TICKS per s, asked */

#endif /* GMON_WHOLE_PROCESS_H */
