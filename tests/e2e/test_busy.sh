#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What happens while tables are computed, which takes seconds here: a standby that polls stays standby, with path queries
# on the way; a subnet manager that is told to end does so by itself, and what it leaves behind is whole and of use.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"
. "$srcdir/tests/e2e/tables.sh"
. "$srcdir/tests/e2e/blocks.sh"
. "$srcdir/tests/campaign/sm.sh"

start_work
requires_plugin
requires saquery jq
# shellcheck disable=SC2034 # for enter_simulation
sim_preload=$builddir/tests/e2e/.libs/libsimrmpp.so
[ -e "$sim_preload" ] || missing "$sim_preload"

times_begun() { grep -ac 'ucast_mgr_route: building routing with' "$master/osm.log"; }
times_done() { grep -ac 'sssp: [0-9]* switches, [0-9]* LIDs' "$master/osm.log"; }
has_begun() { [ "$(times_begun)" -gt "$1" ]; }
is_computing() { [ "$(times_begun)" -gt "$(times_done)" ]; }
of_torus() { # seconds that the longest routing took, by the log
	sed -n 's/.*sssp: [0-9]* switches, .* \([0-9]*\) ms (import.*/\1/p' "$master/osm.log" | sort -n | tail -n 1
}

make_fabric torus:6x6x6,hosts=4
# shellcheck disable=SC2034 # for start_ibsim
console=1
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
# More polls than the stock ones (4 in 40 s), and more often: many are lost to each routing.
conf_lines=('event_plugin_options reroute=fresh max_vls=2' 'polling_retry_number 80' 'sminfo_polling_timeout 500')
SM_FIRST=$sim_host
first_sm "$SM_FIRST"
[ "$(of_torus)" -ge 500 ] || fail "routing takes $(of_torus) ms only: is another fabric needed?"

# ---- a standby
new_folder
other=$(awk '/^(Ca|Hca)[ \t]*[0-9]/ { split($0, part, "\""); host = part[2] } END { print host }' "$fabric")
conf_lines[1]='polling_retry_number 80' conf_lines[2]='sminfo_polling_timeout 500'
launch_sm "$other" 0 "$born"
standby=$born standby_pid=$born_pid
wait_until "$SUBNET_TIMEOUT" "$standby_pid" knows_its_place || fail "the second subnet manager does not wait: $(tail -n 3 "$standby/osm.log")"
