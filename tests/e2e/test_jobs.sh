#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# jobs=FILE and jobs=pkeys: the plugin's tables are those of sssp-route with the same jobs, hosts of jobs have more
# bandwidth than with tables that know of none, a job that starts while it all runs changes a tenth of the blocks at
# most and only routes to its own hosts, one that ends or loses hosts nothing. What is wrong with the file is a line in
# the log.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"
. "$srcdir/tests/e2e/tables.sh"

start_work
requires_plugin
requires ibnetdiscover dump_lfts saquery smpquery ibdmchk jq

jobs=$work/jobs
partitions=$work/partitions.conf

# Hosts of the fabric, every N-th from the K-th on: by name with commas between them, by port GUID a line each.
names() { # N K
	sed -n 's/^Ca.*# "\([^" ]*\).*/\1/p' "$fabric" | awk -v n="$1" -v k="$2" 'NR % n == k % n' | paste -sd,
}
guids() { # N K
	awk '/^Ca/ { host = 1 } /^Switch/ { host = 0 } host && /^\[1\]/ { split($0, p, /[()]/); print "0x" p[2] }' "$fabric" |
		awk -v n="$1" -v k="$2" 'NR % n == k % n'
}

log_tells() { # EXPRESSION
	log_has "$1" || fail "not in the log: $1: $(grep -a 'sssp: jobs\|SSSP14' "$work/osm.log")"
}

remember() { lft_entries "$work/opensm-lfts.dump" >"$work/$1.entries"; } # NAME

# What is other: blocks, and LIDs.
count_changes() { # NAME NAME
	join -j 1 <(sed 's/ /:/' "$work/$1.entries" | sort) <(sed 's/ /:/' "$work/$2.entries" | sort) >"$work/joined"
	awk '
		function number(hex, i, n) { for (i = 3; i <= length(hex); i++)
			n = n * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1; return n }
		{ split($1, at, ":"); lid = number(at[2]); block = at[1] " " int(lid / 64); all[block]
		  if ($2 != $3) { other[block]; lids[lid] } }
		END { for (b in all) n++; for (b in other) k++; print n, k + 0; for (lid in lids) print lid >"'"$work/lids.changed"'" }
	' "$work/joined" >"$work/blocks.changed"
	[ -e "$work/lids.changed" ] || : >"$work/lids.changed"
	read -r blocks changed <"$work/blocks.changed"
}

# Bandwidth within jobs that all send, of tables without jobs and of those in a folder.
within() { # FOLDER
	sssp-eval rehearse "$work/seen.net" "$work/plain" "$1" -q -n 2000 --jobs "$jobs" --json >"$work/rehearsal"
	[ $? -le 1 ] || fail "no rehearsal"
	jq -r '.jobs_together | "\(.ebb_now) \(.ebb_new)"' "$work/rehearsal"
}

# What the plugin has programmed, as a folder for the judge.
live_folder() { # NAME
	rm -rf "${work:?}/$1"
	mkdir "$work/$1"
	cp "$work/opensm-lfts.dump" "$work/sssp.psl" "$work/sssp.slvl" "$work/$1"
}

gains() { # FOLDER
	local before after
	read -r before after <<<"$(within "$1")"
	awk "BEGIN { exit !(${after:-0} > ${before:-1}) }" || fail "bandwidth within jobs $after, without them $before"
	echo "bandwidth within jobs $after, without them $before"
}

# ---- the same tables by both programs, and what they are worth
both_ways() { # SPEC
	make_fabric "$1"
	printf '# two jobs\none: %s\ntwo: %s\n' "$(names 3 1)" "$(names 3 2)" >"$jobs"
	offline_options=(--for-jobs "$jobs")
	same_tables_both_ways "event_plugin_options jobs=$jobs"
	log_tells 'sssp: jobs: 2 with [0-9]+ hosts; routes weighed for 2 of these jobs: bandwidth within jobs 0\.'
	tables_are_complete
	sssp-route "$work/seen.net" -q -o "$work/plain" || fail "no tables without jobs"
	! cmp -s "$work/plain/opensm-lfts.dump" "$work/offline/opensm-lfts.dump" || fail "jobs change nothing"
	rm -rf "$work/plain.jobs"
	gains "$work/offline"

	# Partitions of the same hosts: the same tables. That of all hosts, of one, the default one and limited members are
	# no jobs; who is in two is in the smaller one.
	{
		echo 'Default=0x7fff, ipoib : ALL=full;'
		echo 'all=0x8001 : ALL=full;'
		echo "one=0x8002 : $(guids 3 1 | sed 's/$/=full/' | paste -sd,);"
		echo "two=0x8003 : $(guids 3 2 | sed 's/$/=full/' | paste -sd,), $(guids 3 3 | sed 's/$/=limited/' | paste -sd,);"
		echo "alone=0x8004 : $(guids 3 3 | head -n 1)=full;"
		echo "project=0x8005 : $({ guids 3 1; guids 3 2; } | sed 's/$/=full/' | paste -sd,);"
	} >"$partitions"
	same_tables_both_ways 'event_plugin_options jobs=pkeys' "partition_config_file $partitions"
	log_tells 'sssp: jobs: 2 with [0-9]+ hosts; routes weighed for 2 of these jobs'
	rm -rf "$work/plain"
}

both_ways fattree:ports=8,levels=3,fail=links:10%,seed=3
offline_options=()

# ---- a job starts, one loses a host, one ends
begin_live() { # CONFIGURATION LINE..
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	start_opensm sssp "$with_plugin" "$@" || fail "the subnet does not come up"
	engine_was_ours
	sim ibnetdiscover >"$work/seen.net" || fail "ibnetdiscover: $(tail -n 3 "$work/seen.net")"
	remember first
}

nothing_changes() { # WHEN
	sweep_again || fail "$1: no sweep"
	remember now
	cmp -s "$work/first.entries" "$work/now.entries" || fail "$1: routes change"
}

a_job_has_begun() { # GUIDS OF ITS HOSTS
	log_tells 'sssp: jobs: 2 with [0-9]+ hosts; routes weighed for 1 of these jobs'
	log_tells 'sssp: update at once: '
	remember second
	count_changes first second
	[ "$changed" -gt 0 ] && [ $((changed * 10)) -le "$blocks" ] || fail "a job starts: $changed of $blocks blocks change"
	ca_lids >"$work/cas"
	for guid in $1; do grep -w "$(printf '%016x' $((guid - 1)))" "$work/cas"; done | cut -d ' ' -f 1 | sort >"$work/lids.job"
	[ -z "$(sort "$work/lids.changed" | comm -23 - "$work/lids.job")" ] || fail "routes to hosts of no new job change"
	echo "a job starts: $changed of $blocks blocks change"
	mv "$work/second.entries" "$work/first.entries"
	tables_are_complete
}

printf 'one: %s\n' "$(names 3 1)" >"$jobs"
begin_live "event_plugin_options jobs=$jobs"
live_folder without
nothing_changes "nothing has begun"
log_tells 'sssp: jobs: 1 with [0-9]+ hosts; none of these jobs has begun'
printf 'one: %s\ntwo: %s\n' "$(names 3 1)" "$(names 3 2)" >"$jobs"
sweep_again || fail "no sweep"
a_job_has_begun "$(guids 3 2)"
live_folder with
mv "$work/without" "$work/plain"
gains "$work/with"
stop_opensm
keep_state=1
start_opensm sssp "$with_plugin" "event_plugin_options jobs=$jobs" || fail "the subnet does not come up again"
log_tells 'sssp: the previous routing was read from '
log_tells 'sssp: jobs: 2 with [0-9]+ hosts; none of these jobs has begun'
nothing_changes "OpenSM is started again"
printf 'two: %s\n' "$(names 3 2)" >"$jobs"
nothing_changes "a job has ended"
log_tells 'sssp: jobs: 1 with [0-9]+ hosts; none of these jobs has begun'
fewer=$(names 3 2 | cut -d , -f 2-)
printf 'another: %s\n' "$fewer" >"$jobs"
nothing_changes "a job has lost a host, and has another name"
printf 'two: %s\nthree nobody[1-3]\n' "$fewer" >"$jobs"
nothing_changes "the file is broken"
log_tells "ERR SSSP14: the jobs are ignored, the previous ones count: $jobs:2: a line is"
printf 'two: %s,nobody[1-3]\n' "$fewer" >"$jobs"
nothing_changes "the file names hosts that are not there"
log_tells "sssp: jobs: $jobs:1: 'nobody1' is no host of this subnet; 3 such names are ignored"
rm "$jobs"
nothing_changes "the file is gone"
log_tells "ERR SSSP14: the jobs are ignored, the previous ones count: $jobs: No such file"
mkfifo "$jobs"
nothing_changes "a pipe lies there"
rm "$jobs"
echo '# none today' >"$jobs"
nothing_changes "no job runs"
stop_opensm

# ---- from the beginning without the file
rm "$jobs"
keep_state=
stop_ibsim
begin_live "event_plugin_options jobs=$jobs"
log_tells "ERR SSSP14: the jobs are ignored, routes are made without: $jobs: No such file"
stop_opensm
stop_ibsim

# ---- the same by partitions
partition() { echo "$1=$2 : $(guids 3 "$3" | sed 's/$/=full/' | paste -sd,);"; }
{
	echo 'Default=0x7fff : ALL=full;'
	partition one 0x8002 1
} >"$partitions"
begin_live 'event_plugin_options jobs=pkeys' "partition_config_file $partitions"
partition two 0x8001 2 >>"$partitions"
sweep_again || fail "no sweep"
a_job_has_begun "$(guids 3 2)"
sed -i /^one/d "$partitions"
nothing_changes "a partition is gone"
log_tells 'sssp: jobs: 1 with [0-9]+ hosts; none of these jobs has begun'
stop_opensm
stop_ibsim
