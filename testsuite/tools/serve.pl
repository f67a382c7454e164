#! /usr/bin/perl
# serve.pl -- the files of a directory over HTTP, for the tests of debuginfod.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: serve.pl ROOT PORT-FILE LOG
# Listens on a free port of 127.0.0.1, writes the port's number to PORT-FILE,
# answers each GET with the file below ROOT or 404, and writes a line to LOG
# for each.  Ends when it is killed, at the latest after an hour.

use strict;
use warnings;
use IO::Socket::INET;

my ($root, $port_file, $log_file) = @ARGV;
my $server = IO::Socket::INET->new (LocalAddr => '127.0.0.1', Listen => 5,
                                    Proto => 'tcp')
  or die "serve.pl: $!\n";
alarm 3600;

open (my $log, '>', $log_file) or die "$log_file: $!\n";
$log->autoflush (1);
open (my $port, '>', "$port_file-t") or die "$port_file: $!\n";
print $port $server->sockport, "\n";
close ($port);
rename ("$port_file-t", $port_file) or die "$port_file: $!\n";

while (my $client = $server->accept)
  {
    my ($path) = (<$client> // '') =~ m{^GET (\S+) };
    while (defined (my $line = <$client>))
      {
        last if $line =~ /^\r?\n$/;
      }
    my $body;
    if (defined $path && $path !~ /\.\./ && -f "$root$path"
        && open (my $file, '<:raw', "$root$path"))
      {
        local $/;
        $body = <$file>;
      }
    print $log defined $body ? 200 : 404, ' ', $path // '-', "\n";
    my $length = length ($body // '');
    print $client 'HTTP/1.1 ', defined $body ? '200 OK' : '404 Not Found',
      "\r\nContent-Length: $length\r\nConnection: close\r\n\r\n",
      $body // '';
    close ($client);
  }
