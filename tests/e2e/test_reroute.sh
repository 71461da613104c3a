#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A cable is cut under a running subnet manager: only pairs whose route crossed it, one way or the other, get another
# route or another SL in their path records; entries change hardly more than have to. When it is back it is used again.
# (With rebalance=auto some more routes move, for even loads.)
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"
. "$srcdir/tests/e2e/tables.sh"
. "$srcdir/tests/e2e/blocks.sh"

start_work
requires_plugin
requires dump_lfts saquery smpquery ibdmchk jq

# What the tables and the SM's SLs are: $1.entries (GUID LID PORT) and $1.sls (FROM TO SL, all pairs of hosts, asked one
# at a time; with one lane all have the one that partitions ask for).
remember() { # NAME
	lft_entries "$work/opensm-lfts.dump" >"$work/$1.entries"
	ca_lids >"$work/cas"
	if [ "$vls" -gt 1 ]; then
		check_all_sls
	else
		awk '{ lid[$1] } END { for (a in lid) for (b in lid) if (a != b) print a, b, 0 }' "$work/cas" >"$work/sls"
	fi
	sort "$work/sls" >"$work/$1.sls"
}

# Cables of the net: lines "GUID PORT GUID PORT", each from both ends.
cables() {
	awk '/^(Switch|Ca)/ { split($0, part, "\""); here = substr(part[2], 3) }
	     /^\[[0-9]+\]/ { split($0, port, /[][]/); split($0, part, "\""); print here, port[2], substr(part[2], 3), port[4] }' "$fabric"
}

# The routes of all pairs of hosts in the tables: lines "FROM TO crossed|past GUID:PORT.." by LID, whether they take the
# cable that was cut (in $work/ends, as cables).
routes_of() { # NAME
	cables | sed 's/ *([0-9a-f]*)//g' >"$work/cables"
	awk '
		function number(hex, i, n) { for (i = 3; i <= length(hex); i++)
			n = n * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1; return n }
		FILENAME ~ /ends$/ { cut[$1, $2]; cut[$3, $4]; next }
		FILENAME ~ /cables$/ { peer[$1, $2] = $3; host[$1] = $3; next }
		FILENAME ~ /cas$/ { guid[$1] = $2; next }
		{ port[$1, number($2)] = $3 }
		END {
			for (from in guid) for (to in guid) if (from != to) {
				at = host[guid[from]]; crossed = "past"; route = ""
				for (hops = 0; at != guid[to] && hops < 64; hops++) {
					out = port[at, to]
					if ((at, out) in cut) crossed = "crossed"
					route = route " " at ":" out
					at = peer[at, out]
				}
				print from, to, crossed route
			}
		}' "$work/ends" "$work/cables" "$work/cas" "$work/$1.entries" | sort
}

# All pairs that did not cross the cable, one way or the other, are as they were.
nothing_else_changed() { # BEFORE AFTER
	routes_of "$1" >"$work/$1.routes"
	routes_of "$2" >"$work/$2.routes"
	awk 'FNR == NR { if ($3 == "crossed") { hit[$1, $2]; hit[$2, $1] } next }
	     !(($1, $2) in hit)' "$work/$1.routes" "$work/$1.routes" >"$work/past.before"
	awk 'FILENAME ~ /past.before$/ { past[$1, $2]; next } ($1, $2) in past' "$work/past.before" "$work/$2.routes" >"$work/past.after"
	same "routes that did not cross the cable" "$work/past.before" "$work/past.after"
	for name in "$1" "$2"; do
		awk 'FILENAME ~ /past.before$/ { past[$1, $2]; next } ($1, $2) in past' "$work/past.before" "$work/$name.sls" >"$work/$name.past"
	done
	same "SLs of these pairs" "$work/$1.past" "$work/$2.past"
	echo "$(wc -l <"$work/past.before") of $(wc -l <"$work/$1.routes") pairs did not cross the cable"
}

# In the lines of all sweeps since the cut, of which there may be more than one: entries that changed, and that had to.
changed() { summary_of_changes 's/.*: \([0-9]*\) of [0-9]* entries changed.*/\1/p'; }
had_to() { summary_of_changes 's/.*(\([0-9]*\) unavoidable).*/\1/p'; }
summary_of_changes() { # SED
	grep -a "$summary" "$work/osm.log" | tail -n +$((seen + 1)) | sed -n "$1" | awk '{ sum += $1 } END { print sum + 0 }'
}
summary='sssp: .*: [0-9]* of [0-9]* entries changed'

first_cable() { # as cables
	cables | awk 'FNR == NR { if (/^Switch/) { split($0, part, "\""); switch[substr(part[2], 3)] } next }
		$1 in switch && $3 in switch && $1 != $3 { print; exit }' "$fabric" -
}

# A torus needs lanes, a tree none.
for spec in torus:5x4,hosts=1 karytree:3,2; do
	console=1
	make_fabric "$spec"
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	start_opensm sssp "$with_plugin" "event_plugin_options rebalance=never" || fail "$spec: the subnet does not come up"
	engine_was_ours
	first_cable >"$work/ends"
	remember whole
	seen=$(grep -ac "$summary" "$work/osm.log")
	cut_one_cable
	sweep_again || fail "$spec: no sweep after the cut"
	log_has 'sssp: rerouted: ' || fail "$spec: routes are not kept: $(grep -a 'sssp: routing from' "$work/osm.log" | tail -n 1)"
	remember cut
	nothing_else_changed whole cut
	tables_are_complete
	lanes_are_acyclic
	[ "$(had_to)" -gt 0 ] || fail "$spec: nothing had to change"
	[ "$(changed)" -le $((2 * $(had_to))) ] || fail "$spec: $(changed) entries changed, $(had_to) had to"
	read -r guid port _ <"$work/ends"
	tell_ibsim "Relink \"S-$guid\"[$port]"
	sweep_again || fail "$spec: no sweep after the repair"
	tables_are_complete
	lanes_are_acyclic
	lft_entries "$work/opensm-lfts.dump" >"$work/back.entries"
	awk -v guid="$guid" -v port="$port" '$1 == guid && $3 == port { found = 1 } END { exit !found }' "$work/back.entries" ||
		fail "$spec: nothing takes the cable that is back"
	stop_opensm
	stop_ibsim
done
