#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# opensm-sssp(7), step by step, on a simulated fabric that minhop routes when it begins: dump, rehearse, configure, change
# over, watch, back out. Command lines are the manual's; what is made of now.net and tables has to be what it promises.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires dump_lfts ibnetdiscover jq
PATH=$builddir/plugin/check:$PATH
page=$srcdir/man/opensm-sssp.7

# A command line of the page, run where the files are; tools of infiniband-diags see the simulated fabric.
step() { # STATUS LINE
	local expected=$1 line=$2 status
	grep -qxF -- "$line" "$page" || fail "the page does not have '$line'"
	case $line in
	ibnetdiscover* | dump_lfts*) (cd "$work" && sim "${line%% *}" >"${line##* }") ;;
	*) (cd "$work" && bounded "$TOOL_TIMEOUT" step.out sh -c "$line") ;;
	esac
	status=$?
	[ $status = "$expected" ] || fail "$line: status $status, not $expected: $(tail -n 3 "$work/step.out")"
}

efi_of() { # TABLES
	bounded "$TOOL_TIMEOUT" efi.json sssp-eval routes now.net "$1" --json -q
	jq .efi.max "$work/efi.json"
}

make_fabric torus:5x5,hosts=2
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
start_opensm minhop || fail "minhop: the subnet does not come up"

step 0 'ibnetdiscover > now.net'
step 0 'dump_lfts > now.lfts'
step 0 'sssp-eval routes now.net now.lfts'
step 1 'sssp-eval deadlock now.net now.lfts' # a torus: minhop's routes can deadlock
step 0 'sssp-route now.net -o new'
step 1 'sssp-eval rehearse now.net now.lfts new --html rehearsal.html' # no mixture with routes that deadlock is safe
grep -q '<html' "$work/rehearsal.html" || fail "no page of the rehearsal"

for line in 'event_plugin_name osmsssp' 'routing_engine psssp,no_fallback'; do
	grep -qx "$line" "$srcdir/packaging/opensm.conf.sssp" || fail "opensm.conf.sssp does not have '$line'"
done
grep -qxF sssp-check "$page" || fail "the page does not have sssp-check"
check_plugin -F "$srcdir/packaging/opensm.conf.sssp" || fail "sssp-check: $(cat "$work/check.out")"

stop_opensm
keep_state=1
engine=psssp,no_fallback
buffered_log=1 log_flags=0x03 # as a site has it: what step 5 looks for has to be in the file all the same
start_opensm $engine "$(grep -v '^#' "$srcdir/packaging/opensm.conf.sssp")" || fail "$engine: the subnet does not come up"
for line in "grep 'sssp:' " "grep 'tables configured' "; do
	grep -qF -- "$line/var/log/opensm." "$page" || fail "the page does not have '$line'"
done
log_has 'sssp: [0-9]+ switches' || fail "the log has no line of the plugin"
log_has 'psssp tables configured on all switches' || fail "it did not route, or the log does not say so yet"
buffered_log='' log_flags=''
step 0 'dump_lfts > then.lfts'
step 0 'sssp-eval routes now.net then.lfts'
before=$(efi_of now.lfts) then=$(efi_of then.lfts)
[ "$then" -lt "$before" ] || fail "EFI $before before, $then then"

stop_opensm
start_opensm minhop || fail "back out: the subnet does not come up"
log_has 'minhop tables configured on all switches' || fail "back out: minhop did not route"
step 0 'dump_lfts > now.lfts'
[ "$(efi_of now.lfts)" = "$before" ] || fail "back out: EFI $(efi_of now.lfts), not $before"
