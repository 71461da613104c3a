#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# nue.sh SPEC LANES PATTERNS: what OpenSM's nue makes of a fabric under ibsim with so many lanes: longer pairs, EFI and
# eBB, for bench/cliff --nue. Status 1 where nue gives up or does not finish.
OPENSM_LIMIT=120
. "${srcdir:?}/bench/common.sh"

[ $# = 3 ] || fail "usage: nue.sh SPEC LANES PATTERNS"
start_work
requires_simulator
requires jq
make_bench_fabric "$1"
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
if ! opensm_routes nue 0x43 'qos TRUE' "nue_max_num_vls $2" || [ "$(used_engine)" != nue ]; then
	fail "nue gives up"
fi
stop_ibsim
judge_opensm nue "$3"
printf '%s %s %s\n' "$(value nue.routes.json .nonminimal)" "$(value nue.routes.json .efi.max)" "$(value nue.ebb.json .mean)"
