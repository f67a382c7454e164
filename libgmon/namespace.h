/* namespace.h -- keeps libgmon.a's internal names out of the program's way.

   SPDX-License-Identifier: 0BSD

   Hidden visibility hides a name from other modules, not from the objects a
   static archive is linked with: a program with a function "text_range" of
   its own would not link.  So every internal name that crosses a file is
   spelled __gmon_NAME for the linker.  build-aux/check-libgmon-symbols.sh
   fails on one that is missing here.  Included by every internal header and
   by the assembly.  */

#ifndef GMON_NAMESPACE_H
#define GMON_NAMESPACE_H

/* arcs.c, arcs_merge.c */
#define arc_current __gmon_arc_current
#define arc_record __gmon_arc_record
#define arc_record_early __gmon_arc_record_early
#define arc_table_grow __gmon_arc_table_grow
#define arcs_bound __gmon_arcs_bound
#define arcs_each __gmon_arcs_each
#define arcs_lost __gmon_arcs_lost
#define arcs_reset __gmon_arcs_reset
#define arcs_merge __gmon_arcs_merge
#define arc_for_file __gmon_arc_for_file
#define arcs_merge_free __gmon_arcs_merge_free

/* pchist.c */
#define pchist_size __gmon_pchist_size
#define pchist_init __gmon_pchist_init
#define pchist_tick __gmon_pchist_tick
#define pchist_chunk_range __gmon_pchist_chunk_range
#define pchist_reset __gmon_pchist_reset

/* sampler_*.c */
#define sampler_start __gmon_sampler_start
#define sampler_stop __gmon_sampler_stop
#define sampler_rate __gmon_sampler_rate

/* range.c, message.c */
#define text_range __gmon_text_range
#define gmon_message __gmon_message
#define gmon_error_text __gmon_error_text

/* monitor.c, crt.c, gmon_write.c, gmon_file.c */
#define gmon __gmon_state
#define gmon_autostart __gmon_autostart
#define gmon_may_start __gmon_may_start
#define gmon_write __gmon_write
#define gmon_write_file __gmon_write_file

/* arch/x86_64 */
#define keep_vectors __gmon_keep_vectors
#define fentry_internal __gmon_fentry_internal

#endif /* GMON_NAMESPACE_H */
