#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Fabrics that nobody would draw, for half a minute, from a seed that changes with what is attacked. `make attack` sets
# SEED, SECONDS_EACH and LARGE: then fabrics of more than 300 switches come after that, on the core as it is installed.
set -eu
cd "${builddir:?}"
seconds=${SECONDS_EACH:-${LARGE:+300}}
seed=${SEED:-$(find "${srcdir:?}/core/" -name '*.[ch]' | sort | xargs cat | cksum | awk '{ print 1000 + $1 % 1000000 }')}
unset ASAN_OPTIONS
# What is entered here does not count in test_attack.sh, which runs at the same time.
GCOV_PREFIX=$(mktemp -d)
export GCOV_PREFIX
trap 'rm -rf "$GCOV_PREFIX"' EXIT
failed=0
attack() { # PROGRAM OPTION..
	"$@" || failed=1
}

attack tests/attack/attack --seed="$seed" --seconds="${seconds:-30}" --most=90
[ -z "${LARGE:-}" ] || attack tests/attack/attack_plain --seed="$seed" --seconds="$seconds" --least=301
exit $failed
