/* base/quirk_list.h -- the differences between gprof and GNU gprof 2.40.

   SPDX-License-Identifier: GPL-3.0-or-later

   One row a bit of struct quirks (base/quirks.h): its name; the number of the
   row in the table of the manual (doc/manual/compat.texi, "All differences");
   and what GNU gprof does, which --compat=gnu does as well.  A ONE_SIDED row
   is a difference that --compat=gnu does not emulate, with the reason.  A
   structure check compares the list with the manual.  HACKING, "Add a quirk",
   tells how to add a row.  */

#ifndef BASE_QUIRK_LIST_H
#define BASE_QUIRK_LIST_H

#define QUIRKS(QUIRK, ONE_SIDED)                                              \
  QUIRK (clones_by_name, 1, "the name of a local symbol decides whether it"   \
         " is a function")                                                    \
  QUIRK (overread_names, 1, "the check of a local name that ends in a number" \
         " continues in the next string of .strtab")                          \
  QUIRK (truncate_sums, 2, "sums of counts lose their high bits")             \
  QUIRK (first_rate_wins, 3, "the first of several sampling rates counts")    \
  QUIRK (sum_implies_lines, 3, "-s implies -l")                               \
  QUIRK (always_load_symbols, 3, "every run needs the symbols, also -s and"   \
         " -i")                                                               \
  QUIRK (sum_in_read_order, 3, "gmon.sum has arcs between starts of symbols," \
         " newest first, and the rest in the order read")                     \
  QUIRK (keep_dimension_bytes, 3, "gmon.sum has the bytes behind the end of"  \
         " the dimension's text")                                             \
  QUIRK (lose_last_symbol, 4, "the last symbol ends with .text, or has no"    \
         " samples and no calls in its code")                                 \
  ONE_SIDED (5, "basic-block counts of big-endian programs are refused: GNU"  \
             " gprof always fails there")                                     \
  QUIRK (misread_calls, 6, "-c decodes calls wrongly, on x86 only those"      \
         " forward")                                                          \
  QUIRK (fewer_machines, 6, "-c knows few machines")                          \
  QUIRK (limit_calls, 6, "-c looks only in the ranges of the histograms")     \
  QUIRK (limit_by_low_bits, 6, "-c compares only the low 32 bits of a callee" \
         " with these ranges")                                                \
  QUIRK (tera_units, 7, "without any time, times per call are in Ts")         \
  QUIRK (divide_by_rate_zero, 8, "times without a sampling rate are infinite" \
         " or not a number")                                                  \
  QUIRK (short_index, 9, "the index leaves out functions without calls and"   \
         " self time")                                                        \
  QUIRK (all_lines_executed, 10, "-A counts every line with a symbol as"      \
         " executable, and every line with a mark as executed")               \
  QUIRK (hide_uncalled_cycles, 11, "a cycle that is not called from outside"  \
         " has no entry and no time")                                         \
  QUIRK (hide_cycles_of_lines, 12, "with -l cycles have no entry")            \
  QUIRK (number_unused_lines, 12, "with -l line symbols without an entry are" \
         " numbered between the entries")                                     \
  QUIRK (scan_text_twice, 13, "-l looks up every address of .text, twice")   \
  QUIRK (ask_all_lines, 13, "source lines are looked up for all symbols, in"  \
         " the order of the object file")                                     \
  QUIRK (cut_numbers, 14, "numbers of entries are cut to their column")       \
  QUIRK (specs_by_raw_name, 15, "specs are never demangled names, and a colon"\
         " or a dot in one means a file")                                     \
  QUIRK (silent_specs, 16, "specs that match nothing cause no warning")       \
  QUIRK (map_renames_symbols, 17, "-R changes the symbols of all tables, and" \
         " excludes -r")                                                      \
  ONE_SIDED (18, "the message about an unknown argument of -O is wrong:"      \
             " messages are not compared")                                    \
  ONE_SIDED (19, "moved addresses match nothing: --rebase is not given then") \
  QUIRK (ignore_debug_files, 20, "separate debug files give no symbols")      \
  QUIRK (silent_mismatch, 21, "profiles of another build cause no warning")   \
  QUIRK (silent_strays, 22, "samples and arcs outside the code cause no"      \
         " warning")                                                          \
  QUIRK (overwrite_listings, 23, "-y writes source files of one base name to" \
         " one file, and never fails")                                        \
  QUIRK (inconsistent_count_order, 24, "the order of -C is inconsistent where"\
         " symbols lack a file")                                              \
  ONE_SIDED (25, "long lines in files of -S and -R are cut: not compared")    \
  QUIRK (drop_outside_calls, 26, "calls from outside the image are dropped")  \
  QUIRK (even_bins, 27, "bins divide the range of a histogram evenly, and"    \
         " all histograms have bins of one width")                            \
  ONE_SIDED (28, "gmon.sum and the files of -y are written through a"         \
             " symbolic link, not replaced: the result is the same")          \
  QUIRK (ignore_process, 29, "the profile of the whole process in a file is"  \
         " not read")                                                         \
  QUIRK (ignore_bare_memory, 29, "the memory of libgmon-bare is not read")    \
  QUIRK (always_seconds, 30, "the call graph has seconds for any dimension")  \
  QUIRK (cut_dimension, 30, "the name of a dimension is cut in headings, and" \
         " always plural")                                                    \
  QUIRK (all_reports_or_none, 31, "if one of -p and -q has no data, neither"  \
         " is printed")                                                       \
  QUIRK (accept_no_data, 31, "a profile without any data is no error")        \
  QUIRK (silent_callees, 32, "callees that are not where functions begin"     \
         " cause no warning")                                                 \
  QUIRK (no_hints, 33, "hints, progress and warnings about doubtful data are" \
         " not printed")                                                      \
  QUIRK (show_bfd_messages, 34, "messages of BFD go to standard error")       \
  QUIRK (blocks_need_lines, 35, "counts of blocks are used only with -l")     \
  QUIRK (ignore_never_executed, 35, "blocks that never ran are not known")    \
  QUIRK (print_entries_twice, 35, "-C prints the calls of a function and the" \
         " count of its first block")                                         \
  QUIRK (annotate_first_symbol, 35, "-A prints the counts of the first symbol"\
         " of a line")                                                        \
  QUIRK (ten_blocks, 35, "a symbol keeps ten blocks, in the order read")      \
  QUIRK (accept_malformed, 36, "damaged records, and files of other kinds,"   \
         " are read as far as possible")                                      \
  QUIRK (bsd_like_first, 37, "a BSD file takes its dimension, or rate, from"  \
         " the files before it, and must have their range")                   \
  QUIRK (list_arc_specs, 38, "an arc spec is listed by -r and -R as if it"    \
         " were a chain of functions")                                        \
  QUIRK (order_after_tables, 39, "-A and -q change the order of -r")          \
  QUIRK (no_time_column, 40, "-A has no column of time")                      \
  QUIRK (numbers_of_any_text, 41, "any text is a number for -w, -t and -m")   \
  QUIRK (refuse_our_options, 42, "options that GNU gprof has not got are"     \
         " errors")                                                           \
  QUIRK (ignore_zdebug_ranges, 43, "the section .zdebug_rnglists is not"      \
         " read")                                                             \
  QUIRK (lines_from_bfd, 43, "files and lines are what libbfd finds")         \
  QUIRK (count_padding, 44, "BSD profiles of 64-bit Windows have counts of"   \
         " 64 bits, of which 32 are padding")                                 \
  QUIRK (untyped_coff_statics, 44, "static functions of COFF files have no"   \
         " calls of their own")                                               \
  QUIRK (join_windows_paths, 44, "absolute paths of Windows are joined to the"\
         " directory of the compilation")                                     \
  QUIRK (few_languages, 45, "--demangle=auto leaves names of Ada and D as"    \
         " they are")

#endif /* BASE_QUIRK_LIST_H */
