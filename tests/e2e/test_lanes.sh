#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# The SLs that a live subnet manager answers for all pairs of hosts are those of the proof, and share one SL for both
# directions of a pair unless that was asked for otherwise; then only the judgement on replies falls away.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"

start_work
requires_plugin
requires ibdmchk saquery jq

live_with() { # [CONFIGURATION LINE..]
	start_opensm sssp "$with_plugin" "$@" || fail "$*: the subnet does not come up"
	engine_was_ours
	[ "$vls" -gt 1 ] || fail "this fabric is to need more than one lane"
	check_all_sls
	stop_opensm
	[ "$(wc -l <"$work/sls")" = $(($(wc -l <"$work/cas") * ($(wc -l <"$work/cas") - 1))) ] || fail "not all pairs were asked"
	tables_are_complete
	[ "$endpoints" = "$(wc -l <"$work/cas")" ] || fail "$endpoints endpoints, CAs: $(cat "$work/cas")"
	lanes_are_free
}

make_fabric torus:5x3,hosts=1 # a ring of five needs two lanes
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"

live_with 'event_plugin_options sl=path'
[ "$(asymmetric_pairs)" = 0 ] || fail "symmetric, yet $(asymmetric_pairs) pairs have two SLs"
evaluate reverse.json deadlock --reverse --psl sssp.psl --slvl sssp.slvl || fail "replies: $(cat "$work/reverse.json")"
expect reverse.json .free true

live_with 'event_plugin_options sl=asymmetric'
[ "$(asymmetric_pairs)" -gt 0 ] || fail "sl=asymmetric changes nothing here"
