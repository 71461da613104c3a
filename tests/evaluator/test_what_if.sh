#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# sssp-eval what-if names the switch and the cable whose failure cuts off others, with their hosts; what rerouting gives is
# what sssp-route and ebb say of the fabric without it; nothing is left behind.
set -u
PATH=${builddir:?}/evaluator:$builddir/generator:$PATH
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
mkdir tmp && TMPDIR=$work/tmp && export TMPDIR
fail() {
	echo "FAIL: $*"
	exit 1
}
has() {
	grep -qE "$1" out || fail "no '$1' in: $(cat out err)"
}

# A tree has no single point of failure but for the hosts of each leaf.
sssp-topo karytree:3,2 --lids -q -o net && sssp-route net -q -o tables || fail "a tree"
sssp-eval what-if net tables -q -n 50 >out 2>err || fail "a tree: $(cat out err)"
has '^  tried +6 '
has '^  cutting +3 '
has '^    leaf-1 +3 +3 +42 +42 '
has '^    leaf-2 +3  host-\[4-6\]$'
has '^No single failure cuts off hosts that do not hang there'
[ "$(sed -n '/^  rerouted/,/^  single/p' out | sed -n 3p | awk '{ print $1 }')" != leaf-1 ] || fail "of a leaf nothing can be rerouted"

# What rerouting gives is what the programs give who do it by hand: without spine-1, which has no host.
sssp-eval what-if net tables -q -n 50 --reroute 6 --csv --table rerouted >out || fail "csv"
row=$(grep '^spine-1,' out) || fail "no spine-1: $(cat out)"
guid=$(sed -n 's/^Switch.*"S-\([0-9a-f]*\)".*"spine-1".*/\1/p' net)
awk -v id="S-$guid" 'BEGIN { RS = ""; ORS = "\n\n" } index($0, "\"" id "\"") && $0 ~ "\nSwitch[^\n]*\"" id "\"" { next } { print }' net |
	grep -v "^\[.*\"S-$guid\"" >without
sssp-route without -q --from tables --from-topology net --rebalance never -o new || fail "by hand"
ebb=$(sssp-eval ebb without new -q -n 50 --json | sed -n 's/^  "mean" : \([0-9.]*\),*$/\1/p')
entries=$(sssp-eval diff tables new -q --json | sed -n 's/^  "entries_changed" : \([0-9]*\),*$/\1/p')
[ "$(echo "$row" | cut -d, -f2)" = "$ebb" ] && [ "$(echo "$row" | cut -d, -f3)" = "$entries" ] || fail "$row, but $ebb and $entries by hand"
# .. and the threads do not matter.
sssp-eval what-if net tables -q -n 50 --reroute 6 --threads 3 --csv --table rerouted >again && cmp -s out again || fail "threads"

# Two trees on one cable: that, and the switches at its ends, are single points of failure.
sssp-topo mesh:4,hosts=2 --lids -q -o net && rm -r tables && sssp-route net -q -o tables || fail "a chain"
sssp-eval what-if net tables -q --reroute 1 >out 2>err && fail "a chain: $(cat out)"
has '^SINGLE POINTS OF FAILURE: 2 '
has '^    mesh-1 +2 +4 +'
has '^    mesh-1 +4  host-\[1-4\]$'
sssp-eval what-if net tables -q --each cable --reroute 3 >out 2>err && fail "cables of a chain: $(cat out)"
has '^  tried +3 '
has '^    mesh-1 +[0-9]+  mesh-2 +[0-9]+ +0 +4 +32 +32 '
has '^SINGLE POINTS OF FAILURE: 3 '
# A node with an adapter on each end is not cut off by it.
awk 'BEGIN { for (i = 0; i < 8; i++) printf "0x0002c9030000%04x \"m-%d mlx5_%d\"\n", 4 * i, i % 2, i / 2 }' >map
sssp-eval what-if net tables -q --each cable --reroute 0 --node-name-map map >out 2>err
has '^  single_points, .* none$'
sssp-eval what-if net tables -q --reroute 0 --subset host-1,host-2,host-3 >out 2>err
has '^  hosts +3 '

# Where minhop has no routes that are free of credit loops, it is said: a program that has none stands in for it, as what a
# torus takes is the router's affair. sssp-route is looked for beside sssp-eval, so this is a copy elsewhere.
mkdir bin && cp "$(command -v sssp-eval)" bin/ || fail "no copy"
cat >bin/sssp-route <<END
#!/bin/sh
case " \$* " in *" minhop "*) exit 1 ;; esac
exec "$(command -v sssp-route)" "\$@"
END
chmod +x bin/sssp-route
sssp-topo torus:5x5 --lids -q -o net && rm -r tables && sssp-route net -q -o tables || fail "a torus"
bin/sssp-eval what-if net tables -q -n 10 --reroute 1 >out 2>err || fail "a torus: $(cat out err)"
has "^minhop's routes can deadlock there"
sssp-eval what-if net tables -q -n 10 --reroute 1 >out 2>err || fail "a torus as it is: $(cat out err)"
has "^minhop's routes (can deadlock|give [0-9.]+ %) there"

[ -z "$(ls tmp)" ] || fail "left behind: $(ls tmp)"
for arguments in 'net' 'net tables --each host' 'net tables --reroute -1' 'net tables -n 0' 'net none' 'net tables --nodes none'; do
	# shellcheck disable=SC2086 # words are wanted
	sssp-eval what-if $arguments >out 2>err
	[ $? = 2 ] && [ -s err ] && [ ! -s out ] || fail "'$arguments': $(cat out err)"
done
exit 0
