#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# configure --with-opensm=PREFIX builds for the OpenSM that is installed there, and for no other; a PREFIX without one, or that
# is no path, is refused, and so is a program with a folder of headers that has none (--with-opensm-includes).
set -eu
: "${srcdir:?}" "${builddir:?}"
includes=$(sed -n 's/^OPENSM_CFLAGS = -isystem //p' "$builddir/Makefile")
[ -r "$includes/opensm/osm_version.h" ] || { echo "SKIP: no headers of OpenSM"; exit 77; }
work=$builddir/with_opensm.$$
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/prefix/include/infiniband" "$work/build"
cp -r "$includes/." "$work/prefix/include/infiniband/"
sed -i 's/OpenSM [0-9.]*/OpenSM 3.3.87/' "$work/prefix/include/infiniband/opensm/osm_version.h"
cd "$work/build"

configure() { # STATUS PART OPTION..
	expected=$1 part=$2 status=0
	shift 2
	"$srcdir/configure" -C --without-mpi "$@" >out 2>&1 || status=$?
	{ [ "$status" = 0 ] && [ "$expected" = 0 ]; } || { [ "$status" != 0 ] && [ "$expected" != 0 ]; } ||
		{ echo "FAIL: configure $*: status $status" && tail -n 5 out && exit 1; }
	grep -qF -- "$part" out || { echo "FAIL: configure $* does not say '$part'" && tail -n 5 out && exit 1; }
}

configure 1 'takes the folder that OpenSM is installed in' --with-opensm=opensm
configure 1 "were not found in $work/none/include/infiniband" --with-opensm="$work/none"
configure 1 "were not found in $work/none (" --with-opensm-includes="$work/none"
sed -i /osm_opensm_h/d config.cache
configure 0 'OpenSM 3.3.87' --with-opensm="$work/prefix"
grep -qxF "OPENSM_CFLAGS = -isystem $work/prefix/include/infiniband" Makefile || { echo "FAIL: other headers" && exit 1; }
