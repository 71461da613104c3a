#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What befalls a subnet manager from outside: names made to do harm, a folder of `routes=` that others exchange while it is
# read, a configuration that changes under it, a folder for dumps that is full or gone, kill -9 while it dumps. It neither
# ends nor hangs, tables are proven, and the log says what happened. (Where address space runs out, OpenSM itself waits for
# ever for packets that it could not send: tests/plugin/check_plugin_faults refuses the plugin's allocations alone.)
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/blocks.sh"

start_work
requires_plugin
requires jq unshare
keep_state=1 # as of OpenSM's LIDs; routings are kept where that is asked for

lives() { kill -0 "$opensm_pid" 2>/dev/null || fail "$1: opensm has ended: $(tail -n 3 "$work/osm.out")"; }
log_tells() { log_has "$1" || fail "not in the log: $1"; }
is_right() { # WHEN
	lives "$1"
	vls=$(used_lanes opensm-sssp)
	tables_are_complete
	lanes_are_acyclic
}
start_siege() { # [CONFIGURATION LINE..]
	start_opensm sssp "$with_plugin" "$@" || fail "the subnet does not come up: $(tail -n 3 "$work/osm.log")"
	engine_was_ours
}

# ---- names: control bytes, conversions of printf, quotes, 64 bytes without an end, bytes that are no text
make_fabric torus:4x4,hosts=1
evil=$(printf '%%n%%s%%9999999d\033]0;mine\007\033[2J\r\177\302\233\342\200\256')
long=$(printf '%064d' 7)
LC_ALL=C sed -i "s/\"torus-0-0\"/\"$evil\"/; s/\"torus-1-1\"/\"$long\"/; s/\"host-2\"/\"\xff\xfe%n\xc3\x28\"/; s/\"host-3\"/\"$evil\"/" "$fabric"
LC_ALL=C grep -qa '%n%s' "$fabric" || fail "the names are as good as ever: $(grep -m 3 '^Switch\|^Ca' "$fabric")"
console=1
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
start_siege 'event_plugin_options state=none'
is_right "with such names"
cut_one_cable
sweep_again || fail "no sweep with such names"
is_right "after a cut, with such names"
grep -a 'sssp: \|SSSP[0-9]' "$work/osm.log" >"$work/told"
for file in told sssp.psl sssp.slvl; do
	! LC_ALL=C grep -qaP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]' "$work/$file" ||
		fail "$file: a terminal would obey that: $(cat -v "$work/$file" | head -n 3)"
done
stop_opensm
stop_ibsim
make_fabric torus:4x4,hosts=2

# ---- finished tables that somebody exchanges while they are read
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
start_siege 'event_plugin_options state=none'
is_right "before the exchange"
bounded "$TOOL_TIMEOUT" route.out sssp-route opensm-subnet.lst -q -f -o good --max-vls "$vls" || fail "$(cat "$work/route.out")"
stop_opensm
(
	cd "$work" || exit 1
	for kind in empty cut links pipes huge other folders; do cp -r good "bad.$kind"; done
	for file in good/*; do : >"bad.empty/${file##*/}"; done
	for file in good/*; do head -c 300 "$file" >"bad.cut/${file##*/}"; done
	for file in good/*; do ln -sf "/dev/zero" "bad.links/${file##*/}"; done
	rm bad.pipes/* && for file in good/*; do mkfifo "bad.pipes/${file##*/}"; done
	for file in good/*; do truncate -s 20G "bad.huge/${file##*/}"; done
	sed -i 's/^0x0005 00./0x0005 001/' bad.other/opensm-lfts.dump
	rm bad.folders/* && for file in good/*; do mkdir "bad.folders/${file##*/}"; done
	cp -r good tables
)
cat >"$work/exchange.sh" <<'END'
# A folder takes the place of another, or a file does, over and over, until the file `enough` is there.
cd "$1" || exit 1
n=0
while [ ! -e enough ]; do
	for kind in good bad.empty good bad.cut good bad.links bad.pipes good bad.huge bad.other good bad.folders; do
		rm -rf tables.new && cp -a "$kind" tables.new 2>/dev/null
		if [ $((n % 3)) = 0 ]; then
			rm -rf tables.old; mv tables tables.old && mv tables.new tables
		else
			for file in tables.new/*; do mv -f "$file" "tables/${file##*/}" 2>/dev/null; done
		fi
		n=$((n + 1))
		sleep 0.02
	done
done
rm -rf tables.new tables.old
END
launch exchange.out sh exchange.sh "$work"
exchange_pid=$!
start_siege "event_plugin_options routes=$work/tables state=none"
for n in 1 2 3 4 5 6; do
	sweep_again || fail "sweep $n while tables are exchanged"
	is_right "sweep $n while tables are exchanged"
done
touch "$work/enough"
wait "$exchange_pid"
forget "$exchange_pid"
told=$(grep -ac 'the tables of routes=.* fit this subnet and are loaded\|ERR SSSP10' "$work/osm.log")
[ "$told" -ge 7 ] || fail "of 7 routings $told say what became of the folder"
for kind in empty cut links pipes huge other folders; do
	rm -rf "$work/tables" && cp -a "$work/bad.$kind" "$work/tables"
	before=$(grep -ac 'ERR SSSP10' "$work/osm.log")
	sweep_again || fail "bad.$kind: no sweep"
	[ "$(grep -ac 'ERR SSSP10' "$work/osm.log")" -gt "$before" ] || fail "bad.$kind is not refused"
	is_right "bad.$kind"
done
stop_opensm

# ---- opensm.conf changes, for better and worse
start_siege 'event_plugin_options state=none'
for line in 'max_op_vls 1' 'max_op_vls 15' 'qos TRUE' 'routing_engine no-such,sssp' 'event_plugin_options max_vls=no-number' \
	"$(head -c 3000 /dev/zero | tr '\0' x)" 'lmc 3' 'dump_files_dir /proc/nowhere'; do
	opensm_conf "$with_plugin" 'event_plugin_options state=none' "$line"
	sweep_again || fail "$line: no sweep"
	lives "$line"
done
stop_opensm

# ---- nowhere to dump to, or no room there
start_siege 'event_plugin_options state=none dump=/proc/nowhere'
sweep_again || fail "no sweep without a folder"
lives "without a folder for dumps"
log_tells 'SSSP.*/proc/nowhere'
stop_opensm
if unshare -rm true 2>/dev/null; then
	mkdir "$work/full"
	opensm_command sssp
	opensm_conf "$with_plugin" "event_plugin_options state=$work/full/state dump=$work/full"
	# shellcheck disable=SC2016 # for the inner shell
	launch osm.out unshare -rm sh -c 'mount -t tmpfs -o size=8k tmpfs "$1" || exit 1; shift; exec "$@"' sh "$work/full" "${opensm_line[@]}"
	opensm_pid=$!
	wait_until "$SUBNET_TIMEOUT" "$opensm_pid" subnet_is_up || fail "on a full disk the subnet does not come up: $(tail -n 3 "$work/osm.out")"
	sweep_again || fail "no sweep on a full disk"
	lives "on a full disk"
	log_tells 'No space left'
	rm -f "$work/full"/*
	stop_opensm
fi

# ---- killed while it dumps, sooner and later
for moment in opensm-lfts.dump opensm-subnet.lst .sssp.psl.new sssp.psl sssp.slvl .opensm-sssp.state.new; do
	opensm_command sssp
	opensm_conf "$with_plugin"
	launch osm.out "${opensm_line[@]}"
	opensm_pid=$!
	for ((polls = 0; polls < 3000; polls++)); do
		if [ -e "$work/$moment" ] || subnet_is_up; then break; fi
		sleep 0.01
	done
	kill -KILL "$opensm_pid"
	wait "$opensm_pid" 2>/dev/null
	forget "$opensm_pid"
	# what has its name is whole
	for file in sssp.psl sssp.slvl; do
		[ ! -s "$work/$file" ] || [ "$(tail -c 1 "$work/$file" | od -An -c | tr -d ' ')" = '\n' ] || fail "killed at $moment: $file is not whole"
	done
	start_siege
	is_right "after kill -9 at $moment"
	stop_opensm
done
stop_ibsim
