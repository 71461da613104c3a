#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# campaign.sh FABRIC [SEED [EVENTS [CONFIGURATION LINE..]]]
#
# A fault campaign against a running subnet manager with the plugin: cables, switches and hosts go and come back, also
# during a sweep, hosts move, LIDs clash or are given anew, the subnet manager is restarted, killed, or another takes
# over (plan.c says what and in which order, from the seed). After each event the subnet manager sweeps, and then
#
#   - it sees the switches, hosts and cables that are to be there, by a count that shares nothing with it,
#   - its tables are of this engine, each pair arrives on a shortest path (where lanes are few: no more pairs take a longer
#     one than with routes that sssp-route makes afresh), no lane has a cycle (sssp-eval; and ibdmchk for every
#     IBDMCHK_EVERYth event, 1 for small fabrics),
#   - a sample of pairs, other ones each time: the SL in the path record is that in sssp.psl, the route in the switches is
#     that in the tables, and for one port the SL to VL table is that in sssp.slvl,
#   - where it exchanged tables once, at once or in stages: `sssp-eval transition` finds each step safe (exchanges.sh),
#   - with GROUP set: the tree of a multicast group, to which all hosts belong at each start of a subnet manager, closes no
#     cycle with routes, or the log says that there is no such tree,
#   - its log has no error of the plugin, and says what each routing kept of the one before (reroutes.sh counts it).
#
# With SSSP_VALGRIND set, valgrind watches the subnet managers: nothing that it finds may be in this project's code.
#
# FABRIC is a net file, a name in ibsim-configs or a SPEC for sssp-topo. The last line is a row of the table in osmsssp(8);
# status 1 at the first thing that does not hold, with what repeats it.
. "${srcdir:?}/tests/e2e/functions.sh"
. "$srcdir/tests/e2e/comparison.sh"
. "$srcdir/tests/e2e/checks.sh"
. "$srcdir/tests/e2e/live.sh"
. "$srcdir/tests/e2e/groups.sh"
. "$srcdir/tests/campaign/sm.sh"
. "$srcdir/tests/campaign/reroutes.sh"
. "$srcdir/tests/campaign/exchanges.sh"

what=${1:?FABRIC}
seed=${2:-1}
events=${3:-200}
shift $(($# > 3 ? 3 : $#))
conf_lines=("$@")
: "${SAMPLE:=3}" # CAs that are asked after each event for paths to others

work=$work.$seed.${what//[^A-Za-z0-9]/-}
start_work
requires_plugin
[ -z "${SSSP_VALGRIND:-}" ] || requires valgrind
requires ibdmchk saquery ibtracert smpquery jq
# ibsim tells nobody that a packet had no answer, and OpenSM would wait for ever.
# shellcheck disable=SC2034 # for enter_simulation
sim_preload=$builddir/tests/e2e/libsimrmpp.so
[ -e "$sim_preload" ] || missing "$sim_preload"

happened=0 during=0 sweep_ms=10
with_tree=0 without_tree=0 # events after which the group had one
sweeps=0 pairs=0 asked=0 judged=0 longest=0

# What repeats it, where it failed; the status stays.
leave_campaign() {
	local status=$?
	[ $status = 0 ] || [ -z "${number:-}" ] ||
		echo "event $number ($kind: $commands) of: campaign.sh '$what' $seed $events ${conf_lines[*]}"
	(exit $status)
	leave
}
trap leave_campaign EXIT

# ---- what happens

do_command() { # COMMAND
	case $1 in
	'!during')
		in_a_sweep ;;
	'!restart') sm_restart ;;
	'!kill') sm_kill ;;
	'!relids') sm_relids ;;
	'!standby '*) sm_standby "${1#* }" ;;
	'!higher '*) sm_higher "${1#* }" ;;
	'!'*) fail "unknown command $1" ;;
	*) tell_ibsim "$1" ;;
	esac
}

# Returns somewhere in the sweep that the command before has begun, in another part of it each time.
in_a_sweep() {
	local ms=$(((number * 37 % 100) * sweep_ms / 100))
	sleep "$(printf '%d.%03d' $((ms / 1000)) $((ms % 1000)))"
	up || during=$((during + 1))
}

do_commands() { # COMMAND|COMMAND..
	local command words
	IFS='|' read -r -a words <<<"$1"
	for command in ${words[@]+"${words[@]}"}; do do_command "$command"; done
}

# ---- the sweep that follows

# Switches, hosts and cables in OpenSM's list of links, where each cable is told of from both ends.
links_seen() {
	sed 's/ } { /\n/' "$1" | tr -d '{}' | awk '
		{ ends++; match($0, /NodeGUID:[0-9a-fA-F]+/); guid = substr($0, RSTART, RLENGTH) }
		/^ *SW / { switches[guid] }
		/^ *CA/ { hosts[guid] }
		END { for (g in switches) s++; for (g in hosts) h++; printf "%d %d %d\n", s, h, ends / 4 }'
}

# The dumps of one sweep: none is being written meanwhile.
take_dumps() {
	local before name
	before=$(times_up)
	for name in opensm-subnet.lst opensm-lfts.dump opensm.fdbs opensm.mcfdbs sssp.psl sssp.slvl; do
		cp "$master/$name" "$work/$name" || fail "$name is missing"
	done
	for name in opensm-subnet.lst opensm-lfts.dump opensm.fdbs opensm.mcfdbs sssp.psl sssp.slvl; do
		cmp -s "$master/$name" "$work/$name" || return 1
	done
	[ "$(times_up)" = "$before" ]
}

# Sweeps until the subnet manager knows of everything: a trap may come late, but never more than a few sweeps.
sweep_and_see() { # SWITCHES HOSTS CABLES
	local seen=nothing began
	for _ in 1 2 3 4 5; do
		began=$EPOCHREALTIME
		sweep_twice
		sweep_ms=$(((${EPOCHREALTIME/./} - ${began/./}) / 2000 - 100)) # 100: as often OpenSM looks for signals
		[ "$sweep_ms" -gt 0 ] || sweep_ms=10
		take_dumps || continue
		seen=$(links_seen "$work/opensm-subnet.lst")
		[ "$seen" != "$*" ] || return 0
	done
	fail "to be seen: $* (switches, hosts, cables), seen: $seen"
}

# ---- what must hold then

# The log of this event: each routing is by this engine, and it has nothing to complain about.
log_is_clean() {
	local routed
	! grep -aE "$FAULTS" "$work/log" || fail "an error of the plugin"
	grep -aqE 'sssp: [0-9]+ switches, [0-9]+ LIDs' "$work/log" || fail "the engine has not routed"
	routed=$(grep -a 'tables configured on all switches' "$work/log" | grep -avc ': p\{0,1\}sssp tables')
	[ "$routed" = 0 ] || fail "OpenSM took tables of another engine $routed times"
	sweeps=$((sweeps + $(grep -ac 'SUBNET UP' "$work/log")))
}

tables_are_right() {
	[ "$(used_engine)" = opensm-sssp ] || fail "OpenSM used $(used_engine)"
	had_vls=${vls:-1}
	vls=$(used_lanes opensm-sssp)
	tables_are_complete
	[ "$nonminimal" = 0 ] || no_longer_than_afresh
	# shellcheck disable=SC2154 # of tables_are_complete
	pairs=$((pairs + endpoints * (endpoints - 1)))
	lanes_are_acyclic
	[ $((number % IBDMCHK_EVERY)) != 0 ] && [ "$number" != "$events" ] || {
		ibdmchk_agrees
		judged=$((judged + 1))
	}
}

# Hosts that were cut off are members again after the next start of a subnet manager.
group_is_safe() {
	if grep -aE 'no safe tree was found|building routing with' "$master/osm.log" | tail -n 1 | grep -q 'no safe tree'; then
		without_tree=$((without_tree + 1))
		return 0
	fi
	is_free mcast.json "${lids_from[@]}" --mcast opensm.mcfdbs --psl sssp.psl --slvl sssp.slvl
	expect mcast.json .multicast.split 0
	# It has no tables where all members that are left are on one switch, or none is left.
	with_tree=$((with_tree + $(jq .multicast.groups "$work/mcast.json")))
}

# CAs and some others for each, chosen by the event's number: lines "FROM GUID TO..".
sample_pairs() {
	ca_lids | sort -n >"$work/cas"
	awk -v n="$SAMPLE" -v others=8 -v seed="$((seed * 100003 + number))" '
		{ lid[NR] = $1; guid[NR] = $2 }
		END { srand(seed)
		      while (n-- > 0) {
			a = 1 + int(rand() * NR)
			line = lid[a] " " guid[a]
			for (i = 0; i < others; i++) { b = 1 + int(rand() * (NR - 1)); line = line " " lid[b + (b >= a)] }
			print line
		      } }' "$work/cas"
}

# One SL to VL table of a switch that has some.
check_one_sl2vl() {
	local lid guid port
	[ "$vls" -gt 1 ] || return 0
	read -r guid port <<<"$(awk -v seed="$number" '/^0x/ && $3 > 0 && !($1 " " $3 in seen) { seen[$1 " " $3]; row[++n] = $1 " " $3 }
		END { srand(seed); print row[1 + int(rand() * n)] }' "$work/sssp.slvl")"
	lid=$(switch_lids | awk -v guid="${guid#0x}" '$2 == guid { print $1 }')
	check_sl2vl "$lid" "${guid#0x}" "$port" 1
}

# With one lane every path has SL 0, and sssp.psl says nothing.
check_sample() { # FROM GUID TO..
	local from=$1 guid=$2
	shift 2
	printf '%s\n' "$@" | sort -u >"$work/sampled"
	if [ "$vls" -gt 1 ]; then
		check_sls "$from" "$guid" sampled
	else
		sim saquery -p --slid "$from" --dlid "$1" >"$work/records"
		grep -q '^[[:blank:]]*sl\.*0x0$' "$work/records" || fail "the path from $from to $1: $(cat "$work/records")"
	fi
	asked=$((asked + (vls > 1 ? $(wc -l <"$work/sampled") : 1)))
	check_route "$from" "$1"
}

subnet_answers() {
	local sample
	: >"$work/sls"
	# shellcheck disable=SC2086 # words of a line
	while read -r sample <&3; do check_sample $sample; done 3<<<"$(sample_pairs)"
	check_one_sl2vl
}

join_all() {
	local hosts
	run_opensm_once minhop || fail "opensm -R minhop ends with status $?"
	mapfile -t hosts < <(host_ports)
	group 0xc000 0xffffffff "${hosts[@]}" >"$work/groups"
	conf_lines+=("sa_db_file $work/groups")
}

one_event() { # SWITCHES HOSTS CABLES
	local began=$EPOCHREALTIME ms
	do_commands "$commands"
	sweep_and_see "$@"
	ms=$(((${EPOCHREALTIME/./} - ${began/./}) / 1000))
	[ "$ms" -le "$longest" ] || longest=$ms
	tail -c "+$event_from" "$master/osm.log" >"$work/log"
	log_is_clean
	count_reroutes
	count_exchanges
	tables_are_right
	[ -z "${GROUP:-}" ] || group_is_safe
	subnet_answers
	happened=$number
	echo "event $number: $kind, $1 switches, $2 hosts, $3 cables, $vls lanes, $ms ms, $rerouted, $exchanged"
}

# ---- the campaign

case $what in
*/*.net) fabric=$what ;;
*:*) make_fabric "$what" ;;
*) bundled_fabric "${what%.net}.net" ;;
esac
requires "$builddir/tests/campaign-plan"
"$builddir/tests/campaign-plan" "$fabric" "$seed" "$events" >"$work/plan" || fail "no plan"
# shellcheck disable=SC2034 # for start_ibsim
console=1
start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
[ -z "${GROUP:-}" ] || join_all
: "${IBDMCHK_EVERY:=$((1 + $(grep -cE '^(Ca|Hca)' "$fabric") / 100))}"
first_sm "$sim_host"
while read -r number kind switches hosts cables commands <&4; do
	log_from=$(($(log_size) + 1)) event_from=$log_from
	one_event "$switches" "$hosts" "$cables"
done 4<"$work/plan"
stop_process "$master_pid" # all of them are gone now, and have told what they leaked
[ -z "${SSSP_VALGRIND:-}" ] || [ -n "$(ls "$work"/valgrind.* 2>/dev/null)" ] || fail "valgrind has not run"
[ -z "$(found_by_valgrind)" ] || fail "valgrind: $(found_by_valgrind | head -n 40)"
[ "$happened" = "$events" ] || fail "only $happened events"
[ -z "${GROUP:-}" ] || printf 'A group of all hosts had a proven tree after %s events, none after %s\n' "$with_tree" "$without_tree"
printf 'campaign: %s, seed %s: %s events, %s sweeps, %s pairs checked, %s asked, %s judged by ibdmchk, %s in a sweep, longest %s ms, %s s, %s; %s\n' \
	"$what" "$seed" "$events" "$sweeps" "$pairs" "$asked" "$judged" "$during" "$longest" "$SECONDS" "$(reroutes_in_sum)" "$(exchanges_in_sum)"
