#!/usr/bin/perl
# process-dump.pl -- prints the extension of a gmon.out for the whole process.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: process-dump.pl FILE            prints the records as text
#        process-dump.pl --strip FILE    prints the file without its extension
# In:  a gmon.out of this machine's word size, or that of ADDRESS_SIZE in the
#      environment, in any byte order.  Out: a line for
#      each fact, or a message and status 1 if the stream is damaged.  Status 2:
#      there is none.
#
# Knows the format from libgmon/gmon_process.h alone, and shares no code with the
# writer in libgmon and the reader in src.

use strict;
use warnings;
no warnings 'portable';
use Config;

my $strip = @ARGV && $ARGV[0] eq '--strip' ? shift : 0;
my $file = shift or die "usage: $0 [--strip] FILE\n";
my $size = $ENV{ADDRESS_SIZE} || $Config{ptrsize};
open my $in, '<:raw', $file or die "$file: $!\n";
my $data = do { local $/; <$in> };
my $order_letter = unpack('V', substr $data, 4, 4) == 1 ? '<' : '>';
my ($u32, $u64) = ("L$order_letter", "Q$order_letter");
my $addr = $size == 8 ? $u64 : $u32;
sub damaged { print "damaged: @_\n"; exit 1 }

# -- The file: payloads of the arcs to address 2, and all else ----------------
my ($at, $stream, $rest) = (20, '', substr $data, 0, 20);
while ($at < length $data) {
    my $tag = ord substr $data, $at, 1;
    my $len;
    if ($tag == 0) {
        my $bins = unpack $u32, substr $data, $at + 1 + 2 * $size, 4;
        $len = 1 + 2 * $size + 4 + 4 + 16 + 2 * $bins;
    } elsif ($tag == 1) {
        $len = 1 + 2 * $size + 4;
    } elsif ($tag == 2) {
        $len = 5 + 2 * $size * unpack $u32, substr $data, $at + 1, 4;
    } else {
        damaged("tag $tag at offset $at");
    }
    my $record = substr $data, $at, $len;
    if ($tag == 1 && unpack($addr, substr $record, 1 + $size, $size) == 2) {
        $stream .= substr($record, 1, $size) . substr($record, 1 + 2 * $size, 4);
    } else {
        damaged("an arc stands behind the stream") if $stream ne '';
        $rest .= $record;
    }
    $at += $len;
}
if ($strip) {
    binmode STDOUT;
    print $rest;
    exit 0;
}
exit 2 if $stream eq '';

# -- The stream ---------------------------------------------------------------
my ($magic, $length, $version, $order, $address, undef, $flags)
    = unpack "a8 $u64 C C C C $u32", $stream;
damaged("magic") if $magic ne "gmonwp\r\n";
damaged("version $version, order $order, address $address")
    if $version != 1 || $order != ($order_letter eq '<' ? 1 : 2) || $address != $size;
damaged("length $length of " . length $stream) if $length > length $stream;
damaged("filled up with something else")
    if substr($stream, $length) !~ /^\0*\z/ || length($stream) - $length >= $size + 4;

# FNV-1a over words, with the arithmetic of 64 bits done in halves.
sub multiply {
    my ($x, $y) = @_;
    use integer;
    return $x * $y;
}
sub digest {
    my ($bytes) = @_;
    my $hash = 0xcbf29ce484222325;
    $bytes .= "\0" x (-length($bytes) % 8);
    $hash = multiply($hash ^ $_, 0x100000001b3) for unpack 'Q<*', $bytes;
    $hash &= 0xffffffffffffffff;
    $hash = multiply($hash ^ ($hash >> 33), 0xff51afd7ed558ccd) & 0xffffffffffffffff;
    $hash = multiply($hash ^ ($hash >> 33), 0xc4ceb9fe1a85ec53) & 0xffffffffffffffff;
    return $hash ^ ($hash >> 33);
}
my $wanted = unpack $u64, substr $stream, $length - 8, 8;
my $digest = digest(substr $stream, 0, $length - 8);
damaged(sprintf "digest %x, not %x", $wanted, $digest) if $digest != $wanted;

my ($pos, $end);
sub byte {
    damaged("a record ends too early at $pos") if $pos >= $end;
    return ord substr $stream, $pos++, 1;
}
sub u {
    my ($value, $shift) = (0, 0);
    while (1) {
        my $byte = byte();
        $value |= ($byte & 0x7f) << $shift;
        return $value if $byte < 0x80;
        $shift += 7;
        damaged("a long number at $pos") if $shift > 63;
    }
}
sub s64 {
    my ($value, $shift, $byte) = (0, 0);
    do {
        $byte = byte();
        $value |= ($byte & 0x7f) << $shift if $shift < 64;
        $shift += 7;
    } while ($byte >= 0x80);
    $value |= ~0 << $shift if ($byte & 0x40) && $shift < 64;
    return $value;
}
sub difference {
    my ($last) = @_;
    use integer;
    $$last += s64();
    no integer;
    $$last &= 0xffffffffffffffff;
    return $$last;
}
sub text {
    my $len = u();
    damaged("a long text at $pos") if $len > $end - $pos;
    $pos += $len;
    return substr $stream, $pos - $len, $len;
}

my %seen;
my $last_tag = 0;
my %read = (
    0x81 => sub {
        my ($runs, $ids) = (u(), u());
        print "runs $runs\n";
        for (1 .. $ids) {
            print "run ", unpack('H*', substr $stream, $pos, 16), "\n";
            $pos += 16;
        }
    },
    0x82 => sub {
        my $last = '';
        for (1 .. u()) {
            my ($key, $value) = (text(), text());
            damaged("keys $last, $key") if $key le $last;
            print "meta $key $value\n";
            $last = $key;
        }
    },
    0x83 => sub {
        my @names = qw(observations ticks squares lost no-cfi unreadable deep
            no-memory folded calls calls-lost hook-ns handler-ns unloads unseen
            wait-ticks wait-polls wait-discarded wait-seen-ns wait-cut);
        for my $i (0 .. u() - 1) {
            print "count ", $names[$i] // $i, " ", u(), "\n";
        }
    },
    0x84 => sub {
        my ($index, $flags, $id, $path, $size, $time) = (u(), u(), text(), text(), u(), u());
        damaged("object $index") if $index != ($seen{objects} // 0);
        $seen{objects}++;
        print "object $index $flags ", ($id eq '' ? '-' : unpack 'H*', $id),
            " $size $time $path\n";
        printf "segment %d %#x %#x\n", $index, u(), u() for 1 .. u();
    },
    0x85 => sub { printf "load %d %d %#x %d %d\n", u(), u(), u(), u(), u() },
    0x86 => sub {
        my ($index, $name) = (u(), text());
        damaged("thread $index") if $index != ($seen{threads} // 0);
        $seen{threads}++;
        print join(' ', 'thread', $index, u(), u(), u(), u(), $name), "\n";
        print "blocked $index ", join(' ', u(), u(), u()), "\n" if $pos < $end;
        print "looks $index ", u(), "\n" if $pos < $end;
    },
    0x87 => sub {
        my ($object, $offset, $from, $from_offset) = (0, 0, 0, 0);
        my @last = (-1);
        for (1 .. u()) {
            my @key = (difference(\$object), difference(\$offset),
                difference(\$from), difference(\$from_offset));
            damaged("order of arcs") if !ascends(\@last, \@key);
            @last = @key;
            printf "arc %d %#x %s %#x %d\n", $key[0], $key[1],
                $key[2] == 0 ? '-' : $key[2] - 1, $key[3], u();
        }
    },
    # "type NUMBER NAME UNIT"
    0x8a => sub {
        for my $number (0 .. u() - 1) {
            my ($name, $unit) = (text(), text());
            print "type $number $name $unit\n";
            push @{ $seen{types} }, $name;
        }
    },
    # "sample OBJECT OFFSET CHAIN THREAD FLAGS OBSERVATIONS SUM SQUARES" for CPU
    # times, "wait OBJECT OFFSET CHAIN THREAD FLAGS KIND NS WAITS SQUARES" for
    # off-CPU times
    0x8b => sub {
        my ($object, $offset, $chain) = (0, 0, 0);
        my @last = (-1);
        for (1 .. u()) {
            my @key = (difference(\$object), difference(\$offset),
                difference(\$chain), u(), u());
            damaged("order of samples") if !ascends(\@last, \@key);
            @last = @key;
            my $types = u();
            my @types = @{ $seen{types} // [] };
            damaged("types $types of a sample") if !$types || $types >> @types;
            for my $type (grep { $types >> $_ & 1 } 0 .. $#types) {
                my ($observations, $sum, $squares) = (u(), u(), u());
                if ($types[$type] eq 'cpu') {
                    printf "sample %d %#x %d %d %d %d %d %d\n", @key,
                        $observations, $sum, $squares;
                } elsif ($types[$type] =~ /^off-cpu:(.*)/) {
                    printf "wait %d %#x %d %d %d %s %d %d %d\n", @key, $1,
                        $sum, $observations, $squares;
                }
            }
        }
    },
    # "node N PARENT E OBJECT OFFSET"
    0x88 => sub {
        my ($object, $offset) = (0, 0);
        $seen{nodes} = u();
        for my $node (1 .. $seen{nodes}) {
            my $back = u();
            damaged("parent of node $node") if $back < 2 || $back >> 1 > $node;
            printf "node %d %d %d %d %#x\n", $node, $node - ($back >> 1), $back & 1,
                difference(\$object), difference(\$offset);
        }
    },
    # "place N E OBJECT OFFSET", and "set CHAIN" with OUTER INNER for each call
    0x89 => sub {
        my ($object, $offset) = (0, 0);
        my $places = u();
        for my $place (0 .. $places - 1) {
            printf "place %d %d %d %#x\n", $place, u(), difference(\$object),
                difference(\$offset);
        }
        for my $set (1 .. u()) {
            my @pairs = map { u() } 1 .. 2 * u();
            damaged("set $set") if !@pairs || grep { $_ >= $places } @pairs;
            print join(' ', 'set', ($seen{nodes} // 0) + $set, @pairs), "\n";
        }
    },
    # "name OBJECT OFFSET SIZE TEXT"
    0x8c => sub {
        my ($object, $offset) = (u(), 0);
        for (1 .. u()) {
            printf "name %d %#x %d ", $object, difference(\$offset), u();
            print text(), "\n";
        }
    },
    0x80 => sub { $pos += 8 },
);
sub ascends {
    my ($one, $two) = @_;
    return 1 if $one->[0] < 0;
    for my $i (0 .. $#$two) {
        return $one->[$i] < $two->[$i] if $one->[$i] != $two->[$i];
    }
    return 0;
}

printf "stream %d flags %d\n", $length, $flags;
$pos = 24;
while ($pos < $length) {
    damaged("a record's head at $pos") if $length - $pos < 5;
    my ($tag, $len) = unpack "C $u32", substr $stream, $pos, 5;
    $pos += 5;
    damaged("record $tag of $len bytes at $pos") if $len > $length - $pos;
    $end = $pos + $len;
    damaged("order of tags: $tag behind $last_tag")
        if ($tag < $last_tag || ($tag == $last_tag && $tag != 0x84 && $tag != 0x85
            && $tag != 0x86 && $tag != 0x8c)) && $tag != 0x80;
    $last_tag = $tag;
    damaged("tag $tag") if !$read{$tag};
    $read{$tag}->();
    damaged("record $tag ends at $pos, not $end") if $pos != $end;
}
damaged("no end") if $last_tag != 0x80;
exit 0;
