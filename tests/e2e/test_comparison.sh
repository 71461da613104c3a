#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What `quickstart run` prints: rows measured on a small fabric, and the table's shape.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires ibdmchk jq

field() { cut -f "$1" "$work/row"; }

make_fabric torus:5x5,hosts=2
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"

compare_engine sssp "$with_plugin" >"$work/row" || fail "no row for sssp with the plugin"
cat "$work/row" >"$work/rows"
[ "$(field 1-2)" = "sssp	opensm-sssp" ] || fail "asked and used: $(field 1-2)"
[ "$(field 3)" -gt 1 ] || fail "lanes: $(field 3)"
[ "$(field 6-8)" = "0	free	free" ] || fail "unreachable and verdicts: $(field 6-8)"

compare_engine minhop >"$work/row" || fail "no row for minhop"
cat "$work/row" >>"$work/rows"
[ "$(field 1-3)" = "minhop	minhop	1" ] || fail "asked, used, lanes: $(field 1-3)"
[ "$(field 6-8)" = "0	loops	loops" ] || fail "unreachable and verdicts: $(field 6-8)"

compare_engine sssp >"$work/row" || fail "no row for OpenSM's sssp"
[ "$(field 1-2)" = "sssp	sssp" ] || fail "the built-in is not told from ours: $(field 1-2)"

compare_engine dfsssp 'qos TRUE' >"$work/row" || fail "no row for dfsssp"
[ "$(field 2)" = dfsssp ] || fail "used: $(field 2)"
[ "$(field 3)" -gt 1 ] || fail "dfsssp's lanes: $(field 3)"
[ "$(field 7-8)" = "unproven	unproven" ] || fail "verdicts on dfsssp: $(field 7-8)"

# An engine that gives up: OpenSM goes on with minhop, and the row must not hide it.
compare_engine torus-2QoS >"$work/row" || fail "no row for torus-2QoS"
[ "$(field 1-2)" = "torus-2QoS	minhop" ] || fail "a fall-back is not seen: $(field 1-2)"

# The table: each column starts or ends at one place, whatever stands in it.
printf 'long-engine-name\tx\t12\t123456\t0.123\t7\tfree\tunproven\t-\n' >>"$work/rows"
print_table <"$work/rows" >"$work/table"
cat "$work/table"
[ "$(wc -l <"$work/table")" = 4 ] || fail "not a line for each row and one for the head"
awk 'NR == 1 { end = index($0, "EFI") + 2; start = index($0, "sssp-eval") }
	substr($0, end, 2) !~ /^[0-9I] $/ || substr($0, start - 1, 2) !~ /^ [a-z]$/ { print; bad = 1 }
	END { exit bad }' "$work/table" || fail "a column is out of line"
explain_table <"$work/rows" | grep -q 'times the bandwidth of minhop' || fail "the gain is not said"
