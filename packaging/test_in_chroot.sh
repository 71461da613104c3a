#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# The Debian packages of a FOLDER (with the LIBRARY that the tests preload, tests/e2e/libsimrmpp.so) in a fresh
# Debian: installed with apt, switched on as doc/guide.md says, in a simulated fabric, upgraded, downgraded, put beside an
# OpenSM of another version, switched off, removed, purged; before that the container, then the RPMs of FOLDER/rpms. The
# root is made by mmdebstrap from the machine's package mirror, in memory where there is enough of it, and goes away.
set -euo pipefail
here=$(cd -- "$(dirname -- "$0")" && pwd -P)

say() { printf -- '---- %s\n' "$*"; }
die() {
	printf 'FAIL: %s\n' "$*"
	[ ! -s "${root:-}/log" ] || tail -n 40 "$root/log"
	tail -n 5 "${root:-}"/fabric/*.{log,out} "${root:-}"/var/log/opensm.*.log 2>/dev/null || true
	exit 1
}

make_root() { # PACKAGES LIBRARY
	local sources=/etc/apt/sources.list.d/debian.sources place=${TMPDIR:-/tmp} codename
	[ -e "$sources" ] || sources=/etc/apt/sources.list
	codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
	[ "$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)" -lt 2000000 ] || place=/dev/shm
	say "a fresh Debian ($codename)"
	TMPDIR=$place exec mmdebstrap --quiet --variant=apt --format=null --dpkgopt=force-unsafe-io \
		--aptopt='Acquire::Retries "3"' --skip=cleanup/apt \
		--customize-hook="'$here/test_in_chroot.sh' --root \"\$1\" '$1' '$2'" "$codename" /dev/null "$sources"
}

inside() { "${enter[@]}" "$@"; }
# Its output is kept, and what the packages' scripts have to say is shown.
logged() { # COMMAND..
	local status=0
	printf '$ %s\n' "$*"
	inside "$@" >"$root/log" 2>&1 </dev/null || status=$?
	grep -aE '^(\*\*\*|opensm-sssp:|sssp-check:)|opensm-sssp .* breaks' "$root/log" || true
	return $status
}
apt() { logged apt-get -q -y --no-install-recommends --allow-downgrades "$@"; }
says() { grep -qaE -- "$1" "$root/log" || die "nothing says '$1'"; }
says_not() { ! grep -qaE -- "$1" "$root/log" || die "something says '$1'"; }
is_version() { # PACKAGE PATTERN
	# shellcheck disable=SC2016 # dpkg's own
	inside dpkg-query -W -f '${db:Status-Status} ${Version}' "$1" | grep -qE "^installed $2\$" || die "$1: another version"
}

# A package under another version, and with another OpenSM inside; of the same name where it is to be asked for by a path.
repacked() { # DEB NEW VERSION [OPENSM]
	local unpacked=$root/unpacked
	rm -rf "$unpacked"
	dpkg-deb -R "$1" "$unpacked"
	sed -i "s/^Version: .*/Version: $3/" "$unpacked/DEBIAN/control"
	[ $# = 3 ] || sed -i "s/OpenSM 3\.3\.2[0-9]/OpenSM $4/g" "$unpacked/usr/sbin/opensm"
	dpkg-deb --root-owner-group -Znone -b "$unpacked" "$root/packages/$2" >/dev/null
	rm -rf "$unpacked"
}

install() {
	say "install"
	mkdir "$root/packages"
	cp "$packages"/opensm-sssp_*.deb "$packages"/opensm-sssp-tools_*.deb "$root/packages/"
	ours=/packages/$(basename "$packages"/opensm-sssp_*.deb) tools=/packages/$(basename "$packages"/opensm-sssp-tools_*.deb)
	version=$(dpkg-deb -f "$root$ours" Version)
	apt install "$ours" "$tools" ibsim-utils ibutils infiniband-diags jq procps || die "apt cannot install them"
	says_not '\*\*\*'
	inside sh -c 'opensm --version; sssp-route --version; cd /packages && apt-get -q download opensm' >"$root/log" 2>&1 || die "what was installed"
	opensm_deb=$(basename "$root"/packages/opensm_*.deb)
	opensm_version=$(dpkg-deb -f "$root/packages/$opensm_deb" Version)
	[ -z "$(inside sh -c 'find /usr/share/doc/opensm-sssp* -name local.mk')" ] || die "a part of the build is shipped"
}

# A comparison with OpenSM's own engines, by what is installed alone.
try_it() {
	say "sssp-try"
	mkdir -p "$root/fabric"
	logged sssp-topo karytree:2,3 -o /fabric/tree.net || die "no fabric"
	! logged sssp-try -o /fabric/tried /fabric/none.net || die "sssp-try takes what is not there"
	says 'none.net: no such file'
	logged sssp-try -o /fabric/tried /fabric/tree.net || die "sssp-try"
	says '^sssp +opensm-sssp .* free +free'
	[ -s "$root/fabric/tried/report.html" ] || die "no page"
	rm -r "$root/fabric/tried"
}

# The guide, from the first look to tables that are proven. What routed before is OpenSM's minhop.
switch_on() {
	say "the guide, word by word: dump and evaluate"
	start_fabric torus:5x5,hosts=2
	start_opensm minhop_is_up
	follow_guide 'Dump and evaluate what you have'
	says 'CREDIT LOOP'
	say "rehearse"
	follow_guide Rehearse
	say "enable"
	mkdir -p "$root/etc/opensm"
	guide_lines Enable >>"$root/etc/opensm/opensm.conf"
	logged sssp-check || die "sssp-check"
	cat "$root/log"
	says 'verdict: this OpenSM will route with the plugin'
	drop_in || die "the drop-in does not let OpenSM start"
	restarted
	say "watch"
	follow_guide Watch
	says 'psssp tables configured on all switches'
	says 'sssp: [0-9]+ switches, [0-9]+ LIDs, [0-9]+ VLs, [0-9]+ non-minimal pairs, EFI [0-9]+, [0-9]+ ms \('
	says_not 'minhop tables configured'
	local list
	# shellcheck disable=SC2013 # a path without blanks
	for list in $(sed -n 's/.*they are listed in //p' "$root/log"); do
		[ -s "$root/$list" ] || die "the log names $list, which is not there"
	done
	wait_for "the status" [ -s "$root/var/cache/opensm/opensm-sssp.status" ]
	logged sssp-status || die "sssp-status"
	cat "$root/log"
	verified "after it is enabled"
}

restarted() {
	stop_opensm
	start_opensm logged_times 'psssp tables configured' 1
}

# What the drop-in for systemd has run before OpenSM.
drop_in() {
	local line
	line=$(sed -n 's/^ExecStartPre=//p' "$root/usr/share/doc/opensm-sssp/examples/opensm.service.conf")
	[ -n "$line" ] || die "the drop-in has no ExecStartPre"
	# shellcheck disable=SC2086 # a list of words
	logged $line
}

verified() { # WHEN
	in_fabric sssp-eval verify >"$root/log" 2>&1 </dev/null || die "$1: sssp-eval verify"
	says '^No credit loop'
	cp "$root/log" "$root/fabric/verdict"
}

# A subnet manager that is started again goes on from the state file: nothing is sent.
goes_on() { # WHEN
	restarted
	cp "$root$opensm_log" "$root/log"
	grep -a 'sssp:.*nothing changed' "$root/log" | sed 's/.*\(sssp:\)/\1/' || die "$1: a restart changes tables"
	verified "$1"
}

upgrade_and_back() {
	say "upgrade to a later version"
	repacked "$root$ours" later.deb "$version+later"
	apt install /packages/later.deb || die "the upgrade"
	is_version opensm-sssp '.*\+later'
	says_not '\*\*\*'
	goes_on "after an upgrade"
	say "change: everything from scratch"
	follow_guide Change
	wait_for "a second routing" logged_times 'psssp tables configured' 2
	cp "$root$opensm_log" "$root/log"
	says 'routing from scratch, requested by'
	say "downgrade"
	apt install "$ours" || die "the downgrade"
	is_version opensm-sssp '[^+]*'
	says_not '\*\*\*'
	goes_on "after a downgrade"
}

# An OpenSM that the plugin was not built for: dpkg leaves it unconfigured, so that it is not started; apt takes the plugin
# away for it, which is said.
newer_opensm() {
	say "an OpenSM that does not go with it"
	repacked "$root/packages/$opensm_deb" newer.deb 3.3.99-1 3.3.99
	! logged dpkg -i /packages/newer.deb || die "dpkg lets a newer OpenSM pass"
	says 'opensm-sssp .* breaks opensm'
	logged dpkg -i "/packages/$opensm_deb" || die "the OpenSM of before cannot be had again"
	apt install /packages/newer.deb || die "apt does not install a newer OpenSM"
	says '\*\*\* opensm-sssp: the plugin that .* goes away'
	says '\*\*\*   line [0-9]+:routing_engine psssp,no_fallback'
	says 'opensm-sssp.*REMOVED|Removing opensm-sssp'
	apt install "/packages/$opensm_deb" "$ours" || die "not installed again"
	says_not '\*\*\*'
}

# OpenSM's program changes under the plugin: dpkg's trigger speaks up, and the upgrade goes on.
other_opensm() {
	say "another program under a version that goes with it"
	repacked "$root/packages/$opensm_deb" other.deb "$opensm_version+other" 3.3.99
	logged dpkg -i /packages/other.deb || die "the upgrade of OpenSM is stopped"
	says '\*\*\* opensm-sssp: .* will NOT route'
	says 'was built for'
	! logged sssp-check || die "sssp-check sees no difference"
	! drop_in || die "the drop-in lets OpenSM start without the plugin"
	apt install "/packages/$opensm_deb" || die "the OpenSM of before cannot be had again"
	logged sssp-check || die "sssp-check"
}

left_behind() {
	inside sh -c 'find / \( -path /proc -o -path /sys -o -path /dev -o -path /packages -o -path /fabric -o -path /var/log/apt \) \
		-prune -o -name "*sssp*" -print'
}

# Removed while opensm.conf names it, and purged; then undone as the guide says: delete, put back, restart.
leaves_nothing() {
	say "remove and purge"
	[ -s "$root/var/cache/opensm/opensm-sssp.state" ] || die "there is no state file"
	apt remove opensm-sssp opensm-sssp-tools || die "remove"
	says '\*\*\* opensm-sssp: the plugin that .* goes away'
	[ -s "$root/var/cache/opensm/opensm-sssp.state" ] || die "the state file goes before the purge"
	logged dpkg --purge opensm-sssp opensm-sssp-tools || die "purge"
	says 'still names the plugin'
	[ -z "$(left_behind)" ] || die "left behind: $(left_behind)"
	say "undo"
	sed -i '/^event_plugin_name/d; /^routing_engine/d' "$root/etc/opensm/opensm.conf"
	stop_opensm
	start_opensm minhop_is_up
	cp "$root$opensm_log" "$root/log"
	says 'minhop tables configured on all switches'
	says_not 'sssp'
}

test_root() {
	root=$1 packages=$2 sim_library=$3
	enter=(chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive)
	# shellcheck source=packaging/chroot_fabric.sh
	. "$here/chroot_fabric.sh"
	# shellcheck source=packaging/test_container.sh
	. "$here/test_container.sh"
	# shellcheck source=packaging/test_rpms.sh
	. "$here/test_rpms.sh"
	trap 'stop_fabric; remove_containers' EXIT
	printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # nothing is started
	chmod +x "$root/usr/sbin/policy-rc.d"
	for step in container install try_it switch_on upgrade_and_back newer_opensm other_opensm leaves_nothing test_rpms; do
		began=$SECONDS
		$step
		say "($step: $((SECONDS - began)) s)"
	done
	say "passed"
}

if [ "$1" = --root ]; then test_root "$2" "$3" "$4"; else make_root "$(realpath "$1")" "$(realpath "$2")"; fi
