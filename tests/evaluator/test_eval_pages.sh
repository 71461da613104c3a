#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Each command of sssp-eval has a manual page of its own, with an example that tests/test_man_examples.sh runs; sssp-eval(1)
# lists them all; each option stands in one of the pages; all are installed.
set -u
PATH=${builddir:?}/evaluator:$PATH
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
bad=0
complain() { echo "FAIL: $*" && bad=1; }
man=${srcdir:?}/man

sssp-eval --help | sed -n 's/^  \([a-z][a-z-]*\)  *.*/\1/p' >"$work/commands"
[ "$(wc -l <"$work/commands")" -ge 17 ] || complain "--help names $(wc -l <"$work/commands") commands"
while read -r command; do
	page=$man/sssp-eval-$command.1
	[ -s "$page" ] || { complain "no page of $command" && continue; }
	for part in '\.Sh SYNOPSIS' '\.Sh EXIT STATUS' '\.Sh EXAMPLES' '\.Sh SEE ALSO' '\.\\" \.EX'; do
		grep -q "^$part" "$page" || complain "$page has no $part"
	done
	grep -q "^.It Xr sssp-eval-$command 1" "$man/sssp-eval.1" || complain "sssp-eval(1) does not list $command"
	grep -q "man/sssp-eval-$command\.1" "$man/local.mk" || complain "man/local.mk does not install the page of $command"
	sssp-eval "$command" --help | sed -n 's/^  \(-[a-zA-Z], \)\{0,1\}--\([a-z0-9-]*\).*/\2/p' | grep -vxE 'help|version|quiet' >"$work/options"
	[ -s "$work/options" ] || complain "$command --help has no options"
	while read -r option; do
		grep -qE "^\.(It )?.*Fl Fl $option( |\$)" "$man"/sssp-eval*.1 || complain "--$option of $command is in no page"
	done <"$work/options"
done <"$work/commands"
for page in "$man"/sssp-eval-*.1; do
	name=$(basename "$page" .1)
	grep -qx "${name#sssp-eval-}" "$work/commands" || complain "$page is of no command"
done
exit $bad
