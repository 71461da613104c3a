# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# What must hold of every fabric that the plugin has routed. Source functions.sh and comparison.sh first.

: "${srcdir:?}" "${work:?}" "${with_plugin:?}"

# A fabric made for one test.
make_fabric() { # SPEC
	fabric=$work/fabric.net
	bounded "$TOOL_TIMEOUT" topo.out sssp-topo "$1" -o "$fabric" || fail "sssp-topo $1: $(cat "$work/topo.out")"
}

bundled_fabric() { # NAME
	fabric=$srcdir/ibsim-configs/$1
	[ -r "$fabric" ] || fail "$fabric is not there"
}

route_with_plugin() { # ENGINE [CONFIGURATION LINE..]
	local engine=$1
	shift
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	run_opensm_once "$engine" "$with_plugin" "$@" || fail "opensm -R $engine ends with status $?"
}

# OpenSM used this engine, at its first try, and the engine's account of itself is what the judges find.
engine_was_ours() {
	[ "$(used_engine)" = opensm-sssp ] || fail "OpenSM used $(used_engine)"
	[ "$(grep -ao 'ucast_mgr_route: building routing with.*' "$work/osm.log" | sort -u | wc -l)" = 1 ] ||
		fail "OpenSM tried more than one engine"
	vls=$(used_lanes opensm-sssp)
}

# LIDs of a host, 2^LMC, and where sssp-eval has them from: OpenSM's list of links tells each port's first one only.
lids_each=1
lids_from=()

# Every pair arrives, and what the engine says of its tables is what the evaluator finds in them.
tables_are_complete() {
	local said
	evaluate routes.json routes "${lids_from[@]}" || fail "sssp-eval routes: status $?, $(cat "$work/routes.json")"
	endpoints=$(json routes.json .endpoints)
	nonminimal=$(json routes.json .nonminimal)
	[ "$endpoints" -gt 1 ] || fail "$endpoints endpoints"
	expect routes.json .pairs $((endpoints * (endpoints - 1) * lids_each))
	expect routes.json .unreachable 0
	expect routes.json .loops 0
	said=$(summary_line | tail -n 1)
	case $said in
	*"sssp: $(json routes.json .switches) switches, "*" LIDs, $vls VLs, $nonminimal non-minimal pairs, EFI $(json routes.json .efi.max), "*) ;;
	*) fail "the engine says '$said', the evaluator $(cat "$work/routes.json")" ;;
	esac
}

# Pairs of switches that the engine says it could not prove.
unproven_pairs() {
	sed -n 's/.* \([0-9]*\) pairs of switches have management traffic outside the proof.*/\1/p; s/.*sssp: [0-9]* switches, .*/0/p' \
		"$work/osm.log" | tail -n 1
}

# No credit loop; one that needs management ports only if the engine says that it left some of these out of the proof.
is_free() { # FILE [OPTION OF sssp-eval deadlock..]
	local file=$1
	shift
	if evaluate "$file" deadlock "$@"; then
		expect "$file" .free true
		expect "$file" '[.layers[].cyclic] | any' false
		return 0
	fi
	[ "$(unproven_pairs)" -gt 0 ] || fail "credit loop: $(cat "$work/$file")"
	expect "$file" '.cycle_classes | index("management") != null' true
}

# Lanes that carry something: their number. Where switches choose them by ports one may have last hops only. Of routes
# that were kept, what the last of them is: one before it may have lost all that it carried, and the others keep their
# service levels.
lanes_in_use() {
	local count=length used=dependencies
	! log_has 'sssp: rerouted: ' || count='map(.vl) | max + 1'
	! by_ports || used=channels
	jq "[.layers[] | select(.$used > 0)] | $count" "$work/deadlock.json"
}

# Lanes that the latest routing needs, by the log.
lanes_needed() {
	grep -aoE 'sssp: [0-9]+ lanes needed' "$work/osm.log" | tail -n 1 | awk '{ print $2 }'
}

# No lane has a cycle, by sssp-eval; none on any SL, where switches choose lanes by ports.
lanes_are_acyclic() {
	! by_ports || is_free any.json "${lids_from[@]}" --slvl sssp.slvl --any-sl --all-endpoints
	is_free deadlock.json "${lids_from[@]}" --psl sssp.psl --slvl sssp.slvl
	# Of kept routes some lane may have nothing but connections that were opened earlier; of VLs that stand for lanes by
	# ports some may have no port.
	[ "$(lanes_in_use)" = "$vls" ] || [ "$vls" = 1 ] ||
		{ by_ports && [ "$(lanes_in_use)" -lt "$vls" ] && [ "$(lanes_needed)" -lt "$vls" ]; } ||
		{ [ "$(lanes_in_use)" -lt "$vls" ] && grep -qa 'sssp: rerouted: ' "$work/log" "$work/osm.log" 2>/dev/null; } ||
		fail "$vls lanes by the log, $(jq -c .layers "$work/deadlock.json") by the evaluator"
}

# Lanes that the SL to VL tables between switches know of: their number.
lanes_known() {
	awk '!/^#/ { for (i = 4; i <= NF; i++) { v[substr($i, 3, 1)]; v[substr($i, 4, 1)] } }
		END { delete v["f"]; for (i in v) n++; print (n > 1 ? n : 1) }' "$work/sssp.slvl"
}

# The same by ibdmchk.
ibdmchk_agrees() {
	run_ibdmchk -c sssp.psl -d sssp.slvl
	[ "$(ibdmchk_verdict)" = free ] || fail "ibdmchk: $(ibdmchk_verdict), $(grep -a '^-[EW]-' "$work/ibdmchk.out" | head -n 5)"
	[ "$(ibdmchk_paths)" = $((endpoints * (endpoints - 1))) ] || fail "ibdmchk followed $(ibdmchk_paths) paths only"
	# It counts what SL to VL tables know of, which is all that is allowed.
	[ "$(ibdmchk_lanes)" -ge "$vls" ] || fail "ibdmchk counts $(ibdmchk_lanes) lanes, the log $vls"
	[ "$(ibdmchk_lanes)" -le "$(lanes_known)" ] || fail "ibdmchk counts $(ibdmchk_lanes) lanes, the tables have $(lanes_known)"
}

# Free of credit loops with the lanes; and where there is more than one lane, not without them.
lanes_are_free() {
	lanes_are_acyclic
	ibdmchk_agrees
	[ "$vls" -gt 1 ] || return 0
	one_lane_is_not
}

# ibdmchk follows no routes from and to switches, so it may find one lane enough where it is not.
one_lane_is_not() {
	mkdir -p "$work/bare" && cp "$work/opensm-lfts.dump" "$work/bare" || fail "no $work/bare"
	bounded "$JUDGE_TIMEOUT" deadlock.json sssp-eval deadlock opensm-subnet.lst bare/opensm-lfts.dump --json -q "${lids_from[@]}"
	[ $? = 1 ] || fail "one lane would have done"
	expect deadlock.json .free false
}

routed_well() {
	engine_was_ours
	tables_are_complete
	[ "$nonminimal" = 0 ] || fail "$nonminimal pairs take a longer path than they need"
	lanes_are_free
	echo "$endpoints endpoints, $vls lanes, $(summary_line | tail -n 1)"
}
