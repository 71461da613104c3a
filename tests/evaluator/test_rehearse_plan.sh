#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# sssp-route plans how its tables take the place of others, as the plugin would; rehearse judges that by itself, and its
# counts are those of the plan. A plan that does harm is found out, and so is one of other tables.
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"
command -v jq >/dev/null || { echo "no jq" && exit 77; }
PATH=$builddir/generator:$PATH
export PATH

value() { # FILTER
	jq -r "$1" out
}

# Tables of another engine, and nothing else, in the folder now; ours in the folder new.
case_of() { # FOLDER SPEC ENGINE
	mkdir "$1" && cd "$1" || exit 99
	"$topo" "$2" --lids -q -o net || fail "no fabric $2"
	runs 0 "$route" net -q -o other -a "$3" --max-vls 15 --sl asymmetric
	mkdir now && mv other/opensm-lfts.dump now || exit 99
	runs 0 "$route" net -q -o new
}

rehearse() { # STATUS [OPTION..]
	status=$1
	shift
	runs "$status" "$judge" rehearse net now new -q -n 5 --json "$@"
}

# ---- what is found by itself is what the plan says
agrees() { # PHASES
	case_of "$@"
	printf 'all: host-[1-9999]\na: host-[1-6]\n' | sed "s/9999/$(grep -c ^caguid net)/" >list
	rehearse 0 --as-plugin --jobs list
	cp out rehearsal
	runs 0 "$route" net -q -o new -f --replaces now --plan plan
	rehearse 0 --plan plan --jobs list
	cmp -s out rehearsal || fail "$2: its own plan and the one that it has made differ"
	[ "$(value .safe)" = true ] && [ "$(value .as_plugin.former_sls_free)" = true ] || fail "$2: not safe"
	[ "$(value '[.steps[] | select(.loops + .dead_ends + .dropped > 0)] | length')" = 0 ] || fail "$2: harm on the way"
	[ "$(value '.steps[-1].free')" = true ] || fail "$2: the last step has a credit loop"
	for pair in .as_plugin.phases='(.phases | length)' .as_plugin.pairs_without_route=.pairs_dropped .as_plugin.proven=.proven; do
		[ "$(value "${pair%%=*}")" = "$(jq -r "${pair#*=}" plan)" ] || fail "$2: other $pair"
	done
	for key in pairs pairs_without_route reconnect; do
		[ "$(value ".jobs_meanwhile[0].$key")" = "$(value ".as_plugin.$key")" ] || fail "$2: $key of a job of all"
		[ "$(value ".jobs_meanwhile[1].$key <= .jobs_meanwhile[0].$key")" = true ] || fail "$2: $key of a part"
	done
	[ "$(value .as_plugin.phases)" = 1 ] || [ "$(value .as_plugin.pairs_without_route)" -gt 0 ] || fail "$2: who waits?"
	echo "$2: $(value '[.as_plugin.phases, .as_plugin.pairs_without_route, .as_plugin.reconnect] | tostring')"
	cd ..
}
agrees tree karytree:3,3 minhop
agrees cut karytree:3,3,fail=links:4,seed=3 updn
agrees torus torus:7x7,hosts=2 minhop
agrees mesh mesh:4x5,hosts=1 minhop
agrees random random:switches=20,ports=8,hosts=3,seed=4 minhop
agrees fly dragonfly:a=4,p=2,h=1 updn

# ---- a plan without its first phase, and one whose first phase is the last one: harm is found
cd cut || exit 99
runs 0 "$route" net -q -o new -f --replaces now --plan plan
[ "$(jq '.phases | length' plan)" = 2 ] || fail "exchanged at once, which leaves nothing to look at"
jq '.phases |= .[1:]' plan >hasty
rehearse 1 --plan hasty
[ "$(value '.as_plugin.safe or .safe')" = false ] || fail "what is not safe at once is safe by a plan that says so"
cp new/opensm-lfts.dump new/sssp-stage.lfts
rehearse 1 --plan plan
[ "$(value '.as_plugin.safe')" = false ] && [ "$(value .as_plugin.pairs_without_route)" = 0 ] || fail "a stage of new tables is safe"
cd ..

# ---- connections that a plan does not have opened again
cd torus || exit 99
runs 0 "$route" net -q -o new -f --replaces now --plan plan
jq '.reconnect = ""' plan >forgetful
rehearse 1 --plan forgetful
[ "$(value .as_plugin.former_sls_free)" = false ] || fail "SLs that close a loop are kept, and nobody says so"

# ---- plans that do not fit
refuses 2 "sssp-eval: plan: not a plan for now/opensm-lfts.dump in place of new/opensm-lfts.dump: it is of other tables" \
	"$judge" rehearse net new now -q --plan plan
rm new/sssp-stage.lfts
refuses 2 "sssp-eval: new/opensm-lfts.dump: the plan names sssp-stage.lfts, which is not beside it" \
	"$judge" rehearse net now new -q --plan plan
for change in 'del(.phases)' '.phases = []' '.phases[0].lfts = "../x"' '.plan = 2' '.tables = 1' '.phases[0] = 7' '[.]' 'del(.why)'; do
	jq "$change" plan >bad
	refuses 2 "sssp-eval: bad: no plan as sssp-route --plan writes it" "$judge" rehearse net now new -q --plan bad
done
head -c 1000000 /dev/zero | tr '\0' '[' >bad
refuses 2 "sssp-eval: bad: no plan as sssp-route --plan writes it" "$judge" rehearse net now new -q --plan bad
runs 2 "$judge" rehearse net now new -q --plan net
grep -q '^sssp-eval: net: no plan as sssp-route --plan writes it: ' err || fail "another message of a file that is none"
refuses 2 "sssp-eval: --as-plugin reads the files twice: none can be standard input" "$judge" rehearse - now new --as-plugin
runs 2 "$judge" rehearse net new now -q --as-plugin
grep -q '^sssp-eval: --as-plugin: sssp-route makes other tables than now/opensm-lfts.dump, and does not keep these: ' err ||
	fail "tables that sssp-route does not make"

# ---- options
refuses 2 "sssp-route: --plan goes with --replaces or --from: it says how their tables are replaced" "$route" net -o x --plan p
refuses 2 "sssp-route: --plan takes a file: standard output has the figures" "$route" net -o x --plan - --replaces now
refuses 2 "sssp-route: --replaces goes with the algorithm psssp only, not updn" "$route" net -o x -a updn --replaces now
refuses 2 "sssp-route: --non-minimal, --optimize and --steps do not go with --replaces" "$route" net -o x --steps 5 --replaces now
[ ! -e x ] && [ ! -e p ] || fail "what is refused leaves files"

# ---- a running plugin's reroute: from its own tables
"$topo" torus:7x7,hosts=2,fail=links:1,seed=2 --lids -q -o cut.net || exit 1
runs 0 "$route" cut.net -q -o less --from new --from-topology net --plan plan
[ "$(jq -r .plan plan)" = 1 ] || fail "no plan with --from"
exit 0
