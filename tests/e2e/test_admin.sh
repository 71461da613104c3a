#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What administrators tell OpenSM in files and options reaches the routing: in a live OpenSM each changes the tables as
# sssp-route does with the same wish, or as it says. Every routing is judged.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"

start_work
requires_plugin
requires ibdmchk jq

# Routes the running fabric and has the tables judged.
route_with() { # [CONFIGURATION LINE..]
	run_opensm_once sssp "$with_plugin" "$@" || fail "$*: opensm ends with status $?"
	engine_was_ours
	tables_are_complete
	lanes_are_free
}

# sssp-route on what OpenSM found comes to the same forwarding tables.
same_offline() { # [OPTION..]
	bounded "$TOOL_TIMEOUT" route.out sssp-route opensm-subnet.lst -o offline --force -q --max-vls 8 "$@" ||
		fail "sssp-route $*: $(cat "$work/route.out")"
	[ "$(entries opensm-lfts.dump)" = "$(entries offline/opensm-lfts.dump)" ] || fail "sssp-route $* comes to other tables"
}

# Lines "SWITCH-GUID LID PORT".
entries() { # FILE
	awk '/^Unicast lids/ { for (i = 1; i < NF; i++) if ($i == "guid") guid = $(i + 1); next }
		/^0x/ && $2 ~ /^[0-9]+$/ { print guid, $1, $2 + 0 }' "$work/$1" | sort
}

as_plain() { entries opensm-lfts.dump | cmp -s - "$work/plain"; }

differs() { # WHAT
	! as_plain || fail "$1 changes nothing"
}

# Node GUIDs of the CAs in the order of their switches and ports: that of names in the fabric as made.
hosts() { sed -n 's/^Ca.*"H-\([0-9a-f]*\)".*/0x\1/p' "$fabric"; }

# ---- order
make_fabric clos:leaves=6,hosts=4,spines=2,links=1
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
route_with 'event_plugin_options passes=1'
entries opensm-lfts.dump >"$work/plain"
[ "$(wc -l <"$work/plain")" = $((8 * 32)) ] || fail "$(wc -l <"$work/plain") entries"
same_offline --passes 1

hosts | tac >"$work/backwards"
route_with 'event_plugin_options passes=1' "guid_routing_order_file $work/backwards"
log_has 'sssp: files name 24 destinations to route first, 0 compute' || fail "the log does not say what the file names"
differs guid_routing_order_file
same_offline --passes 1 --order backwards

# I/O nodes last, compute nodes first: the same as an order that says so.
hosts | sed -n '1~5p' | tac >"$work/compute"
hosts | sed -n '2~3p' >"$work/io"
{ cat "$work/compute" && hosts | grep -vxFf "$work/compute" | grep -vxFf "$work/io" && cat "$work/io"; } >"$work/said"
route_with 'event_plugin_options passes=1' "cn_guid_file $work/compute" "io_guid_file $work/io"
log_has "$(wc -l <"$work/compute") compute nodes, $(wc -l <"$work/io") I/O nodes" || fail "the log does not count both"
differs 'cn_guid_file and io_guid_file'
same_offline --passes 1 --order said

# ---- ports that do not count: all that may go by such a port does
leaf=$(awk '/^Switch/ { split($0, part, "\""); print substr(part[2], 3); exit }' "$fabric")
{ echo "# leaf 1" && echo "0x$leaf 5 to the first spine"; } >"$work/ignored"
route_with 'event_plugin_options passes=1' "port_prof_ignore_file $work/ignored"
log_has '1 ports to ignore' || fail "the log does not count the port"
up=$(entries opensm-lfts.dump | awk -v guid="0x$leaf" '$1 == guid { n[$3]++ } END { print n[5] + 0, n[6] + 0 }')
[ "${up% *}" -ge 20 ] || fail "an ignored port and the other up carry $up"

# A file that is no list of GUIDs is ignored, and the log names it.
echo 'first of all, the storage' >"$work/words"
route_with 'event_plugin_options passes=1' "io_guid_file $work/words"
log_has "ERR SSSP06.*io_guid_file" || fail "the log does not name io_guid_file"
as_plain || fail "a file that is ignored changes tables"

# Nor is a folder, and nobody waits for a pipe.
mkfifo "$work/pipe"
for name in pipe .; do
	route_with 'event_plugin_options passes=1' "io_guid_file $work/$name"
	log_has "ERR SSSP06.*io_guid_file" || fail "the log does not name io_guid_file, which is $name"
	as_plain || fail "a file that is ignored changes tables"
done
stop_ibsim

# ---- capacities: every cable to the second spine has one of four pairs of wires
# ibsim widens them when OpenSM sets the ports up, after it has routed: each routing begins on a new fabric, and the list
# of links is set right for sssp-route.
make_fabric clos:leaves=6,hosts=6,spines=2,links=1
sed -i '/# "spine-2" lid/s/4xQDR$/1xQDR/' "$fabric"
leaf=$(awk '/^Switch/ { split($0, part, "\""); print substr(part[2], 3); exit }' "$fabric")

# Of what a leaf sends up to hosts, how much goes by the wide cable, and how much by the narrow one. (Switches weigh
# nothing, and go the way of their first host.)
wide_and_narrow() {
	ca_lids >"$work/cas"
	entries opensm-lfts.dump | awk -v guid="0x$leaf" 'NR == FNR { host[$1]; next }
		$1 == guid && $2 + 0 in host { n[$3]++ } END { print n[7] + 0, n[8] + 0 }' "$work/cas" -
}

route_narrow() { # [CONFIGURATION LINE..]
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	route_with "$@"
	stop_ibsim
	sed -i '/{spine-2}/s/PHY=4x/PHY=1x/' "$work/opensm-subnet.lst"
	[ "$(grep -c 'PHY=1x' "$work/opensm-subnet.lst")" = 12 ] || fail "no narrow cables"
}

route_narrow
same_offline
read -r wide narrow <<<"$(wide_and_narrow)"
[ $((wide - narrow)) -le 4 ] && [ $((narrow - wide)) -le 4 ] || fail "without capacities $wide and $narrow"
route_narrow 'avoid_throttled_links TRUE'
same_offline --capacities
read -r wide narrow <<<"$(wide_and_narrow)"
[ "$wide" -gt $((narrow * 3)) ] || fail "with capacities $wide and $narrow"

# ---- roots: of spanning trees, where paths or multicast need one
make_fabric torus:11x3,hosts=1
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
awk '/^Switch/ { split($0, part, "\""); guid = substr(part[2], 3) } END { print "0x" guid }' "$fabric" >"$work/roots"
route_with 'event_plugin_options max_vls=1' "root_guid_file $work/roots"
[ "$nonminimal" -gt 0 ] || fail "this fabric is to need longer paths on one lane"
log_has '1 roots' || fail "the log does not count the root"
same_offline --max-vls 1 --roots "$work/roots"
