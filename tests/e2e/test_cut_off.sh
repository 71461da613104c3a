#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# The switch that the subnet manager hangs on loses its cables: for a while it sees no other, then all at once, on a fabric
# that needs lanes. It goes on, and all is routed again, without a credit loop.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires jq

endpoints() { jq .endpoints "$work/routes.json"; }
sweep() { # ENDPOINTS
	sweep_again || fail "$spec: the subnet does not come up again"
	wait_until "$SUBNET_TIMEOUT" "$opensm_pid" is_quiet || fail "$spec: the subnet does not come to rest"
	evaluate routes.json routes --json
	[ "$(endpoints)" = "$1" ] || fail "$spec: $(endpoints) endpoints are routed and $1 are there"
	is_free deadlock.json --psl sssp.psl --slvl sssp.slvl || fail "$spec: $(cat "$work/deadlock.json")"
}

for spec in torus:5x5,hosts=2 dragonfly:a=4,p=2,h=2; do
	make_fabric "$spec"
	console=yes
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	start_opensm sssp "$with_plugin" || fail "$spec: the subnet does not come up"
	engine_was_ours
	log_has 'sssp: ([2-9]|1[0-5]) lanes needed' || fail "$spec: one lane does"
	all=$(grep -c '^Ca' "$fabric")
	own=$(sed -n "/^Ca.*\"$(first_host "$fabric")\"/,/^\$/s/^\[1\].*\"S-\([0-9a-f]*\)\".*/\1/p" "$fabric")
	sed -n "/^Switch.*\"S-$own\"/,/^\$/s/^\[\([0-9]*\)\].*\"S-[0-9a-f]*\".*/\1/p" "$fabric" >"$work/ports"
	[ -s "$work/ports" ] || fail "$spec: the switch $own has no cables"
	for times in once again; do
		while read -r port; do tell_ibsim "Unlink \"S-$own\"[$port]"; done <"$work/ports"
		sweep 2
		sweep 2
		while read -r port; do tell_ibsim "Relink \"S-$own\"[$port]"; done <"$work/ports"
		sweep "$all"
		echo "$spec: all are back $times"
	done
	stop_opensm
	stop_ibsim
done
