#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Golden tests. A *.test file has, after its comment lines (#):
#	line 1	the input files: names in input/, shared:NAME in $SSSP_SHARED/fabrics (skipped where that is missing), or
#		FILE=SPEC, what sssp-topo --lids makes of the SPEC
#	line 2	the command, run in a folder that holds the inputs
#	rest	its standard output, the lines of its standard error with "! " in front, and "exit STATUS"
# `run.sh --update [NAME..]` writes what is seen as the new expectation: read the difference before committing it.
set -u
golden=${srcdir:?}/tests/golden
build=${builddir:?}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
PATH=$build/evaluator:$build/generator:$PATH
export PATH

. "$srcdir/tests/examples.sh"

# Runs a test and leaves what was seen in $work/seen, what was expected in $work/expected.
observe() {
	rm -rf "$work/run" && mkdir "$work/run" || return 1
	grep '^#' "$1" >"$work/comments"
	grep -v '^#' "$1" >"$work/body"
	# shellcheck disable=SC2013 # words are wanted
	for input in $(sed -n 1p "$work/body"); do
		provide "$input" "$work/run" || return $?
	done
	command=$(sed -n 2p "$work/body")
	sed 1,2d "$work/body" >"$work/expected"
	(cd "$work/run" && timeout 60 sh -c "$command" >"$work/out" 2>"$work/err" </dev/null)
	status=$?
	{ cat "$work/out" && sed 's/^/! /' "$work/err" && echo "exit $status"; } >"$work/seen"
}

update=
[ "${1:-}" != --update ] || { update=yes && shift; }
[ $# -gt 0 ] || set -- "$golden"/*.test
passed=0 skipped=0 failed=0
for test in "$@"; do
	observe "$test"
	case $? in
	0) ;;
	77) skipped=$((skipped + 1)) && continue ;;
	*) echo "FAIL $test: an input is missing" && failed=$((failed + 1)) && continue ;;
	esac
	if [ "$update" ]; then
		{ cat "$work/comments" && sed -n 1,2p "$work/body" && cat "$work/seen"; } >"$work/new" && cat "$work/new" >"$test"
	fi
	if [ "$update" ] || diff -u "$work/expected" "$work/seen"; then
		passed=$((passed + 1))
	else
		echo "FAIL $test: $command" && failed=$((failed + 1))
	fi
done
echo "golden tests: $passed passed, $skipped skipped, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" = 0 ]
