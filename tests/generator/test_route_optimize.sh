#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# sssp-route --optimize: what it says, what may not be said to it, how it ends, and that the judge finds what it tells.
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"

figure() { # KEY, in the JSON of the last run
	sed -n "s/.*\"$1\" *: *\"*\([a-z0-9.-]*\).*/\1/p" out | tail -n 1
}

same_tables() { # FOLDER FOLDER
	for file in opensm-lfts.dump sssp.sl sssp.slvl opensm-sssp.state sssp.fabric; do
		cmp -s "$1/$file" "$2/$file" || fail "$1 and $2 differ: $file"
	done
}

"$topo" random:switches=16,ports=16,hosts=8,seed=1 --lids -q -o random.net || exit 1
"$topo" fattree:ports=8,levels=3,fail=links:10%,seed=3 --lids -q -o tree.net || exit 1

# ---- as many steps, the same bytes; another seed, others. Who asks for passes begins with routes that are not weighed.
for fabric in random tree; do
	runs 0 "$route" $fabric.net --passes 3 -o $fabric --json -q
	plain=$(figure efi_max)
	runs 0 "$route" $fabric.net --passes 3 -o $fabric-1 --steps 2000 --threads 1 --json -q
	[ "$(figure efi_max)" -le "$plain" ] || fail "$fabric: edge-forwarding index"
	grep -q '"steps" *: *2000' out || fail "$fabric: not 2000 steps"
	before=$(figure bandwidth_before) after=$(figure bandwidth)
	awk "BEGIN { exit !($after > $before) }" || fail "$fabric: $after is not more than $before"
	runs 0 "$route" $fabric.net --passes 3 -o $fabric-3 --steps 2000 --threads 3 -q
	same_tables $fabric-1 $fabric-3
	runs 0 "$route" $fabric.net --passes 3 -o $fabric-seed --steps 2000 --seed 2 -q
	! cmp -s $fabric-1/opensm-lfts.dump $fabric-seed/opensm-lfts.dump || fail "$fabric: all seeds are alike"

	# ---- by the judge
	runs 0 "$judge" routes $fabric.net $fabric-1 -q
	runs 0 "$judge" deadlock $fabric.net $fabric-1 -q
	for name in $fabric $fabric-1; do
		runs 0 "$judge" ebb $fabric.net "$name" -q -n 3000 --seed 77 --json
		figure mean >"$name.mean"
	done
	awk "BEGIN { exit !($(cat $fabric-1.mean) > $(cat $fabric.mean)) }" ||
		fail "$fabric: the judge finds $(cat $fabric-1.mean), was $(cat $fabric.mean)"
done

# ---- seconds, and what is told
runs 0 "$route" tree.net -o tree -q
runs 0 "$route" tree.net -o clock --optimize 1
grep -q '^optimized  bisection bandwidth 0\.[0-9]*, was 0\.[0-9]* (+[0-9.]* %); edge-forwarding index [0-9]*, was [0-9]*; [0-9]* steps in 1\.[0-9] s$' out ||
	fail "the report does not tell of it"
runs 0 "$route" tree.net -o both --optimize 1000 --steps 40 -q
runs 0 "$route" tree.net -o steps --steps 40 -q
same_tables both steps
runs 0 "$route" tree.net -o plain --json -q
! grep -q optimized out || fail "who did not ask is told"

# ---- nothing to gain: the tables of those who did not ask
"$topo" karytree:3,2 --lids -q -o whole.net || exit 1
runs 0 "$route" whole.net -o whole -q
runs 0 "$route" whole.net -o whole-1 --steps 300 -q
same_tables whole whole-1

# ---- a signal takes the best so far, once the search has begun: then SIGHUP is caught, too, as the kernel shows
catches_hangup() { # PROCESS
	grep -q '^Name:[[:space:]]*sssp-route$' "/proc/$1/status" && grep -q '^SigCgt:.*[13579bdf]$' "/proc/$1/status"
}
for signal in INT TERM; do
	env --default-signal=$signal "$route" random.net -o "by-$signal" --optimize 30 --json >out 2>err &
	process=$!
	tries=0
	until catches_hangup $process; do
		tries=$((tries + 1))
		[ $tries -le 300 ] || fail "SIG$signal: the search does not begin"
		sleep 0.1
	done
	kill -s $signal $process
	wait $process || fail "SIG$signal: status $?"
	grep -q '"interrupted" *: *true' out || fail "SIG$signal: nobody says so"
	runs 0 "$judge" deadlock random.net "by-$signal" -q
	holds "by-$signal" "$(files random)"
done

# ---- jobs
hosts=$(sed -n 's/^Ca.*"\(H-[^"]*\)".*# "\([^" ]*\).*/\2/p' tree.net)
one=$(echo "$hosts" | sed -n '1~3p' | paste -sd,) two=$(echo "$hosts" | sed -n '2~3p' | paste -sd,)
printf '# two jobs\none: %s\ntwo: %s\n' "$one" "$two" >"jobs"
runs 0 "$route" tree.net -o jobs.1 --steps 2000 --for-jobs jobs
grep -q '^optimized  bandwidth within jobs ' out || fail "jobs are not told of"
"$judge" rehearse tree.net tree jobs.1 -q -n 500 --jobs jobs >out 2>err
grep -q "^ *two " out || fail "the judge cannot read these jobs"

# GUIDs as ibnetdiscover has them, or with all their digits.
guids=$(sed -n 's/^caguid=0x\([0-9a-f]*\)$/\1/p' tree.net)
one=$(echo "$guids" | sed -n 1p) two=$(echo "$guids" | sed -n 2p)
printf 'one: 0x%s\ntwo: %s\n' "$one" "$(printf '%16s' "$two" | tr ' a-f' '0A-F')" >jobs.guids
runs 0 "$route" tree.net -o jobs.2 --steps 20 --for-jobs jobs.guids

refused_jobs() { # TEXT MESSAGE
	printf '%b' "$1" >wrong
	refuses 2 "$2" "$route" tree.net -o refused --steps 10 --for-jobs wrong
	[ ! -e refused ] || fail "$2: a folder is there"
}
first=$(echo "$hosts" | head -n 1)
refused_jobs "one: nobody\n" "wrong:1: 'nobody' is no host of the fabric"
refused_jobs "one: $first\n\ntwo: $first\n" "wrong:3: '$first' is in a job already"
refused_jobs "one: $first\none: $(echo "$hosts" | tail -n 1)\n" "wrong:2: there is a job 'one' already"
refused_jobs "$first\n" "wrong:1: a line is 'NAME: HOSTS', not '$first'"
refuses 2 "sssp-route: missing: No such file or directory" "$route" tree.net -o refused --steps 10 --for-jobs missing

# ---- jobs without a search: as the plugin does; from former tables a tenth of the blocks
runs 0 "$route" tree.net -o weighed.1 --for-jobs jobs --threads 1 --json
grep -q '"jobs" *: *2' out || fail "JSON does not tell of the jobs"
before=$(figure bandwidth_before) after=$(figure bandwidth)
awk "BEGIN { exit !($after > $before) }" || fail "weighed: $after is not more than $before"
runs 0 "$route" tree.net -o weighed.3 --for-jobs jobs --threads 3
grep -q '^jobs       2 of [0-9]* hosts; bandwidth within jobs 0\.' out || fail "the report does not tell of the jobs"
same_tables weighed.1 weighed.3
sed '1d; s/^one/last/' jobs | sort -r >jobs.turned
runs 0 "$route" tree.net -o weighed.turned --for-jobs jobs.turned -q
same_tables weighed.1 weighed.turned
sed -n 's/^Ca.*# "\([^" ]*\).*/\1/p' random.net | awk '{ all = all (NR > 1 ? "," : "") $0 } END { print "all: " all }' >jobs.random
runs 0 "$route" random.net -o weighed.random --for-jobs jobs.random -q
runs 0 "$judge" deadlock random.net weighed.random -q
! cmp -s weighed.random/opensm-lfts.dump random/opensm-lfts.dump || fail "a job of everybody changes nothing"
"$judge" rehearse tree.net tree weighed.1 -q -n 1000 --jobs jobs --json >out
awk "BEGIN { exit !($(figure ebb_new) > 0) }" || fail "the judge says nothing of the jobs"
now=$(sed -n '/"jobs_together"/,/}/s/.*"ebb_now" *: *\([0-9.]*\).*/\1/p' out)
new=$(sed -n '/"jobs_together"/,/}/s/.*"ebb_new" *: *\([0-9.]*\).*/\1/p' out)
awk "BEGIN { exit !($new > $now) }" || fail "the judge finds $new within jobs, was $now"
runs 0 "$route" tree.net --from tree -o weighed.from --for-jobs jobs --json -q
[ $((10 * $(figure blocks_changed))) -le "$(figure blocks)" ] || fail "more than a tenth of the blocks is other"
grep -q '"rerouted" *: *true' out || fail "former tables do not stay"

# ---- a pattern: what is told is what the judge finds; ranks are hosts by LID
for pattern in alltoall nearest-neighbour bisect; do
	runs 0 "$route" random.net -o "for-$pattern.1" --steps 2000 --for $pattern --threads 1 --json -q
	grep -q "\"pattern\" *: *\"$pattern\"" out || fail "$pattern: JSON does not say so"
	before=$(figure bandwidth_before) after=$(figure bandwidth)
	for name in random "for-$pattern.1"; do
		runs 0 "$judge" pattern $pattern random.net "$name" --mapping linear -q --json
		figure bandwidth_mean >"$name.mean"
	done
	awk "BEGIN { b = $(cat random.mean) - $before; a = $(cat "for-$pattern.1.mean") - $after
		exit !($after > $before && a * a < 1e-8 && b * b < 1e-8) }" ||
		fail "$pattern: $after, was $before; the judge finds $(cat "for-$pattern.1.mean"), was $(cat random.mean)"
	runs 0 "$judge" deadlock random.net "for-$pattern.1" -q
	runs 0 "$route" random.net -o "for-$pattern.3" --steps 2000 --for $pattern --threads 3
	grep -q '^optimized  bandwidth of the pattern 0\.[0-9]*, was 0\.[0-9]* (+' out || fail "$pattern: the report"
	same_tables "for-$pattern.1" "for-$pattern.3"
done
awk 'BEGIN { for (r = 7; r < 9; r++) for (i = 0; i < 64; i++) print r, i, 64 + (i * r) % 64 }' >pairs
runs 0 "$route" random.net -o for-file --steps 500 --for file:pairs --json -q
after=$(figure bandwidth)
runs 0 "$judge" pattern file:pairs random.net for-file --mapping linear --ranks 128 -q --json
awk "BEGIN { d = $(figure bandwidth_mean) - $after; exit !(d * d < 1e-8) }" || fail "file:pairs: not what the judge finds"
runs 0 "$route" random.net -o for-any --steps 300 --for permutation -q
runs 0 "$route" random.net -o for-none --steps 300 -q
same_tables for-any for-none
runs 0 "$route" whole.net -o for-ring --steps 300 --for ring --json -q
[ "$(figure steps)" = 0 ] || fail "where there is nothing to gain it searches"

refused_pattern() { # PATTERN MESSAGE [TOPOLOGY]
	refuses 2 "$2" "$route" "${3:-tree.net}" -o refused --steps 10 --for "$1"
	[ ! -e refused ] || fail "$1: a folder is there"
}
refused_pattern alltoallv "sssp-route: there is no pattern 'alltoallv'; there are bisect, permutation, dissemination, recursive-doubling, pairwise-exchange, alltoall, tree, pipeline, ring, scatter, gather, receivers, nearest-neighbour, file"
refused_pattern receivers "sssp-route: pattern 'receivers': a number of receivers, receivers:N follows the name"
refused_pattern nearest-neighbour:40x40 "sssp-route: pattern 'nearest-neighbour:40x40': 1600 ranks do not fit: there are 128 hosts"
refused_pattern receivers:128 "sssp-route: pattern 'receivers': there are too few hosts for it"
refused_pattern file:missing "sssp-route: missing: No such file or directory"
echo '0 1 128' >pairs
refused_pattern file:pairs "pairs:1: rank 128 is unknown: there are ranks 0 .. 127"

# ---- wrong options
refused() { # MESSAGE [OPTION..]
	message=$1
	shift
	refuses 2 "sssp-route: $message" "$route" tree.net -o refused "$@"
	[ ! -e refused ] || fail "$message: a folder is there"
}
refused "--optimize must be 1..604800, not 0" --optimize 0
refused "--steps is at least 1" --steps 0
refused "--seed is at least 0" --steps 1 --seed -1
refused "--for and --for-jobs exclude each other: routes are for a pattern or for jobs" --for ring --for-jobs jobs --steps 5
refused "--for goes with --optimize or --steps: routes are not chosen for a pattern at once" --for ring
refused "--seed goes with --optimize or --steps" --seed 3
refused "--optimize, --steps and --for-jobs go with the algorithm psssp only, not updn" --for-jobs jobs --algorithm updn
refused "--optimize, --steps and --for-jobs count all links alike: --capacity does not go with them" --for-jobs jobs --capacities
refused "--optimize and --steps do not go with --from, which keeps what it can" --optimize 5 --from tree
refused "--optimize, --steps and --for-jobs go with the algorithm psssp only, not minhop" --steps 5 --algorithm minhop
refused "--optimize, --steps and --for-jobs count all links alike: --capacity does not go with them" --steps 5 --capacities
exit 0
