#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# `opensm -o` on a fabric whose links have one lane in operation: OpenSM cuts SL to VL tables to that and ends before the
# sweep in which it would complete them. Switches must have whole tables all the same.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"

start_work
requires_plugin
requires smpquery jq

make_fabric torus:5x3,hosts=1 # a ring of five needs two lanes
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
pending='links have 1 of [0-9]* virtual lanes in operation: OpenSM raises them in this sweep'

once() { # [CONFIGURATION LINE..]
	run_opensm_once sssp "$with_plugin" "$@" || fail "$*: opensm -o ends with status $?"
	engine_was_ours
	read -r switch guid <<<"$(switch_lids | head -n 1)"
}

# Ports to other switches.
ports() {
	sed -n "/^Switch.*\"S-$guid\"/,/^\$/s/^\[\([0-9]*\)\].*\"S-.*/\1/p" "$fabric"
}

once 'max_op_vls 1'
[ "$vls" = 1 ] || fail "$vls lanes, 1 allowed"
! log_has "$pending" || fail "one lane is in operation"

once 'max_op_vls 4'
[ "$vls" -gt 1 ] || fail "this fabric is to need more than one lane"
log_has "$pending" || fail "all lanes are in operation at once: this test tests nothing"
[ "$(ports | wc -l)" = 4 ] || fail "0x$guid has ports $(ports)"
for port in $(ports); do check_sl2vl "$switch" "$guid" "$port"; done
tables_are_complete
lanes_are_acyclic

# So they are where all lanes are in operation.
once 'max_op_vls 4'
! log_has "$pending" || fail "in the second run lanes are missing, too"
for port in $(ports); do check_sl2vl "$switch" "$guid" "$port"; done
