#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# sssp-eval cabling names each defect that was planted, and nothing else; plans of every form; shapes; what stands out.
set -u
PATH=${builddir:?}/evaluator:$builddir/generator:$PATH
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
fail() {
	echo "FAIL: $*"
	exit 1
}
has() {
	grep -qE "$1" out || fail "no '$1' in: $(cat out err)"
}
cabling() {
	sssp-eval cabling "$@" -q >out 2>err
}
orders() { # NUMBER: so many orders, no more
	has "^DIFFERS from the plan: $1 orders"
}

spec=clos:leaves=4,hosts=3,spines=2,links=2
sssp-topo $spec --lids -q -o net || fail "sssp-topo"

# The plan as CSV, made of the fabric, with short names; port by port. "FROM PORT TO PORT" lines come in, in any order.
dump_cables() {
	sssp-eval cabling net net -q >/dev/null || exit 1
	awk -F'"' '/^Switch/ { name = $4; next } /^Ca/ { name = ""; next }
		name && /^\[/ { split($1, own, /[][]/); split($3, other, /[][]/); print name " " own[2] " " $4 " " other[2] }' net |
		sed 's/ HCA-1//' | awk '!/host/ && $1 > $3 { next } { print }'
}
csv() { sed 's/ /,/g'; }
dump_cables >cables
[ "$(wc -l <cables)" = 28 ] || fail "28 cables: $(cat cables)"
(echo 'from,port,to,port' && csv <cables) >plan.csv
cabling plan.csv net || fail "a plan that fits: $(cat out err)"
has '^  right +28 '
has '^  orders, .* none$'

# A defect of each kind is planted in the plan, so that the fabric has it.
wrong() { # WHAT, then cables come in
	csv >plan.csv
	cabling plan.csv net && fail "$1: $(cat out)"
}
sed '/leaf-2 5 /d' cables | wrong "an extra cable"
orders 1
has '^    extra +remove the cable between leaf-2 port 5 and spine-1 port [0-9]+$'
(cat cables && echo 'leaf-2 20 spine-1 20') | wrong "a missing cable"
orders 1
has '^    missing +connect leaf-2 port 20 and spine-1 port 20$'
sed 's/^leaf-2 2 host-5 1/leaf-2 20 host-5 1/' cables | wrong "the wrong port"
orders 1
has '^    moved +move the cable from leaf-2 port 2 to leaf-2 port 20; its other end is in host-5 HCA-1 port 1$'
sed 's/^leaf-2 2 host-5/leaf-2 2 host-6/; t; s/^leaf-2 3 host-6/leaf-2 3 host-5/' cables | wrong "two exchanged"
orders 1
has '^    swapped +exchange the cables in leaf-2 port [23] and leaf-2 port [23]$'
sed 's/^leaf-2 2 host-5 1/leaf-3 20 host-5 1/' cables | wrong "another switch"
orders 1
has '^    moved +move the cable from leaf-2 port 2 to leaf-3 port 20; its other end is in host-5 HCA-1 port 1$'
sed 's/host-5/node-5/' cables | wrong "a renamed host"
orders 1
has '^    renamed +node-5 is called host-5 HCA-1 now$'
sed '/host-5/d' cables | wrong "a host too many"
orders 1
has '^    node_extra +host-5 HCA-1 is not in the plan$'
(cat cables && echo 'leaf-1 20 host-99 1') | wrong "a host too few"
has '^    node_missing +install or connect host-99$'
sed 's/$/ 4xEDR/' cables | wrong "slow cables"
orders 28
has '^    slow +the cable between leaf-1 port 1 and host-1 HCA-1 port 1 runs at 4xQDR, not 4xEDR$'
# .. and one that lost lanes: beside a plan, and among its likes.
awk '/^Switch/ { here = /"leaf-3"/ } here && /^\[.*"S-.*4xQDR/ && !done { sub(/4xQDR/, "1xQDR"); done = 1 } { print }' net >now
cabling net now && fail "a narrow cable: $(cat out)"
orders 1
has '^    slow +the cable between leaf-3 port [0-9]+ and spine-[12] port [0-9]+ runs at 1xQDR, not 4xQDR$'
cabling --learn now && fail "a narrow cable stands out: $(cat out)"
has '^    rate .*leaf-3 port [0-9]+ to spine-[12] runs at 8000 Mbit/s, not 32000$'
sed 's/$/ 4xQDR/' cables | csv >plan.csv
cabling plan.csv net || fail "as fast as planned"
sed 's/^\(Switch.*# \)"leaf-3"/\1"Infiniscale-IV Mellanox Technologies"/' net >now
cabling net now && fail "a switch that lost its name: $(cat out)"
orders 1
has '^    renamed +leaf-3 is called Infiniscale-IV Mellanox Technologies now$'
(cat cables && echo 'leaf-1 90 spine-1 40') | wrong "no such port"
has '^    no_port +leaf-1 has no port 90, where the plan has a cable$'

# ibdm's form of the same, a dump, a dump of which a host was renamed or a switch exchanged for a new one.
awk '{ print $1 > "/dev/null" } { at[$1] = at[$1] "   P" $2 " -4x-10G-> T " $3 " P" $4 "\n" } END { for (n in at) printf "# x\nT %s\n%s\n", n, at[n] }' cables >plan.topo
cabling plan.topo net || fail ".topo: $(cat out err)"
has '^  right +28 '
cabling net net || fail "the same dump"
sed 's/host-5 HCA-1/host-55 HCA-1/' net >now && cabling net now && fail "renamed"
orders 1
has '^    renamed +host-5 HCA-1 is called host-55 HCA-1 now$'
sed 's/0002c90200400010/0002c902004abcde/; s/2c90200400010/2c902004abcde/' net >now
cabling net now || fail "a new switch of the same name: $(cat out)"
sed 's/"leaf-\([0-9]\)"/"MF0;leaf-\1:MQM9700\/U1"/' net >now && csv <cables >plan.csv
cabling plan.csv now || fail "long names of switches: $(cat out err)"

# A SPEC: by its names where it has them, else by shape.
cabling $spec net || fail "its own SPEC: $(cat out err)"
has '^  matched_by +names '
for shape in "$spec" karytree:4,3 'xgft:3;4,4,4;1,2,2' torus:5x5 mesh:4x5 hypercube:4 dragonfly:a=4,p=2,h=2 karytree:18,3; do
	sssp-topo "$shape,shuffle=3,fail=links:2" --lids -q -o now || fail "$shape"
	sed -i 's/# "host-/# "h/; t; s/# "/# "x/' now
	cabling "$shape" now && fail "$shape: two cables are missing"
	has '^  matched_by +shape '
	has ' 0 switches missing, 0 extra, [12] places'
done
sssp-topo karytree:4,3,shuffle=3 --lids -q -o now && sed -i 's/# "/# "x/' now
cabling karytree:4,3 now || fail "one shape: $(cat out)"
sssp-topo karytree:4,3,shuffle=3,fail=switches:1 --lids -q -o now && sed -i 's/# "/# "x/' now
cabling karytree:4,3 now && fail "a switch is missing"
has '^  switches_missing +1 '

# Without a plan.
sssp-topo karytree:6,3 --lids -q -o now && cabling --learn now || fail "nothing stands out: $(cat out err)"
sssp-topo karytree:6,3,fail=links:1 --lids -q -o now && cabling --learn now && fail "a cable is missing"
has '^    (uplinks|downlinks) .* has 5 cables upwards, not 6$|has 11 cables downwards, not 12$'
has '^STANDS OUT: '
sed 's/4xQDR/4xDDR/; ' now | awk '!done && /^\[.*S-.*4xDDR/ { done = 1; print; next } { sub(/4xDDR/, "4xQDR"); print }' >slow
cabling --learn slow && fail "a slow cable"
has '^    rate .* runs at 16000 Mbit/s, not 32000$'
sed 's/"1-00"/"Infiniscale-IV Mellanox Technologies"/; 0,/^Switch.*# "[^"]*"/s/^\(Switch.*# \)"[^"]*"/\1"Infiniscale-IV Mellanox Technologies"/' now >nameless
cabling --learn nameless && fail "a switch without a name"
has '^    nameless .* has no name of its own'

sssp-topo clos:leaves=8,hosts=3,spines=4,links=2,fail=links:1 --lids -q -o now && cabling --learn now && fail "one of two cables"
has '^    bundle .*leaf-[0-9] has 1 cables to spine-[0-9], not 2$'
has '^    uplinks .*leaf-[0-9] has 7 cables upwards, not 8$'
has '^    downlinks .*spine-[0-9] has 15 cables downwards, not 16$'
sssp-topo clos:leaves=8,hosts=3,spines=4,links=1,fail=links:1 --lids -q -o now && cabling --learn now && fail "a cable is missing"
has '^    above .*leaf-[0-9] leads to 3 switches above it, not 4$'
# A cable that one end alone tells of.
awk '/^Switch/ { here = /"leaf-2"/ } !(here && /^\[.*"S-/ && !done++)' net >now
sssp-eval cabling net now >out 2>err
grep -q '^now:[0-9]*: warning: port [0-9]*: the record of its peer knows nothing of the cable' err || fail "a one-ended cable: $(cat err)"

# Where no switch has a name none stands out; nor do a slower generation, a switch beside the leaves, another fabric.
sssp-topo karytree:6,3,fail=links:1 --lids -q -o now || fail "a tree"
sed 's/^\(Switch.*# \)"[^"]*"/\1"Infiniscale-IV Mellanox Technologies"/' now >all_nameless
cabling --learn all_nameless && fail "a cable is missing"
has '^  nameless +[1-9]'
grep -q 'has no name of its own' out && fail "none has a name: $(cat out)"
for spec in generations:hosts=200 rails:leaves=16,spines=7,gpus=8,storage=2,ports=64 half:karytree:4,3 directors:hosts=300 dragonfly+:groups=5; do
	sssp-topo "$spec" --lids -q -o now && cabling --learn now || fail "$spec: $(cat out err)"
done
sssp-topo generations:hosts=200 --lids -q -o now
awk '/^Switch/ { here = /"MF0;new-leaf-01:/ } here && /^\[.*"S-.*4xQDR/ && !done { sub(/4xQDR/, "4xDDR"); done = 1 } { print }' now >slow
cabling --learn slow && fail "a slow cable of the new generation"
has '^    rate .*new-leaf-01.* runs at 16000 Mbit/s, not 32000$'

# What makes no sense.
for arguments in '' 'net' 'net net net' '--learn net net' 'none.csv net' 'nothing:1 net' 'net none'; do
	# shellcheck disable=SC2086 # words are wanted
	sssp-eval cabling $arguments >out 2>err
	[ $? = 2 ] && [ -s err ] && [ ! -s out ] || fail "'$arguments': $(cat out err)"
done
for line in 'a,x,b,1' 'a,1,b' ',1,b,1' 'a,300,b,1' 'a,1,a,1'; do
	printf 'x,1,y,1\n%s\n' "$line" >bad.csv
	sssp-eval cabling bad.csv net >out 2>err
	[ $? = 2 ] && grep -q 'bad.csv:2: ' err || fail "'$line': $(cat out err)"
done
for line in 'T a b c' 'P1 -> T P1' 'P0 -> T b P1' 'P1 => T b P1'; do
	printf 'T x\n P2 -> T z P1\n%s\n' "$line" >bad.topo
	sssp-eval cabling bad.topo net >out 2>err
	[ $? = 2 ] && grep -q 'bad.topo:3: ' err || fail "'$line': $(cat out err)"
done
printf 'a,1,b,1\na,1,c,1\n' >bad.csv
sssp-eval cabling bad.csv net 2>err
[ $? = 2 ] && grep -q "bad.csv:2: port 1 of 'a' has a cable already" err || fail "$(cat err)"

# Real ones are as they are, and some places stand out.
shared=${SSSP_SHARED:-}/fabrics
[ -d "$shared" ] || exit 0
cabling "$shared/credit-loops.topo" net && fail "another fabric"
for net in dgx-ndr selene-storage avakas stage-qdr ufm-small plafrim2 azure-f-option; do
	cabling "$shared/$net.ibnetdiscover" "$shared/$net.ibnetdiscover" || fail "$net: $(cat out err)"
done
cabling --learn "$shared/plafrim2.ibnetdiscover" && fail "plafrim2"
has 'TS-i12k00066a00e30076ab has 11 cables upwards, not 12'
exit 0
