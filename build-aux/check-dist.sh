#!/bin/sh
# check-dist.sh -- the tarball of "make dist" is equal, whoever makes it.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-dist.sh SRCDIR BUILDDIR
# In:  a configured BUILDDIR; MAKE.  Out: check-dist.tmp here, which is left if
#      something failed; "PASS: NAME", "FAIL: NAME: DETAIL" and "UNSUPPORTED:
#      NAME: REASON" lines; status 1 if there was a FAIL.

. "$(dirname "$0")/check-common.sh"

tmp=$PWD/check-dist.tmp
MAKE=${MAKE-make}
unset MAKEFLAGS MFLAGS MAKELEVEL SOURCE_DATE_EPOCH
package=$(sed -n 's/^distdir = //p' "$builddir/Makefile" |
          sed "s/\$(PACKAGE)/$(sed -n 's/^PACKAGE = //p' "$builddir/Makefile")/
               s/\$(VERSION)/$(sed -n 's/^VERSION = //p' "$builddir/Makefile")/")
tarball=$package.tar.xz
rm -rf "$tmp"
mkdir "$tmp" || exit 1

# Equal streams of tar give equal files at each level of xz, and of gzip.  The
# usual level takes 14 s for a tarball, this one less than a second.
XZ_OPT=-0
export XZ_OPT

# dist NAME BUILD [VARIABLE=VALUE...]: "make dist" there, as $tmp/NAME.  A
# tarball that is there stays.  "make distcheck" makes the one of gzip.
dist ()
{
  name=$1
  build=$2
  shift 2
  test ! -f "$build/$tarball" || mv "$build/$tarball" "$tmp/kept"
  env "$@" "$MAKE" -s -C "$build" dist DIST_TARGETS=dist-xz \
    >"$tmp/$name.log" 2>&1 &&
    mv "$build/$tarball" "$tmp/$name"
  status=$?
  test $status -eq 0 || {
    tail -n 3 "$tmp/$name.log"
    rm -f "$build/$tarball"
  }
  test ! -f "$tmp/kept" || mv "$tmp/kept" "$build/$tarball"
  return $status
}

# elsewhere NAME: "make dist" of the sources in $tmp/NAME.src
elsewhere ()
{
  mkdir "$tmp/$1.build"
  (cd "$tmp/$1.build" && "../$1.src/configure" -q --disable-gprof) \
    >"$tmp/$1.log" 2>&1 || { tail -n 3 "$tmp/$1.log"; return; }
  dist "$1" "$tmp/$1.build"
}

# same NAME OTHER: are the two tarballs the same?  The first files that are not
same ()
{
  cmp "$tmp/$1" "$tmp/$2" >/dev/null 2>&1 && return
  for one in "$1" "$2"; do
    mkdir -p "$tmp/$one.dir" && tar -xJf "$tmp/$one" -C "$tmp/$one.dir"
    tar -tvJf "$tmp/$one" >"$tmp/$one.list"
  done 2>&1
  diff "$tmp/$1.list" "$tmp/$2.list" | head -n 4
  diff -rq "$tmp/$1.dir" "$tmp/$2.dir" | head -n 4
  echo "the tarballs differ"
}

pass_unless "dist: make dist" "$(dist first "$builddir")"

# Who, where, when, how.
pass_unless "dist: again, another umask and time zone: made" \
  "$(umask 077 && dist again "$builddir" TZ=Asia/Tokyo)"
pass_unless "dist: again, another umask and time zone: the same" \
  "$(same first again)"

mkdir "$tmp/unpacked.src"
(umask 077 &&
   tar -xJf "$tmp/first" -C "$tmp/unpacked.src" --strip-components=1)
pass_unless "dist: from the tarball: made" "$(umask 077; elsewhere unpacked)"
pass_unless "dist: from the tarball: the same" "$(same first unpacked)"

# The files that git holds, with the times of now and nothing generated.
if test -e "$srcdir/.git"; then
  mkdir "$tmp/clone.src"
  (cd "$srcdir" && git ls-files -z | tar --null -T - -cf - |
     tar -xmf - -C "$tmp/clone.src")
  echo "gitdir: $(git -C "$srcdir" rev-parse --absolute-git-dir)" \
    >"$tmp/clone.src/.git"
  pass_unless "dist: from another clone: made" \
    "$( (umask 002 && cd "$tmp/clone.src" && autoreconf -fi 2>&1) |
        grep -i ': error' || (umask 002; elsewhere clone))"
  pass_unless "dist: from another clone: the same" "$(same first clone)"
else
  echo "UNSUPPORTED: dist: from another clone: this is no clone"
fi

# The date that is asked for, and no other.
pass_unless "dist: SOURCE_DATE_EPOCH: made" \
  "$(dist dated "$builddir" SOURCE_DATE_EPOCH=86400)"
pass_unless "dist: SOURCE_DATE_EPOCH: the date of every file" \
  "$(TZ=UTC tar -tvJf "$tmp/dated" | grep -v ' 1970-01-02 00:00 ')"
pass_unless "dist: SOURCE_DATE_EPOCH: the date in the files" \
  "$(tar -xJOf "$tmp/dated" "$package/doc/version.texi" |
     grep UPDATED | grep -v '2 January 1970' | grep -v 'MONTH January 1970')"
pass_unless "dist: no tarball without a date" \
  "$(dist dateless "$builddir" SOURCE_DATE_EPOCH=never >/dev/null 2>&1 &&
     echo "make dist made one")"
pass_unless "dist: nobody's name, only modes 644 and 755" \
  "$(tar -tvJf "$tmp/first" --numeric-owner |
     grep -vE '^(-rw-r--r--|-rwxr-xr-x|drwxr-xr-x) 0/0 ')"

test $failures -ne 0 || rm -rf "$tmp"
exit $failures
