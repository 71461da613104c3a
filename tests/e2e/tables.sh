# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# Tables entry by entry: in the switches, as OpenSM and the plugin dump them, and as sssp-route writes them. Source
# functions.sh, comparison.sh, checks.sh and live.sh first.

: "${work:?}" "${with_plugin:?}"

# Forwarding entries of a dump (OpenSM's, dump_lfts', sssp-route's): lines "GUID LID PORT", sorted.
lft_entries() { # FILE
	awk '/^Unicast lids/ { guid = substr($0, match($0, /guid 0x/) + 7, 16) }
	     /^0x/ { print guid, $1, $2 + 0 }' "$1" | sort
}

# What a file of SLs or SL to VL tables says, without comments, sorted.
said() { sed '/^#/d' "$1" | sort; } # FILE

# The SLs of an sssp.sl, which has a line for each switch, as lines of sssp.psl, sorted.
sl_entries() { # FILE
	awk '/^0x/ { for (i = 2; i <= NF; i++) {
			split($i, run, ":")
			n = split(run[1], lid, "-")
			for (l = lid[1] + 0; l <= lid[n] + 0; l++) print $1, l, run[2]
		     } }' "$1" | sort
}

# Two sorted lists that are not empty must be the same.
same() { # WHAT FILE FILE
	[ -s "$2" ] || fail "$1: there are none"
	cmp -s "$2" "$3" || fail "$1 differ: $(diff "$2" "$3" | head -n 6)"
}

# Entries in the switches themselves against a list of all entries. dump_lfts leaves out the highest LID where that is
# a multiple of 64, the first of its block.
switches_hold() { # ENTRIES
	local highest
	sim dump_lfts >"$work/switches.lfts" || fail "dump_lfts: $(tail -n 3 "$work/switches.lfts")"
	lft_entries "$work/switches.lfts" >"$work/switches.entries"
	highest=$(cut -d ' ' -f 2 "$1" | sort | tail -n 1)
	[ $((highest % 64)) = 0 ] || highest=none
	grep -v " $highest " "$1" >"$1.shown"
	same "entries that are to be and those in the switches" "$1.shown" "$work/switches.entries"
}

# The tables of $fabric by sssp-route, in $work/offline.
route_offline() { # TOPOLOGY [OPTION..]
	rm -rf "$work/offline"
	bounded "$JUDGE_TIMEOUT" route.out sssp-route -q "$@" -o offline || fail "sssp-route $*: $(cat "$work/route.out")"
	lft_entries "$work/offline/opensm-lfts.dump" >"$work/offline.entries"
}

# What the plugin has dumped, and what is in the switches, is what is in a folder of sssp-route's.
tables_are_those_of() { # FOLDER
	local name
	lft_entries "$1/opensm-lfts.dump" >"$work/folder.entries"
	lft_entries "$work/opensm-lfts.dump" >"$work/dumped.entries"
	same "forwarding entries of sssp-route and in OpenSM's dump" "$work/folder.entries" "$work/dumped.entries"
	switches_hold "$work/folder.entries"
	entries=$(wc -l <"$work/folder.entries")
	for name in sssp.psl sssp.slvl; do
		said "$1/$name" >"$work/folder.$name"
		said "$work/$name" >"$work/dumped.$name"
		cmp -s "$work/folder.$name" "$work/dumped.$name" ||
			fail "$name of sssp-route and of the plugin differ: $(diff "$work/folder.$name" "$work/dumped.$name" | head -n 6)"
	done
	# shellcheck disable=SC2154 # set by whoever compares
	if by_ports; then
		[ -z "$(sl_entries "$1/sssp.sl")" ] || fail "lanes are by ports, and sssp.sl has SLs"
	elif [ "$vls" -gt 1 ]; then
		sl_entries "$1/sssp.sl" >"$work/folder.sl"
		awk 'FNR == NR { row[$1]; next } $1 in row' "$work/folder.sl" "$work/dumped.sssp.psl" >"$work/dumped.sl"
		same "SLs in sssp.sl and in the plugin's sssp.psl" "$work/folder.sl" "$work/dumped.sl"
	fi
	live_tables_are_those_of "$1"
}

# A sample of what the running subnet says itself: path records from the first and the last host, SL to VL tables of
# the ports of one switch.
live_tables_are_those_of() { # FOLDER
	local from guid lid port
	ca_lids | sort -n >"$work/cas"
	cut -d ' ' -f 1 "$work/cas" | awk 'NR % 7 == 1 || NR < 5' | head -n 12 >"$work/sample"
	: >"$work/sls"
	if [ "$vls" = 1 ]; then
		read -r from _ <"$work/cas"
		read -r lid _ <<<"$(tail -n 1 "$work/cas")"
		sim saquery -p --slid "$from" --dlid "$lid" >"$work/records"
		grep -q '^[[:blank:]]*sl\.*0x0$' "$work/records" || fail "the path from $from to $lid: $(cat "$work/records")"
		return
	fi
	cp "$1/sssp.psl" "$work/sssp.psl"
	cp "$1/sssp.slvl" "$work/sssp.slvl"
	while read -r from guid <&3; do check_sls "$from" "$guid" sample; done 3<<<"$(sed -n '1p;$p' "$work/cas")"
	read -r lid guid <<<"$(switch_lids | head -n 1)"
	for port in $(awk -v guid="0x$guid" '$1 == guid && $3 > 0 { print $3 }' "$1/sssp.slvl" | sort -nu | head -n 6); do
		check_sl2vl "$lid" "$guid" "$port"
	done
}

# Routes $fabric with the plugin and, from what ibnetdiscover then sees, with sssp-route and these options: no difference.
offline_options=()
same_tables_both_ways() { # [CONFIGURATION LINE..]
	# shellcheck disable=SC2154 # set by make_fabric
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	start_opensm sssp "$with_plugin" "$@" || fail "the subnet does not come up"
	engine_was_ours
	sim ibnetdiscover >"$work/seen.net" || fail "ibnetdiscover: $(tail -n 3 "$work/seen.net")"
	route_offline seen.net ${offline_options[@]+"${offline_options[@]}"}
	tables_are_those_of "$work/offline"
	stop_opensm
	stop_ibsim
	echo "$entries entries, $vls lanes: the same"
}
