# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash disable=SC2034,SC2154
#
# How tables took the place of others in a fault campaign: as the plugin's log tells of it, and judged by `sssp-eval
# transition`, where an event made one exchange. Source functions.sh first.

: "${work:?}"

old_sls_judged=0 old_sls_for=0 backs=0 judged_without=0
at_once=0 in_stages=0 unproven=0 forced=0 safe=0 several=0 illegal=0 illegal_events=0 without=0 longest_without=0

# What is there after an event is what the next one starts from.
keep_tables() {
	local name
	rm -rf "$work/before"
	mkdir "$work/before"
	for name in opensm-subnet.lst opensm-lfts.dump sssp.psl sssp.slvl; do cp "$work/$name" "$work/before/$name"; done
	[ ! -e "$master/sssp.reconnect" ] || cp "$master/sssp.reconnect" "$work/before/sssp.reconnect"
	keep_sl2vl
}

# SL to VL tables that switches have: those of now; of what comes in by a port without a cable those of port 0, which OpenSM
# writes there (with spread=all others, which are not known here); of a switch, or of what leaves by a port, that is away those
# that it had when it went.
keep_sl2vl() {
	local spread=0
	[[ ${conf_lines[*]} != *spread=all* ]] || spread=1
	touch "$work/had.slvl"
	awk -v spread=$spread -v net="$fabric" -v now="$work/sssp.slvl" '
		function free_inputs(key, part, in_port) {
			for (key in own) {
				split(key, part, SUBSEP)
				for (in_port = 1; in_port <= ports[part[1]]; in_port++)
					if (in_port != part[2] && !((part[1], in_port, part[2]) in has)) {
						has[part[1], in_port, part[2]]
						print part[1], in_port, own[key]
					}
			}
			spread = 1
		}
		FILENAME == net {
			if (/^Switch/) { split($3, id, "\""); sub(/^S-/, "0x", id[2]); ports[id[2]] = $2 }
			next
		}
		FILENAME == now {
			print
			if (!/^0x/) next
			has[$1, $2, $3]
			if ($2 != 0) next
			rest = $0
			sub(/^[^ ]+ [^ ]+ /, "", rest)
			own[$1, $3] = rest
			next
		}
		!spread { free_inputs() }
		/^0x/ && !(($1, $2, $3) in has)
		END { if (!spread) free_inputs() }' "$fabric" "$work/sssp.slvl" "$work/had.slvl" >"$work/have.slvl" ||
		fail "no tables that switches have"
	mv "$work/have.slvl" "$work/had.slvl"
}

# Lines that the engine has added in this event, "SWITCH LID": their connections have to be opened again. They come after
# those of before, or the file is another. Status 1 where they are not known: it takes 100,000 lines.
list_reconnections() {
	local all=$master/sssp.reconnect known=$work/before/sssp.reconnect size=0
	[ -e "$all" ] && ! grep -q '^# and more' "$all" || return 1
	[ ! -e "$known" ] || size=$(wc -c <"$known")
	[ "$size" = 0 ] || head -c "$size" "$all" | cmp -s - "$known" || size=0
	[ "$(wc -c <"$all")" -gt "$size" ] || size=0 # another subnet manager has listed the same
	tail -c "+$((size + 1))" "$all" | grep -v '^#' >"$work/listed"
}

# Forwarding tables without the LIDs of ports that have others now: nobody can go on talking to these.
without_moved() { # LFTS FORMER-TOPOLOGY
	sed 's/} {/}\n{/' "$2" >"$work/ends.then"
	sed 's/} {/}\n{/' "$work/opensm-subnet.lst" >"$work/ends.now"
	awk -v then="$work/ends.then" -v now="$work/ends.now" '
		FILENAME == then || FILENAME == now {
			match($0, /PortGUID:[0-9A-Fa-f]+/)
			guid = substr($0, RSTART, RLENGTH)
			match($0, / LID:[0-9A-Fa-f]+/)
			lid = "0x" tolower(substr($0, RSTART + 5, RLENGTH - 5))
			if (FILENAME == then) had[guid] = lid
			else if (guid in had && had[guid] != lid) moved[had[guid]]
			next
		}
		tolower($1) in moved && $2 ~ /^[0-9]+$/ { print $1, 255; next }
		{ print }' "$work/ends.then" "$work/ends.now" "$1"
}

# Exchanges in a log that changed something.
exchanges_of() { # LOG
	updates_in "$1" | sed 's/.*sssp: /sssp: /' | grep -v 'nothing changed'
}

# The fabric without the cables that came back in the sweep: identifiers in net files end with the GUID.
without_repaired() { # TOPOLOGY
	sed 's/.*!during|//; s/|/\n/g' <<<"$commands" |
		sed -n 's/^Link "[^"]*-\([0-9a-f]*\)"\[\([0-9]*\)\].*/\1 \2/p' >"$work/repaired"
	awk 'FNR == NR { back[sprintf("%s %02X", $1, $2)]; next }
		{ rest = $0
		  while (match(rest, /NodeGUID:[0-9A-Fa-f]+/)) {
			guid = tolower(substr(rest, RSTART + 9, RLENGTH - 9))
			rest = substr(rest, RSTART + RLENGTH)
			match(rest, /PN:[0-9A-F]+/)
			if (guid " " substr(rest, RSTART + 3, RLENGTH - 3) in back) next
		  }
		  print }' "$work/repaired" "$1"
}

# Replies on the SL of the request are followed too. Status 0: safe; 1: loops, ends, moved and free say what is not.
topology=opensm-subnet.lst
judge_exchange() { # OLD NEW FROM-TOPOLOGY [OPTION..]
	local status
	bounded "$JUDGE_TIMEOUT" transition.json sssp-eval transition "$topology" "$1" "$2" --from-topology "$3" \
		--reverse "${@:4}" --json -q
	status=$?
	[ $status -le 1 ] || fail "sssp-eval transition: $(cat "$work/transition.json")"
	loops=$(json transition.json .loops) ends=$(json transition.json .dead_ends) moved=$(json transition.json .lids_moved)
	free=$(jq -r .free "$work/transition.json")
	return $status
}

# Ports that have other LIDs now are left out; so are, where there is a loop, former SLs of pairs that the engine has listed, also
# in a first stage, which has them. What then is still there needs neither.
safe_to_exchange() { # OLD NEW FROM-TOPOLOGY [entries, lanes: the others do not count]
	local loops ends moved free status old=$1
	! judge_exchange "$1" "$2" "$3" || return 0
	# A routing that has not seen a cable come back takes what led over it for lost; such ends lose nobody anything.
	if [ "$kind" = repair-in-sweep ] && [ "$loops" = 0 ] && [ "$free" = true ]; then
		without_repaired opensm-subnet.lst >unrepaired.lst
		topology=unrepaired.lst
		judge_exchange "$1" "$2" "$3"
		status=$?
		topology=opensm-subnet.lst
		[ $status != 0 ] || return 0
	fi
	# Tables may be forced on destinations that have moved, and what comes of that for others is what the log counts.
	[ "$moved" = 0 ] || ! grep -qa 'sssp: ERR SSSP20' "$work/log" || return 0
	if [ "$moved" != 0 ]; then
		without_moved "${old%%,*}" "$3" >unmoved.lfts
		old=unmoved.lfts,${old#*,}
		! judge_exchange "$old" "$2" "$3" || return 0
	fi
	[ "$loops$ends" = 00 ] || [ "${4:-}" = lanes ] || fail "not safe: $1, $2: $loops circles, $ends dead ends"
	[ "${4:-}" != entries ] && [ "$free" != true ] || return 0
	if [ "$event_illegal" -gt 0 ]; then
		list_reconnections || return 0
		case $2 in
		sssp-stage.lfts,*) judge_exchange "$old" "$2" "$3" --reconnected listed --first-stage ;;
		*) judge_exchange "$old" "$2" "$3" --reconnected listed ;;
		esac
		judged_without=$((judged_without + 1))
		[ "$free" != true ] || return 0
	fi
	# A stage that the engine has forced without that is no excuse.
	grep -qa "the previous tables can deadlock" "$work/log" || fail "not safe: $1, $2: a credit loop"
}

# Switches with a cable to another switch that was not there before, by their lines in two topologies.
switches_that_got_cables() { # THEN NOW
	awk '{ $0 = toupper($0) }
		!/^{ SW .*{ SW / { next }
		{ match($0, /NODEGUID:[0-9A-F]+/); guid = "0x" tolower(substr($0, RSTART + 9, RLENGTH - 9))
		  match($0, /PN:[0-9A-F]+/); key = guid substr($0, RSTART, RLENGTH) }
		FNR == NR { had[key]; next }
		!(key in had) { print guid }' "$1" "$2" | sort -u
}

# Where lanes are by SL, switches that are back or got a cable get all their SL to VL tables before they are routed: SLs below
# `lanes` have the VL of that number, others VL 0.
written_before_routing() {
	local lanes
	lanes=$(grep -aoE 'joined were written before routing, for SLs below [0-9]+; not taken: 0' "$work/log" |
		sed 's/.*below \([0-9]*\);.*/\1/' | tail -n 1)
	[ -n "$lanes" ] || return 0
	switches_that_got_cables before/opensm-subnet.lst opensm-subnet.lst >joined
	awk -v lanes="$lanes" -v had=had.slvl '
		FILENAME == "joined" { joined[$1]; next }
		!/^0x/ { next }
		!($1 in joined) { if (FILENAME == had) print; next }
		FILENAME == had { next }
		{ row = $1 " " $2 " " $3
		  for (sl = 0; sl < 16; sl += 2) row = row sprintf(" 0x%x%x", sl < lanes ? sl : 0, sl + 1 < lanes ? sl + 1 : 0)
		  print row }' joined had.slvl sssp.slvl >joined.slvl
	mv joined.slvl had.slvl
}

# The one exchange of an event: at once or, where the plugin has dumped a first stage, by way of that. New SL to VL tables
# come after a first stage.
exchange_is_safe() { # WHAT THE LOG SAYS
	local old=before/opensm-lfts.dump,psl=before/sssp.psl,slvl=had.slvl part=
	local new=opensm-lfts.dump,psl=sssp.psl,slvl=sssp.slvl stage=sssp-stage.lfts,psl=sssp-stage.psl
	local first=$stage,slvl=had.slvl
	stage=$stage,slvl=sssp.slvl
	cd "$work" || fail "no $work"
	case $1 in
	*'two-phase'*) cp "$master/sssp-stage.lfts" "$master/sssp-stage.psl" "$work" || fail "no tables of the first stage" ;;
	*) first=$new ;;
	esac
	written_before_routing
	# Switches are back: they had what they said.
	if [ -e "$master/sssp-found.lfts" ] && grep -qa 'switches joined' "$work/log"; then
		cp "$master/sssp-found.lfts" "$work"
		old=sssp-found.lfts,psl=before/sssp.psl,slvl=had.slvl
		backs=$((backs + 1))
	# OpenSM is. Which SLs hosts had behind switches that are not those of before, nobody knows.
	elif [ -e "$master/sssp-found.lfts" ]; then
		cp "$master/sssp-found.lfts" "$work"
		safe_to_exchange "sssp-found.lfts,psl=before/sssp.psl,slvl=had.slvl" "$first" before/opensm-subnet.lst entries
		part=lanes
	fi
	case $1 in
	*'two-phase'*)
		safe_to_exchange "$old" "$first" before/opensm-subnet.lst $part
		safe_to_exchange "$first" "$stage" opensm-subnet.lst
		safe_to_exchange "$stage" "$new" opensm-subnet.lst
		;;
	*) safe_to_exchange "$old" "$new" before/opensm-subnet.lst $part ;;
	esac
}

# Connections opened since the last event after which some had to be opened again are on no loop, whatever SL they have:
# those of the first and the last event since are judged. With another subnet manager, other LIDs, and what is gone or moved it
# begins anew: what SLs are remembered then osmsssp(8) says, and it is not those of each connection. Nor is it known here which
# of the older SLs of pairs that are listed are given up with the last one, so a list begins anew too, as 25 events do, by choice.
old_sls_are_free() {
	local old
	if [ ! -d "$work/oldest" ] || [ "$event_illegal" -gt 0 ] || [ "$made" != "$proven" ] || [ "$old_sls_for" -ge 25 ] ||
		[[ $kind =~ swap|moves|clash|lids|kill|takes-over|host-down|switch-down|switch-lost|leaf-cut|loss-in-sweep ]]; then
		rm -rf "$work/oldest"
		old_sls_for=0
		return
	fi
	old_sls_for=$((old_sls_for + 1))
	cd "$work" || fail "no $work"
	for old in oldest before; do
		bounded "$JUDGE_TIMEOUT" old-sl.json sssp-eval deadlock opensm-subnet.lst opensm-lfts.dump --psl sssp.psl --slvl sssp.slvl \
			--old-sl "$old" --from-topology "$old/opensm-subnet.lst" --json -q
		case $? in
		0) ;;
		1)
			[ "$(json old-sl.json .old_sl.lids_moved)" != 0 ] || grep -q management <<<"$(json old-sl.json .cycle_classes)" ||
				fail "former SLs close a loop: those of $old"
			;;
		*) fail "sssp-eval deadlock: $(cat "$work/old-sl.json")" ;;
		esac
	done
	old_sls_judged=$((old_sls_judged + 1))
}

longest_of() { # LOG: thousandths of a second
	grep -aoE 'update: done after [0-9.]+' "$1" | awk '{ ms = $4 * 1000; if (ms > most) most = ms } END { print int(most) }'
}

# Adds up the exchanges of an event, and judges the one that there was.
count_exchanges() {
	local made ms event_illegal proven states
	exchanges_of "$work/log" >"$work/exchanges"
	made=$(wc -l <"$work/exchanges")
	event_illegal=$(grep -aoE 'connections of [0-9]+ host pairs, and of [0-9]+ pairs with .* may deadlock' "$work/log" |
		awk '{ sum += $3 + $8 } END { print sum + 0 }')
	at_once=$((at_once + $(grep -c 'at once:' "$work/exchanges")))
	in_stages=$((in_stages + $(grep -c 'two-phase' "$work/exchanges")))
	unproven=$((unproven + $(grep -c 'not proven' "$work/exchanges")))
	forced=$((forced + $(grep -ca 'sssp: ERR SSSP20' "$work/log")))
	illegal=$((illegal + event_illegal)) illegal_events=$((illegal_events + (event_illegal > 0)))
	ms=$(longest_of "$work/log")
	[ "$ms" -le "$longest_without" ] || longest_without=$ms
	exchanged="$made exchanges"
	# A host that moves may be away at a sweep in between: then its LID is not there, which is logged as no exchange.
	states=$(grep -aoE '[0-9]+ switches, [0-9]+ LIDs' "$work/log" | sort -u | wc -l)
	[ "$made" != 1 ] || [ "$states" -le 1 ] || made=2
	if [ "$made" = 1 ] && [ -d "$work/before" ] && ! grep -q 'not proven' "$work/exchanges"; then
		exchange_is_safe "$(cat "$work/exchanges")"
		safe=$((safe + (event_illegal == 0)))
		exchanged="exchange judged$([ "$event_illegal" = 0 ] || echo " but for SLs of $event_illegal pairs")"
	elif [ "$made" -gt 0 ]; then
		several=$((several + 1))
	fi
	proven=$(grep -vc 'not proven' "$work/exchanges")
	old_sls_are_free
	keep_tables
	[ -d "$work/oldest" ] || cp -r "$work/before" "$work/oldest"
}

exchanges_in_sum() {
	printf '%s exchanges at once, %s in 2 stages, %s not proven, %s with a first stage that is not; %s events with one judged safe (%s with switches that were back), %s with others; %s pairs with SLs not legal any more in %s events; former SLs judged after %s events; longest without a route %s ms; loops looked for without the pairs listed %s times' \
		"$at_once" "$in_stages" "$unproven" "$forced" "$safe" "$backs" "$several" "$illegal" "$illegal_events" "$old_sls_judged" "$longest_without" "$judged_without"
}
