# libgmon-bare.cmake -- libgmon-bare from its sources, for CMake.
# SPDX-License-Identifier: 0BSD
#
#   include (DIR/libgmon/bare/libgmon-bare.cmake)
#   target_link_libraries (firmware gmon_bare)
#   target_compile_options (firmware PRIVATE -pg)
#
# The project needs the languages C and ASM.

get_filename_component (_gmon_bare "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
add_library (gmon_bare STATIC
  "${_gmon_bare}/bare/record.c" "${_gmon_bare}/bare/write.c"
  "${_gmon_bare}/arch/bare/hook.c" "${_gmon_bare}/arch/bare/mcount.S")
target_include_directories (gmon_bare PUBLIC "${_gmon_bare}")
