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
run_opensm_once sssp "$with_plugin" 'event_plugin_options max_vls=1' 'no_fallback TRUE'
[ "$(used_engine)" = none ] || fail "used, without fall-back: $(used_engine)"
