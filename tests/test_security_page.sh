#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Each item of SECURITY in osmsssp(8) names, in comments, the tests that show it: they are there, and have what is named.
page=${srcdir:?}/man/osmsssp.8
sed -n '/^\.SH SECURITY/,/^\.SH FILES/p' "$page" >security.$$
trap 'rm -f security.$$' EXIT
awk '/^\.IP/ { if (open) { print "an item without a test before: " $0; bad = 1 } open = 1; items++ }
	/^\.\\" shown by / { open = 0 }
	END { if (open || items < 8) { print "the last item has no test, or there are few: " items; bad = 1 } exit bad }' security.$$ || exit 1
sed -n 's/^\.\\" shown by \([^:]*\): \(.*\)/\1 \2/p' security.$$ | while read -r file what; do
	[ -f "$srcdir/$file" ] || { echo "$file is not there"; exit 1; }
	grep -qF -- "$what" "$srcdir/$file" || { echo "$file has no '$what'"; exit 1; }
	grep -rqF -- "$(basename "$file" .c)" "$srcdir"/tests/*/local.mk "$srcdir"/tests/local.mk || { echo "$file is no test"; exit 1; }
done
