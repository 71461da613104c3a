# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# One fabric, our tables and those of OpenSM's engines, timed and judged by the same patterns. Source common.sh first.
# Each engine leaves a line in $work/engines: its name, seconds of computation ("-" where its log does not tell), lanes,
# EFI, eBB. An engine that gives up, or does not finish in time, says so in the place of its eBB.

: "${work:?}" "${builddir:?}"

# shellcheck disable=SC2034 # for those who source this
{
	readonly PATTERNS=2000
	readonly ENGINE_ORDER='minhop updn dnup ftree lash dor nue dfsssp sssp'
	readonly DEADLOCK_FREE='updn dnup ftree lash nue dfsssp' # whatever the fabric, where they do not give up
	readonly SECONDS_TO_JUDGE=10                             # tables and to write the row, when time is short
	readonly ROUNDING=0.0005                                 # figures are compared to three decimals
}

route_options=() # for sssp-route
ebb_options=()   # for sssp-eval ebb

least() { grep -v '^-$' | sort -g | head -n 1 | grep . || echo -; }

# Seconds of the built-in engine's own work. Stamps are HH:MM:SS microseconds; a run may pass midnight.
builtin_seconds() { # ENGINE
	local last
	case $1 in
	sssp) last='SSSP routing specified' ;;
	dfsssp) last='dfsssp_remove_deadlocks:' ;;
	*) echo - && return ;;
	esac
	awk -v last="$last" '
		function seconds(part) { split($3, part, ":"); return (part[1] * 60 + part[2]) * 60 + part[3] + $4 / 1e6 }
		/dfsssp_build_graph: Building graph/ && start == "" { start = seconds() }
		index($0, last) && start != "" { end = seconds() }
		END { if (end == "") print "-"; else printf "%.6f\n", end < start ? end - start + 86400 : end - start }' \
		"$work/osm.log"
}

engine_line() { # NAME SECONDS LANES JUDGEMENT
	printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$(value "$4.routes.json" .efi.max)" \
		"$(decimals "$(value "$4.ebb.json" .mean)")" >>"$work/engines"
}

judge_with() { # NAME TOPOLOGY TABLES
	judge "$1.routes.json" routes "$2" "$3"
	judge "$1.ebb.json" ebb "$2" "$3" -n "$PATTERNS" --seed 1 ${ebb_options[@]+"${ebb_options[@]}"}
}

# The fabric of a row: a SPEC or shared:FILE, with +capacity where links count by their data rates.
begin_fabric() { # SPEC
	rm -f "$work/engines"
	case $1 in
	*+capacity)
		route_options=(--capacities)
		ebb_options=(--capacity)
		;;
	esac
	make_bench_fabric "${1%+capacity}"
}

# The quickest of RUNS computations, and the tables that sssp-route writes.
measure_ours() { # SPEC RUNS
	local free
	bounded "$ROUTE_LIMIT" compute.json "$builddir/bench/compute" --runs="$2" fabric.net ||
		violation "$1: $(head -c 300 "$work/compute.json")"
	route_ours ours ${route_options[@]+"${route_options[@]}"} ||
		violation "$1: sssp-route: $(head -c 300 "$work/ours.json")"
	judge_with ours fabric.net ours/opensm-lfts.dump
	judge_free ours --reverse
	free=$(value ours.deadlock.json .free)
	[ "$free" = true ] || violation "$1: not free of credit loops"
	[ "$(value ours.routes.json .unreachable)" = 0 ] || violation "$1: not every pair arrives"
	engine_line ours "$(value compute.json .seconds)" "$(value ours.json .vls_needed)" ours
	rm -rf "${work:?}/ours"
}

judge_free() { # NAME [OPTION..]
	local name=$1 sl=()
	shift
	[ "$(value "$name.json" .vls_used)" = 1 ] || sl=(--psl "$name/sssp.sl" --slvl "$name/sssp.slvl")
	judge "$name.deadlock.json" deadlock fabric.net "$name/opensm-lfts.dump" ${sl[@]+"${sl[@]}"} "$@"
}

# The least seconds of so many sweeps; the tables of the last are judged. (No verbose lines where nothing is timed:
# lash would write a gigabyte of them.)
measure_builtin() { # ENGINE [RUNS]
	local run lanes seconds status level=0x43 left
	case $1 in sssp | dfsssp) level=0x47 ;; esac
	rm -f "$work/$1".*.json "$work/seconds"
	for ((run = 0; run < ${2:-1}; run++)); do
		left=$(($(row_seconds_left) - SECONDS_TO_JUDGE))
		[ $left -ge $SECONDS_TO_JUDGE ] || {
			printf '%s\t-\t-\t-\tno time left\n' "$1" >>"$work/engines"
			violation "${spec:-this fabric}: no time was left for $1"
			return
		}
		local OPENSM_LIMIT=$((left < OPENSM_LIMIT ? left : OPENSM_LIMIT))
		opensm_routes "$1" $level
		status=$?
		[ $status = 0 ] || {
			[ $status = 124 ] && lanes="not in $OPENSM_LIMIT s" || lanes="ends with $status"
			printf '%s\t-\t-\t-\t%s\n' "$1" "$lanes" >>"$work/engines"
			return
		}
		builtin_seconds "$1" >>"$work/seconds"
	done
	seconds=$(least <"$work/seconds")
	lanes=$(builtin_lanes "$1")
	case $lanes in
	gives*) printf '%s\t%s\t%s\t-\t%s\n' "$1" "$seconds" "$lanes" "$lanes" >>"$work/engines" ;;
	*)
		judge_with "$1" opensm-subnet.lst opensm-lfts.dump
		engine_line "$1" "$seconds" "$lanes" "$1"
		;;
	esac
}

# ---- what the lines say

field() { awk -F '\t' -v name="$1" -v n="$2" '$1 == name { print $n; found = 1 } END { if (!found) print "-" }' "$work/engines"; } # NAME FIELD

# Name and eBB of the best of OpenSM's engines, among all or those named.
best_engine() { # [NAME..]
	awk -F '\t' -v names=" $* " '
		$1 == "ours" || $1 == "found" || $5 !~ /^[0-9.]+$/ { next }
		names != "  " && !index(names, " " $1 " ") { next }
		$5 + 0 > best + 0 || best == "" { best = $5; name = $1 }
		END { print (name == "" ? "- -" : name " " best) }' "$work/engines"
}
