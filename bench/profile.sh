#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# profile.sh all|quick [FILE]: where the time of a computation goes, by perf. Prints its tables, into FILE too.
. "${srcdir:?}/bench/common.sh"

# shellcheck disable=SC2034 # for rows.sh
readonly ROW_LIST='
karytree:18,3                               alone 5
deimos                                      alone 20
random:switches=64,ports=36,hosts=18,seed=1 alone 10'
# shellcheck disable=SC2034
readonly QUICK='^deimos' ROW_LIMIT=90
readonly FUNCTIONS=12 # shown for each fabric
readonly RATE=4000    # samples a second of processor time

check_tools() { requires jq; }

measure_row() { # SPEC alone RUNS
	command -v perf >/dev/null || {
		violation "$1: no profile without perf"
		return 0
	}
	bounded "$TOOL_TIMEOUT" topo.out sssp-topo "$1" --lids -q -o fabric.net || return
	bounded "$ROUTE_LIMIT" compute.json perf record -q -F $RATE -e cpu-clock -o perf.data \
		"$builddir/bench/compute" --threads=1 --runs="$3" fabric.net || return
	bounded "$JUDGE_LIMIT" perf.txt perf report -q --stdio --percent-limit 0.5 --sort symbol -i perf.data || return
	sed -n 's/^ *\([0-9.]*%\) *\[\(.\)\] *\([^ ]*\).*/\1 \2 \3/p' "$work/perf.txt" | head -n $FUNCTIONS |
		while read -r percent space function; do
			[ "$space" = . ] || function="$function (kernel)"
			table_line profile "$1" "$function" "$percent"
		done
}

print_report() {
	printf '\n## Where the time goes\n\n'
	table profile fabric function 'of the time' | awk -F '\t' -v OFS='\t' '$1 == last { $1 = "" } $1 != "" { last = $1 } { print }' |
		markdown_table
	cat <<-END

		perf's samples of \`bench/compute\`, one thread, reading the file and counting edges included; functions of a file of
		their own stand for what the compiler has put into them.
	END
}

. "$srcdir/bench/rows.sh"
run_part "$@"
