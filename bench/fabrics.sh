#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# fabrics.sh all|quick [FILE]: how long our engine computes against OpenSM's built-in sssp and dfsssp on the same fabric,
# and what the routes of each of OpenSM's engines are worth beside ours. Prints its tables, into FILE too.
#
# The built-in's time stands in OpenSM's log (-D 0x47): from the line in which it begins to build its graph to the last
# one before tables are sent out, for dfsssp with its lanes. Ours is what sssp-route measures of the same work: graph,
# hops, routes, lanes. Both are computation only, and of several runs the quickest counts: the one that other work on
# the machine disturbed least.
OPENSM_LIMIT=150 # seconds for one sweep; "not in 150 s" then stands in the table
. "${srcdir:?}/bench/common.sh"
. "$srcdir/bench/engines.sh"

# SPEC; alone (timed) or shared; runs of ours, of sssp, of dfsssp; times faster than sssp, than dfsssp: what is aimed at;
# the least eBB, itself or in terms of the best of OpenSM's; further engines of OpenSM. Where there are thousands of
# hosts, engines that take minutes or make no sense of the fabric are left out.
readonly ROW_LIST='
torus:8x8,hosts=12                           alone  5 3 3  5 10 -         minhop updn dnup ftree lash dor nue
deimos                                       alone  5 3 3 10 20 best*1.017 minhop updn dnup ftree lash nue
shared:selene-storage.ibnetdiscover          alone  5 3 2 10 40 0.610     minhop updn dnup ftree lash nue
karytree:18,3                                alone  5 1 1 30 60 0.682     ftree minhop updn
fattree:ports=24,levels=3                    shared 1 1 1  -  - best*1    minhop updn ftree nue
fattree:ports=24,levels=3,oversubscription=2 shared 1 1 1  -  - best*1    minhop updn ftree nue
fattree:ports=24,levels=3,oversubscription=4 shared 1 1 1  -  - best*1    minhop updn ftree nue
shared:avakas.ibnetdiscover                  shared 1 1 1  -  - 0.828     minhop updn dnup ftree lash nue
shared:avakas.ibnetdiscover+capacity         shared 1 1 1  -  - best*1    minhop updn dnup ftree lash nue
random:switches=64,ports=36,hosts=18,seed=1  shared 1 1 1  -  - best*1.02 minhop updn dnup lash nue
odin                                         shared 1 1 1  -  - best*1    minhop updn dnup ftree lash nue
chic                                         shared 1 1 1  -  - best*1    minhop updn dnup ftree lash nue
atlas                                        shared 1 1 1  -  - best*1    minhop updn dnup ftree lash nue
thunderbird                                  shared 1 1 1  -  - best*1    minhop updn ftree nue
ranger                                       shared 1 1 1  -  - best*1    minhop updn ftree'
# shellcheck disable=SC2034 # for rows.sh
readonly QUICK='^(torus:8x8|odin|chic)' ROW_LIMIT=420

check_tools() {
	requires_simulator
	requires jq
}

faster() { # OURS THEIRS AIM
	local ratio
	ratio=$(calculate %.1f "$2 / $1")
	if [ "$3" = - ] || holds "$ratio >= $3"; then echo "$ratio"; else echo "**$ratio**"; fi
}

speed_line() { # SPEC SSSP-AIM DFSSSP-AIM
	local ours sssp dfsssp
	ours=$(field ours 2) sssp=$(field sssp 2) dfsssp=$(field dfsssp 2)
	table_line speed "${1#shared:}" "$(calculate %.3f "$ours")" "$(calculate %.3f "$sssp")" \
		"$(faster "$ours" "$sssp" "$2")" "$2" "$(calculate %.3f "$dfsssp")" \
		"$(faster "$ours" "$dfsssp" "$3")" "$3" "$(field ours 3)" "$(field dfsssp 3)"
	[ "$2" = - ] || holds "$sssp / $ours >= $2" || violation "$1: $(calculate %.1f "$sssp / $ours") times faster than sssp, aim $2"
	[ "$3" = - ] || holds "$dfsssp / $ours >= $3" || violation "$1: $(calculate %.1f "$dfsssp / $ours") times faster than dfsssp, aim $3"
}

# eBB or EFI of ours, then of each engine; the best figure in bold.
figures() { # FIELD higher|lower
	awk -F '\t' -v n="$1" -v want="$2" -v order="ours $ENGINE_ORDER found" '
		{ shown[$1] = $n; if ($n !~ /^[0-9.]+$/) { shown[$1] = $5; next }
		  if (best == "" || (want == "higher" ? $n + 0 > best + 0 : $n + 0 < best + 0)) best = $n }
		END { k = split(order, name, " ")
			for (i = 1; i <= k; i++) {
				cell = shown[name[i]]
				if (cell != "" && cell == best) cell = "**" cell "**"
				printf "%s%s", (i > 1 ? "\t" : ""), cell } print "" }' "$work/engines"
}

quality_lines() { # SPEC FLOOR
	local name best floor ours mark
	# shellcheck disable=SC2119 # among all
	read -r name best <<<"$(best_engine)"
	floor=$(calculate %.3f "${2/best/$best }")
	ours=$(field ours 5)
	mark=$floor
	if [ "$floor" != - ] && ! holds "$ours + $ROUNDING >= $floor"; then
		mark="missed: $floor"
		violation "$1: eBB $ours, at least $floor is wanted (best of OpenSM: $name $best)"
	fi
	table_line ebb "${1#shared:}" "$mark" "$(figures 5 higher)"
	table_line efi "${1#shared:}" "$(figures 4 lower)"
}

# The tables that were found on the machine itself.
measure_found() { # SPEC
	local tables
	tables=${SSSP_SHARED:-}/fabrics/$(basename "${1#shared:}" .ibnetdiscover+capacity)
	tables=${tables%.ibnetdiscover}.lfts
	[ -r "$tables" ] || return
	judge_with found fabric.net "$tables"
	engine_line found - - found
}

measure_row() { # as in the list
	local spec=$1 ours=$3 sssp=$4 dfsssp=$5 sssp_aim=$6 dfsssp_aim=$7 floor=$8 engine
	shift 8
	begin_fabric "$spec" || {
		violation "$spec: not here, left out"
		return 0
	}
	measure_ours "$spec" "$ours"
	[[ $spec != shared:avakas* ]] || measure_found "$spec"
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	measure_builtin sssp "$sssp"
	measure_builtin dfsssp "$dfsssp"
	for engine in "$@"; do measure_builtin "$engine"; done
	stop_ibsim
	speed_line "$spec" "$sssp_aim" "$dfsssp_aim"
	quality_lines "$spec" "$floor"
}

print_report() {
	printf '\n## Compute time\n\n'
	table speed fabric 'ours s' 'sssp s' 'times ours' aim 'dfsssp s' 'times ours' aim 'VLs' 'VLs dfsssp' | markdown_table
	cat <<-END

		Routing and layering with default options, without reading and writing, against OpenSM's built-in engines in the same
		run; of several runs the quickest. times ours: the engine's seconds over ours, in **bold** where it is below the aim.
		Rows without an aim ran two at a time, so their seconds are rough. VLs: lanes that the routes need.

		## Effective bisection bandwidth

	END
	# shellcheck disable=SC2086 # words
	table ebb fabric 'at least' ours $ENGINE_ORDER found | markdown_table
	cat <<-END

		\`sssp-eval ebb -n $PATTERNS --seed 1\`, higher is better, the best in **bold**. at least: what ours is to reach;
		where that is a ratio, it is of the best of OpenSM's in this run. An engine that gives
		up (dfsssp and lash: with the lanes it would need) leaves the fabric to minhop; an empty field: not run on a fabric
		of this size. found: the tables found on the machine itself. +capacity: links count by their data rates, in our
		routing (\`--capacities\`) and in the judgement of all (\`--capacity\`).

		## Edge-forwarding index

	END
	# shellcheck disable=SC2086
	table efi fabric ours $ENGINE_ORDER found | markdown_table
	printf '\n%s\n' 'Most routes over one channel between switches, lower is better, the best in **bold**.'
}

. "$srcdir/bench/rows.sh"
run_part "$@"
