#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# tara.sh: the wall times of all-to-all that were measured on the cluster tara (row m = 512 N of the table in the poster
# on HPCF-2013-13, UMBC) beside those of `sssp-eval workload`. Status 1 where one is further off than 25 %.
#
# 8 processes on each of N nodes hold 512 N doubles for each of 1,492,992 positions, so that each sends
# 8 x 512 N x 1492992 / (8 N)^2 bytes to each other. No figure is fitted:
#	HOST, LINK	GB/s of a QDR link behind an adapter of that time, as in the paper on IBSim (2009)
#	MEMORY		35 GB/s for two sockets with memory of 1333 MHz, as IBM's product guides for servers with this
#			processor have it, by 4: a message is copied into memory that two processes share and out
#			of it again, and each copy reads and writes
set -eu
: "${builddir:?}"
PATH=$builddir/evaluator:$builddir/generator:$PATH
HOST=${HOST:-3.15} LINK=${LINK:-3.15} MEMORY=${MEMORY:-8.75} MOST=${MOST:-25}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

predict() { # NODES
	sssp-eval workload alltoall "$work/tara.net" "$work/routes/opensm-lfts.dump" -q --iterations 1 --ppn 8 \
		--cores $((8 * $1)) --time 0 --bytes $((8 * 512 * $1 * 1492992 / (64 * $1 * $1))) --bytes-spread 0 \
		--host-rate "$HOST" --link-rate "$LINK" --memory-rate "$MEMORY" >"$work/report"
	awk '$1 == "seconds" { print $2; found = 1 } END { exit !found }' "$work/report"
}

sssp-topo tara --lids -q -o "$work/tara.net"
sssp-route "$work/tara.net" -q -o "$work/routes" >/dev/null

while read -r nodes measured; do
	predicted=$(predict "$nodes")
	echo "$nodes $measured $predicted"
done >"$work/rows" <<END
1 0.60
3 1.64
9 2.09
18 2.28
36 2.30
END
awk -v most="$MOST" '
	BEGIN { printf "%5s %9s %11s %12s %6s\n", "nodes", "processes", "measured s", "predicted s", "off %" }
	{
		off = 100 * ($3 / $2 - 1)
		printf "%5d %9d %11.2f %12.2f %+6.1f\n", $1, 8 * $1, $2, $3, off
		if (off > most || off < -most)
			far++
	}
	END {
		if (far)
			printf "%d of %d are further off than %s %%\n", far, NR, most
		exit far > 0 || NR != 5
	}' "$work/rows"
