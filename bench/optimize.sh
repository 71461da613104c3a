#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# optimize.sh [FILE]: `make bench-optimize [OPTIMIZE_SECONDS=60] [ROWS=REGEX]`. What `sssp-route --optimize` gets out of
# so many seconds, by the judge's own patterns; a fabric takes that and some seconds more. Prints a table, into FILE too.
# Status 1 where an aim is not met, or tables are worse in any way.
. "${srcdir:?}/bench/common.sh"

readonly PATTERNS=1000 JUDGE_SEED=99
readonly LONG=${OPTIMIZE_SECONDS:-60} # seconds for each, also where it is empty

# SPEC, aim in per cent, jobs
readonly FABRICS='
deimos                                        3  0
shared:selene-storage.ibnetdiscover           3  0
random:switches=64,ports=36,hosts=18,seed=1   3  0
fattree:ports=24,levels=3,fail=links:5%       2  0
fattree:ports=36,levels=3,fail=links:1%       2  0
fattree:ports=24,levels=3,fail=links:5%      15 10'

# So many jobs of 16 to 256 hosts, drawn with a generator of our own: the same each time.
draw_jobs() { # JOBS
	sed -n 's/^Ca.*# "\([^" ]*\).*/\1/p' "$fabric" | awk -v jobs="$1" '
		function drawn(n) { state = (state * 16807) % 2147483647; return int(state / 2147483647 * n) }
		{ host[NR] = $1 }
		END {
			state = 12345
			for (i = NR; i > 1; i--) { k = 1 + drawn(i); other = host[i]; host[i] = host[k]; host[k] = other }
			for (j = 1; j <= jobs; j++) {
				n = 16 + drawn(241)
				for (i = 1; i <= n && next_host < NR; i++)
					line = line (i > 1 ? "," : "") host[++next_host]
				print "job" j ": " line
				line = ""
			}
		}'
}

# The judge, of all hosts: sets before, after.
bandwidths() {
	for name in plain better; do
		judge $name.ebb.json ebb fabric.net $name -n "$PATTERNS" --seed "$JUDGE_SEED"
	done
	before=$(value plain.ebb.json .mean) after=$(value better.ebb.json .mean)
}

# Random bisections of all jobs at a time, as lines "round source destination" of ranks in the order of the file.
draw_bisections() {
	awk -F': ' '
		function drawn(n) { state = (state * 16807) % 2147483647; return int(state / 2147483647 * n) }
		{ size[NR] = split($2, hosts, ",") }
		END {
			state = 4711
			for (r = 0; r < 100; r++)
				for (j = 1 + (base = 0); j <= NR; base += size[j++]) {
					for (i = 0; i < size[j]; i++) rank[i] = base + i
					for (i = size[j] - 1; i > 0; i--) { k = drawn(i + 1); t = rank[i]; rank[i] = rank[k]; rank[k] = t }
					half = int(size[j] / 2)
					for (i = 0; i < half; i++) print r, rank[i], rank[half + i]
				}
		}' "$work/jobs"
}

# The same of the jobs, all at a time.
job_bandwidths() {
	draw_bisections >"$work/bisections"
	sed 's/.*: //' "$work/jobs" | tr , '\n' >"$work/ranks"
	for name in plain better; do
		judge $name.jobs.json pattern file:bisections fabric.net $name --mapping file:ranks
	done
	before=$(value plain.jobs.json .bandwidth_pairs) after=$(value better.jobs.json .bandwidth_pairs)
}

measure_fabric() { # SPEC AIM JOBS
	local options=() what=$1
	make_bench_fabric "$1" || return 0
	say "$1"
	if [ "$3" != 0 ]; then
		draw_jobs "$3" >"$work/jobs"
		options=(--for-jobs jobs) what="$1, $3 jobs"
	fi
	if ! route_ours plain || ! route_ours better --optimize "$LONG" ${options[@]+"${options[@]}"}; then
		violation "$what: no tables"
		return
	fi
	if [ "$3" = 0 ]; then bandwidths; else job_bandwidths; fi
	gain=$(calculate %+.2f "100 * $after / $before -100")
	holds "$gain >= $2" || violation "$what: $gain %, to be $2 %"
	holds "$(value better.json .efi_max) <= $(value plain.json .efi_max)" || violation "$what: a fuller channel"
	holds "$(value better.json .vls_used) <= $(value plain.json .vls_used)" || violation "$what: more lanes"
	echo "| \`$1\`$([ "$3" = 0 ] || echo ", $3") | $(decimals "$before") | $(decimals "$after") | $gain | $2 | $(value plain.json .efi_max) | $(value better.json .efi_max) | $(value better.json .optimized.steps) |" >>"$work/rows"
}

start_work
requires jq
: >"$work/rows"
while read -r spec aim jobs; do
	[[ $spec =~ ${ROWS:-.} ]] || continue
	measure_fabric "$spec" "$aim" "$jobs" </dev/null
done <<<"${FABRICS#?}"
{
	echo "| fabric, jobs | bandwidth | after $LONG s | gain in % | aim | fullest channel | after | steps |"
	echo '|---|---|---|---|---|---|---|---|'
	cat "$work/rows"
} | tee "$(realpath -m "${1:-/dev/null}")"
[ $violations = 0 ] || say "$violations bounds do not hold"
[ $violations = 0 ]
