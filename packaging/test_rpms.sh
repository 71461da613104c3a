# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# The RPMs that rpms_of_build.sh makes, in the root from which the Debian packages are gone: what they need, what their
# scripts say and leave behind. Sourced by test_in_chroot.sh, which has $root, $packages, inside(), left_behind(), say(),
# says() and die(). rpm knows nothing there of what Debian's packages have, so what is needed is asked by name.

: "${root:?}" "${packages:?}" "${version=}" "${opensm_version=}" # the last two are known after install

rpms() { # RPM-OPTION..
	printf '$ rpm %s\n' "$*"
	rpm --root "$root" --dbpath /var/lib/rpm "$@" >"$root/log" 2>&1 || return
	grep -a '^\*\*\*' "$root/log" || true
}
rpm_file() { echo "$packages/rpms/$1".rpm; }

test_rpms() {
	local ours opensm
	if [ ! -d "$packages/rpms" ] || ! command -v rpm >/dev/null; then
		say "RPMs are not tried: there are none in $packages/rpms, or no rpm"
		return 0
	fi
	say "RPMs"
	ours=$(rpm_file "opensm-sssp-${version%-*}")
	opensm=${opensm_version%%-*}
	rpm -qp --requires "$ours" >"$root/log"
	says "^opensm = ${opensm//./\\.}\$"
	rpm -qp --triggers "$ours" >"$root/log"
	says '-- opensm$'
	rpms -i --nodeps "$(rpm_file "opensm-$opensm")" "$ours" "$(rpm_file "opensm-sssp-tools-${version%-*}")" || die "install"
	says_not '\*\*\*'
	inside ldconfig
	inside sssp-check --installed >"$root/log" 2>&1 || die "sssp-check"
	inside sssp-try --help >"$root/log" 2>&1 || die "sssp-try"
	! rpms -U "$(rpm_file opensm-3.3.99)" || die "rpm lets a newer OpenSM pass"
	says "opensm = ${opensm//./\\.} is needed by \(installed\) opensm-sssp"
	cp "$root/usr/sbin/opensm" "$root/fabric/opensm"
	sed -i 's/OpenSM 3\.3\.2[0-9]/OpenSM 3.3.99/g' "$root/usr/sbin/opensm"
	rpms -U --nodeps "$(rpm_file opensm-3.3.99)" || die "an upgrade by force"
	says '\*\*\* opensm-sssp: the OpenSM on this machine will NOT route'
	says 'was built for'
	cp "$root/fabric/opensm" "$root/usr/sbin/opensm"

	mkdir -p "$root/etc/rdma" "$root/var/cache/opensm"
	printf 'event_plugin_name osmsssp\nrouting_engine psssp,no_fallback\ndump_files_dir /srv\n' >"$root/etc/rdma/opensm.conf"
	touch "$root"/var/cache/opensm/opensm-sssp.{state,status} "$root"/srv/sssp.psl
	rpms -U --force --nodeps "$ours" || die "installed again"
	says_not '\*\*\*'
	[ -e "$root/var/cache/opensm/opensm-sssp.state" ] || die "an upgrade takes the state file"
	rpms -e opensm-sssp opensm-sssp-tools || die "erase"
	says '\*\*\* opensm-sssp: the plugin that /etc/rdma/opensm.conf names goes away'
	says '\*\*\*   line 2:routing_engine psssp,no_fallback'
	[ -z "$(left_behind)" ] || die "left behind: $(left_behind)"
}
