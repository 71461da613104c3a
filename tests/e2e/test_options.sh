#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Names and options of the plugin: what it is called, what it replaces, and what it refuses.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin

make_fabric torus:3x3,hosts=1
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"

# The engine that OpenSM uses with these arguments of run_opensm_once.
uses() { # EXPECTED ENGINE [LINE..]
	local expected=$1
	shift
	run_opensm_once "$@" || fail "$*: opensm ends with status $?"
	[ "$(used_engine)" = "$expected" ] || fail "$*: used $(used_engine), not $expected"
}

uses opensm-sssp sssp "$with_plugin"
log_has 'sssp: .*replace' || fail "the log does not say that the built-in was replaced"
uses opensm-sssp psssp "$with_plugin"
uses opensm-sssp ftree,sssp "$with_plugin" # ftree does not route a torus: the next of the list
uses minhop minhop "$with_plugin"

uses sssp sssp "$with_plugin" 'event_plugin_options takeover=no'
uses opensm-sssp psssp "$with_plugin" 'event_plugin_options takeover=no'
uses opensm-sssp sssp "$with_plugin" 'event_plugin_options max_vls=8 sl=symmetric passes=1 threads=1 takeover=yes'

uses opensm-sssp sssp "$with_plugin" 'event_plugin_options algorithm=published max_vls=8 sl=asymmetric'

# Refused: the plugin does not load, so the built-in runs, and the log names the key.
refuses() { # KEY OPTIONS
	uses sssp sssp "$with_plugin" "event_plugin_options $2"
	log_has "sssp.*$1" || fail "$2: the log does not name $1"
}
refuses max_vls max_vls=0
refuses max_vls max_vls=16
refuses max_vls 'takeover=yes max_vls=many'
refuses takeover takeover=perhaps
refuses passes passes=
refuses algorithm algorithm=updn
refuses passes 'algorithm=published passes=1'
refuses lanes lanes=4

mkdir "$work/elsewhere"
uses opensm-sssp sssp "$with_plugin" "event_plugin_options dump=$work/elsewhere"
[ -s "$work/elsewhere/sssp.psl" ] || fail "dump= is not followed"
