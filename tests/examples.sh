# shellcheck shell=sh disable=SC2154 # golden, work: the sourcing test sets them
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Input files for tests that run programs and compare what they print; sourced, with $golden the folder of inputs.

# Puts an input into a folder: a name in $golden/input, shared:NAME in $SSSP_SHARED/fabrics, or FILE=SPEC, what
# sssp-topo --lids makes of the SPEC. Status 77: it is not there to be had.
provide() {
	case $1 in
	shared:*)
		[ -f "${SSSP_SHARED:-}/fabrics/${1#shared:}" ] || return 77
		ln -s "$SSSP_SHARED/fabrics/${1#shared:}" "$2/"
		;;
	*=*) sssp-topo "${1#*=}" --lids -q -o "$2/${1%%=*}" ;;
	*) ln -s "$golden/input/$1" "$2/" && [ -f "$golden/input/$1" ] ;;
	esac
}
