#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A subnet that is not as it should be: CAs of which only the second port is cabled, and routers. While the subnet manager
# runs, a switch is left alone with its hosts, another loses all cables, the rest falls apart, and all comes back. What is
# connected is routed, minimal but for pairs that the log counts, and free of credit loops; with lanes by ports allowed and
# with lanes by SL.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires ibdmchk jq

host_guid() { printf '0002c903%08x' $((($1 - 1) * 4)); }     # NUMBER
port_guid() { printf '0002c903%08x' $((($1 - 1) * 4 + $2)); } # NUMBER PORT

second_port() { # NUMBER
	local guid
	guid=$(host_guid "$1")
	printf 's/^Ca\\t1 "H-%s"/Ca\\t2 "H-%s"/; s/"H-%s"\\[1\\](%s)/"H-%s"[2](%s)/; s/^\\[1\\](%s)/[2](%s)/\n' "$guid" "$guid" "$guid" \
		"$(port_guid "$1" 1)" "$guid" "$(port_guid "$1" 2)" "$(port_guid "$1" 1)" "$(port_guid "$1" 2)"
}
router() { # NUMBER
	local guid
	guid=$(host_guid "$1")
	printf 's/^caguid=0x%s$/rtguid=0x%s/; s/^Ca\\t1 "H-%s"/Rt\\t1 "R-%s"/; s/"H-%s"/"R-%s"/\n' "${guid#000}" "${guid#000}" \
		"$guid" "$guid" "$guid" "$guid"
}

make_fabric torus:3x3,hosts=2
{ second_port 3 && second_port 8 && router 5 && router 12; } >"$work/odd.sed"
sed -i -f "$work/odd.sed" "$fabric"
[ "$(grep -c '^Rt' "$fabric")" = 2 ] || fail "no routers: $(grep -m 1 '^Ca' "$fabric")"
[ "$(grep -c '^\[2\].*"S-' "$fabric")" = 2 ] || fail "no CAs on second ports"

# Pairs of hosts that the last routing has on a longer way, so that connections go on with their SL.
longer_for_sls() {
	awk '/building routing with/ { longer = 0 }
		/sssp: [0-9]+ host pairs have longer paths/ { sub(/.*sssp: /, ""); longer = $1 }
		END { print longer + 0 }' "$work/osm.log"
}

# What the piece with the subnet manager must have, as many endpoints as given, and all else in order.
expect_endpoints() { # NUMBER WHAT
	local said
	[ "$(used_engine)" = opensm-sssp ] || fail "$2: OpenSM used $(used_engine)"
	! log_has "$FAULTS" || fail "$2: errors of the engine"
	evaluate routes.json routes || fail "$2: sssp-eval routes: status $?, $(cat "$work/routes.json")"
	expect routes.json .endpoints "$1"
	expect routes.json .pairs $(($1 * ($1 - 1)))
	expect routes.json .unreachable 0
	expect routes.json .nonminimal "$(longer_for_sls)"
	# shellcheck disable=SC2046 # options, each a word
	evaluate deadlock.json deadlock $(lanes --psl --slvl) || fail "$2: credit loop: $(cat "$work/deadlock.json")"
	expect deadlock.json .free true
	# ibdmchk knows no routers: it passes over their lines in OpenSM's list and refuses SLs of theirs.
	grep -v "^0x$(host_guid 5)\|^0x$(host_guid 12)" "$work/sssp.psl" >"$work/known.psl"
	run_ibdmchk -c known.psl -d sssp.slvl
	[ "$(ibdmchk_verdict)" = free ] || fail "$2: ibdmchk: $(ibdmchk_verdict)"
	said=$(summary_line | tail -n 1)
	case $said in
	*"sssp: $(json routes.json .switches) switches, "*) ;;
	*) fail "$2: the engine says '$said', the evaluator $(cat "$work/routes.json")" ;;
	esac
	echo "$2: $1 endpoints, $said"
}

each_cable() { # COMMAND SWITCH PORT..
	local command=$1 switch=$2 port
	shift 2
	for port; do tell_ibsim "$command" "\"$switch\"[$port]"; done
}
sweep() { sweep_again || fail "the subnet does not come up again"; }

fall_apart_and_mend() { # [CONFIGURATION LINE..]
	local switch
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	start_opensm sssp "$with_plugin" "$@" || fail "the subnet does not come up"
	expect_endpoints 18 'routers, second ports'
	each_cable Unlink S-0002c90200400080 3 4 5 6
	sweep
	expect_endpoints 16 'a switch alone with its hosts'
	each_cable Unlink S-0002c90200400070 1 2 3 4 5 6
	sweep
	expect_endpoints 14 'a switch without any cable'
	# The second row of the torus loses the others; one switch of the third row is left beside the first.
	for switch in 3 4 5; do each_cable Unlink S-0002c902004000${switch}0 3 4; done
	sweep
	expect_endpoints 8 'in pieces'
	for switch in 3 4 5; do each_cable Relink S-0002c902004000${switch}0 3 4; done
	each_cable Relink S-0002c90200400070 1 2 3 4 5 6
	each_cable Relink S-0002c90200400080 3 4 5 6
	sweep
	expect_endpoints 18 'all together again'
	stop_opensm
	stop_ibsim
}

console=1
fall_apart_and_mend
fall_apart_and_mend 'event_plugin_options sl=path'
