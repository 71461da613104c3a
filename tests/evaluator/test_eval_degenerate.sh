#!/usr/bin/env bash
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
status=0 asked=0
mkdir answers

fail() {
	echo "FAIL: $*"
	status=1
}

# Runs a command; what it answers is looked at in the end (check_answers): starting programs takes longer than to answer.
ask() { # ARGUMENT...
	asked=$((asked + 1))
	(ulimit -t 60 && exec sssp-eval "$@" --json) >answers/$asked.out 2>answers/$asked.err </dev/null
	got=$? err=answers/$asked.err
	echo "$got $*" >answers/$asked.asked
}

# An answer must be one JSON object of finite numbers, an error must have a text. Says what is not so.
check_answers() {
	awk '
		{ file = FILENAME; kind = file; sub(/.*[.]/, "", kind); sub(/[.][a-z]*$/, "", file) }
		FNR == 1 && kind == "asked" { status[file] = $1; what[file] = $0; next }
		kind == "out" { said[file] = 1; if (FNR == 1 && /^[{]/) object[file] = 1 }
		kind == "out" { gsub(/"[^"]*"/, ""); if (tolower($0) ~ /nan|inf/) print "not a number: " file ": " $0 }
		kind == "err" { told[file] = 1 }
		kind == "err" && tolower($0) ~ /critical|assert|(^|[^a-z])nan([^a-z]|$)/ { print "complaints: " file ": " $0 }
		END {
			for (file in status) {
				if (status[file] > 2) print "dies: " what[file]
				else if (status[file] < 2 && !object[file]) print "no JSON object: " what[file]
				else if (status[file] == 2 && said[file]) print "output beside an error: " what[file]
				else if (status[file] == 2 && !told[file]) print "an error without a word: " what[file]
				answers += status[file] < 2
			}
			if (answers < 100) print "only " answers + 0 " answers"
		}' answers/*
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
grep -q "slow.net: .*width or speed is missing at port" "$err" || fail "unknown rates: $(cat "$err")"
ask ebb slow.net ring5.lfts -n 20
[ "$got" = 0 ] || fail "unknown rates matter without --capacity"

# A time between two readings in which nothing can be counted, or that is none.
for seconds in 0 -1 1e-300 1e300 nan inf '' 5x; do
	ask load ring5.net ring5.lfts --counters counters --seconds "$seconds"
	grep -q 'seconds takes a time from 0.001 to' "$err" || fail "--seconds '$seconds': status $got, $(cat "$err")"
done

if [ -f "${SSSP_SHARED:-}/fabrics/plafrim2-damaged.lfts" ]; then
	ask_all "$SSSP_SHARED/fabrics/plafrim2.ibnetdiscover" "$SSSP_SHARED/fabrics/plafrim2-damaged.lfts"
	ask ebb "$SSSP_SHARED/fabrics/plafrim2.ibnetdiscover" "$SSSP_SHARED/fabrics/plafrim2-damaged.lfts" -n 20
	[ "$got" = 1 ] || fail "damaged tables: status $got"
	ask ebb "$SSSP_SHARED/fabrics/avakas.ibnetdiscover" "$SSSP_SHARED/fabrics/plafrim2-damaged.lfts" -n 20
	[ "$got" = 2 ] || fail "tables of another fabric: status $got"
fi
wrong=$(check_answers)
[ -z "$wrong" ] || fail "$wrong"
exit $status
