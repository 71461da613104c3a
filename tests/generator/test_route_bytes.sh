#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Tables are, to the byte, those that tests/generator/route_bytes has a checksum of. Which of several equally right routes
# is taken, and how far a search goes, shows in nothing else: so a change that is to alter no route can be told from one
# that does. What alters routes on purpose has `test_route_bytes.sh --write` alter that file in the same commit.
#
# A line is CHECKSUM SPEC [OPTION..] [from SPEC]: with `from`, the tables of that fabric are what routing starts from
# (of the options they have --max-vls, which is the first).
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"
list=$srcdir/tests/generator/route_bytes
[ "$(uname -m)" = x86_64 ] || { echo "numbers may be rounded otherwise here" && exit 77; }

# Checksum of the tables of a line. LIDs are those of the fabric before.
checksum() { # SPEC [OPTION..] [from SPEC]
	local spec=$1 options=() lanes=() former=()
	shift
	while [ $# -gt 0 ] && [ "$1" != from ]; do options+=("$1") && shift; done
	[ "${options[0]:-}" != --max-vls ] || lanes=("${options[@]:0:2}")
	rm -rf tables former
	if [ $# -gt 0 ]; then
		sssp-topo "$2" --lids -q -o former.net && sssp-route former.net -q --threads 1 -o former ${lanes[@]+"${lanes[@]}"} >/dev/null || return 1
		former=(--from former)
	fi
	sssp-topo "$spec" --lids -q -o fabric.net || return 1
	sssp-route fabric.net -q --threads 1 -o tables ${former[@]+"${former[@]}"} ${options[@]+"${options[@]}"} >/dev/null || return 1
	cat tables/opensm-lfts.dump tables/sssp.sl tables/sssp.slvl 2>/dev/null | grep -v '^# tables ' | cksum | cut -d ' ' -f 1
}

differ=0
while read -r stated line; do
	case $stated in '' | '#'*) continue ;; esac
	read -ra words <<<"$line"
	found=$(checksum "${words[@]}") || fail "$line: no tables"
	echo "$found $line" >>new
	[ "$found" = "$stated" ] || { echo "tables that are not what they were: $line" && differ=$((differ + 1)); }
done <"$list"
if [ "${1:-}" = --write ]; then
	{ grep '^#' "$list" && cat new; } >written && cp written "$list"
	exit 0
fi
[ "$(wc -l <new)" -ge 50 ] || fail "$(wc -l <new) lines only"
[ $differ = 0 ] || fail "$differ of $(wc -l <new) tables are not what they were: if that is meant, run $0 --write"
