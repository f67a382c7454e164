#! /bin/sh
# corpus.sh -- the inputs of a fuzz target, kept as one archive for each target.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: corpus.sh unpack ARCHIVE DIRECTORY   makes DIRECTORY anew, with the
#                                             inputs in it and nothing else
#        corpus.sh pack DIRECTORY ARCHIVE     replaces ARCHIVE by one that has
#                                             all files of DIRECTORY
#        corpus.sh add ARCHIVE FILE...        adds the files to ARCHIVE, or
#                                             replaces those of the same name
# ARCHIVE is corpus/TARGET.tar.gz.  The status is 1 if something fails; ARCHIVE
# is then unchanged.  The same inputs give the same archive: dates, owners and
# the order of a directory do not show.  To pack takes GNU tar.

set -eu
LC_ALL=C
export LC_ALL

# absolute NAME: the name of a file that need not exist, from the root
absolute ()
{
  echo "$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"
}

# unpack ARCHIVE DIRECTORY
unpack ()
{
  rm -rf "$2"
  mkdir -p "$2"
  gzip -dc "$1" > "$2.tar"
  (cd "$2" && tar -xf -) < "$2.tar"
  rm -f "$2.tar"
}

# pack DIRECTORY ARCHIVE
pack ()
{
  archive=$(absolute "$2")
  (cd "$1" &&
     "${TAR-tar}" --format=ustar --mtime=@0 --owner=0 --group=0 \
       --numeric-owner --mode=a=r,u+w -cf "$archive-t" -- *)
  gzip -9n < "$archive-t" > "$archive-u"
  rm -f "$archive-t"
  mv -f "$archive-u" "$archive"
}

# add ARCHIVE FILE...
add ()
{
  archive=$1
  shift
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  unpack "$archive" "$work/inputs"
  cp "$@" "$work/inputs"
  pack "$work/inputs" "$archive"
}

case ${1-}:$# in
  unpack:3 | pack:3) "$@" ;;
  add:[3-9] | add:[1-9][0-9]*) "$@" ;;
  *)
    echo "usage: $0 unpack ARCHIVE DIRECTORY | pack DIRECTORY ARCHIVE |" \
      "add ARCHIVE FILE..." >&2
    exit 1 ;;
esac
