#!/bin/bash
# check.sh -- the packages: built, looked at, installed, used, removed.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: packaging/check.sh BUILDDIR      (as root, on a Debian)
# In:  a configured BUILDDIR; PARTS="deb rpm recipes chroot programs" for some
#      (the last two want the packages of "deb"), SUITE (of Debian; that of this
#      machine), MIRROR.  Out: BUILDDIR/packages.tmp; "PASS: NAME" and "FAIL:
#      NAME" lines, last "N passed, N failed"; status 0 if none failed.
# Called by .ci/run.
#
# Nothing is installed on this machine: packages go into a folder that
# debootstrap fills with a minimal Debian, which is kept in packages.tmp for the
# next run of a day.

set -u
export LC_ALL=C DEBIAN_FRONTEND=noninteractive
# Programs of the system, also where PATH is a user's.
PATH=/usr/sbin:/usr/bin:/sbin:/bin
unset MAKEFLAGS MFLAGS MAKELEVEL GMON_OUT_PREFIX LD_PRELOAD
top=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:?usage: $0 BUILDDIR}" && pwd) || exit 1
here=$top/packaging
tmp=$build/packages.tmp
MIRROR=${MIRROR-http://deb.debian.org/debian}
SUITE=${SUITE-$(. /etc/os-release && echo "$VERSION_CODENAME")}
PARTS=${PARTS-deb rpm recipes chroot programs}
version=$(sed -n 's/^PACKAGE_VERSION = //p' "$build/Makefile")
package=gprof-libgmon-$version
root=$tmp/root
passed=0
failed=0

# -- Results --------------------------------------------------------------------

# ok NAME COMMAND...: does it end with 0?  What it says is shown if not
ok ()
{
  local name=$1 said
  shift
  if said=$("$@" 2>&1); then
    passed=$((passed + 1))
    echo "PASS: $name"
    return 0
  fi
  failed=$((failed + 1))
  echo "FAIL: $name"
  printf '%s\n' "$said" | tail -n "${SHOWN-12}" | sed 's/^/  /'
  return 1
}

# is WANT GOT: are the texts equal?
is ()
{
  test "$1" = "$2" || diff <(printf '%s\n' "$1") <(printf '%s\n' "$2")
}

# has_line TEXT PATTERN: is a line of the text matched?
has_line ()
{
  grep -qE -- "$2" <<<"$1" || { printf 'no %s in:\n%s\n' "$2" "$1"; false; }
}

# -- The tarball, and Debian's packages ----------------------------------------

tarball ()
{
  rm -rf "$tmp/src"
  # Nobody keeps it: the usual level of xz takes 14 s.
  mkdir -p "$tmp/src" && cd "$build" &&
    XZ_OPT=-0 make -s dist DIST_TARGETS=dist-xz &&
    mv "$package.tar.xz" "$tmp/$package.tar.xz"
}

build_deb ()
{
  rm -rf "$tmp/deb"
  mkdir -p "$tmp/deb" && cd "$tmp/deb" &&
    cp "$tmp/$package.tar.xz" "gprof-libgmon_$version.orig.tar.xz" &&
    tar -xJf "gprof-libgmon_$version.orig.tar.xz" && cd "$package" &&
    DEB_BUILD_OPTIONS="nocheck parallel=${JOBS-2}" \
      dpkg-buildpackage -us -uc >"$tmp/deb.log" 2>&1 ||
    { grep -iE 'error|missing' "$tmp/deb.log"; tail -n 5 "$tmp/deb.log"; false; }
}

lintian_clean ()
{
  local said
  said=$(cd "$tmp/deb" && lintian --allow-root --display-info \
           --fail-on error,warning,info ./*.changes 2>&1) && test -z "$said" ||
    { echo "$said"; false; }
}

# contents PACKAGE: the files of it, without documents that all have
contents ()
{
  dpkg-deb --fsys-tarfile "$tmp"/deb/"$1"_*.deb | tar -t |
    sed -n 's|^\.||; /\/$/d; /^\/usr\/share\/doc\//d; p' | sort
}

# The manual's recipes by pkg-config find the files of specs.
deb_specs ()
{
  has_line "$(contents libgmon-dev)" '^/usr/lib/gmon-blocks.cfg$' &&
    has_line "$(contents libgmon-dev)" '^/usr/lib/gmon-blocks.specs$' &&
    has_line "$(dpkg-deb --fsys-tarfile "$tmp"/deb/libgmon-dev_*.deb |
                  tar -xO --wildcards '*/libgmon.pc')" \
      '^specsdir=[$][{]prefix[}]/lib$'
}

# The maintainer scripts take and give back the same names, and only those
# that others have.
same_diversions ()
{
  local names
  names=$(sed -n 's|^ *divert \(/[^ ]*\).*|\1|p' \
            "$top/debian/gprof-libgmon.preinst" | sort)
  is "$(tr -d '\n' <"$top/debian/gprof-libgmon.preinst" | grep -o 'divert /.*;;')" \
     "$(tr -d '\n' <"$top/debian/gprof-libgmon.postrm" | grep -o 'divert /.*;;')" &&
    is "$names" "$(contents gprof-libgmon | grep -xF "$names")" &&
    ! grep -e '-linux-' <<<"$names"
}

part_deb ()
{
  ok "deb: make dist" tarball &&
    ok "deb: dpkg-buildpackage" build_deb || return
  ok "deb: lintian has nothing to say" lintian_clean
  ok "deb: what is taken is given back, and no name with a machine" \
    same_diversions
  ok "deb: libgmon0 has libgmon(3), for LD_PRELOAD" \
    has_line "$(contents libgmon0)" '/man3/libgmon\.3\.gz$'
  ok "deb: libgmon.pc says where gmon-blocks.cfg is" deb_specs
  ok "deb: all symbols are in debian/libgmon0.symbols" \
    test -z "$(grep -A3 'dpkg-gensymbols.*warning' "$tmp/deb.log")"
}

# -- rpm -------------------------------------------------------------------------

rpm_build ()
{
  rm -rf "$tmp/rpm"
  # %check takes as long as make check-quick: CHECK_RPM=1 has it run.
  local check=--nocheck
  test -z "${CHECK_RPM-}" || check=
  # What the compiler makes is that of "deb".
  # shellcheck disable=SC2086
  mkdir -p "$tmp/rpm" && rpmbuild -bb --nodeps $check \
    --define "optflags -O0" \
    --define "_topdir $tmp/rpm" --define "_sourcedir $tmp" \
    "$here/rpm/gprof-libgmon.spec" >"$tmp/rpm.log" 2>&1 ||
    { tail -n 8 "$tmp/rpm.log"; false; }
}

# rpm_files PACKAGE: its files, those that matter
rpm_files ()
{
  rpm -qpl --nosignature "$tmp"/rpm/RPMS/*/"$1-$version"-*.rpm | sort
}

# Into a folder with a data base of its own.
rpm_use ()
{
  local dir=$tmp/rpm/root
  rm -rf "$dir"
  mkdir -p "$dir" &&
    rpm --root "$dir" --nosignature --nodeps --noscripts -i \
      "$tmp"/rpm/RPMS/*/*.rpm &&
    "$dir/usr/bin/gprof-libgmon" --version &&
    test -L "$dir/usr/libexec/gprof-libgmon/gprof" &&
    test -s "$(ls "$dir"/usr/share/info/gprof-libgmon.info*)" &&
    rpm --root "$dir" --nodeps --noscripts -e gprof-libgmon libgmon libgmon-devel &&
    is "" "$(find "$dir" ! -type d ! -path '*/var/lib/rpm/*' \
               ! -path '*/.rpmdb/*')"
}

part_rpm ()
{
  test -f "$tmp/$package.tar.xz" || ok "rpm: make dist" tarball || return
  ok "rpm: rpmbuild" rpm_build || return
  ok "rpm: gprof-libgmon has no name of binutils" is "" \
    "$(rpm_files gprof-libgmon | grep -E '/bin/gprof$|/gprof\.(1|info)')"
  ok "rpm: libgmon has the library" has_line "$(rpm_files libgmon)" \
    '/libgmon\.so\.0$'
  ok "rpm: libgmon has libgmon(3), for LD_PRELOAD" \
    has_line "$(rpm_files libgmon)" '/man3/libgmon\.3'
  ok "rpm: libgmon-devel has gmon.specs" has_line "$(rpm_files libgmon-devel)" \
    '/gmon\.specs$'
  ok "rpm: installed, run and removed" rpm_use
}

# -- Alpine, Arch: their recipes in one tree -------------------------------------

# arch_step FUNCTION [PKGNAME]: what makepkg does
arch_step ()
{
  # shellcheck disable=SC1091,SC2034
  (set -e
   . "$here/arch/PKGBUILD"
   export MAKEFLAGS="-s -j${JOBS-2}" CFLAGS=-O0
   pkgname=${2-$pkgname} pkgdir=$tmp/recipes/arch-${2-}
   cd "$tmp/recipes"
   "$1") >"$tmp/recipes/log" 2>&1 || { tail -n 5 "$tmp/recipes/log"; false; }
}

# alpine_step FUNCTION [PACKAGE]: what abuild does
alpine_step ()
{
  # shellcheck disable=SC1091,SC2034
  (set -e
   . "$here/alpine/APKBUILD"
   pkgdir=$tmp/recipes/alpine subpkgdir=$tmp/recipes/alpine-${2-}
   # amove PATTERN...: to the package that is split off
   amove ()
   {
     local file
     cd "$pkgdir"
     # shellcheck disable=SC2048
     for file in $*; do
       mkdir -p "$subpkgdir/${file%/*}"
       mv "$file" "$subpkgdir/${file%/*}/"
     done
   }
   cd "$tmp/recipes/$package"
   "$1") >"$tmp/recipes/log" 2>&1 || { tail -n 5 "$tmp/recipes/log"; false; }
}

files_of ()
{
  (cd "$tmp/recipes/$1" && find . ! -type d | sed 's|^\.||' | sort)
}

part_recipes ()
{
  test -f "$tmp/$package.tar.xz" || ok "recipes: make dist" tarball || return
  rm -rf "$tmp/recipes"
  mkdir -p "$tmp/recipes" &&
    tar -xJf "$tmp/$package.tar.xz" -C "$tmp/recipes" || return
  ok "arch: build" arch_step build || return
  ok "arch: package_gprof-libgmon" arch_step package_gprof-libgmon gprof-libgmon
  ok "arch: gprof-libgmon: its files" is "\
/usr/bin/gprof-libgmon
/usr/lib/gprof-libgmon/gprof
/usr/share/bash-completion/completions/gprof-libgmon
/usr/share/fish/vendor_completions.d/gprof-libgmon.fish
/usr/share/info/gprof-libgmon.info
/usr/share/licenses/gprof-libgmon/COPYING
/usr/share/man/man1/gprof-libgmon.1
/usr/share/zsh/site-functions/_gprof-libgmon" \
    "$(files_of arch-gprof-libgmon | grep -v /locale/)"
  ok "arch: gprof in the folder for PATH" \
    "$tmp/recipes/arch-gprof-libgmon/usr/lib/gprof-libgmon/gprof" --version
  ok "arch: package_libgmon" arch_step package_libgmon libgmon
  ok "arch: libgmon: gmon.specs" has_line "$(files_of arch-libgmon)" \
    '^/usr/lib/gmon.specs$'
  ok "arch: libgmon: libgmon(3), for LD_PRELOAD" \
    has_line "$(files_of arch-libgmon)" '/man3/libgmon\.3$'
  ok "arch: libgmon: libgmon.pc says where gmon.specs is" grep -qx \
    'specsdir=[$][{]prefix[}]/lib' \
    "$tmp/recipes/arch-libgmon/usr/lib/pkgconfig/libgmon.pc"
  # Arch's configure has done what Alpine's would do.
  ok "alpine: package" alpine_step package
  ok "alpine: libgmon" alpine_step libgmon libgmon
  ok "alpine: _dev" alpine_step _dev dev
  ok "alpine: libgmon: its files" is "\
/usr/lib/libgmon.so.0
/usr/lib/libgmon.so.0.0.0
/usr/lib/libgmon_mpi.so.0
/usr/lib/libgmon_mpi.so.0.0.0" "$(files_of alpine-libgmon)"
  ok "alpine: libgmon-dev: libgmon.a" has_line "$(files_of alpine-dev)" \
    '^/usr/lib/libgmon.a$'
  ok "alpine: nothing of libgmon is left in gprof-libgmon" is "\
/usr/bin/gprof-libgmon
/usr/libexec/gprof-libgmon/gprof" \
    "$(files_of alpine | grep -v '^/usr/share/')"
}

# -- A minimal Debian --------------------------------------------------------------

# inside COMMAND...: there, with a /proc that goes with the command
inside ()
{
  unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' \
    "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C \
    DEBIAN_FRONTEND=noninteractive "$@"
}

apt ()
{
  # A shell, so that patterns are for the files there.
  inside sh -c "apt-get -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 $*"
}

make_root ()
{
  local base=$tmp/base.tar
  rm -rf "$root"
  mkdir -p "$root"
  find "$base" -mmin +1440 -delete 2>/dev/null
  if ! test -f "$base"; then
    debootstrap --variant=minbase "$SUITE" "$root" "$MIRROR" \
      >"$tmp/debootstrap.log" 2>&1 ||
      { tail -n 3 "$tmp/debootstrap.log"; return 1; }
    printf 'deb-src %s %s main\n' "$MIRROR" "$SUITE" \
      >"$root/etc/apt/sources.list.d/source.list"
    inside apt-get -qq update || return 1
    tar -C "$root" --numeric-owner -cf "$base" . || return 1
  else
    tar -C "$root" --numeric-owner -xf "$base" || return 1
  fi
  mkdir "$root/debs" && cp "$tmp"/deb/*.deb "$root/debs/" &&
    rm -f "$root"/debs/*-dbgsym_*
}

# state: every file, and every diversion, of the system
state ()
{
  (cd "$root" && find . -path ./proc -prune -o -path ./debs -prune \
     -o -path './var/lib/dpkg/*' -o -path './var/lib/apt/*' \
     -o -path './var/cache/*' -o -path './var/log/*' -o -path './tmp/*' \
     -o -path './etc/ld.so.cache' -o ! -type d -printf '%p %m %U %l %s\n' |
     sort)
  inside dpkg-divert --list | sort
}

# the_gprof COMMAND: "ours" or "GNU"
the_gprof ()
{
  case $(inside "$1" --version 2>&1) in
    *'(gprof-libgmon)'*) echo ours ;;
    'GNU gprof'*) echo GNU ;;
    *) echo none ;;
  esac
}

# page NAME: whose manual page is that
page ()
{
  case $(zcat "$root/usr/share/man/man1/$1.1.gz" 2>/dev/null | head -n 40) in
    *gprof-libgmon* | *libgmon*) echo ours ;;
    '') echo none ;;
    *) echo GNU ;;
  esac
}

# Who answers to which name: ours under the plain one, binutils' under theirs.
diverted ()
{
  is "ours GNU GNU ours GNU GNU" "$(the_gprof gprof) $(the_gprof gprof.binutils) \
$(the_gprof "$triplet-gprof") $(page gprof) $(page gprof.binutils) \
$(page "$triplet-gprof")" &&
    is "$diversions" "$(inside dpkg-divert --list | grep ' by gprof-libgmon$' |
                        grep -vc -e '-gprof\.1\.gz to ')" &&
    is gprof-libgmon "$(inside dpkg-divert --listpackage /usr/bin/gprof)"
}

install_ours ()
{
  apt install '/debs/*upstream1_*.deb'
}
ours="gprof-libgmon gprof-libgmon-doc libgmon0 libgmon-dev"

# as_before NAME STATE PACKAGE...: after they are removed, and purged, the system
# is in STATE again
as_before ()
{
  local name=$1 before=$2
  shift 2
  ok "$name: remove" apt remove "$@"
  apt autoremove --purge >/dev/null 2>&1
  ok "$name: removed: all as before" is "$before" "$(state)"
  ok "$name: purge" inside dpkg --purge "$@"
  ok "$name: purged: all as before" is "$before" "$(state)"
}

# The same package, a version later.
next_version ()
{
  local dir=$tmp/next file
  for file in "$root"/debs/*.deb; do
    rm -rf "$dir"
    dpkg-deb -R "$file" "$dir" &&
      sed -i -E "s/(upstream)1/\12/g" "$dir/DEBIAN/control" || return 1
    dpkg-deb --root-owner-group -b "$dir" \
      "$(sed 's/upstream1/upstream2/' <<<"$file")" >/dev/null || return 1
  done
}

# A package that has a file of ours cannot be there together with ours.
rival ()
{
  local dir=$tmp/rival
  rm -rf "$dir"
  mkdir -p "$dir/DEBIAN" "$dir/usr/share/doc/gprof-libgmon" &&
    echo rival >"$dir/usr/share/doc/gprof-libgmon/copyright" &&
    printf '%s\n' 'Package: rival' 'Version: 1' 'Architecture: all' \
      'Maintainer: nobody <nobody@localhost>' 'Description: in the way' \
      >"$dir/DEBIAN/control" &&
    dpkg-deb --root-owner-group -b "$dir" "$root/debs/rival.deb"
}

part_chroot ()
{
  local clean binutils multiarch
  ok "chroot: debootstrap --variant=minbase" make_root || return
  triplet=$(inside sh -c 'dpkg-architecture -qDEB_HOST_GNU_TYPE 2>/dev/null ||
                          ls -d /usr/lib/*-linux-gnu*' | sed 's|.*/||;1q')
  diversions=$(grep -c '^ *divert /' "$top/debian/gprof-libgmon.preinst")

  # All of it once: what the next installations download is there then.
  clean=$(state)
  ok "alone: install" install_ours
  ok "alone: gprof is ours" is "ours none" \
    "$(the_gprof gprof) $(the_gprof gprof.binutils)"
  ok "alone: gprof says what is wrong" has_line \
    "$(inside sh -c 'cd /tmp && gprof /bin/true; echo "status $?"' 2>&1)" \
    '^status 1$'
  as_before "alone" "$clean" $ours

  ok "alone, then binutils: install" install_ours
  ok "alone, then binutils: binutils" apt install binutils binutils-doc \
    bash-completion
  ok "alone, then binutils: all names" diverted
  ok "alone, then binutils: remove it" apt purge --auto-remove $ours
  binutils=$(state)
  ok "alone, then binutils: gprof is binutils'" is "GNU none" \
    "$(the_gprof gprof) $(the_gprof gprof.binutils)"
  ok "binutils: as it is without us" is "" \
    "$(inside dpkg --verify binutils binutils-common binutils-doc)"

  ok "binutils: install" install_ours
  ok "binutils: all names" diverted
  ok "binutils: binutils again" apt install --reinstall binutils \
    binutils-common "binutils-${triplet//_/-}" binutils-doc
  ok "binutils: binutils again: all names" diverted
  ok "binutils: a later version" next_version
  ok "binutils: upgrade" inside sh -c 'dpkg -i /debs/*upstream2*.deb'
  ok "binutils: upgraded" is "0.1.0-0upstream2" \
    "$(inside dpkg-query -W -f '${Version}' gprof-libgmon)"
  ok "binutils: upgraded: all names" diverted
  as_before "binutils" "$binutils" $ours

  ok "binutils: in the way: made" rival
  inside dpkg -i /debs/rival.deb >/dev/null
  ok "binutils: in the way: no installation" has_line \
    "$(install_ours 2>&1; echo "status $?")" '^status [1-9]'
  inside dpkg --purge rival $ours >/dev/null 2>&1
  apt autoremove --purge >/dev/null 2>&1
  ok "binutils: in the way: all as before" is "$binutils" "$(state)"

  ok "multiarch: binutils-multiarch" apt install binutils-multiarch
  multiarch=$(state)
  ok "multiarch: install" install_ours
  ok "multiarch: all names" diverted
  ok "multiarch: the name with the machine stays diverted" is \
    "binutils-multiarch" \
    "$(inside dpkg-divert --listpackage "/usr/bin/$triplet-gprof")"
  as_before "multiarch" "$multiarch" $ours

  ok "multiarch, ours stays: install" install_ours
  ok "multiarch, ours stays: remove binutils-multiarch" \
    apt purge binutils-multiarch
  ok "multiarch, ours stays: all names" diverted
  ok "multiarch later: install it" apt install binutils-multiarch
  ok "multiarch later: all names" diverted
  ok "multiarch later: remove it" apt purge binutils-multiarch
  as_before "binutils, in the end" "$binutils" $ours

  ok "binutils goes first: install" install_ours
  ok "binutils goes first: remove it" apt purge binutils binutils-doc \
    "binutils-${triplet//_/-}" bash-completion
  ok "binutils goes first: gprof is ours" is "ours none" \
    "$(the_gprof gprof) $(the_gprof gprof.binutils)"
  ok "binutils goes first: no link is left in its place" is "" \
    "$(find "$root/usr/share/man/man1" -name "*-gprof*")"
  as_before "binutils goes first" "$clean" $ours
}

# -- Programs of Debian ---------------------------------------------------------------

prepare_programs ()
{
  apt install build-essential pkg-config && install_ours &&
    inside mkdir -p /programs &&
    cp "$here/programs.sh" "$root/programs/" &&
    cp "$top/debian/tests/profile" "$root/programs/"
}

part_programs ()
{
  local line
  ok "programs: debootstrap --variant=minbase" make_root &&
    ok "programs: gcc, and ours" prepare_programs || return
  ok "programs: debian/tests/profile" inside sh /programs/profile
  while read -r line; do
    case $line in
      PASS:*) passed=$((passed + 1)) ;;
      FAIL:*) failed=$((failed + 1)) ;;
    esac
    echo "$line"
  done < <(inside bash /programs/programs.sh 2>&1 || echo "FAIL: programs.sh ended")
}

for part in $PARTS; do
  start=$SECONDS
  if ! grep -qw "$part" <<<"deb rpm recipes chroot programs"; then
    echo "$0: unknown part: $part" >&2
    exit 1
  fi
  "part_$part"
  echo "NOTE: $part: $((SECONDS - start)) s"
done
rm -rf "$root"
echo "$passed passed, $failed failed"
test "$failed" -eq 0
