# stress-check.pl -- do the profiles of a stress run have its calls?
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: perl stress-check.pl MKGMON PROGRAM
# In: in the current directory the files "calls" and "calls.PID" that stress.c
# wrote, and for each a "gmon.out" or "gmon.out.PID", which a child without
# calls does not have.  Out: a line with the
# numbers of processes and calls, then what is wrong, if anything; status 1.

use strict;
use warnings;

my ($mkgmon, $program) = @ARGV;
my (@starts, @names, %function_at, %wrong);
my ($processes, $sum, $short, $over) = (0, 0, 0, 0);

open (my $nm, '-|', 'nm', '-n', $program) or die "nm: $!\n";
while (<$nm>)
  {
    next unless /^([0-9a-f]+) [TtWw] (\S+)/;
    push @starts, hex $1;
    push @names, $2;
  }
close $nm or die "nm failed\n";

# The number of the function at an address, -1 for any other code.
sub function_at
{
  my ($address) = @_;
  my ($low, $high) = (0, scalar @starts);

  return $function_at{$address} if exists $function_at{$address};
  while ($low < $high)
    {
      my $middle = int (($low + $high) / 2);
      if ($starts[$middle] <= $address) { $low = $middle + 1 }
      else { $high = $middle }
    }
  my $is = $low > 0 && $names[$low - 1] =~ /^s_([0-9]+)$/ ? $1 : -1;
  return $function_at{$address} = $is;
}

sub complain
{
  my ($file, $what) = @_;

  push @{$wrong{$file}}, $what;
}

sub profile
{
  my ($file) = @_;
  my %calls;

  open (my $dump, '-|', $mkgmon, '-d', $file) or die "$mkgmon: $!\n";
  while (<$dump>)
    {
      next unless /^arc (\S+) (\S+) ([0-9]+)(?: ([0-9]+))?$/;
      my ($from, $self) = (hex $1, hex $2);
      next if $self == 2;       # the extension (libgmon/gmon_process.h)
      my $caller = $from == 0 ? -1 : function_at ($from - 1);
      $calls{"$caller " . function_at ($self)} += $3 * ($4 // 1);
    }
  close $dump or complain ($file, "is damaged");
  return \%calls;
}

foreach my $wanted (glob 'calls*')
  {
    (my $file = $wanted) =~ s/^calls/gmon.out/;
    my (%want, $missing, $more);
    my ($may_miss, $may_exceed) = (0, 0);

    $processes++;
    open (my $in, '<', $wanted) or die "$wanted: $!\n";
    while (<$in>)
      {
        my @word = split;
        if ($word[0] eq 'short') { $may_miss = $word[1] }
        elsif ($word[0] eq 'over') { $may_exceed = $word[1] }
        else { $want{"$word[0] $word[1]"} += $word[2] }
      }
    close $in;
    complain ($file, 'does not exist') if !-e $file;
    my $have = -e $file ? profile ($file) : {};
    $missing = $more = 0;
    foreach my $pair (keys %{{%want, %$have}})
      {
        my ($w, $h) = ($want{$pair} // 0, $have->{$pair} // 0);

        $sum += $h;
        $missing += $w - $h if $h < $w;
        $more += $h - $w if $h > $w;
        complain ($file, "$pair: $h calls, not $w") if $h != $w;
      }
    $short += $missing;
    $over += $more;
    delete $wrong{$file}
      if $missing <= $may_miss && $more <= $may_exceed
         && (-e $file || $wanted ne 'calls');
    complain ($file, "$missing missing of at most $may_miss, "
              . "$more too many of at most $may_exceed")
      if exists $wrong{$file};
  }

print "$processes processes, $sum calls, $short missing, $over too many\n";
foreach my $file (sort keys %wrong)
  {
    my @what = @{$wrong{$file}};
    my $first = @what > 6 ? @what - 6 : 0;

    print "$file: $_\n" foreach reverse @what[$first .. $#what];
  }
exit (%wrong || $processes == 0 ? 1 : 0);
