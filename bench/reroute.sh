#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# reroute.sh FILE: `make bench-reroute`. What one event changes of a routing, fabric by fabric, as markdown, into FILE too.
# ROWS=REGEX takes the fabrics that match; SEED, EVENTS and CHAIN say which events and how many. Status 1 where a bound
# does not hold.
: "${srcdir:?}" "${builddir:?}"
set -u -o pipefail
cd "$builddir" || exit 1

fabrics=('karytree:18,3' 'fattree:ports=36,levels=3' deimos 'torus:8x8,hosts=12')
real=${SSSP_SHARED:-}/fabrics/selene-storage.ibnetdiscover
[ ! -r "$real" ] || fabrics+=("$real")

status=0
: >"${1:-/dev/null}"
for fabric in "${fabrics[@]}"; do
	[[ $fabric =~ ${ROWS:-.} ]] || continue
	bench/reroute --seed="${SEED:-1}" --events="${EVENTS:-10}" --chain="${CHAIN:-200}" "$fabric" | tee -a "${1:-/dev/null}"
	found=$?
	[ $found -lt 2 ] || exit $found
	[ $found = 0 ] || status=1
done
exit $status
