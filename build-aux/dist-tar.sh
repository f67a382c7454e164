#!/bin/sh
# dist-tar.sh -- the tarball of "make dist": equal trees give equal bytes.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: dist-tar.sh SRCDIR DISTDIR          writes the copy DISTDIR to stdout
#        dist-tar.sh --pages SRCDIR DISTDIR  dates what DISTDIR says of its date
#        dist-tar.sh --date SRCDIR           prints the date, in seconds since 1970
# In:  SOURCE_DATE_EPOCH; without it the date of the last commit of SRCDIR, or,
#      in an unpacked tarball, that of its ChangeLog.  Out: a tar stream, in
#      which neither the clock, the umask, the user nor the order of folders
#      shows.

LC_ALL=C
export LC_ALL

date_of ()
{
  if test -n "${SOURCE_DATE_EPOCH-}"; then
    echo "$SOURCE_DATE_EPOCH"
  elif test -e "$1/.git"; then
    git -C "$1" log -1 --format=%ct
  else
    date -r "$1/ChangeLog" +%s
  fi
}

if test "$1" = --date; then
  date_of "$2"
  exit
fi
mode=tar
if test "$1" = --pages; then
  mode=pages
  shift
fi
srcdir=${1:?usage: $0 SRCDIR DISTDIR}
distdir=${2:?usage: $0 SRCDIR DISTDIR}
epoch=$(date_of "$srcdir") && test -n "$epoch" || {
  echo "$0: no date: set SOURCE_DATE_EPOCH" >&2
  exit 1
}

# What automake dates by the file's own time.  No file gets newer than what is
# made from it: in the tarball all have one time.  Once for all tarballs, which
# "make -j dist" packs at once.
if test $mode = pages; then
  day=$(date -u -d "@$epoch" '+%-d %B %Y') || exit 1
  for file in "$distdir/doc/version.texi" "$distdir/doc/stamp-vti"; do
    sed -e "s/^@set UPDATED .*/@set UPDATED $day/" \
        -e "s/^@set UPDATED-MONTH .*/@set UPDATED-MONTH ${day#* }/" \
        "$file" >"$file-t" && mv -f "$file-t" "$file" || exit 1
  done
  exit
fi

# GNU tar; the names fit into the oldest format that all others read.
exec "${TAR-tar}" --format=ustar --sort=name --mtime="@$epoch" \
  --owner=0 --group=0 --numeric-owner --mode=u+rw,go+r,go-w,a+X \
  -chf - "$distdir"
