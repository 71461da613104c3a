# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# One fabric, several routing engines, side by side: what `quickstart run` shows. Source functions.sh first.
#
# A row is a line of tab-separated fields: the engine asked for, the engine OpenSM used, lanes, EFI, eBB, pairs that do
# not arrive, the verdicts of sssp-eval and of ibdmchk on credit loops, milliseconds from OpenSM's choice of the
# engine to its finished tables.

: "${work:?}"
readonly EBB_PATTERNS=1000 # the 95 % interval is then some thousandths wide

# The engine whose tables OpenSM put on the switches, as its log says; that of this project has a name of its own.
used_engine() {
	local name
	name=$(sed -n 's/.*osm_ucast_mgr_process: \([a-z0-9-]*\) tables configured on all switches.*/\1/p' "$work/osm.log" |
		tail -n 1)
	case $name in
	sssp | psssp) if summary_line >/dev/null; then echo opensm-sssp; else echo "$name"; fi ;;
	*) echo "${name:-none}" ;;
	esac
}

# The line that ends each routing of this project's engine.
summary_line() { grep -aE 'sssp: [0-9]+ switches, [0-9]+ LIDs' "$work/osm.log"; }

# Lanes: from our summary, from dfsssp's own account, else the one that every engine gets by.
used_lanes() { # ENGINE
	local lanes=
	case $1 in
	opensm-sssp) lanes=$(summary_line | sed -n 's/.* \([0-9]*\) VLs.*/\1/p' | tail -n 1) ;;
	dfsssp) lanes=$(sed -n 's/.*dfsssp_remove_deadlocks: Virtual Lanes needed: \([0-9]*\).*/\1/p' "$work/osm.log" | tail -n 1) ;;
	esac
	echo "${lanes:-1}"
}

# Milliseconds between two lines of the log: its stamps are HH:MM:SS microseconds.
compute_time() {
	awk '/ucast_mgr_route: building routing with/ { start = $3 " " $4 }
	     /osm_ucast_mgr_process: .* tables configured/ { end = $3 " " $4 }
	     function ms(stamp, part) { split(stamp, part, /[: ]/)
		return ((part[1] * 60 + part[2]) * 60 + part[3]) * 1000 + part[4] / 1000 }
	     END { if (start == "" || end == "") { print "-"; exit }
		   t = ms(end) - ms(start); printf "%.0f\n", t < 0 ? t + 86400000 : t }' "$work/osm.log"
}

# Whether every lane is free of credit loops. OpenSM writes path SLs of no engine of its own: where dfsssp spreads a
# loop over lanes there is nothing to check its claim with. One lane free for all routes is free for any SLs.
loop_verdict() { # VERDICT-ON-WHAT-WAS-WRITTEN LANES
	if [ "$1" = loops ] && [ "$2" -gt 1 ] && [ ! -f "$work/sssp.psl" ]; then
		echo unproven
	else
		echo "$1"
	fi
}

# Routes the running fabric with an engine, prints the row.
compare_engine() { # ENGINE [CONFIGURATION LINE..]
	local asked=$1 used lanes evaluated checked
	run_opensm_once "$@" || return 1
	used=$(used_engine)
	lanes=$(used_lanes "$used")
	# shellcheck disable=SC2046 # four words
	evaluate deadlock.json deadlock $(lanes --psl --slvl)
	case $(jq -r .free "$work/deadlock.json" 2>/dev/null) in
	true) evaluated=free ;;
	false) evaluated=$(loop_verdict loops "$lanes") ;;
	*) evaluated=none ;;
	esac
	# shellcheck disable=SC2046
	run_ibdmchk $(lanes -c -d)
	checked=$(loop_verdict "$(ibdmchk_verdict)" "$lanes")
	evaluate routes.json routes
	evaluate ebb.json ebb -n "$EBB_PATTERNS" --seed 1
	printf '%s\t%s\t%s\t%s\t%.3f\t%s\t%s\t%s\t%s\n' "$asked" "$used" "$lanes" "$(jq .efi.max "$work/routes.json")" \
		"$(jq .mean "$work/ebb.json")" "$(jq .unreachable "$work/routes.json")" "$evaluated" "$checked" "$(compute_time)"
}

# Rows as an aligned table: words to the left, numbers to the right.
print_table() {
	awk -F '\t' '
		BEGIN { split("asked for\tused\tVLs\tEFI\teBB\tunreachable\tsssp-eval\tibdmchk\tms", head, "\t") }
		{ rows++; for (i = 1; i <= 9; i++) cell[rows, i] = $i }
		END {
			for (i = 1; i <= 9; i++) {
				cell[0, i] = head[i]
				for (r = 0; r <= rows; r++) if (length(cell[r, i]) > width[i]) width[i] = length(cell[r, i])
			}
			for (r = 0; r <= rows; r++) {
				line = ""
				for (i = 1; i <= 9; i++)
					line = line sprintf((i <= 2 || i == 7 || i == 8 ? "%-" : "%") width[i] "s  ", cell[r, i])
				sub(/ +$/, "", line)
				print line
			}
		}'
}

# What the figures mean, with the gain said in words. Rows on standard input.
explain_table() {
	cat <<-'END'

		used         the engine whose tables OpenSM put on the switches, by its log; where an engine gives up, OpenSM
		             goes on with minhop. "opensm-sssp" is this project's.
		VLs          virtual lanes the routes are spread over so that no credit loop remains.
		EFI          edge-forwarding index: most routes over one cable between switches. Lower is better.
		eBB          effective bisection bandwidth: what a pair of hosts gets on average when all hosts talk in random
		             pairs, as a fraction of a free cable. Higher is better.
		unreachable  pairs of a source and a destination whose route does not arrive.
		sssp-eval, ibdmchk
		             two judges on credit loops, which can stop a whole fabric: free, loops, or unproven (OpenSM does
		             not write down which SL its own engine gives to a path, so nobody can check). ibdmchk
		             follows routes between hosts only, sssp-eval those from and to switches as well.
		ms           from OpenSM's choice of the engine to finished tables, by the stamps of its log.
	END
	awk -F '\t' '
		$2 == "opensm-sssp" && !ours { ours = $5 }
		$1 == "minhop" { minhop = $5 }
		END { if (ours > 0 && minhop > 0)
			printf "\nRandom pairs get %.2f times the bandwidth of minhop, the engine OpenSM uses when none is named.\n",
				ours / minhop }'
}
