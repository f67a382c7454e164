#!/bin/sh
# kcachegrind.sh -- opens a profile in KCachegrind, on a display of its own.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: dbus-run-session -- xvfb-run -a sh kcachegrind.sh FILE PICTURE LOG
# Out: the title of its window, which has the name of FILE; the screen as
#      PICTURE; what KCachegrind prints in LOG.  Status 1 if there is no such
#      window after five minutes.  The window has a function then.

file=$1
# xvfb-run may return before its display is there.
tries=0
until xdotool getdisplaygeometry >/dev/null 2>&1; do
  tries=$((tries + 1))
  test $tries -lt 600 || { echo "no display"; exit 1; }
  sleep .1
done
kcachegrind "$file" >"$3" 2>&1 &
pid=$!
# The title is there before the file is read, and with a window that may be gone
# when it is asked for its name; "Selected" comes with the first function.
title=
is_open ()
{
  window=$(xdotool search --name "${file##*/}" 2>/dev/null | head -n 1)
  test -n "$window" && title=$(xdotool getwindowname "$window" 2>/dev/null) &&
    test -n "$title" && grep -q Selected "$3"
}
until is_open "$@"; do
  tries=$((tries + 1))
  test $tries -lt 3000 && kill -0 $pid 2>/dev/null || break
  sleep .1
done
echo "$title"
sleep 1                         # it paints
import -window root "$2" 2>/dev/null
kill $pid 2>/dev/null
test -n "$title"
