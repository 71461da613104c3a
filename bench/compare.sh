#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# compare.sh all|quick [FILE]: our tables beside those of OpenSM's engines, by `sssp-eval compare`, one table a fabric
# with the best figure of each column in bold. Prints Markdown, into FILE too; what sssp-eval printed goes to standard
# error. Status 1 where ours do not arrive everywhere or have a credit loop.
. "${srcdir:?}/bench/common.sh"

readonly PATTERNS=1000

# SPEC, engines of OpenSM that make sense there
readonly FABRICS='
karytree:6,3                               minhop updn ftree sssp dfsssp lash
clos:leaves=24,hosts=18,spines=12,links=1  minhop updn ftree sssp dfsssp lash
deimos                                     minhop updn ftree sssp dfsssp lash
random:switches=32,ports=24,hosts=10,seed=1 minhop updn sssp dfsssp lash
torus:6x6,hosts=4                          minhop updn dor sssp dfsssp lash'
readonly QUICK='^(karytree|torus)'

# Leaves the tables of an engine in a folder of its name, and a line "NAME LANES" in $work/engines: "-" lanes where it
# gave up. OpenSM writes down the SLs of none of its engines.
route_builtin() { # ENGINE
	opensm_routes "$1" 0x43 || {
		echo "$1 -" >>"$work/engines"
		return
	}
	local needed
	needed=$(builtin_lanes "$1")
	case $needed in
	gives*) needed=- ;;
	-) needed=1 ;;
	esac
	echo "$1 $needed" >>"$work/engines"
	[ "$needed" != - ] || return
	mkdir -p "$work/$1" && mv "$work/opensm-lfts.dump" "$work/$1/"
	routings+=("$1=$1")
}

# Rows of a fabric from the JSON of compare and the lanes that engines need. Of an engine with several lanes nobody can
# check credit loops, as its SLs are not known.
rows() { # SPEC
	jq -r --rawfile engines "$work/engines" --arg fabric "$1" '
		def r3: (. * 1000 | round) / 1000;
		def shown: tostring | (if test("[.]") then . else . + "." end + "000")[0:5];
		def lanes: ($engines | split("\n") | map(split(" ")) | map(select(length == 2) | {(.[0]): .[1]}) | add);
		def best(f; order): [.[] | select(.unreachable == 0) | f] | order;
		def bold(mark): if mark then "**\(.)**" else "\(.)" end;
		def best_of($r; mark): bold($r.unreachable == 0 and mark);
		.routings as $all | ($all | best(.efi.max; min)) as $efi | ($all | best(.mean | r3; max)) as $ebb |
		(lanes) as $lanes |
		([$all[].name] + ($lanes | keys_unsorted)) | reduce .[] as $n ([]; if index($n) then . else . + [$n] end) |
		to_entries[] | .key as $i | .value as $n | ([$all[] | select(.name == $n)][0]) as $r |
		[if $i == 0 then $fabric else "" end, $n] +
		if $r == null then ["gives up", "", "", "", "", ""] else
			[$lanes[$n] // ($r.layers | length | tostring), ($r.unreachable | tostring), ($r.nonminimal | tostring),
			 ($r.efi.max | best_of($r; $r.efi.max == $efi)),
			 ($r.mean | r3 | shown | best_of($r; ($r.mean | r3) == $ebb)),
			 if $r.free then "none" elif ($lanes[$n] // "1") != "1" and $n != "ours" then "cannot be checked"
			 else "yes" end]
		end | @tsv' "$work/compare.json"
}

check_ours() { # SPEC
	[ "$(value compare.json '.routings[0].sound')" = true ] || violation "$1: our tables are not sound"
}

measure() { # SPEC ENGINE..
	local spec=$1 engine
	shift
	say "== $spec"
	make_bench_fabric "$spec" || fail "no fabric $spec"
	rm -rf "${work:?}/ours" "$work/engines"
	route_ours ours || fail "sssp-route: $(head -c 300 "$work/ours.json")"
	routings=(ours=ours)
	echo "ours $(value ours.json .vls_needed)" >"$work/engines"
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	for engine in "$@"; do
		rm -rf "${work:?}/$engine"
		route_builtin "$engine"
	done
	stop_ibsim
	bounded "$JUDGE_LIMIT" compare.txt sssp-eval compare fabric.net "${routings[@]}" -n "$PATTERNS" -q
	cat "$work/compare.txt" >&2
	bounded "$JUDGE_LIMIT" compare.json sssp-eval compare fabric.net "${routings[@]}" -n "$PATTERNS" -q --json
	check_ours "$spec"
	rows "$spec" >>"$work/rows"
}

[ $# -ge 1 ] || fail "usage: compare.sh all|quick [FILE]"
result=$(realpath -m "${2:-/dev/null}")
start_work
requires_simulator
requires jq
printf 'fabric\trouting\tVLs\tlost pairs\tlonger pairs\tEFI\teBB\tcredit loops\n' >"$work/rows"
while read -r spec engines; do
	[ -n "$spec" ] || continue
	[ "$1" = all ] || [[ $spec =~ $QUICK ]] || continue
	# shellcheck disable=SC2086 # words
	measure "$spec" $engines </dev/null
done <<<"$FABRICS"
markdown_table <"$work/rows" | tee "$result"
[ $violations = 0 ]
