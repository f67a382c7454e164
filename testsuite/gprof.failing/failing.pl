#!/usr/bin/perl
# failing.pl -- lets every call of a command fail, one after the other.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: failing.pl LIBRARY GIVEN WORK NAME STEP PLAN... -- COMMAND...
# In:  failing.c as a LIBRARY; a folder of the files that are GIVEN, old gmon.sum
#      and *-ann among them; a folder to WORK in, which is made.  A PLAN is
#      KIND:HOW[:on], as in failing.c: of the calls of the kind fails the 1st, the
#      one STEP behind it, and so on, up to a run in which none does; or
#      "moments:N": runs are killed at random moments, until N were before their
#      end.  COMMAND begins with the path of gprof, which is run under the name
#      "gprof".
# Out: for each plan a line "PASS: NAME: PLAN" or "FAIL: ..." with the first
#      trouble and its number; last "POINTS: n", the calls that failed, or
#      "KILLS: n", the runs that were killed.
# FAILING_ALL=1 in the environment: all troubles.
#
# A run passes if it ends with status 1 and one line more on standard error than
# a run without a failure (with "on", one or more); or with status 0 and a
# warning more, or all that it says and writes as without a failure.  Old files
# stay, or are replaced by whole new ones; nothing else is left.  What was killed
# may leave one new file under another name, which the next run removes.

use strict;
use warnings;
use File::Path qw(remove_tree);
use Time::HiRes qw(time usleep);

my ($library, $given, $work, $name, $step) = splice @ARGV, 0, 5;
my @plans;
push @plans, shift @ARGV while @ARGV && $ARGV[0] ne '--';
shift @ARGV;
my @command = @ARGV;
my $hit = "$work.hit";
my $time_limit = 60;

# GNU gprof, and so the strict mode, ends with 0 where -y cannot write a file.
my $warning = grep (/^--compat=gnu/, @command) && grep (/^-y/, @command)
  ? '' : 'warning: ';

sub slurp
{
  my ($file) = @_;
  open my $f, '<:raw', $file or return undef;
  local $/;
  my $text = <$f>;
  return defined $text ? $text : '';
}

# What the folder DIR holds, by name.
sub contents
{
  my ($dir) = @_;
  opendir my $d, $dir or die "$dir: $!";
  my %files = map { $_ => slurp ("$dir/$_") } grep { -f "$dir/$_" } readdir $d;
  closedir $d;
  return \%files;
}

my $old = contents ($given);

# Makes WORK a copy of GIVEN again: whatever is another file by now.  Profiles are
# newer than the program by their dates, also if a run changes either: gprof has
# a hint about older ones.
sub restore
{
  my $now = contents ($work);
  for my $file (keys %$now)
    {
      unlink "$work/$file" if !defined $old->{$file};
    }
  for my $file (keys %$old)
    {
      next if defined $now->{$file} && $now->{$file} eq $old->{$file};
      open my $f, '>:raw', "$work/$file" or die "$file: $!";
      print $f $old->{$file};
      close $f or die "$file: $!";
    }
  for my $file (keys %$old)
    {
      my $date = $file =~ /^p\.\d|\.out$/ ? 2e9 : 1e9;
      utime $date, $date, "$work/$file" or die "$file: $!";
    }
  unlink $hit;
}

remove_tree ($work);
mkdir $work or die "$work: $!";

# How long a run takes, in seconds.  Of those to be killed so many end before, or
# so few, as the load of the machine was another one then: corrected by each, to
# where as many are killed as are not.
my $typical = 0;

# Runs the command with PLAN ('' for none) in WORK.
sub run
{
  my ($plan) = @_;
  my $pid = fork // die "fork: $!";
  if ($pid == 0)
    {
      chdir $work or die;
      open STDIN, '<', '/dev/null' or die;
      open STDOUT, '>', "$work.out" or die;
      open STDERR, '>', "$work.err" or die;
      alarm $time_limit;
      @ENV{qw(LD_PRELOAD FAIL FAIL_HIT)} = ($library, $plan, $hit)
        if $plan =~ /:/;
      $SIG{PIPE} = $plan =~ /EPIPE/ ? 'IGNORE' : 'DEFAULT';
      my $program = $command[0];
      exec { $program } 'gprof', @command[1 .. $#command] or die "exec: $!";
    }
  if ($plan =~ /^moments/)
    {
      usleep (rand ($typical * 1.1e6));
      kill 'KILL', $pid;
    }
  waitpid $pid, 0;
  $typical *= $? ? 1.05 : 1 / 1.05 if $plan =~ /^moments/;
  return { status => $? & 127 ? 'signal ' . ($? & 127) : $? >> 8,
           out => slurp ("$work.out"), err => slurp ("$work.err"),
           files => contents ($work) };
}

my $clean;
for (1 .. 3)
  {
    restore ();
    my $start = time;
    $clean = run ('');
    my $took = time - $start;
    $typical = $took if !$typical || $took < $typical;
  }
if ($clean->{status} ne '0')
  {
    print "FAIL: $name: without a failure\n$clean->{err}";
    exit;
  }

# What is said that is not said without a failure.
sub news
{
  my ($err) = @_;
  my %known = map { $_ => 1 } split /^/, $clean->{err};
  return grep { !$known{$_} && !/^gprof: \[/ } split /^/, $err;  # but for -d
}

# Files that a run writes, and those that it may leave, when KILLED.
sub files_trouble
{
  my ($files, $killed) = @_;
  my @strange;
  for my $file (sort keys %$files)
    {
      my ($was, $new) = ($old->{$file}, $clean->{files}{$file});
      if (!defined $was && !defined $new)
        {
          push @strange, $file;
          next;
        }
      next if defined $was && $file !~ /^gmon\.sum$|-ann/;  # read, not written
      next if defined $was && $files->{$file} eq $was;
      next if defined $new && $files->{$file} eq $new;
      return "$file is neither the old nor the new one";
    }
  for my $file (keys %$old)
    {
      return "$file is gone" if !defined $files->{$file};
    }
  return "@strange left behind" if @strange > ($killed ? 1 : 0);
  return '';
}

# What is wrong with RUN, '' if nothing.
sub trouble
{
  my ($run, $plan) = @_;
  my @news = news ($run->{err});
  my $killed = $plan =~ /:kill|^moments/;
  return "status $run->{status}"
    if $run->{status} ne ($killed ? 'signal 9' : '1') && $run->{status} ne '0';
  my $files = files_trouble ($run->{files}, $killed);
  return $files if $files;
  return '' if $killed;
  # Without a debug file symbols may be missing, which is another message.
  shift @news if @news > 1 && $news[0] =~ /^gprof: warning: .*debug file/;
  # The process of libdw counts its calls on from those before it began, and so
  # fails like the one that it works for.
  shift @news if @news > 1 && $news[0] =~ /^gprof: warning: .*libdw failed/;
  my $one = @news == 1 || (@news > 1 && $plan =~ /:on$/);
  if ($run->{status} eq '1')
    {
      return 'status 1, and ' . @news . " lines:\n@news"
        if !$one || $news[0] !~ /^gprof: \S/;
      return '';
    }
  if ($run->{err} ne $clean->{err})
    {
      return "status 0, but other messages:\n@news"
        if !$one || $news[0] !~ /^gprof: $warning\S/;
      return '';
    }
  return 'status 0, but another output' if $run->{out} ne $clean->{out};
  for my $file (keys %{$clean->{files}})
    {
      return "status 0, but $file is as it was"
        if $file =~ /^gmon\.sum$|-ann/
           && $run->{files}{$file} ne $clean->{files}{$file};
    }
  return '';
}

# Checks what RUN left, and if it was killed, what the next run leaves then.
sub check
{
  my ($run, $plan) = @_;
  my $why = trouble ($run, $plan);
  return $why if $why || $plan !~ /kill|moments/;
  my $next = run ('');
  $why = $next->{status} eq '0' ? files_trouble ($next->{files}, 0)
         : "status $next->{status}";
  return $why ? "the next run: $why" : '';
}

my ($points, $kills) = (0, 0);
for my $plan (@plans)
  {
    my ($kind, $how) = $plan =~ /^([^:]+):(.*)$/;
    my ($bad, $all, $killed) = (0, 0, 0);
    my $at_random = $kind eq 'moments';
    my $first = '';
    for (my $n = 1; !$at_random || ($killed < $how && $n < 100 * $how);
         $n += $at_random ? 1 : $step)
      {
        restore ();
        my $run = run ($at_random ? 'moments' : "$kind:$n:$how");
        last if !$at_random && !-e $hit;
        $all++;
        $killed++ if $at_random && $run->{status} eq 'signal 9';
        my $why = check ($run, $plan);
        next if !$why;
        $bad++;
        $first ||= "number $n: $why\n$run->{err}";
        print "$name: $plan: number $n: $why\n" if $ENV{FAILING_ALL};
        last if $run->{status} =~ /signal 14/;
      }
    print $bad ? "FAIL: $name: $plan ($bad of $all)\n$first\n"
          : "PASS: $name: $plan\n";
    $points += $all - $bad if !$at_random;
    $kills += $killed;
  }
print "POINTS: $points\n" if $points;
print "KILLS: $kills\n" if $kills;
remove_tree ($work);
unlink $hit, "$work.out", "$work.err";
