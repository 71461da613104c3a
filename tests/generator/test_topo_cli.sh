#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# sssp-topo on the command line: exit statuses, messages, and what is and is not written.
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"

run() { # STATUS [ARGUMENT..]
	wanted=$1
	shift
	runs "$wanted" "$topo" "$@"
}

refused() { # STATUS MESSAGE ARGUMENT..
	wanted=$1
	message=$2
	shift 2
	refuses "$wanted" "sssp-topo: $message" "$topo" "$@"
}

# ---- what works
run 0 torus:3x3,hosts=2
[ "$(head -n 1 out)" = "# torus:3x3,hosts=2" ] || fail "the first line is not the SPEC"
[ "$(grep -c '^Switch' out) $(grep -c '^Ca' out) $(grep -c '^\[' out)" = "9 18 72" ] || fail "torus: other counts"
[ ! -s err ] || fail "says something on standard error"
grep -q 'lid [1-9]' out && fail "has LIDs unasked"
mv out plain

run 0 torus:3x3,hosts=2 -o -
cmp -s out plain || fail "-o - writes something else"
run 0 torus:3x3,hosts=2 -o file
cmp -s file plain || fail "-o writes something else"
[ "$(cat err)" = "sssp-topo: file: 9 switches, 18 hosts, 36 cables" ] || fail "-o says something else"
run 0 --output=file -q torus:3x3,hosts=2
[ ! -s out ] || fail "-q writes to standard output"
[ ! -s err ] || fail "-q is not quiet"

run 0 torus:3x3,hosts=2,an=all,fail=hosts:3,fail=links:1,seed=2 -o file
[ "$(cat err)" = "sssp-topo: file: 9 switches, 15 hosts, 9 aggregation nodes, 41 cables" ] || fail "an= says $(cat err)"
[ "$(head -n 1 file)" = "# torus:3x3,hosts=2,an=all,fail=hosts:3,fail=links:1,seed=2" ] || fail "an=: another first line"
[ "$(grep -c '^Ca.*"Mellanox Technologies Aggregation Node"$' file)" = 9 ] || fail "an=all: other names"
[ "$(grep -c '^devid=0xcf09$' file)" = 9 ] || fail "an=all: other devices"

# The same nodes and as many ports, by name; other GUIDs, other port numbers; the same bytes again.
names() { sed -n 's/^\(Switch\|Ca\)\t\([0-9]*\) "[^"]*"\t*\(# "[^"]*"\).*/\1 \2 \3/p' "$1" | sort; }
run 0 torus:3x3,hosts=2,shuffle=5
mv out shuffled
run 0 torus:3x3,hosts=2,shuffle=5
cmp -s out shuffled || fail "shuffle=5 gives other bytes the second time"
[ "$(names shuffled | wc -l)" = 27 ] && [ "$(names plain)" = "$(names shuffled)" ] || fail "shuffle= gives other nodes"
[ "$(grep -c '^\[' shuffled)" = 72 ] || fail "shuffle= gives another number of cables"
grep -E '^(Switch|Ca)' plain | cut -d '"' -f 2 >guids
grep -qFf guids shuffled && fail "shuffle= leaves a GUID"

run 0 torus:3x3,hosts=2 --lids
[ "$(sed -n 's/^Switch.* lid \([0-9]*\) lmc 0$/\1/p' out | tr '\n' ' ')" = "1 2 3 4 5 6 7 8 9 " ] || fail "--lids: switches"
[ "$(grep -c '^\[1\](.*# lid [1-9][0-9]* lmc 0 ' out)" = 18 ] || fail "--lids: hosts"

run 0 --list
[ "$(grep -cE '^[a-z]+[:0-9]?' out)" -ge 21 ] || fail "--list is short"
for name in single karytree fattree xgft clos torus mesh hypercube kautz random dragonfly hyperx slimfly fastree \
	odin chic deimos atlas thunderbird ranger tara; do
	grep -qE "^$name(:|\$)" out || fail "--list lacks $name"
done
run 0 --help
grep -q 'SPEC' out || fail "--help does not speak of SPEC"
for key in an=leaf an=all fail=links fail=switches fail=hosts seed= shuffle=; do
	grep -q ",$key" out || fail "--help does not speak of $key"
	"$topo" --list | grep -q ",$key" || fail "--list does not speak of $key"
done
run 0 --version
grep -q '^sssp-topo .*[0-9]' out || fail "--version"

# ---- what does not
refused 2 "which fabric? (--list shows what there is)"
refused 2 "one SPEC at a time" single deimos
refused 2 "Unknown option --nonsense" --nonsense
refused 2 "Missing argument for -o" single -o
refused 2 "nosuch:3: no such kind of fabric (sssp-topo --list shows them)" nosuch:3
refused 2 "single:hosts=40: switch switch-1 needs more than its 36 ports" single:hosts=40
refused 2 "torus:4x4,host=1: torus has no key \"host\" (its keys: hosts links ports an fail seed shuffle)" torus:4x4,host=1
refused 2 "deimos,hosts=1: deimos has no key \"hosts\" (its keys: an fail seed shuffle)" deimos,hosts=1
refused 2 "torus:4x4x: torus: \"\" is not a number" torus:4x4x
refused 2 "torus:999x999: more switches and hosts than a subnet has LIDs (49151)" torus:999x999
refused 2 "torus:4x4,hosts=0x2: hosts: \"0x2\" is not a number" torus:4x4,hosts=0x2
refused 2 "\\033[31m: no such kind of fabric (sssp-topo --list shows them)" "$(printf '\033[31m')"
refused 1 "mesh:9,fail=links:2: 2 of 8 cables cannot fail and leave the switches connected (at most 0)" mesh:9,fail=links:2
refused 2 "single,an=some: an: not leaf or all" single,an=some
refused 2 "single,shuffle=: shuffle has no value" single,shuffle=
refused 2 "single,shuffle=-1: shuffle: \"-1\" is not a number" single,shuffle=-1
refused 2 "single,shuffle=4294967295: shuffle: 4294967295 is not in 0..4294967294" single,shuffle=4294967295
refused 1 "single,fail=hosts:36: 36 of 36 hosts cannot fail: none would be left" single,fail=hosts:36
refused 1 "single,fail=switches:1: 1 of 1 switches cannot fail: none would be left" single,fail=switches:1

# ---- files: whole or not at all
echo old >file
refused 2 "single:hosts=40: switch switch-1 needs more than its 36 ports" single:hosts=40 -o file
[ "$(cat file)" = old ] || fail "an error overwrites the file"
run 2 single -o nowhere/file
grep -q '^sssp-topo: nowhere/file: ' err || fail "an unwritable file is not named"
[ ! -e nowhere ] || fail "makes folders"
run 2 single -o .
[ -z "$(find . -name '.*' -type f)" ] || fail "leaves temporary files"
ln -s file link
run 0 single -o link -q
[ -L link ] || fail "replaces a symbolic link"
[ "$(head -n 1 file)" = "# single" ] || fail "does not write through a symbolic link"
"$topo" single -o /dev/stdout -q | cmp -s - file || fail "-o /dev/stdout in a pipe"
(umask 027 && "$topo" single -o mode -q)
[ "$(stat -c %a mode)" = 640 ] || fail "permissions are $(stat -c %a mode)"
if [ -w /dev/full ]; then
	"$topo" single >/dev/full 2>err
	status=$?
	[ "$status" = 2 ] || fail "a full disk gives status $status"
	grep -q '^sssp-topo: standard output: No space' err || fail "a full disk goes unnoticed"
fi
# A picture, by sssp-eval; the fabric is written only where that is asked for, too.
"$topo" torus:3x3,hosts=1 --draw torus.svg >out || fail "--draw: status $?"
[ ! -s out ] || fail "--draw writes the fabric without -o"
[ "$(grep -o '<title>torus-[0-9-]* - torus-[0-9-]*' torus.svg | sort -u | wc -l)" = 18 ] || fail "--draw: not 18 pairs of switches"
grep -q 'torus:3x3,hosts=1' torus.svg || fail "--draw: the picture is not called what the fabric is"
"$topo" torus:3x3,hosts=1 --draw torus.dot -q -o torus.net && [ -s torus.dot ] && [ -s torus.net ] || fail "--draw with -o"
"$topo" torus:3x3,hosts=1 --draw torus.jpg 2>err
[ $? = 2 ] && grep -q 'ends in .svg' err || fail "--draw torus.jpg: $(cat err)"
grep -q '^sssp-topo: torus.jpg: ' err || fail "--draw torus.jpg speaks of another option: $(cat err)"
refused 2 "./torus.svg: was written just now: it is not overwritten" torus:3x3,hosts=1 --draw torus.svg -o ./torus.svg
grep -q '<svg' torus.svg || fail "--draw and -o of one name: the picture is lost"
[ -z "$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'sssp-topo.*' -user "$(id -u)" -mmin -1 2>/dev/null)" ] || fail "--draw leaves a folder"
exit 0
