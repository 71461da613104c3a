#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Larger fabrics that fell off a cliff once, see test_cliff.sh: tori with rings of four whose routes all met in one corner;
# meshes just too large for more than a first try, or with too many pairs without a lane at first; large tori with few lanes, whose longer routes all went over one
# spanning tree; a damaged cube on one lane, whose EFI was 284 times that of P-SSSP without regard to lanes.
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"
cliff=$builddir/bench/cliff

for case in 'torus:4x3x6x8,hosts=1 --budget=10' 'mesh:6x9x6,hosts=6,fail=links:2%,seed=927 --budget=13' \
	'torus:6x6x6,hosts=4 --budget=4' 'torus:6x9x12,hosts=1 --budget=1' \
	'torus:6x8x11,hosts=4 --budget=1 --asymmetric' 'torus:4x4x6x5,hosts=3,fail=links:13%,seed=621 --budget=3' \
	'mesh:6x7x9,hosts=5,fail=links:4%,seed=164 --budget=15' \
	'hypercube:9,hosts=1,fail=links:2%,seed=5 --budget=1'; do
	# shellcheck disable=SC2086
	runs 0 "$cliff" $case
done

# Damaged trees of directors with 10,000 hosts, whose switches' own ports took half of the cables of core directors from
# hosts (seed 3: EFI ten times P-SSSP's), or found no path beside hosts, for minutes (seed 5).
for seed in 3 5; do
	runs 0 "$cliff" "directors:hosts=10000,fail=links:3%,seed=$seed" --budget=8
done

# A damaged dragonfly that is not small: three lanes by ports are the promising number. Two leave 5,715 longer pairs, and
# lanes beside a spanning tree, which come last, 639.
runs 0 "$cliff" 'dragonfly:a=9,p=3,h=4,fail=links:2%,seed=2' --budget=3
awk 'NR == 2 { n = NF; exit !($(n - 8) <= 400 && $(n - 7) <= 1.05 * $(n - 6)) }' out || fail "$(cat out)"
