#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# live.sh all|quick [FILE]: the plugin inside a running OpenSM. What its steps take of a sweep, how many service levels
# of paths it answers in a second, and how many blocks of forwarding tables OpenSM sends again when nothing or one cable
# has changed. Prints its tables, into FILE too.
. "${srcdir:?}/bench/common.sh"
. "$srcdir/tests/e2e/blocks.sh"

readonly SWEEP_AIM=1500      # milliseconds of our steps at 5,832 endpoints
readonly QUERIES_AIM=5000000 # answers a second and core

# QUESTION/SPEC; alone or shared; the question; its fabric
# shellcheck disable=SC2034 # for rows.sh
readonly ROW_LIST='
sweep/karytree:18,3                    alone  sweep   karytree:18,3
sweep/deimos                           alone  sweep   deimos
sweep/selene-storage                   alone  sweep   shared:selene-storage.ibnetdiscover
queries/deimos                         alone  queries deimos
queries/random                         alone  queries random:switches=400,ports=36,hosts=12,seed=1
queries/karytree:18,3                  alone  queries karytree:18,3
resweep/karytree:6,3                   shared resweep karytree:6,3
resweep/deimos                         shared resweep deimos
resweep/torus:8x8                      shared resweep torus:8x8,hosts=12'
# shellcheck disable=SC2034
readonly QUICK='^(sweep/deimos|queries/deimos|resweep/karytree)' ROW_LIMIT=180

check_tools() {
	requires_plugin
	requires jq
}

# Seconds from OpenSM's first line to the subnet being up.
sweep_seconds() {
	awk 'function seconds(part) { split($3, part, ":"); return (part[1] * 60 + part[2]) * 60 + part[3] + $4 / 1e6 }
		$3 ~ /^[0-9]+:[0-9]+:[0-9]+$/ && start == "" { start = seconds() }
		/SUBNET UP/ && end == "" { end = seconds() }
		END { if (end == "") print "-"; else printf "%.2f\n", end < start ? end - start + 86400 : end - start }' "$work/osm.log"
}

measure_sweep() { # SPEC
	local ours imported routed layered exported total
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	opensm_routes sssp 0x47 "$with_plugin" || return
	stop_ibsim
	[ "$(used_engine)" = opensm-sssp ] || violation "$1: OpenSM used $(used_engine) instead of the plugin"
	IFS=' ' read -r ours imported routed layered exported <<<"$(summary_line | tail -n 1 |
		sed -n 's/.* \([0-9]*\) ms (import \([0-9]*\), route \([0-9]*\), layer \([0-9]*\), export \([0-9]*\)).*/\1 \2 \3 \4 \5/p')"
	[ -n "$ours" ] || return
	total=$(sweep_seconds)
	holds "$ours <= $SWEEP_AIM" || violation "$1: $ours ms in a sweep, aim $SWEEP_AIM"
	table_line sweep "${1#shared:}" "$imported" "$routed" "$layered" "$exported" "$ours" "$total" \
		"$(calculate %.1f "$ours / 10 / $total") %"
}

measure_queries() { # SPEC
	local rate
	bounded "$ROUTE_LIMIT" queries.json "$builddir/bench/path_sl" fabric.net || return
	rate=$(value queries.json .per_second)
	holds "$rate >= $QUERIES_AIM" || violation "$1: $rate service levels a second, aim $QUERIES_AIM"
	table_line queries "$1" "$(value queries.json .lids)" "$(value queries.json .vls_used)" \
		"$(calculate %.0f "$rate / 1e6")"
}

measure_resweep() { # SPEC
	local first same cut
	start_with_blocks || return
	first=$(blocks_sent)
	sweep_again || return
	same=$(($(blocks_sent) - first))
	cut_one_cable
	sweep_again || return
	cut=$(($(blocks_sent) - first - same))
	[ "$same" = 0 ] || violation "$1: $same blocks are sent although nothing has changed"
	table_line resweep "$1" "$first" "$same" "$cut" "$(calculate %.1f "100 * $cut / $first") %"
}

measure_row() { # NAME alone|shared QUESTION SPEC
	make_bench_fabric "$4" || {
		violation "$4: not here, left out"
		return 0
	}
	"measure_$3" "$4"
}

print_report() {
	printf '\n## Inside OpenSM\n\n'
	table sweep fabric import route layer export 'in all, ms' 'sweep s' share | markdown_table
	cat <<-END

		Milliseconds of the plugin's steps in the first sweep (export: forwarding tables and hops, most of that OpenSM's
		allocation of its hop tables); sweep: from OpenSM's first line in its log to the subnet being up, under ibsim.

	END
	table queries 'service levels of paths' LIDs VLs 'millions a second, one core' | markdown_table
	echo
	table resweep 'blocks of forwarding tables sent' 'first sweep' 'nothing changed' 'one cable cut' 'of all' | markdown_table
	cat <<-END

		Blocks are of 64 LIDs; OpenSM sends those that differ from what is in the switch, and the log (level DEBUG) counts
		them. The cable is the first one between two switches in the file.
	END
}

. "$srcdir/bench/rows.sh"
run_part "$@"
