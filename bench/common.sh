# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# What the parts of `make bench` share: a fabric, our tables for it, OpenSM's, and what the evaluator says of both.
# Everything is in the private folder of tests/e2e/functions.sh. One answer of a program is one JSON file there.

. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/bench/table.sh"
: "${builddir:?}" "${work:?}"

: "${OPENSM_LIMIT:=600}" # seconds for one sweep: the built-in dfsssp takes minutes where there are thousands of hosts
readonly ROUTE_LIMIT=600   # seconds for one sssp-route
readonly JUDGE_LIMIT=600   # seconds for one sssp-eval

violations=0
out= # folder of the row that is measured (rows.sh)
ebb_options=() # for sssp-eval ebb

say() { printf 'bench: %(%T)T %s\n' -1 "$*" >&2; }

# A bound that does not hold: said at once, counted for the exit status.
violation() {
	violations=$((violations + 1))
	say "VIOLATED: $*"
	[ -z "${out:-}" ] || printf '%s\n' "$*" >>"$out/failures"
}

# A value of a JSON answer, "-" where there is no answer.
value() { # FILE FILTER
	local got
	got=$(jq -r "$2" "$work/$1" 2>/dev/null)
	echo "${got:--}"
}

# A number to three decimals, other words as they are.
decimals() { # VALUE
	case $1 in
	*[!0-9.e-]* | - | '') echo "${1:--}" ;;
	*) printf '%.3f\n' "$1" ;;
	esac
}

# An arithmetical expression of awk; "-" where a figure is missing.
calculate() { # FORMAT EXPRESSION
	case " $2 " in
	*' - '*) echo - ;;
	*) awk "BEGIN { printf \"$1\\n\", $2 }" ;;
	esac
}

holds() { # CONDITION of awk; false where a figure is missing
	case " $1 " in
	*' - '*) return 1 ;;
	*) awk "BEGIN { exit !($1) }" ;;
	esac
}

# ---- fabrics

# A SPEC of sssp-topo, or shared:FILE for one of the real fabrics. All LIDs are in the file: OpenSM keeps them, and so
# both sides are judged by the same random patterns.
make_bench_fabric() { # SPEC
	fabric=$work/fabric.net
	case $1 in
	shared:*)
		[ -r "${SSSP_SHARED:-}/fabrics/${1#shared:}" ] || return 1
		cp "$SSSP_SHARED/fabrics/${1#shared:}" "$fabric"
		;;
	*) bounded "$TOOL_TIMEOUT" topo.out sssp-topo "$1" --lids -q -o "$fabric" || fail "sssp-topo $1: $(cat "$work/topo.out")" ;;
	esac
}

# ---- our tables

route_ours() { # NAME [OPTION OF sssp-route..]: tables in $work/NAME, report in NAME.json
	local name=$1
	shift
	rm -rf "${work:?}/$name" "$work/$name".*.json
	bounded "$ROUTE_LIMIT" "$name.json" sssp-route fabric.net -o "$name" --force --json -q "$@"
}

# The route and layer steps; reading and writing files is no part of a routing engine.
our_seconds() { value "$1.json" '.seconds.route + .seconds.layer'; } # NAME

judge() { # OUTPUT COMMAND TOPOLOGY TABLES [OPTION..]
	local output=$1 command=$2
	shift 2
	bounded "$JUDGE_LIMIT" "$output" sssp-eval "$command" "$@" --json -q
}

# routes, ebb and deadlock of a folder of ours in NAME.routes.json and so on.
judge_ours() { # NAME PATTERNS [OPTION OF sssp-eval deadlock..]
	local name=$1 patterns=$2 sl=()
	shift 2
	[ "$(value "$name.json" .vls_used)" = 1 ] || sl=(--psl "$name/sssp.sl" --slvl "$name/sssp.slvl")
	judge "$name.routes.json" routes fabric.net "$name/opensm-lfts.dump"
	judge "$name.ebb.json" ebb fabric.net "$name/opensm-lfts.dump" -n "$patterns" --seed 1 ${ebb_options[@]+"${ebb_options[@]}"}
	judge "$name.deadlock.json" deadlock fabric.net "$name/opensm-lfts.dump" ${sl[@]+"${sl[@]}"} "$@"
	rm -rf "${work:?}/$name"
}

# ---- OpenSM's

# One sweep by an engine at a log level; FALSE where OpenSM did not finish. The dumps and osm.log stay until the next.
opensm_routes() { # ENGINE LEVEL [CONFIGURATION LINE..]
	local level=$2
	say "opensm -R $1"
	opensm_command "$1"
	shift 2
	opensm_conf "$@"
	bounded "$OPENSM_LIMIT" osm.out "${opensm_line[@]}" -D "$level" -o && [ -s "$work/opensm-lfts.dump" ]
}

# routes and ebb of what OpenSM dumped.
judge_opensm() { # NAME PATTERNS
	judge "$1.routes.json" routes opensm-subnet.lst opensm-lfts.dump
	judge "$1.ebb.json" ebb opensm-subnet.lst opensm-lfts.dump -n "$2" --seed 1
}

# Lanes that an engine of OpenSM says it needs, or that it gives up and goes on with another engine.
builtin_lanes() { # ENGINE
	local needed
	case $1 in
	dfsssp) needed=$(sed -n 's/.*dfsssp_remove_deadlocks: Virtual Lanes needed: \([0-9]*\).*/\1/p' "$work/osm.log") ;;
	lash) needed=$(sed -n -e 's/.*lash_core: Lanes needed: \([0-9]*\).*/\1/p' \
		-e 's/.*ERR 4D02: Lane requirements (\([0-9]*\)).*/\1/p' "$work/osm.log") ;;
	*) needed= ;;
	esac
	needed=$(head -n 1 <<<"$needed")
	if [ "$(used_engine)" = "$1" ]; then
		echo "${needed:--}"
	else
		echo "gives up${needed:+: $needed}"
	fi
}
