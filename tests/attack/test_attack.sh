#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Cases that once failed or are hard to draw, then fabrics that nobody would draw, always the same, which enter every
# function of what is attacked. Others are drawn by test_attack_drawn.sh.
set -eu
cd "${builddir:?}" && : "${srcdir:?}"
command -v jq >/dev/null || { echo "jq is missing"; exit 77; }
unset ASAN_OPTIONS
failed=0
attack() { # PROGRAM OPTION..
	"$@" || failed=1
}

# With these seeds and cases/ every function is entered.
find core -name 'tests_libattacked_a-*.gcda' -exec rm -f {} +
attack tests/attack/attack --seed=10 --runs=41 --seconds=400 --most=90 "$srcdir"/tests/attack/cases/*.case
"$srcdir/tests/attack/coverage.sh" || failed=1
exit $failed
