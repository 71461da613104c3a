#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# sssp-eval draw on the command line: which files, the same bytes each time, what is in them, and what becomes of errors.
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"

# Runs sssp-eval draw; its exit status must be this.
draw() { # STATUS ARGUMENT..
	wanted=$1
	shift
	runs "$wanted" sssp-eval draw "$@"
}

has() { # FILE WORDS..
	file=$1
	shift
	for words in "$@"; do
		grep -qF -- "$words" "$file" || fail "$file has no '$words'"
	done
}

tables tree karytree:3,2
tables torus torus:4x4
for fabric in tree torus; do
	for end in svg PNG pdf dot; do
		draw 0 $fabric.net $fabric --plot a.$end
		draw 0 $fabric.net $fabric --plot b.$end
		cmp a.$end b.$end || fail "two pictures of $fabric differ: $end"
	done
	[ "$(head -c 5 a.svg)" = "<?xml" ] || fail "no SVG"
	tail -n 1 a.svg | grep -q '</svg>' || fail "half an SVG"
	[ "$(head -c 4 a.PNG | tail -c 3)" = PNG ] || fail "no PNG"
	[ "$(head -c 5 a.pdf)" = "%PDF-" ] || fail "no PDF"
	grep -qi '[" ]-\{0,1\}\(nan\|inf\)' a.svg && fail "not a number in the picture of $fabric"
	if command -v dot >/dev/null; then
		dot -Tplain a.dot >plain 2>err || fail "dot does not read it"
		[ ! -s err ] || fail "dot complains"
		neato -n2 -Tsvg a.dot >graphviz.svg || fail "neato does not read it"
	fi
done

# What people look for: names as text, hosts, cables, and the fullest one by name, as routes --hot has it.
draw 0 tree.net tree --plot tree.svg
has tree.svg '>leaf-1</text>' '>3 hosts</text>' 'Each line is 1 cable.' '<title>leaf-1 - spine-1' 'prefers-color-scheme: dark'
sssp-eval routes tree.net tree --hot 1 --json >hot || fail "routes --hot"
load=$(sed -n 's/.*"load" : \([0-9]*\).*/\1/p' hot | head -n 1)
has tree.svg "port 4 -&gt; spine-1 port 1: $load routes"
draw 0 tree.net --plot bare.svg
grep -q routes bare.svg && fail "there are no routes without tables"
sssp-topo karytree:3,2 | draw 0 - --plot stdin.svg
sed 's/tree\.net/standard input/' bare.svg | cmp - stdin.svg || fail "LIDs show in a picture"
draw 0 tree.net tree tree --plot same.svg
has same.svg 'about as many'
grep -q '[+-][1-9][0-9]* routes' same.svg && fail "the same tables differ"
sssp-route -q -a updn torus.net -o updn >/dev/null || fail "no other tables"
draw 0 torus.net torus updn --plot change.svg
grep -q ': [+-][0-9]* routes</text>' change.svg || fail "what changes most is not named"
draw 0 torus.net torus --mean --hot 2 --plot mean.svg
[ "$(grep -c 'in the mean of its bundle' mean.svg)" = 2 ] || fail "--hot 2 does not name two"

# Names may be anything.
sed 's/"torus-1-1"/"<b>\&\\"/' torus.net >odd.net
draw 0 odd.net torus --plot odd.svg
has odd.svg '>&lt;b&gt;&amp;\</text>'
draw 0 odd.net torus --plot odd.dot
if command -v dot >/dev/null; then
	dot -Tplain odd.dot >plain 2>err || fail "dot does not read odd names"
	[ ! -s err ] || fail "dot complains of odd names"
fi

# Without Graphviz there is a picture, too.
mkdir few
ln -s "$(command -v sssp-eval)" few/sssp-eval
sssp-topo random:switches=20,ports=8,hosts=2,seed=1 --lids -q -o random.net || fail "no random fabric"
PATH=few draw 0 random.net --plot circle.svg
has circle.svg 'On a circle'
draw 0 random.net --plot neato.svg
! grep -q 'On a circle' neato.svg || ! command -v neato >/dev/null || fail "neato is not asked"

# A torus is a grid, with a stub at either end of what wraps around; a mesh has none.
has change.svg 'go on at its other side'
[ "$(grep -c '<title>torus-0-0 - torus-0-3$' change.svg)" = 2 ] || fail "a cable over the rim has no two ends"
sssp-topo mesh:4x4 --lids -q | draw 0 - --plot mesh.svg
! grep -q 'other side' mesh.svg || fail "a mesh wraps"
# What a box stands for: its first and last switch, how many, and where others come between.
sssp-topo fattree:ports=12,levels=3,hosts=100 | draw 0 - --plot group.svg
has group.svg ' spine-13</text>' '>3 switches</text>' '>2 gaps</text>' 'leaf-1 .. leaf-2</title>'

draw 2 tree.net tree
has err '--plot FILE'
draw 2 tree.net tree --plot tree.gif
has err '.svg, .png, .pdf or .dot'
draw 2 --plot a.svg
draw 2 tree.net tree --plot a.svg --hot 0
draw 2 tree.net --plot none.svg --hot 3
has err 'TABLES are needed'
draw 2 tree.net --plot none.svg --mean
draw 2 none.net --plot none.svg
[ ! -e none.svg ] || fail "a picture of nothing"
draw 2 tree.net tree --plot nowhere/a.svg
cp tree.net tree.svg
draw 2 tree.svg --plot tree.svg
cmp tree.net tree.svg || fail "the input is overwritten"
exit 0
