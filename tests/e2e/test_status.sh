#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What monitors are told of a running subnet manager: after its first routing, after a cable is gone, and when the plugin
# does not route any more; as words, JSON and metrics.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/blocks.sh"

start_work
requires_plugin
requires jq
console=1
PATH=$builddir/plugin/check:$PATH

ask() { # STATUS [OPTION..]
	local expected=$1 status
	shift
	bounded "$TOOL_TIMEOUT" status.out env OSM_CACHE_DIR="$work" sssp-status "$@"
	status=$?
	[ $status = "$expected" ] || fail "$*: status $status, not $expected: $(cat "$work/status.out")"
}
value() { jq -r ".$1" "$work/status.out"; }
is() { [ "$(value "$1")" = "$2" ] || fail "$1 is $(value "$1"), not $2: $(cat "$work/status.out")"; }

ask 2
grep -q '^sssp-status: OpenSM has not routed with the plugin here' "$work/status.out" || fail "no status: $(cat "$work/status.out")"
make_fabric fattree:ports=8,levels=2,oversubscription=1
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
start_opensm sssp "$with_plugin" || fail "the subnet does not come up"
ask 0 --json
is state routing
is how afresh
is failures 0
is unicast_proven 1
is multicast_proven 1
is switches "$(grep -c ^Switch "$fabric")"
now=$(date +%s)
[ $((now - $(value since))) -lt 600 ] && [ "$(value routed)" -ge "$(value since)" ] || fail "times: $(cat "$work/status.out")"
ask 0
grep -qE "^since +$(awk '$1 == "since" { print $2 }' "$work/status.out")  20[0-9-]{8} [0-9:]{8} " "$work/status.out" ||
	fail "no date for people: $(cat "$work/status.out")"
cut_one_cable
sweep_again || fail "no sweep"
ask 0 --json
is how kept
# A trap of the cut may have brought a second sweep, which changes nothing more.
[ "$(value entries_changed)" -gt 0 ] || { grep -qa 'sssp: rerouted: [1-9]' "$work/osm.log" &&
	grep -qa 'sssp: nothing changed, nothing to send' "$work/osm.log"; } || fail "nothing changed: $(cat "$work/status.out")"
ask 0 --prometheus --fabric 'one "two"' -o "$work/metrics.prom"
grep -q '^sssp_opensm_fine{fabric="one \\"two\\""} 1$' "$work/metrics.prom" || fail "metrics: $(cat "$work/metrics.prom")"
[ "$(grep -c '^# HELP .*\.$' "$work/metrics.prom")" = "$(grep -c '^# TYPE' "$work/metrics.prom")" ] || fail "HELP texts are no sentences"
ask 0
grep -q '^lanes  *1 ' "$work/status.out" || fail "$(cat "$work/status.out")"
stop_opensm

# Another engine routes, beside which the plugin is loaded.
rm "$work/opensm-sssp.status"
run_opensm_once minhop "$with_plugin" || fail "opensm -R minhop ends with status $?"
ask 1 --json
is state idle
is how null
echo 'sssp-status 2' >"$work/opensm-sssp.status"
ask 2
grep -q ':1: the first line is not' "$work/status.out" || fail "$(cat "$work/status.out")"
printf 'sssp-status 1\nlanes many\n' >"$work/opensm-sssp.status"
ask 2
grep -q ':2: lanes is not a number' "$work/status.out" || fail "$(cat "$work/status.out")"
