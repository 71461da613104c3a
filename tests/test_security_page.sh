#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Each item of SECURITY in osmsssp(8) names, in comments, the tests that show it. Each file is one that `make check` or `make check-long` runs;
# what is named is a test in it, which its program runs, or a text of which the test makes use (no mere remark).
page=${srcdir:?}/man/osmsssp.8
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
sed -n '/^\.SH SECURITY/,/^\.SH FILES/p' "$page" >"$work/security"
awk '/^\.IP/ { if (open) { print "an item without a test before: " $0; bad = 1 } open = 1; items++ }
	/^\.\\" shown by / { open = 0 }
	END { if (open || items < 8) { print "the last item has no test, or there are few: " items; bad = 1 } exit bad }' "$work/security" || exit 1

# What these run, one a line.
cat "$srcdir"/tests/local.mk "$srcdir"/tests/*/local.mk | sed -e ':more' -e '/\\$/N; s/\\\n/ /; t more' |
	sed -n 's/^\(check_PROGRAMS\|dist_check_SCRIPTS\|LONG_[A-Z]*\) *+*= *//p' | tr -s '[:blank:]' '\n' >"$work/tests"

# The code of a test, without remarks.
code() { # FILE
	case $1 in
	*.c) sed -e 's|/\*.*\*/||' -e '/\/\*/,/\*\//d' "$1" ;;
	*) sed -e 's/^[[:space:]]*#.*//' -e 's/[[:space:]]#[[:space:]].*//' "$1" ;;
	esac
}

bad=0
complain() { echo "$*" && bad=1; }
sed -n 's/^\.\\" shown by \([^:]*\): \(.*\)/\1 \2/p' "$work/security" >"$work/shown"
[ "$(wc -l <"$work/shown")" -ge 8 ] || complain "few tests are named"
while read -r file what; do
	[ -f "$srcdir/$file" ] || { complain "$file is not there"; continue; }
	grep -qxF -- "${file%.c}" "$work/tests" || complain "$file is part of neither make check nor make check-long"
	code "$srcdir/$file" >"$work/code"
	grep -qF -- "$what" "$work/code" || complain "$file has no '$what' but in remarks"
	case $file in
	*.c) ;;
	*) continue ;;
	esac
	# A name is that of a test, which is in the list that the program runs.
	case $what in
	*[!a-z0-9_]*) continue ;;
	esac
	grep -qF -- "START_TEST($what)" "$work/code" || complain "$file has no test $what"
	grep -vF -- "START_TEST($what)" "$work/code" | grep -qw -- "$what" || complain "$file does not run $what"
done <"$work/shown"
exit $bad
