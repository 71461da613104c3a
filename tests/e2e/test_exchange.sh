#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A cable is cut under a running subnet manager where old and new tables cannot live side by side: the plugin has OpenSM
# write them in two stages, in one sweep, and `sssp-eval transition` finds each step safe and both at once not. With
# transition=fast nothing of that happens.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/blocks.sh"

start_work
requires_plugin
requires jq

tables() { # FOLDER [LFTS [PSL [FOLDER-OF-SL-TO-VL-TABLES]]]
	echo "$1/${2:-opensm-lfts.dump},psl=$1/${3:-sssp.psl},slvl=${4:-$1}/sssp.slvl"
}

transition() { # OLD NEW FROM-TOPOLOGY
	bounded "$JUDGE_TIMEOUT" transition.json sssp-eval transition opensm-subnet.lst "$1" "$2" --from-topology "$3" --json -q
}

keep_dumps() {
	rm -rf "$work/before"
	mkdir "$work/before"
	cp "$work"/opensm-subnet.lst "$work"/opensm-lfts.dump "$work"/sssp.psl "$work"/sssp.slvl "$work/before"
}

is_quiet() {
	local size
	size=$(stat -c %s "$work/osm.log")
	sleep 0.5
	[ "$(stat -c %s "$work/osm.log")" = "$size" ]
}

cut_and_sweep() {
	keep_dumps
	cut_one_cable
	sweep_again || fail "no sweep after the cut"
	wait_until "$SUBNET_TIMEOUT" "$opensm_pid" is_quiet || fail "the subnet does not come to rest"
	[ "$(grep -ac 'SUBNET UP' "$work/osm.log")" -gt 1 ] || fail "no second sweep"
}

# A tree needs no lanes; the torus does.
for spec in karytree:4,3 torus:5x4,hosts=1 "torus:5x4,hosts=1 sl=path"; do
	by=${spec#* }
	[ "$by" != "$spec" ] || by=
	make_fabric "${spec% *}"
	console=1
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	start_opensm sssp "$with_plugin" "event_plugin_options spread=no $by" || fail "$spec: the subnet does not come up"
	engine_was_ours
	log_has 'sssp: update at once: no switch had a route' ||
		fail "$spec: the first exchange says $(updates_in "$work/osm.log")"
	cut_and_sweep
	log_has 'sssp: two-phase update, as packets could loop: ' ||
		fail "$spec: $(updates_in "$work/osm.log")"
	log_has 'sssp: two-phase update: done after [0-9.]* s' || fail "$spec: the second stage is missing"
	for file in sssp-stage.lfts sssp-stage.psl; do [ -s "$work/$file" ] || fail "$spec: $file is not dumped"; done
	cd "$work" || fail "no $work"
	transition "$(tables before)" "$(tables .)" before/opensm-subnet.lst
	[ $? = 1 ] || fail "$spec: it could have been done at once"
	[ "$(json transition.json .loops)" -gt 0 ] || fail "$spec: no circle to be feared"
	transition "$(tables before)" "$(tables . sssp-stage.lfts sssp-stage.psl before)" before/opensm-subnet.lst ||
		fail "$spec: the first stage is not safe: $(cat "$work/transition.json")"
	# SL to VL tables come when it is there, and before the second.
	transition "$(tables . sssp-stage.lfts sssp-stage.psl before)" "$(tables . sssp-stage.lfts sssp-stage.psl)" opensm-subnet.lst ||
		fail "$spec: new SL to VL tables are not safe: $(cat "$work/transition.json")"
	transition "$(tables . sssp-stage.lfts sssp-stage.psl)" "$(tables .)" opensm-subnet.lst ||
		fail "$spec: the second stage is not safe: $(cat "$work/transition.json")"
	tables_are_complete
	lanes_are_acyclic
	echo "$spec: $(grep -a 'two-phase update' "$work/osm.log" | sed 's/.*sssp: //')$(by_ports && echo ', lanes by ports')"
	case $spec in
	torus*=path) ! by_ports || fail "$spec: lanes by ports" ;;
	torus*) by_ports || fail "$spec: no lanes by ports" ;;
	esac
	stop_opensm
	stop_ibsim
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	start_opensm sssp "$with_plugin" "event_plugin_options transition=fast $by" || fail "$spec: the subnet does not come up"
	cut_and_sweep
	grep -qa 'sssp: rerouted: [1-9]' "$work/osm.log" || fail "$spec: nothing changed"
	! updates_in "$work/osm.log" || fail "$spec: transition=fast exchanges in stages"
	stop_opensm
	stop_ibsim
done
