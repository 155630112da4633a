# apply.pl RULES FROM TO: writes the files that the rules name from the tree FROM to the tree TO, with every mutant in
# them, each off until the environment variable WARPWRIGHT_MUTANT names it. Prints the names and the passes they concern.
# Without TO, only sees whether all rules fit.
use strict;
use warnings;

my ($rules, $from, $to) = @ARGV;
my ($mutant, $file, %texts, @names, @lost);

sub slurp {
  open my $in, '<', $_[0] or die "$_[0]: $!\n";
  local $/;
  return <$in>;
}

sub edit {
  my ($kind, $old, $new) = @_;
  $texts{$file} //= slurp("$from/$file");
  # White space is the formatter's.
  my $pattern = join '\s*', map { quotemeta } grep { /\S/ } split //, $old;
  my $count = () = $texts{$file} =~ /$pattern/g;
  if ($count != 1) {
    push @lost, "$mutant: found $count times in $file, not once:\n$old\n";
    return;
  }
  if ($kind eq 'value' && "$old\n$new" =~ /;\s*$|^\s*(return|const|auto)\b/m) {
    push @lost, "$mutant: a value is an expression, no statement or declaration:\n$old\n";
    return;
  }
  my $on = "mutant(\"$mutant\")";
  if ($kind eq 'value') {
    $texts{$file} =~ s/($pattern)/"($on ? ($new) : ($1))"/e;
  } elsif ($kind eq 'before') {
    $texts{$file} =~ s/($pattern)/"if ($on) { $new } $1"/e;
  } else {
    $texts{$file} =~ s/($pattern)/"{ if ($on) { $new } else { $1 } }"/e;
  }
}

open my $in, '<', $rules or die "$rules: $!\n";
while (my $line = <$in>) {
  chomp $line;
  next if $line =~ /^#|^\s*$|^rule /;
  if ($line =~ /^mutant (\S+) (.*)$/) {
    $mutant = $1;
    push @names, "$1 $2";
  } elsif ($line =~ /^file (\S+)$/) {
    $file = $1;
  } elsif ($line =~ /^(replace|value|before)$/) {
    my ($kind, $part, @parts) = ($1, 0, '', '');
    while (defined(my $next = <$in>)) {
      last if $next eq "end\n";
      if ($next eq "by\n") { $part = 1; next; }
      $parts[$part] .= $next;
    }
    chomp @parts;
    edit($kind, @parts);
  } else {
    die "not understood: $line\n";
  }
}

die @lost if @lost;
exit unless defined $to;

my $switch = <<'CPP';
#include <cstdlib>
#include <string_view>
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif
[[maybe_unused]] static bool mutant(std::string_view name) {
  static const char* const chosen = std::getenv("WARPWRIGHT_MUTANT");
  return chosen && name == chosen;
}
CPP
for my $name (keys %texts) {
  my $text = "$switch#line 1 \"$name\"\n$texts{$name}";
  next if -e "$to/$name" && slurp("$to/$name") eq $text;
  open my $out, '>', "$to/$name" or die "$to/$name: $!\n";
  print $out $text;
}
print "$_\n" for @names;
