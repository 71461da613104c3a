#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# rehearse says what diff, compare, transition and ebb --subset say one by one; its page is well-formed, whatever jobs and
# hosts are called; the same bytes again, whatever the threads.
set -u
: "${srcdir:?}"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
PATH=${builddir:?}/evaluator:$builddir/generator:$PATH
export PATH
export SOURCE_DATE_EPOCH=1700000000 # pages made in two different minutes have the same bytes
cd "$work" || exit 99

fail() {
	echo "FAIL: $*"
	exit 1
}

# A column of the first row of a table.
column() { # NAME FILE [ROW]
	awk -F, -v name="$1" -v row="${3:-2}" '
	NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i }
	NR == row { print $column }' "$2"
}

same() { # NAME FILE NAME FILE [ROW [ROW]]
	one=$(column "$1" "$2" "${5:-2}") other=$(column "$3" "$4" "${6:-2}")
	[ -n "$one" ] && [ "$one" = "$other" ] || fail "$1 of $2 is '$one', $3 of $4 '$other'"
}

e() { # STATUS COMMAND..: one table
	wanted=$1
	shift
	sssp-eval "$@" -q --csv >out
	status=$?
	[ $status = "$wanted" ] || fail "$*: status $status"
}

case_of() { # FOLDER SPEC STATUS: that of the exchange
	mkdir "$1" && cd "$1" || exit 99
	sssp-topo "$2" --lids -q -o net || fail "no fabric"
	sssp-route net -q -o new && sssp-route net -q -a updn -o now || fail "no tables"
	printf 'a: host-[1-12]\n"b <i>&": host-[3,9-12]\n' >list
	for table in figures routings jobs; do
		e "$3" rehearse net now new -n 50 --jobs list --table $table && mv out $table.csv
	done
	e 0 diff net now new --table figures && mv out diff.csv
	e "$3" transition net now new --table figures && mv out transition.csv
	e 0 compare net now=now new=new -n 50 --table routings && mv out compare.csv
	for name in now new; do
		e 0 ebb net $name -n 50 --subset 'host-[1-12]' --table figures && mv out ebb-$name.csv
	done
	e 0 routes net new --subset 'host-3,host-[9-12]' --hot 1 --table hot && mv out hot.csv
	same change.entries_changed figures.csv entries_changed diff.csv
	same change.blocks_changed figures.csv blocks_changed diff.csv
	same change.pairs_changed_sl figures.csv pairs_changed_sl diff.csv
	same safe figures.csv safe transition.csv
	same transition.free figures.csv free transition.csv
	for name in efi hops ebb worst vls free unreachable; do
		same $name routings.csv $name compare.csv 2 2
		same $name routings.csv $name compare.csv 3 3
	done
	same ebb_now jobs.csv mean ebb-now.csv
	same ebb_new jobs.csv mean ebb-new.csv
	same load_new jobs.csv load hot.csv 3
	sssp-eval rehearse net now new -q -n 50 --jobs list --html 1.html --threads 1 >1.text
	sssp-eval rehearse net now new -q -n 50 --jobs - --html 2.html --threads 3 <list >2.text
	sed -i 's/<code>.*<.code>//' 1.html 2.html # the command lines differ
	cmp 1.text 2.text && cmp 1.html 2.html || fail "another time, another answer"
	grep -q 'b &lt;i&gt;&amp;' 1.html || fail "the page has no job"
	! command -v xmllint >/dev/null || xmllint --noout 1.html || fail "the page is not well-formed"
	sssp-eval rehearse net now new -q --html net >out 2>err
	[ $? = 2 ] && [ ! -s out ] && grep -q Switch net || fail "a topology is overwritten"
	# What every command is told counts for both sets.
	sed -n '/^caguid/s/.*=//p' net | head -n 3 >aggregation
	e 0 routes net now --aggregation-guids aggregation --table figures && mv out classes.csv
	e "$3" transition net now new --aggregation-guids aggregation --table figures && mv out told.csv
	same classes.aggregation classes.csv classes.aggregation told.csv
	for command in transition rehearse; do
		sssp-eval $command net now new -q --aggregation-guids none >out 2>err
		[ $? = 2 ] && grep -q '^sssp-eval: none: ' err || fail "$command: --aggregation-guids is not read"
	done
	cd ..
}

case_of torus 'torus:4x5,hosts=2' 1
case_of tree 'xgft:2;4,4;1,4' 0
exit 0
