#!/bin/sh
# one-node-slurm.sh -- runs a command with a Slurm of its own on this machine.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: one-node-slurm.sh DIR COMMAND...
# In:  DIR, an empty directory for keys, state and logs; munged, slurmctld and
#      slurmd, which take the ports 16817 and 16818.  Out: what COMMAND prints,
#      and its status; 77 if Slurm does not start, with the reason on stderr.

dir=$(cd "$1" && pwd) || exit 77
shift
PATH=$PATH:/usr/sbin:/sbin
user=$(id -un)
host=$(hostname -s)

# stop: end the daemons that this script started
stop ()
{
  for name in slurmd slurmctld munged; do
    test -s "$dir/$name.pid" && kill "$(cat "$dir/$name.pid")"
  done 2>/dev/null
}
trap stop 0
trap 'exit 1' 1 2 15

# give_up WORDS: report that Slurm does not work here
give_up ()
{
  echo "$*: $(tail -q -n 1 "$dir"/*.log 2>/dev/null | tail -n 1)" >&2
  exit 77
}

mkdir -p "$dir/state" "$dir/spool"
chmod 755 "$dir"
dd if=/dev/urandom of="$dir/key" bs=1024 count=1 2>/dev/null
chmod 400 "$dir/key"
munged --force --key-file="$dir/key" --socket="$dir/socket" \
  --pid-file="$dir/munged.pid" --log-file="$dir/munged.log" \
  --seed-file="$dir/seed" 2>/dev/null || give_up "munged does not start"

SLURM_CONF=$dir/slurm.conf
export SLURM_CONF
cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$dir/socket
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
SlurmctldPort=16817
SlurmdPort=16818
ProctrackType=proctrack/pgid
TaskPlugin=task/none
ReturnToService=2
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
END
slurmctld 2>/dev/null || give_up "slurmctld does not start"
slurmd -N "$host" 2>/dev/null || give_up "slurmd does not start"

i=0
until sinfo -h -o %t 2>/dev/null | grep -q '^idle$'; do
  i=$((i + 1))
  test "$i" -lt 1200 || give_up "the node of Slurm does not become idle"
  sleep 0.1
done
"$@"
