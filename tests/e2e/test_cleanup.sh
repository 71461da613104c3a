#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Nothing is left running: a script that is ended, or killed, in the middle takes ibsim and OpenSM with it.
. "${srcdir:?}/tests/e2e/functions.sh"

victim() { # a script that starts both and waits; its folder is $work
	printf '%s\n' "vendid=0x2c9" "devid=0xbd36" "switchguid=0x100(100)" 'Switch 4 "S-0000000000000100" # "sw" lid 0' \
		'[1] "H-0000000000000200"[1](201) # "h" lid 0 4xQDR' "" \
		"vendid=0x2c9" "devid=0x1003" "caguid=0x200" 'Ca 1 "H-0000000000000200" # "h"' \
		'[1](201) "S-0000000000000100"[1] # lid 0 lmc 0 "sw" lid 0 4xQDR' >"$work/one.net"
	start_ibsim "$work/one.net" || fail "ibsim: $(cat "$work/ibsim.log")"
	start_opensm minhop || fail "opensm: $(tail "$work/osm.out")"
	echo "$ibsim_pid $opensm_pid $work"
	wait "$opensm_pid"
}

none_alive() { ! kill -0 "${pids[@]}" 2>/dev/null; }
has_started() { [ -s "$work/said" ]; }

end_victim() { # SIGNAL
	launch said "$srcdir/tests/e2e/test_cleanup.sh" victim
	local victim=$!
	wait_until "$SUBNET_TIMEOUT" "$victim" has_started || fail "the victim did not start: $(cat "$work/said")"
	read -r ibsim opensm folder <"$work/said"
	pids=("$ibsim" "$opensm")
	kill -0 "$ibsim" "$opensm" || fail "ibsim or OpenSM is not running: $(cat "$work/said")"
	kill "-$1" "$victim"
	wait "$victim"
	wait_until "$STOP_TIMEOUT" $$ none_alive || fail "SIG$1 leaves processes: $(ps -o pid,args -p "$ibsim,$opensm")"
	rm "$work/said"
}

requires_simulator
start_work
[ "${1:-}" != victim ] || { victim && exit; }
end_victim TERM
[ ! -e "$folder" ] || fail "SIGTERM leaves $folder"
end_victim KILL
rm -rf "$folder"
