#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Bash completion: every option of --help, algorithms, commands and families of fabrics.
: "${srcdir:?}" "${builddir:?}"
set -u
LC_ALL=C
PATH=$builddir/generator:$builddir/evaluator:$builddir/plugin/check:$PATH
export LC_ALL PATH
# shellcheck source=generator/sssp.bash
. "$srcdir/generator/sssp.bash" || exit 1

fail() {
	echo "FAIL: $*"
	exit 1
}

# What is offered for the last word of a line, sorted, as one line.
offered() { # PROGRAM [WORD..]
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	_sssp "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
	printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
}

offers() { # WORDS PROGRAM [WORD..]
	wanted=$1
	shift
	[ "$(offered "$@")" = "$wanted " ] || fail "$*: offers $(offered "$@"), not $wanted"
}

for program in sssp-topo sssp-route sssp-eval sssp-check; do
	command -v $program >/dev/null || continue # without OpenSM there is no sssp-check
	complete -p $program | grep -q _sssp || fail "$program is not completed"
	words=("$program")
	[ $program != sssp-eval ] || words+=(ebb)
	n=0
	for option in $("${words[@]}" --help | sed -nE 's/^  (-[a-zA-Z], )?(--[a-z0-9-]+).*/\2/p'); do
		n=$((n + 1))
		[[ " $(offered "${words[@]}" "$option")" == *" $option "* ]] || fail "$program: $option is not completed"
	done
	[ $n -ge 4 ] || fail "$program --help has $n options"
done
offers "minhop p2sssp psssp published published-unit updn" sssp-route -a ""
offers "minhop" sssp-route --algorithm m
offers "updn" sssp-route --algorithm = u
offers "receivers recursive-doubling" sssp-route --optimize=5 --for rec
offers "any asymmetric path symmetric" sssp-route --sl ""
offers "--ignore-guids" sssp-route --ig
offers "--guid2lid" sssp-eval routes --gu
offers "deadlock" sssp-eval de
offers "alltoall" sssp-eval pattern al
offers "receivers recursive-doubling" sssp-eval pattern -q rec
offers "nearest-2d nearest-3d nearest-neighbour" sssp-eval workload nea
offers "farm file" sssp-eval provision f
offers "all mimd mpqc octopus pop" sssp-eval app ""
offers "mimd,pop" sssp-eval app mimd,p
offers "linear" sssp-eval pattern ring a.net t --mapping l
offers "file file: guid linear random" sssp-eval pattern ring --mapping ""
offers "file: guid linear spread" sssp-eval workload farm a.net t --hosts = ""
offers "curve random rows" sssp-eval workload farm --cells ""
offers "all" sssp-eval workload farm --sends a
offers "minhop" sssp-eval provision farm -a m
# names come first only, and other commands have none: files
(cd "$srcdir/man" && offers "sssp-formats.5" sssp-eval pattern ring sssp-f && offers "sssp-formats.5" sssp-eval routes sssp-f) || exit 1
offers "torus:" sssp-topo tor
offers "deimos" sssp-topo dei
offers "4x4,an= 4x4,fail= 4x4,seed= 4x4,shuffle=" sssp-topo torus : 4x4,
offers "4x4,an=" sssp-topo torus : 4x4,a
offers "deimos,fail=" sssp-topo deimos,f
offers "all leaf" sssp-topo torus : 4x4,an =
offers "leaf" sssp-topo torus : 4x4,an = l
offers "hosts: links: switches:" sssp-topo deimos,fail =
for family in $(sssp-topo --list | grep -oE '^[a-z]+:?' | tr -d :); do
	[[ " $(offered sssp-topo "${family:0:2}")" == *" $family"[:\ ]* ]] || fail "$family is not completed"
done
exit 0
