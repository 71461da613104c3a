#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# sssp-eval as --without-cairo makes it: no cairo and no X11 in it, charts refused, all else as it was.
set -u
: "${builddir:?}"
plain=$builddir/tests/evaluator/sssp-eval-plain
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
PATH=$builddir/generator:$PATH

fail() {
	echo "FAIL: $*"
	exit 1
}

refused() { # PART COMMAND..
	part=$1
	shift
	"$@" >out 2>err
	[ $? = 2 ] && grep -qF -- "$part" err && [ ! -e picture.svg ] && [ ! -e picture.png ] || fail "$*: $(cat err)"
}

! ldd "$plain" | grep -E 'cairo|X11|xcb' || fail "it links what it must not"
sssp-topo torus:4x4,hosts=2 --lids -q -o fabric.net && sssp-route -q fabric.net -o tables || fail "no tables"
"$plain" routes fabric.net tables -q >plain.out || fail "routes: status $?"
"$builddir/evaluator/sssp-eval" routes fabric.net tables -q | cmp -s - plain.out || fail "routes says something else"
refused 'without cairo' "$plain" ebb fabric.net tables -q --plot picture.svg
refused 'cannot write PNG' "$plain" draw fabric.net tables -q --plot picture.png
"$plain" draw fabric.net tables -q --plot fabric.svg && grep -q '<title>' fabric.svg || fail "draw: no SVG"
"$plain" report fabric.net now=tables -q -n 20 -o page.html || fail "report: status $?"
grep -q 'built without cairo and draws no charts' page.html || fail "the page does not say why it has no charts"
