#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# test_same_tables.sh for real fabrics, where they are present: links of several speeds and widths, hosts with several
# ports, bundles of cables, switches with hosts of their own.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"
. "$srcdir/tests/e2e/tables.sh"

start_work
requires_plugin
requires ibnetdiscover dump_lfts saquery smpquery jq

for name in selene-storage dgx-ndr stage-qdr avakas; do
	requires_shared "fabrics/$name.ibnetdiscover"
	fabric=$shared_file
	same_tables_both_ways
done
requires_shared fabrics/stage-qdr.ibnetdiscover
fabric=$shared_file
same_tables_both_ways 'lmc 1'
