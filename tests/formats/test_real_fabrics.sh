#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# sssp-route on topologies of real machines ($SSSP_SHARED/fabrics): each is read whole, routed, and its tables are found
# complete, minimal and free of loops by sssp-eval. Skipped where they are not at hand.
: "${srcdir:?}" "${builddir:?}"
set -u
LC_ALL=C
export LC_ALL
route=$builddir/generator/sssp-route
judge=$builddir/evaluator/sssp-eval
fabrics=${SSSP_SHARED:-/nonexistent}/fabrics
[ -d "$fabrics" ] || exit 77
work=$(mktemp -d "$builddir/test_real_fabrics.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

fail() {
	echo "FAIL: $*"
	head -n 5 out err
	exit 1
}

# No loop; one that needs management ports only where sssp-route said that some are outside the proof.
free_of_loops() { # FILE
	set -- "$1" deadlock "$fabrics/$1" "$1.tables/opensm-lfts.dump" --psl "$1.tables/sssp.sl" --slvl "$1.tables/sssp.slvl"
	name=$1
	shift
	timeout 120 "$judge" "$@" >out 2>err && return 0
	grep -q ' pairs of management ports are outside the proof$' "$name.said" || fail "$name: sssp-eval deadlock ends with status $?"
	timeout 120 "$judge" "$@" --json >out 2>err
	[ $? = 1 ] && sed -n '/"cycle_classes"/,/]/p' out | grep -q '"management"' || fail "$name: a loop without management ports"
}

# What sssp-route says of a topology, and on standard error, and that the judge has nothing against the tables.
routes() { # FILE FABRIC WARNINGS [OPTION..]
	[ -f "$fabrics/$1" ] || return 0
	file=$1 fabric=$2 warnings=$3
	shift 3
	timeout 120 "$route" "$fabrics/$file" -f -o "$file.tables" "$@" >out 2>err || fail "$file: sssp-route ends with status $?"
	[ "$(sed -n 's/^fabric *//p' out)" = "$fabric" ] || fail "$file: sssp-route does not speak of $fabric"
	[ "$(grep -vc '^sssp-route: warning' err)" = "$warnings" ] || fail "$file: not $warnings warnings"
	cp out "$file.said"
	timeout 120 "$judge" routes "$fabrics/$file" "$file.tables/opensm-lfts.dump" >out 2>err ||
		fail "$file: sssp-eval routes ends with status $?"
	free_of_loops "$file"
	echo "$file: $fabric"
}

routes avakas.ibnetdiscover "281 endpoints on 25 switches, 576 switch-to-switch channels, 306 LIDs" 0
routes plafrim2.ibnetdiscover "96 endpoints on 7 switches, 118 switch-to-switch channels, 103 LIDs" 0
routes selene-storage.ibnetdiscover "1247 endpoints on 160 switches, 4078 switch-to-switch channels, 1407 LIDs" 0
routes dgx-ndr.ibnetdiscover "582 endpoints on 40 switches, 1064 switch-to-switch channels, 622 LIDs" 0
# one of the two-port adapters is cabled twice
routes stage-qdr.ibnetdiscover "145 endpoints on 8 switches, 94 switch-to-switch channels, 153 LIDs" 0
# the two cables from a switch to itself are no channels
routes ufm-small.ibnetdiscover "13 endpoints on 2 switches, 2 switch-to-switch channels, 15 LIDs" 0
routes azure-f-option.ibnetdiscover "11 endpoints on 8 switches, 14 switch-to-switch channels, 19 LIDs" 1
routes osm-old.subnet.lst "3 endpoints on 62 switches, 338 switch-to-switch channels, 65 LIDs" 0
routes rhino512.subnet.lst "512 endpoints on 216 switches, 4480 switch-to-switch channels, 728 LIDs" 0

# hostless switches, which once ended the search for trees
for lanes in 1 2 3 8; do
	routes crash46.net "16 endpoints on 46 switches, 108 switch-to-switch channels, 62 LIDs" 0 --max-vls $lanes
done

# ibdm's own syntax is not read, and the message says so
if [ -f "$fabrics/credit-loops.topo" ]; then
	"$route" "$fabrics/credit-loops.topo" -o none >out 2>err
	[ $? = 2 ] || fail "credit-loops.topo is not refused"
	case $(cat err) in
	"sssp-route: $fabrics/credit-loops.topo:6: a topology in the syntax of ibdm, which is not read: "*) ;;
	*) fail "credit-loops.topo: another message" ;;
	esac
	[ ! -e none ] || fail "credit-loops.topo: a folder is made"
fi
