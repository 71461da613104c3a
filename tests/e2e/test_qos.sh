#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Lanes that are configured: SL2VL tables get into every kind of port whether QoS is on or off, and as many lanes are
# used as OpenSM's max_op_vls and the plugin's max_vls leave. Each time ibsim starts anew: it keeps tables.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"

start_work
requires_plugin
requires ibdmchk smpquery jq

# A subnet manager on a fresh fabric; the LID and GUID of a switch, its ports, and the LID of a CA.
live_with() { # [CONFIGURATION LINE..]
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	start_opensm sssp "$with_plugin" "$@" || fail "$*: the subnet does not come up"
	engine_was_ours
	read -r switch guid <<<"$(switch_lids | head -n 1)"
	read -r ca _ <<<"$(ca_lids | head -n 1)"
	ports=$(sed -n "/^Switch.*\"S-$guid\"/,/^\$/s/^\[\([0-9]*\)\].*/\1/p" "$fabric")
	[ "$(wc -w <<<"$ports")" = 5 ] || fail "0x$guid has ports $ports" # four to switches, one to a CA
}

end_life() {
	stop_opensm
	stop_ibsim
}

# The first row of the SL2VL table of a CA's port or of a switch's port 0: VLs with blanks between them.
first_row() { # LID PORT
	sim smpquery sl2vl "$1" "$2" | sed -n '/^ports: in *0, out *0:/{s/.*: |//;s/|/ /g;s/  */ /g;s/^ //;s/ $//;p}'
}

# Every port of a switch is as sssp.slvl says, and its port 0 and a CA take SL modulo LANES; SLs of no path take VL 0.
tables_are_programmed() { # LANES
	local port modulo
	for port in $ports; do check_sl2vl "$switch" "$guid" "$port"; done
	modulo=$(for sl in {0..15}; do printf '%s ' $((sl < vls ? sl % $1 : 0)); done)
	[ "$(first_row "$ca" 1) " = "$modulo" ] || fail "SL2VL of CA $ca, port 1: $(first_row "$ca" 1)"
	[ "$(first_row "$switch" 0) " = "$modulo" ] || fail "SL2VL of switch $switch, port 0: $(first_row "$switch" 0)"
}

# No SL and no VL at or above LANES, a digit, in what was written.
keeps_below() { # LANES
	[ -z "$(awk -v lanes="$1" '/^0x/ && $3 >= lanes' "$work/sssp.psl")" ] || fail "sssp.psl uses more than $1 lanes"
	[ -z "$(awk -v lanes="$1" '/^0x/ { for (i = 4; i <= NF; i++)
		if (substr($i, 3, 1) "" >= lanes "" || substr($i, 4, 1) "" >= lanes "") print }' "$work/sssp.slvl")" ] ||
		fail "sssp.slvl uses more than $1 lanes"
}

operational_lanes() { sim smpquery portinfo "$1" "$2" | sed -n 's/^OperVLs:\.*//p'; }

proven() {
	tables_are_complete
	lanes_are_free
	evaluate reverse.json deadlock --reverse --psl sssp.psl --slvl sssp.slvl || fail "replies: $(cat "$work/reverse.json")"
	expect reverse.json .free true
}

make_fabric torus:7x5,hosts=1
sed -i 's/ base port 0/ enhanced port 0/' "$fabric" # only that has an SL2VL table

live_with 'qos FALSE'
[ "$vls" -gt 3 ] || fail "$vls lanes where links have 8"
log_has "sssp: the plugin has turned QoS on, as $vls virtual lanes" || fail "the log does not say that QoS was turned on"
tables_are_programmed 8
end_life

live_with 'qos TRUE'
[ "$vls" -gt 3 ] || fail "$vls lanes where links have 8"
! log_has 'sssp: QoS was off' || fail "QoS was on, the log says off"
tables_are_programmed 8
end_life
proven
[ "$nonminimal" = 0 ] || fail "$nonminimal pairs take a longer path than they need"

# By OpenSM's option: 2 is the code of VL0-1.
live_with 'max_op_vls 2'
[ "$vls" = 2 ] || fail "$vls lanes by max_op_vls 2"
for port in $ports; do
	[ "$(operational_lanes "$switch" "$port")" = VL0-1 ] || fail "port $port: $(operational_lanes "$switch" "$port")"
done
tables_are_programmed 2
end_life
keeps_below 2
proven
[ "$nonminimal" -gt 0 ] || fail "this fabric is to need longer paths on two lanes"

# By the plugin's: CAs and ports that face them still have their eight.
live_with 'event_plugin_options max_vls=2' 'qos TRUE'
[ "$vls" = 2 ] || fail "$vls lanes by max_vls=2"
tables_are_programmed 8
end_life
keeps_below 2
proven

# The fewer of both, as numbers and not as codes; and on one lane OpenSM's settings are left alone.
live_with 'event_plugin_options max_vls=1' 'max_op_vls 3'
[ "$vls" = 1 ] || fail "$vls lanes by max_vls=1"
! log_has 'QoS was off' || fail "QoS is turned on for one lane"
[ "$(first_row "$ca" 1)" = '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 7' ] || fail "one lane, a CA's SL2VL: $(first_row "$ca" 1)"
end_life
proven
[ "$nonminimal" -gt 0 ] || fail "this fabric is to need longer paths on one lane"
