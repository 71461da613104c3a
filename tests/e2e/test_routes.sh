#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# The plugin's option routes=FOLDER: finished tables are loaded where they fit the subnet, SLs included, also again
# after a fault is mended; where they do not fit, or are damaged, the log says why and the tables are fresh and good.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"
. "$srcdir/tests/e2e/tables.sh"

start_work
requires_plugin
requires dump_lfts saquery smpquery ibdmchk jq

# A subnet manager that is told to load $work/offline.
start_with_folder() { # GUID2LID [CONFIGURATION LINE..]
	local lids=$1
	shift
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	start_opensm_with_lids "$lids" sssp "$with_plugin" "event_plugin_options routes=$work/offline" "$@" ||
		fail "the subnet does not come up"
	engine_was_ours
}

end_life() {
	stop_opensm
	stop_ibsim
}

times_logged() { grep -acE "$1" "$work/osm.log"; } # EXPRESSION

is_loaded() { # TIMES
	[ "$(times_logged 'sssp: the tables of routes=.*/offline fit this subnet and are loaded')" = "$1" ] || fail "not loaded $1 times"
	vls=$(used_lanes opensm-sssp)
	tables_are_those_of "$work/offline"
}

is_fresh() { # WHY
	log_has "ERR SSSP10: routes=$work/offline is ignored, routes are computed: .*$1" ||
		fail "the log does not say '$1'"
	vls=$(used_lanes opensm-sssp)
	tables_are_complete
	lanes_are_free
}

# Tables with lanes, of another number of passes than the plugin's: it would not have come to them by itself.
console=1
make_fabric torus:5x4,hosts=1
route_offline fabric.net
mv "$work/offline.entries" "$work/fresh.entries"
route_offline fabric.net --passes 1
! cmp -s "$work/offline.entries" "$work/fresh.entries" || fail "these tables could be fresh ones"
cp -r "$work/offline" "$work/whole"

start_with_folder "$work/whole/guid2lid"
[ "$vls" -gt 1 ] || fail "this fabric is to need more than one lane"
is_loaded 1
by_ports || fail "lanes are not by ports"

# A cable goes, and comes back.
cable=$(sed -n '/^Switch/{s/^[^"]*\("[^"]*"\).*/\1/;h};/^\[[0-9]*\].*"S-/{s/^\(\[[0-9]*\]\).*/\1/;H;x;s/\n//;p;q}' "$fabric")
tell_ibsim "Unlink $cable"
sweep_again || fail "no sweep after a fault"
is_fresh 'other cabling'
tell_ibsim "Relink $cable"
sweep_again || fail "no sweep after the repair"
is_loaded 2
end_life
console=

# Ports have other LIDs; a file is damaged, gone, or well-formed and not to be had; lanes do not suffice.
damaged() { # WHY CONFIGURATION
	start_with_folder "$work/whole/guid2lid" ${2+"$2"}
	is_fresh "$1"
	end_life
	rm -rf "$work/offline"
	cp -r "$work/whole" "$work/offline"
}

awk 'NF == 3 { print $1, $2 + 100, $3 + 100; next } { print }' "$work/whole/guid2lid" >"$work/shifted"
start_with_folder "$work/shifted"
is_fresh 'other LIDs'
end_life

sed -i '0,/^0x0003 /s///' "$work/offline/opensm-lfts.dump"
damaged 'no entry for LID 3'
rm "$work/offline/sssp.sl"
damaged 'sssp.sl: No such file'
echo '# nothing' >"$work/offline/sssp.slvl"
damaged 'the file is not whole'
sed -i '/^0x/s/ 0x[0-9a-f]*/ 0x00/g' "$work/offline/sssp.slvl"
damaged 'credit loop'
damaged 'may be used' 'max_op_vls 1'

# The same with lanes by SL.
make_fabric torus:6x5,hosts=1
route_offline fabric.net --passes 1 --sl path
rm -rf "$work/whole"
cp -r "$work/offline" "$work/whole"
start_with_folder "$work/whole/guid2lid"
[ "$vls" -gt 1 ] || fail "this fabric is to need more than one lane"
is_loaded 1
! by_ports || fail "lanes are by ports"
end_life
printf 'sssp-sl 1\nlids 0\n' >"$work/offline/sssp.sl"
damaged 'no path has an SL'
sed -i '/^0x/s/:[0-9]*/:0/g' "$work/offline/sssp.sl"
damaged 'credit loop'
