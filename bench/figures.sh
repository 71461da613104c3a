#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# figures.sh quick|all [FILE..]: are the figures in the tables of README and bench/ (or of these files) what the programs
# give now? Counts (EFI, VLs, pairs) must be equal, bandwidth within 0.003. quick computes our own rows on the smaller
# fabrics, all also the large ones and those of OpenSM's engines, under ibsim. Seconds are no figures: they belong to
# the run that a table names. A table with an EFI or eBB that nothing here knows is an error. Status 1 where text and
# programs differ.
. "${srcdir:?}/bench/common.sh"

mode=${1:-}
[[ $mode =~ ^(quick|all)$ ]] || fail "usage: figures.sh quick|all [FILE..]"
shift
. "$srcdir/bench/papers_fabrics.sh"
. "$srcdir/bench/figures_tables.sh"

readonly NEAR=0.003 SEED=1
readonly LARGE='^(karytree:18,3|fattree:ports=24,levels=3|thunderbird|atlas|torus:6x6x6|random:switches=64|ranger|selene)'

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
	*) awk "BEGIN { d = $2 - $3; exit !(d <= $NEAR && d >= -$NEAR) }" || differs "$1" "$2" "$3" ;;
	esac
}

# Rows that are left to `all`.
leave_out() { left_out=$((left_out + 1)); }

is_left_out() { # SPEC
	[ "$mode" = quick ] && [[ $1 =~ $LARGE ]] && leave_out
}

# ---- what the programs give, each computed once

# The fabric of a row, by the name in the table: that of a real fabric ends in .ibnetdiscover.
use_fabric() { # SPEC
	[ "$1" != "${used_spec:-}" ] || return 0
	stop_ibsim
	used_spec=
	rm -f "$work"/*.json
	case $1 in
	*.net) fabric=$srcdir/ibsim-configs/$1 ;;
	*.ibnetdiscover) make_bench_fabric "shared:$1" || return 1 ;;
	*) make_bench_fabric "$1" ;;
	esac
	used_spec=$1
}

# Answers in NAME.json, NAME.routes.json, NAME.ebb.json, NAME.deadlock.json.
ours() { # NAME PATTERNS [OPTION OF sssp-route..]
	local name=$1 patterns=$2
	shift 2
	[ ! -s "$work/$name.ebb.json" ] || return 0
	route_ours "$name" "$@" || fail "sssp-route $used_spec: $(head -c 300 "$work/$name.json")"
	judge_ours "$name" "$patterns"
}

simulate() {
	[ -n "$ibsim_pid" ] || start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
}

# One of OpenSM's engines; sets engine_vls, "gives up.." where it does. Answers in NAME-N.*.json.
builtin_engine() { # NAME PATTERNS
	simulate
	if [ ! -e "$work/$1.vls.json" ]; then
		opensm_routes "$1" 0x43 || fail "opensm -R $1 on $used_spec: $(tail -n 3 "$work/osm.out")"
		builtin_lanes "$1" | sed 's/^-$/1/' >"$work/$1.vls.json"
		cp "$work/opensm-lfts.dump" "$work/$1.dump" && cp "$work/opensm-subnet.lst" "$work/$1.lst"
	fi
	engine_vls=$(cat "$work/$1.vls.json")
	[[ $engine_vls != gives* ]] || return 0
	[ -s "$work/$1-$2.ebb.json" ] || {
		judge "$1-$2.routes.json" routes "$1.lst" "$1.dump"
		judge "$1-$2.ebb.json" ebb "$1.lst" "$1.dump" -n "$2" --seed 1
	}
}

check_file() { # FILE
	local file_name=$1 line head cells
	while IFS= read -r row; do
		IFS=$'\t' read -r line head _ <<<"$row"
		mapfile -t cells < <(cut -f 3- <<<"$row" | tr '\t' '\n')
		check_row "$head" "${cells[@]}" </dev/null
	done < <(table_rows "$srcdir/$1")
}

[ $# -gt 0 ] || set -- README.md bench/LANES.md bench/RESULTS.md bench/PAPERS.md
start_work
requires jq
[ "$mode" = quick ] || requires_plugin
for file in "$@"; do check_file "$file"; done
stop_ibsim
echo "$checked figures computed again, $different differ; $left_out rows are left to \`make check-figures\`"
[ $checked -gt 0 ] && [ $different = 0 ]
