#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# sssp-route --from: former tables are found and understood, LIDs are kept, what is changed is told. How little it is,
# tests/core has.
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"

"$topo" torus:5x5,hosts=2 -q -o whole.net || exit 1
"$topo" torus:5x5,hosts=2,fail=links:2,fail=hosts:2,seed=3 -q -o less.net || exit 1
"$topo" karytree:3,2 -q -o tree.net || exit 1
runs 0 "$route" whole.net -o whole -q

# Values of the last JSON answer.
value() { # FILTER
	jq -r "$1" out
}
command -v jq >/dev/null || { echo "no jq" && exit 77; }
lids() { # FOLDER: port GUID and LID
	grep -h '^0x' "$1/guid2lid" | sort
}

# ---- without former tables nothing is said of them
runs 0 "$route" less.net -o plain --json
[ "$(value '.rerouted, has("changes")' | tr '\n' ' ')" = "false false " ] || fail "changes without former tables"

# ---- a folder: its state file has all that is needed; ports keep their LIDs
kept_lids() { # FOLDER
	lids "$1" >now
	[ -s now ] || fail "$1 has no guid2lid"
	lids whole | comm -13 - now >others
	[ ! -s others ] || fail "$1: LIDs that no port had: $(head -n 1 others)"
}
runs 0 "$route" less.net -o by_folder --from whole --json
kept_lids by_folder
[ "$(value '.changes | keys | sort | join(" ")')" = "blocks blocks_changed changed entries must paths sls_changed" ] ||
	fail "other keys of changes: $(value '.changes | keys')"
[ "$(value '.rerouted | type')" = boolean ] || fail "rerouted is no boolean"
[ "$(value '.assigned_lids == (.lids)')" = true ] || fail "not all LIDs count as assigned"
sound() { # TOPOLOGY FOLDER
	runs 0 "$judge" routes "$1" "$2/opensm-lfts.dump" -q
	runs 0 "$judge" deadlock "$1" "$2/opensm-lfts.dump" --psl "$2/sssp.sl" --slvl "$2/sssp.slvl" -q
}
sound less.net by_folder

# ---- the same by its state file alone; by tables with the topology they were made for, in any order of words
same() { # FOLDER FOLDER
	for name in guid2lid opensm-lfts.dump sssp.fabric sssp.psl sssp.sl sssp.slvl; do
		cmp -s "$2/$name" "$1/$name" || fail "$1: another $name"
	done
}
runs 0 "$route" less.net -o by_state -q --from whole/opensm-sssp.state
same by_state by_folder
runs 0 "$route" less.net -o by_tables -q --from whole/opensm-lfts.dump --from-topology whole.net
sound less.net by_tables # tables alone do not say which tree multicast has, so other routes may make room for it
cp -r whole bare && rm bare/opensm-sssp.state
runs 0 "$route" less.net -o by_bare -q --from bare --from-topology whole.net
same by_bare by_tables
# ... and by tables alone, whose LIDs are those beside them
runs 0 "$route" less.net -o by_lids -q --from bare
kept_lids by_lids
runs 0 "$route" less.net -o by_folder_again -q --from whole --threads 3
same by_folder_again by_folder

# ---- what was made for a part of a fabric does not decide which lanes the whole has
"$topo" torus:8x8,hosts=2 --lids -q -o eight.net || exit 1
"$topo" torus:8x8,hosts=2,fail=switches:40,seed=3 --lids -q -o part.net || exit 1
runs 0 "$route" part.net -o part -q
runs 0 "$route" eight.net -o eight -q --from part --json
[ "$(value .nonminimal_pairs)" = 0 ] || fail "$(value .nonminimal_pairs) pairs with longer paths for the sake of a part"

# ---- topologies that have LIDs keep these
"$topo" torus:5x5,hosts=2 --lids -q -o lids.net || exit 1
runs 0 "$route" lids.net -o with_lids --from whole --json
[ "$(value .assigned_lids)" = 0 ] || fail "LIDs of the topology are others"
holds with_lids "opensm-lfts.dump opensm-sssp.state sssp.fabric sssp.psl sssp.sl sssp.slvl "

# ---- the report has a line
runs 0 "$route" less.net -f -o by_folder --from whole --rebalance never --budget 5%
grep -qE '^changes    (previous routing kept|routed from scratch): [0-9]+ of [0-9]+ entries \([0-9]+ had to\), [0-9]+ of [0-9]+ blocks; other SLs on [0-9]+ of [0-9]+ paths that stayed$' out ||
	fail "no line of changes"

# ---- how they are exchanged: at once or by way of a first stage, which the judge finds safe
"$topo" karytree:3,3 --lids -q -o tree3.net || exit 1
"$topo" karytree:3,3,fail=links:1,seed=2 --lids -q -o cut.net || exit 1
runs 0 "$route" tree3.net -o tree3 -q
runs 0 "$route" tree3.net -o again -q --from tree3 --json
[ "$(value '.exchange | [.stages, .changed, .proven] | tostring')" = '[1,0,true]' ] || fail "nothing to exchange: $(value .exchange)"
[ ! -e again/sssp-stage.lfts ] || fail "a stage without a change"
runs 0 "$route" cut.net -o cut --from tree3 --json
[ "$(value .exchange.stages)" = 2 ] && [ "$(value .exchange.pairs_illegal)" = 0 ] || fail "a cut: $(value .exchange)"
runs 1 "$judge" transition cut.net tree3 cut --from-topology tree3.net -q
runs 0 "$judge" transition cut.net tree3 cut/sssp-stage.lfts,psl=cut/sssp-stage.psl,slvl=cut/sssp.slvl --from-topology tree3.net -q
runs 0 "$judge" transition cut.net cut/sssp-stage.lfts,psl=cut/sssp-stage.psl,slvl=cut/sssp.slvl cut -q
runs 0 "$route" cut.net -o cut -f --from tree3
grep -qE '^exchange   two-phase update, as packets could loop: of [0-9]+ changed destinations' out || fail "no line of the exchange"
runs 0 "$route" cut.net -o cut -f
[ ! -e cut/sssp-stage.lfts ] && [ ! -e cut/sssp-stage.psl ] || fail "a stage of an earlier run is left"

# ---- former SLs that close a loop: who has to connect again is listed, and without these both steps and the end are safe
"$topo" torus:6x6,hosts=2 --lids -q -o full.net && "$topo" torus:6x6,hosts=2,fail=links:1,seed=4 --lids -q -o full-cut.net || exit 1
runs 0 "$route" full.net -o full -q --sl path
runs 0 "$route" full-cut.net -o full-cut --from full --from-topology full.net --json --sl path
[ "$(value .exchange.pairs_illegal)" -gt 0 ] || fail "nobody has to connect again, which leaves nothing to look at"
[ -e full-cut/sssp-stage.lfts ] || fail "full lanes: exchanged at once"
stage=full-cut/sssp-stage.lfts,psl=full-cut/sssp-stage.psl,slvl=full-cut/sssp.slvl
listed=$(grep -c '^0x' full-cut/sssp.reconnect)
for step in "transition full-cut.net full $stage --from-topology full.net --first-stage" "transition full-cut.net $stage full-cut" \
	"deadlock full-cut.net full-cut --old-sl full --from-topology full.net"; do
	for reverse in "" --reverse; do
		# shellcheck disable=SC2086 # words
		runs 1 "$judge" ${step% --first-stage} -q $reverse
		# shellcheck disable=SC2086
		runs 0 "$judge" $step -q $reverse --reconnected full-cut/sssp.reconnect --json
	done
	[ "$(value '.reconnected // .old_sl.reconnected')" = "$listed" ] || fail "$step: not $listed lines count"
	# shellcheck disable=SC2086
	runs 1 "$judge" $step -q --reconnected /dev/null
done
# what is listed has the SLs of the new tables: a loop of their own stays one
"$judge" deadlock full.net full -q --json >out && "$topo" torus:6x6,hosts=2 --lids -q -o loop.net || exit 1
runs 0 "$route" loop.net -o loop -q --algorithm minhop --max-vls 8 --sl asymmetric
rm -f loop/sssp.* loop/opensm-sssp.state
sed -n 's/^Switch.*"S-\([0-9a-f]*\)".*/0x\1/p' loop.net | while read -r switch; do
	for lid in $(seq 1 108); do echo "$switch $lid"; done
done >everybody
runs 1 "$judge" transition loop.net loop loop --reconnected everybody --json
[ "$(value .reconnected)" = 3888 ] && [ "$(value .new_free)" = false ] || fail "new connections do not count"
refuses 2 "sssp-eval: --first-stage goes with --reconnected" "$judge" transition loop.net loop loop --first-stage
echo "0x2c90200400000 5 3" >psl
refuses 2 "psl:1: more than a GUID and a LID: this is no list of connections" "$judge" transition loop.net loop loop --reconnected psl -q
refuses 2 "sssp-eval: only one file can come from standard input" "$judge" transition - loop loop --reconnected -
echo "0x1 5 # nobody's" >nobody
runs 1 "$judge" deadlock full-cut.net full-cut --old-sl full --from-topology full.net --reconnected nobody --json
[ "$(value .old_sl.reconnected)" = 0 ] || fail "a switch that is not there counts"
echo "0x1 49152" >nobody
refuses 2 "nobody:1: no LID (1..49151) after the GUID" "$judge" transition full-cut.net full full-cut --reconnected nobody -q
refuses 2 "sssp-eval: --reconnected belongs to --old-sl with a folder of tables" \
	"$judge" deadlock full-cut.net full-cut --reconnected full-cut/sssp.reconnect
runs 0 "$route" full-cut.net -o full-cut -f -q
[ ! -e full-cut/sssp.reconnect ] || fail "who had to connect again is left of an earlier run"

# ---- what one lane leaves says that all paths are on SL 0: both steps are safe for those
"$topo" torus:5x4,hosts=1 --lids -q -o one.net && "$topo" torus:5x4,hosts=1,fail=links:1,seed=7 --lids -q -o one-cut.net || exit 1
runs 0 "$route" one.net -o one -q --max-vls 1
runs 0 "$route" one-cut.net -o one-cut -q --max-vls 1 --from one --from-topology one.net
[ -e one-cut/sssp-stage.lfts ] || fail "one lane: exchanged at once, which leaves nothing to look at"
for step in "one/opensm-lfts.dump one-cut/sssp-stage.lfts --from-topology one.net" "one-cut/sssp-stage.lfts one-cut"; do
	# shellcheck disable=SC2086 # words
	runs 0 "$judge" transition one-cut.net $step -q
done

# ---- tables of others: of one engine of OpenSM's, with loops
runs 0 "$route" whole.net -o minhop -q --algorithm minhop --max-vls 8 --sl asymmetric
rm minhop/sssp.* minhop/opensm-sssp.state
runs 0 "$route" whole.net -o mended -q --from minhop --budget 100%
sound whole.net mended

# ---- what cannot be
sed 's/2c90/2ca0/g' tree.net >other.net
refuses 2 "whole: of another fabric: none of its 25 switches is in this one" "$route" other.net -o x --from whole
cp -r whole damaged
printf x | dd of=damaged/opensm-sssp.state bs=1 seek=200 conv=notrunc 2>/dev/null
refuses 2 "damaged/opensm-sssp.state: damaged: its checksum is that of other content" \
	"$route" less.net -o x --from damaged
refuses 2 "sssp-route: nowhere: No such file or directory" "$route" less.net -o x --from nowhere
refuses 2 "sssp-route: --from-topology, --rebalance and --budget go with --from" "$route" less.net -o x --budget 5%
refuses 2 "sssp-route: --from-topology, --rebalance and --budget go with --from" "$route" less.net -o x --rebalance never
refuses 2 "sssp-route: --rebalance is auto or never, not now" "$route" less.net -o x --from whole --rebalance now
for budget in 101% -1% x 5%% ''; do
	refuses 2 "sssp-route: --budget is 0% to 100% of all entries, not $budget" \
		"$route" less.net -o x --from whole "--budget=$budget"
done
refuses 2 "sssp-route: --non-minimal does not go with --from" "$route" less.net -o x --from whole --non-minimal
refuses 2 "sssp-route: --from goes with the algorithm psssp only, not minhop" "$route" less.net -o x --from whole -a minhop
[ ! -e x ] || fail "what is refused leaves a folder"
exit 0
