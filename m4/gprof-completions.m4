# gprof-completions.m4 -- where shells look for completions.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In:  --with-bash-completions, --with-zsh-completions, --with-fish-completions:
#      a directory, or no.  Out: bashcompletiondir, zshcompletiondir,
#      fishcompletiondir; empty where none are to be installed.

# GPROF_COMPLETION_DIR(SHELL, DEFAULT)
AC_DEFUN([GPROF_COMPLETION_DIR],
[AC_ARG_WITH([$1-completions],
  [AS_HELP_STRING([--with-$1-completions=DIR],
     [install completions for $1 there, or no; default: $2])],
  [], [with_$1_completions=yes])
AS_CASE([$with_$1_completions],
  [yes], [$1completiondir='$2'],
  [no], [$1completiondir=],
  [$1completiondir=$with_$1_completions])
AC_SUBST([$1completiondir])])

# bash-completion says where; below our prefix, not below its own.
AC_DEFUN([GPROF_COMPLETIONS],
[AC_CHECK_TOOL([PKG_CONFIG], [pkg-config])
GPROF_COMPLETION_DIR([bash], [${datadir}/bash-completion/completions])
AS_IF([test "x$with_bash_completions" = xyes && test -n "$PKG_CONFIG"],
  [gprof_dir=`$PKG_CONFIG --define-variable=prefix='${prefix}' \
     --define-variable=datadir='${datadir}' --variable=completionsdir \
     bash-completion 2>/dev/null`
   AS_CASE([$gprof_dir], ['${'*], [bashcompletiondir=$gprof_dir])])
GPROF_COMPLETION_DIR([zsh], [${datadir}/zsh/site-functions])
GPROF_COMPLETION_DIR([fish], [${datadir}/fish/vendor_completions.d])])
