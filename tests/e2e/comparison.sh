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

# What the figures mean.
explain_table() {
	cat <<-'END'

		used         the engine whose tables OpenSM put on the switches, by its log; where an engine gives up, OpenSM
		             falls back on minhop. "opensm-sssp" is this project's.
		VLs          virtual lanes the routes are spread over so that no credit loop remains.
		EFI          edge-forwarding index: most routes over one cable between switches. Lower is better.
		eBB          effective bisection bandwidth: what a pair of hosts gets on average when all hosts talk in random
		             pairs, as a fraction of a free cable. Higher is better.
		unreachable  pairs of a source and a destination whose route does not arrive.
		sssp-eval, ibdmchk
		             two programs on credit loops, which can stop a whole fabric: free, loops, or unproven (OpenSM does
		             not write down which SL its own engine gives to a path, so nobody can check). ibdmchk
		             follows routes between hosts only, sssp-eval those from and to switches as well.
		ms           from OpenSM's choice of the engine to finished tables, by the stamps of its log.
	END
}

# The rows on standard input in one sentence: bandwidth beside minhop, and who can deadlock. Only what was measured: an
# engine is free of credit loops where one evaluator says so and none says otherwise.
verdict() {
	awk -F '\t' '
		function loops() {
			if ($7 == "loops" || $8 == "loops") return "loops"
			if ($7 == "unproven" || $8 == "unproven") return "unproven"
			if ($8 == "broken") return "none"
			return $7 == "free" || $8 == "free" ? "free" : "none"
		}
		function add(list, name) { return list == "" ? name : list "\t" name }
		function words(list, part, n, i, text) {
			n = split(list, part, "\t")
			text = part[1]
			for (i = 2; i <= n; i++) text = text (i == n ? " and " : ", ") part[i]
			return text
		}
		NR == 1 { fallback = $2 }
		$2 == "opensm-sssp" { if (!found++) { bandwidth = $5; lost = $6; ours = loops() }; next }
		seen[$2]++ { next }
		$2 == "minhop" { minhop = $5 }
		{ theirs++; state = loops() }
		state == "loops" { deadlock = add(deadlock, $2) }
		state == "unproven" || state == "none" { unknown = add(unknown, $2) }
		END {
			if (!found) {
				text = "opensm-sssp did not route this fabric, OpenSM fell back on " fallback
			} else {
				text = "opensm-sssp gives random pairs "
				ratio = minhop + 0 > 0 ? sprintf("%.2f", bandwidth / minhop) : ""
				if (ratio == "") text = text bandwidth " of the bandwidth of a free cable"
				else if (ratio == "1.00") text = text "the same bandwidth as minhop"
				else text = text ratio " times the bandwidth of minhop"
				if (lost + 0 > 0) text = text ", leaves " lost " pairs unreachable"
				if (ours == "free") text = text " and has no credit loop"
				else if (ours == "loops") text = text " but has a credit loop"
				else text = text " and could not be checked for credit loops"
			}
			if (deadlock != "") text = text "; OpenSM\047s " words(deadlock) " can deadlock on this fabric"
			if (unknown != "") {
				text = text (deadlock != "" ? ", " : "; OpenSM\047s ") words(unknown)
				text = text " cannot be checked for credit loops"
			}
			if (theirs && deadlock == "" && unknown == "")
				text = text "; OpenSM\047s own engines have no credit loop" (ours == "free" ? " either" : "")
			print text "."
		}'
}

# ---- the page

# Keeps the tables that were compared last, their row on standard input, for make_page. Where the SLs are not known a
# credit loop on the page says less than it seems, so the name there says it.
keep_tables() { # FOLDER NAME
	local asked used lanes evaluated shown
	IFS=$'\t' read -r asked used lanes _ _ _ evaluated _
	shown=$used
	[ "$used" = "$2" ] || shown="$used (fallback of $2)"
	[ "$evaluated" != unproven ] || shown="$shown without its SLs"
	cp "$work/opensm-subnet.lst" "$1/topology.lst" && cp "$work/opensm-lfts.dump" "$1/$2.lfts" || return 1
	if [ -f "$work/sssp.psl" ]; then
		cp "$work/sssp.psl" "$1/$2.psl" && cp "$work/sssp.slvl" "$1/$2.slvl" || return 1
		printf '%s=%s.lfts,psl=%s.psl,slvl=%s.slvl\n' "$shown" "$2" "$2" "$2"
	else
		printf '%s=%s.lfts\n' "$shown" "$2"
	fi >>"$1/routings"
}

# The page and the picture of what keep_tables has kept: report.html, fabric.svg.
make_page() { # FOLDER FABRIC-FILE
	local routings fabric status=0
	mapfile -t routings <"$1/routings"
	fabric=$(tr -c 'A-Za-z0-9._-' _ <<<"${2%.*}")
	fabric=${fabric%_}.lst # what the end of the line became
	fabric=${fabric/#[-.]/_}
	mv "$1/topology.lst" "$1/$fabric"
	rm "$1/routings"
	bounded "$JUDGE_TIMEOUT" page.out env -C "$1" \
		sssp-eval report "$fabric" "${routings[@]}" -n "$EBB_PATTERNS" --seed 1 -q -o report.html
	[ -s "$1/report.html" ] || { tail -n 3 "$work/page.out" >&2 && status=1; }
	local options=${routings[0]#*.lfts}
	options=${options//,/ --}
	# shellcheck disable=SC2086 # options
	bounded "$JUDGE_TIMEOUT" picture.out env -C "$1" \
		sssp-eval draw "$fabric" opensm-sssp.lfts $options -q --plot fabric.svg
	[ -s "$1/fabric.svg" ] || { tail -n 3 "$work/picture.out" >&2 && status=1; }
	return $status
}
