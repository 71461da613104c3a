#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# sssp-topo --slurm: trees and blocks of synthetic and real fabrics; each node in one unit; and what Slurm itself makes of
# topology.conf, where slurmctld and scontrol are installed.
set -u
PATH=${builddir:?}/generator:$PATH:/usr/sbin
work=$(mktemp -d) || exit 99
server=
# shellcheck disable=SC2317 # called by the trap
finish() {
	[ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null
	rm -rf "$work"
}
trap finish EXIT
cd "$work" || exit 99
fail() {
	echo "FAIL: $*"
	exit 1
}
slurm() { # SPEC or file, then options
	sssp-topo --slurm topology.conf "$@" -q 2>err || fail "$*: $(cat err)"
	grep -v '^#' topology.conf >lines
}
is() {
	[ "$(cat lines)" = "$1" ] || fail "not '$1': $(cat lines)"
}

slurm clos:leaves=2,hosts=3,spines=2
is 'SwitchName=leaf-1 Nodes=host-[1-3]
SwitchName=leaf-2 Nodes=host-[4-6]
SwitchName=level2.1 Switches=leaf-[1-2]'
slurm karytree:2,3
is 'SwitchName=leaf-1 Nodes=host-[1-2]
SwitchName=leaf-2 Nodes=host-[3-4]
SwitchName=leaf-3 Nodes=host-[5-6]
SwitchName=leaf-4 Nodes=host-[7-8]
SwitchName=level2.1 Switches=leaf-[1-2]
SwitchName=level2.2 Switches=leaf-[3-4]
SwitchName=level3.1 Switches=level2.[1-2]'
slurm single:hosts=3,ports=8
is 'SwitchName=switch-1 Nodes=host-[1-3]'
slurm karytree:2,2 --slurm-plugin block
is 'BlockName=leaf-1 Nodes=host-[1-2]
BlockName=leaf-2 Nodes=host-[3-4]
BlockSizes=2'
slurm mesh:3
is 'SwitchName=mesh-0 Nodes=host-1
SwitchName=mesh-1 Nodes=host-2
SwitchName=mesh-2 Nodes=host-3
SwitchName=level2.1 Switches=mesh-[0-2]'
sssp-topo --slurm topology.yaml karytree:2,2 -q && grep -v '^#' topology.yaml >lines
is '---
- topology: tree
  cluster_default: true
  tree:
    switches:
      - switch: leaf-1
        nodes: "host-[1-2]"
      - switch: leaf-2
        nodes: "host-[3-4]"
      - switch: level2.1
        children: "leaf-[1-2]"
- topology: block
  cluster_default: false
  block:
    block_sizes:
      - 2
    blocks:
      - block: leaf-1
        nodes: "host-[1-2]"
      - block: leaf-2
        nodes: "host-[3-4]"'
if command -v python3 >/dev/null && python3 -c 'import yaml' 2>/dev/null; then
	python3 -c 'import yaml; t = yaml.safe_load(open("topology.yaml")); assert [x["topology"] for x in t] == ["tree", "block"]' || fail "no YAML"
fi

# Rails: two units of two nodes with two adapters each; one adapter in the wrong unit does not join them; nor do two fabrics.
sssp-topo clos:leaves=4,hosts=4,spines=2 -q --lids | awk '
	/^Ca/ && match($0, /host-[0-9]+/) {
		i = substr($0, RSTART + 5, RLENGTH - 5) - 1
		sub(/host-[0-9]+ HCA-1/, sprintf("g%d mlx5_%d", 4 * int(i / 8) + i % 4, int(i / 4) % 2))
	} { print }' >rails
slurm rails
is 'SwitchName=leaf-1 Nodes=g[0-3]
SwitchName=leaf-3 Nodes=g[4-7]
SwitchName=level2.1 Switches=leaf-[1,3]'
sed 's/"g0 mlx5_0"/"x"/; s/"g4 mlx5_0"/"g0 mlx5_0"/; s/"x"/"g4 mlx5_0"/' rails >astray
slurm astray
[ "$(grep -c Nodes= lines)" = 2 ] || fail "one cable joins two units: $(cat lines)"
sssp-topo single:hosts=2,ports=8 -q | sed 's/0002c9/0003c9/g; s/2c9/3c9/g; s/host-/other-/; s/switch-1/far/' >two
sssp-topo single:hosts=2,ports=8 -q >>two
slurm two
[ "$(sort lines)" = 'SwitchName=far Nodes=other-[1-2]
SwitchName=switch-1 Nodes=host-[1-2]' ] || fail "two fabrics: $(cat lines)"

sssp-topo --slurm x --slurm-plugin star single:hosts=2 2>err
[ $? = 2 ] && grep -q 'tree or block' err || fail "$(cat err)"
for arguments in '--slurm x' '--slurm x nothing' '--slurm x none/x' '--slurm x -o y single:hosts=2' '--slurm-plugin tree single:hosts=2' '--slurm /none/x single:hosts=2'; do
	# shellcheck disable=SC2086 # words are wanted
	sssp-topo $arguments >out 2>err
	[ $? = 2 ] && [ -s err ] || fail "'$arguments': $(cat out err)"
done

# Slurm reads it: every switch that is written, with all nodes below it.
command -v slurmctld >/dev/null && command -v scontrol >/dev/null || {
	[ -z "${SSSP_E2E_REQUIRED:-}" ] || fail "slurmctld and scontrol are not installed"
	echo "slurmctld and scontrol are not installed"
	exit 0
}
asked() { # what slurmctld says of topology.conf
	port=$((20000 + $$ % 20000))
	nodes=$(sed -n 's/.* Nodes=//p' topology.conf | paste -sd,)
	cat >slurm.conf <<-END
		ClusterName=t
		SlurmctldHost=$(hostname)(127.0.0.1)
		SlurmctldPort=$port
		AuthType=auth/none
		CredType=cred/none
		SlurmUser=$(id -un)
		StateSaveLocation=$work/state
		SlurmctldPidFile=$work/pid
		SlurmctldLogFile=$work/slurm.log
		TopologyPlugin=topology/tree
		ProctrackType=proctrack/pgid
		TaskPlugin=task/none
		NodeName=$nodes NodeAddr=127.0.0.1 Port=$((port + 1)) State=FUTURE
		PartitionName=all Nodes=ALL
	END
	mkdir -p state
	SLURM_CONF=$work/slurm.conf
	export SLURM_CONF
	timeout 60 slurmctld -D -c >/dev/null 2>&1 &
	server=$!
	tries=100
	until timeout 5 scontrol show topology >shown 2>&1; do
		kill -0 "$server" 2>/dev/null && [ $((tries -= 1)) -gt 0 ] || fail "slurmctld does not answer: $(cat shown slurm.log)"
		sleep 0.1
	done
	kill "$server" && wait "$server" 2>/dev/null
	server=
}
shared=${SSSP_SHARED:-}/fabrics
for fabric in karytree:3,3 rails "$shared/dgx-ndr.ibnetdiscover"; do
	[ "$fabric" != "$shared/dgx-ndr.ibnetdiscover" ] || [ -f "$fabric" ] || continue
	slurm "$fabric"
	asked
	! grep -qiE 'error.*(topology|switch)' slurm.log || fail "$fabric: $(cat slurm.log)"
	grep -oE 'SwitchName=[^ ]+' lines | sort >written
	grep -oE 'SwitchName=[^ ]+' shown | sort >said
	cmp -s written said || fail "$fabric: $(diff written said)"
	sed -n 's/^SwitchName=\([^ ]*\) Nodes=\(.*\)/\1 \2/p' lines | sort >written
	sed -n 's/^SwitchName=\([^ ]*\) Level=0 .*Nodes=\([^ ]*\).*/\1 \2/p' shown | sort >said
	cmp -s written said || fail "$fabric: nodes: $(diff written said)"
done
exit 0
