#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# OpenSM's cache of unicast tables, which keeps what belongs to switches that are gone: over tables of another engine, that
# the plugin has read, while a leaf is lost and comes back, alone and with others. All tables are complete and free each
# time, and OpenSM ends as it should.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires jq
# Heap blocks are filled when they are given back.
export MALLOC_PERTURB_=165

# All cables but those of hosts.
lose() { # SWITCH
	sed -n "/^Switch.*\"S-$1\"/,/^\$/s/^\[\([0-9]*\)\].*\"S-[0-9a-f]*\".*/\1/p" "$fabric" | sed "s/.*/Unlink \"S-$1\"[&]/" >"$work/orders"
	[ -s "$work/orders" ] || fail "switch $1 has no cable"
	order
}
order() {
	while read -r line; do tell_ibsim "$line"; done <"$work/orders"
	cat "$work/orders" >>"$work/lost"
}
bring_back() {
	sed -i 's/Unlink/Relink/' "$work/lost"
	while read -r line; do tell_ibsim "$line"; done <"$work/lost"
	: >"$work/lost"
}

hosts() { jq .classes.hosts "$work/routes.json"; }
sweep() { # WHAT HOSTS
	sweep_again || fail "$spec, $1: the subnet does not come up again: $(tail -n 3 "$work/osm.log")"
	wait_until "$SUBNET_TIMEOUT" "$opensm_pid" is_quiet || fail "$spec, $1: the subnet does not come to rest"
	cd "$work" || fail "no $work"
	bounded "$JUDGE_TIMEOUT" routes.json sssp-eval routes opensm-subnet.lst opensm-lfts.dump --json -q
	jq -e '.unreachable == 0 and .loops == 0 and .dropped == 0' routes.json >/dev/null || fail "$spec, $1: $(cat routes.json)"
	[ "$(hosts)" = "$2" ] || fail "$spec, $1: $(hosts) hosts are routed and $2 are there"
	bounded "$JUDGE_TIMEOUT" deadlock.json sssp-eval deadlock opensm-subnet.lst opensm-lfts.dump --psl sssp.psl --slvl sssp.slvl --json -q ||
		fail "$spec, $1: $(cat deadlock.json)"
}

for spec in torus:4x4,hosts=2 karytree:4,2; do
	make_fabric "$spec"
	: >"$work/lost"
	console=yes
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	start_opensm minhop || fail "$spec: the subnet does not come up"
	stop_opensm
	start_opensm sssp "$with_plugin" 'use_ucast_cache TRUE' || fail "$spec: the subnet does not come up"
	engine_was_ours
	log_has 'sssp: [0-9]* switches have tables of another subnet manager' || fail "$spec: tables of others are not read"
	all=$(grep -c '^Ca' "$fabric")
	mapfile -t leaves < <(sed -n 's/.*"\(S-[0-9a-f]*\)"\[.*/\1/p' <(sed -n '/^Ca/,$p' "$fabric") | sort -u | sed 's/^S-//')
	each=$((all / ${#leaves[@]}))
	sweep 'nothing has changed' "$all"
	lose "${leaves[5 % ${#leaves[@]}]}"
	sweep 'a leaf is gone' $((all - each))
	bring_back
	sweep 'it is back' "$all"
	lose "${leaves[1]}"
	lose "${leaves[2]}"
	sweep 'two leaves are gone' $((all - 2 * each))
	lose "${leaves[3]}"
	sweep 'and a third' $((all - 3 * each))
	bring_back
	sweep 'all are back' "$all"
	kill "$opensm_pid"
	wait "$opensm_pid"
	status=$?
	forget "$opensm_pid"
	opensm_pid=
	[ $status = 0 ] || fail "$spec: OpenSM ended with status $status: $(tail -n 3 "$work/osm.out")"
	echo "$spec: two losses, each brought back"
	stop_ibsim
done
