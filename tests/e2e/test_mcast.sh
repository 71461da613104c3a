#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Multicast: one group of all hosts and ten of some, which OpenSM takes from its file of SA records at the first sweep.
# Each is a tree that reaches its members, and all of them together close no cycle with the routes and their replies.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/groups.sh"

start_work
requires_plugin
requires ibdmchk jq

readonly GROUPS_OF_SOME=10

# All hosts, then groups of 2, 3, 4, 8 .. of them in an order that is the same in every run.
write_groups() {
	local hosts size i sizes=(2 3 4 8 16)
	host_ports >"$work/hosts"
	mapfile -t hosts <"$work/hosts"
	members=${#hosts[@]}
	[ "$members" -gt 1 ] || fail "no hosts in $(head -n 3 "$work/opensm-subnet.lst")"
	{
		group 0xc000 0xffffffff "${hosts[@]}"
		for ((i = 1; i <= GROUPS_OF_SOME; i++)); do
			size=${sizes[i % 5]}
			[ "$size" -le "${#hosts[@]}" ] || size=${#hosts[@]}
			yes "$i" | head -c 65536 >"$work/random"
			shuf -n "$size" --random-source="$work/random" "$work/hosts" >"$work/some"
			mapfile -t some <"$work/some"
			group $((0xc000 + i)) $((0x1000 + i)) "${some[@]}"
			members=$((members + size))
		done
	} >"$work/groups"
}

# Routes again, now with the groups.
route_groups() { # ENGINE [CONFIGURATION LINE..]
	local engine=$1
	shift
	run_opensm_once "$engine" "$@" "sa_db_file $work/groups" || fail "opensm -R $engine with groups ends with status $?"
	[ -s "$work/opensm.mcfdbs" ] || fail "OpenSM has written no multicast tables: $(grep -a ' ERR ' "$work/osm.log" | head -n 3)"
}

groups_are_trees() {
	expect mcast.json .multicast.groups $((GROUPS_OF_SOME + 1))
	expect mcast.json .multicast.members "$members"
	expect mcast.json .multicast.loops 0
	expect mcast.json .multicast.split 0
	expect mcast.json .multicast.astray 0
	# With multicast it takes SL to VL tables for the same at all ports.
	# shellcheck disable=SC2046
	run_ibdmchk $(by_ports || echo -M) $(lanes -c -d)
	[ "$(ibdmchk_verdict)" = free ] || fail "ibdmchk: $(ibdmchk_verdict), $(grep -a '^-[EW]-' "$work/ibdmchk.out" | head -n 5)"
}

proven_with_multicast() {
	# shellcheck disable=SC2046 # four words
	is_free mcast.json --mcast opensm.mcfdbs --reverse $(lanes --psl --slvl)
	groups_are_trees
	! log_has "ERR (0A17|SSSP09|SSSP17)|$FAULTS" || fail "$(grep -aE "ERR (0A17|SSSP09|SSSP17)|$FAULTS" "$work/osm.log" | head -n 3)"
}

try_fabric() { # [CONFIGURATION LINE..]
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	run_opensm_once minhop || fail "opensm -R minhop ends with status $?"
	write_groups
	route_groups sssp "$with_plugin" "$@"
	engine_was_ours
	proven_with_multicast
	echo "$fabric: $vls lanes$(by_ports && echo ' by ports'), $(jq -c .multicast "$work/mcast.json")"
}

# The reason, and whether the judges see it at all: beside the same routes OpenSM's own trees close cycles.
theirs_close_cycles() {
	local file files=(opensm-lfts.dump opensm.fdbs opensm-subnet.lst sssp.psl sssp.slvl)
	for file in "${files[@]}"; do cp "$work/$file" "$work/kept.$file"; done
	route_groups minhop
	for file in "${files[@]}"; do mv "$work/kept.$file" "$work/$file"; done
	evaluate theirs.json deadlock --mcast opensm.mcfdbs --psl sssp.psl --slvl sssp.slvl
	[ $? = 1 ] || fail "sssp-eval sees no cycle with OpenSM's trees: $(head -c 2000 "$work/theirs.json")"
	expect theirs.json .free false
}

for spec in fattree:ports=12,levels=2 torus:5x5,hosts=2; do
	make_fabric "$spec"
	try_fabric
	stop_ibsim
done
try_fabric 'event_plugin_options sl=path'
stop_ibsim
bundled_fabric deimos.net
try_fabric
by_ports || fail "lanes are not by ports"
theirs_close_cycles
stop_ibsim
try_fabric 'event_plugin_options sl=path'
! by_ports || fail "lanes are by ports"
theirs_close_cycles
run_ibdmchk -M -c sssp.psl -d sssp.slvl
[ "$(ibdmchk_verdict)" = loops ] || fail "ibdmchk sees no cycle with OpenSM's trees: $(ibdmchk_verdict)"
