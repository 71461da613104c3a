#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Debian packages of what a build folder has, by debian/ and debhelper, without compiling it again: for tests. What is
# handed out is built by dpkg-buildpackage (quickstart package).
set -euo pipefail
sources=$(cd -- "$1" && pwd -P) build=$(cd -- "$2" && pwd -P) folder=$3
tree=$folder/tree
library=/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)

mkdir -p "$tree"
cp -rL "$sources"/{README.md,SECURITY.md,NEWS,doc,ibsim-configs,packaging,debian} "$tree/"
# sssp-try knows where its files are: in this copy, as in the packages.
cat >"$tree/Makefile" <<END
$(grep '^OPENSM_VERSION = ' "$build/Makefile")
all: ;
install: ; \$(MAKE) -C '$build' -s install prefix=/usr exec_prefix=/usr libdir=$library DESTDIR='\$(DESTDIR)' && \\
	sed -i -e 's,\(SSSP_TRY_SHARE:-\)[^}]*,\1/usr/share/opensm-sssp/try,' -e 's,\(SSSP_TRY_LIBRARY:-\)[^}]*,\1$library,' \\
		'\$(DESTDIR)/usr/sbin/sssp-try'
END
cd "$tree"
export DEB_BUILD_OPTIONS='nocheck noautodbgsym' MAKEFLAGS=
debian/rules binary
