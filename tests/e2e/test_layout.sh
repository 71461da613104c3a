#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A plugin that was built with the headers of an OpenSM of the same version that was configured otherwise is refused before
# it uses anything that is not where it has it: OpenSM goes on without it, and somebody is told. Of PerfMgr, which sites
# leave out, sssp-check says it beforehand.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
[ -z "$(sanitizer_of_plugin)" ] || skip "the plugin here is not linked as it is by sanitizers"
flags=$(sed -n 's/^OPENSM_CFLAGS = //p' "$builddir/Makefile")
cc=$(sed -n 's/^CC = //p' "$builddir/Makefile")
glib=$(sed -n 's/^GLIB_CFLAGS = //p' "$builddir/Makefile")
libs=$(sed -n 's/^GLIB_LIBS = //p' "$builddir/Makefile")

# The variant has the start of the plugin only: what it would call next is never called, so it need not be there.
variant() { # NAME SED-COMMAND
	mkdir -p "$work/$1/include"
	cp -r "${flags#-isystem }/." "$work/$1/include/"
	sed -i "$2" "$work/$1/include/opensm/osm_config.h"
	# shellcheck disable=SC2086 # lists of words
	$cc -std=gnu11 -I"$builddir" -I"$srcdir" -isystem "$work/$1/include" $glib -fPIC -shared -Wl,-z,lazy \
		-o "$work/$1/libosmsssp.so" "$srcdir/plugin/plugin.c" "$srcdir/plugin/layout.c" $libs ||
		fail "$1: does not compile"
}

# What the installed OpenSM was configured with is left out, what it was not is added.
otherwise() { # NAME MACRO
	if grep -q "define $2 1" "${flags#-isystem }/opensm/osm_config.h"; then
		variant "$1" "/define $2 1/d"
	else
		variant "$1" "1i #define $2 1"
	fi
}
otherwise perfmgr ENABLE_OSM_PERF_MGR
otherwise rmpp DUAL_SIDED_RMPP
plugin_built=$plugin_folder/libosmsssp.so
make_fabric single:hosts=2
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
for name in perfmgr rmpp; do
	plugin_folder=$work/$name
	enter_simulation
	run_opensm_once minhop 'event_plugin_name osmsssp'
	grep -q 'SSSP23: this OpenSM .* was configured otherwise' "$work/osm.out" || fail "$name: nothing is said: $(tail -n 5 "$work/osm.out")"
	[ "$(used_engine)" = minhop ] || fail "$name: used $(used_engine), not minhop"
done
check() { # VARIANT
	bounded "$TOOL_TIMEOUT" check.out sssp-check --installed --plugin "$work/$1/libosmsssp.so"
	[ $? = 1 ] || fail "sssp-check finds that the variant $1 fits: $(cat "$work/check.out")"
}
PATH=$builddir/plugin/check:$PATH
check perfmgr
grep -q 'configured otherwise than .*opensm (--disable-perf-mgr): it refuses' "$work/check.out" || fail "sssp-check: $(cat "$work/check.out")"
bounded "$TOOL_TIMEOUT" check.out sssp-check --installed --plugin "$plugin_built" || fail "what fits: $(cat "$work/check.out")"
