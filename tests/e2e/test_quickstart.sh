#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What quickstart says before it builds anything.
. "${srcdir:?}/tests/e2e/functions.sh"

start_work
said() { grep -qF "$1" "$work/said" || fail "quickstart said: $(cat "$work/said")"; }
quickstart() { # EXPECTED-STATUS PROGRAM [ARGUMENT..]
	local expected=$1 status
	shift
	bounded "$TOOL_TIMEOUT" said "$@"
	status=$?
	[ $status = "$expected" ] || fail "$*: status $status, not $expected: $(cat "$work/said")"
}

quickstart 2 "$srcdir/quickstart"
said 'Usage:'
quickstart 2 "$srcdir/quickstart" jump
quickstart 0 "$srcdir/quickstart" --help
said 'run [TOPOLOGY]'
quickstart 2 "$srcdir/quickstart" test now
said 'takes no arguments'
quickstart 2 "$srcdir/quickstart" run no-such-file
said 'no-such-file: cannot be read'

mkdir "$work/a b"
cp "$srcdir/quickstart" "$work/a b/"
quickstart 2 "$work/a b/quickstart" test
said 'path with blanks'
[ ! -e "$work/a b/build" ] || fail "it began to build"
