#!/bin/sh
# text-hash.sh -- make C strings of the hashes of texts.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: text-hash.sh NAME=FILE... >> header.h
# In:  text files that end with a newline; sha256sum, shasum or openssl.
# Out: static const char NAME[] for each on stdout: the SHA-256 hash of the
#      file in base64, as the policy of an HTML page names a style or a script.

die ()
{
  echo "text-hash.sh: $*" >&2
  exit 1
}

# Prints the hash of the file $1 in hexadecimal, and anything after it.
hash_of ()
{
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum <"$1"
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 <"$1"
  elif command -v openssl >/dev/null 2>&1; then
    openssl dgst -sha256 -r <"$1"
  else
    die "no sha256sum, shasum or openssl; install one (coreutils has the first)"
  fi
}

# The last of 43 digits has four bits of the hash and two zeros.
to_base64='
{
  digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  hex = substr($1, 1, 64)
  if (length(hex) != 64)
    exit 1
  hex = hex "00"
  for (at = 1; at <= 64; at += 3) {
    for (i = bits = 0; i < 3; i++)
      bits = bits * 16 + index("0123456789abcdef", substr(hex, at + i, 1)) - 1
    text = text substr(digits, int(bits / 64) + 1, 1) \
                substr(digits, bits % 64 + 1, 1)
  }
  print substr(text, 1, 43) "="
}'

for arg
do
  file=${arg#*=}
  hex=$(hash_of "$file") || exit 1
  base64=$(echo "$hex" | ${AWK-awk} "$to_base64") \
    || die "$file: no hash, but '$hex'"
  printf '\nstatic const char %s[] = "%s";\n' "${arg%%=*}" "$base64"
done
