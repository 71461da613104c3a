# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# A simulated fabric for what is installed in a root, its subnet manager started as Debian's unit does, and the guide's
# command lines, run there as they stand. Sourced by test_in_chroot.sh, which has $root, ${enter[@]}, $sim_library, inside() and die().

: "${root:?}" "${enter[0]:?}" "${sim_library:?}"
readonly WAIT=${WAIT:-60} # seconds for a subnet to come up
simulated=()
sim_pid=
opensm_pid=
opensm_log=

# In the fabric, as a shell's environment; in a folder of the root that programs may write to.
in_fabric() { # COMMAND..
	# shellcheck disable=SC2016 # for the shell inside
	inside "${simulated[@]}" sh -c 'cd /fabric && exec "$@"' sh "$@"
}

wait_for() { # WHAT COMMAND..
	local polls=$((WAIT * 10)) what=$1
	shift
	until "$@"; do
		[ $((polls -= 1)) -gt 0 ] || die "$what: not within $WAIT s"
		sleep 0.1
	done
}

simulator_listens() { grep -q "@$1:ctl" /proc/net/unix; }

start_fabric() { # SPEC
	local host name=sssp-package-$$
	mkdir -p "$root/fabric"
	inside sssp-topo "$1" --lids -o /fabric/fabric.net
	host=$(awk '/^Ca/ { split($0, part, "\""); print part[2]; exit }' "$root/fabric/fabric.net")
	# The first lets answers be longer than a packet, which ibsim lacks.
	cp "$sim_library" "$root/fabric/libsimrmpp.so"
	simulated=(IBSIM_SOCKNAME="$name" SIM_HOST="$host"
		LD_PRELOAD="/fabric/libsimrmpp.so:$(inside find /usr/lib -name libumad2sim.so)")
	"${enter[@]}" setpriv --pdeathsig KILL env IBSIM_SOCKNAME="$name" ibsim -s -n /fabric/fabric.net >"$root/fabric/ibsim.log" 2>&1 </dev/null &
	sim_pid=$!
	wait_for ibsim simulator_listens "$name"
	port_guid=0x$(in_fabric ibstat -p | sed -n '1s/^0x//p')
	opensm_log=/var/log/opensm.$port_guid.log
}

logged_times() { [ -e "$root$opensm_log" ] && [ "$(grep -acE "$1" "$root$opensm_log")" -ge "$2" ]; } # REGEX TIMES
# OpenSM's log is buffered, as sites have it: what the plugin has to say is there at once, what others say once it is
# told that its log was turned over.
minhop_is_up() {
	! grep -q 'Entering MASTER' "$root/fabric/opensm.out" || kill -USR1 "$opensm_pid"
	logged_times 'SUBNET UP' 1
}

# What systemctl start opensm@GUID runs.
start_opensm() { # COMMAND that tells when it has routed
	local line
	line=$(sed -n 's/^ExecStart=//p' "$root/lib/systemd/system/opensm@.service" | sed "s/%I/$port_guid/g")
	rm -f "$root$opensm_log"
	: >"$root/fabric/opensm.out"
	# shellcheck disable=SC2086,SC2016 # a list of words; for the shell inside
	"${enter[@]}" "${simulated[@]}" sh -c 'cd /fabric && exec setpriv --pdeathsig KILL "$@"' sh $line >"$root/fabric/opensm.out" 2>&1 </dev/null &
	opensm_pid=$!
	wait_for "OpenSM's subnet" "$@"
}

end() { # PID, or nothing
	[ -n "$1" ] || return 0
	kill "$1" 2>/dev/null || true
	wait "$1" 2>/dev/null || true
}

stop_opensm() {
	end "$opensm_pid"
	opensm_pid=
}

stop_fabric() {
	stop_opensm
	end "$sim_pid"
	sim_pid=
}

# The indented lines of a step of the installed guide.
guide_lines() { # HEADING
	local guide
	guide=$(find "$root"/usr/share/doc/opensm-sssp/doc -name 'guide.md*')
	zcat -f "$guide" | awk -v heading="$1" '/^## / { on = $0 ~ "^## [0-9]+\\. " heading "$" } on && /^    / { sub(/^    /, ""); print }'
}

# Runs the lines of a step, one after the other, and prints what a person sees. A status of more than 1 is an error.
follow_guide() { # HEADING
	local line status
	guide_lines "$1" >"$root/fabric/step"
	[ -s "$root/fabric/step" ] || die "the guide has no command lines under '$1'"
	while IFS= read -r line <&3; do
		line=${line//GUID/$port_guid}
		printf '$ %s\n' "$line"
		status=0
		in_fabric sh -c "$line" >"$root/fabric/said" 2>&1 </dev/null || status=$?
		cat "$root/fabric/said"
		[ $status -le 1 ] || die "'$line' ends with status $status"
	done 3<"$root/fabric/step" | tee "$root/log"
}
