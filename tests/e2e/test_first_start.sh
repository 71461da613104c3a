#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A first start over switches that another subnet manager has written to: the plugin reads their tables, plans the
# exchange with these, and says what is proven of it; `sssp-eval transition` agrees of each stage. The same with a state
# file, when another has written since that was made.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"

start_work
requires_plugin
requires jq

ours() { # [LFTS [PSL]]
	echo "${1:-opensm-lfts.dump},psl=${2:-sssp.psl},slvl=sssp.slvl"
}

entries() { # LFTS: switch, LID, port
	sed 's/ guid \(0x[0-9a-f]*\).*/ guid \1/; s/://' "$1" | awk '/^Unicast/ { guid = $NF } /^0x/ { print guid, $1, $2 }' | sort
}

# No circle and no dead end; and no credit loop unless the tables that were there have one by themselves.
as_was_said() { # OLD NEW
	bounded "$JUDGE_TIMEOUT" transition.json sssp-eval transition opensm-subnet.lst "$1" "$2" --json -q
	jq -e '.loops == 0 and .dead_ends == 0 and .dropped == 0' "$work/transition.json" >/dev/null || return 1
	log_has 'sssp: the previous tables can deadlock' || jq -e .free "$work/transition.json" >/dev/null
}

theirs() { # ENGINE
	rm -f "$work/osm.log"
	start_opensm "$1" || fail "$case: the subnet does not come up"
	cp "$work/opensm-lfts.dump" "$work/theirs.dump"
	stop_opensm
}

# What sssp-route planned from the tables of the other is what was written, and rehearse agrees that it is safe.
as_planned_before() {
	rm -rf planned was
	mkdir was
	cp sssp-found.lfts was/opensm-lfts.dump
	sssp-route opensm-subnet.lst -q -o planned --replaces was --plan plan || fail "$case: no plan"
	for file in opensm-lfts.dump sssp-stage.lfts; do
		[ ! -e $file ] && [ ! -e planned/$file ] || [ "$(entries $file)" = "$(entries planned/$file)" ] ||
			fail "$case: $file is not what was planned"
	done
	bounded "$JUDGE_TIMEOUT" rehearsal.json sssp-eval rehearse opensm-subnet.lst was planned --as-plugin -n 10 --json -q ||
		fail "$case: by rehearse it is not safe: $(cat rehearsal.json)"
	[ "$(json rehearsal.json .as_plugin.phases)" = "$(jq '.phases | length' plan)" ] || fail "$case: other phases"
	[ "$(json rehearsal.json .as_plugin.phases)" = "$([ -e sssp-stage.lfts ] && echo 2 || echo 1)" ] ||
		fail "$case: other phases than there were"
	[ ! -e sssp-stage.lfts ] ||
		log_has "two-phase update, as .*: $(json rehearsal.json .as_plugin.pairs_without_route) host pairs have no route" ||
		fail "$case: other pairs without a route than $(json rehearsal.json .as_plugin.pairs_without_route): $(updates_in osm.log)"
}

take_over() { # SLS-OF-THEIRS
	local old=sssp-found.lfts$1
	rm -f "$work"/sssp-stage.* "$work/sssp-found.lfts" "$work/osm.log"
	start_opensm sssp "$with_plugin" || fail "$case: the subnet does not come up"
	engine_was_ours
	cd "$work" || fail "no $work"
	[ "$(entries theirs.dump)" = "$(entries sssp-found.lfts)" ] ||
		fail "$case: other tables were read than there are"
	if log_has 'sssp: two-phase update: done after [0-9.]* s'; then
		as_was_said "$old" "$(ours sssp-stage.lfts sssp-stage.psl)" ||
			fail "$case: the first stage is not what is said: $(cat transition.json)"
		as_was_said "$(ours sssp-stage.lfts sssp-stage.psl)" "$(ours)" ||
			fail "$case: the second stage is not what is said: $(cat transition.json)"
	else
		log_has 'sssp: update at once: ' || fail "$case: $(updates_in osm.log)"
		as_was_said "$old" "$(ours)" || fail "$case: it is not what is said: $(cat transition.json)"
	fi
	[ -n "$1" ] || as_planned_before
	echo "$case: $(updates_in osm.log | sed 's/.*sssp: //')"
	tables_are_complete
	lanes_are_acyclic
}

for case in "minhop karytree:4,3" "lash torus:4x4,hosts=2" "minhop torus:5x4,hosts=1"; do
	unset keep_state
	make_fabric "${case#* }"
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	theirs "${case% *}"
	take_over ""
	log_has "sssp: [0-9]* switches have tables of another subnet manager, whose SLs are not known" ||
		fail "$case: $(grep -a 'sssp: ' "$work/osm.log")"
	stop_opensm
	cp "$work/sssp.psl" "$work/first.psl"
	keep_state=1
	theirs "${case% *}"
	take_over ",psl=first.psl,slvl=sssp.slvl"
	log_has "sssp: [0-9]* switches have other tables than the previous routing's" ||
		fail "$case: $(grep -a 'sssp: ' "$work/osm.log")"
	stop_opensm
	rm -f "$work/osm.log"
	start_opensm sssp "$with_plugin" || fail "$case: the subnet does not come up"
	! log_has "sssp: [0-9]* switches have " || fail "$case: its own tables are others'"
	log_has "sssp: nothing changed, nothing to send" || fail "$case: its own tables are not found"
	stop_opensm
	stop_ibsim
done
