#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# figures.sh quick|all [FILE..]: are the figures in README, doc/benchmarks.md, bench/ and sssp-eval-workload(1) (or in these files) what the programs
# give now? Counts (EFI, VLs, pairs) must be equal, bandwidth within 0.003. quick computes our own rows on the smaller
# fabrics, all also the large ones and those of OpenSM's engines, under ibsim, and what papers.sh and workload.sh print.
# Seconds are no figures: they belong to the run that a table names. A table with an EFI or eBB that nothing here knows is
# an error. What no mode looks at is said at the end (NOT_LOOKED_AT). Status 1 where text and programs differ.
. "${srcdir:?}/bench/common.sh"

mode=${1:-}
[[ $mode =~ ^(quick|all)$ ]] || fail "usage: figures.sh quick|all [FILE..]"
shift
. "$srcdir/bench/papers_fabrics.sh"
. "$srcdir/bench/packets_measure.sh"
. "$srcdir/bench/figures_tables.sh"
. "$srcdir/bench/figures_pages.sh"

readonly NEAR=3000 # millionths
readonly LARGE='^(karytree:18,3|directors:.*hosts=10000|fattree:ports=(24|28|36|44|56),levels=3|thunderbird|atlas|torus:6x6x6|random:switches=(64|1000)|ranger|selene)'
readonly NOT_LOOKED_AT='
- seconds, memory, and what is made of them
- RESULTS.md: same bytes, how far from the limit, blocks sent, LIDs and VLs of "service levels of paths", functions; the
  lists of what does not hold; OpenSM'"'"'s ftree on Deimos, which gives other tables from run to run
- LANES.md: of families of random fabrics, whether EFI, eBB and longer are what bench-cliff gives (only that they are no
  worse than the worst of all, and that those of the worst are the same)
- manual pages: sentences, but those of sssp-eval-workload(1) on efficiencies; exchanges and campaigns in opensm-sssp-update(7)'

checked=0
different=0
left_out=0

# ---- what the text says

# Each row of each Markdown table: its line number, the head's cells joined by "|", then its own cells, by tabs.
table_rows() { # FILE
	awk '
		function cells(line) {
			gsub(/\*\*/, "", line)
			sub(/^\| */, "", line)
			sub(/ *\|$/, "", line)
			gsub(/ *\| */, "|", line)
			return line
		}
		!/^\|/ { head = ""; next }
		head == "" { head = cells($0); next }
		/^\|[-:|]+$/ { next }
		{ row = cells($0); gsub(/\|/, "\t", row); print FNR "\t" head "\t" row }' "$1"
}

# ---- comparing

differs() { # WHAT SHOWN MEASURED
	different=$((different + 1))
	printf '%s:%s: %s: %s here, %s measured\n' "$file_name" "$line" "$1" "$2" "$3"
}

# Sets the variable to a number in millionths, without a program to start for each of a thousand figures.
millionths() { # VARIABLE NUMBER
	local digits sign=
	printf -v digits '%.6f' "$2" || return
	[[ $digits != -* ]] || sign=-
	digits=${digits#-}
	printf -v "$1" '%d' "$sign$((10#${digits/./}))"
}

# Whether two numbers differ by this at most.
is_within() { # NUMBER NUMBER MILLIONTHS
	local a b
	millionths a "$1" && millionths b "$2" && [ $((a > b ? a - b : b - a)) -le "$3" ]
}

# A count, or the counts "A or B" that an engine gives from run to run. An empty cell says nothing.
same() { # WHAT SHOWN MEASURED
	local shown=${2//,/}
	[ -n "$shown" ] && [ "$shown" != - ] || return 0
	checked=$((checked + 1))
	[[ " or $shown or " == *" or $3 or "* ]] || differs "$1" "$2" "$3"
}

# A share of bandwidth. What is no number (an engine that gives up) has to be the same words.
near() { # WHAT SHOWN MEASURED
	[ -n "$2" ] && [ "$2" != - ] || return 0
	checked=$((checked + 1))
	case $2$3 in
	*[!0-9.]*) [ "$2" = "$3" ] || differs "$1" "$2" "$3" ;;
	*) is_within "$2" "$3" "$NEAR" || differs "$1" "$2" "$3" ;;
	esac
}

# Rows that are left to `all`.
leave_out() { left_out=$((left_out + 1)); }

is_left_out() { # SPEC
	[ "$mode" = quick ] && [[ $1 =~ $LARGE ]] && leave_out
}

# A figure that stands in the text with fewer decimals than the program prints.
rounded() { # WHAT SHOWN MEASURED
	local decimals=
	checked=$((checked + 1))
	[[ $2 != *.* ]] || decimals=${2#*.}
	[ "$3" != - ] && is_within "$2" "$3" $((501000 / 10 ** ${#decimals})) || differs "$1" "$2" "$3"
}

# ---- what the programs give, each computed once

# What is known of a fabric is kept while others are looked at, but for tables, which are large.
keep_answers() {
	stop_ibsim
	rm -f "$work"/*.dump "$work"/*.lst
	[ -z "${used_spec:-}" ] || {
		mkdir -p "$work/kept/$used_spec"
		mv "$work"/*.json "$work/kept/$used_spec/" 2>/dev/null
	}
	rm -f "$work"/*.json
	used_spec=
}

# The fabric of a row, by the name in the table: that of a real fabric ends in .ibnetdiscover, with +capacity where links
# count by their data rates.
use_fabric() { # SPEC
	[ "$1" != "${used_spec:-}" ] || return 0
	keep_answers
	route_options=() ebb_options=()
	case $1 in
	*+capacity) route_options=(--capacities) ebb_options=(--capacity) ;;
	esac
	case $1 in
	*.net) fabric=$srcdir/ibsim-configs/$1 ;;
	*.ibnetdiscover | *.ibnetdiscover+capacity) make_bench_fabric "shared:${1%+capacity}" || return 1 ;;
	*) make_bench_fabric "$1" ;;
	esac
	used_spec=$1
	[ ! -d "$work/kept/$1" ] || cp "$work/kept/$1"/*.json "$work/" 2>/dev/null || :
}

# Answers in NAME.json, NAME.routes.json, NAME.ebb.json, NAME.deadlock.json.
ours() { # NAME PATTERNS [OPTION OF sssp-route..]
	local name=$1 patterns=$2 reverse=()
	shift 2
	[ ! -s "$work/$name.ebb.json" ] || return 0
	[[ " $* " != *' symmetric '* ]] || reverse=(--reverse)
	route_ours "$name" ${route_options[@]+"${route_options[@]}"} "$@" ||
		fail "sssp-route $used_spec: $(head -c 300 "$work/$name.json")"
	judge_ours "$name" "$patterns" ${reverse[@]+"${reverse[@]}"}
}

simulate() {
	[ -n "$ibsim_pid" ] || start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
}

# NAME-tables.dump and .lst of one of OpenSM's engines, its lanes in NAME-lanes.json. (Each run of OpenSM removes sssp.*.)
builtin_tables() { # NAME
	[ ! -e "$work/$1-tables.dump" ] || return 0
	simulate
	opensm_routes "$1" 0x43 || fail "opensm -R $1 on $used_spec: $(tail -n 3 "$work/osm.out")"
	builtin_lanes "$1" | sed 's/^-$/1/' >"$work/$1-lanes.json"
	cp "$work/opensm-lfts.dump" "$work/$1-tables.dump" && cp "$work/opensm-subnet.lst" "$work/$1-tables.lst"
}

# One of OpenSM's engines; sets engine_vls, "gives up.." where it does. Answers in NAME-N.*.json.
builtin_engine() { # NAME PATTERNS
	[ -e "$work/$1-lanes.json" ] || builtin_tables "$1"
	engine_vls=$(cat "$work/$1-lanes.json")
	[[ $engine_vls != gives* ]] || return 0
	[ -s "$work/$1-$2.ebb.json" ] || {
		builtin_tables "$1"
		judge "$1-$2.routes.json" routes "$1-tables.lst" "$1-tables.dump"
		judge "$1-$2.ebb.json" ebb "$1-tables.lst" "$1-tables.dump" -n "$2" --seed 1 ${ebb_options[@]+"${ebb_options[@]}"}
	}
}

# Sets engine_loops. Nobody knows the SLs of OpenSM's engines, so where several lanes are needed a loop on one says nothing.
builtin_loops() { # NAME
	[ -s "$work/$1-deadlock.json" ] || {
		builtin_tables "$1"
		judge "$1-deadlock.json" deadlock "$1-tables.lst" "$1-tables.dump"
	}
	case $(value "$1-deadlock.json" .free):$(cat "$work/$1-lanes.json") in
	true:*) engine_loops=none ;;
	false:1) engine_loops=yes ;;
	*) engine_loops='cannot be checked' ;;
	esac
}

# Mean bandwidth of P-SSSP's routes without regard to lanes: 1 pass is the published algorithm, 0 what is done by default.
plain_bandwidth() { # PASSES
	[ -s "$work/plain$1.ebb.json" ] || {
		bounded "$ROUTE_LIMIT" plain.log "$builddir/bench/plain_routes" "$fabric" psssp "$1" "$work/plain.lft" ||
			fail "plain_routes: $(tail -n 3 "$work/plain.log")"
		judge "plain$1.ebb.json" ebb "$fabric" plain.lft -n 1000 --seed 1
	}
	value "plain$1.ebb.json" .mean
}

check_file() { # FILE
	local file_name=$1 path=$1 line head cells
	[[ $path == /* ]] || path=$srcdir/$1
	[ -r "$path" ] || fail "$path cannot be read"
	check_page "$path" </dev/null
	while IFS= read -r row; do
		IFS=$'\t' read -r line head _ <<<"$row"
		mapfile -d $'\t' -t cells <<<"${row#*$'\t'*$'\t'}"
		cells[-1]=${cells[-1]%$'\n'}
		check_row "$head" "${cells[@]}" </dev/null
	done < <(table_rows "$path")
}

[ $# -gt 0 ] || set -- README.md doc/benchmarks.md bench/LANES.md bench/RESULTS.md bench/PAPERS.md bench/PACKETS.md bench/LMC.md man/sssp-eval-workload.1
start_work
requires jq
[ "$mode" = quick ] || requires_plugin
for file in "$@"; do check_file "$file"; done
stop_ibsim
case $mode in
quick) left='are left to "make check-figures"' ;;
all) left='could not be computed here' ;;
esac
echo "$checked figures computed again, $different differ; $left_out rows $left."
echo "Looked at by no mode:$NOT_LOOKED_AT"
[ $checked -gt 0 ] && [ $different = 0 ]
