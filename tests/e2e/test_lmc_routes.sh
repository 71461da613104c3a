#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# lmc_routes=layers, live: the subnet manager knows paths to all LIDs of hosts, which have routes of their own and are free
# of credit loops whatever SL a packet is on; base LIDs have the ports that they have without LMC. When a cable fails all
# LIDs arrive by others, and most entries stay.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"
. "$srcdir/tests/e2e/blocks.sh"

start_work
requires_plugin
requires saquery jq
lids_each=4
lids_from=(--guid2lid guid2lid)

# SWITCH-GUID HOST-GUID PLACE-AMONG-LIDS PORT, of all hosts.
entries_of_hosts() {
	awk '/^Unicast/ { at = substr($0, match($0, /guid 0x/) + 7, 16) }
	     /^0x.*Channel Adapter/ { host = substr($0, match($0, /portguid 0x/) + 11, 16)
			print at, host, place[at, host]++ + 0, $2 }' "$work/opensm-lfts.dump" | sort
}

all_arrive() { # WHEN
	local endpoints
	evaluate routes.json routes "${lids_from[@]}" || fail "$1: $(cat "$work/routes.json")"
	endpoints=$(json routes.json .endpoints)
	expect routes.json .pairs $((endpoints * (endpoints - 1) * lids_each))
	expect routes.json .unreachable 0
	expect routes.json .loops 0
	evaluate deadlock.json deadlock "${lids_from[@]}" --all-endpoints --any-sl --psl sssp.psl --slvl sssp.slvl ||
		fail "$1: $(cat "$work/deadlock.json")"
	expect deadlock.json .free true
	grep -aq 'sssp: lmc_routes=layers: 96 of 96 further LIDs have routes of their own, .* UCX_IB_LID_PATH_BITS=0-3' \
		"$work/osm.log" || fail "$1: $(grep -a lmc_routes "$work/osm.log")"
}

make_fabric hyperx:4x4,hosts=2
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
start_opensm sssp "$with_plugin" || fail "the subnet does not come up"
engine_was_ours
entries_of_hosts >"$work/without.entries"
stop_opensm
stop_ibsim

console=1
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
start_opensm sssp "$with_plugin" 'lmc 2' 'event_plugin_options lmc_routes=layers' || fail "the subnet does not come up"
engine_was_ours
all_arrive "at first"
entries_of_hosts >"$work/all.entries"
awk '$3 == 0' "$work/all.entries" >"$work/base.entries"
cmp -s "$work/base.entries" "$work/without.entries" || fail "base LIDs have other ports than without LMC"
awk '$3 != 0 { print $1, $2, $4 }' "$work/all.entries" | sort -u >"$work/further"
[ "$(wc -l <"$work/further")" -gt "$(awk '$3 == 0' "$work/all.entries" | wc -l)" ] || fail "further LIDs take one path"

# Paths from the first host to all LIDs of three others.
ca_lids | sort -n >"$work/cas"
read -r from guid <"$work/cas"
awk 'NR == 2 || NR == 9 || NR == 32 { for (i = 0; i < 4; i++) print $1 + i }' "$work/cas" >"$work/asked"
: >"$work/sls"
check_sls "$from" "$guid" asked
[ "$(wc -l <"$work/sls")" = 12 ] || fail "$(wc -l <"$work/sls") answers"

cp "$work/all.entries" "$work/then.entries"
cut_one_cable
sweep_again || fail "the subnet does not come up again"
wait_until "$SUBNET_TIMEOUT" "$opensm_pid" is_quiet || fail "the subnet does not come to rest"
all_arrive "when a cable is gone"
entries_of_hosts >"$work/now.entries"
kept=$(comm -12 "$work/then.entries" "$work/now.entries" | wc -l)
entries=$(wc -l <"$work/then.entries")
[ $((kept * 10)) -ge $((entries * 9)) ] && [ "$kept" -lt "$entries" ] || fail "$kept of $entries entries stay"
: >"$work/sls"
check_sls "$from" "$guid" asked
echo "$kept of $entries entries stay when a cable is gone"
