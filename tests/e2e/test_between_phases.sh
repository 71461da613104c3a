#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A cable is cut and one switch does not answer for its table, so the plugin stands between two stages of an exchange.
# There another cable is cut, or a switch is lost. What switches really have then is read from them, and `sssp-eval
# transition` finds each step safe, from the first tables to the last: of those that were, to the first stage; from what
# switches had between the stages to what came next, and so on to the end.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/blocks.sh"

readonly LFT_ATTRIBUTE=25 # LinearForwardingTable

start_work
requires_plugin
requires jq dump_lfts ibnetdiscover
# ibsim tells nobody that a packet had no answer, and OpenSM would wait for ever.
# shellcheck disable=SC2034 # for enter_simulation
sim_preload=$builddir/tests/e2e/libsimrmpp.so
[ -e "$sim_preload" ] || missing "$sim_preload"

# What there is: the topology, tables in the switches, SLs as they are answered.
keep_now() { # FOLDER PSL
	mkdir -p "$work/$1"
	sim ibnetdiscover >"$work/$1/net" || fail "$case: ibnetdiscover: $(tail -n 3 "$work/$1/net")"
	sim dump_lfts >"$work/$1/lfts" || fail "$case: dump_lfts: $(tail -n 3 "$work/$1/lfts")"
	cp "$work/$2" "$work/$1/psl"
	cp "$work/sssp.slvl" "$work/$1/slvl"
}

# The first stage as it was dumped, with the topology of another folder.
keep_stage() { # FOLDER TOPOLOGY-OF
	mkdir -p "$work/$1"
	cp "$work/$2/net" "$work/$1/net"
	cp "$work/sssp-stage.lfts" "$work/$1/lfts"
	cp "$work/sssp-stage.psl" "$work/$1/psl"
	cp "$work/sssp.slvl" "$work/$1/slvl"
}

step_is_safe() { # OLD NEW
	bounded "$JUDGE_TIMEOUT" transition.json sssp-eval transition "$2/net" "$1/lfts,psl=$1/psl,slvl=$1/slvl" \
		"$2/lfts,psl=$2/psl,slvl=$2/slvl" --from-topology "$1/net" --json -q ||
		fail "$case: from $1 to $2 is not safe: $(cat "$work/transition.json")"
}

differ() { # FOLDER FOLDER: entries of switches that both have
	lft_entries "$work/$1/lfts" >"$work/entries.$1"
	lft_entries "$work/$2/lfts" >"$work/entries.$2"
	! cmp -s "$work/entries.$1" "$work/entries.$2"
}

# Stops the subnet manager as soon as it says that it waits: the sweep that it has asked for begins within milliseconds.
stop_between() {
	timeout "$SUBNET_TIMEOUT" tail -n +1 -F "$work/osm.log" 2>/dev/null |
		grep -am1 'sssp: ERR SSSP22: [0-9]* switches have not taken the first phase: host pairs that wait' >/dev/null
	kill -STOP "$opensm_pid"
	log_has 'have not taken the first phase' || fail "$case: $(updates_in "$work/osm.log")"
	sed '1,/have not taken the first phase/d' "$work/osm.log" >"$work/rest"
	! updates_in "$work/rest" >"$work/updates"
}

came_to_rest() { [ "$(tail -c "+$log_from" "$work/osm.log" | grep -ac 'SUBNET UP')" -ge 2 ]; }
exchanges() { tail -c "+$log_from" "$work/osm.log" >"$work/rest" && updates_in "$work/rest"; }

# The first cable between two switches that have none in common with the first of all, and the first of these switches.
other_cable() {
	awk -v spare="$(a_cable)" 'BEGIN { split(spare, part, "\""); spare = part[2] }
		/^Switch/ { split($0, part, "\""); switch = part[2] }
		/^\[[0-9]+\][ \t]*"S-/ && switch != spare { split($0, peer, "\""); split($1, port, /[][]/)
			if (peer[2] != spare && switch != last) n++
			last = switch
			if (peer[2] != spare && n == 7) { print "\"" switch "\"[" port[2] "]"; exit } }' "$fabric"
}

# Fails when the subnet manager was not stopped in time.
between_stages() { # SPEC cable|switch
	local deaf other
	case="$1, $2"
	rm -rf "$work"/{before,stage,between,next,after} "$work"/sssp-stage.*
	make_fabric "$1"
	console=1
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	# one pass: routes that are not weighed, with which each event is one exchange; lanes by SL, as nothing tells which SL to
	# VL tables switches have had meanwhile
	start_opensm sssp "$with_plugin" 'event_plugin_options spread=no passes=1 sl=path' || fail "$case: the subnet does not come up"
	engine_was_ours
	keep_now before sssp.psl
	deaf=$(a_cable) deaf=${deaf%%[*}
	other=$(other_cable)
	[ -n "$other" ] || fail "$case: no other cable"
	tell_ibsim "Error $deaf 100 $LFT_ATTRIBUTE"
	cut_one_cable
	kill -HUP "$opensm_pid"
	stop_between || return 1
	# it had gone on already where it has taken the stage away
	{ [ -f "$work/sssp-stage.lfts" ] && [ -f "$work/sssp-stage.psl" ]; } || return 1
	tell_ibsim "Error $deaf 0"
	keep_now between sssp-stage.psl
	keep_stage stage between
	differ between stage || fail "$case: all switches have the first stage"
	differ between before || fail "$case: no switch has the first stage"
	case $2 in
	cable) tell_ibsim "Unlink $other" ;;
	switch) tell_ibsim "Unlink ${other%%[*}" ;;
	esac
	log_from=$(($(stat -c %s "$work/osm.log") + 1))
	kill -CONT "$opensm_pid"
	kill -HUP "$opensm_pid"
	wait_until "$SUBNET_TIMEOUT" "$opensm_pid" came_to_rest || fail "$case: the subnet does not come to rest"
	sweep_again || fail "$case: no sweep"
	exchanges >"$work/exchanges"
	! grep -q 'not proven' "$work/exchanges" || fail "$case: $(cat "$work/exchanges")"
	# one: else the sweep had begun already when both happened
	[ "$(grep -c 'two-phase update, as\|at once: [1-9]' "$work/exchanges")" = 1 ] || return 1
	keep_now after sssp.psl
	cd "$work" || fail "no $work"
	step_is_safe before stage
	if grep -q 'two-phase update, as' exchanges; then
		keep_stage next after
		step_is_safe between next
		step_is_safe next after
	else
		step_is_safe between after
	fi
	tables_are_complete
	lanes_are_acyclic
	echo "$case: $(head -n 1 exchanges | sed 's/.*sssp: //')"
	stop_opensm
	stop_ibsim
}

. "$srcdir/tests/e2e/tables.sh"
for spec in torus:5x4,hosts=1 karytree:3,3; do
	for what in cable switch; do
		for ((try = 1; try <= 12; try++)); do
			! between_stages "$spec" "$what" || break
			[ "$try" -lt 12 ] || fail "$case: the subnet manager is never stopped in time"
			kill -CONT "$opensm_pid"
			stop_opensm
			stop_ibsim
		done
	done
done
