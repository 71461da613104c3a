#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# README.md: two screens, its two commands, one table, files and manual pages that are there, and a picture that
# sssp-eval draws. `test_readme.sh --write` draws it again (with srcdir and builddir set).
set -u
PATH=${builddir:?}/evaluator:$builddir/generator:$PATH
export PATH
readme=${srcdir:?}/README.md picture=$srcdir/doc/deimos.svg
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
bad=0
complain() { echo "FAIL: $*" && bad=1; }

cd "$work" || exit 99
sssp-topo deimos --lids -q -o deimos.net && sssp-route deimos.net -q -o tables &&
	sssp-eval draw deimos.net tables -q --plot deimos.svg >said 2>&1 || complain "no picture: $(cat said)"
[ "${1:-}" != --write ] || exec cp deimos.svg "$picture"
if sed -n '2,$p' deimos.svg | grep -q '</svg>'; then
	cmp -s deimos.svg "$picture" || complain "doc/deimos.svg is not what sssp-eval draws: tests/test_readme.sh --write"
else
	echo "this build draws no pictures"
fi

[ "$(wc -l <"$readme")" -le 100 ] || complain "README.md has more than 100 lines"
for command in run test; do
	grep -q "^    ./quickstart $command " "$readme" || complain "README.md does not have the command ./quickstart $command"
done
[ "$(grep -c '^|--*' "$readme")" = 1 ] && [ "$(grep -c '^|' "$readme")" -le 7 ] || complain "not one table of at most five rows"

for text in README CONTRIBUTING SECURITY HACKING doc/guide doc/benchmarks doc/architecture doc/glossary; do
	[ -s "$srcdir/$text.md" ] || { complain "$text.md is not there" && continue; }
	case $text in HACKING | *architecture) : >long ;; *) awk 'length > 120 && !/^\|/ { print FILENAME ":" FNR ": more than 120 columns" }' "$srcdir/$text.md" >long ;; esac
	[ ! -s long ] || complain "$(cat long)"
	# doc/x.md, NAME.md and page(8)
	grep -oE '(doc|bench|tests|debian|packaging|ibsim-configs)/[a-zA-Z0-9_/.-]+\.(md|svg|sh|net|sssp)' "$srcdir/$text.md" | grep -v WHAT | sort -u >files
	grep -oE '(osmsssp|opensm-sssp|(opensm-)?sssp-[a-z-]+)\([1-8]\)' "$srcdir/$text.md" | sort -u | sed 's/(/./; s/)//; s|^|man/|' >>files
	while read -r file; do
		[ -e "$srcdir/$file" ] || complain "$text.md names $file, which is not there"
	done <files
done

# The table of HACKING.md that says where to change what: files are there, functions in the file before them.
table=$(sed -n '/^## Where to change/,/^## How to/p' "$srcdir/HACKING.md" | grep '^|')
[ "$(echo "$table" | wc -l)" -gt 10 ] || complain "HACKING.md does not say where to change what"
for word in $(echo "$table" | grep -oE '[a-z]+/[a-z_/]+\.(c|h|sh)|[a-z_]+\(\)'); do
	case $word in
	*'()') grep -q "\b${word%()}(" "$srcdir/$file" || complain "HACKING.md: no $word in $file" ;;
	*) file=$word && [ -e "$srcdir/$file" ] || complain "HACKING.md names $file, which is not there" ;;
	esac
done
exit $bad
