#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# The same tables both ways: what the plugin programs into a subnet is what sssp-route computes from that subnet's own
# ibnetdiscover output, entry for entry: forwarding tables, SLs of paths, SL to VL tables.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"
. "$srcdir/tests/e2e/tables.sh"

start_work
requires_plugin
requires ibnetdiscover dump_lfts saquery smpquery jq

on_many_lanes() {
	[ "$vls" -gt 1 ] || fail "this fabric is to need more than one lane"
}

compare_made() { # SPEC [CONFIGURATION LINE..]
	make_fabric "$1"
	shift
	same_tables_both_ways "$@"
}

compare_made fattree:ports=8,levels=3
compare_made torus:5x4,hosts=2
on_many_lanes
compare_made torus:5x3,hosts=2 'lmc 2'
on_many_lanes
compare_made dragonfly:a=4,p=2,h=2,fail=links:5%,seed=2
on_many_lanes
bundled_fabric degraded.net
same_tables_both_ways
bundled_fabric deimos.net
same_tables_both_ways
on_many_lanes
