#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Fabrics and tables of which little or nothing can be said: every command answers with finite figures or with an error
# that says why, never with a NaN, and never dies.
set -u
build=${builddir:?}
golden=${srcdir:?}/tests/golden
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
PATH=$build/evaluator:$build/generator:$PATH
cd "$work" || exit 99
status=0 answers=0

fail() {
	echo "FAIL: $*"
	status=1
}

# Runs a command: an answer must be one JSON object of finite numbers, an error must have a text.
ask() { # ARGUMENT...
	timeout 60 sssp-eval "$@" --json >out 2>err </dev/null
	got=$?
	case $got in
	0 | 1)
		answers=$((answers + 1))
		head -c 1 out | grep -q '{' || fail "no JSON object: $*"
		# what stands outside quotes
		if sed 's/"[^"]*"//g' out | grep -iE 'nan|inf'; then
			fail "not a number: $*"
		fi
		;;
	2)
		[ ! -s out ] || fail "output beside an error: $*"
		[ -s err ] || fail "an error without a word: $*"
		;;
	*) fail "status $got: $*" && cat err ;;
	esac
	! grep -iE 'critical|assert|(^|[^a-z])nan([^a-z]|$)' err || fail "complaints: $*"
}

ask_all() { # TOPOLOGY TABLES
	ask routes "$1" "$2"
	ask routes "$1" "$2" --capacity
	ask ebb "$1" "$2" -n 20
	ask ebb "$1" "$2" -n 20 --capacity
	ask ebb "$1" "$2" -n 1
	ask ebb "$1" "$2" --precision 0.5
	ask worst "$1" "$2"
	ask deadlock "$1" "$2"
	ask compare "$1" "one=$2" "other=$2" -n 20
	ask compare "$1" "one=$2" "other=$2" -n 20 --capacity
	for pattern in bisect ring tree alltoall permutation; do
		ask pattern "$pattern" "$1" "$2"
		ask pattern "$pattern" "$1" "$2" --capacity
	done
	ask path "$1" "$2" host-1 host-1
	ask rehearse "$1" "$2" "$2" -n 20
	ask draw "$1" "$2" "$2" --plot picture.svg
	switch=$(sed -n 's/^switchguid=\(0x[0-9a-f]*\).*/\1/p' "$1" | head -n 1)
	for words in 0 1 18446744073709551615; do
		for port in 1 2 3; do
			echo "	GUID $switch port $port: [PortXmitData == $words] [SymbolErrorCounter == $port]"
		done >counters
		ask load "$1" "$2" --counters counters
		ask load "$1" "$2" --counters counters --counters counters --seconds 0.001
	done
}

# Tables with no entry at all, of the same switches.
empty() { # TABLES
	grep -v '^0x' "$1"
}

for spec in single:hosts=1 single:hosts=2 single:hosts=3 torus:3x3,hosts=1 fattree:ports=4,levels=2; do
	sssp-topo "$spec" --lids -q -o fabric.net || fail "no $spec"
	rm -rf routed
	sssp-route fabric.net -q -o routed || fail "no tables for $spec"
	ask_all fabric.net routed/opensm-lfts.dump
	empty routed/opensm-lfts.dump >empty.lfts
	ask_all fabric.net empty.lfts
done

# No endpoint: two switches and a cable.
sssp-topo torus:3,hosts=1 --lids -q -o fabric.net || fail "no ring of three"
rm -rf routed
sssp-route fabric.net -q -o routed || fail "no tables for a ring of three"
awk '/^Ca|^caguid/ { ca = 1 } /^Switch|^switchguid/ { ca = 0 } !ca && !/"H-/' fabric.net >bare.net
ask_all bare.net routed/opensm-lfts.dump

# One endpoint of the ring is left.
awk '/"H-/ && !/^Ca/ && seen++ { next } { print }' fabric.net >one.net
ask_all one.net routed/opensm-lfts.dump

# Tables of another fabric; a loop; a table that is missing.
cp "$golden"/input/ring5* "$golden/input/other.net" .
ask_all other.net ring5.lfts
ask_all ring5.net ring5-loop.lfts
ask_all ring5.net ring5-missing.lfts

# Speeds that the topology does not give: an error that names the cable, with --capacity only.
sed 's/ 4x[SDQ]DR//' ring5.net >slow.net
ask ebb slow.net ring5.lfts --capacity
[ "$got" = 2 ] || fail "unknown rates: status $got"
grep -q "slow.net: .*width or speed is missing at port" err || fail "unknown rates: $(cat err)"
ask ebb slow.net ring5.lfts -n 20
[ "$got" = 0 ] || fail "unknown rates matter without --capacity"

# A time between two readings in which nothing can be counted, or that is none.
for seconds in 0 -1 1e-300 1e300 nan inf '' 5x; do
	ask load ring5.net ring5.lfts --counters counters --seconds "$seconds"
	grep -q 'seconds takes a time from 0.001 to' err || fail "--seconds '$seconds': status $got, $(cat err)"
done

if [ -f "${SSSP_SHARED:-}/fabrics/plafrim2-damaged.lfts" ]; then
	ask_all "$SSSP_SHARED/fabrics/plafrim2.ibnetdiscover" "$SSSP_SHARED/fabrics/plafrim2-damaged.lfts"
	ask ebb "$SSSP_SHARED/fabrics/plafrim2.ibnetdiscover" "$SSSP_SHARED/fabrics/plafrim2-damaged.lfts" -n 20
	[ "$got" = 1 ] || fail "damaged tables: status $got"
	ask ebb "$SSSP_SHARED/fabrics/avakas.ibnetdiscover" "$SSSP_SHARED/fabrics/plafrim2-damaged.lfts" -n 20
	[ "$got" = 2 ] || fail "tables of another fabric: status $got"
fi
[ "$answers" -gt 50 ] || fail "only $answers answers"
exit $status
