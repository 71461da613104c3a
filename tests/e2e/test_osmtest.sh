#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# OpenSM's own osmtest, all its flows, against a subnet manager with the plugin and one with an engine of OpenSM's: the
# same tests pass and fail, and the inventories differ in lanes only. A cable is cut and put back during a flood.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/osmtest.sh"

start_work
requires_plugin
requires_osmtest
requires jq
console=1

live_with() { # ENGINE [CONFIGURATION LINE..]
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	start_opensm "$@" || fail "$*: the subnet does not come up"
}

# A cable between two switches, as ibsim's console names its end.
switch_cable() {
	awk -F '"' '/^Switch/ { name = $2 } /^\[[0-9]+\][^"]*"S-/ { match($0, /^\[[0-9]+\]/); print "\"" name "\"" substr($0, 1, RLENGTH); exit }' \
		"$fabric"
}

# The tables, while nobody writes them: OpenSM sweeps by itself, too, when a cable goes.
copy_tables() { # NAME
	local tries=50
	until cp "$work/opensm-lfts.dump" "$work/$1" && sleep 0.1 && cmp -s "$work/opensm-lfts.dump" "$work/$1"; do
		[ $((tries -= 1)) -gt 0 ] || fail "the tables are written again and again"
	done
}

# The sweep that ends next may have begun before the change: then another is waited for.
change_tables() { # COMMAND OF IBSIM
	local tries=5
	copy_tables before.dump
	tell_ibsim "$1"
	while copy_tables after.dump && cmp -s "$work/after.dump" "$work/before.dump"; do
		[ $((tries -= 1)) -gt 0 ] || fail "$1: the same tables"
		sweep_again || fail "$1: the subnet does not come up again"
	done
}

# Floods the SA with queries for all paths between CAs while these are routed anew. Sets reroutings, those that gave
# other tables before the flood was over.
flood_and_reroute() { # LIST
	local cable step
	cable=$(switch_cable)
	reroutings=0
	osmtest_line f3 -f f -s 3 -vf 1 -t "$FLOOD_ANSWER_TIMEOUT"
	launch osmtest.f3.out timeout -k 5 "$FLOW_TIMEOUT" setpriv --pdeathsig KILL "${line[@]}"
	flow_pid=$!
	for step in Unlink Relink Unlink Relink; do
		change_tables "$step $cable"
		! kill -0 "$flow_pid" 2>/dev/null || reroutings=$((reroutings + 1))
	done
	wait "$flow_pid"
	step=$?
	forget "$flow_pid"
	whole_flow 'f -s 3' f3 $step >>"$work/$1"
}

# The flow that waits for a lease to run out (s, or a, which begins with what v does) goes on beside others; no cable is
# cut before it waits.
run_flows() { # LIST
	local slow_pid flow stress
	: >"$work/$1"
	make_inventory "$1"
	start_flow "$slow"
	slow_pid=$flow_pid
	[ "$slow" = a ] || run_flow v "$1"
	for flow in m q e; do run_flow "$flow" "$1"; done
	run_flow t "$1" -w 1
	for stress in 1 2 4; do run_flood "$stress" "$1"; done
	wait_until "$FLOW_TIMEOUT" "$slow_pid" grep -qs 'Registering service' "$work/osmtest.$slow.log"
	flood_and_reroute "$1"
	run_flow v "$1"
	flow_pid=$slow_pid
	end_flow "$slow" "$1"
}

keep() { # NAME
	inventory_fields "$work/inventory" >"$work/$1.fields"
	cp "$work/inventory" "$work/$1.inventory"
	[ ! -f "$work/qos.txt" ] || mv "$work/qos.txt" "$work/$1.qos"
}

# LIDs and node GUIDs of an inventory, and hexadecimal numbers for awk.
readonly number='function number(text,    i, n) {
	text = tolower(text)
	for (i = 3; i <= length(text); i++) n = 16 * n + index("0123456789abcdef", substr(text, i, 1)) - 1
	return n
}
'

node_guids() { # FIELDS
	awk "$number"'$1 == "NODE" && $3 == "lid" { print number($4), $2 }' "$work/$1"
}

# Every path record has the SL that sssp.psl has for it.
sls_are_written() {
	awk "$number"'$1 == "PATH" && $3 == "sl" { split($2, lid, "/"); print number(lid[1]), number(lid[2]), number($4) }' \
		"$work/ours.fields" | sort >"$work/sls.answered"
	node_guids ours.fields >"$work/node_guids"
	awk 'FNR == NR { lid[$2] = $1; next } $1 in lid { print lid[$1], $2, $3 }' \
		"$work/node_guids" "$work/sssp.psl" | sort >"$work/sls.written"
	paths=$(wc -l <"$work/sls.answered")
	nodes=$(wc -l <"$work/node_guids")
	[ "$paths" = $((nodes * nodes)) ] || fail "$paths paths between $nodes nodes"
	[ -z "$(comm -23 "$work/sls.answered" "$work/sls.written")" ] ||
		fail "SLs (from, to, SL) answered and not written: $(comm -23 "$work/sls.answered" "$work/sls.written" | head -n 4)"
}

# What the SA says of the switches' SL2VL tables (osmtest asks for no rows of port 0) is what sssp.slvl says.
slvl_is_written() {
	node_guids ours.fields >"$work/node_guids"
	awk "$number"'FNR == NR { guid[$1] = $2; next }
		/^[A-Z]+/ { kind = $1 }
		/^lid/ { lid = number($2) }
		/^in_port_num/ { from = number($2) }
		/^out_port_num/ { to = number($2) }
		/^VL:/ && from != to && from > 0 && to > 0 { gsub(/[^0-9A-Fx]|0x/, " "); $0 = $0 ""
			row = guid[lid] " " from " " to
			for (i = 1; i <= 16; i += 2) row = row " 0x" tolower($i $(i + 1))
			print row }' "$work/node_guids" "$work/ours.qos" | sort -u >"$work/slvl.answered"
	awk '/^0x/ && $2 > 0 && $3 > 0 && $2 != $3' "$work/sssp.slvl" | sort -u >"$work/slvl.written"
	[ "$(wc -l <"$work/slvl.written")" -gt 100 ] || fail "sssp.slvl has $(wc -l <"$work/slvl.written") rows"
	[ -z "$(comm -13 "$work/slvl.answered" "$work/slvl.written")" ] ||
		fail "SL2VL tables written and not answered: $(comm -13 "$work/slvl.answered" "$work/slvl.written" | head -n 4)"
}

# The built-in engine's subnet manager, then ours, on the same fabric anew.
both() { # BUILT-IN [CONFIGURATION LINE..]
	local engine=$1
	shift
	live_with "$engine" "$@"
	run_flows built-in.tests
	[ "$(used_engine)" = "$engine" ] || fail "OpenSM used $(used_engine), not $engine"
	echo "$engine: $reroutings reroutings during the flood"
	keep built-in
	stop_opensm
	stop_ibsim
	live_with sssp "$with_plugin" "$@"
	run_flows ours.tests
	[ "$(used_engine)" = opensm-sssp ] || fail "OpenSM used $(used_engine)"
	echo "opensm-sssp: $reroutings reroutings during the flood"
	keep ours
}

# Flows that run beside each other find each other's records, depending on the time that a busy machine takes, and osmtest
# may crash at its end, when nothing is left to do: lists that differ are made once more. What is an engine's doing stays.
both_or_again() { # BUILT-IN [CONFIGURATION LINE..]
	both "$@"
	! cmp -s "$work/built-in.tests" "$work/ours.tests" || [ "$reroutings" = 0 ] || return 0
	echo "other results or no rerouting, so once more: $(diff "$work/built-in.tests" "$work/ours.tests" | head -n 4)"
	stop_opensm
	stop_ibsim
	both "$@"
	[ "$reroutings" -gt 0 ] || fail "the flood was over before the first rerouting"
}

# The same tests pass and fail; and the other engine's inventory is found, too. Then OpenSM may end.
the_same() { # TITLE
	print_tests "$1"
	cmp -s "$work/built-in.tests" "$work/ours.tests" ||
		fail "tests (< built-in, > ours): $(diff "$work/built-in.tests" "$work/ours.tests")"
	[ "$(grep -c '	pass	' "$work/ours.tests")" -ge 100 ] || fail "few tests pass: $(grep -c '	pass	' "$work/ours.tests")"
	inventory=$work/built-in.inventory
	: >"$work/crossed"
	run_flow v crossed
	grep -q "^v	the whole flow	pass" "$work/crossed" || fail "the other engine's inventory: $(grep -v '	pass	' "$work/crossed")"
	stop_opensm
	stop_ibsim
}

print_tests() { # TITLE
	echo "$1: flow, tests, of them pass (built-in, ours), times (built-in, ours)"
	awk -F '\t' '{ side = FILENAME ~ /ours/; if (!($1 in seen)) { seen[$1]; flow[++n] = $1 }
			count[$1, side]++; times[$1, side] += $4; pass[$1, side] += $3 == "pass" }
		END { for (i = 1; i <= n; i++) { f = flow[i]
			printf "  %-7s %4d %4d %4d %7d %7d\n", f, count[f, 1], pass[f, 0], pass[f, 1], times[f, 0], times[f, 1] } }' \
		"$work/built-in.tests" "$work/ours.tests"
	sed -n 's/\tfail/ fail/p' "$work/ours.tests"
	echo "$1: records of the inventory that differ: $(inventory_differences built-in.fields ours.fields | tr '\n' ',')"
}

make_fabric karytree:3,2
slow=a
both_or_again minhop
the_same 'fat tree, minhop and ours'
[ -z "$(inventory_differences built-in.fields ours.fields)" ] || fail "the inventories of a fat tree differ"

# Where lanes are meant: path records of lash and ours differ in SLs, and in nothing else.
make_fabric torus:5x3,hosts=1
slow=s
both_or_again lash 'qos TRUE' 'event_plugin_options sl=path'
[ "$(used_lanes opensm-sssp)" -gt 1 ] || fail "one lane on a torus"
sls_are_written
slvl_is_written
the_same 'torus, lash and ours'
[ "$(inventory_differences built-in.fields ours.fields | awk '{ print $2, $3 }')" = 'PATH sl' ] ||
	fail "the inventories of a torus differ in more than SLs"
