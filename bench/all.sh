#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# all.sh all|quick: every part of the benchmark, one after the other, in no more than BENCH_SECONDS: what has not begun
# by then is left out and said so. `all` stores what was measured in RESULTS.md, unless ROWS selects rows.
# Status 1 where something does not hold, whatever else was measured.
: "${srcdir:?}" "${builddir:?}"
set -u -o pipefail
cd "$builddir" || exit 1

mode=${1:-all}
case $mode in
all) limit=${BENCH_SECONDS:-840} ;;
quick) limit=${BENCH_SECONDS:-110} ;;
*) echo 'usage: all.sh all|quick' >&2 && exit 2 ;;
esac
export BENCH_DEADLINE=$(($(date +%s) + limit))
status=0
parts='scale live profile configs fabrics' # the longest last: its last rows are what is left out on a slow machine

for part in $parts; do
	rm -f "bench/$part.md"
	bash "$srcdir/bench/$part.sh" "$mode" "bench/$part.md" || status=1
done
if [ "$mode" = all ] && [ -z "${ROWS:-}" ]; then
	bash "$srcdir/bench/header.sh" 'make bench' >bench/results.tmp
	for part in $parts; do
		[ ! -f "bench/$part.md" ] || cat "bench/$part.md" >>bench/results.tmp
	done
	cat bench/results.tmp >"$srcdir/bench/RESULTS.md" && rm -f bench/results.tmp
fi
[ $status = 0 ] || echo 'bench: not everything holds, see the lists above' >&2
exit $status
