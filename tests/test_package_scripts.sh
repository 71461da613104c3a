#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What the Debian package says when it goes away, and what it takes with it. `quickstart package test` has dpkg and apt run
# the same scripts.
set -eu
: "${srcdir:?}" "${builddir:?}"
work=$builddir/package_scripts.$$
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/etc/opensm" "$work/var/cache/opensm"
conf=$work/etc/opensm/opensm.conf
DPKG_ROOT=$work
export DPKG_ROOT

run() { # SCRIPT ACTION
	sh "$srcdir/debian/opensm-sssp.$1" "$2" >"$work/out" 2>&1 || { echo "FAIL: $1 $2 ends with a status" && exit 1; }
}
says() { # SCRIPT ACTION PART
	run "$1" "$2"
	grep -qF -- "$3" "$work/out" || { echo "FAIL: $1 $2 does not say '$3'" && cat "$work/out" && exit 1; }
}
says_nothing() { # SCRIPT ACTION
	run "$1" "$2"
	[ ! -s "$work/out" ] || { echo "FAIL: $1 $2 says" && cat "$work/out" && exit 1; }
}

says_nothing prerm remove
says_nothing postrm purge
printf '# event_plugin_name osmsssp\nevent_plugin_name (null)\nrouting_engine minhop\n' >"$conf"
says_nothing prerm remove
says_nothing postrm purge
printf 'event_plugin_name osmsssp\n  routing_engine psssp,no_fallback\n' >"$conf"
touch "$work/var/cache/opensm/opensm-sssp.state" "$work/var/cache/opensm/guid2lid"
mkdir -p "$work/var/log"
touch "$work/var/log/sssp.reconnect" "$work/var/log/sssp.psl" "$work/var/log/opensm.log"
says_nothing prerm upgrade
for action in remove deconfigure; do
	says prerm $action 'will NOT route with it'
	says prerm $action 'line 2:  routing_engine psssp,no_fallback'
done
says_nothing postrm remove
[ -e "$work/var/cache/opensm/opensm-sssp.state" ] || { echo "FAIL: the state goes before the purge" && exit 1; }
says postrm purge 'still names the plugin'
[ "$(ls "$work/var/cache/opensm")" = guid2lid ] || { echo "FAIL: left: $(ls -A "$work/var/cache/opensm")" && exit 1; }
[ "$(ls "$work/var/log")" = opensm.log ] || { echo "FAIL: left: $(ls -A "$work/var/log")" && exit 1; }

# dpkg itself, with packages that have nothing but what they say of each other: an OpenSM that does not go with the plugin
# is not configured, and so not started.
command -v dpkg-deb >/dev/null || exit 0
grep -q 'sssp:breaks=opensm (>= ' "$srcdir/debian/rules" || { echo "FAIL: debian/rules says of no OpenSM that it is broken" && exit 1; }
package() { # FILE NAME VERSION [LINE..]
	folder=$work/package
	rm -rf "$folder" && mkdir -p "$folder/DEBIAN"
	printf 'Package: %s\nVersion: %s\nArchitecture: all\nMaintainer: x <x@x.example>\nDescription: x\n' "$2" "$3" >"$folder/DEBIAN/control"
	file=$1 name=$2
	shift 3
	[ $# = 0 ] || printf '%s\n' "$@" >>"$folder/DEBIAN/control"
	for script in prerm postrm; do
		[ "$name" != opensm-sssp ] || { cp "$srcdir/debian/$name.$script" "$folder/DEBIAN/$script" && chmod 755 "$folder/DEBIAN/$script"; }
	done
	dpkg-deb --root-owner-group -b "$folder" "$work/$file" >/dev/null
}
packages() { PATH=/usr/sbin:/sbin:$PATH dpkg --root="$work" --force-script-chrootless --force-not-root --log=/dev/null "$@" >"$work/out" 2>&1; }
has() { grep -q "$1" "$work/out" || { echo "FAIL: dpkg does not say '$1'" && cat "$work/out" && exit 1; }; }
mkdir -p "$work/var/lib/dpkg/updates" "$work/var/lib/dpkg/info" "$work/var/lib/dpkg/triggers"
: >"$work/var/lib/dpkg/status"
package 23.deb opensm 3.3.23-1
package 24.deb opensm 3.3.24-1
package sssp.deb opensm-sssp 0.1 'Depends: opensm (>= 3.3.23), opensm (<< 3.3.24~)' 'Breaks: opensm (>= 3.3.24~)'
packages -i "$work/23.deb" "$work/sssp.deb" || { cat "$work/out" && exit 77; }
! packages -i "$work/24.deb" || { echo "FAIL: dpkg lets it pass" && exit 1; }
has 'opensm-sssp .* breaks opensm'
touch "$work/var/cache/opensm/opensm-sssp.state"
packages -r opensm-sssp
has 'will NOT route with it'
packages -P opensm-sssp
has 'still names the plugin'
[ "$(ls "$work/var/cache/opensm")" = guid2lid ] || { echo "FAIL: left: $(ls -A "$work/var/cache/opensm")" && exit 1; }

# The spec file needs the OpenSM whose headers it finds, and can be read where there are none yet, as by dnf builddep.
command -v rpmspec >/dev/null || exit 0
mkdir -p "$work/include/opensm" "$work/no_include"
echo '#define OSM_VERSION "OpenSM 3.3.24"' >"$work/include/opensm/osm_version.h"
needs() { # FOLDER REQUIREMENT
	rpmspec -q --requires -D "opensm_includes $work/$1" "$srcdir/packaging/opensm-sssp.spec" >"$work/out" 2>&1 ||
		{ echo "FAIL: the spec file cannot be read with $1" && cat "$work/out" && exit 1; }
	grep -qxF -- "$2" "$work/out" || { echo "FAIL: with $1 the RPM does not need '$2'" && cat "$work/out" && exit 1; }
}
needs include 'opensm = 3.3.24'
needs no_include opensm
