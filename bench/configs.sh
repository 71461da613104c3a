#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# configs.sh all|quick [FILE]: on every fabric of ibsim-configs, is our bandwidth below that of any engine of OpenSM whose
# routes are free of credit loops? Prints a table, into FILE too; status 1 where it is.
OPENSM_LIMIT=60
. "${srcdir:?}/bench/common.sh"
. "$srcdir/bench/engines.sh"

# Each bundled fabric by the SPEC in its first line, so that all LIDs are in the file.
list_configs() {
	local file
	for file in "$srcdir"/ibsim-configs/*.net; do
		echo "$(basename "$file" .net) shared $(sed -n '1s/^# //p' "$file")"
	done
}

ROW_LIST=$(list_configs)
# shellcheck disable=SC2034 # for rows.sh
readonly ROW_LIST QUICK='^(tara|single|torus|xgft|hyperx) ' ROW_LIMIT=120

check_tools() {
	requires_simulator
	requires jq
}

# Dimension-order routing is free of loops on some of these fabrics only.
measure_dor() {
	measure_builtin dor
	[ "$(field dor 3)" = - ] || return
	judge dor.deadlock.json deadlock opensm-subnet.lst opensm-lfts.dump
	[ "$(value dor.deadlock.json .free)" != true ] || free_engines+=" dor"
}

measure_row() { # NAME shared SPEC
	local spec=$3 engine free_engines=$DEADLOCK_FREE name best ours verdict=no
	begin_fabric "$spec" || return
	measure_ours "$1" 1
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	for engine in $DEADLOCK_FREE; do measure_builtin "$engine"; done
	measure_dor
	stop_ibsim
	ours=$(field ours 5)
	# shellcheck disable=SC2086 # words
	read -r name best <<<"$(best_engine $free_engines)"
	if ! holds "$ours + $ROUNDING >= ${best/#-/0}"; then
		verdict='**yes**'
		violation "$1: eBB $ours is below that of $name, $best"
	fi
	table_line configs "$1" "$spec" "$ours" "$name" "$best" "$(calculate %.3f "$ours / $best")" "$verdict" \
		"$(awk -F '\t' '$1 != "ours" { printf "%s%s %s", (n++ ? ", " : ""), $1, $5 }' "$work/engines")"
}

print_report() {
	printf '\n## Every bundled fabric\n\n'
	table configs ibsim-configs SPEC ours 'best free of loops' its 'ours / its' 'below?' 'each engine' | markdown_table
	cat <<-END

		Effective bisection bandwidth as above, beside those engines of OpenSM that are free of credit loops on any fabric
		($DEADLOCK_FREE; dor where \`sssp-eval deadlock\` finds it so). gives up: with the lanes it would need.
	END
}

. "$srcdir/bench/rows.sh"
run_part "$@"
