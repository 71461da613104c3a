# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# Multicast groups that OpenSM takes from its file of SA records. Source functions.sh first.

: "${work:?}"

# Port GUIDs of the hosts, as OpenSM discovered them.
host_ports() { sed -n 's/^{ CA[^}]*PortGUID:\([0-9a-fA-F]*\).*/\1/p' "$work/opensm-subnet.lst" | sort -u; }

# OpenSM's form of a group and its members, of whom the first made it. (OpenSM makes such groups only beside one of that
# name that all IPoIB interfaces join.)
group() { # MLID LOW-HALF-OF-MGID PORT-GUID..
	local mlid=$1 low=$2
	shift 2
	printf 'MC Group 0x%04x : mgid=0xff12401bffff0000:0x%016x port_gid=0xfe80000000000000:0x%s qkey=0x00000b1b mlid=0x%04x' \
		"$mlid" "$low" "$1" "$mlid"
	printf ' mtu=0x84 tclass=0x00 pkey=0xffff rate=0x83 pkt_life=0x92 sl_flow_hop=0x00000000 scope_state=0x21 proxy_join=0x0\n\n'
	printf 'mcm_port: port_gid=0xfe80000000000000:0x%s scope_state=0x21 proxy_join=0x0\n\n' "$@"
}
