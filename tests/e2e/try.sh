# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# A fabric of somebody's own, routed under ibsim by this engine and OpenSM's: what `quickstart run` and sssp-try do. Source
# functions.sh and comparison.sh first. The caller has say(), and die(), which ends with status 2.

: "${work:?}" "${with_plugin:?}" "${JUDGE_TIMEOUT:?}"

# What can be said of a file before anything is installed.
check_file() { # FILE
	[ -e "$1" ] || die "$1: no such file"
	[ ! -d "$1" ] || die "$1: this is a folder; run takes a file, the output of ibnetdiscover"
	[ -r "$1" ] || die "$1: cannot be read"
	[ -f "$1" ] || die "$1: not a regular file"
	[ -s "$1" ] || die "$1: the file is empty"
	grep -aqE '^(Switch|Ca|Hca|Rt)[[:blank:]]+[0-9]+' "$1" ||
		die "$1: not a topology: no line begins with 'Switch N' or 'Ca N', as in the output of ibnetdiscover"
	[ "$(grep -acE '^(Ca|Hca)[[:blank:]]+[0-9]+' "$1")" -gt 1 ] || die "$1: fewer than two hosts, so there is nothing to compare"
	[ -n "$(first_host "$1")" ] ||
		die "$1: no channel adapter is cabled at its port 1, so there is no host for the simulated OpenSM to run on"
}

# Whether this project's own reader accepts it, and ibsim.
check_topology() { # FILE
	bounded "$JUDGE_TIMEOUT" reader.out sssp-route "$1" -o tables --force || [ $? != 2 ] || {
		cat "$work/reader.out" >&2
		exit 2
	}
	start_ibsim "$1" || {
		[ ! -e "$work/ibsim.log" ] || tail -n 5 "$work/ibsim.log" >&2
		die "$1: ibsim does not load this (it reads what ibnetdiscover writes)"
	}
}

compare_and_keep() { # NAME ENGINE [CONFIGURATION LINE..]
	local name=$1
	shift
	compare_engine "$@" >"$work/row" || return 1
	cat "$work/row"
	keep_tables "$results" "$name" <"$work/row"
}

compare_all() {
	local engine
	say "OpenSM routes the fabric with this project's plugin (1 of 4): opensm -R sssp"
	compare_and_keep opensm-sssp sssp "$with_plugin" || return 1
	local n=1
	for engine in minhop sssp dfsssp; do
		n=$((n + 1))
		say "OpenSM routes the fabric with its own $engine ($n of 4)"
		compare_and_keep "$engine" "$engine" || return 1
	done
}

# All of it, into a folder that is made anew. Status 1: a property does not hold.
try_fabric() { # NAME FILE RESULTS
	local status=0 results=$3
	check_topology "$2"
	rm -rf "$results"
	mkdir -p "$results" || exit 1
	compare_all >"$work/rows" || fail "OpenSM did not route it"
	make_page "$results" "$(basename -- "$2")" || status=1
	echo
	echo "$1: $(jq -r '"\(.endpoints) endpoints, \(.switches) switches"' "$work/routes.json")"
	echo
	print_table <"$work/rows"
	explain_table
	echo
	verdict <"$work/rows"
	echo
	[ ! -e "$results/report.html" ] || echo "page:    $results/report.html"
	[ ! -e "$results/fabric.svg" ] || echo "picture: $results/fabric.svg"
	return $status
}
