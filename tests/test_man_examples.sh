#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# The worked examples of the manual pages, run as they stand. In a page an example is
#
#	.\" .EX INPUT...
#	.Bd -literal
#	$ COMMAND
#	what it prints, standard error included
#	.Ed
#
# (.nf and .fi, or .EX and .EE, do in place of .Bd and .Ed), with as many commands as it likes, all run in one new folder
# that holds the INPUTs (as tests/examples.sh has them). A command goes on in the next line after a backslash. A line
# that begins with "$ " anywhere else is an error. An example whose input is not there to be had is skipped.
# `test_man_examples.sh PAGE..` runs those of the named pages only.
set -u
golden=${srcdir:?}/tests/golden
build=${builddir:?}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
PATH=$build/evaluator:$build/generator:$PATH
export PATH
# shellcheck source=tests/examples.sh
. "$srcdir/tests/examples.sh"

# One folder an example: `inputs`, and for each command N `command.N` and `expected.N`.
extract() {
	awk -v into="$2" '
	/^\.\\" \.EX/ {
		folder = sprintf("%s/%02d", into, ++examples)
		system("mkdir -p " folder)
		sub(/^\.\\" \.EX */, "")
		print > (folder "/inputs")
		close(folder "/inputs")
		commands = 0
		next
	}
	!folder && /^\$ / { print FILENAME ":" FNR ": an example that no .EX stands before" > (into "/stray") }
	!folder { next }
	/^\.(Bd|nf|EX)/ { inside = 1; next }
	/^\.(Ed|fi|EE)/ { folder = ""; inside = more = 0; next }
	!inside { next }
	{ gsub(/\\&/, ""); gsub(/\\-/, "-"); gsub(/\\e/, "\\") }
	more { print > command; more = /\\$/; next }
	/^\$ / {
		command = sprintf("%s/command.%02d", folder, ++commands)
		expected = sprintf("%s/expected.%02d", folder, commands)
		printf "" > expected
		print substr($0, 3) > command
		more = /\\$/
		next
	}
	{ print > expected }
	' "$1"
}

# Runs the commands of an example. Status 77: an input is missing.
run_example() {
	mkdir "$1/run" || return 1
	# shellcheck disable=SC2013 # words are wanted
	for input in $(cat "$1/inputs"); do
		provide "$input" "$1/run" || return $?
	done
	for command in "$1"/command.*; do
		[ -f "$command" ] || { echo "no command" && return 1; }
		(cd "$1/run" && timeout 60 sh "$command" >"$1/seen" 2>&1 </dev/null)
		[ $? -le 1 ] || echo "status above 1" >>"$1/seen"
		diff -u "$1/expected.${command##*.}" "$1/seen" || return 1
	done
}

[ $# -gt 0 ] || set -- "$srcdir"/man/*.[0-9]
passed=0 skipped=0 failed=0
for page in "$@"; do
	name=$(basename "$page")
	mkdir "$work/$name" && extract "$page" "$work/$name" || exit 99
	[ ! -f "$work/$name/stray" ] || { cat "$work/$name/stray" && failed=$((failed + 1)); }
	for example in "$work/$name"/*/; do
		[ -d "$example" ] || continue
		run_example "${example%/}"
		case $? in
		0) passed=$((passed + 1)) ;;
		77) skipped=$((skipped + 1)) ;;
		*) failed=$((failed + 1)) && echo "FAIL $name, example $(basename "$example"): $(cat "$example"/command.* | head -1)" ;;
		esac
	done
done
echo "examples of the manual pages: $passed passed, $skipped skipped, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" = 0 ]
