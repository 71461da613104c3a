#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# `sssp-eval path` says of pairs of hosts what ibtracert finds in the switches: the same switches, by the same ports. Every
# pair of so many hosts that there are about SSSP_PAIRS (100) of them.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"

start_work
requires_plugin
requires ibtracert saquery smpquery jq

make_fabric torus:5x5,hosts=2,fail=links:5%,seed=3
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
start_opensm psssp "$with_plugin" || fail "the subnet does not come up"

jq_steps='select(.arrives) | .steps[] | (.switch | ltrimstr("0x")) + " " + (.port | tostring)'
check_path() { # FROM TO
	sim ibtracert "$1" "$2" >"$work/trace" || fail "ibtracert $1 $2: $(cat "$work/trace")"
	ports_taken <"$work/trace" >"$work/taken"
	[ -s "$work/taken" ] || fail "ibtracert $1 $2 says nothing: $(cat "$work/trace")"
	bounded "$JUDGE_TIMEOUT" path.json sssp-eval path opensm-subnet.lst opensm-lfts.dump "$1" "$2" --json -q ||
		fail "sssp-eval path $1 $2: $(cat "$work/path.json")"
	jq -r "$jq_steps" "$work/path.json" >"$work/steps"
	cmp -s "$work/taken" "$work/steps" || fail "from $1 to $2: $(paste "$work/taken" "$work/steps")"
}

wanted=${SSSP_PAIRS:-100} pairs=0
mapfile -t lids < <(ca_lids | cut -d ' ' -f 1 | sort -n)
[ "${#lids[@]}" -ge 10 ] || fail "${#lids[@]} hosts with a LID"
for from in "${lids[@]}"; do
	for to in "${lids[@]}"; do
		[ "$from" != "$to" ] && [ $((pairs += 1)) -le "$wanted" ] && check_path "$from" "$to"
	done
done
[ "$pairs" -ge "$wanted" ] || fail "there are only $pairs pairs"
echo "$((pairs < wanted ? pairs : wanted)) pairs as ibtracert has them"
