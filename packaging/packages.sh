# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# `quickstart package`: the source archive, Debian packages and RPMs of it in build/packages, looked at by lintian and
# rpmlint. `quickstart package test`: the Debian packages in a fresh Debian, from installation to purge.
# Sourced by quickstart, after its functions.

: "${build:?}"
readonly PACKAGE_PACKAGES="debhelper dpkg-dev fakeroot lintian rpm rpmlint xz-utils"
packages=$build/packages

version() { sed -n 's/^PACKAGE_VERSION = //p' "$build/obj/Makefile"; }

make_source() {
	rm -rf "$packages"
	mkdir -p "$packages/deb"
	supervised make --no-print-directory -C "$build/obj" -s dist >&2
	mv "$build/obj/opensm-sssp-$(version).tar.xz" "$packages/"
}

make_debs() {
	local archive
	archive=$packages/opensm-sssp-$(version).tar.xz
	tar -xf "$archive" -C "$packages/deb"
	cp "$archive" "$packages/deb/opensm-sssp_$(version).orig.tar.xz"
	say "building Debian packages; the log is $packages/deb.log"
	(cd "$packages/deb/opensm-sssp-$(version)" && supervised dpkg-buildpackage -us -uc -j"$(nproc)") \
		>"$packages/deb.log" 2>&1 || { tail -n 30 "$packages/deb.log" >&2 && die "dpkg-buildpackage failed"; }
	cp "$packages"/deb/*.deb "$packages/"
	say "lintian"
	lintian --allow-root --fail-on error,warning "$packages"/deb/*.changes || die "lintian finds fault"
}

# What is built here is for the OpenSM of this machine; rpm's database knows nothing of Debian's libraries.
make_rpms() {
	say "building RPMs; the log is $packages/rpm.log"
	supervised rpmbuild -ba --nodeps -D "_topdir $packages/rpm" -D "_sourcedir $packages" \
		-D "packager ${PACKAGER:-opensm-sssp maintainers <packages@opensm-sssp.example>}" \
		"$build/src/packaging/opensm-sssp.spec" >"$packages/rpm.log" 2>&1 ||
		{ tail -n 30 "$packages/rpm.log" >&2 && die "rpmbuild failed"; }
	find "$packages/rpm" -name '*.rpm' -exec cp {} "$packages/" \;
	say "rpmlint"
	rpmlint -c "$build/src/packaging/rpmlint.toml" "$packages"/*.rpm "$build/src/packaging/opensm-sssp.spec" || die "rpmlint finds fault"
}

make_packages() {
	ready_for_tests
	# shellcheck disable=SC2086 # a list of words
	install_packages $PACKAGE_PACKAGES
	make_source
	make_debs
	make_rpms
	rm -rf "$packages/deb" "$packages/rpm"
	ls -1 "$packages"
}

test_packages() {
	[ -n "$(ls "$packages"/*.deb 2>/dev/null)" ] || make_packages
	ready_for_tests
	compile tests/e2e/libsimrmpp.so
	supervised "$build/src/packaging/test_in_chroot.sh" "$packages" "$build/obj/tests/e2e/libsimrmpp.so"
}
