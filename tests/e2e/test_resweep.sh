#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A running subnet manager routes again: as long as nothing has changed it sends no block of a forwarding table, and
# when a cable is gone those that differ and no other.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/blocks.sh"

start_work
requires_plugin
requires jq

# The dumped tables of before, beside those of now.
blocks_that_differ() {
	bounded "$JUDGE_TIMEOUT" diff.json sssp-eval diff "$fabric" before.dump opensm-lfts.dump --json -q
	json diff.json .blocks_changed
}

sweep() { # sets sent
	local before
	before=$(blocks_sent)
	cp "$work/opensm-lfts.dump" "$work/before.dump" || fail "no tables were dumped"
	sweep_again || fail "the subnet does not come up again"
	wait_until "$SUBNET_TIMEOUT" "$opensm_pid" is_quiet || fail "the subnet does not come to rest"
	sent=$(($(blocks_sent) - before))
}

# A fabric that needs lanes, with several blocks in each table, and one that does not.
for spec in torus:5x5,hosts=4 karytree:4,3; do
	fabric=$work/fabric.net
	bounded "$TOOL_TIMEOUT" topo.out sssp-topo "$spec" --lids -o "$fabric" || fail "sssp-topo $spec"
	start_with_blocks || fail "$spec: the subnet does not come up"
	engine_was_ours
	first=$(blocks_sent)
	[ "$first" -gt 25 ] || fail "$spec: $first blocks in the first sweep: the log does not tell of them"
	for again in 1 2; do
		sweep
		[ "$sent" = 0 ] || fail "$spec: sweep $again without a change sent $sent blocks of $first"
		[ "$(blocks_that_differ)" = 0 ] || fail "$spec: other tables without a change"
	done
	cut_one_cable
	sweep
	[ "$sent" -gt 0 ] || fail "$spec: no block is sent when a cable is gone"
	differ=$(blocks_that_differ)
	# Besides what differs OpenSM sends the whole tables of switches that report a change of ports: the cable's two ends.
	# Where old and new tables cannot live side by side both happens twice.
	ends=$((2 * first / $(json diff.json .switches_compared)))
	stages=$((1 + $(grep -ac 'sssp: two-phase update: done after ' "$work/osm.log")))
	[ "$sent" -ge "$differ" ] && [ "$sent" -le $((stages * (differ + ends))) ] ||
		fail "$spec: $sent blocks are sent, $differ differ"
	echo "$spec: $first blocks, $sent when a cable is gone"
	stop_opensm
	stop_ibsim
done
