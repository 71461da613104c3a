#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A torus, as bundled, whose minimal routes need more than one lane.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires ibdmchk jq

bundled_fabric torus.net
route_with_plugin sssp 'event_plugin_options sl=path'
routed_well
[ "$vls" -gt 1 ] || fail "one lane cannot do on a torus"

# The judges themselves: with every path on SL 0 both must see the loops, so they do read these files.
awk '/^0x/ { $3 = 0 } { print }' "$work/sssp.psl" >"$work/planted.psl"
[ "$(grep -c '^0x' "$work/planted.psl")" -gt 0 ] || fail "sssp.psl is empty"
evaluate planted.json deadlock --psl planted.psl --slvl sssp.slvl
[ $? = 1 ] || fail "sssp-eval does not see a planted loop"
expect planted.json .free false
run_ibdmchk -c planted.psl -d sssp.slvl
[ "$(ibdmchk_verdict)" = loops ] || fail "ibdmchk does not see a planted loop: $(ibdmchk_verdict)"

# The same with right SLs that the switches all map to one lane.
awk '/^0x/ { for (i = 4; i <= NF; i++) $i = "0x00" } { print }' "$work/sssp.slvl" >"$work/planted.slvl"
evaluate planted.json deadlock --psl sssp.psl --slvl planted.slvl
[ $? = 1 ] || fail "sssp-eval does not see lanes that are mapped to one"
run_ibdmchk -c sssp.psl -d planted.slvl
[ "$(ibdmchk_verdict)" = loops ] || fail "ibdmchk does not see lanes that are mapped to one: $(ibdmchk_verdict)"
