#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# coverage.sh [-v]: which functions of the rooms that are attacked no run of tests/attack/attack has entered since they
# were compiled, and how many branches went one way only. Status 1 when a function was not entered that is not in
# not-entered. With -v the lines of thresholds (names in capitals) with a side that no run took.
#
# A new file needs no entry anywhere: the compiler counts.
set -euo pipefail
cd "${builddir:?}"
known=${srcdir:?}/tests/attack/not-entered
rooms='core/(choose/(choose_lanes|try_|candidates|by_sl|unload|plain_routes|routing)|routing|torus/|fit/|lanes/|lmc/|previous/|reroute/|engines/|admit/|balance/)'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

find core -name 'tests_libattacked_a-*.gcda' | while read -r data; do
	[[ ${data/tests_libattacked_a-/} =~ ^$rooms ]] || continue
	gcov --branch-probabilities --json-format --stdout "$data" 2>/dev/null
done >"$work/json"
[ -s "$work/json" ] || { echo "coverage: nothing was counted" >&2; exit 1; }

# One line a function: entered, name, file.
jq -r '.files[] | select(.file | test("/core/")) | .file as $f | .functions[]
	| [.execution_count, .name, ($f | sub(".*/core/"; "core/"))] | @tsv' "$work/json" | grep -E "	$rooms" |
	sort -k3,3 -k2,2 -u >"$work/functions"
awk '$1 == 0 { print $3, $2 }' "$work/functions" | sort >"$work/none"
sed 's/#.*//; /^[[:space:]]*$/d; s/[[:space:]]*$//' "$known" | sort >"$work/known"
printf 'coverage: %s of %s functions entered\n' "$(awk '$1' "$work/functions" | wc -l)" "$(wc -l <"$work/functions")"

# Each file by itself, so that it can be seen who did the work.
awk '{ all[$3]++; if ($1) some[$3]++; if ($1 > most[$3]) most[$3] = $1 }
	END { for (f in all) printf "  %-36s %3d of %3d functions, at most %d times\n", f, some[f], all[f], most[f] }' \
	"$work/functions" | sort

jq -r '.files[] | select(.file | test("/core/")) | .file as $f | .lines[] | select(.branches | length > 1)
	| [($f | sub(".*/core/"; "core/")), .line_number, ([.branches[] | select(.throw | not) | .count] | map(tostring) | join(" "))] | @tsv' \
	"$work/json" | grep -E "^$rooms" >"$work/branches"
awk -F'\t' '{ n = split($3, of, " "); for (i = 1; i <= n; i++) { all++; some += of[i] > 0 } }
	END { printf "coverage: %d of %d branches taken\n", some, all }' "$work/branches"
if [ "${1:-}" = -v ]; then
	awk -F'\t' '$3 ~ /(^| )0( |$)/ { print $1 "\t" $2 "\t" $3 }' "$work/branches" | while IFS=$'\t' read -r file line counts; do
		text=$(sed -n "${line}p" "$srcdir/$file")
		[[ ! $text =~ [A-Z]+_[A-Z_]+ ]] || printf '%s:%s:%s (%s)\n' "$file" "$line" "${text##*$'\t'}" "$counts"
	done
fi

if comm -23 "$work/none" "$work/known" | grep .; then
	echo "coverage: no run has entered these: draw fabrics or wishes that do, or name them in tests/attack/not-entered with a reason" >&2
	exit 1
fi
