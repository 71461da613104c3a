#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# sssp-eval verify judges a subnet that runs, by what its switches and its subnet manager say: of one lane and of several,
# by SL and by ports, of our engine and of one that can deadlock. What it has read is what OpenSM and the plugin dumped.
# Where nobody answers it says so; tests/evaluator/test_verify_answers.sh has what is not told.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires ibnetdiscover dump_lfts smpquery saquery jq
sim_preload=$builddir/tests/e2e/libsimrmpp.so # answers of more than a packet
[ -e "$sim_preload" ] || missing "$sim_preload"

verify() { # STATUS [OPTION..]
	local expected=$1
	shift
	bounded "$JUDGE_TIMEOUT" verify.json "${simulated[@]}" sssp-eval verify --json -q "$@"
	[ $? = "$expected" ] || fail "$case: verify: not status $expected: $(head -c 3000 "$work/verify.json")"
}
is() { expect verify.json "$1" "$2"; } # FILTER VALUE

entries() { # LFTS: switch, LID, port
	sed 's/ guid \(0x[0-9a-f]*\).*/ guid \1/; s/://' "$1" | awk '/^Unicast/ { guid = $NF } /^0x/ { print guid, $1, $2 }' | sort
}

# What was read, against what was dumped. dump_fts leaves out the last LID where that is a multiple of 64.
as_dumped() {
	entries "$work/kept/opensm-lfts.dump" >"$work/read"
	entries "$work/opensm-lfts.dump" >"$work/dumped"
	[ -z "$(comm -23 "$work/read" "$work/dumped")" ] || fail "$case: entries that OpenSM did not write"
	[ "$(wc -l <"$work/read")" = "$(wc -l <"$work/dumped")" ] || fail "$case: not all entries are read"
	if grep -q '^0x' "$work/sssp.slvl"; then
		# of ports that packets come by and leave by
		grep '^0x' "$work/kept/sssp.slvl" | sort >"$work/read"
		[ -z "$(grep '^0x' "$work/sssp.slvl" | sort | comm -23 - "$work/read" | awk '$3 != 0' | head -n 3)" ] ||
			fail "$case: SL to VL tables that are not read: $(grep '^0x' "$work/sssp.slvl" | sort | comm -23 - "$work/read" | head -n 3)"
	fi
	[ ! -s "$work/kept/sssp.psl" ] || ! grep -q '^0x' "$work/sssp.psl" ||
		[ -z "$(grep '^0x' "$work/sssp.psl" | sort | comm -23 - <(sort "$work/kept/sssp.psl") | head -n 3)" ] ||
		fail "$case: SLs that are not read"
}

subnet() { # SPEC ENGINE [OPTIONS]
	case="$*"
	make_fabric "$1"
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	start_opensm "$2" "$with_plugin" "${3:+event_plugin_options $3}" || fail "$case: the subnet does not come up"
	rm -rf "$work/kept"
}
done_with() {
	stop_opensm
	stop_ibsim
	echo "$case: $(jq -c '[.sound, .any_sl, .asked]' "$work/verify.json")"
}

# ---- one lane: nobody is asked for SLs, as none makes a difference
subnet karytree:2,2 sssp
verify 0 --keep kept
is .sound true
is .any_sl true
is .asked.sources 0
is .unreachable 0
as_dumped
verify 0 --ask-sls
is .any_sl false
is .asked.sources "$(grep -cE '^(ca|switch)guid' "$work/kept/fabric.net")"
is .asked.sls_untold 0
done_with

# ---- lanes by SL
subnet torus:5x3,hosts=1 sssp sl=path
verify 0 --keep kept
is .sound true
is .any_sl false
is .asked.sources 30
is .asked.sls_untold 0
is '[.layers[] | .cyclic] | any' false
is '.layers | length > 1' true
as_dumped
# what was kept is what other commands take
bounded "$JUDGE_TIMEOUT" out.json sssp-eval deadlock kept/fabric.net kept --json -q || fail "$case: what was kept is judged otherwise"
done_with

# ---- lanes by ports
subnet torus:5x3,hosts=1 sssp
by_ports || fail "$case: no lanes by ports"
verify 0 --keep kept
is .sound true
is .any_sl true
as_dumped
done_with

# ---- routes that can deadlock
subnet torus:5x3,hosts=1 minhop
bounded "$JUDGE_TIMEOUT" said "${simulated[@]}" sssp-eval verify
[ $? = 1 ] || fail "$case: not status 1: $(cat "$work/said")"
for line in 'Every pair arrives' 'CREDIT LOOP: '; do
	grep -q "^$line" "$work/said" || fail "$case: it does not say '$line': $(tail -n 5 "$work/said")"
done
! grep -q '^NOT KNOWN' "$work/said" || fail "$case: $(grep '^NOT KNOWN' "$work/said")"
stop_opensm
stop_ibsim

# ---- what cannot be
case="what cannot be"
fails() { # MESSAGE COMMAND..
	local message=$1
	shift
	bounded "$JUDGE_TIMEOUT" said "$@"
	[ $? = 2 ] || fail "$*: not status 2"
	grep -qE -- "^sssp-eval: $message" "$work/said" || fail "$*: it does not say '$message': $(cat "$work/said")"
}
judge=$(command -v sssp-eval)
fails 'the running fabric is judged: no files are wanted' "$judge" verify kept
fails 'SLs, SL to VL tables and LIDs are those of the running fabric' "$judge" verify --psl kept/sssp.psl
mkdir -p "$work/kept" && : >"$work/kept/opensm-lfts.dump"
fails '--keep: kept/opensm-lfts.dump is there already' "$judge" verify --keep kept
fails 'the fabric cannot be read: ibnetdiscover: ' "$judge" verify --ca no-such-adapter
mkdir "$work/bin"
printf '#!/bin/sh\necho "no such thing" >&2\nexit 1\n' >"$work/bin/ibnetdiscover"
chmod +x "$work/bin/ibnetdiscover"
fails 'the fabric cannot be read: ibnetdiscover: no such thing$' env PATH="$work/bin:$PATH" "$judge" verify
