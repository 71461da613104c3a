#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A group of all hosts keeps its tree, which was proven with the routes, when OpenSM is started again and when it sweeps
# although nothing has changed: at first, and after each of several cables was gone and back.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/groups.sh"

start_work
requires_plugin
requires jq
readonly CABLES=${MCAST_CABLES:-10} HOSTS=${MCAST_HOSTS:-2} # make campaign takes 20, and also 4 hosts a switch
keep_state=1
console=1

start_again() {
	start_opensm sssp "$with_plugin" "sa_db_file $work/groups" || fail "the subnet does not come up"
	[ "$(used_engine)" = opensm-sssp ] || fail "used $(used_engine)"
}

is_safe() { # WHEN
	! grep -aq 'no safe tree was found' "$work/osm.log" || fail "$1: no multicast tree"
	[ -s "$work/opensm.mcfdbs" ] || fail "$1: no multicast tables"
	# shellcheck disable=SC2046 # words
	evaluate safe.json deadlock --mcast opensm.mcfdbs --reverse $(lanes --psl --slvl) || fail "$1: $(jq -c .verdict "$work/safe.json")"
	expect safe.json .multicast.groups 1
	expect safe.json .multicast.split 0
}

tables() { cat "$work/opensm-lfts.dump" "$work/sssp.psl" "$work/opensm.mcfdbs"; }

is_the_same() { # WHEN
	tables >"$work/after"
	cmp -s "$work/before" "$work/after" || fail "$1: $(diff "$work/before" "$work/after" | head -n 5)"
	is_safe "$1"
}

# Nothing changes, whatever OpenSM is told, as long as the fabric does not.
stays() { # WHEN
	is_safe "$1"
	tables >"$work/before"
	sweep_again || fail "$1: no sweep"
	is_the_same "$1, another sweep"
	stop_opensm
	rm -f "$work"/opensm.mcfdbs "$work"/opensm-lfts.dump "$work"/sssp.psl
	start_again
	is_the_same "$1, started again"
}

make_fabric "torus:6x6,hosts=$HOSTS"
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
run_opensm_once minhop || fail "opensm -R minhop ends with status $?"
host_ports >"$work/hosts"
mapfile -t hosts <"$work/hosts"
[ "${#hosts[@]}" = $((36 * HOSTS)) ] || fail "${#hosts[@]} hosts"
group 0xc000 0xffffffff "${hosts[@]}" >"$work/groups"
start_again
stays "at first"

# Cables from all over the fabric.
awk '/^Switch/ { sw = $3 } /^Ca/ { sw = "" } sw && /^\[[0-9]*\].*"S-/ { match($0, /^\[[0-9]*\]/); print sw substr($0, 1, RLENGTH) }' "$fabric" >"$work/cables"
total=$(wc -l <"$work/cables")
for ((i = 0; i < CABLES; i++)); do
	cable=$(sed -n "$((1 + i * total / CABLES + i % 4))p" "$work/cables")
	tell_ibsim "Unlink $cable"
	sweep_again || fail "$cable: no sweep"
	is_safe "without $cable"
	tell_ibsim "Relink $cable"
	sweep_again || fail "$cable: no sweep with it"
	stays "$cable is back"
done
stop_opensm
echo "a proven tree at each of $CABLES times, when a cable is out and when it is back"
