#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# workload_routings.sh: does better effective bisection bandwidth make an application faster? Our tables and those of
# OpenSM's minhop: bandwidth, and seconds of applications, mean of SEEDS runs, on deimos and a real fabric where there
# is $SSSP_SHARED. Prints Markdown.
. "${srcdir:?}/bench/common.sh"
start_work
requires_simulator
requires jq

readonly PATTERNS=1000 SEEDS=5
readonly FABRICS='deimos shared:selene-storage.ibnetdiscover'

# What the table calls it, then the arguments of sssp-eval workload.
readonly APPLICATIONS='2-D, 100 ns a site, curve|nearest-2d --time 100ns --ppn 8
2-D, 10 ns a site, curve|nearest-2d --time 10ns --ppn 8
2-D, 10 ns a site, random|nearest-2d --time 10ns --ppn 8 --cells random
3-D, 10 ns a site, curve|nearest-3d --time 10ns --ppn 8
3-D, 10 ns a site, random|nearest-3d --time 10ns --ppn 8 --cells random
random pairs, 10 MB|random --time 1ms --bytes 1e7
all-to-all, 100 kB|alltoall --time 0 --bytes 1e5 --iterations 1 --cells random
farm, 100 ms, 100 kB|farm --time 100ms --bytes 1e5'

seconds_of() { # TABLES ARGUMENT..: mean over the seeds
	local seed tables=$1 name=$2
	shift 2
	for seed in $(seq "$SEEDS"); do
		judge workload.json workload "$name" fabric.net "$tables" "$@" --seed "$seed" || return
		value workload.json .seconds
	done | awk '{ sum += $1; n++ } END { if (n) printf "%.4g\n", sum / n; else print "-" }'
}

bandwidth_of() { # TABLES
	judge ebb.json ebb fabric.net "$1" -n "$PATTERNS" --seed 1
	decimals "$(value ebb.json .mean)"
}

# Rows of one fabric, tab-separated.
rows() { # SPEC
	local name arguments ours theirs
	theirs=$(bandwidth_of minhop.dump)
	ours=$(bandwidth_of ours/opensm-lfts.dump)
	printf '%s\tbandwidth (ebb)\t%s\t%s\t%s\n' "$1" "$theirs" "$ours" "$(calculate %.3f "$ours / $theirs")"
	while IFS='|' read -r name arguments; do
		# shellcheck disable=SC2086 # several arguments
		theirs=$(seconds_of minhop.dump $arguments)
		# shellcheck disable=SC2086
		ours=$(seconds_of ours/opensm-lfts.dump $arguments)
		printf '%s\t%s\t%s\t%s\t%s\n' '' "$name" "$theirs" "$ours" "$(calculate %.3f "$theirs / $ours")"
	done <<<"$APPLICATIONS"
}

printf 'fabric\tmeasure\tminhop\tours\tgain of ours\n' >"$work/rows"
for spec in $FABRICS; do
	make_bench_fabric "$spec" || continue
	route_ours ours
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	opensm_routes minhop 0x43 || fail "no tables from OpenSM for $spec"
	stop_ibsim
	mv "$work/opensm-lfts.dump" "$work/minhop.dump"
	rows "$spec" >>"$work/rows"
done
markdown_table <"$work/rows"
