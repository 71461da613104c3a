#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The times of bench/tara.sh are within 25 % of the measured ones, and it notices when they are not.
: "${srcdir:?}" "${builddir:?}"
set -u
out=$(bash "$srcdir/bench/tara.sh") || {
	echo "FAIL: further off than 25 %, or no times at all:"
	echo "$out"
	exit 1
}
# The bound is checked here too, against figures that stand here.
echo "$out" | awk 'NR == 1 { next }
	{ split("0.60 1.64 2.09 2.28 2.30", measured, " "); m = measured[NR - 1]
	  if ($3 != m || $4 < 0.75 * m || $4 > 1.25 * m) bad++ }
	END { exit bad > 0 || NR != 6 }' || {
	echo "FAIL: not the five rows within 25 %:"
	echo "$out"
	exit 1
}
for wrong in MEMORY=30 HOST=2 HOST=4.5 LINK=0.2; do
	if env "$wrong" bash "$srcdir/bench/tara.sh" >/dev/null; then
		echo "FAIL: bench/tara.sh is content with $wrong GB/s"
		exit 1
	fi
done
