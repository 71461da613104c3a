#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What `quickstart run` prints: rows measured on a small fabric, and the table's shape.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires ibdmchk jq

mkdir "$work/page"
keep() { keep_tables "$work/page" "$1" <"$work/row" || fail "the tables of $1 are not kept"; }
field() { cut -f "$1" "$work/row"; }

make_fabric torus:5x5,hosts=2
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"

compare_engine sssp "$with_plugin" >"$work/row" || fail "no row for sssp with the plugin"
cat "$work/row" >"$work/rows"
keep opensm-sssp
[ "$(field 1-2)" = "sssp	opensm-sssp" ] || fail "asked and used: $(field 1-2)"
[ "$(field 3)" -gt 1 ] || fail "lanes: $(field 3)"
[ "$(field 6-8)" = "0	free	free" ] || fail "unreachable and verdicts: $(field 6-8)"

compare_engine minhop >"$work/row" || fail "no row for minhop"
cat "$work/row" >>"$work/rows"
keep minhop
[ "$(field 1-3)" = "minhop	minhop	1" ] || fail "asked, used, lanes: $(field 1-3)"
[ "$(field 6-8)" = "0	loops	loops" ] || fail "unreachable and verdicts: $(field 6-8)"

compare_engine sssp >"$work/row" || fail "no row for OpenSM's sssp"
[ "$(field 1-2)" = "sssp	sssp" ] || fail "the built-in is not told from ours: $(field 1-2)"

compare_engine dfsssp 'qos TRUE' >"$work/row" || fail "no row for dfsssp"
keep dfsssp
[ "$(field 2)" = dfsssp ] || fail "used: $(field 2)"
[ "$(field 3)" -gt 1 ] || fail "dfsssp's lanes: $(field 3)"
[ "$(field 7-8)" = "unproven	unproven" ] || fail "verdicts on dfsssp: $(field 7-8)"

# An engine that gives up: OpenSM goes on with minhop, and the row must not hide it.
compare_engine torus-2QoS >"$work/row" || fail "no row for torus-2QoS"
keep torus-2QoS
[ "$(field 1-2)" = "torus-2QoS	minhop" ] || fail "a fall-back is not seen: $(field 1-2)"

# The table: each column starts or ends at one place, whatever stands in it.
printf 'long-engine-name\tx\t12\t123456\t0.123\t7\tfree\tunproven\t-\n' >>"$work/rows"
print_table <"$work/rows" >"$work/table"
cat "$work/table"
[ "$(wc -l <"$work/table")" = 4 ] || fail "not a line for each row and one for the head"
awk 'NR == 1 { end = index($0, "EFI") + 2; start = index($0, "sssp-eval") }
	substr($0, end, 2) !~ /^[0-9I] $/ || substr($0, start - 1, 2) !~ /^ [a-z]$/ { print; bad = 1 }
	END { exit bad }' "$work/table" || fail "a column is out of line"
explain_table | grep -q 'edge-forwarding index' || fail "the columns are not explained"

# The page has all routings under names that say what was judged; the picture is that of this project's routes.
make_page "$work/page" 'a net,of 25.net' || fail "no page: $(cat "$work/page.out" "$work/picture.out")"
[ -s "$work/page/a_net_of_25.lst" ] || fail "the topology is called: $(ls "$work/page")"
for name in opensm-sssp minhop 'dfsssp without its SLs' 'minhop (fallback of torus-2QoS)'; do
	grep -qF "$name" "$work/page/report.html" || fail "$name is not on the page"
done
grep -q 'opensm-sssp (opensm-sssp.lfts): every pair arrives and no packets can deadlock' "$work/page/report.html" ||
	fail "the page finds fault with our routes"
grep -q 'opensm-sssp.lfts' "$work/page/fabric.svg" || fail "the picture is of other routes"

# The sentence follows from the rows.
rows() { # "ASKED USED EBB UNREACHABLE SSSP-EVAL IBDMCHK"..
	printf '%s\n' "$@" | awk -v OFS='\t' '{ print $1, $2, 1, 100, $3, $4, $5, $6, 5 }'
}
says() { # SENTENCE, rows on standard input
	verdict >"$work/verdict"
	[ "$(cat "$work/verdict")" = "$1" ] || fail "the verdict is '$(cat "$work/verdict")', not '$1'"
}
rows 'sssp opensm-sssp 0.477 0 free free' 'minhop minhop 0.442 0 loops loops' 'sssp sssp 0.470 0 free loops' \
	'dfsssp dfsssp 0.470 0 unproven unproven' |
	says "opensm-sssp gives random pairs 1.08 times the bandwidth of minhop and has no credit loop; OpenSM's minhop and \
sssp can deadlock on this fabric, dfsssp cannot be checked for credit loops."
rows 'sssp opensm-sssp 0.82 0 free free' 'minhop minhop 0.82 0 free free' 'dfsssp minhop 0.82 0 free free' |
	says "opensm-sssp gives random pairs the same bandwidth as minhop and has no credit loop; OpenSM's own engines have \
no credit loop either."
rows 'sssp opensm-sssp 0.4 2 free loops' 'minhop minhop 0.5 0 free none' 'sssp sssp 0.5 0 none none' |
	says "opensm-sssp gives random pairs 0.80 times the bandwidth of minhop, leaves 2 pairs unreachable but has a credit \
loop; OpenSM's sssp cannot be checked for credit loops."
rows 'sssp minhop 0.5 0 loops loops' 'minhop minhop 0.5 0 loops loops' |
	says "opensm-sssp did not route this fabric, OpenSM fell back on minhop; OpenSM's minhop can deadlock on this fabric."
rows 'sssp opensm-sssp 0.5 0 none none' 'minhop minhop nan 0 none free' |
	says "opensm-sssp gives random pairs 0.5 of the bandwidth of a free cable and could not be checked for credit loops; \
OpenSM's own engines have no credit loop."
