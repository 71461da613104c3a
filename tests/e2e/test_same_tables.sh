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

on_lanes_by_ports() {
	on_many_lanes
	by_ports || fail "lanes are not by ports"
}

# What was compared last, with lanes by SL.
by_sl_too() { # [CONFIGURATION LINE..]
	offline_options=(--sl path)
	same_tables_both_ways 'event_plugin_options sl=path' "$@"
	offline_options=()
	on_many_lanes
	! by_ports || fail "lanes are not by SL"
}

compare_made() { # SPEC [CONFIGURATION LINE..]
	make_fabric "$1"
	shift
	same_tables_both_ways "$@"
}

compare_made fattree:ports=8,levels=3
compare_made torus:5x3,hosts=2 'lmc 2'
on_lanes_by_ports
by_sl_too 'lmc 2'
compare_made dragonfly:a=4,p=2,h=2,fail=links:5%,seed=2
on_many_lanes
offline_options=(--algorithm published --sl asymmetric)
compare_made torus:5x4,hosts=2 'event_plugin_options algorithm=published sl=asymmetric max_vls=8'
on_many_lanes
log_has 'lanes needed, .* \(first fit\)' || fail "the log does not say how published routes got their lanes"
offline_options=()
# A host with ports on two switches, which sssp.psl has one line for and the log a word.
two_ports() {
	sed -i -e '/^Switch.*"S-0002c90200400000"/a [36]\t"H-0002c90300000006"[1](2c90300000006) \t# "two ports" lid 0 4xQDR' \
		-e '/^Switch.*"S-0002c90200400010"/a [36]\t"H-0002c90300000006"[2](2c90300000007) \t# "two ports" lid 0 4xQDR' "$1"
	printf '%s\n' '' vendid=0x2c9 devid=0x673c sysimgguid=0x2c90300000006 caguid=0x2c90300000006 \
		$'Ca\t2 "H-0002c90300000006"\t\t# "two ports"' \
		$'[1](2c90300000006) \t"S-0002c90200400000"[36]\t\t# lid 0 lmc 0 "torus-0-0" lid 0 4xQDR' \
		$'[2](2c90300000007) \t"S-0002c90200400010"[36]\t\t# lid 0 lmc 0 "torus-0-1" lid 0 4xQDR' >>"$1"
}
splits='sssp: 1 hosts \(the first: 0x0002c90300000006 .*two ports.*\) have ports on several switches'
make_fabric torus:5x4,hosts=1
same_tables_both_ways
on_lanes_by_ports
by_sl_too
! log_has "$splits" || fail "the log tells of a host that is not there"
two_ports "$fabric"
same_tables_both_ways
on_lanes_by_ports
! log_has "$splits" || fail "the log tells of lines of sssp.psl, which has none"
by_sl_too
[ "$(grep -acE "$splits" "$work/osm.log")" = 1 ] || fail "the log does not tell once of the host on two switches"
bundled_fabric degraded.net
same_tables_both_ways
bundled_fabric deimos.net
same_tables_both_ways
on_lanes_by_ports
