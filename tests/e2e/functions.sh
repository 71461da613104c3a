# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# A fabric in the machine: start ibsim, run the distribution's OpenSM on it, ask with the usual tools, judge with
# sssp-eval and ibdmchk. Sourced by the end-to-end tests and by `quickstart run`.
#
# The caller gives $srcdir and $builddir (absolute). All files of a script are in one private folder, $work (in memory or
# below $builddir), and every process is started there (umad2sim leaves a folder sys-PID where it runs) and known by its
# process id; both are gone at exit. ibsim's sockets are named after the process, so scripts may run side by side. Nothing
# waits without an end.
#
# A test that lacks a program is skipped (exit 77), or fails where SSSP_E2E_REQUIRED says that nothing may be missing.

: "${srcdir:?}" "${builddir:?}"
set -u -o pipefail
export LC_ALL=C
PATH=$PATH:/usr/sbin:/sbin

# shellcheck disable=SC2034 # for the callers
with_plugin='event_plugin_name osmsssp' # the line of opensm.conf that switches this project's plugin on

readonly SIM_TIMEOUT=60	     # seconds for ibsim to be ready
readonly SUBNET_TIMEOUT=240  # seconds for OpenSM to bring a subnet up
readonly TOOL_TIMEOUT=60     # seconds for one query
readonly JUDGE_TIMEOUT=240   # seconds for ibdmchk or sssp-eval
readonly STOP_TIMEOUT=20     # seconds from SIGTERM to SIGKILL

work=$builddir/e2e.$(basename "$0" .sh).$$
processes=()
ibsim_pid=
opensm_pid=
opensm_more=() # further arguments for start_opensm_with_lids
sim_host=
sim_library=
plugin_folder=
sim_preload= # a library before libumad2sim

fail() {
	printf 'FAIL: %s\n' "$*"
	[ ! -f "$work/osm.log" ] || { echo "-- errors in OpenSM's log:" && grep -aE ' ERR |[^f]sssp' "$work/osm.log" | tail -n 20; }
	exit 1
}

skip() {
	printf 'SKIP: %s\n' "$*"
	exit 77
}

# ---- processes

# A process that has been waited for: its id may become another's.
forget() { # PID
	local i
	for i in "${!processes[@]}"; do
		[ "${processes[i]}" != "$1" ] || unset "processes[i]"
	done
}

# Sleeps without starting a program, which costs more than the looks in between: nothing ever comes out of this pipe.
exec {silence}<> <(:)
nap() { read -rt "$1" -u "$silence" || :; } # SECONDS

# Between two looks at what is waited for: not long at first. Sets polls, which counts down the rest of SECONDS.
polls_for() { polls=$(($1 * 10 + 8)) quick=8; } # SECONDS
rest() {
	polls=$((polls - 1))
	if [ $((quick -= 1)) -ge 0 ]; then nap 0.02; else nap 0.1; fi
}

stop_process() { # PID
	local polls quick
	polls_for "$STOP_TIMEOUT"
	kill "$1" 2>/dev/null
	while kill -0 "$1" 2>/dev/null && [ "$polls" -gt 0 ]; do rest; done
	kill -KILL "$1" 2>/dev/null
	wait "$1" 2>/dev/null
	forget "$1"
}

leave() {
	local status=$? i
	trap '' INT TERM HUP
	# The last one first: OpenSM does not end while it waits for an answer of an ibsim that is gone.
	local pids=(${processes[@]+"${processes[@]}"})
	for ((i = ${#pids[@]} - 1; i >= 0; i--)); do stop_process "${pids[i]}"; done
	[ -n "${SSSP_E2E_KEEP:-}" ] || rm -rf "$work"
	exit $status
}

# Starts a program in $work, its output in a file there; its id is in $! and known to leave(). Should this script be
# killed before it can leave, the kernel ends the program. (Descriptor 9 is quickstart's lock.)
launch() { # OUTPUT PROGRAM [ARGUMENT..]
	local output=$1
	shift
	(cd "$work" && exec setpriv --pdeathsig KILL "$@" 9>&-) >"$work/$output" 2>&1 </dev/null &
	processes+=("$!")
}

# Runs a program in $work to its end, but no longer than SECONDS, so that a signal to the script ends it too.
bounded() { # SECONDS OUTPUT PROGRAM [ARGUMENT..]
	local seconds=$1 output=$2 status pid
	shift 2
	launch "$output" timeout -k 5 "$seconds" setpriv --pdeathsig KILL "$@"
	pid=$!
	wait "$pid"
	status=$?
	forget "$pid"
	return $status
}

# Polls until a command succeeds; gives up after SECONDS or as soon as the process has ended.
wait_until() { # SECONDS PID COMMAND [ARGUMENT..]
	local polls quick pid=$2
	polls_for "$1"
	shift 2
	until "$@"; do
		kill -0 "$pid" 2>/dev/null || return 1
		[ "$polls" -gt 0 ] || return 1
		rest
	done
}

# ---- what must be there

missing() {
	[ -z "${SSSP_E2E_REQUIRED:-}" ] || fail "$* is missing"
	skip "$* is missing"
}

requires() { # PROGRAM..
	local program
	for program in "$@"; do
		command -v "$program" >/dev/null || missing "$program"
	done
}

requires_simulator() {
	requires ibsim opensm
	sim_library=$(find /usr/lib*/umad2sim /usr/lib/*/umad2sim -name libumad2sim.so 2>/dev/null | head -n 1)
	[ -n "$sim_library" ] || missing libumad2sim.so
}

requires_plugin() {
	plugin_folder=$builddir/plugin
	[ -e "$plugin_folder/libosmsssp.so" ] || missing libosmsssp.so
	requires_simulator
}

# A file of ../shared, which is not part of the project.
requires_shared() { # FILE
	shared_file=${SSSP_SHARED:-$srcdir/../shared}/$1
	[ -r "$shared_file" ] || skip "$1 is not here"
}

# In memory where there is plenty: whatever asks ibsim makes a hundred files and removes them, which on a disk takes many
# times as long as the question.
make_work() {
	local room in_memory on_disk old
	for old in /dev/shm/sssp-e2e.*; do # of scripts that were killed
		[ ! -O "$old" ] || [ -e "/proc/$(cut -d . -f 2 <<<"$old")" ] || rm -rf "$old"
	done
	room=$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)
	if [ -z "${SSSP_E2E_KEEP:-}" ] && [ "${room:-0}" -gt 2000000 ] &&
		in_memory=$(mktemp -d "/dev/shm/sssp-e2e.$$.XXXXXX" 2>/dev/null); then
		on_disk=$work work=$in_memory
		# Some have it so that nothing there may be run.
		printf '#!/bin/sh\n' >"$work/true" && chmod +x "$work/true" && "$work/true" 2>/dev/null && rm "$work/true" && return 0
		rm -rf "$work"
		work=$on_disk
	fi
	rm -rf "$work"
	mkdir -p "$work"
}

start_work() {
	ulimit -c 0
	trap leave EXIT
	trap 'exit 130' INT TERM HUP
	make_work || exit 1
	PATH=$builddir/generator:$builddir/evaluator:$PATH
}

# ---- ibsim

# The first CA of a net that is cabled at port 1: where OpenSM and the tools sit.
first_host() { # FILE
	awk '/^(Ca|Hca)[ \t]*[0-9]/ { split($0, part, "\""); host = part[2] }
	     /^Switch|^Rt/ { host = "" }
	     /^\[1\]/ && host != "" { print host; exit }' "$1"
}

simulator_listens() { grep -q "@$IBSIM_SOCKNAME:ctl" /proc/net/unix; }

start_ibsim() { # FILE
	local sizes
	export IBSIM_SOCKNAME=sssp-$$
	# ibsim's tables are fixed at its start; a net needs one entry more for each port 0.
	sizes=$(awk '/^(Switch|Ca|Hca|Rt)[ \t]*[0-9]/ { match($0, /[0-9]+/); nodes++; ports += substr($0, RSTART, RLENGTH) + 1 }
		     /^Switch/ { switches++ }
		     END { print "-N", nodes + 16, "-S", switches + 16, "-P", ports + 64 }' "$1")
	sim_host=$(first_host "$1")
	[ -n "$sim_host" ] || return 1
	enter_simulation
	if [ -z "${console:-}" ]; then
		# shellcheck disable=SC2086 # three options
		launch ibsim.log ibsim -s -n $sizes "$1"
	else
		# Its commands come from a pipe that stays open at this end.
		rm -f "$work/console"
		mkfifo "$work/console" || return 1
		exec 8<>"$work/console"
		# shellcheck disable=SC2086,SC2016 # for the inner shell
		launch ibsim.log sh -c 'exec ibsim "$@" <console' ibsim -s $sizes "$1"
	fi
	ibsim_pid=$!
	wait_until "$SIM_TIMEOUT" "$ibsim_pid" simulator_listens
}

# A command of ibsim's console (Unlink, Relink, ..), for a simulator that was started with `console` set.
tell_ibsim() { echo "$*" >&8; } # COMMAND..

stop_ibsim() {
	[ -z "$ibsim_pid" ] || stop_process "$ibsim_pid"
	ibsim_pid=
}

# The library that has to be loaded before a plugin that was built with AddressSanitizer; nothing for one that was not.
sanitizer_of_plugin() {
	[ -z "$plugin_folder" ] || ldd "$plugin_folder/libosmsssp.so" | awk '/libasan.*=> \// { print $3 }'
}

# The words before a program that make it see the simulated fabric, and this build's plugin instead of an installed one.
# AddressSanitizer, where it is in the plugin, finds fault with the libraries that carry OpenSM's packets, too, which is
# not what is looked for here.
enter_simulation() {
	local sanitizer
	sanitizer=$(sanitizer_of_plugin)
	printf 'interceptor_via_lib:%s\n' libumad2sim libibumad libosmvendor >"$work/asan.supp"
	simulated=(env SIM_HOST="$sim_host" OSM_TMP_DIR="$work" OSM_CACHE_DIR="$work"
		ASAN_OPTIONS="detect_leaks=0:suppressions=$work/asan.supp" UBSAN_OPTIONS=halt_on_error=1
		LD_LIBRARY_PATH="$plugin_folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
		LD_PRELOAD="${sanitizer:+$sanitizer:}${sim_preload:+$sim_preload:}$sim_library")
}

# sssp-check on this build's plugin; what it says is in $work/check.out. It lets OpenSM load the plugin, and nothing before
# that, which is not how AddressSanitizer wants to be loaded.
check_plugin() { # [ARGUMENT..]
	local tolerant=()
	[ -z "$(sanitizer_of_plugin)" ] ||
		tolerant=(ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0:verify_asan_link_order=0")
	bounded "$TOOL_TIMEOUT" check.out env LD_LIBRARY_PATH="$plugin_folder" ${tolerant[@]+"${tolerant[@]}"} sssp-check "$@"
}

# One query by a tool of infiniband-diags; its answer on standard output.
sim() { # TOOL [ARGUMENT..]
	local status
	bounded "$TOOL_TIMEOUT" tool.out "${simulated[@]}" "$@"
	status=$?
	cat "$work/tool.out"
	return $status
}

# ---- OpenSM

# The configuration of a run: what tests need always, then the lines given. With buffered_log set the log is as OpenSM's
# default has it.
opensm_conf() { # [LINE..]
	{
		[ -n "${buffered_log:-}" ] || echo force_log_flush TRUE
		[ $# = 0 ] || printf '%s\n' "$@"
	} >"$work/opensm.conf"
}

# With keep_state set it finds the routing of the one before, and its LIDs; log_flags are others than those that have it
# write dumps.
opensm_command() { # ENGINE
	rm -f "$work"/opensm[.-]*.dump "$work"/opensm*.lst "$work"/opensm.*fdbs "$work"/sssp.* "$work/osm.log"
	[ -n "${keep_state:-}" ] || rm -f "$work/guid2lid"
	[ -n "${keep_state:-}" ] || rm -f "$work/opensm-sssp.state" # what another subnet manager of this test has left
	set -- opensm -F opensm.conf -R "$1" -D "${log_flags:-0x47}" --dump_files_dir "$work" -f "$work/osm.log"
	opensm_line=("${simulated[@]}" "$@")
}

# Routes the fabric once and leaves OpenSM's dumps in $work.
run_opensm_once() { # ENGINE [CONFIGURATION LINE..]
	opensm_command "$1"
	shift
	opensm_conf "$@"
	bounded "$SUBNET_TIMEOUT" osm.out "${opensm_line[@]}" -o && return
	local status=$?
	# OpenSM 3.3.23 ends by a fault of its own if it exits while a request has no answer, as on a busy machine: it returns the
	# request's buffer (clear_madw()) after what it belongs to. This is its last line then.
	[ "$status" = 139 ] && tail -n 1 "$work/osm.log" | grep -aq 'clear_madw: ERR 5401' || return "$status"
	bounded "$SUBNET_TIMEOUT" osm.out "${opensm_line[@]}" -o
}

# Lanes by ports may need one sweep more: the last stage of an exchange is not written before switches have their SL to VL
# tables. Whether all such sweeps are over, for TIMES of them at least.
subnet_came_up() { # TIMES
	grep -aF -e 'SUBNET UP' -e 'the second phase waits for SL to VL tables, until the next sweep' "$work/osm.log" 2>/dev/null |
		awk -v times="$1" '/SUBNET UP/ { up++; owed -= owed > 0; next } { owed = 2 } END { exit up < times || owed > 0 }'
}
subnet_is_up() { subnet_came_up 1; }

# A subnet manager that stays; returns when the subnet is up.
start_opensm() { # ENGINE [CONFIGURATION LINE..]
	opensm_command "$1"
	shift
	opensm_conf "$@"
	launch osm.out "${opensm_line[@]}"
	opensm_pid=$!
	wait_until "$SUBNET_TIMEOUT" "$opensm_pid" subnet_is_up
}

# The same on a subnet without LIDs: ports get those of a guid2lid file.
start_opensm_with_lids() { # GUID2LID ENGINE [CONFIGURATION LINE..]
	opensm_command "$2"
	cp "$1" "$work/guid2lid" || return 1
	shift 2
	opensm_conf 'honor_guid2lid_file TRUE' "$@"
	launch osm.out "${opensm_line[@]}" ${opensm_more[@]+"${opensm_more[@]}"}
	opensm_pid=$!
	wait_until "$SUBNET_TIMEOUT" "$opensm_pid" subnet_is_up
}

# Has the running subnet manager discover and route everything anew, and waits until it has.
sweep_again() {
	local times
	times=$(grep -ac 'SUBNET UP' "$work/osm.log")
	kill -HUP "$opensm_pid" && wait_until "$SUBNET_TIMEOUT" "$opensm_pid" subnet_came_up $((times + 1))
}

# Whether nothing was logged for a while: a cable that goes, or a second stage, makes OpenSM sweep by itself, beside the
# sweep that is asked for.
is_quiet() {
	local size
	size=$(stat -c %s "$work/osm.log")
	sleep 0.5
	[ "$(stat -c %s "$work/osm.log")" = "$size" ]
}

stop_opensm() {
	[ -z "$opensm_pid" ] || stop_process "$opensm_pid"
	opensm_pid=
}

log_has() { grep -qaE "$1" "$work/osm.log"; }

# Lines of a log by which the plugin says how it is about to update tables: one for each routing.
updates_in() { # LOG
	grep -aE 'sssp: (two-phase update, as|update at once:|nothing changed,|ERR SSSP21)' "$1"
}

# Errors by which it says what it or its input failed at. The others (09, 16 to 25) are dangers of the fabric as it is.
# shellcheck disable=SC2034 # tests use it
readonly FAULTS='ERR SSSP(0[1-8]|1[0-5])'

# ---- judges

# sssp-eval on what OpenSM dumped. Status as sssp-eval's.
evaluate() { # OUTPUT COMMAND [OPTION..]
	local output=$1 command=$2
	shift 2
	bounded "$JUDGE_TIMEOUT" "$output" sssp-eval "$command" opensm-subnet.lst opensm-lfts.dump --json -q "$@"
}

# --psl and --slvl (or what is given as option names) where the tables need more than one lane.
lanes() { # PSL-OPTION SLVL-OPTION
	[ ! -f "$work/sssp.psl" ] || printf '%s %s %s %s\n' "$1" sssp.psl "$2" sssp.slvl
}

# Whether switches choose lanes by ports: more than one lane, and no SLs of paths.
by_ports() { grep -q '^0x' "$work/sssp.slvl" && ! grep -q '^0x' "$work/sssp.psl"; }

# The same language, of which a small answer takes a seventh of the time: tests ask thousands.
! command -v gojq >/dev/null || jq() { gojq "$@"; }

# A value of a JSON answer.
json() { # FILE FILTER
	jq -er "$2" "$work/$1" || fail "no $2 in $(head -c 300 "$work/$1")"
}

expect() { # FILE FILTER VALUE
	local value
	value=$(jq -r "$2" "$work/$1") || fail "not JSON: $(head -c 300 "$work/$1")"
	[ "$value" = "$3" ] || fail "$2 is $value, not $3"
}

# ibdmchk with its report in $work/ibdmchk.out. Its library writes a table into /var/cache; the copy here writes it
# into $work. Its exit status says nothing (it can crash after its last line): judge by the text.
run_ibdmchk() { # [OPTION..]
	local library
	library=$(ldd "$(command -v ibdmchk)" | awk '/libibdmcom/ { print $3 }')
	[ -f "$work/lib/$(basename "$library")" ] || {
		mkdir -p "$work/lib"
		sed 's|/var/cache/ibutils/|.//////////////////|g' "$library" >"$work/lib/$(basename "$library")"
	}
	bounded "$JUDGE_TIMEOUT" ibdmchk.out env LD_LIBRARY_PATH="$work/lib" \
		ibdmchk -s opensm-subnet.lst -f opensm.fdbs -m opensm.mcfdbs "$@" 2>/dev/null
	return 0
}

# The last run's judgement in a word: free, loops, broken (a path does not arrive), none (it did not get that far).
ibdmchk_verdict() {
	if grep -q '^-E- .*missing paths\|^-E- Some Point to Point\|^-E- Fail to find' "$work/ibdmchk.out"; then
		echo broken
	elif grep -q '^-E- credit loops in routing' "$work/ibdmchk.out"; then
		echo loops
	elif grep -q '^-I- no credit loops found' "$work/ibdmchk.out"; then
		echo free
	else
		echo none
	fi
}

# Paths it followed, and lanes it counted in its credit-loop analysis.
ibdmchk_paths() { sed -n 's/^-I- Scanned:\([0-9]*\) CA to CA paths.*/\1/p' "$work/ibdmchk.out"; }
ibdmchk_lanes() { sed -n 's/.*Credit Loops [0-9]* SLs, \([0-9]*\) VLs used.*/\1/p' "$work/ibdmchk.out"; }
