#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Cases that once failed or are hard to draw, then fabrics that nobody would draw: first always the same, which enter
# every function of what is attacked, then others, up to a minute in all, from a seed that changes with what is attacked.
# `make attack` sets SEED, SECONDS_EACH and LARGE: then fabrics of more than 300 switches come after that, on the core as
# it is installed.
set -eu
cd "${builddir:?}"
seconds=${SECONDS_EACH:-${LARGE:+300}}
seed=${SEED:-$(find "${srcdir:?}/core/" -name '*.[ch]' | sort | xargs cat | cksum | awk '{ print 1000 + $1 % 1000000 }')}
command -v jq >/dev/null || { echo "jq is missing"; exit 77; }
unset ASAN_OPTIONS
failed=0
attack() { # PROGRAM OPTION..
	"$@" || failed=1
}

# With the first 70 seeds and cases/ every function is entered.
find core -name '*libattacked_la-*.gcda' -exec rm -f {} +
began=$(date +%s)
attack tests/attack/attack --seed=1 --runs=70 --seconds=400 --most=90 "$srcdir"/tests/attack/cases/*.case
"$srcdir/tests/attack/coverage.sh" || failed=1
left=$((${seconds:-60} - $(date +%s) + began))
attack tests/attack/attack --seed="$seed" --seconds=$((left > 1 ? left : 1)) --most=90
[ -z "${LARGE:-}" ] || attack tests/attack/attack_plain --seed="$seed" --seconds="$seconds" --least=301
exit $failed
