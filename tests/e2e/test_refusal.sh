#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Fewer lanes than a fabric needs: no tables that could stop it, and a log line that says why.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires jq

make_fabric torus:5x5,hosts=2
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"

run_opensm_once sssp "$with_plugin" 'event_plugin_options max_vls=1' || fail "opensm ends with status $?"
log_has 'sssp.* ERR .*lane|ERR .*sssp.*lane' || fail "the log does not say that lanes are missing"
[ "$(used_engine)" = minhop ] || fail "used: $(used_engine)"
[ ! -e "$work/sssp.psl" ] || fail "SLs were written for tables that were refused"

# Told not to go on with minhop, OpenSM must leave the switches without tables rather than take ours.
# (It then does not bring the subnet up, with -o neither: wait for what it says.)
opensm_command sssp,no_fallback
opensm_conf "$with_plugin" 'event_plugin_options max_vls=1'
launch osm.out "${opensm_line[@]}"
opensm_pid=$!
wait_until "$SUBNET_TIMEOUT" "$opensm_pid" log_has 'No routing engine able to' || fail "OpenSM does not say that it gives up"
[ "$(used_engine)" = none ] || fail "used, without fall-back: $(used_engine)"
stop_opensm
