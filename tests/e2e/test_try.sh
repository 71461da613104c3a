#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# sssp-try, as it is installed but for where its parts lie: a fabric is routed by four engines and compared, a page is
# left; what is no topology, and a folder of somebody else, are refused. Nothing is left in the folder for temporary files.
. "${srcdir:?}/tests/e2e/functions.sh"

start_work
requires_plugin
requires jq ibdmchk
mkdir "$work/tmp"
try() { # EXPECTED-STATUS [ARGUMENT..]
	local expected=$1 status
	shift
	bounded "$JUDGE_TIMEOUT" said env TMPDIR="$work/tmp" SSSP_TRY_SHARE="$srcdir/tests/e2e" SSSP_TRY_LIBRARY="$plugin_folder" \
		"$builddir/plugin/check/sssp-try" "$@"
	status=$?
	[ $status = "$expected" ] || fail "$*: status $status, not $expected: $(cat "$work/said")"
	[ -z "$(ls -A "$work/tmp")" ] || fail "$*: left: $(ls -A "$work/tmp")"
}
said() { grep -qF -- "$1" "$work/said" || fail "it said: $(cat "$work/said")"; }

try 2
said 'Usage:'
! grep -n '@[a-z]*@' "$builddir/plugin/check/sssp-try" || fail "it does not know where its parts are"
# shellcheck disable=SC2016 # make's own
printf 'say-libdir:\n\t@echo $(libdir)\n' >"$work/say.mk"
libdir=$(make -s -C "$builddir" -f Makefile -f "$work/say.mk" say-libdir)
grep -qF "SSSP_TRY_LIBRARY:-$libdir}" "$builddir/plugin/check/sssp-try" || fail "it looks for the plugin elsewhere than in $libdir"
try 0 --help
try 2 --none
said 'no such option'
echo nothing >"$work/none.net"
try 2 none.net
said 'not a topology'
bounded "$TOOL_TIMEOUT" topo.out sssp-topo torus:4x4,hosts=1 -o "$work/torus.net" || fail "sssp-topo"
mkdir "$work/mine"
try 2 -o mine torus.net
said 'was not made by this program'
try 0 -o results torus.net
said '16 endpoints, 16 switches'
for engine in opensm-sssp minhop dfsssp; do said "$engine"; done
[ -s "$work/results/report.html" ] || fail "no page: $(ls -A "$work/results")"
try 0 -o results torus.net
