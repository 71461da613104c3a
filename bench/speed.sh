#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# speed.sh all|quick [FILE]: how long our engine computes against OpenSM's built-in sssp and dfsssp on the same fabric,
# and what the routes of each engine are worth. Prints its tables, into FILE too.
#
# The built-in's time stands in OpenSM's log (-D 0x47): from the line in which it begins to build its graph to the last
# one before tables are sent out, for dfsssp with its lanes. Ours is what sssp-route measures of the same work: graph,
# hops, routes, lanes. Both are computation only.
. "${srcdir:?}/bench/common.sh"

readonly PATTERNS=2000

# SPEC, runs of ours, runs of the built-in sssp and dfsssp, times faster than sssp, than dfsssp: what is aimed at
readonly FABRICS='
karytree:18,3                        3 2 1 30 60
deimos                               5 3 3 10 20
shared:selene-storage.ibnetdiscover  5 3 2 10 40
torus:8x8,hosts=12                   5 3 3  5 10'
readonly QUICK='^torus:8x8'

median() {
	grep -v '^-$' | sort -g | awk '{ v[NR] = $1 }
		END { print NR == 0 ? "-" : NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# Seconds of the built-in engine's own work. Stamps are HH:MM:SS microseconds; a run may pass midnight.
builtin_seconds() { # sssp|dfsssp
	local last='dfsssp_remove_deadlocks:'
	[ "$1" != sssp ] || last='SSSP routing specified'
	awk -v last="$last" '
		function seconds(part) { split($3, part, ":"); return (part[1] * 60 + part[2]) * 60 + part[3] + $4 / 1e6 }
		/dfsssp_build_graph: Building graph/ && start == "" { start = seconds() }
		index($0, last) && start != "" { end = seconds() }
		END { if (end == "") print "-"; else printf "%.6f\n", end < start ? end - start + 86400 : end - start }' \
		"$work/osm.log"
}

# One line of the large table.
row() { # SPEC ENGINE LANES SECONDS RUNS AIM NAME-OF-JUDGEMENT
	local ratio
	ratio=$(calculate %.1f "$4 / $ours")
	! holds "$ratio < ${6/#-/0}" || ratio="**$ratio**"
	[ "$2" != opensm-sssp ] || ratio=
	printf '%s\t' "${1#shared:}" "$2" "$3" "$(calculate %.3f "$4")" "$5" "$ratio" "${6/#-/}" \
		"$(value "$7.routes.json" .efi.max)"
	decimals "$(value "$7.ebb.json" .mean)"
}

head_row() {
	printf '%s\t' fabric engine VLs seconds runs 'times ours' aim EFI
	echo eBB
}

measure_ours() { # SPEC RUNS; sets ours, prints the row
	local run
	say "sssp-route, $2 times"
	for ((run = 0; run < $2; run++)); do
		route_ours ours || violation "$1: sssp-route: $(head -c 300 "$work/ours.json")"
		our_seconds ours
	done >"$work/seconds"
	ours=$(median <"$work/seconds")
	judge_ours ours "$PATTERNS" --reverse
	[ "$(value ours.deadlock.json .free)" = true ] || violation "$1: not free of credit loops"
	row "$1" opensm-sssp "$(value ours.json .vls_needed)" "$ours" "$2" - ours
}

measure_builtin() { # SPEC ENGINE RUNS AIM; prints the row
	local run lanes=- shown=-
	rm -f "$work/$2".*.json
	for ((run = 0; run < $3; run++)); do
		opensm_routes "$2" 0x47 || break
		builtin_seconds "$2"
	done >"$work/seconds"
	lanes=$(builtin_lanes "$2")
	# What an engine that gives up leaves are the tables of minhop.
	if [ "$(used_engine)" = "$2" ]; then judge_opensm "$2" "$PATTERNS"; fi
	case $2 in sssp | dfsssp) shown=$(median <"$work/seconds") ;; esac
	row "$1" "$2" "$lanes" "$shown" "$3" "$4" "$2"
}

# What the plugin says of a sweep inside OpenSM: milliseconds of its steps.
measure_plugin() { # SPEC; prints a row
	opensm_routes sssp 0x47 "$with_plugin" || return
	[ "$(used_engine)" = opensm-sssp ] || violation "$1: OpenSM used $(used_engine) instead of the plugin"
	summary_line | tail -n 1 | sed -n "s/.* \([0-9.]*\) ms (import \([0-9.]*\), route \([0-9.]*\), layer \([0-9.]*\), export \([0-9.]*\)).*/${1#shared:}\t\2\t\3\t\4\t\5\t\1/p"
}

measure_fabric() { # SPEC RUNS SSSP-RUNS DFSSSP-RUNS SSSP-AIM DFSSSP-AIM
	say "== $1"
	make_bench_fabric "$1" || {
		say "$1 is not here: left out"
		return
	}
	measure_ours "$1" "$2" >>"$work/rows"
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	{
		measure_builtin "$1" sssp "$3" "$5"
		measure_builtin "$1" dfsssp "$4" "$6"
		measure_builtin "$1" minhop 1 -
		measure_builtin "$1" ftree 1 -
	} >>"$work/rows"
	measure_plugin "$1" >>"$work/plugin.rows"
	stop_ibsim
}

print_report() {
	printf '\n## Speed and quality\n\n'
	markdown_table <"$work/rows"
	cat <<-END

		opensm-sssp is this project's engine with its defaults, all others are OpenSM's. seconds: median of the computation in so
		many runs; times ours: the engine's seconds over ours, in **bold** where it is below the aim. VLs: lanes that the routes need; an
		engine that gives up leaves the fabric to minhop. EFI: most routes over one channel between switches (lower is better).
		eBB: effective bisection bandwidth over $PATTERNS random patterns (higher is better).

		## Inside OpenSM: milliseconds of the plugin's steps in one sweep

	END
	markdown_table <"$work/plugin.rows"
}

[ $# -ge 1 ] || fail "usage: speed.sh all|quick [FILE]"
result=$(realpath -m "${2:-/dev/null}")
start_work
requires_plugin
requires jq
ours=-
head_row >"$work/rows"
printf 'fabric\timport\troute\tlayer\texport\tin all\n' >"$work/plugin.rows"
while read -r line; do
	[ -n "$line" ] || continue
	[ "$1" = all ] || [[ $line =~ $QUICK ]] || continue
	# shellcheck disable=SC2086 # six words
	measure_fabric $line </dev/null
done <<<"$FABRICS"
print_report | tee "$result"
[ $violations = 0 ]
