#!/usr/bin/perl
# call-sites.pl -- checks the stacks of a profile against the programs' code.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: call-sites.pl [--show=N] FILE
# In:  a gmon.out of an x86-64 process, and the files of its objects.
# Out: a line for each of the first N wrong frames (default 10), then "stacks S
#      complete C frames F direct D open O wrong W folded L", in samples (S, C, W
#      and L are stacks, F, D and O their frames), and "falsified S noticed N".
#      Status 1: a stack is wrong.
#
# The truth is the machine code, so it serves any program.  Each frame's return
# address must follow a call.  A direct call, or one through a slot that the
# dynamic linker fills, must lead to the function of the next frame: directly,
# or by direct jumps (tail calls, cold parts).  Such a frame is "direct".
# "open" is one about which the code does not tell: an indirect call, an
# indirect jump on the way, a chosen variant (IFUNC), or code that is in no file.
#
# From each stack that has a frame between two direct ones, that frame is then
# left out.  How many of these false stacks are noticed says what the check is
# worth.
#
# Shares no code with the unwinder: functions are the ranges of readelf's
# unwind tables and symbols, calls and jumps are those of objdump.

use strict;
use warnings;
no warnings 'portable';
use FindBin;

my $show = @ARGV && $ARGV[0] =~ /^--show=(\d+)$/ ? (shift, $1)[1] : 10;
my $file = shift or die "usage: $0 [--show=N] FILE\n";

sub lines_of {
    open my $in, '-|', @_ or die "$_[0]: $!\n";
    return $in;
}

# -- The profile ---------------------------------------------------------------
my (@objects, @nodes, @samples);
my $dump = lines_of($^X, "$FindBin::Bin/process-dump.pl", $file);
while (<$dump>) {
    if (/^object (\d+) (\d+) \S+ \S+ \S+ (.*)/) {
        $objects[$1] = { path => $3, no_file => $2 & 6 };
    } elsif (/^node (\d+) (\d+) (\d) (\d+) (\S+)/) {
        $nodes[$1] = { parent => $2, exact => $3, object => $4, at => hex $5 };
    } elsif (/^sample (\d+) (\S+) (\d+) \d+ (\d+) (\d+)/) {
        push @samples, { object => $1, at => hex $2, chain => $3, flags => $4,
            count => $5, exact => 1 };
    }
}
close $dump or die "$file: process-dump.pl fails\n";

# -- The objects ---------------------------------------------------------------
# Adds to OBJECT its functions: {start, end, root}, ascending, without overlap.
sub read_functions {
    my ($object) = @_;
    my (%found, $last);
    my $in = lines_of('readelf', '--debug-dump=frames', $object->{path});
    while (<$in>) {
        if (/ FDE .*pc=([0-9a-f]+)\.\.([0-9a-f]+)/) {
            $last = { start => hex $1, end => hex $2, root => 0 };
            $found{ $last->{start} } = $last;
        } elsif (/ CIE$/) {
            undef $last;
        } elsif ($last && /DW_CFA_undefined: r16/) {
            $last->{root} = 1;
        }
    }
    my @listed = sort { $a->{start} <=> $b->{start} } values %found;
    $object->{functions} = \@listed;
    my %loose;
    $in = lines_of('readelf', '-W', '--syms', $object->{path});
    while (<$in>) {
        my (undef, $value, $size, $type, undef, undef, $section, $name)
            = split ' ';
        next if !defined $name || $type !~ /^(FUNC|IFUNC)$/ || $section eq 'UND';
        ($value, $size) = (hex $value, $size =~ /^0x/ ? hex $size : $size);
        $name =~ s/@.*//;
        $object->{symbols}{$name}{$value} = $type;
        $loose{$value} = { start => $value, end => $value + $size, root => 0 }
            if $size && !function_at($object, $value);
    }
    push @listed, values %loose;
    $object->{functions} = [ sort { $a->{start} <=> $b->{start} } @listed ];
    $_->{is_linker} = $object->{path} =~ m{/ld[-.][^/]*$} for @listed;
}

sub function_at {
    my ($object, $at) = @_;
    my $list = $object->{functions};
    my ($low, $high) = (0, scalar @$list);
    while ($low < $high) {
        my $middle = ($low + $high) >> 1;
        $list->[$middle]{start} <= $at ? ($low = $middle + 1) : ($high = $middle);
    }
    my $function = $low ? $list->[$low - 1] : undef;
    return $function && $at < $function->{end} ? $function : undef;
}

# Adds to OBJECT the symbol that each slot for linking holds.
sub read_slots {
    my ($object) = @_;
    my $in = lines_of('readelf', '-W', '--relocs', $object->{path});
    while (<$in>) {
        $object->{slots}{ hex $1 } = $2
            if /^([0-9a-f]+) +\S+ +R_X86_64_(?:GLOB_DAT|JUMP_SLO\S*) +\S+ +([^@\s]+)/;
    }
}

# Adds to OBJECT its calls, by return address, and its functions' jumps.  A
# target is [KIND, VALUE]: "to" an address, "slot" with its symbol, or "any".
sub read_code {
    my ($object) = @_;
    my ($function, $plain) = (undef, 0);
    my $in = lines_of('objdump', '-dw', $object->{path});
    while (<$in>) {
        next if !/^ *([0-9a-f]+):\t([0-9a-f ]+?) *\t(.*)/;
        my ($at, $code) = (hex $1, $3);
        my $next = $at + ($2 =~ tr/ //) + 1;
        if (!$function || $at >= $function->{end} || $at < $function->{start}) {
            my $last = $function;
            $function = function_at($object, $at);
            # Code that runs on into the next function.
            push @{ $last->{jumps} }, [ 'to', $at ]
                if $last && $function && $plain && $last->{end} == $at;
        }
        $plain = $code !~ /\b(jmp|ret|hlt|ud2|call)/;
        next if $code !~ /\b(call|jmp|j[a-z]+)q? +(\S+)(.*)/;
        my ($what, $operand, $rest) = ($1, $2, $3);
        next if $code =~ /\bnotrack\b/;
        my $target = [ 'any' ];
        if ($operand =~ /^(?:0x)?([0-9a-f]+)$/) {
            $target = [ 'to', hex $1 ];
        } elsif ($operand =~ /^\*.*\(%rip\)/ && $rest =~ /# (?:0x)?([0-9a-f]+)/
            && $object->{slots}{ hex $1 }) {
            $target = [ 'slot', $object->{slots}{ hex $1 } ];
        }
        if ($what eq 'call') {
            $object->{calls}{$next} = $target;
            next;
        }
        next if !$function;
        # Entries of a PLT have one unwind table, but each is a function.
        $object->{stubs}{$at} = $target if $target->[0] eq 'slot';
        push @{ $function->{jumps} }, $target
            if $target->[0] ne 'to' || $target->[1] < $function->{start}
            || $target->[1] >= $function->{end};
    }
}

for my $object (@objects) {
    $object->{no_file} = 1 if !-r $object->{path};
    next if $object->{no_file};
    read_functions($object);
    read_slots($object);
    read_code($object);
    ($object->{entry}) = `readelf -h '$object->{path}'`
        =~ /Entry point address: +(\S+)/;
}

# -- The check -----------------------------------------------------------------
# The symbol of the PLT's entry at AT.
sub stub_symbol {
    my ($object, $at) = @_;
    for my $jump (grep { $object->{stubs}{$_} } $at .. $at + 11) {
        return $object->{stubs}{$jump}[1];
    }
    return undef;
}

# Whether control that goes to TARGET in OBJECT can get to the function GOAL
# without a call: 2 if by direct ways, 1 if it may, 0 if it cannot.
my %ways;
sub leads_to {
    my ($object, $target, $goal) = @_;
    my ($key) = join ' ', $object->{path}, @$target, $goal;
    return $ways{$key} //= find_way($object, $target, $goal);
}
sub find_way {
    my ($object, $target, $goal) = @_;
    my ($best, %seen, @open) = (0);
    push @open, [ $object, $target ];
    while (my $place = shift @open) {
        my ($where, $to) = @$place;
        if ($to->[0] eq 'any') {
            $best = 1;
            next;
        }
        if ($to->[0] eq 'to' && (my $symbol = stub_symbol($where, $to->[1]))) {
            # Within the stub itself.
            my $stub = function_at($where, $to->[1]);
            return 2 if $stub && $stub == $goal;
            $to = [ 'slot', $symbol ];
        }
        if ($to->[0] eq 'slot') {
            next if $seen{ $to->[1] }++;
            for my $other (grep { $_->{symbols}{ $to->[1] } } @objects) {
                my $values = $other->{symbols}{ $to->[1] };
                push @open, [ $other, $values->{$_} eq 'IFUNC' ? ['any']
                    : [ 'to', $_ ] ] for keys %$values;
            }
            # It may be of an object that is not in the profile; and before it
            # is bound the slot leads to the dynamic linker.
            $best = 1 if $goal->{is_linker}
                || !grep { $_->{symbols}{ $to->[1] } } @objects;
            next;
        }
        my $function = function_at($where, $to->[1]);
        if (!$function) {
            $best = 1;
            next;
        }
        return 2 if $function == $goal;
        next if $seen{$function}++;
        push @open, [ $where, $_ ] for @{ $function->{jumps} // [] };
    }
    return $best;
}

# What the pair says: 2 direct, 1 open, 0 wrong.
sub check_pair {
    my ($outer, $inner) = @_;
    my ($from, $to) = map { $objects[ $_->{object} ] } $outer, $inner;
    return 1 if $from->{no_file} || $outer->{exact};
    my $call = $from->{calls}{ $outer->{at} };
    if (!$call) {
        # The kernel's return from a signal, which no call made.
        return 0;
    }
    return 1 if $to->{no_file};
    my $goal = function_at($to, $inner->{at} - ($inner->{exact} ? 0 : 1));
    return 1 if !$goal;
    return leads_to($from, $call, $goal);
}

sub is_complete {
    my ($sample, $outermost) = @_;
    my $object = $objects[ $outermost->{object} ];
    return 0 if $sample->{flags} || $object->{no_file};
    my $function = function_at($object, $outermost->{at} - !$outermost->{exact});
    return $function && ($function->{root}
        || ($object->{entry} && $function == (function_at($object,
            hex $object->{entry}) // 0)));
}

# The frames of SAMPLE from the innermost on.
sub stack_of {
    my ($sample) = @_;
    my @stack = $sample;
    for (my $node = $sample->{chain}; $node; $node = $nodes[$node]{parent}) {
        return () if !$nodes[$node];
        push @stack, $nodes[$node];
    }
    return @stack;
}

sub place {
    my ($frame) = @_;
    my $object = $objects[ $frame->{object} ];
    my $function = $object->{no_file} ? undef
        : function_at($object, $frame->{at} - !$frame->{exact});
    return sprintf '%s+%#x (function %#x)', $object->{path} =~ s{.*/}{}r,
        $frame->{at}, $function ? $function->{start} : 0;
}

# What the code says of each pair of STACK.
sub check_stack {
    my (@stack) = @_;
    return map { check_pair($stack[ $_ + 1 ], $stack[$_]) } 0 .. $#stack - 1;
}

my %sum = map { $_ => 0 }
    qw(stacks complete frames direct open wrong folded falsified noticed);
my $shown = 0;
for my $sample (@samples) {
    my ($count, @stack) = ($sample->{count}, stack_of($sample));
    if (!@stack || $sample->{flags} & 16) {
        $sum{folded} += $count;
        next;
    }
    my @pairs = check_stack(@stack);
    $sum{stacks} += $count;
    $sum{complete} += $count if is_complete($sample, $stack[-1]);
    $sum{frames} += $count * @pairs;
    $sum{direct} += $count * grep { $_ == 2 } @pairs;
    $sum{open} += $count * grep { $_ == 1 } @pairs;
    $sum{wrong} += $count if grep { $_ == 0 } @pairs;
    for my $i (grep { !$pairs[$_] } 0 .. $#pairs) {
        print "wrong: ", place($stack[ $i + 1 ]), " to ", place($stack[$i]), "\n"
            if $shown++ < $show;
    }
    my ($left_out) = grep { $pairs[ $_ - 1 ] == 2 && $pairs[$_] == 2 } 1 .. $#pairs;
    next if !$left_out;
    splice @stack, $left_out, 1;
    $sum{falsified} += $count;
    $sum{noticed} += $count if grep { $_ == 0 } check_stack(@stack);
}
print join(' ', map { "$_ $sum{$_}" } qw(stacks complete frames direct open wrong
    folded)), "\n";
print "falsified $sum{falsified} noticed $sum{noticed}\n";
exit($sum{wrong} ? 1 : 0);
