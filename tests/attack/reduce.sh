#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# reduce.sh CASE [PROGRAM [SECONDS]]: takes lines out of a case (nodes with all their cables, cables, wishes, events), many
# at a time and then few, as long as the rest fails in the same way. What is left replaces the file.
#
# PROGRAM is run as `PROGRAM --seconds=0 CASE`; the way is its first line without numbers. With tests/attack/attack, a run
# that takes longer than SECONDS [60] fails as well.
set -euo pipefail
case=$1
program=${2:-${builddir:-.}/tests/attack/attack}
seconds=${3:-60}
trial=$(mktemp)
trap 'rm -f "$trial" "$trial.less"' EXIT

way() { # FILE: how it fails, nothing when it does not
	local said status=0
	said=$(timeout "$seconds" "$program" --seconds=0 "$1" 2>/dev/null) || status=$?
	[ "$status" != 124 ] || { echo "takes too long"; return; }
	sed -n 's/^FAILS: [^ ]*: //p' <<<"$said" | head -1 | sed 's/^after [0-9]* events: //; s/[0-9]\+/N/g'
}

wanted=$(way "$case")
[ -n "$wanted" ] || { echo "reduce: $case does not fail" >&2; exit 1; }
echo "reduce: $wanted" >&2

# Takes the lines that match a pattern out in parts of the size given, from the end on.
pass() { # PATTERN SIZE: 0 when something went
	local at first went=1
	at=$(grep -cE "$1" "$case" || true)
	while [ "$at" -gt 0 ]; do
		first=$((at > $2 ? at - $2 + 1 : 1))
		awk -v pattern="$1" -v first="$first" -v last="$at" \
			'$0 ~ pattern && ++n >= first && n <= last { next } { print }' "$case" >"$trial"
		# What speaks of nodes that are gone goes too, so that lines that count are all that is left.
		awk 'NR == FNR { if ($1 ~ /^(switch|ca|router)$/) there[$2] = 1; next }
			$1 == "cable" && !($2 in there && $4 in there) { next }
			$1 ~ /^(event|order|root|ignored)$/ && !($2 in there) { next } { print }' "$trial" "$trial" >"$trial.less"
		if [ "$(way "$trial.less")" = "$wanted" ]; then
			cp "$trial.less" "$case"
			went=0
		fi
		at=$((first - 1))
	done
	return $went
}

while :; do
	again=false
	for pattern in '^event' '^(switch|ca|router)' '^cable' '^(order|root|ignored)' '^wish (passes|lmc|budget|asymmetric|no_spread|capacities|stand|stay|sparse|files)'; do
		lines=$(grep -cE "$pattern" "$case" || true)
		for ((size = (lines + 1) / 2; size >= 1; size /= 2)); do
			! pass "$pattern" "$size" || again=true
		done
	done
	$again || break
done
echo "reduce: $(grep -c '^switch' "$case") switches, $(grep -c '^cable' "$case") cables, $(grep -c '^event' "$case" || true) events are left" >&2
