#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Lanes that switches choose by ports, live: no path has an SL of its own, and any is free of credit loops; SL to VL tables
# in the switches are those of sssp.slvl, also after a cable is cut and mended. A sweep and a restart change nothing. The
# same where each lane has several VLs.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"
. "$srcdir/tests/e2e/tables.sh"
. "$srcdir/tests/e2e/blocks.sh"

start_work
requires_plugin
requires dump_lfts ibdmchk saquery smpquery jq

keep_state=1

# All ports of every eighth switch, and of the one that a cable is cut at.
switches_have_their_tables() {
	local lid guid port
	switch_lids | sort -n | awk -v cut="$cut" 'NR % 8 == 1 || $2 == cut' >"$work/some_switches"
	[ "$(wc -l <"$work/some_switches")" -ge 3 ] || fail "$1: few switches"
	while read -r lid guid <&3; do
		awk -v guid="0x$guid" '$1 == guid && $3 > 0 { print $3 }' "$work/sssp.slvl" | sort -nu >"$work/ports"
		while read -r port <&4; do check_sl2vl "$lid" "$guid" "$port" 2; done 4<"$work/ports"
	done 3<"$work/some_switches"
}

# Without a wish all get SL 0; who wants another gets that.
paths_have_any_sl() {
	local from guid to
	ca_lids | sort -n >"$work/cas"
	cut -d ' ' -f 1 "$work/cas" | awk 'NR % 9 == 2' >"$work/sample"
	: >"$work/sls"
	while read -r from guid <&3; do check_sls "$from" "$guid" sample; done 3<<<"$(sed -n '1p;$p' "$work/cas")"
	! grep -v ' 0$' "$work/sls" || fail "$1: paths with an SL of their own"
	read -r from guid <"$work/cas"
	to=$(tail -n 1 "$work/sample")
	sim saquery -p --slid "$from" --dlid "$to" --sl 5 >"$work/records"
	grep -q '^[[:blank:]]*sl\.*0x5$' "$work/records" || fail "$1: SL 5 from $from to $to: $(cat "$work/records")"
}

all_is_well() { # WHEN
	vls=$(used_lanes opensm-sssp)
	by_ports || fail "$1: lanes are not by ports: $(grep -a 'sssp: lanes' "$work/osm.log" | tail -n 1)"
	! grep -v '^#' "$work/sssp.psl" || fail "$1: sssp.psl has SLs"
	tables_are_complete
	lanes_are_free
	switches_have_their_tables "$1"
	paths_have_any_sl "$1"
	echo "$spec, $1: $(summary_line | tail -n 1 | sed 's/.*sssp: //')"
}

remember() {
	lft_entries "$work/opensm-lfts.dump" >"$work/then.entries"
	said "$work/sssp.slvl" >"$work/then.slvl"
}

as_then() { # WHEN
	lft_entries "$work/opensm-lfts.dump" >"$work/now.entries"
	said "$work/sssp.slvl" >"$work/now.slvl"
	same "$1: forwarding entries" "$work/then.entries" "$work/now.entries"
	same "$1: SL to VL tables" "$work/then.slvl" "$work/now.slvl"
	switches_hold "$work/then.entries"
	log_has 'sssp: rerouted: 0 of ' || fail "$1: the log tells of changes"
}

sweep() { # WHEN
	sweep_again || fail "$1: the subnet does not come up again"
	wait_until "$SUBNET_TIMEOUT" "$opensm_pid" is_quiet || fail "$1: the subnet does not come to rest"
	! log_has 'ERR SSSP' || fail "$1: $(grep -a 'ERR SSSP' "$work/osm.log" | head -n 3)"
}

for case in torus:5x4,hosts=1 dragonfly:a=4,p=1,h=2 'dragonfly:a=4,p=1,h=2 spread=all'; do
	spec=${case% *} options=()
	[ "$spec" = "$case" ] || options=("event_plugin_options ${case#* }")
	console=1
	rm -f "$work/opensm-sssp.state" "$work/guid2lid"
	make_fabric "$spec"
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	start_opensm sssp "$with_plugin" ${options[@]+"${options[@]}"} || fail "$spec: the subnet does not come up"
	engine_was_ours
	cut=$(a_cable | sed 's/^"S-//; s/".*//')
	all_is_well 'at first'
	[ "$spec" = "$case" ] || [ "$(lanes_needed) $vls" = '2 8' ] || fail "$case: $(lanes_needed) lanes needed, $vls used"
	remember
	sweep 'a sweep'
	as_then 'a sweep'
	cut_one_cable
	sweep 'a cut'
	all_is_well 'a cable is gone'
	remember
	stop_opensm
	start_opensm sssp "$with_plugin" ${options[@]+"${options[@]}"} || fail "$spec: the subnet does not come up again"
	as_then 'a restart'
	switches_have_their_tables 'after a restart'
	tell_ibsim "Relink $(a_cable)"
	sweep 'the repair'
	all_is_well 'the cable is back'
	stop_opensm
	stop_ibsim
done
