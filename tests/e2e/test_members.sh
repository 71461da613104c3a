#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A thousand hosts join and leave multicast groups while cables go and come back: each request is answered, the subnet
# manager lives, its trees reach who is a member then and nobody else, and close no cycle with the routes.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/blocks.sh"

readonly GROUPS_ALL=8 ROUNDS=30

start_work
requires_plugin
requires jq
members=$builddir/tests/e2e/mc_members
[ -x "$members" ] || missing "$members"
# shellcheck disable=SC2034 # for enter_simulation
sim_preload=$builddir/tests/e2e/libsimrmpp.so
[ -e "$sim_preload" ] || missing "$sim_preload"

make_fabric torus:6x6,hosts=28
# shellcheck disable=SC2034 # for start_ibsim
console=1
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
start_opensm sssp "$with_plugin" 'event_plugin_options state=none' || fail "the subnet does not come up: $(tail -n 3 "$work/osm.log")"
engine_was_ours

# The subnet manager's own port first: it makes the groups.
sed -n 's/^{ CA[^}]*PortGUID:\([0-9a-fA-F]*\).*/\1/p' "$work/opensm-subnet.lst" | sort -u >"$work/ports"
[ "$(wc -l <"$work/ports")" = 1008 ] || fail "$(wc -l <"$work/ports") ports"

# A pipe for the list: what launch() starts has no input.
# shellcheck disable=SC2016 # for the inner shell
launch members.out "${simulated[@]}" sh -c 'exec "$1" "$2" "$3" 7 <ports' ask "$members" $GROUPS_ALL $ROUNDS
members_pid=$!

cuts=0
while kill -0 "$members_pid" 2>/dev/null; do
	case $((cuts % 2)) in
	0) cut_one_cable ;;
	1) tell_ibsim "Relink $(a_cable)" ;;
	esac
	sweep_again || fail "no sweep while hosts join and leave"
	cuts=$((cuts + 1))
	[ $cuts -lt 40 ] || fail "joining and leaving does not come to an end: $(tail -n 3 "$work/members.out")"
done
wait "$members_pid" || fail "members: $(tail -n 5 "$work/members.out")"
forget "$members_pid"
[ $cuts -ge 3 ] || fail "$cuts sweeps only while hosts joined and left: are more rounds needed?"

# What is in the switches now, against who is a member.
tell_ibsim "Relink $(a_cable)"
{ sweep_again && sweep_again; } || fail "no sweep in the end"
kill -0 "$opensm_pid" || fail "opensm has ended"
vls=$(used_lanes opensm-sssp)
tables_are_complete
lanes_are_acyclic
with_trees=(--mcast opensm.mcfdbs --psl sssp.psl --slvl sssp.slvl)
! grep -aq 'no safe tree' "$work/osm.log" || fail "no multicast tree"
is_free mcast.json "${with_trees[@]}" --reverse
expect mcast.json .multicast.loops 0
expect mcast.json .multicast.split 0
expect mcast.json .multicast.astray 0
expect mcast.json .multicast.groups $GROUPS_ALL
expect mcast.json .multicast.members "$(grep -c '^member' "$work/members.out")"
! log_has "$FAULTS" || fail "$(grep -aE "$FAULTS" "$work/osm.log" | head -n 3)"
echo "$(tail -n 1 "$work/members.out"), $cuts sweeps meanwhile, $(jq -c .multicast "$work/mcast.json")"
