#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Tables of sssp-route --steps with several lanes, loaded by the plugin (routes=) in a live subnet: entry by entry those of
# the folder, complete and free of credit loops by two judges, and not those that the plugin comes to by itself.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"
. "$srcdir/tests/e2e/tables.sh"

start_work
requires_plugin
requires dump_lfts saquery smpquery ibdmchk jq

make_fabric torus:6x4,hosts=3
route_offline fabric.net
mv "$work/offline.entries" "$work/plain.entries"
route_offline fabric.net --steps 2000
! cmp -s "$work/offline.entries" "$work/plain.entries" || fail "nothing was optimized"

start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
start_opensm_with_lids "$work/offline/guid2lid" sssp "$with_plugin" "event_plugin_options routes=$work/offline" ||
	fail "the subnet does not come up"
engine_was_ours
vls=$(used_lanes opensm-sssp)
[ "$vls" -gt 1 ] || fail "this fabric is to need more than one lane"
log_has "sssp: the tables of routes=.*/offline fit this subnet and are loaded" || fail "the tables are not loaded"
tables_are_those_of "$work/offline"
tables_are_complete
lanes_are_free
stop_opensm
stop_ibsim
