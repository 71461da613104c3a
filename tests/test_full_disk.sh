#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# A disk without room leaves each program's old files as they were, and nothing half-written beside them. The disk is a
# tmpfs of 64 KB in a name space of its own; where the system allows none, files may not grow beyond 8 KB instead.
# shellcheck source=tests/cli_functions.sh
: "${SSSP_FULL_DISK:=}"
if [ -z "$SSSP_FULL_DISK" ]; then
	SSSP_FULL_DISK=limit
	for with in -m -rm; do
		# shellcheck disable=SC2016 # for the other shell
		if unshare $with sh -c 'd=$(mktemp -d) && mount -t tmpfs -o size=64k tmpfs "$d"; s=$?; umount "$d"; rmdir "$d"
			exit $s' 2>/dev/null; then
			SSSP_FULL_DISK=tmpfs
			export SSSP_FULL_DISK
			exec unshare $with sh "$0"
		fi
	done
fi
. "${srcdir:?}/tests/cli_functions.sh"
input=$srcdir/tests/golden/input
echo "full disk: $SSSP_FULL_DISK"

mkdir disk || exit 1
why="File too large"
if [ "$SSSP_FULL_DISK" = tmpfs ]; then
	why="No space left on device"
	mount -t tmpfs -o size=64k tmpfs disk || exit 1
	trap 'umount "$work/disk"; cd /; rm -rf "$work"' EXIT
fi
"$topo" torus:12x12,hosts=4 --lids -q -o large.net || exit 1
"$route" large.net -o large -q || exit 1
"$route" "$input/ring5.net" -o disk/tables -q || exit 1
for file in net csv svg png html; do echo old >disk/old.$file; done
cp -r disk before

full() { # PROGRAM [ARGUMENT..]: refused with a word that says why, and the disk is as it was
	(
		trap '' XFSZ
		[ "$SSSP_FULL_DISK" = tmpfs ] || ulimit -f 8
		exec "$@" >out 2>err
	)
	status=$?
	[ $status = 2 ] || fail "$*: status $status"
	grep -q "$why" err || fail "$*: does not say '$why'"
	diff -r before disk >changes 2>&1 || fail "$*: $(head -n 5 changes)"
}
full "$topo" torus:20x20,hosts=4 -q -o disk/old.net
full "$route" large.net -o disk/tables --force -q
full "$judge" routes large.net large/opensm-lfts.dump --channels disk/old.csv
full "$judge" report large.net a=large/opensm-lfts.dump b=large/opensm-lfts.dump -n 10 -o disk/old.html
# pictures are small: nothing is left of the disk for them
if [ "$SSSP_FULL_DISK" = tmpfs ]; then
	cat /dev/zero >disk/rest 2>/dev/null
	cp disk/rest before/rest
fi
full "$judge" compare large.net a=large b=large -n 10 --plot disk/old.svg
full "$judge" routes large.net large/opensm-lfts.dump --plot disk/old.png
rm -f disk/rest

# ---- nothing may be written there
if [ "$SSSP_FULL_DISK" = tmpfs ]; then
	why="Read-only file system"
	rm -f before/rest
	mount -o remount,ro disk || exit 1
	full "$topo" torus:4x4 -q -o disk/old.net
	full "$topo" torus:4x4 -q -o disk/new.net
	full "$route" "$input/ring5.net" -o disk/tables --force -q
	full "$route" "$input/ring5.net" -o disk/new -q
	full "$judge" routes "$input/ring5.net" "$input/ring5.lfts" --channels disk/new.csv
	full "$judge" routes "$input/ring5.net" "$input/ring5.lfts" --plot disk/old.svg
	mount -o remount,rw disk || exit 1
fi

# ---- the plugin's dumps
if [ -x "$builddir/tests/plugin/values/check_plugin_dump" ]; then
	rm -rf disk/* && [ "$SSSP_FULL_DISK" != tmpfs ] || SSSP_SMALL_DISK=$work/disk
	[ -z "${SSSP_SMALL_DISK-}" ] || export SSSP_SMALL_DISK
	"$builddir/tests/plugin/values/check_plugin_dump" >out 2>err || fail "the plugin's dumps: $(cat out)"
fi

# ---- standard output
for command in "$topo torus:4x4" "$topo --list" "$route $input/ring5.net -o other -q --json" \
	"$judge routes $input/ring5.net $input/ring5.lfts" "$judge routes $input/ring5.net $input/ring5.lfts --json" \
	"$judge routes $input/ring5.net $input/ring5.lfts --channels /dev/full"; do
	# shellcheck disable=SC2086 # a program and its arguments
	$command >/dev/full 2>err && fail "$command: does not notice that nothing was written"
	[ -s err ] || fail "$command: ends without a word"
done
exit 0
