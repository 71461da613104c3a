#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# make lint: what can be found without running anything: warnings, and files that `make dist` forgets. Every finding is an error; one that is wrong is put right in
# the source, or silenced there with its reason (`// cppcheck-suppress ID`, `# shellcheck disable=SCn # why`).
#
# What is left out here, and why:
# - gcc: the tests and bench/, whose values are small and made up; what needs MPI's headers.
# - cppcheck knownConditionTrueFalse: it does not see through pointers and calls, and calls sound conditions constant;
#   clarifyCalculation: `a & b ? c : d` is plain C; shadowFunction: a static one, not called there; uninitvar, memleak, unknownMacro: g_auto* and GLib's macros are
#   beyond it, and sanitizers and valgrind look for these.
# - of what belongs to the distribution: git's own files.
# - shellcheck SC2015: `A && B || fail` is how a test says what must hold, and `fail` ends it.
# shellcheck disable=SC2317 # functions that `clean` runs
set -u
: "${srcdir:=$(cd "$(dirname "$0")/.." && pwd)}" "${builddir:=.}" "${CC:=gcc}" "${LINT_CFLAGS:=}"
builddir=$(cd "$builddir" && pwd)
cd "$srcdir" || exit 1
status=0

# Runs a program and tells whether it said something, which it only does of what is wrong.
clean() { # WHAT PROGRAM [ARGUMENT..]
	what=$1
	shift
	if said=$("$@" 2>&1) && [ -z "$said" ]; then
		echo "lint: $what: nothing found"
	else
		printf '%s\nlint: %s: FAILED\n' "$said" "$what"
		status=1
	fi
}

have() {
	command -v "$1" >/dev/null && return
	echo "lint: $1 is not installed"
	status=1
	return 1
}

sources() {
	for folder in core formats generator evaluator plugin; do
		[ "$folder:${LINT_PLUGIN:-yes}" = plugin:no ] || 
			find -L "$folder" -name '*.c' ! -name '*_mpi.c' # these need MPI's compiler
	done | sort
}

# GLib's headers, half of the time, are compiled once; OpenSM's headers have to come before them.
compile_strictly() {
	all=$builddir/lint-all.$$.h
	echo '#include <glib.h>' >"$all"
	# shellcheck disable=SC2086 # a list of words
	set -- -std=gnu11 -O2 -I. -I"$builddir" '-DG_LOG_DOMAIN="sssp"' '-DPROFILES_DIR="/"' $LINT_CFLAGS \
		-Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wlogical-op -Wduplicated-cond \
		-Wduplicated-branches -Wformat=2 -Wno-format-nonliteral -Wundef -Wvla -Wwrite-strings \
		-Wmissing-prototypes -Wstrict-prototypes -Wpointer-arith -Wimplicit-fallthrough
	"$CC" "$@" -o "$all.gch" "$all" &&
		sources | grep -v ^plugin/ | xargs -P "$(nproc)" -n 40 "$CC" -include "$all" -fsyntax-only "$@" &&
		sources | sed -n '/^plugin/p' | xargs -r "$CC" -fsyntax-only "$@"
	found=$?
	rm -f "$all" "$all.gch"
	return "$found"
}

run_cppcheck() {
	# shellcheck disable=SC2046 # a list of words
	cppcheck --quiet --library=gtk --library=posix --std=c11 -j2 -I. --inline-suppr --error-exitcode=1 \
		--enable=warning,portability,performance,style --template='{file}:{line}: {id}: {message}' \
		--suppress=missingInclude --suppress=unknownMacro --suppress=knownConditionTrueFalse --suppress=memleak \
		--suppress=uninitvar --suppress=clarifyCalculation --suppress=shadowFunction --suppress=constParameter --suppress=variableScope $(sources)
}

scripts() { find -L tests bench generator evaluator packaging -name '*.sh' -o -name '*.bash' | sort; }

# What a script has for those that source it: what it sources, and the variables that it sets and uses.
abstract() { # SCRIPT
	echo '# shellcheck shell=bash'
	grep -E '^[[:space:]]*(# shellcheck source=|\. ")' "$1"
	grep -v '^[[:space:]]*#' "$1" | grep -oE '(^|[[:space:];&|({])[A-Za-z_][A-Za-z_0-9]*\+?=([0-9]|\$\(\()?' |
		sed "s/^[^A-Za-z_]*//; s/+*=/=/; s/=.\+/=0/; s/=\$/=\$1/" | sort -ru # numbers, and what may be anything
	grep -oE '\$\{?[#!]?[A-Za-z_][A-Za-z_0-9]*' "$1" | sed 's/^[^A-Za-z_]*//; s/.*/"$&"/' | sort -u |
		paste -s -d ' ' | sed 's/^/: /'
}

# Each script by itself, beside abstracts of what it sources: shellcheck would read that anew, whole, for each.
run_shellcheck() {
	abstracts=$builddir/lint-abstracts.$$
	for script in $(scripts); do
		mkdir -p "$abstracts/${script%/*}" && abstract "$script" >"$abstracts/$script"
	done
	# shellcheck disable=SC2046 # a list of words
	(cd "$abstracts" && shellcheck -x -e SC2015 "$srcdir/quickstart" "$srcdir/.ci/run" \
		$(cd "$srcdir" && scripts | grep -v ^packaging/ | sed "s|^|$srcdir/|"))
	found=$?
	rm -rf "$abstracts"
	return "$found"
}

# A page may have long lines and its own idea of a date, but no broken blocks and nothing that a formatter warns of.
run_mandoc() {
	for page in man/*.[0-9]; do
		mandoc -T lint -W warning "$page" 2>&1
	done | grep -v 'outdated mandoc.db'
	[ $? = 1 ]
}

# As man(1) does it, with all warnings.
run_groff() {
	for page in man/*.[0-9]; do
		groff -mandoc -T utf8 -ww -z "$page" 2>&1
	done
}

# The project's own files: what git has, or where quickstart mirrors them, its links. An unpacked distribution has no others.
own_files() {
	if [ -e .git ]; then
		git ls-files
	else
		find . -type l -printf '%P\n'
	fi | grep -v '^\.gitignore$' | sort
}

run_distdir() {
	own_files >"$listed"
	make -s --no-print-directory -C "$builddir" distdir "distdir=$unpacked" || return
	(cd "$unpacked" && find . ! -type d -printf '%P\n' | sort) | comm -23 "$listed" -
}

all_is_distributed() {
	unpacked=$builddir/lint-distribution.$$ listed=$builddir/lint-files.$$ failed=
	run_distdir || failed=yes
	chmod -R u+w "$unpacked"
	rm -rf "$unpacked" "$listed"
	[ -z "$failed" ]
}

clean "$CC with more warnings" compile_strictly
! have cppcheck || clean cppcheck run_cppcheck
! have shellcheck || clean shellcheck run_shellcheck
! have mandoc || clean mandoc run_mandoc
! have groff || clean 'groff on the manual pages' run_groff
clean 'words that doc/glossary.md has retired' sh tests/words.sh
clean 'files that make dist leaves out' all_is_distributed
exit $status
