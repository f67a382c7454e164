# faults.pl -- system calls of libgmon's fail, one by one; SIGKILL anywhere.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: perl faults.pl NAME MKGMON VICTIM LIBRARY CASE MODE [NUMBER]
# In: in the current directory, ../fault and VICTIM (fault.c, victim.c); LIBRARY
# is libgmon.so if it is to be preloaded, or "-".
#   fail    the first, second, ... call of CASE fails in all the ways that it
#           can, then each and all that follow; until there is no such call.
#           There is an old file.  With NUMBER, only every NUMBER-th call.
#   first   the same, without one
#   kill    SIGKILL before each of its calls, or every NUMBER-th
#   random  NUMBER times anywhere
# Each time the program's output and end are as without, but for SIGKILL; there
# is one message at most, or where more than one call fails three of a process;
# gmon.out is the old one, with a message, or a new one, whole, with all calls of
# leaf unless a message says otherwise; no other file.
# What SIGKILL leaves besides, one file at most, is gone after the next run.
# Out: lines PASS: and FAIL:, and "NUMBER: N LEFT", how many calls failed or
# SIGKILLs came in time, and how many of these left a file.

use strict;
use warnings;
use POSIX qw(WIFSIGNALED WTERMSIG WEXITSTATUS ENOSPC EIO ENOMEM EMFILE EROFS);
use Time::HiRes qw(time sleep);

my $limit = 20;         # seconds for a run
my $leaves = 1000;

# How many calls there are at least in the smallest case: half of what was seen.
my %least = (fail => 140, first => 140, kill => 40);

my ($name, $mkgmon, $victim, $library, $case, $mode, $kills) = @ARGV;
my $stride = $mode eq 'random' ? 1 : $kills || 1;
my %ends = (ended => 'signal 15');
my $want_end = $ends{$case} // 'status 3';
my ($points, $bad, $left, $range, $leaf, $leaf_end) = (0, 0, 0);
my %judged;
my %failed;             # how often each of fault.c's names was the call

$| = 1;

# Where libgmon's code is, and leaf.
sub read_symbols
{
  my @symbols;
  my ($low, $high);

  open (my $nm, '-|', 'nm', '-n', $victim) or die "nm: $!\n";
  while (<$nm>)
    {
      push @symbols, [hex $1, $2] if /^([0-9a-f]+) [tTwW] (\S+)/;
    }
  close $nm or die "nm failed\n";
  for my $i (0 .. $#symbols)
    {
      my ($address, $symbol) = @{$symbols[$i]};
      ($leaf, $leaf_end) = ($address, $symbols[$i + 1][0])
        if $symbol eq 'leaf';
      $low = $symbols[$i + 1][0] if $symbol eq 'main';
      $high = $address if defined $high && $high == 0;
      $high = 0 if $symbol =~ /^__gmon_/ && $symbol ne '__gmon_start__';
    }
  $range = $library eq '-' ? sprintf ('%x-%x', $low, $high)
                           : $library . wrapper_of_threads ();
}

# Where the library's pthread_create is, for fault.c: libc's makes its own system
# calls there.
sub wrapper_of_threads
{
  my $range = '';

  open (my $nm, '-|', 'nm', '-D', '-S', $library) or die "nm: $!\n";
  while (<$nm>)
    {
      $range = sprintf (':%x-%x', hex $1, hex ($1) + hex $2)
        if /^([0-9a-f]+) ([0-9a-f]+) \w pthread_create\b/;
    }
  close $nm or die "nm failed\n";
  return $range;
}

sub contents
{
  my ($file) = @_;
  local $/;

  open (my $in, '<:raw', $file) or return undef;
  return <$in> // '';
}

sub fill
{
  my ($file, $bytes) = @_;

  open (my $out, '>:raw', $file) or die "$file: $!\n";
  print $out $bytes;
  close $out or die "$file: $!\n";
}

# How often leaf was called, says FILE; undef if it is not a whole profile.
sub calls_of_leaf
{
  my ($file) = @_;
  my $bytes = contents ($file);
  my ($calls, $addresses) = (0, 0);

  return undef unless defined $bytes;
  return $judged{$bytes} if exists $judged{$bytes};
  open (my $dump, '-|', "$mkgmon -d $file 2>/dev/null") or die "$mkgmon: $!\n";
  while (<$dump>)
    {
      $calls += $2 * ($3 // 1)
        if /^arc \S+ (\S+) ([0-9]+)(?: ([0-9]+))?$/
           && hex ($1) >= $leaf && hex ($1) < $leaf_end;
    }
  return $judged{$bytes} = close $dump ? $calls : undef;
}

# Those of a parent that was killed write their files yet.
sub wait_for_children
{
  my ($group) = @_;

  for (my $start = time; kill (0, -$group) && time < $start + $limit; )
    {
      sleep 0.001;
    }
}

# Run COMMAND; killed after SECONDS, if given.  How it ended.
sub run
{
  my ($seconds, @command) = @_;
  my $child = fork;

  if ($child == 0)
    {
      setpgrp;
      $ENV{LD_PRELOAD} = $library if $library ne '-';
      open (STDOUT, '>', 'out') && open (STDERR, '>', 'err') or die;
      exec @command or die;
    }
  if (defined $seconds)
    {
      sleep $seconds;
      kill 'KILL', $child;
      waitpid $child, 0;
      wait_for_children ($child);
    }
  else
    {
      local $SIG{ALRM} = sub { kill 'KILL', $child; };
      alarm $limit;
      waitpid $child, 0;
      alarm 0;
    }
  return WIFSIGNALED ($?) ? 'signal ' . WTERMSIG ($?)
                          : 'status ' . WEXITSTATUS ($?);
}

# The messages: one may have a second line.
sub messages
{
  my ($err) = @_;

  $err =~ s/^(libgmon: clock: \w+: .+\n).*: is used instead\n/$1/m;
  return $err;
}

sub fail
{
  my ($where, $what) = @_;

  $bad++;
  print "FAIL: $name: $case, $where: $what\n" if $bad <= 20;
}

sub empty
{
  unlink glob ('* .*gmon*');
}

# What is wrong with the files after a run that has said ERR, before which
# gmon.out was OLD.  Or undef.
sub wrong_files
{
  my ($old, $err, $was_killed) = @_;
  my $sum = 0;
  my $has_old = defined $old && (contents ('gmon.out') // '') eq $old;

  my @others = grep { !/^(gmon\.out(\.[0-9]+)?|out|err|report)$/ } glob ('* .*gmon*');
  if ($was_killed)
    {
      $left += @others;
      return "left @others" if @others > 1
        || (@others && ($others[0] ne '.gmon.out.gmon-tmp.0'
                        || !defined calls_of_leaf ($others[0])));
    }
  elsif (@others)
    {
      return "left @others";
    }
  return 'the old file is gone' if defined $old && !-e 'gmon.out';
  for my $file (glob ('gmon.out*'))
    {
      next if $file eq 'gmon.out' && $has_old;
      my $calls = calls_of_leaf ($file);
      return "$file is torn" unless defined $calls;
      $sum += $calls;
    }
  return undef if $was_killed || $err ne '' && $sum <= $leaves;
  return "$sum calls and no message" if $sum != $leaves;
  return undef;
}

# One run with a fault.  The report's words, none if there was no such call.
sub try
{
  my ($old, $what, $number) = @_;

  empty;
  fill ('gmon.out', $old) if defined $old;
  my $end = run (undef, '../fault', 'report', $range, $what, $number, $victim,
                 $case);
  my @report = split ' ', contents ('report') // '';
  return () unless @report;
  my $where = "call $number ($report[0]), "
    . ($report[1] ? "error $report[1]" : $what) . ", "
    . (defined $old ? 'an old file' : 'no file');
  my $err = messages (contents ('err'));
  my $was_killed = $what eq 'kill';
  my $wrong = wrong_files ($old, $err, $was_killed);
  fail ($where, $wrong) if defined $wrong;
  fail ($where, $end) if $end ne $want_end && !$was_killed;
  fail ($where, 'output') if contents ('out') ne "done\n" && !$was_killed;
  fail ($where, "says $err")
    if $err !~ /^(libgmon: .+\n)*$/
       || ($err =~ tr/\n//) > ($what !~ /^\+/ ? 1
                                : $case eq 'children' ? 6 : 3);
  $points++;
  $failed{$report[3]}++;
  return @report;
}

sub all_failures
{
  my ($old) = @_;

  for (my $number = 1;; $number += $stride)
    {
      my @report = try ($old, 0, $number);
      last unless @report;
      for my $i (1 .. $report[2] - 1)
        {
          try ($old, $i, $number);
        }
    }
  for my $error (ENOSPC, EIO, EROFS, ENOMEM, EMFILE)
    {
      for (my $number = 1; try ($old, "+$error", $number); $number += $stride)
        {
        }
    }
}

# After a kill: a run that succeeds leaves its file and nothing else.  The files
# of children have other names.
sub run_after_kill
{
  my ($where) = @_;
  unlink grep { /^gmon\.out\.[0-9]+$/ } glob ('*');
  my $end = run (undef, $victim, $case);
  my $wrong = wrong_files (undef, '');

  $wrong = $end if !defined $wrong && $end ne $want_end;
  fail ("$where, the next run", $wrong) if defined $wrong;
}

sub kill_at_calls
{
  my ($old) = @_;

  for (my $number = 1; try ($old, 'kill', $number); $number += $stride)
    {
      run_after_kill ("SIGKILL at call $number");
    }
}

# The longest delay is about what a run takes, which depends on what else runs.
sub kill_anywhere
{
  my ($old) = @_;
  my $start = time;

  empty;
  run (undef, $victim, $case);
  my $longest = time - $start;
  for (my $i = 1; $points < $kills && $i < 100 * $kills; $i++)
    {
      empty;
      fill ('gmon.out', $old) if $i % 4;
      my $delay = rand ($longest);
      my $end = run ($delay, $victim, $case);
      my $where = sprintf ('SIGKILL after %.6f s', $delay);
      my $wrong = wrong_files ($i % 4 ? $old : undef, contents ('err'), 1);
      fail ($where, $wrong) if defined $wrong;
      fail ($where, $end) if $end ne 'signal 9' && $end ne $want_end;
      $points += $end eq 'signal 9';
      $longest *= $end eq 'signal 9' ? 1.05 : 0.9;
      run_after_kill ($where) if $i % 10 == 0;
    }
}

# Can a file without a name be made here, and get one?
sub has_unnamed
{
  my $file;

  return sysopen ($file, '.', 020200001, 0600)     # O_TMPFILE | O_WRONLY
    && -e '/proc/thread-self/fd';
}

read_symbols;
empty;
my $first = run (undef, $victim, $case);
my $calls = calls_of_leaf ('gmon.out');
die "the first run: $first, " . ($calls // 'no') . " calls\n"
  if $first ne $want_end || !$calls;

# One that differs from all that come: its own rest is a part of it.
my $old = contents ('gmon.out');
$old .= $old =~ /^(?:.{20})/s ? substr ($old, -21) : '';

my @steps = $mode eq 'random' ? () : has_unnamed () ? qw(tmpfile link)
  : qw(tmpfile);
push @steps, 'rename' if $mode eq 'fail' || $mode eq 'kill';

# Where calls are left out, these may be.
@steps = () if $stride > 1;

# Ticks of the clock make calls, too: a number can be another call in the next
# run, and a step be passed over.
for (my $tries = 0; $tries < 5; $tries++)
  {
    if ($mode eq 'fail' || $mode eq 'first')
      {
        all_failures ($mode eq 'fail' ? $old : undef);
      }
    elsif ($mode eq 'kill')
      {
        kill_at_calls ($old);
      }
    else
      {
        kill_anywhere ($old);
      }
    @steps = grep { !$failed{$_} } @steps;
    last if !@steps;
  }
fail ('all', "$points only")
  if $points < ($mode eq 'random' ? $kills : $least{$mode} / $stride);
for my $step (@steps)
  {
    fail ('all', "the $step never came");
  }
print "NUMBER: $points $left\n";
print "PASS: $name: $case, $mode\n" if $bad == 0;
print "FAIL: $name: $case, $mode: $bad times\n" if $bad > 20;
