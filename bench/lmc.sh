#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# lmc.sh [FILE]: what applications get that split flows evenly over the LIDs of a port (base + k to base + k), with each
# --lmc-routes, beside one LID. Prints Markdown, into FILE too. No figure depends on the machine. ROWS=REGEX: only these
# fabrics.
. "${srcdir:?}/bench/common.sh"

readonly FABRICS='slimfly:5 dragonfly:a=8,p=4,h=4 hyperx:5x5,hosts=4 torus:6x6,hosts=4 deimos karytree:6,3 fattree:ports=16,levels=2'
readonly WAYS='0:base 2:shortest 2:disjoint 2:layers 3:layers'
readonly PATTERNS=300
readonly SIMULATION=(--slots 4000 --warmup 1000 --seed 1)

# Patterns among the hosts of switches that a cable joins, ranks in the order of GUIDs. together: in each of four rounds
# every switch sends to another neighbour, each of these receives from one; alone: one switch a round.
neighbours() { # together|alone
	awk -v how="$1" '
		/^Switch/ { split($0, part, "\""); at = part[2]; order[++n] = at; next }
		/^Ca/ { split($0, part, "\""); hosts[++h] = part[2]; at = ""; next }
		/^\[/ && at { split($0, part, "\"")
			if (part[2] ~ /^S-/) near[at, ++count[at]] = part[2]; else on[at, ++size[at]] = part[2] }
		function send(round, s, t, k) {
			for (k = 1; k <= size[s] && k <= size[t]; k++) print round, rank[on[s, k]], rank[on[t, k]] }
		END {
			for (i = 1; i <= h; i++) { r = 0; for (j = 1; j <= h; j++) r += hosts[j] < hosts[i]; rank[hosts[i]] = r }
			for (i = 1; how == "alone" && i <= n; i += int(n / 25) + 1)
				if (size[order[i]] && size[near[order[i], 1 + i % count[order[i]]]])
					send(alone++, order[i], near[order[i], 1 + i % count[order[i]]])
			for (round = 0; how == "together" && round < 4; round++) {
				split("", taken)
				for (i = 1; i <= n; i++)
					for (k = 0; size[order[i]] && k < count[order[i]]; k++) {
						t = near[order[i], 1 + (i + round + k) % count[order[i]]]
						if (!size[t] || t in taken) continue
						taken[t]; send(round, order[i], t); break
					}
			}
		}' "$fabric"
}

static() { # PATTERN: its mean bandwidth
	judge pattern.json pattern "$1" fabric.net ours --mapping linear --paths "$paths"
	decimals "$(value pattern.json .bandwidth_optimistic)"
}

simulated() { # TRAFFIC MAPPING QUEUE:BUFFER
	judge packets.json simulate fabric.net ours --traffic "$1" --mapping "$2" --paths "$paths" --queue "${3%:*}" \
		--buffer "${3#*:}" "${SIMULATION[@]}"
	decimals "$(value packets.json 'if .stopped then "stops" else .loads[0].accepted end')"
}

measure() { # SPEC LMC ROUTES
	local options=(--lmc "$2") paths=equal each=each cells near last
	[ "$2" = 0 ] && paths=base each=base || options+=(--lmc-routes "$3")
	route_ours ours "${options[@]}" || fail "sssp-route: $(head -c 300 "$work/ours.json")"
	judge free.json deadlock fabric.net ours --reverse --all-endpoints || violation "$1, LMC $2, $3: credit loops"
	judge ebb.json ebb fabric.net ours -n $PATTERNS --seed 1 --paths "$paths"
	judge each.json ebb fabric.net ours -n $PATTERNS --seed 1 --paths "$each"
	cells=("$(value ours.json .vls_used)"
		"$(decimals "$(value ours.json "[1, $((1 << $2)) * .classes.hosts / .efi_max] | min")")"
		"$(decimals "$(value ebb.json .mean)")" "$(decimals "$(value each.json .mean)")" "$(static alltoall)")
	if [ -s "$work/together.pattern" ]; then
		near=("$(static file:together.pattern)" "$(static file:alone.pattern)")
		last=$(simulated file:together.pattern linear voq:16)
	else
		near=(- -) last=-
	fi
	cells+=("${near[@]}" "$(simulated uniform random voq:16)" "$(simulated shift linear voq:16)"
		"$(simulated bisect random voq:16)" "$last" "$(simulated uniform random fifo:4)"
		"$(simulated bisect random fifo:4)")
	(
		IFS=$'\t'
		echo "$label	$2, $3	${cells[*]}"
	) >>"$work/rows"
}

print_report() {
	printf '# Several LIDs\n\n'
	cat <<-END
		What hosts get, as a share of a cable, that split each flow evenly over the LIDs of its target (LMC), from base + k to
		base + k, by \`sssp-eval --paths equal\`; LMC 0: one LID. Made by \`make bench-lmc\`; \`make check-figures\` makes it again.

	END
	markdown_table <"$work/rows"
	cat <<-END

		uniform: how full hosts can send to all others until the fullest channel is (routes alone). eBB: $PATTERNS
		random bisections, where a flow waits for its slowest part; eBB each: by \`--paths each\`, each part a flow of
		its own. shift: all shifts of the hosts in the order of their GUIDs, on average. near: the hosts of each switch
		with hosts send to those of one that a cable joins to it, all at once; one: a single switch does, all others are
		silent. These are max-min fair shares of flows. sim.: what packets get under full load, by \`sssp-eval
		simulate\` ${SIMULATION[*]}, input buffers of 16 packets a port and lane of which any may leave; fifo: of four,
		of which the head may. There packets that are spread wait behind others more often than those of a pattern that
		keeps to its channels.
	END
}

result=$(realpath -m "${1:-/dev/null}")
start_work
requires jq
printf 'fabric\tLMC, routes\tlanes\tuniform\teBB\teBB each\tshift\tnear\tone\tsim. uniform\tsim. shift\tsim. bisect\tsim. near\tfifo uniform\tfifo bisect\n' >"$work/rows"
for spec in $FABRICS; do
	[ -z "${ROWS:-}" ] || [[ $spec =~ $ROWS ]] || continue
	say "== $spec"
	fabric=$work/fabric.net label=$spec
	bounded "$TOOL_TIMEOUT" topo.out sssp-topo "$spec" -q -o "$fabric" || fail "sssp-topo $spec"
	neighbours together >"$work/together.pattern"
	neighbours alone >"$work/alone.pattern"
	for way in $WAYS; do
		measure "$spec" "${way%:*}" "${way#*:}"
		label=
	done
done
print_report | tee "$result"
[ $violations = 0 ]
