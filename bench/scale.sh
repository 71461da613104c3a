#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# scale.sh all|quick [FILE]: what our computation costs as fabrics grow to the size of the LID space, with one thread and
# with two, in seconds, memory and nanoseconds an edge; whether the number of threads changes a byte. Prints its tables,
# into FILE too.
. "${srcdir:?}/bench/common.sh"

# SPEC, runs with two threads, with one; most seconds, most MiB that are aimed at; f: one of the growing fat trees
# that the exponent is fitted over
# shellcheck disable=SC2034 # for rows.sh
readonly ROW_LIST='
fattree:ports=14,levels=3                   alone 9 9   -    - f
fattree:ports=20,levels=3                   alone 5 5   -    - f
fattree:ports=28,levels=3                   alone 3 3   -    - f
fattree:ports=36,levels=3                   alone 3 2 1.5    - f
fattree:ports=44,levels=3                   alone 2 1   -    - f
fattree:ports=56,levels=3                   alone 1 1  12 1536 f
karytree:18,3                               alone 5 3   -    - -
deimos                                      alone 9 5   -    - -
torus:8x8,hosts=12                          alone 9 5   -    - -
directors:levels=2,ports=144,chip=24,ratio=2,hosts=10000 alone 1 1 - 300 -
random:switches=1000,ports=36,hosts=12,seed=1 alone 1 1 30    - -'
# shellcheck disable=SC2034
readonly QUICK='^(fattree:ports=(14|20|28),|deimos|torus)' ROW_LIMIT=240

check_tools() { requires jq; }

compute() { # NAME THREADS RUNS
	bounded "$ROUTE_LIMIT" "$1.json" "$builddir/bench/compute" --threads="$2" --runs="$3" fabric.net ||
		violation "$spec with $2 threads: $(head -c 300 "$work/$1.json")"
}

at_most() { # SHOWN VALUE LIMIT WHAT
	if [ "$3" = - ]; then
		echo "$1"
	elif holds "$2 <= $3"; then
		echo "$1 (aim $3)"
	else
		echo "**$1** (aim $3)"
		violation "$spec: $1 $4, aim $3"
	fi
}

measure_row() { # as in the list
	local spec=$1 same=yes seconds single mib edges
	bounded "$TOOL_TIMEOUT" topo.out sssp-topo "$spec" --lids -q -o fabric.net || return
	compute one 1 "$4"
	compute two 2 "$3"
	seconds=$(value two.json .seconds) single=$(value one.json .seconds)
	mib=$(value two.json '.peak_rss_kib / 1024 | floor') edges=$(value one.json .edges)
	if [ "$(value one.json .digest)" != "$(value two.json .digest)" ] || [ "$(value one.json .digest)" = - ]; then
		same='**no**'
		violation "$spec: one thread and two do not give the same tables"
	fi
	table_line scale "$spec" "$(value two.json .endpoints)" "$(value two.json .channels)" \
		"$(value two.json .vls_needed)" "$(value two.json .passes)" "$(calculate %.3f "$single")" \
		"$(at_most "$(calculate %.3f "$seconds")" "$seconds" "$5" seconds)" \
		"$(calculate %.2f "$single / $seconds")" "$same" "$(at_most "$mib" "$mib" "$6" MiB)"
	table_line limit "$spec" "$(calculate %.1f "$edges / 1e6")" \
		"$(calculate %.2f "$(value one.json .route) * 1e9 / $edges")" \
		"$(calculate %.2f "$(value one.json .layer) * 1e9 / $edges")" \
		"$(calculate %.2f "$(value one.json .touch_seconds) * 1e9 / $edges")" \
		"$(calculate %.1f "$(value one.json .seconds) / $(value one.json .touch_seconds)")"
	[ "$7" != f ] || table_line fit "$(value two.json .endpoints)" "$(value two.json .channels)" "$single" "$seconds"
}

# Least squares through the logarithms: cost = c (endpoints x channels)^exponent.
fit() { # FIELD
	cat "$work"/rows/*/fit 2>/dev/null | awk -F '\t' -v f="$1" '
		$f > 0 { x = log($1 * $2); y = log($f); n++; sx += x; sy += y; sxx += x * x; sxy += x * y
			 if (n == 1 || $1 < low) low = $1
			 if (n == 1 || $1 > high) high = $1 }
		END { if (n < 2) { print "not fitted: too few sizes"; exit }
		      printf "%.3f (%d sizes, %d to %d endpoints)\n", (n * sxy - sx * sy) / (n * sxx - sx * sx), n, low, high }'
}

print_report() {
	printf '\n## Growth, memory, threads\n\n'
	table scale fabric endpoints channels VLs passes '1 thread s' '2 threads s' speed-up 'same bytes' 'peak MiB' | markdown_table
	cat <<-END

		Routing and layering with default options; of several runs the quickest. channels: between switches, both directions.
		same bytes: forwarding tables, service levels and SL to VL tables of one thread and of two. An aim that does not hold
		is in **bold**. Fitted over the fat trees, cost grows with (endpoints x channels) to the power of

		- one thread: $(fit 3)
		- two threads: $(fit 4)

		## How far from the limit

	END
	table limit fabric 'edges, millions' 'route ns/edge' 'layer ns/edge' 'touch ns/edge' 'all / touch' | markdown_table
	cat <<-END

		edges: of the shortest-path graphs of all destinations, each of which a routing that weighs every minimal way must
		touch. route, layer: one thread's time for these steps, spread over the edges (more than one pass touches them more
		often). touch: what one thread takes to do no more than read each edge and add its channel's load.
	END
}

. "$srcdir/bench/rows.sh"
run_part "$@"
