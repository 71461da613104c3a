#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# --plot on the command line: which files, the same bytes each time, and what becomes of errors.
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"
input=$srcdir/tests/golden/input

# Runs sssp-eval; its exit status must be this.
run() { # STATUS ARGUMENT..
	wanted=$1
	shift
	runs "$wanted" sssp-eval "$@"
}

# A command draws; the report is the same as without, the picture as the last time.
draws() { # STATUS COMMAND ARGUMENT..
	wanted=$1
	shift
	run "$wanted" "$@"
	mv out plain
	for file in a.svg b.svg a.PNG b.PNG; do
		run "$wanted" "$@" --plot $file
		cmp -s out plain || fail "$1 --plot changes the report"
	done
	cmp a.svg b.svg || fail "$1: two SVG files differ"
	cmp a.PNG b.PNG || fail "$1: two PNG files differ"
	[ "$(head -c 5 a.svg)" = "<?xml" ] || fail "$1: no SVG"
	[ "$(head -c 4 a.PNG | tail -c 3)" = PNG ] || fail "$1: no PNG"
	tail -n 1 a.svg | grep -q '</svg>' || fail "$1: half an SVG"
	grep -qi 'nan\|inf' a.svg && fail "$1: not a number"
	rm -f a.svg b.svg a.PNG b.PNG
}

tables tree karytree:3,2
draws 0 routes tree.net tree/opensm-lfts.dump
draws 0 ebb tree.net tree/opensm-lfts.dump -n 200
draws 0 pattern alltoall tree.net tree/opensm-lfts.dump --mappings 5
draws 0 pattern bisect tree.net tree/opensm-lfts.dump --mappings 5
draws 0 compare tree.net one=tree two=tree -n 100
draws 0 compare tree.net one=tree two=tree -n 100 --endpoints 2,4,6,9
# damaged tables have a picture too, and one switch has no channels
draws 0 simulate tree.net tree/opensm-lfts.dump -n 200 --load .1,.5,1
draws 0 compare tree.net one=tree two=tree -n 100 --simulate shift --load .2,1 --slots 100
draws 1 routes "$input/ring5.net" "$input/ring5-missing.lfts"
draws 1 ebb "$input/ring5.net" "$input/ring5-missing.lfts" -n 50
tables single single:hosts=3
draws 0 routes single.net single/opensm-lfts.dump
draws 0 ebb single.net single/opensm-lfts.dump -n 1

# tables seen through threads and a JSON report make the same picture
run 0 ebb tree.net tree/opensm-lfts.dump -n 200 --threads 1 --plot one.svg
run 0 ebb tree.net tree/opensm-lfts.dump -n 200 --threads 3 --plot three.svg --json
cmp one.svg three.svg || fail "threads change the picture"

# what cannot be: said before the work, or with the file's name, and nothing on standard output
run 2 ebb tree.net tree/opensm-lfts.dump --plot picture.pdf
grep -q -- "--plot takes the name of a file that ends in .svg or .png, not 'picture.pdf'" err || fail "no word of --plot"
[ ! -e picture.pdf ] || fail "writes a PDF"
for command in ebb routes; do
	run 2 $command tree.net tree/opensm-lfts.dump --plot nowhere/picture.svg
	grep -q '^sssp-eval: nowhere/picture.svg: .*No such file' err || fail "$command: the file is not named"
	[ ! -s out ] || fail "$command: a report without its picture"
done
exit 0
