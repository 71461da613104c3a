# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=sh disable=SC2034 # what is set here is for those that source it
# What the tests of programs on the command line share. To be sourced first; the test then stands in a folder of its own.
: "${srcdir:?}" "${builddir:?}"
set -u
LC_ALL=C
export LC_ALL
topo=$builddir/generator/sssp-topo
route=$builddir/generator/sssp-route
judge=$builddir/evaluator/sssp-eval
PATH=$builddir/evaluator:$builddir/generator:$PATH
test_name=$(basename "$0" .sh)
work=$(mktemp -d "$builddir/$test_name.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
: >out
: >err

fail() {
	echo "FAIL: $*"
	echo "-- standard output:" && head -n 5 out
	echo "-- standard error:" && head -n 5 err
	exit 1
}

# Runs a program; its exit status must be this, its output is in out and err.
runs() { # STATUS PROGRAM [ARGUMENT..]
	wanted=$1
	shift
	"$@" >out 2>err
	status=$?
	[ "$status" = "$wanted" ] || fail "$*: status $status, not $wanted"
}

# Refused with this status and a first line like this, and nothing on standard output. The program's name in front of a
# file's needs not be in it.
refuses() { # STATUS MESSAGE PROGRAM [ARGUMENT..]
	message=$2
	wanted=$1
	shift 2
	runs "$wanted" "$@"
	[ ! -s out ] || fail "$*: writes something on standard output"
	said=$(head -n 1 err)
	[ "$said" = "$message" ] || [ "${said#sssp-[a-z]*: }" = "$message" ] || fail "$*: the message is not \"$message\""
}

# A fabric NAME.net and its tables in the folder NAME.
tables() { # NAME SPEC
	"$topo" "$2" --lids -q -o "$1.net" || fail "no fabric $2"
	"$route" -q "$1.net" -o "$1" >/dev/null || fail "no tables of $2"
}

# The files of a folder, hidden ones included, as one line.
files() {
	find "$1" -mindepth 1 -printf '%P\n' | sort | tr '\n' ' '
}

holds() { # FOLDER FILES
	[ "$(files "$1")" = "$2" ] || fail "$1 holds $(files "$1"), not $2"
}
