#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The folder that sssp-route writes: whose tables it may overwrite, and that they are all there or none of them,
# whatever happens.
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"

"$topo" torus:5x5,hosts=2 --lids -q -o torus.net || exit 1
"$topo" karytree:3,2 --lids -q -o tree.net || exit 1
all="opensm-lfts.dump opensm-sssp.state sssp.fabric sssp.psl sssp.sl sssp.slvl "

# ---- sssp.fabric says what the tables are for
runs 0 "$route" torus.net -o tables -q --max-vls 4 --sl asymmetric
holds tables "$all"
[ "$(head -n 3 tables/sssp.fabric | tr '\n' ' ')" = "sssp-fabric 1 switches 25 endpoints 50 " ] || fail "another head"
[ "$(tail -n 3 tables/sssp.fabric | tr '\n' ' ')" = "engine psssp lanes 4 sl asymmetric " ] || fail "another tail"
[ "$(grep -cE '^(nodes|cabling|lids) [0-9a-f]{64}$' tables/sssp.fabric)" = 3 ] || fail "not three sums"
runs 0 "$route" torus.net -o tables -q --max-vls 4 --algorithm updn
[ "$(tail -n 3 tables/sssp.fabric | tr '\n' ' ')" = "engine updn lanes 1 sl symmetric " ] || fail "updn: another tail"

# ---- tables of another fabric are not overwritten unasked
other() { # WHAT TOPOLOGY [NUMBERS]
	refuses 2 "sssp-route: tables: holds tables of another fabric ($1; 25 switches and 50 endpoints, now ${3:-25 and 50}): --force overwrites them" \
		"$route" "$2" -o tables
	diff -r before tables || fail "$1: a refusal changes the folder"
}
cp -r tables before
echo 'mine' | tee before/notes >tables/notes
other "other nodes" tree.net "6 and 9"
# the first host hangs on another port of its switch, as both ends tell
sed -e '/^Switch.*"S-0002c90200400000"/,/^$/s/^\[1\]/[30]/' -e 's/\("S-0002c90200400000"\)\[1\]/\1[30]/' torus.net >moved.net
other "other cabling" moved.net
sed -E '/^Ca/,/^$/s/lid 75 /lid 76 /; s/lid 75 4x/lid 76 4x/' torus.net >lids.net
cmp -s torus.net lids.net && fail "there is no LID 75"
other "other LIDs" lids.net
runs 0 "$route" lids.net -o tables -q --force
runs 0 "$route" lids.net -o tables -q
grep -q '^0x004c' tables/opensm-lfts.dump || fail "--force does not overwrite"
holds tables "notes $all"

# The same fabric told in another order and by other names is the same.
awk -v RS= -v ORS='\n\n' '{ record[NR] = $0 } END { for (i = NR; i; i--) print record[i] }' lids.net |
	sed 's/"switch-/"leaf-/' >turned.net
runs 0 "$route" turned.net -o tables -q

# A folder without tables is fine, whatever is in it; one with tables of nobody knows what is not.
mkdir -p foreign/sub && echo mine >foreign/sub/notes
runs 0 "$route" torus.net -o foreign -q
[ "$(cat foreign/sub/notes)" = mine ] || fail "touches files of others"
rm foreign/sssp.fabric
refuses 2 "sssp-route: foreign: holds tables, and no sssp.fabric that says of which fabric: --force overwrites them" \
	"$route" torus.net -o foreign
# a file of OpenSM's, or of somebody's, that has the name of one of ours: neither replaced nor removed
for name in guid2lid sssp.sl sssp.slvl sssp.psl opensm-sssp.state sssp-stage.lfts sssp-stage.sl sssp-stage.psl sssp.reconnect; do
	mkdir cache && echo theirs >"cache/$name"
	refuses 2 "sssp-route: cache: holds somebody's $name, and no sssp.fabric: --force replaces or removes it" \
		"$route" torus.net -o cache
	holds cache "$name "
	[ "$(cat "cache/$name")" = theirs ] || fail "$name of others is overwritten"
	runs 0 "$route" torus.net -o cache -q --force
	holds cache "$all"
	rm -r cache
done
echo 'sssp-fabric 1' >foreign/sssp.fabric
refuses 2 "foreign/sssp.fabric: \`switches\` is missing" "$route" torus.net -o foreign
runs 0 "$route" torus.net -o foreign -q -f
grep -q '^switches 25' foreign/sssp.fabric || fail "--force leaves a broken sssp.fabric"

# ---- all of it or nothing
unchanged() { # WHAT
	diff -r before tables || fail "$1 changes the folder"
}
rm -rf before && cp -r tables before
# the first file fits, the second does not, and a limit on the size of files would end the program by a signal
(ulimit -f 8 && exec "$route" torus.net -f -o tables) >out 2>err
[ $? = 2 ] || fail "a file that grows too large gives another status"
grep -q '^sssp-route: tables/\..*\.new: cannot write: File too large' err || fail "it does not say that a file is too large"
unchanged "a file that grows too large"
mkdir tables/guid2lid before/guid2lid
refuses 2 "sssp-route: tables/guid2lid: cannot put it in place: Is a directory" "$route" torus.net -f -q -o tables
unchanged "a folder in the place of a file"
rmdir tables/guid2lid before/guid2lid

# Two at once: the second gives up. Signals: while a large file is written.
"$topo" karytree:11,3 --lids -q -o large.net || exit 1
# Starts a run, halts it while it writes, and leaves its number in pid.
halted() { # [ENV ARGUMENT..]
	for attempt in 1 2 3 4 5; do
		env "$@" "$route" large.net -f -q --psl -o tables >out 2>err &
		pid=$!
		tries=0
		while [ ! -s tables/.opensm-lfts.dump.new ] && kill -0 "$pid" 2>/dev/null && [ $tries -lt 3000 ]; do
			tries=$((tries + 1))
			sleep 0.01
		done
		kill -s STOP "$pid" 2>/dev/null
		[ -s tables/.opensm-lfts.dump.new ] && [ ! -e tables/.sssp.fabric.new ] && return
		kill -s KILL "$pid" 2>/dev/null # it was too fast
		wait "$pid"
		rm -rf tables && cp -r before tables
	done
	fail "attempt $attempt: it is not to be met while it writes"
}
for signal in TERM HUP INT; do
	halted --default-signal=$signal # a shell lets background jobs ignore SIGINT
	refuses 2 "sssp-route: tables: another process writes tables there" "$route" torus.net -f -q -o tables
	kill -s $signal "$pid"
	kill -s CONT "$pid"
	wait "$pid"
	status=$?
	[ $status -gt 128 ] || fail "SIG$signal does not end it: status $status"
	unchanged "SIG$signal"
done

# What a killed run leaves is overwritten by the next.
halted
kill -s KILL "$pid"
wait "$pid"
[ -e tables/.opensm-lfts.dump.new ] || fail "what was to be overwritten is not there"
runs 0 "$route" torus.net -f -q -o tables
holds tables "notes $all"

# ---- files that this run does not write are gone
"$topo" torus:5x5,hosts=2 -q -o nolids.net || exit 1
runs 0 "$route" nolids.net -o stale -q
holds stale "guid2lid $all"
runs 0 "$route" torus.net -o stale -q
holds stale "$all"
exit 0
