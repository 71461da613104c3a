# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# What hosts get of their cables, by `sssp-eval simulate`: what packets.sh measures and figures.sh computes again. Source
# common.sh first.

: "${work:?}"

readonly PACKET_TRAFFIC='uniform shift bisect'
readonly PACKET_MODELS='fifo:4 voq:16'
readonly PACKET_SLOTS=(--slots 10000 --warmup 2000 --seed 1)

# The throughput of each traffic and model, by tabs: to three decimals, "stops" where buffers wait for each other for ever.
packet_cells() { # TOPOLOGY TABLES
	local traffic model runs cells=()
	for traffic in $PACKET_TRAFFIC; do
		[ "$traffic" = bisect ] && runs=5 || runs=1
		for model in $PACKET_MODELS; do
			judge packets.json simulate "$1" "$2" --traffic "$traffic" --queue "${model%:*}" --buffer "${model#*:}" \
				--runs $runs "${PACKET_SLOTS[@]}"
			cells+=("$(decimals "$(value packets.json 'if .stopped then "stops" else .loads[0].accepted end')")")
		done
	done
	(
		IFS=$'\t'
		echo "${cells[*]}"
	)
}

packet_head() {
	local traffic model cells=()
	for traffic in $PACKET_TRAFFIC; do
		for model in $PACKET_MODELS; do cells+=("$traffic, ${model/:/ }"); done
	done
	(
		IFS=$'\t'
		printf 'fabric\trouting\tlanes\t%s\n' "${cells[*]}"
	)
}

# The same cells where there is nothing to simulate.
packet_words() { # WORDS
	local cells=()
	for _ in $PACKET_TRAFFIC $PACKET_TRAFFIC; do cells+=("$1"); done
	(
		IFS=$'\t'
		echo "${cells[*]}"
	)
}

# Of one of OpenSM's engines, of which the lanes are known (builtin_lanes). It writes down no SLs: one that needs several
# lanes cannot be simulated.
packet_builtin() { # LANES TOPOLOGY TABLES
	case $1 in
	gives*) packet_words 'gives up' ;;
	- | 1) packet_cells "$2" "$3" ;;
	*) packet_words 'SLs unknown' ;;
	esac
}
