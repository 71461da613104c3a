#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Some small random fabrics of `make bench-cliff`, a few of every family: every pair arrives, no credit loop, symmetric
# SLs where they shall be, no more lanes than allowed, as many as are stated. Short routes and bandwidth are for
# `make bench-cliff`.
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"
cliff=$builddir/bench/cliff

# A case depends on its seed and number only.
runs 0 "$cliff" --small --list --cases=12
sed -n 8p out >eighth
runs 0 "$cliff" --small --list --from=7 --cases=1
cmp -s out eighth || fail "case 7 is not what it was among others"
# Half of the cases have numbers drawn anew.
runs 0 "$cliff" --small --list --cases=100
shuffled=$(grep -cE ",shuffle=[0-9]+' " out)
[ "$shuffled" -ge 35 ] && [ "$shuffled" -le 65 ] || fail "$shuffled of 100 cases have shuffle="

runs 0 "$cliff" --small --hard --cases=30
grep -q '^0 of 30 cases fall short' out || fail "$(cat out)"
runs 0 "$cliff" karytree:3,3,an=all,fail=links:5%,seed=1 --budget=2 --ladder --hard
runs 2 "$cliff" karytree:3,3 --budget=16

# What fell off a cliff once: a handful of pairs without a lane sent all others the long way; cubes with a full cable;
# tori with rings of four whose routes all met in one corner; a torus whose lanes by SL served all hosts and not the
# management port of a switch without any; directors whose shortest paths climb twice, where one host
# without a path ended all tries with several lanes; a dragonfly whose split over lanes by SL was given up just before its
# end. Those of more switches are in test_cliff_large.sh.
for case in 'torus:6x7x5,hosts=1,fail=links:2%,seed=3 --budget=4' \
	'hypercube:6,hosts=8,fail=switches:1,seed=249 --budget=8' 'torus:4x6x6,hosts=3 --budget=8' \
	'torus:4x6x8,hosts=2 --budget=4' 'directors:levels=3,ports=16,chip=8,ratio=1,hosts=120 --budget=4' \
	'torus:9x9,hosts=1,an=leaf,fail=hosts:50%,fail=links:2,seed=1 --budget=4' \
	'dragonfly:a=10,p=4,h=2,fail=links:13%,seed=188,shuffle=490 --budget=12' \
	'torus:5x5x3x3,hosts=1,fail=hosts:10%,seed=5 --budget=8' \
	'mesh:8x8x4,hosts=2,fail=links:5%,seed=2 --budget=1' \
	'hypercube:8,hosts=3,fail=links:5%,seed=2 --budget=1'; do
	# shellcheck disable=SC2086
	runs 0 "$cliff" $case
done

# Trees of directors where the order of classes leaves pairs without a path. Reserved channels complete it on one lane;
# before, spanning trees had 7 to 140 times the EFI of P-SSSP without regard to lanes. In the fourth only management ports
# lack paths, for which few hosts' paths have to change. In three more all switches lack some path at first, so few have
# to be blamed for it. In the last two, where no classes were found, or where management ports had hosts' paths
# follow one spanning tree, the EFI was 3.2 and 1.6 times that without regard to lanes. Last, groups of two levels, where
# lanes by ports served all hosts, but not a few management ports after them: 126 pairs had longer paths. After each case:
# the most longer pairs, and the most of that EFI.
while read -r case options longer efi; do
	runs 0 "$cliff" "$case" "$options"
	awk -v longer="$longer" -v efi="$efi" \
		'NR == 2 { n = NF; exit !($(n - 8) <= longer && $(n - 7) <= efi * $(n - 6)) }' out ||
		fail "$case: $(cat out)"
done <<END
directors:levels=3,ports=16,chip=8,ratio=1,hosts=120 --budget=1 120 1.1
directors:levels=3,ports=36,chip=12,ratio=2,hosts=300,fail=links:12%,seed=671 --budget=1 150 1.2
directors:levels=2,ports=54,chip=18,ratio=1,hosts=900,fail=links:8%,seed=544 --budget=1 9000 1.25
directors:levels=2,ports=36,chip=12,ratio=1,hosts=600,fail=links:3%,seed=984 --budget=1 50 1.25
directors:levels=2,ports=32,chip=8,ratio=1,hosts=400 --budget=1 5000 1.6
directors:levels=2,ports=32,chip=8,ratio=1,hosts=300,fail=links:2%,seed=11 --budget=1 4000 2.2
directors:levels=3,ports=16,chip=8,ratio=1,hosts=200 --budget=1 800 1.2
mesh:3x7x9,hosts=1,fail=links:6%,seed=487,shuffle=795 --budget=1 3300 1.6
torus:4x4x6x3,hosts=1,fail=links:13%,fail=hosts:25%,seed=4 --budget=2 1000 1.4
dragonfly+:leaves=15,spines=7,p=3,h=6,groups=15,fail=links:7%,seed=906,shuffle=517 --budget=4 0 1.05
END

# Damaged trees of directors. Orders of classes that serve all hosts loaded one channel for many, or were not found, so that
# one lane had two to three times the EFI of P-SSSP without regard to lanes; in one, management ports need an order in
# which hosts load channels more; in the last, they need the turns of neighbours to stay on one lane.
while read -r case; do
	# shellcheck disable=SC2086
	runs 0 "$cliff" $case
	awk 'NR == 2 { n = NF; exit !($(n - 8) <= 120 && $(n - 7) <= 1.25 * $(n - 6) && $(n - 10) == 1) }' out ||
		fail "$case: $(cat out)"
done <<END
directors:levels=2,ports=72,chip=24,ratio=1,hosts=580,fail=links:8%,seed=41 --budget=1
directors:levels=2,ports=72,chip=24,ratio=1,hosts=580,fail=links:8%,seed=44 --budget=1
directors:levels=2,ports=144,chip=24,ratio=1,hosts=1500,fail=links:4%,seed=12 --budget=1
directors:levels=2,ports=36,chip=12,ratio=1,hosts=300,fail=links:8%,seed=2 --budget=1
directors:levels=2,ports=72,chip=24,ratio=1,hosts=800,fail=links:8%,seed=14 --budget=8
END
