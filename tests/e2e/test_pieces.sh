#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A fabric in pieces. OpenSM sees the piece it is in; offline each piece is routed, and the evaluator counts what
# cannot arrive.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires jq

switch() { # NUMBER LID
	printf 'vendid=0x2c9\ndevid=0xbd36\nsysimgguid=0x10%s\nswitchguid=0x10%s(10%s)\n' "$1" "$1" "$1"
	printf 'Switch 4 "S-000000000000010%s" # "sw%s" base port 0 lid %s lmc 0\n' "$1" "$1" "$2"
}
host() { # NUMBER SWITCH PORT LID
	printf 'vendid=0x2c9\ndevid=0x1003\nsysimgguid=0x20%s0\ncaguid=0x20%s0\n' "$1" "$1"
	printf 'Ca 1 "H-00000000000020%s0" # "h%s"\n' "$1" "$1"
	printf '[1](20%s1) "S-000000000000010%s"[%s] # lid %s lmc 0 "sw%s" lid 0 4xQDR\n\n' "$1" "$2" "$3" "$4" "$2"
}
fabric=$work/pieces.net
for piece in 1 2; do
	switch $piece $piece
	for port in 1 2 3; do
		host $piece$port $piece $port "$piece$port" >>"$work/hosts"
		printf '[%s] "H-00000000000020%s%s0"[1](20%s%s1) # "h" lid %s%s 4xQDR\n' 			$port $piece $port $piece $port $piece $port
	done
	echo
done >"$fabric"
cat "$work/hosts" >>"$fabric"

route_with_plugin sssp
engine_was_ours
tables_are_complete
[ "$endpoints" = 3 ] || fail "$endpoints endpoints in the piece of the subnet manager"

bounded "$TOOL_TIMEOUT" route.out sssp-route "$fabric" -o offline || fail "sssp-route: $(cat "$work/route.out")"
bounded "$TOOL_TIMEOUT" pieces.json sssp-eval routes "$fabric" offline/opensm-lfts.dump --json -q
[ $? = 1 ] || fail "sssp-eval does not mind that pairs do not arrive"
expect pieces.json .endpoints 6
expect pieces.json .pairs 30
expect pieces.json .unreachable 18
expect pieces.json .loops 0
expect pieces.json .nonminimal 0
