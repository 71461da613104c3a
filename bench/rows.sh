# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# A part of `make bench` is a list of rows ($ROW_LIST, the first word of a line names the row) and a function
# measure_row that writes lines of tables. Source common.sh, define these, then source this and call run_part.
#
# Each row runs in a process and a folder of its own with a time limit, so that one that fails or hangs takes no other
# with it: it leaves a line that says so. Rows that are timed are to have `alone` as their second word, they run one
# after the other; rows marked `shared` run side by side on half of the cores each, once the others are done.
#
# From the environment: ROWS, an extended regular expression that rows must match; BENCH_DEADLINE, seconds since the
# epoch after which no row is begun.

: "${work:?}" "${ROW_LIST:?}" "${violations:?}"
: "${ROW_LIMIT:=600}" # seconds for one row
readonly JOBS=2
readonly LEAST_SECONDS=5 # less time than this is not worth beginning with

# A line of the table TABLE, fields separated by tabs.
table_line() { # TABLE FIELD..
	local table=$1
	shift
	(
		IFS=$'\t'
		printf '%s\n' "$*" >>"$out/$table"
	)
}

# The table: its head, then the lines of all rows in the order of the list.
table() { # TABLE HEAD-FIELD..
	local name=$1 folder
	shift
	(
		IFS=$'\t'
		printf '%s\n' "$*"
	)
	for folder in "$work"/rows/*/; do
		[ ! -f "$folder/$name" ] || cat "$folder/$name"
	done
}

# What went wrong, as a list under the tables.
print_failures() {
	local folder any=
	for folder in "$work"/rows/*/; do
		[ -s "$folder/failures" ] || continue
		[ -n "$any" ] || printf '\nWhat does not hold, or is not here:\n\n'
		any=yes
		sed 's/^/- /' "$folder/failures"
	done
}

seconds_left() {
	local left=$ROW_LIMIT
	[ -z "${BENCH_DEADLINE:-}" ] || left=$((BENCH_DEADLINE - $(date +%s)))
	echo $((left < ROW_LIMIT ? left : ROW_LIMIT))
}

# One row in the background.
begin_row() { # NUMBER WORD..
	local folder limit
	folder=$work/rows/$(printf '%03d' "$1")
	shift
	mkdir -p "$folder"
	limit=$(seconds_left)
	if [ "$limit" -lt $LEAST_SECONDS ]; then
		echo "$1: left out, no time was left" >"$folder/failures"
		return
	fi
	(
		ROW_END=$(($(date +%s) + limit)) setpriv --pdeathsig TERM timeout -k "$STOP_TIMEOUT" "$limit" \
			setpriv --pdeathsig TERM bash "$0" row "$folder" "$@" </dev/null
		status=$?
		[ $status != 124 ] || echo "$1: not done in $limit s" >>"$folder/failures"
		[ $status -le 1 ] || [ $status = 124 ] || echo "$1: ended with status $status" >>"$folder/failures"
	) &
	processes+=("$!")
	running+=("$!")
}

# Seconds until the row that is being measured is ended.
row_seconds_left() { echo $((${ROW_END:-$(($(date +%s) + ROW_LIMIT))} - $(date +%s))); }

# Until fewer than so many rows are running.
wait_for_rows() { # FEWER-THAN
	local ended pid left
	while [ ${#running[@]} -ge "$1" ] && [ ${#running[@]} -gt 0 ]; do
		wait -n -p ended "${running[@]}"
		[ -n "${ended:-}" ] || break
		forget "$ended"
		left=()
		for pid in "${running[@]}"; do [ "$pid" = "$ended" ] || left+=("$pid"); done
		running=(${left[@]+"${left[@]}"})
	done
}

run_rows() { # alone|shared
	local line number=0 kind=$1 jobs=1
	[ "$kind" = alone ] || jobs=$JOBS
	while read -r line; do
		number=$((number + 1))
		[[ -n $line && $line =~ ^[^[:space:]]+[[:space:]]+$kind ]] || continue
		[[ ${line%%[[:space:]]*} =~ ${ROWS:-.} ]] || continue
		[ "$mode" = all ] || [[ $line =~ $QUICK ]] || continue
		wait_for_rows $jobs
		# shellcheck disable=SC2086 # words
		begin_row $number $line
	done <<<"$ROW_LIST"
	wait_for_rows 1
}

run_part() { # all|quick [FILE] | row FOLDER WORD..
	local result mode=${1:-} running=()
	case $mode in
	row)
		out=$2
		shift 2
		start_work
		check_tools
		say "== $1"
		measure_row "$@" || violation "$1: cannot be measured"
		[ "$violations" = 0 ]
		;;
	all | quick)
		result=$(realpath -m "${2:-/dev/null}")
		start_work
		check_tools
		mkdir -p "$work/rows"
		run_rows alone
		run_rows shared
		print_report | tee "$result"
		print_failures | tee -a "$result"
		! grep -q . "$work"/rows/*/failures 2>/dev/null
		;;
	*) fail "usage: $(basename "$0") all|quick [FILE]" ;;
	esac
}
