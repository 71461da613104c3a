#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# packets.sh all|quick [FILE]: what saturated hosts get of their cables with our tables and those of OpenSM's engines, by
# `sssp-eval simulate`, one row a routing. Prints Markdown, into FILE too. Status 1 where ours stop, or are below
# LEAST_SHARE of the best engine that does not, or over all below LEAST_GAIN of minhop. ROWS=REGEX: only these fabrics.
. "${srcdir:?}/bench/common.sh"
. "$srcdir/bench/packets_measure.sh"

# SPEC, engines of OpenSM that make sense there
readonly FABRICS='
karytree:6,3                                         minhop updn ftree sssp dfsssp
clos:leaves=24,hosts=18,spines=12,links=1            minhop updn ftree sssp dfsssp
fattree:ports=16,levels=2                            minhop updn ftree sssp dfsssp
fattree:ports=12,levels=3,fail=links:3%,seed=4       minhop updn ftree sssp dfsssp
deimos                                               minhop updn ftree sssp dfsssp
random:switches=32,ports=24,hosts=10,seed=1          minhop updn sssp dfsssp
torus:6x6,hosts=4                                    minhop updn sssp dfsssp
torus:8x8,hosts=4                                    minhop updn sssp dfsssp
dragonfly:a=8,p=4,h=4                                minhop updn sssp dfsssp
shared:avakas.ibnetdiscover                          minhop updn ftree sssp dfsssp
shared:dgx-ndr.ibnetdiscover                         minhop updn ftree sssp dfsssp
shared:stage-qdr.ibnetdiscover                       minhop updn ftree sssp dfsssp
shared:selene-storage.ibnetdiscover                  minhop updn ftree sssp dfsssp'
readonly QUICK='^(karytree|torus:6x6)'

row() { # LABEL ROUTING LANES CELLS
	printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" >>"$work/rows"
}

measure_builtin() { # ENGINE
	local lanes cells
	if ! opensm_routes "$1" 0x43; then
		row '' "$1" - "$(packet_words "not in $OPENSM_LIMIT s")"
		return
	fi
	lanes=$(builtin_lanes "$1")
	cells=$(packet_builtin "$lanes" opensm-subnet.lst opensm-lfts.dump)
	case $lanes in
	gives*) lanes=- ;;
	-) lanes=1 ;;
	esac
	row '' "$1" "$lanes" "$cells"
}

# Where lanes are by ports: the same routes on all lanes that there are.
measure_spread() { # NAME
	[ "$(value ours.json .strategy)" = 'by ports' ] || return 0
	route_ours spread --spread || fail "sssp-route --spread: $(head -c 300 "$work/spread.json")"
	printf '%s\t%s\t%s\n' "$1" "$(value spread.json .vls_used)" "$(packet_cells fabric.net spread)" >>"$work/spread.rows"
}

measure() { # SPEC ENGINE..
	local spec=$1 engine name=${1#shared:}
	shift
	say "== $spec"
	make_bench_fabric "$spec" || {
		say "$spec is not here: left out"
		return
	}
	route_ours ours || fail "sssp-route: $(head -c 300 "$work/ours.json")"
	row "$name" 'this one' "$(value ours.json .vls_used)" "$(packet_cells fabric.net ours)"
	measure_spread "$name"
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	for engine in "$@"; do measure_builtin "$engine"; done
	stop_ibsim
}

print_report() {
	printf '\n## What hosts get\n\n'
	markdown_table <"$work/rows"
	cat <<-END

		Throughput of a host as a share of its cable, all hosts with always a packet to send: \`sssp-eval simulate\` with
		${PACKET_SLOTS[*]}; bisect: the mean of random bisections,
		${PACKET_BISECTIONS[*]} (of five, routings with the same eBB differed by
		3 % here). fifo 4: input buffers of four packets a port and lane, of which the head may leave; voq 16: of sixteen, of
		which any may. stops: at some moment buffers wait for each other for ever. lanes: that
		packets are on. OpenSM writes down the SLs of none of its engines, so one that needs several lanes cannot be
		simulated (SLs unknown); one that gives up routes with minhop.

		## Lanes that are left

	END
	if [ "$(wc -l <"$work/spread.rows")" -gt 1 ]; then markdown_table <"$work/spread.rows"; else echo 'No fabric has lanes by ports.'; fi
	cat <<-END

		The same where lanes are by ports and use all that there are: \`sssp-route --spread\`, spread=all of the plugin. Each
		VL has its own input buffer of so many packets.

	END
	cat "$work/verdict"
	cat <<-END

		A fabric counts with the mean of its cells; a cell where minhop stops is 0 of minhop.
	END
}

[ $# -ge 1 ] || fail "usage: packets.sh all|quick [FILE]"
result=$(realpath -m "${2:-/dev/null}")
start_work
requires_simulator
requires jq
packet_head >"$work/rows"
packet_head 'VLs, spread' | cut -f 1,3- >"$work/spread.rows"
while read -r spec engines; do
	[ -n "$spec" ] || continue
	[ "$1" = all ] || [[ $spec =~ $QUICK ]] || continue
	[ -z "${ROWS:-}" ] || [[ $spec =~ $ROWS ]] || continue
	# shellcheck disable=SC2086 # words
	measure "$spec" $engines </dev/null
done <<<"$FABRICS"
packet_verdict "$work/rows" >"$work/verdict"
while IFS= read -r line; do violation "${line#- }"; done < <(grep -E ' gets |^- all columns.*below' "$work/verdict")
print_report | tee "$result"
[ $violations = 0 ]
