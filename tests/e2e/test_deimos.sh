#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# The chain of three 288-port switches of the paper's Deimos, as bundled.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires ibdmchk jq

bundled_fabric deimos.net
route_with_plugin sssp
routed_well
[ "$endpoints" -ge 700 ] || fail "only $endpoints endpoints"
