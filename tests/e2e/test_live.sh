#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A subnet manager that stays, asked as users' software asks it: the routes that packets take are the dumped tables,
# the SL in a path record and the SL2VL tables in the switches are those of sssp.psl and sssp.slvl; with lanes by ports and
# with lanes by SL.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"

start_work
requires_plugin
requires ibtracert saquery smpquery jq

make_fabric torus:5x3,hosts=1 # a ring of five needs two lanes

# SLs of all paths from CAs, and the routes of a third of these.
ask_for_paths() {
	local from guid to
	: >"$work/sls"
	while read -r from guid <&3; do
		check_sls "$from" "$guid" lids
		while read -r to _ <&4; do
			[ "$from" = "$to" ] || [ $(((from + 3 * to) % 3)) != 0 ] || check_route "$from" "$to"
		done 4<"$work/cas"
	done 3<"$work/cas"
}

# The tables of all ports of all switches.
ask_for_tables() {
	local lid guid port
	[ "$(wc -l <"$work/switches")" = 15 ] || fail "not 15 switches"
	while read -r lid guid <&3; do
		sed -n "/^Switch.*\"S-$guid\"/,/^\$/s/^\[\([0-9]*\)\].*/\1/p" "$fabric" >"$work/ports"
		[ -s "$work/ports" ] || fail "0x$guid is not in the net"
		while read -r port <&4; do check_sl2vl "$lid" "$guid" "$port"; done 4<"$work/ports"
	done 3<"$work/switches"
}

live_with() { # [CONFIGURATION LINE..]
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	start_opensm sssp "$with_plugin" "$@" || fail "$*: the subnet does not come up"
	engine_was_ours
	[ "$vls" -gt 1 ] || fail "this fabric is to need more than one lane"
	ca_lids >"$work/cas"
	[ "$(wc -l <"$work/cas")" = 15 ] || fail "not 15 CAs: $(cat "$work/cas")"
	switch_lids >"$work/switches"
	cut -d ' ' -f 1 "$work/cas" "$work/switches" >"$work/lids"
	ask_for_paths
	ask_for_tables
	stop_opensm
	stop_ibsim
	seen=$(cut -d " " -f 3 "$work/sls" | sort -u | wc -l)
}

live_with
by_ports || fail "lanes are not by ports: $(grep -a 'sssp: lanes' "$work/osm.log")"
[ "$seen" = 1 ] || fail "the SM answers $seen different SLs, and lanes are by ports"
live_with 'event_plugin_options sl=path'
! by_ports || fail "sl=path: lanes are by ports"
[ "$seen" = "$vls" ] || fail "the SM answers $seen different SLs, the log says $vls lanes"
