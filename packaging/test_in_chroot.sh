#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# The Debian packages of a folder in a fresh Debian 12: installed with apt, a fabric routed by the installed OpenSM,
# upgraded, put beside an OpenSM of another version, removed, purged. The root is made below that folder and goes away.
set -euo pipefail

packages=$(cd -- "$1" && pwd -P)
here=$(cd -- "$(dirname -- "$0")" && pwd -P)
root=$packages/root

say() { printf 'package test: %s\n' "$*"; }
die() {
	say "FAIL: $*"
	exit 1
}

leave() {
	local status=$?
	umount "$root/proc" 2>/dev/null || true
	umount "$root/dev/shm" 2>/dev/null || true
	rm -rf "$root"
	exit $status
}

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; }
apt() { inside apt-get -q -y --no-install-recommends "$@"; }

make_root() {
	local sources=/etc/apt/sources.list.d/debian.sources
	[ -e "$sources" ] || sources=/etc/apt/sources.list
	say "a fresh Debian 12"
	mmdebstrap --quiet --variant=apt bookworm "$root" "$sources" || die "mmdebstrap"
	mount -t proc proc "$root/proc"
	printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # nothing is started
	chmod +x "$root/usr/sbin/policy-rc.d"
	inside apt-get -q update
	mkdir "$root/packages"
	cp "$packages"/opensm-sssp_*.deb "$packages"/opensm-sssp-tools_*.deb "$root/packages/"
	cp "$here/../debian/tests/route-under-ibsim" "$root/packages/"
}

routes() { # WHEN
	inside /packages/route-under-ibsim >"$root/log" 2>&1 || { cat "$root/log" && die "$1: OpenSM does not route with it"; }
	grep -a 'sssp: .* switches' "$root/log" | sed 's/.*sssp: /package test: routed: /'
}

# The same package under a later version.
rebuilt() { # DEB
	local unpacked=$root/rebuilt
	rm -rf "$unpacked"
	dpkg-deb -R "$1" "$unpacked"
	sed -i 's/^Version: .*/&+later/' "$unpacked/DEBIAN/control"
	dpkg-deb -b "$unpacked" "$root/packages/later.deb" >/dev/null
	rm -rf "$unpacked"
}

install() {
	say "install"
	apt install ibsim-utils ibutils infiniband-diags opensm >/dev/null
	inside sh -c 'apt-get -q -y --no-install-recommends install /packages/opensm-sssp*.deb' >"$root/log" 2>&1 ||
		{ cat "$root/log" && die "apt install"; }
	! grep -q '\*\*\*' "$root/log" || die "it complains at installation: $(cat "$root/log")"
	routes "after installation"
	[ -z "$(inside sh -c 'find /usr/share/doc/opensm-sssp* -name local.mk')" ] || die "a part of the build is shipped"
	inside sh -c 'mkdir -p /etc/opensm && printf "event_plugin_name osmsssp\nrouting_engine psssp,no_fallback\n" >>/etc/opensm/opensm.conf'
}

upgrade() {
	say "upgrade"
	rebuilt "$root"/packages/opensm-sssp_*.deb
	apt install /packages/later.deb >/dev/null
	inside dpkg -s opensm-sssp | grep -q '^Version: .*later' || die "the later version is not installed"
	routes "after an upgrade"
}

# OpenSM's program changes under the plugin: dpkg's trigger speaks up, and the upgrade goes on.
other_opensm() {
	say "an OpenSM of another version"
	local deb unpacked=$root/rebuilt
	deb=$(ls "$root"/packages/opensm_*.deb)
	rm -rf "$unpacked"
	dpkg-deb -R "$deb" "$unpacked"
	sed -i 's/^Version: .*/&+later/' "$unpacked/DEBIAN/control"
	sed -i 's/OpenSM 3\.3\.2[0-9]/OpenSM 3.3.99/g' "$unpacked/usr/sbin/opensm"
	dpkg-deb -b "$unpacked" "$root/packages/other.deb" >/dev/null
	inside dpkg -i /packages/other.deb >"$root/log" 2>&1 || { cat "$root/log" && die "the upgrade of OpenSM is stopped"; }
	grep -q '\*\*\* opensm-sssp: .* will NOT route' "$root/log" || { cat "$root/log" && die "nothing is said"; }
	grep 'was built for' "$root/log"
	! inside sssp-check --installed --quiet 2>/dev/null || die "sssp-check sees no difference"
}

# An OpenSM that the plugin was not built for: dpkg leaves it unconfigured, so that it is not started, apt takes the plugin away for it, which is said.
newer_opensm() {
	say "an OpenSM that does not go with it"
	inside sh -c 'cd /packages && apt-get -q download opensm' >/dev/null
	local deb unpacked=$root/rebuilt
	deb=$(ls "$root"/packages/opensm_*.deb)
	rm -rf "$unpacked"
	dpkg-deb -R "$deb" "$unpacked"
	sed -i 's/^Version: .*/Version: 3.3.99-1/' "$unpacked/DEBIAN/control"
	sed -i 's/OpenSM 3\.3\.2[0-9]/OpenSM 3.3.99/g' "$unpacked/usr/sbin/opensm"
	dpkg-deb -b "$unpacked" "$root/packages/newer.deb" >/dev/null
	! inside dpkg -i /packages/newer.deb >"$root/log" 2>&1 || die "dpkg lets a newer OpenSM pass"
	grep -q 'opensm-sssp .* breaks opensm' "$root/log" || { cat "$root/log" && die "dpkg does not say why"; }
	inside dpkg -i "/packages/${deb##*/}" >/dev/null 2>&1 || die "the OpenSM of before cannot be had again"
	apt install --allow-downgrades /packages/newer.deb >"$root/log" 2>&1 || { cat "$root/log" && die "apt does not install a newer OpenSM"; }
	grep -q '\*\*\* opensm-sssp: the plugin that .* goes away' "$root/log" || { cat "$root/log" && die "nothing is said when apt removes the plugin"; }
	grep '^\*\*\*' "$root/log"
	apt install --allow-downgrades "/packages/${deb##*/}" >/dev/null 2>&1 || die "the OpenSM of before cannot be had again"
	inside sh -c 'apt-get -q -y --no-install-recommends install /packages/opensm-sssp_*.deb' >/dev/null 2>&1 || die "not installed again"
	routes "after a downgrade"
}

leaves_nothing() {
	say "remove and purge"
	inside sh -c 'mkdir -p /var/cache/opensm && touch /var/cache/opensm/opensm-sssp.state'
	apt remove opensm-sssp opensm-sssp-tools >/dev/null
	inside dpkg --purge opensm-sssp opensm-sssp-tools >"$root/log" 2>&1 || die "purge"
	grep -q 'still names the plugin' "$root/log" || { cat "$root/log" && die "purge does not tell of opensm.conf"; }
	local left
	left=$(inside sh -c 'find / -xdev \( -name "*sssp*" -o -name "*osmsssp*" \) ! -path "/packages/*" ! -path "/proc/*"')
	[ -z "$left" ] || die "left behind: $left"
}

trap leave EXIT
make_root
install
upgrade
newer_opensm
other_opensm
leaves_nothing
say "passed"
