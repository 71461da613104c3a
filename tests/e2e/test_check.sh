#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# sssp-check says beforehand what the real OpenSM then does: with this plugin, with one for another version, and with
# configurations that do not name it, or name it in vain.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
PATH=$builddir/plugin/check:$PATH
right='routing_engine psssp,no_fallback'

# Its exit status is STATUS, and what it says has PART.
says() { # STATUS PART [OPTION..]
	local expected=$1 part=$2 status
	shift 2
	check_plugin -F opensm.conf "$@"
	status=$?
	[ $status = "$expected" ] || fail "$*: status $status, not $expected: $(cat "$work/check.out")"
	grep -qF -- "$part" "$work/check.out" || fail "$*: does not say '$part': $(cat "$work/check.out")"
}

# The same of a configuration of these lines.
says_of() { # STATUS PART LINE..
	local expected=$1 part=$2
	shift 2
	opensm_conf "$@"
	says "$expected" "$part"
}

says_of 0 'verdict: this OpenSM will route with the plugin' "$with_plugin" "$right"
! grep -q sssp-check: "$work/check.out" || fail "it complains: $(cat "$work/check.out")"
says_of 0 'after ftree' 'event_plugin_name other, osmsssp' 'event_plugin_options "max_vls=4 sl=symmetric"' \
	'routing_engine ftree,psssp,no_fallback # a comment'
says 0 'warning: the plugin is asked after ftree' --quiet
says_of 1 'never fails' "$with_plugin" 'routing_engine updn,minhop,psssp,no_fallback'
says_of 1 'never fails' "$with_plugin" 'routing_engine dor psssp'
says_of 0 'write psssp,no_fallback' "$with_plugin" 'routing_engine sssp,no_fallback'
says_of 0 'without no_fallback' "$with_plugin" 'routing_engine psssp'
says_of 1 'event_plugin_name is not set' "$right"
says_of 1 'event_plugin_name is not set' "$with_plugin" 'event_plugin_name (null)' "$right"
says_of 1 'routing_engine is not set' "$with_plugin"
says_of 1 'routing_engine minhop' "$with_plugin" 'routing_engine minhop'
says_of 1 'routing_engine sssp' "$with_plugin" 'event_plugin_options takeover=no' 'routing_engine sssp'
says_of 1 'lanes: no such option' "$with_plugin" 'event_plugin_options lanes=4' "$right"
says_of 1 'verdict: this OpenSM will not route' "$with_plugin" 'event_plugin_options max_vl=8' "$right"
says_of 1 'opensm.conf:2: OpenSM cuts' "# $(printf '%01500d' 0)" "$with_plugin" "$right"

opensm_conf "$with_plugin" "$right"
says 1 'routing_engine updn' -R updn
says 0 'verdict: this OpenSM will route' --routing-engine psssp
says 2 'names no version' --opensm true
says 2 'No such file' --opensm ./none
printf '#!/bin/sh\nexec opensm "$@"\n' >"$work/opensm.sh"
chmod +x "$work/opensm.sh"
says 2 'is a script: give the program' --opensm "$work/opensm.sh"
says 2 'no option' more
says 2 'Unknown option' --none
says 1 'is no plugin' --plugin opensm.conf
says 1 'No such file' --plugin none.so
LD_LIBRARY_PATH='' bounded "$TOOL_TIMEOUT" check.out sssp-check --installed --opensm "$(command -v opensm)"
case $? in 0 | 1) grep -q 'OpenSM' "$work/check.out" || fail "nothing is said of OpenSM: $(cat "$work/check.out")" ;; *) fail "$(cat "$work/check.out")" ;; esac
sssp-check --version >/dev/full 2>"$work/check.out"
[ $? = 2 ] && grep -q 'standard output: No space' "$work/check.out" || fail "a full disk: $(cat "$work/check.out")"
rm "$work/opensm.conf"
says 1 'does not exist: defaults'
says 0 'for OpenSM' --installed

# Another OpenSM reads another configuration, and says which. The path in the program is changed, so it has the same length.
own=$(grep -aoE '/[[:alnum:]_./-]+/opensm\.conf' "$(command -v opensm)" | head -n 1)
other=tmp/none/sssp.conf
while [ "${#other}" -lt "${#own}" ]; do other=/$other; done
[ "${#other}" = "${#own}" ] || fail "opensm names no path of its configuration that is long enough: '$own'"
sed "s#${own//./\\.}#$other#g" "$(command -v opensm)" >"$work/opensm.other"
chmod +x "$work/opensm.other"
bounded "$TOOL_TIMEOUT" check.out env LD_LIBRARY_PATH="$plugin_folder" sssp-check --opensm "$work/opensm.other"
grep -q "opensm.conf: $other (does not exist" "$work/check.out" || fail "another path: $(cat "$work/check.out")"

# A plugin for another version, of the same length so that it stays a library.
own=$(opensm --version | sed -n 's/^OpenSM //p' | head -n 1)
other=${own%?}x
mkdir "$work/other"
sed "s/OpenSM ${own//./\\.}/OpenSM $other/g" "$plugin_folder/libosmsssp.so" >"$work/other/libosmsssp.so"
cmp -s "$plugin_folder/libosmsssp.so" "$work/other/libosmsssp.so" && fail "the library does not name OpenSM $own"
plugin_folder=$work/other
says_of 1 "was built for OpenSM $other, and this is OpenSM $own" "$with_plugin" "$right"
says 1 "was built for OpenSM $other" --installed

# OpenSM does as was said: it goes on without the plugin. psssp is unknown then, sssp its own.
make_fabric torus:3x3,hosts=1
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
run_opensm_once sssp,no_fallback "$with_plugin"
log_has "version mismatch - plugin was built against OpenSM $other" || fail "OpenSM loads a plugin for another version"
[ "$(used_engine)" = sssp ] || fail "used $(used_engine), not its own sssp"
opensm_command psssp,no_fallback
opensm_conf "$with_plugin"
launch osm.out "${opensm_line[@]}"
opensm_pid=$!
[ -f "$work/osm.log" ] || sleep 1
wait_until "$SUBNET_TIMEOUT" "$opensm_pid" log_has 'No routing engine able to' || fail "psssp,no_fallback: somebody routes"
[ "$(used_engine)" = none ] || fail "psssp,no_fallback: $(used_engine) routes"
