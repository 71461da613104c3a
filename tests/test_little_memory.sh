#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Memory that cannot be had: whatever a program may have, it does what it does with more, or says that memory is out
# and leaves nothing half-written, and tables and fabrics that were there as they were.
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"
input=$srcdir/tests/golden/input
most=32000 # KiB, with which all succeed

limited() { # KIBIBYTES PROGRAM [ARGUMENT..]
	(
		ulimit -c 0
		ulimit -v "$1"
		shift
		exec "$@" >out 2>err
	)
	status=$?
}

limited $most "$topo" single -q
[ $status = 0 ] || {
	echo "programs of this build need more than $most KiB to begin with"
	exit 77
}
"$topo" karytree:8,3 --lids -q -o fabric.net || exit 1
"$topo" torus:4x4,hosts=2 -q -o old.net || exit 1
"$route" fabric.net -o whole -q || exit 1
"$route" "$input/ring5.net" -o old -q || exit 1
"$topo" karytree:20,3 -q -o large.net || exit 1

ended=0 refused=0
as_it_should() { # OLD NEW RESULT: files or folders; the result is either
	case $status in
	0)
		diff -r "$2" "$3" >changes 2>&1 || fail "$what: status 0 and $(head -n 3 changes)"
		ended=$((ended + 1))
		;;
	2)
		grep -qE 'out of memory|Cannot allocate memory' err || fail "$what: does not say why: $(cat err)"
		diff -r "$1" "$3" >changes 2>&1 || fail "$what: $(head -n 3 changes)"
		refused=$((refused + 1))
		;;
	127 | 134) # the loader of programs, or GLib while it is loaded
		[ $status = 127 ] || grep -q '^GLib (gthread-posix.c): ' err || fail "$what: aborted: $(tail -n 2 err)"
		diff -r "$1" "$3" >changes 2>&1 || fail "$what: $(head -n 3 changes)"
		;;
	*) fail "$what: status $status: $(tail -n 2 err)" ;;
	esac
}

memory=6000
while [ $memory -le $most ]; do
	what="sssp-topo with $memory KiB"
	rm -rf result && mkdir result && cp old.net result/one.net
	mkdir -p was will && cp old.net was/one.net && cp large.net will/one.net
	limited $memory "$topo" karytree:20,3 -q -o result/one.net
	as_it_should was will result

	what="sssp-route with $memory KiB"
	rm -rf result && cp -r old result
	limited $memory "$route" fabric.net -o result --force -q --threads 1
	as_it_should old whole result

	what="sssp-eval with $memory KiB"
	limited $memory "$judge" routes fabric.net whole --json
	as_it_should old old old
	memory=$((memory + 500))
done
echo "$ended runs ended well, $refused were refused"
[ $ended -ge 30 ] || fail "only $ended ended well: other limits are needed"
[ $refused -ge 10 ] || fail "only $refused were refused: other limits are needed"
exit 0
