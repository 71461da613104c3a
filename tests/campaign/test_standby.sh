#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A subnet manager that takes over from one that died: with its state file nothing changes, in the tables or the SLs;
# without it routes are made afresh, and the log says so.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"
. "$srcdir/tests/e2e/tables.sh"
. "$srcdir/tests/e2e/blocks.sh"
. "$srcdir/tests/campaign/sm.sh"

start_work
requires_plugin
requires dump_lfts saquery smpquery jq
# shellcheck disable=SC2034 # for enter_simulation
sim_preload=$builddir/tests/e2e/libsimrmpp.so
[ -e "$sim_preload" ] || missing "$sim_preload"

# Hosts of the net that are cabled at port 1, but the first one.
other_hosts() {
	awk '/^(Ca|Hca)[ \t]*[0-9]/ { split($0, part, "\""); host = part[2] }
	     /^Switch|^Rt/ { host = "" }
	     /^\[1\]/ && host != "" { print host }' "$fabric" | grep -vx "$sim_host"
}

# What the switches and hosts get, in $1.tables, $1.psl and $1.slvl.
remember() { # NAME
	lft_entries "$master/opensm-lfts.dump" >"$work/$1.tables"
	sort "$master/sssp.psl" >"$work/$1.psl"
	said "$master/sssp.slvl" >"$work/$1.slvl"
}

log_says() { grep -aq "$1" "$master/osm.log" || fail "not in the log: $1; $(grep -a 'sssp: ' "$master/osm.log" | head -n 5)"; } # TEXT

make_fabric torus:5x4,hosts=1
# shellcheck disable=SC2034 # for start_ibsim
console=1
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
other_hosts >"$work/others"
mapfile -t others <"$work/others"
# Routes that are kept are no others for being shorter.
# shellcheck disable=SC2034 # for launch_sm
conf_lines=('event_plugin_options rebalance=never')
first_sm "$sim_host"
log_says 'routing from scratch, as no previous routing is known'
# What is kept now is not what would be made afresh.
cut_one_cable
sweep_twice
log_says 'rerouted: [1-9][0-9]* of '
remember former

# The state file comes along, however it got there. One that stops has written it.
state_is_written() { [ -s "$master/opensm-sssp.state" ] && [ ! -e "$master/.opensm-sssp.state.new" ]; }
wait_until 20 "$master_pid" state_is_written || fail "no state file"
mkdir -p "$work/sm.2"
cp "$master/opensm-sssp.state" "$work/sm.2" || fail "the state cannot be copied"
sm_standby "${others[0]}"
log_says 'the previous routing was read from '
log_says 'rerouted: 0 of [0-9]* entries changed (0 unavoidable), 0 of [0-9]* blocks to send, SLs of 0 '
remember taken_over
same "forwarding tables" "$work/former.tables" "$work/taken_over.tables"
same "SLs" "$work/former.psl" "$work/taken_over.psl"
same "SL to VL tables" "$work/former.slvl" "$work/taken_over.slvl"

sm_standby "${others[1]}"
log_says 'routing from scratch, as no previous routing is known'

# What is cabled changes while one dies and the other comes, in the middle of a sweep: what that one sees is routed.
tell_ibsim "Relink $(a_cable)"
kill -HUP "$master_pid"
sm_standby "${others[2]}"
sweep_twice
for question in routes deadlock; do
	bounded "$JUDGE_TIMEOUT" judged sssp-eval "$question" "$master/opensm-subnet.lst" "$master/opensm-lfts.dump" --json ||
		fail "after a change in the middle of a take-over: $question: $(head -c 400 "$work/judged")"
done
