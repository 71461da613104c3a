#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# workload.sh [CELLS [OPTION..]]: every efficiency that the paper on IBSim prints (bench/microway-2009.figures) beside that of
# `sssp-eval workload`, in percent, and how far they are apart. CELLS (rows) is what stands for the paper's mapping,
# which it does not describe: rows or curve; OPTIONs are of sssp-eval workload. Status 1 where the bounds of rows without
# options do not hold.
set -eu
: "${srcdir:?}" "${builddir:?}"
PATH=$builddir/evaluator:$builddir/generator:$PATH
cells=${1:-rows}
[ $# = 0 ] || shift
options=("$@")
readonly MOST_MEAN=4 MOST_WORST=12 # points

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

spec() { # FABRIC NODES
	case $1$2 in
	single36) echo single:hosts=36 ;;
	fastree72) echo fastree:switches=3,hosts=24,links=6,ports=36 ;;
	fastree144) echo fastree:switches=6,hosts=24,links=2,ports=36 ;;
	fastree288) echo fastree:switches=12,hosts=24,links=1,ports=36 ;;
	fattree72) echo clos:leaves=4,hosts=18,spines=2,links=9 ;;
	fattree144) echo clos:leaves=12,hosts=12,spines=6,links=3 ;;
	fattree288) echo clos:leaves=18,hosts=16,spines=9,links=2 ;;
	esac
}

efficiency() { # FABRIC NODES GRANULARITY BALANCE CELLS: percent
	local site
	case $3 in
	medium) site='--time 1us --bytes 1024' ;;
	fine) site='--time 100ns --bytes 1024' ;;
	very-fine) site='--time 10ns --bytes 1024' ;;
	ultra-fine) site='--time 10ns --bytes 10240' ;;
	esac
	# shellcheck disable=SC2086 # several options
	sssp-eval workload nearest-2d "$work/$1$2.net" "$work/$1$2/opensm-lfts.dump" -q --ppn 8 $site \
		--balance "$4" --cells "$5" ${options[@]+"${options[@]}"} | awk '$1 == "efficiency" { printf "%.1f\n", $2 * 100 }'
}

while read -r fabric nodes; do
	sssp-topo "$(spec "$fabric" "$nodes")" --lids -q -o "$work/$fabric$nodes.net"
	sssp-route "$work/$fabric$nodes.net" --algorithm minhop -q -o "$work/$fabric$nodes" >/dev/null
done < <(awk '!/^#/ { print $3, $4 }' "$srcdir/bench/microway-2009.figures" | sort -u)

while read -r grain balance fabric nodes mapped random; do
	echo "$grain $balance $fabric $nodes $mapped $(efficiency "$fabric" "$nodes" "$grain" "$balance" "$cells")" \
		"$random $(efficiency "$fabric" "$nodes" "$grain" "$balance" random)"
done < <(grep -v '^#' "$srcdir/bench/microway-2009.figures") |
	awk -v cells="$cells" -v bound="${#options[@]}" -v most_mean=$MOST_MEAN -v most_worst=$MOST_WORST '
	function compare(printed, ours) {
		apart = ours - printed
		n++; sum += apart < 0 ? -apart : apart
		if ((apart < 0 ? -apart : apart) > worst) worst = apart < 0 ? -apart : apart
		return sprintf("%7.1f %6.1f %+6.1f", printed, ours, apart)
	}
	BEGIN { printf "%-11s %8s %-8s %6s %22s %24s\n%34s %22s %24s\n", "granularity", "balance %", "fabric", "nodes",
		"mapped: paper ours", "random: paper ours", "", "(" cells ")", "" }
	{ printf "%-11s %8d  %-8s %6d  %s   %s\n", $1, $2, $3, $4, compare($5, $6), compare($7, $8) }
	END {
		printf "%d efficiencies: %.2f points apart on average, %.1f at most\n", n, sum / n, worst
		exit n != 112 || (cells == "rows" && bound == 0 && (sum / n > most_mean || worst > most_worst))
	}'
