#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What dump_lfts reads from the switches of Deimos, which lacks the last LID, a multiple of 64: every pair arrives all the
# same, and the SLs that the plugin has dumped are known as those of these tables, and not as those of another engine.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires dump_lfts jq
bundled_fabric deimos.net
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"

live_tables() { # FOLDER
	mkdir "$work/$1"
	bounded "$JUDGE_TIMEOUT" "$1/opensm-lfts.dump" "${simulated[@]}" dump_lfts || fail "dump_lfts"
}
judge() { # FOLDER COMMAND
	bounded "$JUDGE_TIMEOUT" said sssp-eval "$2" opensm-subnet.lst "$1"
}
said() { grep -qE -- "$1" "$work/said" || fail "it does not say '$1': $(cat "$work/said")"; }

run_opensm_once sssp "$with_plugin" "event_plugin_options sl=path" || fail "opensm -R sssp ends with status $?"
live_tables ours
cp "$work/sssp.psl" "$work/sssp.slvl" "$work/ours"
judge ours routes || fail "routes: $(cat "$work/said")"
said 'nothing is said of LID [0-9]+ '
said 'Every pair arrives'
judge ours deadlock || fail "deadlock: $(cat "$work/said")"
said 'sssp.psl and sssp.slvl beside it are used$'

run_opensm_once minhop || fail "opensm -R minhop ends with status $?"
live_tables minhop
cp "$work/ours/sssp.psl" "$work/ours/sssp.slvl" "$work/minhop"
judge minhop deadlock
said 'sssp.psl: warning: left aside: by the digest in it, it belongs to other tables'
said 'sssp.slvl: warning: left aside: by the digest in it, it belongs to other tables'
