# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# Blocks of forwarding tables that a subnet manager sends, counted in its log. Source functions.sh first.

: "${work:?}"

readonly LOG_BLOCKS=0x4f # as in functions.sh, and the lines of level DEBUG, one for each block that is sent

# A subnet manager with the plugin that stays and tells of blocks, and an ibsim with a console.
start_with_blocks() {
	# shellcheck disable=SC2034 # for start_ibsim
	local console=1
	start_ibsim "${fabric:?}" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	opensm_command sssp
	opensm_conf "${with_plugin:?}"
	# shellcheck disable=SC2154 # of functions.sh
	launch osm.out "${opensm_line[@]}" -D $LOG_BLOCKS
	opensm_pid=$!
	wait_until "$SUBNET_TIMEOUT" "$opensm_pid" subnet_is_up
}

blocks_sent() { grep -ac 'set_lft_block: Writing FT block' "$work/osm.log"; } # since it began

# Takes the first cable between two switches of the net out.
# (As is said to ibsim's console: a_cable is the first between two switches.)
a_cable() {
	awk '/^Switch/ { split($0, part, "\""); switch = part[2] }
		/^\[[0-9]+\][ \t]*"S-/ { split($1, port, /[][]/); print "\"" switch "\"[" port[2] "]"; exit }' "$fabric"
}
cut_one_cable() { tell_ibsim "Unlink $(a_cable)"; }
