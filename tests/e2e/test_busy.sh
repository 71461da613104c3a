#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What happens while tables are computed, which takes seconds here: a standby that polls stays standby, while path queries
# wait; a subnet manager that is told to end does so by itself, and what it leaves behind is whole and of use.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/blocks.sh"
. "$srcdir/tests/campaign/sm.sh"

readonly TRIES=6 # to do something while tables are computed: what came too late counts for nothing

start_work
requires_plugin
requires saquery jq
# shellcheck disable=SC2034 # for enter_simulation
sim_preload=$builddir/tests/e2e/libsimrmpp.so
[ -e "$sim_preload" ] || missing "$sim_preload"

begun() { grep -ac 'ucast_mgr_route: building routing with' "$master/osm.log"; }
finished() { grep -acE 'sssp: [0-9]+ switches, [0-9]+ LIDs' "$master/osm.log"; }
has_begun() { [ "$(begun)" -gt "$1" ]; }
has_finished() { [ "$(finished)" -gt "$1" ]; }
mean() { sed -n 's/.*sssp: [0-9]* switches, .* \([0-9]*\) ms (import.*/\1/p' "$master/osm.log" | awk '{ sum += $1 } END { print int(sum / (NR ? NR : 1)) }'; }
# Tables are computed now: since there were so many.
is_routing() { [ "$(finished)" = "$1" ]; }
is_polling() { grep -qa 'ENTERING SM STANDBY STATE\|Entering STANDBY state' "$standby/osm.log" 2>/dev/null; }
was_master() { grep -qa 'SUBNET UP\|ENTERING SM MASTER STATE\|Entering MASTER state' "$standby/osm.log" 2>/dev/null; }

make_fabric torus:6x6x6,hosts=1
# shellcheck disable=SC2034 # for start_ibsim
console=1
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
# Forty seconds of polling, as OpenSM has it, in shorter steps: some are lost to each routing.
conf_lines=('event_plugin_options reroute=fresh max_vls=2 state=none' 'sminfo_polling_timeout 500' 'polling_retry_number 80')
sm_log=0x47 # for sm.sh: when routing begins, too
first_host=$sim_host
first_sm "$first_host"

# ---- a standby
new_folder
last_host=$(awk '/^(Ca|Hca)[ \t]*[0-9]/ { split($0, part, "\""); host = part[2] } END { print host }' "$fabric")
launch_sm "$last_host" 0 "$born"
standby=$born standby_pid=$born_pid
wait_until "$SUBNET_TIMEOUT" "$standby_pid" is_polling || fail "the second subnet manager does not wait: $(tail -n 3 "$standby/osm.log")"
sim_host=$first_host
enter_simulation
asked=0
for ((try = 0; try < TRIES && (asked < 2 || try % 2); try++)); do
	cable=Unlink
	[ $((try % 2)) = 0 ] || cable=Relink
	before=$(begun) done_before=$(finished) up_before=$(times_up)
	tell_ibsim "$cable $(a_cable)"
	kill -HUP "$master_pid"
	wait_until "$SUBNET_TIMEOUT" "$master_pid" has_begun "$before" || fail "$cable: nothing is routed"
	# Asked now, answered when the tables are there.
	! is_routing "$done_before" || asked=$((asked + 1))
	sim saquery -p --slid 3 --dlid 5 >"$work/record" 2>&1 || true
	wait_until "$SUBNET_TIMEOUT" "$master_pid" has_finished "$done_before" || fail "$cable: routing does not end"
	wait_until "$SUBNET_TIMEOUT" "$master_pid" up_again $((up_before + 1)) || fail "$cable: the subnet does not come up"
	kill -0 "$standby_pid" 2>/dev/null || fail "$cable: the standby has ended"
	! was_master || fail "$cable: the standby took the mastery from a master that was routing"
done
[ $asked -ge 2 ] || fail "$asked questions of $TRIES came while tables were computed: is another fabric needed?"
stop_process "$standby_pid"

# ---- told to end while it computes
is_quiet() { [ "$(begun)" = "$(finished)" ]; }
for ((try = 0; ; try++)); do
	[ $try -lt $TRIES ] || fail "routing was over too soon $TRIES times: is another fabric needed?"
	wait_until "$SUBNET_TIMEOUT" "$master_pid" is_quiet || fail "routing goes on and on"
	before=$(begun) done_before=$(finished)
	kill -HUP "$master_pid"
	wait_until "$SUBNET_TIMEOUT" "$master_pid" has_begun "$before" || fail "nothing is routed"
	! is_routing "$done_before" || break
done
kill -TERM "$master_pid"
gone() { ! kill -0 "$master_pid" 2>/dev/null; }
polls=$((JUDGE_TIMEOUT * 10))
until gone || [ $((polls -= 1)) = 0 ]; do sleep 0.1; done
gone || fail "opensm does not end: $(tail -n 3 "$master/osm.log")"
wait "$master_pid"
status=$?
forget "$master_pid"
[ $status = 0 ] || fail "opensm ends with status $status, told to end while it routes"
! ls "$master"/.*.new >/dev/null 2>&1 || fail "half a file is left: $(ls -a "$master")"
forget_client "$master_pid"
first_sm "$first_host"
vls=$(used_lanes opensm-sssp)
cp "$master"/opensm-subnet.lst "$master"/opensm-lfts.dump "$master"/sssp.* "$work"
tables_are_complete
lanes_are_acyclic
echo "routing took $(mean) ms in the mean; $asked questions came meanwhile; the standby waited, and the master ended when it was told to"
