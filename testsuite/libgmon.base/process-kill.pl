#!/usr/bin/perl
# process-kill.pl -- SIGKILL at random moments of a program that writes profiles.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: process-kill.pl TIMES DUMP COMMAND...
# In:  COMMAND, which replaces gmon.out in the current directory again and again;
#      DUMP, tools/process-dump.pl.  Out: a line "killed N whole N other FILES",
#      and a line for each file that is not whole.  A run is killed at most 30 ms
#      after its first file is there.  A new file that has not got its name is left
#      out: the next run removes it.

use strict;
use warnings;
use POSIX ':sys_wait_h';

my ($times, $dump, @command) = @ARGV;
my ($killed, $whole, %other) = (0, 0);
srand 1;

# The program's end comes by the kernel, so gmon.out does not change any more.
sub run_once {
    unlink 'gmon.out';
    my $pid = fork;
    if (!$pid) {
        exec @command or POSIX::_exit(127);
    }
    while (!-e 'gmon.out') {
        return if waitpid($pid, WNOHANG) != 0;
        select undef, undef, undef, .001;
    }
    select undef, undef, undef, rand .03;
    kill 'KILL', $pid;
    waitpid $pid, 0;
    $killed++ if ($? & 127) == 9;
}

sub check {
    my $text = qx($^X '$dump' gmon.out);
    my $status = $?;
    my ($counted) = $text =~ /^count observations (\d+)$/m;
    my $sum = 0;
    $sum += $_ for $text =~ /^sample(?: \S+){5} (\d+) /mg;
    return $whole++ if $status == 0 && defined $counted && $counted == $sum;
    print "status $status, $sum samples of ", $counted // 'none', "\n";
}

for (1 .. $times) {
    run_once();
    check();
    $other{$_} = 1 for grep { !/^gmon\.out$|^\.gmon\.out\.gmon-tmp\.\d$/ }
        glob '{.,}[!.]*';
}
my @new = glob '.gmon.out.gmon-tmp.*';
$other{"@new"} = 1 if @new > 1;
print "killed $killed whole $whole other ", join(' ', sort keys %other), "\n";
