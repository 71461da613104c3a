#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What sssp-eval prints, writes and draws is, to the byte, what tests/evaluator/eval_bytes has a checksum of: every command
# on fabrics of each kind, whole, damaged, with aggregation nodes, several lanes and LIDs, and on tables that are broken.
# An edit that is to alter no figure can be told from one that does; what alters them on purpose has
# `test_eval_bytes.sh --write` alter that file in the same commit.
#
# A line is CHECKSUM[+CHECKSUM..] STATUS FABRIC ARGUMENT..: the checksums of errors, files and output. NET, A, B, C, D are
# its topology and tables; THEN, E what was before. Pictures are compared where cairo and the font are those that the first line of the file names.
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"
export SOURCE_DATE_EPOCH=1700000000
list=$srcdir/tests/evaluator/eval_bytes
[ "$(uname -m)" = x86_64 ] || { echo "numbers may be rounded otherwise here" && exit 77; }

fabrics() {
	cat <<-'END'
		single single:hosts=6
		tree karytree:3,2
		deep karytree:2,4
		bundles clos:leaves=5,hosts=4,spines=3,links=2
		holes fattree:ports=8,levels=3,fail=links:12%,seed=3
		nodes fattree:ports=6,levels=3,an=all
		torus torus:5x4,hosts=2
		cube torus:3x3x3,fail=links:3,seed=2
		dragonfly dragonfly:a=4,p=2,h=2
		random random:switches=18,ports=9,hosts=3,seed=5
		hyperx hyperx:4x3,hosts=3
		odin odin
	END
}

# Three sets of tables: ours, of shortest paths without lanes, and ours with several LIDs a port or one lane.
prepare() { # FABRIC SPEC
	local lmc=0
	mkdir "$1" && cd "$1" || exit 1
	case $1 in tree | random) lmc=1 ;; esac
	{
		sssp-topo "$2" --lids -q -o NET && sssp-route NET -q --threads 1 --psl -o A &&
			sssp-route NET -q --threads 1 --algorithm minhop --sl asymmetric -o B &&
			sssp-route NET -q --threads 1 --max-vls 1 --lmc $lmc -o C
	} >/dev/null 2>err || fail "no tables of $2"
	rm -f B/sssp.*
	# The fabric before: without a host and a cable, and with the LIDs that came of it.
	sssp-topo "${2%%,fail=*},fail=hosts:1,fail=links:1,seed=4" --lids -q -o THEN 2>/dev/null && sssp-route THEN -q --threads 1 -o E >/dev/null 2>&1
	# Entries that lead nowhere, and into a circle.
	mkdir D && awk '/^0x/ && ++n % 37 == 0 { $2 = "001" } /^0x/ && n % 53 == 0 { next } { print }' A/opensm-lfts.dump >D/opensm-lfts.dump
	counters >before
	counters 7 >after
	cd .. || exit 1
}

# What ports may have counted, in the words of ibqueryerrors.
counters() { # [TIMES]
	awk -v times="${1:-1}" '/^(Switch|Ca)/ { guid = $3; sub(/.*[-]/, "0x", guid); gsub(/"/, "", guid) }
		/^\[/ { port = $1; gsub(/[][]/, "", port); sub(/\(.*/, "", port)
			printf "   GUID %s port %s: [SymbolErrorCounter == %d] [PortXmitData == %d]\n", guid, port, times * (NR % 23 == 0),
				times * 1000000 * (NR % 17 + 1) }' NET
}

lines() { # FABRIC
	local pattern model i=0 hosts
	hosts=$(grep -c '^Ca' "$1/NET")
	for tables in A B C D; do
		echo "routes NET $tables --json"
		echo "routes NET $tables --list"
		echo "routes NET $tables --hot 4 --all-endpoints"
		echo "deadlock NET $tables --json"
		echo "deadlock NET $tables --any-sl"
		echo "deadlock NET $tables --reverse"
		echo "worst NET $tables --json"
		echo "ebb NET $tables -n 40 --json --seed 3"
		echo "draw NET $tables --plot out.dot --hot 3"
		echo "draw NET $tables --plot out.svg --mean"
	done
	echo "routes NET A"
	echo "routes NET A --csv"
	echo "routes NET A --prometheus"
	echo "routes NET A --plot out.svg"
	echo "routes NET A --hot 4 --subset host-[1-4] --json"
	echo "ebb NET A -n 20 --subset host-[2-5] --json"
	echo "compare NET a=A b=B -n 20 --subset host-[1-5]"
	echo "routes NET D"
	echo "routes NET D --csv"
	echo "worst NET A"
	echo "ebb NET A -n 200 --precision 0.01 --all-endpoints"
	echo "ebb NET A -n 60 --capacity --plot out.svg"
	echo "ebb NET A -n 60 --csv"
	echo "deadlock NET B --csv"
	echo "deadlock NET D"
	for pattern in bisect permutation dissemination recursive-doubling pairwise-exchange alltoall tree pipeline ring scatter \
		gather receivers nearest-neighbour; do
		i=$((i + 1))
		echo "pattern $pattern NET A --mappings 3 --json --seed $i"
		[ $((i % 3)) != 0 ] || echo "pattern $pattern NET B --mapping linear --ppn 2 --capacity"
		[ $((i % 4)) != 0 ] || echo "pattern $pattern NET D --mappings 4 --plot out.svg"
		[ $((i % 3)) != 1 ] || echo "workload $pattern NET A -n 2 --json --ppn 2 --hosts spread"
	done
	for model in nearest-2d nearest-3d farm random; do
		echo "workload $model NET A -n 3 --json --ppn 2"
		echo "workload $model NET B -n 3 --sends all --hosts guid --cells rows"
		echo "workload $model NET A -n 3 --blocking full --balance 20 --bytes-spread 30 --cells random --seed 4 --csv"
		echo "workload $model NET C -n 2 --capacity --cores $((hosts / 2 + 1)) --bytes 100000 --json"
	done
	echo "app all NET A --mappings 3 --json"
	echo "app mpqc,pop NET B --mappings 2 --ppn 2"
	echo "diff NET A B --json"
	echo "diff NET A C"
	echo "diff NET B D --csv"
	echo "transition NET A B --json"
	echo "transition NET B A"
	echo "transition NET A D --json"
	echo "transition NET C A"
	[ ! -d "$1/E" ] || echo "transition NET E A --from-topology THEN --json"
	[ ! -d "$1/E" ] || echo "transition THEN A E --from-topology NET"
	echo "rehearse NET A B -n 20"
	echo "rehearse NET B A -n 20 --json"
	echo "rehearse NET A D -n 20 --hot 3 --html out.html"
	echo "compare NET a=A b=B c=C d=D -n 20 --json"
	echo "compare NET a=A b=B c=C -n 20"
	echo "compare NET a=A b=B -n 20 --csv"
	echo "compare NET a=A b=B -n 20 --prometheus --reverse"
	echo "compare NET a=A b=B c=C d=D -n 20 --plot out.svg"
	echo "compare NET a=A b=B -n 20 --endpoints 2,3,5 --plot out.svg"
	echo "compare NET a=A b=B -n 20 --endpoints 2,4 --capacity --json"
	echo "report NET a=A b=B -n 20 -o out.html"
	echo "draw NET --plot out.dot"
	echo "draw NET --plot out.svg"
	echo "draw NET A B --plot out.svg --hot 6"
	echo "draw NET B C --plot out.dot"
	echo "load NET A --counters before --counters after --seconds 7"
	echo "load NET B --counters after --json"
	[ "$1" != single ] || echo "provision nearest-2d single:hosts=6 karytree:2,3 torus:4x4 -n 2"
	[ "$1" != single ] || echo "provision alltoall karytree:2,2 torus:3x3 -n 2 --json"
	[ "$1" != single ] || echo "provision farm karytree:2,3 mesh:4x3,hosts=2 -n 2 --plot out.svg"
}

# What pictures depend on.
drawn_by() {
	echo "# pictures: $(ldd "$builddir"/evaluator/sssp-eval 2>/dev/null |
		awk '/cairo/ { print $3; exit }' | xargs -r realpath | xargs -r basename), $(fc-match sans 2>/dev/null)"
}

# All answers about a fabric. One process a run, and one for all checksums: starting processes takes longer than to answer.
answers() { # FABRIC
	local n=0 file words
	lines "$1" >"$1.lines"
	cd "$1" || exit 1
	mkdir runs
	while read -ra words; do
		n=$((n + 1))
		(ulimit -t 60 && exec sssp-eval "${words[@]}") </dev/null >runs/$n.text 2>runs/$n.err
		echo "$? $1 ${words[*]}" >>answered
		for file in out.*; do
			[ ! -e "$file" ] || mv "$file" "runs/$n.$file"
		done
	done <"../$1.lines"
	(cd runs && cksum -- *) | awk 'FILENAME == "-" { n = $3 + 0; sum[n] = sum[n] (sum[n] == "" ? "" : "+") $1; next }
		{ print sum[FNR], $0 }' - answered
	cd .. || exit 1
}

fabrics >names
if [ "${1:-}" = --write ]; then
	printf '# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause\n# tests/evaluator/test_eval_bytes.sh --write\n' >new
	drawn_by >>new
	while read -r name spec; do
		prepare "$name" "$spec"
		answers "$name" >>new
	done <names
	cp new "$list"
	exit 0
fi
cp "$list" stated
grep -qxF "$(drawn_by)" stated || {
	echo "another cairo or font: pictures are not compared"
	sed -i '/out\.\(svg\|html\)/d' stated
}
[ "$(grep -vc '^#' stated)" -ge 900 ] || fail "$(wc -l <stated) lines only"
while read -r name spec; do
	prepare "$name" "$spec"
	answers "$name" >new
	awk -v name="$name" '$3 == name' stated >of_it
	grep -qF out.svg stated || sed -i '/out\.\(svg\|html\)/d' new
	cmp -s of_it new || {
		diff of_it new | head -n 20
		fail "$(diff of_it new | grep -c '^>') answers about $name are not what they were: if that is meant, run $0 --write"
	}
done <names
