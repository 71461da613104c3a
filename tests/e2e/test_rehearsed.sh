#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What `sssp-eval rehearse` says an exchange takes is what OpenSM does: the blocks of forwarding tables that it writes,
# on a subnet that runs, when its file engine is given other tables.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_simulator

# The answers, each to a packet.
blocks_written() { grep -ac 'Posting Dispatcher message OSM_MSG_MAD_LFT$' "$work/osm.log"; }

exchanged() { # SPEC
	make_fabric "$1"
	sssp-route "$fabric" -q -a updn -o "$work/now" || fail "no tables by updn"
	sssp-route "$fabric" -q --max-vls 1 -o "$work/new" || fail "no tables"
	cmp "$work/now/guid2lid" "$work/new/guid2lid" || fail "the LIDs are others"
	cp "$work/now/opensm-lfts.dump" "$work/file.dump"
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	opensm_more=(-U "$work/file.dump" -D 0x4f)
	start_opensm_with_lids "$work/now/guid2lid" file || fail "the subnet does not come up"
	sweep_again && sweep_again || fail "no further sweep"
	before=$(blocks_written)
	sweep_again || fail "no further sweep"
	[ "$(blocks_written)" = "$before" ] || fail "OpenSM writes what it has written"
	cp "$work/new/opensm-lfts.dump" "$work/next.dump" && mv "$work/next.dump" "$work/file.dump"
	sweep_again && sweep_again || fail "no further sweep" # one may have been on its way
	written=$(($(blocks_written) - before))
	sssp-eval rehearse "$fabric" "$work/now" "$work/new" -q -n 1 --csv --table figures >"$work/figures.csv"
	[ $? -le 1 ] || fail "no rehearsal"
	said=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "change.packets") column = i } NR == 2 { print $column }' \
		"$work/figures.csv")
	[ "$said" -gt 0 ] && [ "$said" = "$written" ] || fail "$1: $said packets are said, and $written blocks written"
	stop_opensm
	stop_ibsim
	rm -r "$work/now" "$work/new"
	echo "$1: $written blocks"
}

exchanged fattree:ports=8,levels=3,fail=links:5%,seed=3
exchanged deimos
