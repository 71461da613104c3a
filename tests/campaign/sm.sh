# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash disable=SC2034,SC2154
#
# The subnet managers of a fault campaign: one is master, another may come and take over. Each has a folder of its own,
# with its log, its dumps and its cache. Source functions.sh first
# (sim_host and event_from are for others, ibsim_pid is theirs).

: "${work:?}" "${with_plugin:?}"

master=		 # folder of the subnet manager that is to be master
master_pid=
master_node=	 # where it is
master_priority=0
lives=0
conf_lines=()	 # more lines for opensm.conf; sm_log: what they log [0x43]

# What valgrind has to say of this project's code, which has source files where OpenSM's packages have none.
found_by_valgrind() {
	cat "$work"/valgrind.* 2>/dev/null | sed 's/^==[0-9]*== *//' | awk -v RS= '/\/(core|plugin|formats)\/[a-z_]+\.c:[0-9]/'
}

# Takes a subnet manager into being (with light sweeps: one that is handed the mastery may miss it until the next); its folder is in $born, its process id in $born_pid.
launch_sm() { # NODE PRIORITY FOLDER
	local line under=()
	[ -z "${SSSP_VALGRIND:-}" ] || under=(valgrind -q --leak-check=full --show-leak-kinds=definite --num-callers=30
		--keep-debuginfo=yes --fullpath-after= --log-file="$work/valgrind.%p")
	mkdir -p "$3"
	sim_host=$1
	enter_simulation
	{
		printf '%s\n' 'force_log_flush TRUE' 'sweep_interval 5' 'log_max_size 0' "sm_priority $2" 'sminfo_polling_timeout 300' \
			'polling_retry_number 2' "$with_plugin"
		[ ${#conf_lines[@]} = 0 ] || printf '%s\n' "${conf_lines[@]}"
	} >"$3/opensm.conf"
	line=("${simulated[@]/#OSM_CACHE_DIR=*/OSM_CACHE_DIR=$3}")
	launch "$(basename "$3").out" "${line[@]/#OSM_TMP_DIR=*/OSM_TMP_DIR=$3}" \
		${under[@]+"${under[@]}"} opensm -F "$3/opensm.conf" -R sssp -D "${sm_log:-0x43}" --dump_files_dir "$3" -f "$3/osm.log"
	born=$3
	born_pid=$!
}

# Everything asks the master from now on.
make_master() { # FOLDER PID NODE PRIORITY
	master=$1 master_pid=$2 master_node=$3 master_priority=$4
	sim_host=$3
	enter_simulation
	ln -sfn "$master/osm.log" "$work/osm.log"
}

new_folder() { born=$work/sm.$((lives += 1)); }

first_sm() { # NODE
	new_folder
	launch_sm "$1" 0 "$born"
	make_master "$born" "$born_pid" "$1" 0
	log_from=1
	wait_until "$SUBNET_TIMEOUT" "$master_pid" up || fail "the subnet does not come up"
}

# ---- sweeps, as the master's log tells of them from byte $log_from on

log_size() { stat -c %s "$master/osm.log" 2>/dev/null || echo 0; }
recent_log() { tail -c "+$log_from" "$master/osm.log" 2>/dev/null; }
times_up() { recent_log | grep -ac 'SUBNET UP'; }
up() { up_again 1; }
up_again() { [ "$(times_up)" -ge "$1" ]; } # TIMES

# Twice, as the end of a sweep that something else began may be taken for the first one's: the second has begun after
# everything that happened before.
sweep_twice() {
	local before
	for _ in 1 2; do
		before=$(times_up)
		kill -HUP "$master_pid" || fail "the subnet manager is gone: $(tail -n 3 "$work/$(basename "$master").out")"
		wait_until "$SUBNET_TIMEOUT" "$master_pid" up_again $((before + 1)) || fail "the subnet does not come up again"
	done
}

# ---- what befalls the subnet manager

sm_restart() {
	stop_process "$master_pid"
	log_from=$(($(log_size) + 1)) event_from=$log_from
	launch_sm "$master_node" "$master_priority" "$master"
	master_pid=$born_pid
	wait_until "$SUBNET_TIMEOUT" "$master_pid" up || fail "the subnet does not come up after a restart"
}

# ibsim does not notice that a client is gone; its console can be told.
forget_client() { # PID
	local number
	tell_ibsim Attached
	wait_until 5 "$ibsim_pid" grep -q "pid $1" "$work/ibsim.log" || return 0
	number=$(sed -n "s/.*Client \([0-9]*\): pid $1 .*/\1/p" "$work/ibsim.log" | tail -n 1)
	[ -z "$number" ] || tell_ibsim "X $number"
}

kill_process() { # PID
	kill -KILL "$1"
	wait "$1" 2>/dev/null
	forget "$1"
	forget_client "$1"
}

sm_kill() {
	kill_process "$master_pid"
	sm_restart
}

# All ports get LIDs that none of them had: a thousand more, or less. (Where one gets what was another's, ibsim no longer
# knows who has it, and packets are lost.)
sm_relids() {
	local guid first last by
	stop_process "$master_pid"
	while read -r guid first last; do
		[ -n "$last" ] || continue
		by=$((first > 1000 ? -1000 : 1000))
		printf '%s 0x%04x 0x%04x\n\n' "$guid" $((first + by)) $((last + by))
	done <"$master/guid2lid" >"$work/guid2lid.new"
	[ -s "$work/guid2lid.new" ] || fail "no guid2lid in the cache of the subnet manager"
	mv "$work/guid2lid.new" "$master/guid2lid"
	conf_lines+=('honor_guid2lid_file TRUE')
	sm_restart
	unset 'conf_lines[-1]'
}

is_master() { grep -qa 'SUBNET UP' "$born/osm.log" 2>/dev/null; }
is_standby() { grep -qa 'ENTERING SM STANDBY STATE\|Entering STANDBY state' "$born/osm.log" 2>/dev/null; }

knows_its_place() { is_standby || is_master; } # the master may hand over before the other one says that it waits

takes_over() { # NODE PRIORITY
	wait_until "$SUBNET_TIMEOUT" "$born_pid" is_master ||
		fail "the second subnet manager does not take over: $(tail -n 3 "$born/osm.log")"
	make_master "$born" "$born_pid" "$1" "$2"
	log_from=1 event_from=1
}

# One that has no higher priority waits (or, with a lower GUID, is handed the mastery); the master dies, in order or not.
sm_standby() { # NODE
	new_folder
	launch_sm "$1" 0 "$born"
	wait_until "$SUBNET_TIMEOUT" "$born_pid" knows_its_place ||
		fail "the second subnet manager does not wait: $(tail -n 3 "$born/osm.log")"
	if [ $((lives % 2)) = 0 ]; then stop_process "$master_pid"; else kill_process "$master_pid"; fi
	takes_over "$1" 0
}

# One of higher priority comes, the master hands over, and goes later.
sm_higher() { # NODE
	local old=$master_pid
	if [ "$master_priority" -ge 14 ]; then
		sm_standby "$1"
		return
	fi
	new_folder
	launch_sm "$1" $((master_priority + 1)) "$born"
	wait_until "$SUBNET_TIMEOUT" "$born_pid" knows_its_place || fail "the second subnet manager sees no master"
	kill -HUP "$master_pid"
	takes_over "$1" $((master_priority + 1))
	stop_process "$old"
}
