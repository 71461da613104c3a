#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# The Debian packages of what was built, in a fresh Debian: installed, switched on as the guide says word by word, upgraded,
# downgraded, removed and purged, with what a person sees; the container and the RPMs, where buildah and rpmbuild are
# (packaging/test_in_chroot.sh). Half a minute, and as much again for these.
. "${srcdir:?}/tests/e2e/functions.sh"

start_work
requires_plugin
requires dh mmdebstrap dpkg-deb
[ -z "${SSSP_E2E_REQUIRED:-}" ] || requires buildah rpmbuild
sim_preload=$builddir/tests/e2e/libsimrmpp.so
[ -e "$sim_preload" ] || missing "$sim_preload"
[ -z "$(sanitizer_of_plugin)" ] || skip "a plugin with AddressSanitizer is none for packages"
[ "$(id -u)" = 0 ] || command -v newuidmap >/dev/null || missing newuidmap # which package uidmap has
[ "$(id -u)" = 0 ] || grep -q "^$(id -un):" /etc/subuid || skip "$(id -un) has no users of a name space in /etc/subuid"
version=$(sed -n 's/^OPENSM_VERSION = OpenSM //p' "$builddir/Makefile")
dpkg-query -W -f '${Version}' opensm 2>/dev/null | grep -q "^$version-" || skip "no package of this Debian has OpenSM $version"

mkdir "$work/packages"
bounded 120 debs.out "$srcdir/packaging/debs_of_build.sh" "$srcdir" "$builddir" "$work/packages" ||
	fail "no packages: $(tail -n 20 "$work/debs.out")"
! command -v rpmbuild >/dev/null ||
	bounded 120 rpms.out "$srcdir/packaging/rpms_of_build.sh" "$srcdir" "$builddir" "$work/packages/rpms" ||
	fail "no RPMs: $(tail -n 20 "$work/rpms.out")"
status=0
bounded 400 chroot.out env TMPDIR="$work" "$srcdir/packaging/test_in_chroot.sh" "$work/packages" "$sim_preload" || status=$?
cat "$work/chroot.out"
[ $status = 0 ] || fail "status $status"
