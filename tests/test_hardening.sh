#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What was built is hardened: programs independent of their position, relocations resolved at start and read-only from
# then on, no executable stack, guarded stacks, checked calls of libc; no search path, and nothing but the plugin's one
# symbol to be seen of it.
set -u
: "${builddir:?}"
[ "${SSSP_HARDENED:-no}" = yes ] || { echo "not an optimized build without sanitizers" && exit 77; }
command -v readelf >/dev/null || { echo "no readelf" && exit 77; }
status=0

wants() { # FILE WHAT OPTIONS EXPRESSION
	# shellcheck disable=SC2086 # options
	readelf -W $3 "$1" 2>&1 | grep -qE -- "$4" || { echo "FAIL: $1: $2" && status=1; }
}

wants_no() { # FILE WHAT OPTIONS EXPRESSION
	# shellcheck disable=SC2086
	! readelf -W $3 "$1" 2>&1 | grep -E -- "$4" || { echo "FAIL: $1: $2" && status=1; }
}

hardened() { # FILE
	wants "$1" "is no position-independent file" -h 'Type: +DYN'
	wants "$1" "relocations stay writable" -l 'GNU_RELRO'
	wants "$1" "symbols are resolved lazily" -d 'BIND_NOW|Flags:.* NOW'
	wants "$1" "the stack is executable" -l 'GNU_STACK.* RW +0x'
	wants_no "$1" "a segment can be written and executed" -l '(LOAD|GNU_STACK).* RWE '
	wants "$1" "no stack protector" --dyn-syms '__stack_chk_fail'
	wants "$1" "no checked calls of libc" --dyn-syms '__(memcpy|memset|memmove|fprintf|printf|vfprintf|snprintf|sprintf|fread|read|pread)_chk'
	wants_no "$1" "has a search path for libraries" -d 'RPATH|RUNPATH'
}

for program in generator/sssp-topo generator/sssp-route evaluator/sssp-eval; do
	hardened "$builddir/$program"
	wants "$builddir/$program" "is no position-independent program" -d 'Flags:.* PIE'
done
plugin=$builddir/plugin/libosmsssp.so
if [ -e "$plugin" ]; then
	hardened "$plugin"
	exported=$(readelf -W --dyn-syms "$plugin" | awk '$5 == "GLOBAL" && $7 != "UND" { print $8 }')
	[ "$exported" = osm_event_plugin ] || { echo "FAIL: the plugin exports $exported" && status=1; }
fi
exit $status
