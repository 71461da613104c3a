#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# workload.sh [OPTION..]: every efficiency that the paper on IBSim prints (bench/microway-2009.figures) beside those of
# `sssp-eval workload`, in percent: for the paper's mapping, "a space-filling curve that does a better job .. than a simple
# back-and-forth scan", the curve and the rows that it is better than, each with partial and with full blocking, both of
# which the paper names. Then how far they are apart. OPTIONs are of sssp-eval workload. Status 1 where the bounds of
# curve with partial blocking, the default, do not hold.
set -eu
: "${srcdir:?}" "${builddir:?}"
PATH=$builddir/evaluator:$builddir/generator:$PATH
options=("$@")
readonly MOST_MEAN=1.95 MOST_WORST=27.5 MOST_MEAN_BUT_ONE=1.35 MOST_WORST_BUT_ONE=11 # points; but FasTree of 288 hosts
readonly FLOPS_A_US=3000 SIDE=32768                                           # the paper's; sites along a side

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

granularity() { # NAME: microseconds and bytes of a site
	case $1 in
	medium) echo 1 1024 ;;
	fine) echo 0.1 1024 ;;
	very-fine) echo 0.01 1024 ;;
	ultra-fine) echo 0.01 10240 ;;
	esac
}

efficiency() { # FABRIC NODES GRANULARITY BALANCE CELLS BLOCKING: percent
	local time bytes
	read -r time bytes < <(granularity "$3")
	sssp-eval workload nearest-2d "$work/$1$2.net" "$work/$1$2/opensm-lfts.dump" -q --ppn 8 --time "${time}us" \
		--bytes "$bytes" --balance "$4" --cells "$5" --blocking "$6" ${options[@]+"${options[@]}"} |
		awk '$1 == "efficiency" { printf "%.1f\n", $2 * 100 }'
}

# Four sides of a cell to its sites: the cells are squares, as many as the paper's active cores.
bytes_a_flop() { # NODES GRANULARITY
	local time bytes
	read -r time bytes < <(granularity "$2")
	awk -v nodes="$1" -v time="$time" -v bytes="$bytes" -v flops=$FLOPS_A_US -v side=$SIDE 'BEGIN {
		cells = nodes == 36 ? 16 : int(sqrt(nodes * 8))
		printf "%.5f\n", 4 * bytes * cells / (side * time * flops) + 1e-9 }'
}

while read -r fabric nodes; do
	sssp-topo "$(spec "$fabric" "$nodes")" --lids -q -o "$work/$fabric$nodes.net"
	sssp-route "$work/$fabric$nodes.net" --algorithm minhop -q -o "$work/$fabric$nodes" >/dev/null
done < <(awk '!/^#/ { print $3, $4 }' "$srcdir/bench/microway-2009.figures" | sort -u)

while read -r grain balance fabric nodes mapped random; do
	row="$grain $balance $fabric $nodes $(bytes_a_flop "$nodes" "$grain") $mapped"
	for cells in curve rows random; do
		[ $cells != random ] || row+=" $random"
		for blocking in partial full; do
			row+=" $(efficiency "$fabric" "$nodes" "$grain" "$balance" $cells $blocking)"
		done
	done
	echo "$row"
done < <(grep -v '^#' "$srcdir/bench/microway-2009.figures") |
	awk -v bound="${#options[@]}" -v most_mean=$MOST_MEAN -v most_worst=$MOST_WORST \
		-v most_mean_but_one=$MOST_MEAN_BUT_ONE -v most_worst_but_one=$MOST_WORST_BUT_ONE '
	function compare(way, printed, ours) {
		apart = ours < printed ? printed - ours : ours - printed
		n[way]++; sum[way] += apart
		if (apart > worst[way]) worst[way] = apart
	}
	# a mapping and a blocking, both halves of the table; and without FasTree of 288 hosts
	function both(way, half, printed, ours) {
		compare(way, printed, ours); compare(way " " half, printed, ours)
		if ($3 $4 != "fastree288") { compare(way " but", printed, ours); compare(way " " half " but", printed, ours) }
	}
	function shown(way) { return sprintf("%6.2f %5.1f", sum[way] / n[way], worst[way]) }
	BEGIN {
		printf "%-11s %7s %-8s %5s %10s %27s  %27s  %s\n%45s %6s %5s %5s %5s  %6s %5s %5s\n", "granularity", "balance",
			"fabric", "nodes", "bytes/flop", "mapped: curve, rows", "random", "", "", "paper", "part.", "full", "part.", "full",
			"paper", "part.", "full"
	}
	{
		printf "%-11s %7d %-8s %5d %10.5f %6.1f %5.1f %5.1f %5.1f %5.1f   %6.1f %5.1f %5.1f\n", $1, $2, $3, $4, $5, $6,
			$7, $8, $9, $10, $11, $12, $13
		both("curve partial", "mapped", $6, $7); both("curve partial", "random", $11, $12)
		both("curve full", "mapped", $6, $8); both("curve full", "random", $11, $13)
		both("rows partial", "mapped", $6, $9); both("rows partial", "random", $11, $12)
		both("rows full", "mapped", $6, $10); both("rows full", "random", $11, $13)
	}
	END {
		printf "\npoints apart, on average and at most:\n%-15s %12s %12s %12s %28s\n", "", "all", "mapped", "random",
			"all, mapped but FasTree 288"
		split("curve partial,curve full,rows partial,rows full", ways, ",")
		for (i = 1; i <= 4; i++)
			printf "%-15s %12s %12s %12s %14s %12s\n", ways[i], shown(ways[i]), shown(ways[i] " mapped"),
				shown(ways[i] " random"), shown(ways[i] " but"), shown(ways[i] " mapped but")
		w = "curve partial"; b = w " but"
		exit n[w] != 112 || (bound == 0 && (sum[w] / n[w] > most_mean || worst[w] > most_worst ||
			sum[b] / n[b] > most_mean_but_one || worst[b] > most_worst_but_one))
	}'
