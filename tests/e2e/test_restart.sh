#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A subnet manager that is killed, after a sweep or in the middle of one, and starts again goes on with the routing that
# was: from its state file, from a copy of it that a standby has, from the folder of `routes=`. A file of no use is a
# line in the log.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"
. "$srcdir/tests/e2e/tables.sh"
. "$srcdir/tests/e2e/blocks.sh"

start_work
requires_plugin
requires dump_lfts saquery smpquery ibdmchk jq

state=$work/opensm-sssp.state
keep_state=1

# Tables and SLs as they are now, and the file that keeps them.
remember() { # NAME
	lft_entries "$work/opensm-lfts.dump" >"$work/$1.entries"
	said "$work/sssp.psl" >"$work/$1.psl"
	[ -s "$work/$1.entries" ] || fail "$1: nothing was dumped"
	said "$work/sssp.slvl" >"$work/$1.slvl"
	[ -s "$work/$1.slvl" ] || fail "$1: no SL to VL tables were dumped"
	by_ports || [ -s "$work/$1.psl" ] || fail "$1: no SLs were dumped"
	wait_until 10 "$opensm_pid" test -s "$state" || fail "$1: no state file"
}

as_before() { # NAME WHEN
	lft_entries "$work/opensm-lfts.dump" >"$work/now.entries"
	said "$work/sssp.psl" >"$work/now.psl"
	same "$2: forwarding entries" "$work/$1.entries" "$work/now.entries"
	said "$work/sssp.slvl" >"$work/now.slvl"
	same "$2: SL to VL tables" "$work/$1.slvl" "$work/now.slvl"
	by_ports || same "$2: SLs" "$work/$1.psl" "$work/now.psl"
	switches_hold "$work/$1.entries"
}

kill_opensm() {
	kill -KILL "$opensm_pid"
	wait "$opensm_pid" 2>/dev/null
	forget "$opensm_pid"
	opensm_pid=
}

start_again() { # [CONFIGURATION LINE..]
	start_opensm sssp "$with_plugin" "$@" || fail "the subnet does not come up again"
	engine_was_ours
}

starts_from() { # FILE
	log_has "sssp: the previous routing was read from $1: " || fail "it does not start from $1: $(grep -a 'former' "$work/osm.log")"
	! log_has 'no previous routing' || fail "it starts from $1 and from nothing"
}

log_tells() { # EXPRESSION
	log_has "$1" || fail "not in the log: $1"
}

# ---- after a sweep: the tables are those of a fabric that has lost a cable meanwhile, not what one makes of it afresh
console=1
make_fabric torus:5x4,hosts=1
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
start_again
[ "$vls" -gt 1 ] || fail "this fabric is to need more than one lane"
log_tells 'sssp: routing from scratch, as no previous routing is known'
cut_one_cable
sweep_again || fail "no sweep after a cable is gone"
log_tells 'sssp: .*: [0-9]* of [0-9]* entries changed \([0-9]* unavoidable\), [0-9]* of [0-9]* blocks to send, SLs of [0-9]* of [0-9]* kept paths changed'
remember cut
sleep_for_state() { # until the file is that of the last sweep: no temporary one is there
	wait_until 10 "$opensm_pid" test ! -e "$work/.opensm-sssp.state.new"
}
sleep_for_state || fail "the state is not written"
cp "$state" "$work/cut.state"
kill_opensm
start_again
starts_from "$state"
as_before cut "after kill -9"
tables_are_complete
lanes_are_free
sweep_again || fail "no second sweep"
as_before cut "after kill -9 and two sweeps"
cmp -s "$state" "$work/cut.state" || fail "the same routing is kept in another file"

# ---- in the middle of one, sooner and later
routed_again() { [ "$(summary_line | wc -l)" -gt 1 ]; }
route_begins() { [ "$(grep -ac 'SUBNET UP' "$work/osm.log")" -gt 1 ] || sed '1,/SUBNET UP/d' "$work/osm.log" | grep -qa .; }
for moment in true route_begins routed_again; do
	kill -HUP "$opensm_pid"
	wait_until "$SUBNET_TIMEOUT" "$opensm_pid" $moment || fail "$moment: the sweep does not get there"
	kill_opensm
	start_again
	starts_from "$state"
	as_before cut "killed in a sweep at $moment"
done

# ---- a standby that has a copy
kill_opensm
mkdir "$work/elsewhere"
mv "$state" "$work/elsewhere/copy"
start_again "event_plugin_options state=$work/elsewhere/copy"
starts_from "$work/elsewhere/copy"
as_before cut "with a copy"
[ ! -e "$state" ] || fail "there is a state file beside the one that is named"
stop_opensm

# ---- finished tables that do not fit any more
mv "$work/elsewhere/copy" "$work/elsewhere/opensm-sssp.state"
start_again "event_plugin_options state=none routes=$work/elsewhere"
starts_from "$work/elsewhere/opensm-sssp.state"
as_before cut "with a folder"
stop_opensm

# ---- with nothing
start_again 'event_plugin_options state=none'
log_tells 'sssp: routing from scratch, as no previous routing is known'
[ ! -e "$state" ] || fail "state=none keeps a file"
stop_opensm

# ---- files of no use
of_no_use() { # WHY
	start_again
	log_tells "ERR SSSP11: the previous routing was not read, so routes and SLs may change.*: .*$1"
	log_tells 'sssp: routing from scratch, as no previous routing is known'
	tables_are_complete
	stop_opensm # writes it before it ends
	cmp -s "$state" "$work/fresh.state" || fail "$1: the file is not replaced"
}
start_again
stop_opensm
cp "$state" "$work/fresh.state"
head -c 500 "$work/fresh.state" >"$state"
of_no_use ': cut off: 500 of '
printf x | dd of="$state" bs=1 seek=300 conv=notrunc 2>/dev/null
of_no_use ': damaged'
printf '\002' | dd of="$state" bs=1 seek=8 conv=notrunc 2>/dev/null
of_no_use ': version 2 of the format'
sed 's/2c90/2ca0/g' "$fabric" >"$work/foreign.net"
bounded "$TOOL_TIMEOUT" route.out sssp-route foreign.net -f -q -o foreign || fail "$(cat "$work/route.out")"
cp "$work/foreign/opensm-sssp.state" "$state"
of_no_use ': of another subnet: 0 of its 20 switches are in this one'

# ---- routes afresh on demand
start_again
touch "$work/opensm-sssp.rebalance"
sweep_again || fail "no sweep"
log_tells 'sssp: routing from scratch, requested by opensm-sssp.rebalance: '
[ ! -e "$work/opensm-sssp.rebalance" ] || fail "what asks for it is still there"
stop_opensm

# ---- a folder that cannot be written is told, and nothing else is different
start_again "event_plugin_options state=/proc/nowhere/state"
sweep_again || fail "no sweep"
sweep_again || fail "no sweep"
[ "$(grep -ac 'ERR SSSP11: the routing was not saved, so a restart may change routes and SLs: /proc/nowhere/' "$work/osm.log")" = 1 ] ||
	fail "a folder that cannot be written is not told once"
tables_are_complete
stop_opensm
stop_ibsim
