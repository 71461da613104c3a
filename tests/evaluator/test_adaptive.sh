#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# ebb --adaptive of sssp-route's own balanced routes: spreading is never below what shortest routes get in the mean of 100
# patterns, and all there is on trees that do not block; pattern says it of a permutation.
set -u
PATH=${builddir:?}/evaluator:$builddir/generator:$PATH
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
fail() {
	echo "FAIL: $*"
	exit 1
}
share() { # FIGURE COLUMN, of the shares of CSV
	awk -F, -v figure="$1" -v column="$2" '$1 == figure { print $column }' out
}

for spec in karytree:4,2 karytree:3,3 fattree:ports=8,levels=2,oversubscription=3 torus:4x4,hosts=3 torus:4x4x4 \
	mesh:4x4,hosts=2 hypercube:4,hosts=2 hyperx:4x4,hosts=3 dragonfly:a=4,p=2,h=2 dragonfly+:groups=5 \
	random:switches=14,ports=10,hosts=4 random:switches=40,ports=14,hosts=5 kautz:2,3,hosts=3 slimfly:5 \
	clos:leaves=6,hosts=6,spines=4,links=1,fail=links:3 rails:leaves=16,spines=7,gpus=8,storage=2,ports=64 \
	generations:hosts=200 half:karytree:6,3 directors:hosts=150 deimos tara; do
	rm -rf tables
	sssp-topo "$spec" --lids -q -o net && sssp-route net -q -o tables || fail "$spec: no tables"
	sssp-eval routes net tables -q --json | grep -qE '"nonminimal" : 0,' || fail "$spec: routes are not shortest"
	sssp-eval ebb net tables -q -n 100 --adaptive --csv --table adaptive.shares >out || fail "$spec"
	awk -v t="$(share mean 2)" -v s="$(share mean 3)" 'BEGIN { exit !(t > 0 && s >= t && s < 1.000001) }' || fail "$spec: $(cat out)"
done

# As many cables up as hosts: all get all, whatever they send to; on static routes they do not.
for spec in karytree:4,2 karytree:3,3 clos:leaves=6,hosts=4,spines=4,links=1; do
	rm -rf tables
	sssp-topo "$spec" --lids -q -o net && sssp-route net -q -o tables || fail "$spec: no tables"
	sssp-eval ebb net tables -q -n 100 --adaptive --csv --table adaptive.shares >out || fail "$spec"
	awk -v t="$(share mean 2)" -v s="$(share min 3)" 'BEGIN { exit !(t < 1 && s > 0.999999 && s < 1.000001) }' || fail "$spec: $(cat out)"
	sssp-eval pattern bisect net tables -q --mappings 20 --adaptive --csv --table adaptive.shares >out || fail "$spec: bisect"
	awk -v s="$(share bandwidth_pessimistic 3)" 'BEGIN { exit !(s > 0.999999 && s < 1.000001) }' || fail "$spec: bisect: $(cat out)"
done
exit 0
