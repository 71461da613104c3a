#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# sssp-eval rails finds each kind of wrong cable where it was planted, and says so of no other; real fabrics do not stop it.
set -u
PATH=${builddir:?}/evaluator:$builddir/generator:$PATH
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
fail() {
	echo "FAIL: $*"
	exit 1
}

# Two units of eight nodes with four adapters, a leaf for each rail of each unit: GUIDs are numbered leaf by leaf.
sssp-topo clos:leaves=8,hosts=8,spines=4 --lids -q -o net || fail "sssp-topo"
right() {
	awk 'BEGIN {
		for (leaf = 0; leaf < 8; leaf++)
			for (i = 0; i < 8; i++)
				printf "0x0002c9030000%04x \"gpu-%d mlx5_%d\"\n", 4 * (8 * leaf + i), 8 * int(leaf / 4) + i + 1, leaf % 4
	}'
}
wrong() { # EXPECTED-STATUS, then the map comes in
	cat >map
	sssp-eval rails net -q --node-name-map map "$@" >out 2>err
}
has() {
	grep -qE "$1" out || fail "no '$1' in: $(cat out err)"
}

right | wrong || fail "nothing is wrong: $(cat out)"
has '^Every adapter is on its rail'
has '^  nodes +16 '
[ "$(grep -cE '^    gpu-# .*leaf-|^    gpu-# +[0-3] ' out)" = 8 ] || fail "eight leaves: $(cat out)"

# Two adapters of a node exchanged.
right | sed 's/"gpu-3 mlx5_1"/"x"/; s/"gpu-3 mlx5_2"/"gpu-3 mlx5_1"/; s/"x"/"gpu-3 mlx5_2"/' | wrong && fail "exchanged: $(cat out)"
has '^WRONG RAIL: 2 '
has '^    gpu-3 +mlx5_1 .* swap with mlx5_2$'
has '^    gpu-3 +mlx5_2 .* swap with mlx5_1$'
# Adapters of two nodes exchanged: each belongs where the other is.
right | sed 's/"gpu-3 mlx5_1"/"x"/; s/"gpu-4 mlx5_2"/"gpu-3 mlx5_1"/; s/"x"/"gpu-4 mlx5_2"/' | wrong && fail "between nodes"
has '^    gpu-3 +mlx5_1 .* move to leaf-2$'
has '^    gpu-4 +mlx5_2 .* move to leaf-3$'
# One that is not there, and one that says no name.
right | sed 's/"gpu-9 mlx5_0"/"MT4129 ConnectX7   Mellanox Technologies"/' | wrong && fail "one without a name"
has '^LACKING: 1 '
has '^    gpu-9 +0  leaf-5$'
has '^1 adapters have no node.s name'
# .. and a list that says whose it is: its GUID stands for it.
echo 'gpu-9: 0x0002c90300000080,gpu-9' >list
right | sed 's/"gpu-9 mlx5_0"/"MT4129 ConnectX7   Mellanox Technologies"/' >map
sssp-eval rails net -q --node-name-map map --nodes list --json >out 2>err
grep -q '"nameless" : 0' out || fail "a list: $(cat out err)"
# Both numbering schemes are one; two machines called localhost are two; a system image GUID joins what says nothing.
right | sed -E 's/gpu-1 mlx5_0"/gpu-1 HCA-1"/; s/gpu-1 mlx5_3"/gpu-1 HCA-4"/; s/gpu-(7|8) /localhost /' | wrong
has '^  nodes +22 '
grep -q '^WRONG' out && fail "HCA-1 is mlx5_0: $(cat out)"
# A subset tells of itself only.
right | sed 's/"gpu-9 mlx5_0"/"x y z"/; s/"gpu-2 mlx5_0"/"x y z"/' | wrong --subset 'gpu-[1-4]'
has '^    gpu-2 +0 '
grep -q '^    gpu-9 ' out && fail "gpu-9 was not asked for"
# With tables each rail has its bandwidth.
sssp-route net -q -o tables || fail "sssp-route"
right >map && sssp-eval rails net tables -q --node-name-map map -n 10 --csv --table rails >out || fail "with tables"
[ "$(sed -n '2,5p' out | grep -cE '^[0-3],16,2,[01]\.')" = 4 ] || fail "$(cat out)"

# Nodes are drawn as wholes, and send on their rails; where each has one adapter that is what is drawn anyway.
sssp-eval ebb net tables -q --node-name-map map --by node -n 20 >out || fail "ebb --by node"
has '^  nodes +16 '
has '^  adapters_each +4 '
has '^  streams +32 '
sssp-eval ebb net tables -q --by node -n 20 --json | grep -E '"(mean|min|max)"' >one
sssp-eval ebb net tables -q -n 20 --json | grep -E '"(mean|min|max)"' >plain
cmp -s one plain || fail "nodes of one adapter: $(cat one plain)"
sssp-eval ebb net tables --by node -n 2 2>err >out
grep -q 'by node makes no difference here' err || fail "$(cat err)"
sssp-eval ebb net tables -q --node-name-map map --by node -n 2 --subset 'gpu-[1-5]' >out || fail "a subset of nodes"
has '^  nodes +5 '
has '^  streams +8 '
for pattern in rail-ring rail-tree rail-alltoall rail-pipeline; do
	sssp-eval pattern $pattern net tables -q --node-name-map map --mappings 5 --subset 'gpu-[1-6]' >out || fail $pattern
	has '^  ranks +24$'
	has '^  adapters_each +4 '
done
sssp-eval pattern rail-ring net tables -q --node-name-map map --mapping linear >out
has '^  bandwidth_pessimistic +1\.0000 '
for arguments in 'ebb net tables --by rail' 'pattern rail-ring net tables --mapping guid' 'pattern rail-ring:3 net tables' 'ebb net tables --by node --subset host-1'; do
	# shellcheck disable=SC2086 # words are wanted
	sssp-eval $arguments >out 2>err
	[ $? = 2 ] && [ -s err ] && [ ! -s out ] || fail "'$arguments': $(cat out err)"
done

for arguments in '' 'net tables more' 'net --nodes nowhere' 'net -n 0'; do
	# shellcheck disable=SC2086 # words are wanted
	sssp-eval rails $arguments >out 2>err
	[ $? = 2 ] && [ -s err ] && [ ! -s out ] || fail "'$arguments': $(cat out err)"
done
echo 'gpu-9: nobody' >list
sssp-eval rails net --nodes list 2>err
[ $? = 2 ] && grep -q "list:1: 'nobody'" err || fail "$(cat err)"

# Real ones. In the first somebody exchanged two cables.
shared=${SSSP_SHARED:-}/fabrics
[ -d "$shared" ] || exit 0
sssp-eval rails "$shared/dgx-ndr.ibnetdiscover" -q >out && fail "dgx-ndr: $(cat out)"
has '^    b08-p1-dgx-08-c01 +HCA-5 .* swap with HCA-6$'
has '^LACKING: 10 '
for net in selene-storage avakas stage-qdr ufm-small plafrim2 azure-f-option; do
	sssp-eval rails "$shared/$net.ibnetdiscover" -q >out || fail "$net: $(cat out)"
done
exit 0
