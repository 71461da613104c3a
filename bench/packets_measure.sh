# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# What hosts get of their cables, by `sssp-eval simulate`: what packets.sh measures and figures.sh computes again. Source
# common.sh first.

: "${work:?}"

readonly PACKET_TRAFFIC='uniform shift bisect'
readonly PACKET_MODELS='fifo:4 voq:16'
readonly PACKET_SLOTS=(--slots 10000 --warmup 2000 --seed 1)
readonly PACKET_BISECTIONS=(--runs 30 --slots 2000 --warmup 500 --seed 1)

# The throughput of a traffic and model, to three decimals; "stops" where buffers wait for each other for ever.
packet_cell() { # TOPOLOGY TABLES TRAFFIC QUEUE:BUFFER
	local length=("${PACKET_SLOTS[@]}")
	[ "$3" != bisect ] || length=("${PACKET_BISECTIONS[@]}")
	judge packets.json simulate "$1" "$2" --traffic "$3" --queue "${4%:*}" --buffer "${4#*:}" "${length[@]}"
	decimals "$(value packets.json 'if .stopped then "stops" else .loads[0].accepted end')"
}

# Those of each traffic and model, by tabs.
packet_cells() { # TOPOLOGY TABLES
	local traffic model cells=()
	for traffic in $PACKET_TRAFFIC; do
		for model in $PACKET_MODELS; do cells+=("$(packet_cell "$1" "$2" "$traffic" "$model")"); done
	done
	(
		IFS=$'\t'
		echo "${cells[*]}"
	)
}

packet_head() { # [TITLE OF LANES]
	local traffic model cells=()
	for traffic in $PACKET_TRAFFIC; do
		for model in $PACKET_MODELS; do cells+=("$traffic, ${model/:/ }"); done
	done
	(
		IFS=$'\t'
		printf 'fabric\trouting\t%s\t%s\n' "${1:-lanes}" "${cells[*]}"
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

readonly LEAST_SHARE=0.98 # of the best engine of OpenSM that does not stop
readonly LEAST_GAIN=1.3   # of the median fabric, over minhop where that gets less than FULL
readonly FULL=0.8

# What the rows say, ours the first of each fabric: where ours get less than LEAST_SHARE, a line each with "- "; then
# ours over minhop's in the median of fabrics, "below" at the end of a line where that is less than LEAST_GAIN. A fabric
# counts with the mean of its columns.
packet_verdict() { # ROWS
	awk -F '\t' -v share=$LEAST_SHARE -v gain=$LEAST_GAIN -v full=$FULL '
		function is_number(cell) { return cell ~ /^[0-9.]+$/ }
		function end_fabric(i) {
			if (!fabric) return
			for (i = 4; i <= n; i++) {
				if (!is_number(ours[i]) || ours[i] < share * best[i])
					short[++n_short] = "- " fabric ", " title[i] ": " ours[i] ", " who[i] " gets " best[i]
				note(i, ours[i] + 0, least[i])
			}
			note(n + 1, sum, least_sum)
		}
		function note(i, mine, its) {
			if (its < full * (i > n ? n - 3 : 1)) { stops[i] += !its; gains[i, ++count[i]] = its ? mine / its : 1000 }
		}
		function median(i, a, k, j, x) {
			for (k = 1; k <= count[i]; k++) {
				x = gains[i, k]
				for (j = k; j > 1 && a[j - 1] > x; j--) a[j] = a[j - 1]
				a[j] = x
			}
			return (a[int((k + 0) / 2)] + a[int((k + 1) / 2)]) / 2
		}
		function say_median(i, m) {
			if (!count[i]) return
			m = median(i)
			printf "- %s: %d fabrics, minhop stops in %d; %s\n", title[i], count[i], stops[i],
				(m >= 500 ? "more than any number" : sprintf("%.2f", m)) (m < gain ? ", below " gain : "")
		}
		NR == 1 { n = NF; for (i = 4; i <= n; i++) title[i] = $i; title[n + 1] = "all columns"; next }
		$1 != "" {
			end_fabric()
			fabric = $1; sum = least_sum = 0
			split("", best); split("", who); split("", least)
			for (i = 4; i <= n; i++) { ours[i] = $i; sum += $i }
			next
		}
		{
			for (i = 4; i <= n; i++) if (is_number($i) && $i > best[i] + 0) { best[i] = $i; who[i] = $2 }
			if ($2 == "minhop") for (i = 4; i <= n; i++) { least[i] = $i + 0; least_sum += $i }
		}
		END {
			end_fabric()
			printf "## Where ours gets less than %s of the best that does not stop\n\n", share
			for (i = 1; i <= n_short; i++) print short[i]
			if (!n_short) print "Nowhere."
			printf "\n## Ours over minhop, in the median of fabrics where minhop gets less than %s\n\n", full
			for (i = 4; i <= n + 1; i++) say_median(i)
		}' "$1"
}
