#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A sample of made fabrics, whole and degraded: OpenSM with the plugin brings each up, both judges find it complete,
# minimal and free of credit loops, replies on the same SL included, and the engine's own account is what they find, that
# of management traffic outside the proof too.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires ibdmchk jq

every_switch_has_hosts() {
	awk '/^Switch/ { switches++; hosts = 0 } /^\[.*"H-/ && !hosts++ { with++ } END { exit switches != with }' "$fabric"
}

# Where every switch has hosts, a route between two switches is the end of one from a host and has its SL, so ibdmchk
# must find these free, too. Elsewhere they are no part of the proof.
switches_are_free() {
	local nodes=$((endpoints + $(json routes.json .switches)))
	run_ibdmchk -a -c sssp.psl -d sssp.slvl
	grep -qF "Scanned:$((nodes * (nodes - 1))) paths" "$work/ibdmchk.out" || fail "ibdmchk -a did not follow all paths"
	[ "$(ibdmchk_verdict)" = free ] || fail "ibdmchk -a: $(ibdmchk_verdict)"
	with_switches=$((with_switches + 1))
}

all_are_free() { # [CONFIGURATION LINE..]
	route_with_plugin sssp "$@"
	routed_well
	is_free reverse.json --reverse --psl sssp.psl --slvl sssp.slvl
	! every_switch_has_hosts || switches_are_free
	stop_ibsim
}

with_switches=0
several=0 # fabrics that need more than one lane, by SL
ports=0   # fabrics with lanes by ports
while read -r spec <&3; do
	echo "$spec"
	make_fabric "$spec"
	all_are_free
	! by_ports || ports=$((ports + 1))
	all_are_free 'event_plugin_options sl=path'
	! by_ports || fail "sl=path: lanes by ports"
	[ "$vls" = 1 ] || several=$((several + 1))
done 3<<'END'
random:switches=24,ports=12,hosts=2,seed=7
random:switches=30,ports=6,hosts=1,seed=3,fail=links:5%
kautz:2,3
dragonfly:a=4,p=1,h=2
mesh:6x6,hosts=1,fail=links:10%,seed=3
hyperx:5x5,hosts=2
slimfly:4,hosts=1
torus:3x3x3,hosts=1,fail=switches:3,seed=2
hypercube:5,hosts=1
karytree:3,3,fail=links:20%,seed=5
directors:ports=18,chip=6,ratio=2,hosts=60
rails:leaves=8,spines=3,gpus=4,storage=2,ports=16,hosts=60
generations:old=8,new=12,joins=2,fail=links:5%,seed=2
merged:dragonfly+:groups=3+fattree:ports=8,levels=2,hosts=24,joins=3,shuffle=4
half:fattree:ports=8,levels=3,an=leaf
dragonfly+:leaves=3,spines=3,p=2,h=2
END
[ "$several" -ge 4 ] || fail "only $several of these fabrics need lanes"
[ "$with_switches" -ge 16 ] || fail "all paths were judged in $with_switches of these routings only"
[ "$ports" -ge 4 ] || fail "only $ports of these fabrics have lanes by ports"
