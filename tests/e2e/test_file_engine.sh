#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# OpenSM without the plugin takes what sssp-route writes: `opensm -R file -U opensm-lfts.dump` on a fabric that has had
# no LIDs until sssp-route assigned them, given to OpenSM as guid2lid. The switches then hold the file, entry for entry.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"
. "$srcdir/tests/e2e/tables.sh"

start_work
requires_simulator
requires dump_lfts

# LIDs by GUID as OpenSM has given them, against those of a guid2lid: lines "PORT-GUID LID".
lids_are_those_of() { # GUID2LID
	awk 'NF == 3 && $1 ~ /^0x/ { print $1, $2 + 0, $3 + 0 }' "$1" | sort >"$work/lids.wanted"
	awk 'NF == 3 && $1 ~ /^0x/ { print $1, $2 + 0, $3 + 0 }' "$work/guid2lid" | sort >"$work/lids.given"
	same "LIDs assigned by sssp-route and by OpenSM" "$work/lids.wanted" "$work/lids.given"
}

taken_by_opensm() { # SPEC [OPTION OF sssp-route..]; then -- [CONFIGURATION LINE..]
	local options=()
	make_fabric "$1"
	shift
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	route_offline fabric.net ${options[@]+"${options[@]}"}
	[ -s "$work/offline/guid2lid" ] || fail "no guid2lid where sssp-route assigned the LIDs"
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	opensm_more=(-U "$work/offline/opensm-lfts.dump")
	start_opensm_with_lids "$work/offline/guid2lid" file "$@" || fail "the subnet does not come up"
	[ "$(used_engine)" = file ] || fail "OpenSM used $(used_engine)"
	! log_has 'ERR 630' || fail "OpenSM finds fault with the file: $(grep -a 'ERR 630' "$work/osm.log" | head -n 3)"
	lids_are_those_of "$work/offline/guid2lid"
	lft_entries "$work/opensm-lfts.dump" >"$work/dumped.entries"
	same "forwarding entries of the file and in OpenSM's dump" "$work/offline.entries" "$work/dumped.entries"
	switches_hold "$work/offline.entries"
	stop_opensm
	stop_ibsim
	echo "$(wc -l <"$work/offline.entries") entries: as in the file"
}

taken_by_opensm fattree:ports=8,levels=2 --
taken_by_opensm torus:5x4,hosts=2 --max-vls 1 --
taken_by_opensm torus:4x4,hosts=1 --lmc 2 --max-vls 1 -- 'lmc 2'
taken_by_opensm random:switches=20,ports=12,hosts=5,seed=4,fail=links:5% --
taken_by_opensm deimos --max-vls 1 --
