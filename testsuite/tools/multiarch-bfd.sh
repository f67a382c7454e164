#! /bin/sh
# multiarch-bfd.sh -- a libbfd that knows all machines, for --with-bfd.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: multiarch-bfd.sh PREFIX
#
# Downloads Debian's binutils-multiarch and binutils-multiarch-dev and unpacks
# them; PREFIX/include and PREFIX/lib/TRIPLET/libbfd.so are then as configure
# needs them.  They are never installed: the package would put itself in the place
# of the gprof that the tests compare with.  The headers are those of
# binutils-dev, which must be of the same version.
#
# Status 77 and one line of reason where this cannot be had: no Debian, no
# network, another version.  Files that are there already are not downloaded again.

set -u
prefix=$1
dev=binutils-multiarch-dev

cannot ()
{
  echo "no libbfd for all machines: $*"
  exit 77
}

test ! -f "$prefix/ready" || exit 0
rm -rf "$prefix"
mkdir -p "$prefix/include" || exit 1
cd "$prefix" || exit 1
prefix=$PWD
for tool in apt-get dpkg-deb dpkg-query; do
  command -v $tool > /dev/null || cannot "this system has no $tool"
done
version=$(dpkg-query -W -f '${Version}' binutils-dev 2> /dev/null) \
  || cannot "binutils-dev is not installed by a package"
apt-get -qq download "binutils-multiarch=$version" "$dev=$version" \
  > download.log 2>&1 || cannot "apt-get download of version $version fails"
for package in ./*.deb; do
  dpkg-deb -x "$package" unpacked || cannot "$package cannot be unpacked"
done
for library in unpacked/usr/lib/*/libbfd-multiarch.so; do
  test -f "$library" || cannot "the packages have no libbfd-multiarch.so"
  ln -s libbfd-multiarch.so "${library%/*}/libbfd.so"
done
ln -s unpacked/usr/lib lib
dpkg-query -L binutils-dev | grep '^/usr/include/.*\.h$' | while read -r header
do
  ln -s "$header" include/
done
: > ready
