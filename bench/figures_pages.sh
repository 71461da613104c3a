# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# Figures that stand in no Markdown table, or in one that is made as a whole: bench/PAPERS.md, the random fabrics of
# bench/LANES.md, the tables and sentences of sssp-eval-workload(1). Sourced by figures.sh. A page is known by its first words,
# wherever it is.

: "${work:?}" "${srcdir:?}" "${builddir:?}" "${mode:?}"
path= # of the page that is looked at: check_file says it

check_page() { # FILE
	if grep -q '^# Beside the papers' "$1"; then papers_page "$1"; fi
	if grep -q '^## Random fabrics' "$1"; then random_fabrics "$1"; fi
	if grep -q '^# Several LIDs' "$1"; then lmc_page "$1"; fi
	if grep -q '^## What hosts get' "$1"; then packets_verdict_of "$1"; fi
	case $1 in
	*.[1-8]) if grep -q '^\.Dt SSSP-EVAL-WORKLOAD 1' "$1"; then eval_page "$1"; else fail "no figure of $1 is known"; fi ;;
	esac
}

# ---- texts that a program prints

# Line by line: the same words, and between them the same figures. Counts are equal, three decimals within NEAR, others
# within one unit of their last digit (bandwidth in per cent).
compare_texts() { # SHOWN MEASURED LINES-BEFORE
	local shown measured
	while IFS=$'\t' read -r line shown measured; do
		[ "$line" != all ] || { checked=$((checked + shown)) && continue; }
		differs "$(cut -c 1-60 <<<"${shown#*$'\v'}")" "${shown%%$'\v'*}" "$measured"
	done < <(awk -v near="$NEAR" -v before="$3" '
		function figures(text, list, n) {
			for (n = 0; match(text, /[0-9]+([.][0-9]+)?/); text = substr(text, RSTART + RLENGTH))
				list[++n] = substr(text, RSTART, RLENGTH)
			return n
		}
		function words(text) { gsub(/[0-9]+([.][0-9]+)?/, "0", text); gsub(/[ \t]+/, " ", text); sub(/ $/, "", text); return text }
		function apart(a, b, n, most) {
			n = a ~ /[.]/ ? length(a) - index(a, ".") : 0
			most = 1.001 * (n == 0 ? 0 : n == 3 ? near : 10 ^ -n)
			return a - b > most || b - a > most
		}
		NR == FNR { shown[++n] = $0; next }
		{ measured[++m] = $0 }
		END {
			if (n != m) printf "%d\t%d lines\v\t%d\n", before + 1, n, m
			for (i = 1; i <= n && n == m; i++) {
				if (words(shown[i]) != words(measured[i])) {
					printf "%d\t%s\vwords\t%s\n", before + i, shown[i], measured[i]
					continue
				}
				k = figures(shown[i], a); figures(measured[i], b)
				count += k
				for (j = 1; j <= k; j++)
					if (apart(a[j], b[j])) printf "%d\t%s\v%s\t%s\n", before + i, a[j], shown[i], b[j]
			}
			printf "all\t%d\t\n", count
		}' "$1" "$2")
}

# What workload.sh prints: efficiencies beside those of the paper on IBSim, and how far they are apart.
workload_text() {
	[ -s "$work/workload.text" ] || bash "$srcdir/bench/workload.sh" >"$work/workload.text" ||
		differs 'the bounds of workload.sh' 'they hold' 'they do not'
}

# Quick: the last block. All: each line of what papers.sh prints.
papers_page() { # FILE
	if [ "$mode" = all ]; then
		say papers.sh
		bash "$srcdir/bench/papers.sh" >"$work/papers.md" || differs 'the bounds of papers.sh' 'they hold' 'they do not'
		compare_texts "$1" "$work/papers.md" 0
		return
	fi
	workload_text
	awk '/^```/ { on = !on; next } on' "$1" >"$work/block"
	compare_texts "$work/block" "$work/workload.text" "$(grep -n -m 1 '^```' "$1" | cut -d : -f 1)"
}

# ---- what packets.sh says of the rows that it prints

packets_verdict_of() { # FILE
	sed -n '/^## Where ours gets less/,$p' "$1" | sed '/^A fabric counts/,$d' | sed '$d' >"$work/shown.verdict"
	awk '/^## / { on = /What hosts get/ } on && /^\|/ && !/^\|-/ {
		sub(/^\| */, ""); sub(/ *\|$/, ""); gsub(/ *\| */, "\t"); print }' "$1" >"$work/shown.rows"
	packet_verdict "$work/shown.rows" >"$work/verdict"
	compare_texts "$work/shown.verdict" "$work/verdict" "$(grep -n -m 1 '^## Where ours gets less' "$1" | cut -d : -f 1)"
}

# ---- what lmc.sh prints; in quick mode one fabric

lmc_rows() { awk -v some="$1" '/^\| [a-z]/ { on = $2 ~ some } /^\|/ && on'; } # REGEX

lmc_page() { # FILE
	local some=.
	[ "$mode" = all ] || some='^hyperx'
	say lmc.sh
	ROWS=$some bash "$srcdir/bench/lmc.sh" >"$work/lmc.md" || differs 'the bounds of lmc.sh' 'they hold' 'they do not'
	lmc_rows "$some" <"$1" >"$work/lmc.shown"
	lmc_rows "$some" <"$work/lmc.md" >"$work/lmc.rows"
	compare_texts "$work/lmc.shown" "$work/lmc.rows" "$(grep -n -m 1 '^|' "$1" | cut -d : -f 1)"
}

# ---- what bench/cliff says of random fabrics

# Commands and what falls short, "LINE<tab>COMMAND<tab>TEXT"; the second list of the page is of seconds.
short_cases() { # FILE
	awk '/^## Random fabrics/ { on = 1 }
		/^Does not hold either/ { on = 0 }
		on && /^- `/ { split($0, part, "`"); print FNR "\t" part[2] "\t" $0 }' "$1"
}

cliff_said() { # COMMAND: sets said, the file with what it prints
	local spec options=()
	said=$work/$(tr -c 'A-Za-z0-9=-' '[_*]' <<<"$1").cliff
	[ ! -s "$said" ] || return 0
	[[ $1 =~ ^bench/cliff\ \'([^\']*)\'((\ --[a-z]+(=[0-9]+)?)+)$ ]] || fail "not a command of bench/cliff: $1"
	spec=${BASH_REMATCH[1]}
	IFS=' ' read -ra options <<<"${BASH_REMATCH[2]}"
	say "$1"
	bounded "$ROUTE_LIMIT" "$(basename "$said")" "$builddir/bench/cliff" "$spec" "${options[@]}"
	grep -q '^| the worst ' "$said" || fail "$1: $(tail -n 3 "$said")"
}

random_fabrics() { # FILE
	local cases command text said
	cases=$(sed -n 's/^\([0-9]*\) cases of seed .*/\1/p' "$1")
	line=$(grep -n 'cases fall short' "$1" | cut -d : -f 1)
	same 'cases that fall short' "$(sed -n "${line}s/ of.*//p" "$1")" "$(short_cases "$1" | wc -l)"
	same cases "$(sed -n "${line}s/.* of \\([0-9]*\\) .*/\\1/p" "$1")" "$cases"
	while IFS=$'\t' read -r line command text; do
		[ "$mode" = all ] || { leave_out && continue; }
		cliff_said "$command"
		sed '/^Does not hold either/,$d' "$said" | grep -F -- "- \`$command\`: " >"$work/short.measured" ||
			{ differs "$command" short 'not short' && continue; }
		echo "$text" >"$work/short.shown"
		compare_texts "$work/short.shown" "$work/short.measured" $((line - 1))
	done < <(short_cases "$1")
}

worst_row() { # WHAT VALUE CASE
	case $1 in
	seconds* | layering*) return ;;
	esac
	[ "$mode" = all ] || { leave_out && return; }
	local lanes=${3##*, } said command measured
	command="bench/cliff '${3%, *}' --budget=${lanes%[as]}$([[ $lanes != *a ]] || echo ' --asymmetric')"
	cliff_said "$(short_cases "$path" | cut -f 2 | grep -m 1 -xF -e "$command" -e "$command --ladder" || echo "$command")"
	measured=$(awk -F ' *[|] *' -v what="$1" '$2 == what { print $3 }' "$said")
	case $1 in
	eBB*) near "$1" "$2" "${measured:--}" ;;
	*) same "$1" "$2" "${measured:--}" ;;
	esac
}

family_row() { # NAME CASES SHORT EFI EBB SECONDS LONGER
	[ -s "$work/cliff.list" ] || "$builddir/bench/cliff" --list --seed=1 --cases="$(sed -n 's/^\([0-9]*\) cases of seed 1 .*/\1/p' "$path")" >"$work/cliff.list"
	same "cases of $1" "$2" "$(grep -c "^bench/cliff '$1[:,']" "$work/cliff.list")"
	same "cases of $1 that fall short" "$3" "$(short_cases "$path" | cut -f 2 | grep -c "^bench/cliff '$1[:,']")"
	no_worse EFI "$4" '<=' "$1" 'EFI / plain, any budget'
	no_worse eBB "$5" '>=' "$1" 'eBB / plain, any budget'
	no_worse longer "$7" '<=' "$1" 'part of host pairs longer, others, any budget'
}

# A family's figure is no worse than the worst of all, and is that where the worst is one of the family.
no_worse() { # WHAT SHOWN SIGN FAMILY ROW
	local value case
	IFS=$'\t' read -r value case < <(table_rows "$path" | awk -F '\t' -v row="$5" '$3 == row { print $4 "\t" $5 }')
	if [[ $case == "$4"[:,]* ]]; then
		same "$1 of $4" "$2" "$value"
	else
		checked=$((checked + 1))
		holds "$2 $3 $value" || differs "$1 of $4" "$2" "$3 $value, the worst,"
	fi
}

# ---- sssp-eval-workload(1)

# The numbers that the page has in place of each {} of a sentence, in found[1], found[2]..; a difference where it has none.
sentence() { # WORDS
	local rest=${1//\{\}/([0-9]+[.]?[0-9]*)} start=${1%%[[{]*}
	# A sentence may go on in the next line: the line of its last words before the first number.
	until line=$(grep -n -m 1 -F -e "$start" "$path" | cut -d : -f 1) && [ -n "$line" ]; do start=${start#* }; done
	[[ $page =~ $rest ]] || { differs 'a sentence' 'nothing like' "$1" && return 1; }
	found=("${BASH_REMATCH[@]}")
}

# Sets cells: the numbers of a line of a table that begins with these words.
page_row() { # WORDS
	line=$(grep -n -m 1 "^$1 " "$path" | cut -d : -f 1)
	IFS=' ' read -ra cells <<<"$(sed -n "${line:-0}s/^$1 *//p" "$path" 2>/dev/null)"
	[ ${#cells[@]} -gt 0 ] || differs 'a row' 'none' "$1"
}

eval_page() { # FILE
	local page cells found
	page=$(tr '\n' ' ' <"$1")
	workload_text
	apart_rows
	paper_sentences
	farm_sentence
	routings_rows
}

# Points away on average and at most, as workload.sh has them.
apart_rows() {
	local name printed i
	for name in 'curve, partial' 'curve, full' 'rows, partial' 'rows, full'; do
		page_row "$name"
		IFS=' ' read -ra printed <<<"$(sed -n "s/^${name/,/} //p" "$work/workload.text")"
		for i in {0..7}; do rounded "column $((i + 1)) of $name" "${cells[i]:-}" "${printed[i]:--}"; done
	done
}

# A column of a row of what workload.sh prints.
efficiency() { # COLUMN GRANULARITY BALANCE FABRIC NODES
	awk -v n="$1" -v row="$2 $3 $4 $5" '$1 " " $2 " " $3 " " $4 == row { print $n }' "$work/workload.text"
}

paper_sentences() {
	local apart
	IFS=' ' read -ra apart <<<"$(sed -n 's/^curve partial //p' "$work/workload.text")"
	if sentence 'Of the {} efficiencies that the paper'; then
		same efficiencies "${found[1]}" $((2 * $(grep -vc '^#' "$srcdir/bench/microway-2009.figures")))
	fi
	if sentence 'the simulation is {} points away on average and {} at most; without the FasTree of 288 hosts {} and {}'; then
		rounded 'points on average' "${found[1]}" "${apart[0]}"
		rounded 'points at most' "${found[2]}" "${apart[1]}"
		rounded 'points on average but one' "${found[3]}" "${apart[6]}"
		rounded 'points at most but one' "${found[4]%.}" "${apart[7]}"
	fi
	if sentence 'No curve explains the FasTree of 288 hosts: {} % at very fine grain'; then
		rounded printed "${found[1]}" "$(efficiency 6 very-fine 1 fastree 288)"
	fi
	if sentence "more than the paper's own {} % of a random mapping"; then
		rounded 'printed, random' "${found[1]}" "$(efficiency 11 very-fine 1 fastree 288)"
	fi
	if sentence 'leaves that cable less to carry [(]{} %, rows {} %'; then
		rounded curve "${found[1]}" "$(efficiency 7 very-fine 1 fastree 288)"
		rounded rows "${found[2]}" "$(efficiency 9 very-fine 1 fastree 288)"
	fi
	if sentence 'the crossbar at ultra fine grain, {} % for {} %'; then
		rounded 'crossbar, simulated' "${found[1]}" "$(efficiency 7 ultra-fine 1 single 36)"
		rounded 'crossbar, printed' "${found[2]}" "$(efficiency 6 ultra-fine 1 single 36)"
	fi
}

# Of a farm on a crossbar of 36 hosts: a balance of 1 and of 10 %, 10 and 100 pieces.
farm_sentence() {
	local at=0 pieces balance
	sentence 'which costs {} to {} of efficiency with 10 pieces for each worker and {} to {} with 100' || return 0
	use_fabric single:hosts=36
	route_ours farm
	for pieces in 10 100; do
		for balance in 1 10; do
			judge farm.workload.json workload farm fabric.net farm --time 10ms --bytes 1e5 -n $pieces --balance $balance
			rounded "farm, $pieces pieces, balance $balance" "${found[at += 1]}" "$(value farm.workload.json .efficiency)"
		done
	done
}

# Applications with tables of minhop and ours, as workload_routings.sh has them: three columns a fabric. The bandwidth of
# ours on deimos is quickly there.
routings_rows() {
	local name measured i
	if [ "$mode" = quick ]; then
		page_row 'effective bisection bw.'
		use_fabric deimos
		ours ours-1000 1000
		near 'eBB of ours on deimos' "${cells[1]:-}" "$(value ours-1000.ebb.json .mean)"
		leave_out
		return
	fi
	say workload_routings.sh
	bash "$srcdir/bench/workload_routings.sh" >"$work/routings.md" || differs 'workload_routings.sh' 'runs' 'it does not'
	while IFS= read -r name; do
		page_row "${name/bandwidth (ebb)/effective bisection bw.}"
		IFS=' ' read -ra measured <<<"$(awk -F ' *[|] *' -v name="$name" '
			$3 == name { printf "%s %s %s ", $4, $5, $6 }' "$work/routings.md")"
		for i in {0..5}; do
			[ -n "${measured[i]:-}" ] || { leave_out && break; } # a fabric that is not here
			rounded_or_near "$name, column $((i + 1))" "${cells[i]:-}" "${measured[i]}"
		done
	done < <(awk -F ' *[|] *' 'NR > 2 && !seen[$3]++ { print $3 }' "$work/routings.md")
}

rounded_or_near() { # WHAT SHOWN MEASURED
	case $1 in
	*ebb*[1245]) near "$@" ;;
	*) rounded "$@" ;;
	esac
}
