#!/usr/bin/perl
# mutants.pl -- breaks lines of the product; names those that no test notices.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: mutants.pl BUILDDIR N SEED
#          breaks N lines, one after the other.  In the environment: MAKE,
#          RUNTEST; LIMIT, the seconds for the tests of one mutant (300).
#        mutants.pl --show FILE
#          prints each change that could be made to FILE, and ends.
#
# A mutant is one changed line of a .c file below src or libgmon: an operator,
# a constant or a condition is another one, or a statement is missing.  SEED
# decides which lines.  A change that does not compile, or that gives the same
# machine code, or whose file this machine does not compile, is replaced by
# another and does not count.
#
# Everything happens in BUILDDIR/testsuite/mutants: tree/ is what "make distdir"
# copies, build/ and coverage/ are two builds of it, configured as BUILDDIR is.
# They are kept until the sources change.  coverage/ tells by gcov which lines
# of src each unit program and each file of tests runs.
#
# A mutant of src is tried with the tests that run its line, the fast ones
# first.  A mutant of libgmon, whose lines cannot be counted within the programs
# that it profiles, is tried with all of its tests, first with those that name
# its function, file or folder.  Files of tests run as in "make check-quick".
# A test that fails without a change is not used, and a failure counts if it
# comes twice.  A test that hangs is a failure, too.
#
# Each line of the output is one of
#   killed FILE:LINE: CHANGE: by TEST
#   SURVIVED FILE:LINE: CHANGE: N of N tests
#   N mutants, N killed, N survived          (the last line)
# Status 0, or 1 if something does not work.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(basename dirname);
use File::Find qw(find);
use File::Path qw(make_path remove_tree);
use POSIX qw(ceil);
use Time::HiRes qw(time);

my %opposite = (
    '<' => '<=', '<=' => '<', '>' => '>=', '>=' => '>',
    '==' => '!=', '!=' => '==', '&&' => '||', '||' => '&&',
    '+' => '-', '-' => '+', '*' => '/', '/' => '*', '%' => '*',
    '<<' => '>>', '>>' => '<<', '&' => '|', '|' => '&', '^' => '|',
    '+=' => '-=', '-=' => '+=', '*=' => '/=', '/=' => '*=', '|=' => '&=',
    '&=' => '|=', '<<=' => '>>=', '>>=' => '<<=',
    'true' => 'false', 'false' => 'true',
);

sub read_lines
{
    my $file = shift;
    open my $in, '<', $file or die "mutants.pl: $file: $!\n";
    my @lines = <$in>;
    close $in;
    return @lines;
}

# -- Changes ------------------------------------------------------------------

# without_text LINES: the lines with blanks in place of comments, strings,
# characters and directives, so that columns remain
sub without_text
{
    my $text = join '', @_;
    my $blanks = sub { $_[0] =~ s/[^\n]/ /gr };

    $text =~ s{(/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|//[^\n]*)}
              {$blanks->($1)}gse;
    $text =~ s{^(\#(?:\\\n|[^\n])*)}{$blanks->($1)}gme;
    return split /^/, $text;
}

# changes LINES: a list of [LINE NUMBER, WHAT, NEW LINE] for the lines of a file
sub changes
{
    my @lines = @_;
    my @code = without_text (@lines);
    my @changes;
    my $inside = 0;             # in a function
    my $before = '{';           # the last line of code

    for my $i (0 .. $#code) {
        my $code = $code[$i];
        $inside = 1 if $code =~ /^\{/;
        $inside = 0 if $code =~ /^\}/;
        next if $code !~ /\S/;
        my $change = sub {
            my ($at, $old, $new) = @_;
            my $line = $lines[$i];
            my $was = substr $line, $at, length $old, $new;
            my $what = $new eq '{ }' ? 'gone'
                : $new =~ /^\(!/ ? 'negated' : "'$new'";
            push @changes, [$i + 1, "'$was' is $what", $line];
        };
        if ($inside) {
            while ($code =~ m{(?<=\ )([-+*/%&|^<>=!]+)(?=\s)}g) {
                $change->($-[1], $1, $opposite{$1}) if exists $opposite{$1};
            }
            while ($code =~ /\b(true|false)\b/g) {
                $change->($-[1], $1, $opposite{$1});
            }
            while ($code =~ /((?<=[\w\])])(?:\+\+|--)|(?:\+\+|--)(?=[\w*(]))/g) {
                $change->($-[1], $1, $1 eq '++' ? '--' : '++');
            }
            while ($code =~ /(?<![\w.])(\d{1,9}|0x[0-9a-fA-F]{1,8})(?![\w.])/g) {
                my ($at, $old) = ($-[1], $1);
                my $value = $old =~ /^0./ ? oct $old : $old;
                $change->($at, $old, $value + 1);
                $change->($at, $old, 0) if $value != 0;
            }
            if ($code =~ /\b(?:if|while) (\((?:[^()]|(?1))*\))\s*$/) {
                $change->($-[1], $1, "(!$1)");
            }
            # A whole statement of one line, which declares nothing.
            if ($before =~ /[;{}:)]$/
                && $code =~ m{^\s+((?:\(void\)\ )?
                              [a-z_*(][\w.>()\[\]*-]*\ ?
                              (?:[-+*/%&|^<>]?=\ |\(|\+\+|--|;).*;)\s*$}x
                && $code !~ /^\s+(?:return|goto|case|default)\b/) {
                $change->($-[1], $1, '{ }');
            }
        }
        ($before = $code) =~ s/\s+$//;
    }
    return @changes;
}

if (@ARGV == 2 && $ARGV[0] eq '--show') {
    print map { "$_->[0]: $_->[1]\n" } changes (read_lines ($ARGV[1]));
    exit 0;
}
@ARGV == 3 or die "usage: mutants.pl BUILDDIR N SEED\n";
my ($builddir, $wanted, $seed) = @ARGV;
$builddir = abs_path ($builddir);
my $work = "$builddir/testsuite/mutants";
my $tree = "$work/tree";
my $make = $ENV{MAKE} || 'make';
my $runtest = $ENV{RUNTEST} || 'runtest';
my $limit = $ENV{LIMIT} || 300;
$| = 1;
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL GMON_OPTIONS GMON_OUT_PREFIX)};

# -- The copy and its builds --------------------------------------------------

# shell COMMAND: runs it; dies with the end of its output if it fails
sub shell
{
    my $command = shift;
    return if system ("($command) >'$work/log' 2>&1 </dev/null") == 0;
    my @end = read_lines ("$work/log");
    splice @end, 0, -20 if @end > 20;
    die "mutants.pl: this failed: $command\n", @end;
}

# build NAME FLAGS: configures and compiles $work/NAME; FLAGS are those of
# libgprof.a and of the programs that are linked with it
sub build
{
    my ($name, $flags) = @_;
    my $dir = "$work/$name";
    my $arguments = `'$builddir/config.status' --config` =~ s/\s+/ /gr;

    make_path ($dir);
    shell ("cd '$dir' && eval '../tree/configure' -q $arguments")
        if !-e "$dir/config.status";
    # Without the flags first, as the tests ask site.exp for them.
    shell ("$make -s -C '$dir/testsuite' site.exp");
    shell ("$make -s -j2 -C '$dir' $flags && "
           . "$make -s -j2 -C '$dir/testsuite' $flags check-programs");
}

# set_up: tree/ is what the sources are now, and both builds are complete.
# What was measured in another tree goes.
sub set_up
{
    make_path ($work);
    system "chmod -R u+w '$work/new' 2>/dev/null; rm -rf '$work/new'";
    shell ("cd '$builddir' && $make -s distdir distdir='testsuite/mutants/new'"
           . " top_distdir='testsuite/mutants/new'");
    if (!-d $tree || system ("diff -r -x ChangeLog '$tree' '$work/new' >/dev/null") != 0) {
        system "chmod -R u+w '$work' 2>/dev/null";
        system 'rm', '-rf', map { "$work/$_" } qw(tree build coverage data);
        rename "$work/new", $tree or die "mutants.pl: $tree: $!\n";
    }
    print "building\n";
    build ('build', '');
    build ('coverage', 'SANITIZE_CFLAGS=--coverage') if -d "$work/build/src";
}

# -- Tests --------------------------------------------------------------------

# A process that is the first of a namespace takes all others with it when it
# ends; so nothing of a mutant stays, whatever it starts, or kills.
my $alone = 'unshare --pid --fork --mount-proc --kill-child';
$alone = '' if system ("$alone true 2>/dev/null") != 0;

my $running = 0;                # the group of processes that runs now, or 0

# watch SECONDS COMMAND PATTERN: runs COMMAND; returns what is wrong: its first
# line of output that matches PATTERN, that it hangs, or its status; or ''
sub watch
{
    my ($seconds, $command, $pattern) = @_;
    my $wrong = '';

    # Memory and files that a broken program wants are limited.
    my $limits = 'ulimit -v 16777216; ulimit -f 8388608; ulimit -c 0';
    my $pid = open my $out, '-|';
    defined $pid or die "mutants.pl: fork: $!\n";
    if ($pid == 0) {
        setpgrp;
        open STDERR, '>&', \*STDOUT;
        open STDIN, '<', '/dev/null';
        exec 'sh', '-c', "$limits; exec $alone sh -c '$command; exit \$?'";
        exit 127;
    }
    $running = $pid;
    eval {
        local $SIG{ALRM} = sub { die "it hangs\n" };
        alarm ceil ($seconds);
        while ($wrong eq '' && defined (my $line = <$out>)) {
            $wrong = $line if $line =~ /$pattern/;
        }
        alarm 0;
    };
    $wrong = $@ if $@;
    kill 'KILL', -$pid if $wrong ne '';
    close $out;
    $running = 0;
    $wrong = "status $?" if $wrong eq '' && $? != 0;
    chomp $wrong;
    return $wrong;
}

# A test is "unit/t_x", a unit program, or "FOLDER/NAME.exp".
# run_test TEST SECONDS: runs it in build/; returns what is wrong, or ''
sub run_test
{
    my ($test, $seconds) = @_;
    my $dir = "$work/build/testsuite";
    my $out = $test =~ m{^unit/} ? "$dir/tmp/mutant" : "$dir/sums.mutant";

    system 'rm', '-rf', $out;
    make_path ($out);
    return watch ($seconds,
                  "cd \"$out\" && srcdir=\"$tree/testsuite\" \"$dir/$test\"",
                  qr/^\tFAILED: /) if $test =~ m{^unit/};
    my ($tool) = $test =~ /^(\w+)\./;
    return watch ($seconds,
        "cd \"$dir\" && CHECK_QUICK=1 MAKE=\"$make\" $runtest --tool $tool"
        . " --srcdir \"$tree/testsuite\" --outdir \"$out\" "
        . basename ($test), qr/^(?:FAIL|ERROR|UNRESOLVED|XPASS): /);
}

my ($changed, @original);       # the file that is changed now, and its lines

# -- What is measured once ----------------------------------------------------

my %cost;                       # the seconds of a test that passes

# unit_programs KIND: those whose names match
sub unit_programs
{
    my $kind = shift;
    my ($units) = join ('', read_lines ("$work/build/testsuite/env.exp"))
        =~ /UNIT_PROGRAMS \{(.*?)\}/;
    return grep { /$kind/ } split ' ', $units;
}

# run_all BUILD TOOLS: runs the files of tests that make check runs with TOOLS
# (gprof, libgmon) in BUILD.  In coverage/, each has a folder of its own for what
# gcov counts.  Left out are those that fail for any change (structure, install), run all unit
# programs, or judge nothing (bench).
sub run_all
{
    my ($build, $tools) = @_;
    my $dir = "$work/$build";
    my $wrapper = "$work/runtest";
    my @folders = map { basename ($_) }
        grep { !/gprof\.(?:structure|install|unit|bench)$/ }
        glob "$tree/testsuite/{$tools}.*";

    open my $out, '>', $wrapper or die "mutants.pl: $wrapper: $!\n";
    print $out "#!/bin/sh\n# runtest -- what run-tests.sh calls.\n",
        "export CHECK_QUICK=1\n";
    if ($build eq 'coverage') {
        # The components of the folder's name, which GCOV_PREFIX replaces; the
        # argument of --outdir names the test.
        my $strip = () = $dir =~ m{/[^/]+}g;
        print $out "export GCOV_PREFIX_STRIP=$strip\nfor word in \"\$@\"; do\n",
            "  case \$word in sums/*) export GCOV_PREFIX=$work/data/\${word#*/} ;;",
            " esac\ndone\n";
    }
    print $out "exec $runtest \"\$@\"\n";
    close $out;
    chmod 0755, $wrapper;
    system "cd '$dir/testsuite' && RUNTEST='$wrapper' MAKE='$make' $alone"
         . " sh '$tree/testsuite/run-tests.sh' '$tree/testsuite' "
         . join (' ', map { "'$_/*'" } @folders) . " >'$work/log' 2>&1";
}

# measure_times: runs all tests; sets %cost for those that pass
sub measure_times
{
    my $sums = "$work/build/testsuite/sums";
    run_all ('build', 'gprof,libgmon') if !-d "$work/data";
    for (read_lines ("$sums/times")) {
        my ($seconds, $cpu, $test) = split;
        my $dir = "$sums/" . $test =~ tr{/}{-}r;
        my @wrong = (grep { /^(?:FAIL|ERROR|UNRESOLVED|XPASS): / }
                          read_lines ("$dir/all"),
                     map { $_ != 0 ? "runtest ended with status $_" : () }
                         read_lines ("$dir/status"));
        $cost{$test} = $seconds + 1 if !@wrong;
        print "not used: $test: $wrong[0]" if @wrong;
    }
    for my $test (unit_programs (qr//)) {
        my $start = time;
        my $wrong = run_test ($test, 600);
        $cost{$test} = time - $start if $wrong eq '';
        print "not used: $test: $wrong\n" if $wrong ne '';
    }
}

# measure_lines: leaves in $work/data, in a folder for each test, what gcov
# counted in it
sub measure_lines
{
    my $tests = "$work/coverage/testsuite";

    return if -e "$work/data/complete" || !-d $tests;
    run_all ('coverage', 'gprof');
    make_path ("$tests/tmp/unit");
    for my $test (unit_programs (qr{^unit/t_(?!lg_)})) {
        local $ENV{GCOV_PREFIX} = "$work/data/" . $test =~ tr{/}{-}r;
        local $ENV{GCOV_PREFIX_STRIP} = () = "$work/coverage" =~ m{/[^/]+}g;
        local $ENV{srcdir} = "$tree/testsuite";
        system "cd '$tests/tmp/unit' && '$tests/$test' >/dev/null 2>&1";
    }
    open my $out, '>', "$work/data/complete" or die "mutants.pl: data: $!\n";
    close $out;
}

# tests_of_lines FILE: for each line of FILE a list of the tests that run it,
# as a reference, or none
sub tests_of_lines
{
    my ($stem) = $_[0] =~ /(.*)\.c$/;
    my ($dir, $name) = (dirname ($stem), basename ($stem));
    my @tests;

    for my $test (keys %cost) {
        my $data = "$work/data/" . ($test =~ tr{/}{-}r) . "/$dir";
        my %is_run;
        for my $counts (glob "$data/$name.gcda $data/*-$name.gcda") {
            my $notes = "$dir/" . (basename ($counts) =~ s/gcda$/gcno/r);
            next if !-e $counts || !-e "$work/coverage/$notes";
            symlink "$work/coverage/$notes", $counts =~ s/gcda$/gcno/r;
            my $source = '';
            for (`cd '$work/coverage/src' && gcov -t '$counts' 2>/dev/null`) {
                $source = $1 if /^\s*-:\s*0:Source:(.*)$/;
                $is_run{$1} = 1 if $source =~ m{tree/\Q$stem\E\.c$}
                    && /^\s*[1-9][0-9]*\*?:\s*(\d+):/;
            }
        }
        push @{ $tests[$_] }, $test for keys %is_run;
    }
    return @tests;
}

# tests_for FILE LINE: the tests that may notice a change, the best first
sub tests_for
{
    my ($file, $line) = @_;
    my %score;

    if ($file =~ m{^src/}) {
        # A line without a count belongs to a statement that begins above.
        my @code = without_text (@original);
        my @tests = tests_of_lines ($file);
        $line-- while !$tests[$line] && $line > 1
                      && $code[$line - 2] !~ /[;{}:]\s*$|^\s*$/;
        %score = map { $_ => 0 } @{ $tests[$line] || [] };
    } else {
        my ($function) = map { /^(\w+) \(/ } reverse @original[0 .. $line - 1];
        my @names = (basename ($file, '.c'), basename (dirname ($file)));
        unshift @names, $function if defined $function;
        for my $test (grep { m{^(?:unit/t_lg_|unit/t_bare|libgmon\.
                                |gprof\.(?:e2e|bare|blocks))}x } keys %cost) {
            my $source = $test =~ m{^unit/} ? "$test.c" : $test;
            my $text = join '', $test, read_lines ("$tree/testsuite/$source");
            $score{$test} = $test =~ m{^unit/} ? 8 : 0;
            for my $i (0 .. $#names) {
                $score{$test} += 4 >> $i if $text =~ /\b\Q$names[$i]\E\b/;
            }
        }
    }
    return sort { $score{$b} <=> $score{$a} || $cost{$a} <=> $cost{$b}
                      || $a cmp $b } keys %score;
}

# -- Mutants ------------------------------------------------------------------

# objects_of FILE: what the compiler made of it
sub objects_of
{
    my $file = shift;
    my ($dir, $name) = ("$work/build/" . dirname ($file), basename ($file, '.c'));
    return grep { -f } map { glob "$_/$name.o $_/*-$name.o" } $dir, "$dir/.libs";
}

# code_of FILE: the machine code of its objects
sub code_of
{
    my $all = '';
    for my $object (objects_of (shift)) {
        system "objcopy -g '$object' '$work/stripped.o' 2>/dev/null";
        $all .= join '', read_lines ("$work/stripped.o");
    }
    return $all;
}

# restore: the file that is changed becomes what it was
sub restore
{
    return if !defined $changed;
    open my $out, '>', "$tree/$changed" or die "mutants.pl: $changed: $!\n";
    print $out @original;
    close $out;
    undef $changed;
}

# change FILE LINE TEXT: replaces one line in the copy, until restore
sub change
{
    my ($file, $line, $text) = @_;
    my @lines = @original = read_lines ("$tree/$file");
    $lines[$line - 1] = $text;
    $changed = $file;
    open my $out, '>', "$tree/$file" or die "mutants.pl: $file: $!\n";
    print $out @lines;
    close $out;
}

# make_product: whether the libraries and gprof could be made
sub make_product
{
    for my $dir (grep { -d } "$work/build/libgmon", "$work/build/src") {
        return 0 if system ("$make -s -C '$dir' WARN_CFLAGS=-w all"
                            . " >'$work/log' 2>&1") != 0;
    }
    return 1;
}

# programs_of TEST: what is linked with libgprof.a and used by TEST
sub programs_of
{
    my $test = shift;
    return $test if $test =~ m{^unit/};
    return 'check-programs' if $test =~ m{^gprof\.fuzz/};
    my $text = join '', read_lines ("$tree/testsuite/$test");
    return grep { $text =~ /\b$_\b/ } qw(same_lines lines_at gprof_local);
}

# try_mutant FILE LINE CODE: the changed line is tried; without the change, CODE
# is the machine code.  Returns "killed" and the test, "SURVIVED" and how many
# tests ran, or '' if the change does not count.
sub try_mutant
{
    my ($file, $line, $code) = @_;
    my $tried = 0;

    return '' if !make_product () || code_of ($file) eq $code;
    my @tests = tests_for ($file, $line);
    my $end = time + $limit;
    for my $test (@tests) {
        my $patience = 60 + 20 * $cost{$test};
        last if time > $end;
        shell ("$make -s -j2 -C '$work/build/testsuite' "
               . join (' ', programs_of ($test))) if programs_of ($test);
        $tried++;
        return ('killed', "by $test") if run_test ($test, $patience) ne ''
            && run_test ($test, $patience) ne '';
    }
    return ('SURVIVED', "$tried of " . @tests . ' tests');
}

$SIG{$_} = sub { exit 1 } for qw(HUP INT TERM);
END {
    kill 'KILL', -$running if $running;
    restore ();
}
set_up ();
print "running all tests, then all with gcov\n";
measure_times ();
measure_lines ();

my @lines;                      # [FILE, LINE NUMBER, WHAT, NEW LINE]
find ({ no_chdir => 1, wanted => sub {
    my $file = substr $_, length ("$tree/");
    return if !/\.c$/ || !objects_of ($file);
    push @lines, map { [$file, @$_] } changes (read_lines ($_));
} }, grep { -d } "$tree/src", "$tree/libgmon");
@lines = sort { $a->[0] cmp $b->[0] || $a->[1] <=> $b->[1]
                    || $a->[2] cmp $b->[2] } @lines;

srand $seed;
my %count = (killed => 0, SURVIVED => 0);
while ($count{killed} + $count{SURVIVED} < $wanted && @lines) {
    # A line first, as a line with many changes counts no more than another.
    my $some = $lines[int rand @lines];
    my @changes = grep { $_->[0] eq $some->[0] && $_->[1] == $some->[1] } @lines;
    my $mutant = $changes[int rand @changes];
    my ($file, $line, $what, $text) = @$mutant;
    @lines = grep { $_ != $mutant } @lines;

    make_product () or die "mutants.pl: the copy does not compile\n";
    my $code = code_of ($file);
    change ($file, $line, $text);
    my ($result, $how) = try_mutant ($file, $line, $code);
    restore ();
    next if $result eq '';
    $count{$result}++;
    print "$result $file:$line: $what: $how\n";
}
make_product ();
print $count{killed} + $count{SURVIVED}, " mutants, $count{killed} killed, ",
    "$count{SURVIVED} survived\n";
