#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Counters as perfquery and ibqueryerrors print them in a running subnet, before and after some were raised: sssp-eval load
# finds the ports that were raised, by LID and by GUID, and by the name of the cable.
. "${srcdir:?}/tests/e2e/functions.sh"

start_work
requires_simulator
requires perfquery ibqueryerrors jq
make_fabric() {
	fabric=$work/fabric.net
	"$builddir/generator/sssp-topo" "$1" -o "$fabric" -q || fail "no fabric $1"
}
make_fabric karytree:2,2
console=1
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
start_opensm minhop || fail "the subnet does not come up"
sim ibnetdiscover >"$work/live.net" || fail "ibnetdiscover"
sim dump_lfts >"$work/live.lfts" 2>"$work/err" || fail "dump_lfts: $(tail -n 3 "$work/err")"

# All ports of all switches, as an administrator's loop has them.
read_counters() { # FILE
	local lid ports port
	: >"$1"
	while read -r lid ports; do
		for port in $(seq "$ports"); do
			sim perfquery "$lid" "$port" >>"$1" 2>"$work/err" || fail "perfquery $lid $port: $(cat "$work/err")"
		done
	done < <(sed -n 's/^Switch\t\([0-9]*\) .* lid \([0-9]*\) .*/\2 \1/p' "$work/live.net")
}

read_counters "$work/before"
sim ibqueryerrors --counters >"$work/before.errors" 2>/dev/null || true
read -r node leaf lid < <(sed -n 's/^Switch.*"\(S-[^"]*\)".*# "\(leaf-1\)".* lid \([0-9]*\) .*/\1 \2 \3/p' "$work/live.net") ||
	fail "no leaf: $(grep ^Switch "$work/live.net")"
tell_ibsim "PerformanceSet \"$node\"[3] PortCounters.SymbolErrorCounter=9"
tell_ibsim "PerformanceSet \"$node\"[3] PortCounters.LinkDownedCounter=2"
# shellcheck disable=SC2317 # wait_until calls it
raised() { sim perfquery "$lid" 3 2>/dev/null | grep -q 'LinkDownedCounter:\.*2$'; }
wait_until 20 "$ibsim_pid" raised || fail "ibsim does not raise a counter: $(tail -n 3 "$work/ibsim.log")"
read_counters "$work/after"

"$builddir/evaluator/sssp-eval" load "$work/live.net" "$work/live.lfts" -q --json --counters "$work/before" \
	--counters "$work/after" >"$work/json" 2>"$work/err" || fail "load: $(cat "$work/err")"
expect json '.erroneous | length' 1
expect json '.erroneous[0].errors' 11
expect json '.erroneous[0].downed' 2
jq -r '.erroneous[0] | .from, .port, .to, .peer_port' "$work/json" | tr '\n' ' ' >"$work/cable"
grep -q "^$leaf 3 " "$work/cable" || fail "not the cable: $(cat "$work/cable")"
expect json '.foreign // 0' 0

# The same by ibqueryerrors, which names ports by GUIDs.
sim ibqueryerrors --data >"$work/errors" 2>/dev/null || true
grep -q 'SymbolErrorCounter == 9' "$work/errors" || fail "ibqueryerrors does not see it: $(head "$work/errors")"
"$builddir/evaluator/sssp-eval" load "$work/live.net" "$work/live.lfts" -q --json --counters "$work/errors" \
	>"$work/json" 2>"$work/err" || fail "load of ibqueryerrors: $(cat "$work/err")"
expect json '.erroneous[0].errors' 11
exit 0
