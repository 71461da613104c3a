#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# One fabric as ibnetdiscover, OpenSM and iblinkinfo tell of it, the last with -l and -p and without, and as ibdiagnet's
# .net_dump would: the tables are the same, to the byte.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires iblinkinfo ibnetdiscover
make_fabric torus:3x3,hosts=1,shuffle=3
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
run_opensm_once minhop
bounded "$TOOL_TIMEOUT" net.out "${simulated[@]}" ibnetdiscover || fail "ibnetdiscover"
for options in '' -l -p '-l -p'; do
	# shellcheck disable=SC2086 # a list of words
	bounded "$TOOL_TIMEOUT" "info${options// /}.out" "${simulated[@]}" iblinkinfo $options || fail "iblinkinfo $options"
done

# From lines with -l: a block for each switch, which is what has several ports.
awk 'BEGIN { head = " #  : IB# : Sta : PhysSta : MTU : LWA : LSA : FEC mode : Retran : Neighbor Guid : N# : NLID : Neighbor Description" }
	{ line[NR] = $0; ports[$1]++ }
	END {
		for (i = 1; i <= NR; i++) {
			$0 = line[i]
			if (ports[$1] < 2)
				continue
			match($0, /"[^"]*"/); name = substr($0, RSTART + 1, RLENGTH - 2); sub(/^ +/, "", name)
			split(substr($0, RSTART + RLENGTH), own, /[ []+/)
			if ($1 != last)
				printf "\n\"%s\", Mellanox, %s, LID %s\n%s\n", name, $1, own[2], head
			last = $1
			split($0, half, "==>")
			if (/Down/) {
				printf " %s : %s : DOWN : POLL : N/A : N/A : N/A : N/A : N/A : : : :\n", own[3], own[3]
				continue
			}
			split(half[2], peer, /[ []+/); match(half[2], /"[^"]*"/)
			printf " %s : %s : ACT : LINK UP : 5 : 4x : 10 : NO-FEC : NO-RTR : %s : %s : %s : %s\n", own[3], own[3], peer[2], peer[4], peer[3], substr(half[2], RSTART, RLENGTH)
		}
	}' "$work/info-l.out" >"$work/net_dump.out"

route() { # FILE FOLDER
	"$builddir/generator/sssp-route" "$work/$1" -q -o "$work/$2" 2>"$work/err" || fail "$1: $(cat "$work/err")"
	[ ! -s "$work/err" ] || fail "$1: $(cat "$work/err")"
}

route net.out expected
for form in opensm-subnet.lst info.out info-l.out info-p.out info-l-p.out net_dump.out; do
	route "$form" "$form.tables"
	for file in opensm-lfts.dump sssp.sl sssp.slvl; do
		cmp "$work/expected/$file" "$work/$form.tables/$file" || fail "$form: another $file"
	done
done
