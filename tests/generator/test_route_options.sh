#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What sssp-route is told of algorithms, roots and ports, and what it says of the tables that come of it.
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"

run() { # STATUS [ARGUMENT..]
	wanted=$1
	shift
	runs "$wanted" "$route" "$@"
}

figure() { # KEY, in the JSON of the last run
	sed -n "s/.*\"$1\" *: *\"*\([a-z0-9-]*\).*/\1/p" out
}

"$topo" torus:5x5,hosts=2 --lids -q -o torus.net || exit 1
"$topo" karytree:4,3 --lids -q -o tree.net || exit 1
"$topo" torus:7x7,hosts=1,fail=links:4%,seed=6 --lids -q -o degraded.net || exit 1

# ---- every algorithm, judged
for fabric in tree torus; do
	for name in psssp p2sssp minhop updn; do
		sl=symmetric
		run 0 $fabric.net -o $fabric-$name --json -q --algorithm $name --sl $sl
		[ "$(figure algorithm)" = $name ] || fail "$fabric, $name: routes of $(figure algorithm)"
		runs 0 "$judge" routes $fabric.net $fabric-$name/opensm-lfts.dump -q
		runs 0 "$judge" deadlock $fabric.net $fabric-$name -q --reverse
	done
	run 0 $fabric.net -o $fabric-updn --json -q --algorithm updn
	[ "$(figure algorithm) $(figure vls_used)" = "updn 1" ] || fail "$fabric: updn is given lanes"
done
run 0 tree.net -o tree-minhop --json -q --algorithm minhop
[ "$(figure algorithm) $(figure nonminimal_pairs)" = "minhop 0" ] || fail "minhop: other routes"
# who is asked by name chooses the routes, or nobody does; it is said even with -q when another may
for name in minhop p2sssp; do
	refuses 1 "sssp-route: 2 lanes are not enough for the routes of $name, and there are no more (--sl asymmetric and a higher --max-vls may help); --non-strict takes routes of psssp in their place" \
		"$route" torus.net -o strict -q --algorithm $name --max-vls 2
	[ ! -e strict ] || fail "$name: what is refused leaves a folder"
	run 0 torus.net -o torus-psssp -f --json -q --algorithm $name --non-strict --max-vls 2
	[ "$(figure algorithm)" = psssp ] || fail "$name on a torus: whose routes are these?"
	[ "$(cat err)" = "sssp-route: warning: 2 lanes are not enough for the routes of $name: psssp chose other routes for the lanes" ] ||
		fail "it does not say who chose"
done
run 0 tree.net -o tree-minhop --json -q --algorithm minhop --non-strict
[ "$(figure algorithm)" = minhop ] && [ ! -s err ] || fail "--non-strict replaces what needs no lanes"

# ---- routes as published, or none
for name in published published-unit; do
	run 0 torus.net -o torus-$name --json -q --algorithm $name --sl asymmetric
	[ "$(figure algorithm) $(figure strategy)" = "$name first" ] || fail "$name: routes of $(figure algorithm)"
	runs 0 "$judge" deadlock torus.net torus-$name -q
	refuses 1 "sssp-route: $name: more than 2 virtual lanes would be needed to avoid credit loops with these routes and symmetric SLs (asymmetric ones may need fewer); a higher --max-vls may help; --non-strict takes routes of psssp in their place" \
		"$route" torus.net -o strict -q --algorithm $name --max-vls 2
	refuses 1 "sssp-route: $name: one virtual lane is too few to avoid credit loops with these routes, and --sl any has no lanes by SL; --non-strict takes routes of psssp in their place" \
		"$route" torus.net -o strict -q --algorithm $name --sl any
	[ ! -e strict ] || fail "$name: what is refused leaves a folder"
	for many in "2 lanes are not enough:--max-vls 2" "one lane is not enough:--sl any"; do
		# shellcheck disable=SC2086 # words are wanted
		run 0 torus.net -o gave-way -f --json -q --algorithm $name --non-strict ${many#*:}
		[ "$(cat err)" = "sssp-route: warning: ${many%:*} for the routes of $name: psssp chose other routes for the lanes" ] ||
			fail "$name: it does not say who chose: $(cat err)"
		[ "$(figure algorithm)" = psssp ] || fail "$name: routes of $(figure algorithm)"
		# shellcheck disable=SC2086
		run 0 torus.net -o instead -f -q ${many#*:}
		diff -r gave-way instead || fail "$name gives way to other routes than those of psssp"
	done
	runs 0 "$judge" deadlock torus.net gave-way --any-sl
	refuses 2 "sssp-route: --non-minimal does not go with routes that stay as they are: $name" \
		"$route" torus.net -o strict -q --algorithm $name --non-minimal
	refuses 2 "sssp-route: --from goes with the algorithm psssp only, not $name" \
		"$route" torus.net -o strict -q --algorithm $name --from torus-psssp
done
runs 0 "$judge" routes torus.net torus-published/opensm-lfts.dump -q

# what lanes have no part in is refused as ever
"$topo" karytree:8,3 -q -o many.net || exit 1
refuses 1 "sssp-route: the fabric needs more LIDs than there are (1..49151): a lower LMC takes fewer" \
	"$route" many.net -o strict --lmc 7 -a published --non-strict
for sl in "symmetric:there are no more (--sl asymmetric and a higher --max-vls may help)" \
	"asymmetric:there are no more (a higher --max-vls may help)"; do
	refuses 1 "sssp-route: one lane is not enough for the routes of minhop, and ${sl#*:}; --non-strict takes routes of psssp in their place" \
		"$route" torus.net -o strict -q -a minhop --max-vls 1 --sl "${sl%%:*}"
done
refuses 1 "sssp-route: one lane is not enough for the routes of minhop, and --sl any has no lanes by SL; --non-strict takes routes of psssp in their place" \
	"$route" torus.net -o strict -q -a minhop --sl any

# ---- passes are for those that have some
for name in minhop updn p2sssp published published-unit; do
	refuses 2 "sssp-route: --passes does not go with an algorithm without passes: $name" \
		"$route" tree.net -o none --algorithm $name --passes 2
done
run 0 tree.net -o passes -q --algorithm psssp --passes 2

# ---- aggregation nodes by a list: as those that are called so, and no hosts any more
"$topo" torus:3x3,hosts=2,an=all -q -o called || exit 1
sed 's/Mellanox Technologies Aggregation Node/probe/; s/^devid=0xcf09$/devid=0x1017/' called >other
sed -n 's/^Ca.*"H-\([0-9a-f]*\)".*Aggregation Node"$/0x\1/p' called >nodes
[ "$(wc -l <nodes)" = 9 ] || fail "an=all has other nodes"
for name in called other; do run 0 $name -o $name-tables -q --json && mv out $name.json; done
run 0 other -o listed-tables -q --json --aggregation-guids nodes && mv out listed.json
grep -q '"aggregation" : 9' listed.json || fail "--aggregation-guids marks none"
grep -q '"aggregation" : 0' other.json || fail "a probe is an aggregation node"
for name in called listed; do sed "s/'.*'//" $name-tables/opensm-lfts.dump >$name.lfts; done # names are told, too
cmp -s called.lfts listed.lfts || fail "--aggregation-guids gives other tables"
echo 0xdead >>nodes
run 0 other -o listed-tables --aggregation-guids nodes
grep -q '^nodes: warning: no adapter has the GUID 0x000000000000dead' err || fail "an unknown adapter is not named"
run 2 other -o listed-tables --aggregation-guids none-such

# ---- roots
sed -n 's/^Switch.*"S-\([0-9a-f]*\)".*/0x\1 # one of them/p' torus.net | tail -n 1 >roots
run 0 torus.net -o rooted -q --algorithm updn --roots roots
cmp -s rooted/opensm-lfts.dump torus-updn/opensm-lfts.dump && fail "--roots changes nothing"
runs 0 "$judge" deadlock torus.net rooted/opensm-lfts.dump -q
root=$(sed 's/ .*//' roots)
runs 0 "$judge" routes torus.net rooted/opensm-lfts.dump -q
echo 0xdead >>roots
run 0 torus.net -o rooted --algorithm updn --roots roots
grep -q '^roots: warning: no switch has the GUID 0x000000000000dead' err || fail "an unknown root is not named"
run 0 torus.net -o rooted -q --algorithm updn --roots roots
[ ! -s err ] || fail "-q warns"
echo "$root and more" >roots
refuses 2 "roots:1: something follows the GUID" "$route" torus.net -o none --roots roots
refuses 2 "sssp-route: nowhere: No such file or directory" "$route" torus.net -o none --roots nowhere

# ---- ports that do not count: all LIDs go by one that nothing is counted of
leaf=$(awk '/^Switch/ && /leaf|switch/ { split($0, part, "\""); print substr(part[2], 3); exit }' tree.net)
up=$(awk -v leaf="$leaf" '/^Switch/ { here = index($0, leaf) } here && /^\[[0-9]+\].*"S-/ {
	match($0, /[0-9]+/); print substr($0, RSTART, RLENGTH); exit }' tree.net)
use() { # FOLDER: LIDs that the leaf sends by this port
	awk -v leaf="$leaf" -v port="$up" '/^Unicast/ { here = index($0, leaf) } here && /^0x/ && $2 + 0 == port' \
		"$1/opensm-lfts.dump" | wc -l
}
printf '# first leaf\n0x%s %s\n' "$leaf" "$up" >ignored
run 0 tree.net -o ignoring -q --algorithm minhop --ignore-guids ignored
[ "$(use ignoring)" -gt $(($(use tree-minhop) * 2)) ] || fail "--ignore-guids: $(use ignoring), not more than $(use tree-minhop)"
printf '0x%s 1\n0x12 3\n' "$leaf" >ignored
run 0 tree.net -o ignoring --ignore-guids ignored
grep -q '^ignored: warning: port .* does not lead from a switch to another' err || fail "a port that is none is not named"
for line in "0x$leaf" "0x$leaf 0" "0x$leaf 255" "0x$leaf 3x"; do
	printf '\n%s\n' "$line" >ignored
	refuses 2 "ignored:2: no port number (1..254) after the GUID" "$route" tree.net -o none --ignore-guids ignored
done
[ ! -e none ] || fail "unusable lists make a folder"

# ---- longer routes for fewer lanes
run 0 degraded.net -o minimal --json -q
[ "$(figure vls_needed) $(figure nonminimal_pairs)" = "5 0" ] || fail "another fabric was wanted here"
efi=$(figure efi_max)
run 0 degraded.net -o fewer --json -q --non-minimal
[ "$(figure vls_needed)" = 2 ] && [ $(($(figure efi_max) * 10)) -le $((efi * 11)) ] || fail "--non-minimal saves no lane"
runs 0 "$judge" deadlock degraded.net fewer -q
# not at any price: one lane on this torus would double the load of its busiest cable
run 0 torus.net -o fewer-torus --json -q --non-minimal --sl path
[ "$(figure vls_needed) $(figure nonminimal_pairs)" = "2 8" ] || fail "--non-minimal takes any routes"

# ---- lanes by SL: by construction in grids, else P-SSSP's own routes are split over lanes
"$topo" mesh:6x6,hosts=2,fail=links:5%,seed=10 --lids -q -o uneven.net
run 0 uneven.net -o uneven --json -q --max-vls 1
efi=$(figure efi_max)
run 0 uneven.net -o split --json -q --sl path
[ "$(figure strategy) $(figure nonminimal_pairs)" = "first 0" ] || fail "routes are not split"
[ $(($(figure efi_max) * 5)) -le $((efi * 4)) ] || fail "routes that are split are not more even"
runs 0 "$judge" deadlock uneven.net split --reverse
run 0 torus.net -o by-rule --json -q --sl path
[ "$(figure strategy) $(figure vls_needed) $(figure nonminimal_pairs)" = "torus 3 0" ] || fail "a torus is not known as one"
runs 0 "$judge" deadlock torus.net by-rule --reverse

# ---- what one has to know
warned() { # COUNT PATTERN
	[ "$(grep -c "$2" err)" = "$1" ] || fail "not $1 times: $2"
}
run 0 torus.net -o torus-psssp --max-vls 8 --sl path
warned 1 '^sssp-route: warning: 8 virtual lanes are used, .*Load torus-psssp .*routes=DIR.*--max-vls 1$'
run 0 torus.net -o torus-psssp --max-vls 1
[ ! -s err ] || fail "warns of one lane"
run 0 torus.net -o torus-psssp --max-vls 8 -q --sl path
[ ! -s err ] || fail "-q warns"
# the second port of a host, on another switch
host=$(sed -n 's/^Ca.*"H-\([0-9a-f]*\)".*/\1/p' torus.net | head -n 1)
switch=$(sed -n 's/^Switch.*"S-\([0-9a-f]*\)".*/\1/p' torus.net | tail -n 1)
sed -e "s/^Ca.*H-$host.*/Ca 2 \"H-$host\" # \"two of them\"\n[2](9999)\t\"S-$switch\"[36]\t# lid 2000 lmc 0 \"x\" lid 1 4xQDR/" \
	torus.net >two.net
run 0 two.net -o two --max-vls 8
warned 1 "^sssp-route: warning: 1 node with ports on two switches (0x$host \"two of them\"): sssp.psl has one service level"
run 0 two.net -o two --max-vls 1
warned 0 'two switches'
# a ring of 66 switches: up to 33 hops both ways round, on one lane more than management packets go
"$topo" torus:66,hosts=1 -o ring.net -q
run 0 ring.net -o ring --max-vls 2
warned 0 ' hops;'
run 0 ring.net -o ring --max-vls 1
warned 1 '^sssp-route: warning: paths between hosts have up to 6[45] hops; management packets that carry their path end at 63$'
run 0 ring.net -f -o ring --max-vls 1 --json
hops=$(figure longest_path)
runs 0 "$judge" routes ring.net ring --json -q
[ "$(jq .hops.max out)" = "$hops" ] || fail "the longest path is said to have $hops hops: $(jq .hops out)"
# a ring of 600: 91 of the others are too far for each, 255 to 300 hops either way
"$topo" torus:600,hosts=1 -o long.net -q
run 0 long.net -o long --max-vls 2
warned 1 '^sssp-route: warning: 54600 pairs of hosts are left without a route: it would have more than 254 hops$'
runs 1 "$judge" routes long.net long --json -q
[ "$(jq .unreachable out)" = 54600 ] || fail "the judge counts other pairs"
"$topo" torus:300,hosts=1 -o cut.net -q
run 1 cut.net -o cut --max-vls 1
"$topo" torus:509,hosts=1 -o near.net -q
run 0 near.net -o near --max-vls 2
warned 0 'without a route'
# what no cable joins is not far: the same and a ring of 66
{ cat long.net && sed '/^#/d; s/2c90/2c91/g' ring.net; } >pieces.net
run 0 pieces.net -o pieces --max-vls 8
warned 1 '^sssp-route: warning: 54600 pairs of hosts are left without a route'
# two rings of 520: farther than hops can count, and on one lane the path left would lead over what is too far
"$topo" torus:520x2,hosts=1 -o far.net -q
run 0 far.net -o far --max-vls 2
warned 1 '^sssp-route: warning: 24960 pairs of hosts are left without a route'
runs 0 "$judge" deadlock far.net far --reverse --all-endpoints -q
run 1 far.net -o farther --max-vls 1
warned 1 '^sssp-route: on so few lanes some paths lead over switches that are more than 254 hops away$'
exit 0
