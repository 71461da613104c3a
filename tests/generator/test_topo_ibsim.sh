#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# ibsim loads every fabric of ibsim-configs, among them one of each family, and some more with LIDs, one of them with
# numbers drawn anew, and shows what sssp-topo meant: as many switches, CAs and cables, found by ibnetdiscover from the
# first host.
# shellcheck source=tests/e2e/functions.sh
. "${srcdir:?}/tests/e2e/functions.sh"
: "${work:?}"

# Each node with its ports, and each cable from both ends, as GUIDs and port numbers in order.
nodes_and_cables() { # FILE
	awk '/^(Switch|Ca)/ { split($0, part, "\""); node = part[2]; print node, $2 }
	     /^\[/ { split($0, part, "\""); split($1, own, /[][]/); split(part[3], far, /[][]/)
		     print node, own[2], part[2], far[2] }' "$1" | sort
}

loads() { # FILE
	start_ibsim "$1" || fail "$1: ibsim: $(tail -n 3 "$work/ibsim.log")"
	sim ibnetdiscover >"$work/found" || fail "$1: ibnetdiscover: $(tail -n 3 "$work/found")"
	stop_ibsim
	nodes_and_cables "$1" >"$work/meant"
	nodes_and_cables "$work/found" >"$work/seen"
	[ -s "$work/meant" ] || fail "$1 is empty"
	diff "$work/meant" "$work/seen" | head -n 5 | grep . && fail "$1: ibsim shows another fabric"
	printf '%s: %s switches, %s CAs, %s cables\n' "$(head -n 1 "$1" | cut -c 3-)" "$(grep -c '^Switch' "$work/found")" \
		"$(grep -c '^Ca' "$work/found")" "$(($(grep -c '^\[' "$work/found") / 2))"
}

start_work
requires_simulator
requires ibnetdiscover setpriv
for file in "$srcdir"/ibsim-configs/*.net; do
	loads "$file"
done
for spec in clos:leaves=3,hosts=4,spines=2,links=3 kautz:2,3 chic,fail=switches:3 torus:4x4,hosts=3,fail=links:6 \
	single:hosts=254,ports=254 \
	torus:4x4,hosts=3,an=all,fail=links:6,shuffle=7; do
	sssp-topo "$spec" --lids -q -o "$work/one.net" || fail "sssp-topo $spec"
	loads "$work/one.net"
done
exit 0
