# stacks.pl -- call stacks for a profile of bench_data.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: mkgmon -d PROFILE | perl stacks.pl CHAINS SIZE TEXT LIBRARY
# In:  the arcs of PROFILE, whose image has functions of SIZE bytes in TEXT bytes
#      from 0x401000 on.  Out: text for mkprocess: these arcs, CHAINS call stacks
#      along them, and a sample of each, every tenth in LIBRARY, a file.
use strict;
use warnings;

my ($chains, $size, $text, $library) = @ARGV;
my ($base, $seed, $all, %calls) = (0x401000, 1, 0);

sub draw {
    $seed = $seed * 16807 % 2147483647;
    return $seed % $_[0];
}

while (<STDIN>) {
    next unless /^arc 0x(\S+) 0x(\S+) (\d+)/;
    $calls{hex ($2) . " " . hex ($1)} += $3;
    $all += $3;
}
my @arcs = sort { $a->[0] <=> $b->[0] || $a->[1] <=> $b->[1] }
    map { [split / /] } keys %calls;

# The arcs out of each function: a chain goes on by one of them.
my %out;
push @{$out{int (($_->[1] - $base) / $size)}}, $_ foreach @arcs;

# Each chain goes on from an earlier one, by up to five calls.
my (@place, @callee, @samples);
my @parent = (0);
my @depth = (0);
while (@samples < $chains) {
    my $at = @parent > 1 && draw (10) ? 1 + draw (@parent - 1) : 0;
    for (my $more = 1 + draw (5); $more && $depth[$at] < 60; $more--) {
        my $next = $at ? $out{int (($callee[$at] - $base) / $size)} : \@arcs;
        last unless $next;
        my $arc = $next->[draw (scalar @$next)];
        push @parent, $at;
        push @depth, $depth[$at] + 1;
        push @place, $arc->[1];
        $at = $#parent;
        $callee[$at] = $arc->[0];
    }
    next unless $at;
    my ($object, $pc) = (0, $callee[$at] + draw ($size));
    ($object, $pc) = (1, 0x30000 + draw (0x100000)) unless draw (10);
    push @samples, [$object, $pc, $at, 1 + draw (3)];
}
@samples = sort { $a->[0] <=> $b->[0] || $a->[1] <=> $b->[1]
    || $a->[2] <=> $b->[2] } @samples;

my @sum = (0, 0, 0);
foreach my $sample (@samples) {
    $sum[$_] += $sample->[3] ** ($_ + 1) foreach 0 .. 2;
}
my (undef, undef, undef, undef, undef, undef, undef, $bytes, undef, $time)
    = stat $library;
print "flags 1\nrecord run 1 1 x000102030405060708090a0b0c0d0e0f\n",
    'record meta 3 "clock" "cpu" "rate" "100" "unit" "seconds"', "\n",
    "record counts 11 @sum 0 0 0 0 0 0 $all 0\n",
    "record object 0 17 4 x00000001 \"/image\" 0 0 1 $base $text\n",
    "record object 1 0 0 \"$library\" $bytes $time 1 4096 16777216\n",
    "record thread 0 \"main\" 1 ", $sum[1] * 10 ** 7, " @sum[0, 1]\n",
    "record arcs ", scalar @arcs, "\n";
print "+ d1:0 d2:$_->[0] d3:1 d4:$_->[1] ", $calls{"$_->[0] $_->[1]"}, "\n"
    foreach @arcs;
print "record nodes $#parent\n";
print "+ ", 2 * ($_ - $parent[$_]), " d1:0 d2:$place[$_ - 1]\n"
    foreach 1 .. $#parent;
print "record values 1 \"cpu\" \"ticks\"\n";
print "record samples ", scalar @samples, "\n";
foreach my $sample (@samples) {
    my ($object, $pc, $node, $count) = @$sample;
    print "+ d1:$object d2:$pc d3:$node 0 0 1 $count ", $count ** 2, " ",
        $count ** 3, "\n";
}
