#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# all.sh SEED EVENTS FABRIC..: a campaign on each fabric, one after the other, then what each came to. With `group:` before
# FABRIC a multicast group of all hosts is there, too. Status 1 if one fails.
set -u -o pipefail
: "${srcdir:?}" "${builddir:?}"
seed=$1 events=$2 status=0 lines=()
shift 2
cd "$builddir" || exit 1
for fabric; do
	log=campaign.${fabric//[^A-Za-z0-9]/-}.$seed.log
	echo "campaign: $fabric, seed $seed, $events events; what happens is in $builddir/$log"
	group='' last=1
	[ "$fabric" = "${fabric#group:}" ] || group=all last=2
	if GROUP=$group bash "$srcdir/tests/campaign/campaign.sh" "${fabric#group:}" "$seed" "$events" >"$log" 2>&1; then
		lines+=("$(tail -n $last "$log")")
	else
		lines+=("campaign: $fabric, seed $seed: FAILED")
		sed -n '/^FAIL/,$p' "$log"
		status=1
	fi
done
for hosts in 2 4; do
	echo "campaign: groups over restarts and cables, $hosts hosts a switch"
	if MCAST_CABLES=20 MCAST_HOSTS=$hosts bash "$srcdir/tests/e2e/test_mcast_restart.sh" >campaign.groups.log 2>&1; then
		lines+=("campaign: a group over restarts, 20 cables out and back: $(tail -n 1 campaign.groups.log)")
	else
		lines+=("campaign: a group over restarts: FAILED")
		cat campaign.groups.log
		status=1
	fi
done
printf '%s\n' ${lines[@]+"${lines[@]}"}
exit $status
