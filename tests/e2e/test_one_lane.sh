#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Fewer lanes than the shortest paths of a fabric need: some paths become longer, none may be lost, and the one lane is
# free of credit loops.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires ibdmchk jq

bundled_fabric torus.net
route_with_plugin sssp 'event_plugin_options max_vls=1'
engine_was_ours
[ "$vls" = 1 ] || fail "$vls lanes, 1 allowed"
tables_are_complete
[ "$nonminimal" -gt 0 ] || fail "this fabric is to need longer paths on one lane"
lanes_are_free
evaluate plain.json deadlock || fail "a credit loop on the one lane, without SLs: $(cat "$work/plain.json")"
expect plain.json .free true
