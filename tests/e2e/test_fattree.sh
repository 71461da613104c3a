#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A two-level fat tree of 24-port switches, as bundled: complete, minimal, one lane.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires ibdmchk jq

bundled_fabric fattree.net
route_with_plugin sssp
routed_well
[ "$vls" = 1 ] || fail "a fat tree needs one lane, not $vls"
