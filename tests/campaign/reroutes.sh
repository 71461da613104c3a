# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash disable=SC2034,SC2154
#
# What the routings of a fault campaign kept of those before, as the plugin's log tells of each. Source functions.sh first.

: "${work:?}"

kept=0 afresh=0 changed=0 had_to=0 sls=0 longer=0
worst=0 worst_event=none # thousandths

# Of the routings in a log: kept, afresh; of those kept entries changed, of these had to, SLs of paths that stayed.
reroutes_of() { # LOG
	grep -aoE 'sssp: (rerouted|routing from scratch).*' "$1" | awk '
		/^sssp: routing/ { afresh++; next }
		{ kept++; changed += $3; match($0, /\([0-9]+ unavoidable/); must += substr($0, RSTART + 1, RLENGTH - 1)
		  match($0, /SLs of [0-9]+/); sls += substr($0, RSTART + 7, RLENGTH - 7) }
		END { print kept + 0, afresh + 0, changed + 0, must + 0, sls + 0 }'
}

# Adds up the routings of an event.
count_reroutes() {
	local k a c m s ratio=0
	read -r k a c m s <<<"$(reroutes_of "$work/log")"
	[ $((k + a)) -gt 0 ] || fail "the log does not say what the routing started from"
	kept=$((kept + k)) afresh=$((afresh + a)) changed=$((changed + c)) had_to=$((had_to + m)) sls=$((sls + s))
	[ "$m" = 0 ] || ratio=$((c * 1000 / m))
	[ "$ratio" -le "$worst" ] || worst=$ratio worst_event="$number, $kind"
	rerouted="$k kept, $a afresh, $c changed ($m had to), $s SLs"
}

reroutes_in_sum() {
	printf '%s kept, %s afresh, %s changed, %s had to, worst %d.%02d (%s), %s SLs of paths that stayed' \
		"$kept" "$afresh" "$changed" "$had_to" $((worst / 1000)) $((worst % 1000 / 10)) "$worst_event" "$sls"
}

# Pairs on longer paths, of which routes that were kept have no more than routes made afresh, and those that the log
# says go round for the SLs of their connections. What was on one lane stays there rather than that connections get SLs
# (osmsssp(8) on rebalance), so it is judged by routes made afresh on any SL.
no_longer_than_afresh() {
	local fresh most round few any=()
	round=$(grep -aoE 'sssp: [0-9]+ host pairs have longer paths' "$work/log" | awk 'END { print $2 + 0 }')
	most=$(printf '%s\n' "${conf_lines[@]:-}" | sed -n 's/.*max_vls=\([0-9]*\).*/\1/p')
	[ "$vls" -gt 1 ] || [ "$had_vls" -gt 1 ] || any=(--sl=any)
	bounded "$JUDGE_TIMEOUT" afresh.json sssp-route opensm-subnet.lst -f -o afresh --max-vls "${most:-8}" \
		${any[@]+"${any[@]}"} --json -q ||
		fail "sssp-route: status $?, $(cat "$work/afresh.json")"
	fresh=$(json afresh.json .nonminimal_pairs)
	longer=$((longer + nonminimal))
	echo "event $number: $nonminimal longer pairs, $fresh with routes made afresh"
	# shellcheck disable=SC2154 # of tables_are_complete
	# osmsssp(8): on one lane routes are kept until more than one pair in 1,000 would be longer, on lanes by ports one in 50.
	few=$((endpoints * endpoints / (vls > 1 ? 50 : 1000)))
	[ "$nonminimal" -le $((fresh + round + few)) ] ||
		fail "$nonminimal longer pairs, $round for SLs, $fresh with routes made afresh"
}
