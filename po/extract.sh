#!/bin/sh
# extract.sh -- the template of translations, from the sources.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: extract.sh SRCDIR TEMPLATE
# In:  the C files of SRCDIR/src; xgettext.  Out: TEMPLATE, without a date, so
#      that it changes only if a message does.  Called by "make update-po" and
#      by the test that it was.

set -e
srcdir=$1
template=$2

files=$(cd "$srcdir" && find src -name '*.[ch]' | LC_ALL=C sort)
# shellcheck disable=SC2086
xgettext --directory="$srcdir" --language=C --from-code=UTF-8 \
  --keyword --keyword=_ --keyword=N_ --keyword=P_:1,2 \
  --keyword=diag_error:2 --keyword=diag_warning:2 --keyword=diag_note:2 \
  --flag=diag_error:2:c-format --flag=diag_warning:2:c-format \
  --flag=diag_note:2:c-format \
  --flag=_:1:pass-c-format --flag=N_:1:pass-c-format \
  --flag=P_:1:pass-c-format --flag=P_:2:pass-c-format \
  --flag=out_printf:2:c-format \
  --add-comments=TRANSLATORS: --add-location=file --no-wrap \
  --package-name=gprof-libgmon --copyright-holder='the authors (AUTHORS)' \
  --output="$template-t" $files
sed '/^"POT-Creation-Date:/d' "$template-t" >"$template-u"
rm -f "$template-t"
mv -f "$template-u" "$template"
