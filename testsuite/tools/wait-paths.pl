#!/usr/bin/perl
# wait-paths.pl -- where threads were blocked, by functions of the program.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: wait-paths.pl PROCESS-DUMP FILE
# In:  process-dump.pl, a gmon.out with off-CPU times.  Out: lines
#      "path KIND NS WAITS SQUARES FLAGS FUNCTIONS": functions of the executable and
#      of objects called waiting*, from outside to inside, separated by ";"; "-"
#      if there is none;
#      "count NAME VALUE" and "blocked THREAD NUMBER NS QUEUED".

use strict;
use warnings;
no warnings 'portable';

my ($dump, $file) = @ARGV;
my (@objects, %symbols, %chains, $thread, @out);

# The function at OFFSET of OBJECT: of the executable and of libraries named
# waiting*, else "".
sub function_at {
    my ($object, $offset) = @_;
    my $path = $objects[$object] // '';
    return '' if $object != 0 && $path !~ /waiting[^\/]*$/;
    if (!$symbols{$path}) {
        my @lines = `nm -n '$path'`;
        $symbols{$path} = [map { /^([0-9a-f]+) [TtWi] (\S+)$/ ? [hex $1, $2] : () }
                @lines];
    }
    my $found = '?';
    for (@{ $symbols{$path} }) {
        last if $_->[0] > $offset;
        $found = $_->[1];
    }
    return $found;
}

$chains{0} = '';
open my $in, '-|', 'perl', $dump, $file or die "$dump: $!\n";
while (<$in>) {
    chomp;
    my ($word, @field) = split / /;
    if ($word eq 'object') {
        $objects[$field[0]] = $field[-1];
    } elsif ($word eq 'thread') {
        $thread = $field[-1];
    } elsif ($word eq 'blocked') {
        push @out, "blocked $thread @field[1 .. 3]";
    } elsif ($word eq 'count') {
        push @out, "count @field";
    } elsif ($word eq 'node') {
        my ($number, $parent, $exact, $object, $offset) = @field;
        my $function = function_at($object, hex($offset) - !$exact);
        $chains{$number} = join ';', grep { $_ ne '' } $chains{$parent}, $function;
    } elsif ($word eq 'wait') {
        my ($object, $offset, $chain, undef, $flags, $kind, @sums) = @field;
        my $path = join ';', grep { $_ ne '' } $chains{$chain} // 'folded',
            function_at($object, hex $offset);
        push @out, "path $kind @sums $flags " . ($path eq '' ? '-' : $path);
    } elsif ($word eq 'damaged:') {
        die "$_\n";
    }
}
close $in or die "$dump: status $?\n";
print "$_\n" for @out;
