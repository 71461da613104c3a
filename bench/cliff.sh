#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# cliff.sh: `make bench-cliff`. SEED, CASES, CLIFF_SECONDS and ROWS say which random fabrics, JOBS how many at a time,
# NUE that OpenSM's nue is asked too; all of the usual ones go into LANES.md, as its last part. Status 1 where something
# falls short.
: "${srcdir:?}" "${builddir:?}"
set -u -o pipefail
cd "$builddir" || exit 1

summary=bench/cliff.md
heading='## Random fabrics'

revision() { git -C "$srcdir" describe --always --dirty --abbrev=10 2>/dev/null || echo 'no git checkout'; }

bench/cliff --seed="${SEED:-1}" --cases="${CASES:-500}" --jobs="${JOBS:-1}" \
	--seconds="${CLIFF_SECONDS:-1500}" --rows="${ROWS:-}" --summary="$summary" ${NUE:+--nue}
status=$?
[ $status -lt 2 ] || exit $status

if [ "${SEED:-1} ${CASES:-500} ${ROWS:-}" = '1 500 ' ]; then
	{
		sed "/^$heading/,\$d" "$srcdir/bench/LANES.md"
		echo
		sed "s|^$heading.*|&\\n\\nMeasured at $(revision) on $(date -u +%Y-%m-%d), $(nproc) cores.|" "$summary"
	} >bench/results.tmp && cat -s bench/results.tmp >"$srcdir/bench/LANES.md" && rm -f bench/results.tmp
fi
exit $status
