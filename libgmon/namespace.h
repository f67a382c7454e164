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
#define arc_find __gmon_arc_find
#define arc_thread_cache __gmon_arc_thread_cache
#define arc_thread_stack __gmon_arc_thread_stack
#define arc_table_grow __gmon_arc_table_grow
#define arcs_newest __gmon_arcs_newest
#define arcs_bound __gmon_arcs_bound
#define arcs_sum __gmon_arcs_sum
#define arcs_each __gmon_arcs_each
#define arcs_forget __gmon_arcs_forget
#define arcs_lost __gmon_arcs_lost
#define arcs_reset __gmon_arcs_reset
#define arcs_merge __gmon_arcs_merge
#define arc_for_file __gmon_arc_for_file
#define arcs_merge_free __gmon_arcs_merge_free

/* blocks.c, block_arrays.c, block_place.c, blocks_merge.c */
#define blocks_newest __gmon_blocks_newest
#define blocks_each __gmon_blocks_each
#define blocks_bound __gmon_blocks_bound
#define blocks_sum __gmon_blocks_sum
#define blocks_switch __gmon_blocks_switch
#define blocks_reset __gmon_blocks_reset
#define blocks_forget __gmon_blocks_forget
#define blocks_merge __gmon_blocks_merge
#define block_for_file __gmon_block_for_file
#define block_start __gmon_block_start
#define block_next_return __gmon_block_next_return

/* pchist.c */
#define pchist_size __gmon_pchist_size
#define pchist_init __gmon_pchist_init
#define pchist_any __gmon_pchist_any
#define pchist_tick __gmon_pchist_tick
#define pchist_chunk_range __gmon_pchist_chunk_range
#define pchist_reset __gmon_pchist_reset

/* owner.c */
#define owner_take __gmon_owner_take
#define owner_leave __gmon_owner_leave
#define owner_ring_take __gmon_owner_ring_take
#define owner_ring_add __gmon_owner_ring_add
#define owner_ring_forget __gmon_owner_ring_forget

/* sampler.c, clock_*.c */
#define sampler_start __gmon_sampler_start
#define sampler_stop __gmon_sampler_stop
#define sampler_choose __gmon_sampler_choose
#define sampler_exclude_thread __gmon_sampler_exclude_thread
#define sampler_include_thread __gmon_sampler_include_thread
#define sampler_has_signal __gmon_sampler_has_signal
#define sampler_new_thread __gmon_sampler_new_thread
#define sampler_program_action __gmon_sampler_program_action
#define sampler_report __gmon_sampler_report
#define sampler_after_fork __gmon_sampler_after_fork
#define sampler_take_turn __gmon_sampler_take_turn
#define sampler_leave_turn __gmon_sampler_leave_turn
#define sampler_flush __gmon_sampler_flush
#define sampler_deliver __gmon_sampler_deliver
#define sampler_suspend __gmon_sampler_suspend
#define sampler_resume __gmon_sampler_resume
#define sampler_rate __gmon_sampler_rate
#define clock_current __gmon_clock_current
#define clock_perf __gmon_clock_perf
#define clock_perf_open __gmon_clock_perf_open
#define clock_perf_close __gmon_clock_perf_close
#define clock_threads_flush __gmon_clock_threads_flush
#define clock_thread_start __gmon_clock_thread_start
#define clock_thread_found __gmon_clock_thread_found
#define clock_thread_self __gmon_clock_thread_self
#define clock_threads_start __gmon_clock_threads_start
#define clock_threads_stop __gmon_clock_threads_stop
#define clock_threads_forget __gmon_clock_threads_forget
#define clock_cpu __gmon_clock_cpu
#define clock_watch_start __gmon_clock_watch_start
#define clock_watch_stop __gmon_clock_watch_stop
#define clock_watch_is_own __gmon_clock_watch_is_own
#define clock_watch_alarm __gmon_clock_watch_alarm
#define clock_watch_ticked __gmon_clock_watch_ticked
#define clock_itimer __gmon_clock_itimer
#define clock_wall __gmon_clock_wall
#define clock_timer_close __gmon_clock_timer_close
#define clock_timer_count __gmon_clock_timer_count
#define clock_timer_is_own __gmon_clock_timer_is_own
#define clock_timer_limit __gmon_clock_timer_limit
#define clock_timer_phase __gmon_clock_timer_phase
#define clock_timer_rearm __gmon_clock_timer_rearm

/* sigprof.c */
#define sigprof_action __gmon_sigprof_action
#define sigprof_look_up __gmon_sigprof_look_up

/* timers.c */
#define timers_cpu_clock __gmon_timers_cpu_clock
#define timers_create __gmon_timers_create
#define timers_value __gmon_timers_value
#define timers_delete __gmon_timers_delete
#define timers_divide __gmon_timers_divide
#define timers_now __gmon_timers_now
#define timers_set __gmon_timers_set

/* guard.c, descriptors.c */
#define guard_enter __gmon_guard_enter
#define guard_leave __gmon_guard_leave
#define guard_hold_standard __gmon_guard_hold_standard
#define guard_release __gmon_guard_release
#define descriptors_begin __gmon_descriptors_begin
#define descriptors_end __gmon_descriptors_end
#define descriptors_move_up __gmon_descriptors_move_up

/* output.c, job.c, rests.c */
#define output_look __gmon_output_look
#define job_start __gmon_job_start
#define job_note_own __gmon_job_note_own
#define job_is_others __gmon_job_is_others
#define job_lock __gmon_job_lock
#define rests_remove __gmon_rests_remove
#define rests_remove_all __gmon_rests_remove_all
#define output_open __gmon_output_open
#define output_finish __gmon_output_finish
#define output_give_up __gmon_output_give_up

/* perf.c, clock_event.c */
#define perf_start __gmon_perf_start
#define perf_open __gmon_perf_open
#define perf_arm __gmon_perf_arm
#define perf_describe_pace __gmon_perf_describe_pace
#define perf_close __gmon_perf_close
#define perf_read __gmon_perf_read
#define event_find __gmon_event_find
#define event_period_is_good __gmon_event_period_is_good
#define event_choose __gmon_event_choose

/* range.c, message.c, options.c */
#define options_parse __gmon_options_parse
#define options_read __gmon_options_read
#define options_add_pid __gmon_options_add_pid
#define options_name __gmon_options_name
#define options_variable __gmon_options_variable
#define text_range __gmon_text_range
#define is_in_executable __gmon_is_in_executable
#define is_beside_exit __gmon_is_beside_exit
#define executable_needs_us __gmon_executable_needs_us
#define gmon_message_write __gmon_message_write
#define gmon_number_text __gmon_number_text
#define gmon_message_start __gmon_message_start
#define gmon_error_text __gmon_error_text

/* signals.c, stacks.c, actions.c */
#define signals_start __gmon_signals_start
#define signals_tick __gmon_signals_tick
#define stacks_start __gmon_stacks_start
#define stacks_new_thread __gmon_stacks_new_thread
#define action_by_program __gmon_action_by_program
#define action_take __gmon_action_take

/* ends.c */
#define ends_look_up __gmon_ends_look_up
#define ends_next __gmon_ends_next

/* process.c */
#define process_start __gmon_process_start
#define process_is_ours __gmon_process_is_ours
#define process_file __gmon_process_file

/* monitor.c, crt.c, gmon_write.c, gmon_file.c */
#define gmon __gmon_state
#define gmon_end __gmon_end
#define gmon_forget __gmon_forget
#define gmon_autostart __gmon_autostart
#define gmon_leave __gmon_leave
#define gmon_stay __gmon_stay
#define gmon_may_start __gmon_may_start
#define gmon_write __gmon_write
#define gmon_write_file __gmon_write_file
#define gmon_write_stay __gmon_write_stay

/* arch, mcount.c */
#define keep_vectors __gmon_keep_vectors
#define fentry_internal __gmon_fentry_internal
#define block_internal __gmon_block_internal
#define argument_internal __gmon_argument_internal

#endif /* GMON_NAMESPACE_H */
