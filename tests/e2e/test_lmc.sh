#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Four LIDs for each host: all of them are routed, free of loops and, as most software uses one only, each balanced; a pair of hosts has one SL whichever of the LIDs
# it uses and in both directions, and on a fat tree a host's LIDs go by different spines.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"

start_work
requires_plugin
requires ibdmchk saquery jq
lids_each=4
lids_from=(--guid2lid guid2lid)

judged_well() {
	local sibling
	tables_are_complete
	[ "$nonminimal" = 0 ] || fail "$nonminimal pairs take a longer path than they need"
	lanes_are_free
	evaluate reverse.json deadlock "${lids_from[@]}" --reverse --psl sssp.psl --slvl sssp.slvl ||
		fail "replies: $(cat "$work/reverse.json")"
	expect reverse.json .free true
	expect reverse.json .unreachable 0
	expect reverse.json .dropped 0
	cp "$work/opensm-subnet.lst" "$work/first-lids.lst"
	for ((sibling = 0; sibling < lids_each; sibling++)); do
		hosts_answer_to "$sibling" <"$work/first-lids.lst" >"$work/opensm-subnet.lst"
		evaluate class.json routes || fail "LID number $sibling of hosts: $(cat "$work/class.json")"
		expect class.json '.efi.max <= 1.7 * .efi.mean' true
		run_ibdmchk -c sssp.psl -d sssp.slvl
		[ "$(ibdmchk_verdict)" = free ] || fail "LID number $sibling of hosts, ibdmchk: $(ibdmchk_verdict)"
		[ "$(ibdmchk_paths)" = $((endpoints * (endpoints - 1))) ] || fail "ibdmchk followed $(ibdmchk_paths) paths only"
	done
	mv "$work/first-lids.lst" "$work/opensm-subnet.lst"
}

# OpenSM's list of links with another LID of each host. ibdmchk follows routes to the one LID a host has there; its
# option -l, for all of them, counts in steps that miss the LIDs OpenSM gives and then finds nothing reachable.
hosts_answer_to() { # SIBLING
	awk -v sibling="$1" '
		function number(hex, i, n) { for (i = 1; i <= length(hex); i++)
			n = n * 16 + index("0123456789ABCDEF", substr(hex, i, 1)) - 1; return n }
		{ n = split($0, end, /} {/)
		  for (i = 1; i <= n; i++) {
			if (end[i] ~ /^({ | )CA/ && match(end[i], /} LID:[0-9A-F]+ /))
				end[i] = substr(end[i], 1, RSTART + 5) \
					sprintf("%04X", number(substr(end[i], RSTART + 6, RLENGTH - 7)) + sibling) \
					substr(end[i], RSTART + RLENGTH - 1)
			printf "%s%s", (i > 1 ? "} {" : ""), end[i]
		  }
		  print "" }'
}

# Pairs of hosts, in sssp.psl, and those among them whose paths have more than one SL.
count_pairs() {
	awk 'FNR == NR { host["0x" $2] = $1; lid[$1]; next }
	     $1 in host && ($2 - $2 % 4) in lid && host[$1] != $2 - $2 % 4 {
		a = host[$1]; b = $2 - $2 % 4
		pair = a < b ? a " " b : b " " a
		paths[pair]++
		if (pair in sl && sl[pair] != $3) many[pair]
		sl[pair] = $3
	     }
	     END { for (pair in paths) { pairs++; several += pair in many; short += paths[pair] != 8 }
		   print pairs + 0, several + 0, short + 0 }' "$work/cas" "$work/sssp.psl"
}

# ---- lanes by SL: a torus, its subnet manager asked for paths between all LIDs of three hosts

make_fabric torus:5x5,hosts=1
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
start_opensm sssp "$with_plugin" 'lmc 2' 'event_plugin_options sl=path' || fail "the subnet does not come up"
engine_was_ours
[ "$vls" -gt 1 ] || fail "this fabric is to need more than one lane"
ca_lids | sort -n >"$work/cas"
sed -n '1p;9p;25p' "$work/cas" >"$work/asked"
: >"$work/sls"
cp "$work/asked" "$work/from"
while read -r base guid <&3; do
	awk -v own="$base" '$1 != own { for (i = 0; i < 4; i++) print $1 + i }' "$work/asked" >"$work/others"
	for ((from = base; from < base + 4; from++)); do check_sls "$from" "$guid" others; done
done 3<"$work/from"
stop_opensm
[ "$(wc -l <"$work/sls")" = $((3 * 4 * 8)) ] || fail "$(wc -l <"$work/sls") answers"
[ "$(asymmetric_pairs)" = 0 ] || fail "$(asymmetric_pairs) pairs of LIDs have two SLs"
judged_well
[ "$endpoints" = 25 ] || fail "$endpoints endpoints"
[ "$(count_pairs)" = '300 0 0' ] || fail "pairs of hosts, with several SLs, without all their paths: $(count_pairs)"
stop_ibsim

# ---- different paths: a fat tree of eight leaves with four hosts each and four spines

# Ports a switch sends the LIDs of one host to, 1 and 4, and how often.
ports_to_siblings() {
	awk '/^Unicast/ { at = substr($0, match($0, /guid 0x/) + 7, 16) }
	     /^0x.*Channel Adapter/ { host = at substr($0, match($0, /portguid 0x/) + 11, 16); lids[host]++
			if (!((host, $2) in seen)) { seen[host, $2]; ports[host]++ } }
	     END { for (host in lids) count[lids[host] " LIDs, " ports[host] " ports"]++
		   for (what in count) print what ": " count[what] }' "$work/opensm-lfts.dump" | sort
}

make_fabric fattree:ports=8,levels=2
route_with_plugin sssp 'lmc 2'
engine_was_ours
[ "$vls" = 1 ] || fail "a fat tree needs one lane, not $vls"
judged_well
[ "$endpoints" = 32 ] || fail "$endpoints endpoints"
# On a leaf its own 4 hosts, on a spine all 32 have one port; on a leaf the 28 hosts of others have four.
expected=$(printf '4 LIDs, 1 ports: %d\n4 LIDs, 4 ports: %d' $((8 * 4 + 4 * 32)) $((8 * 28)))
[ "$(ports_to_siblings)" = "$expected" ] || fail "$(ports_to_siblings)"
