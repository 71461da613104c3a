#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Writes a TREE from which packages are made without compiling: its documents are those of the SOURCES, its `make install`
# is that of the BUILD folder, with libraries in LIBDIR. Sourced or run by debs_of_build.sh and rpms_of_build.sh.
set -euo pipefail
sources=$1 build=$2 tree=$3 library=$4

mkdir -p "$tree"
cp -rL "$sources"/{README.md,SECURITY.md,NEWS,COPYING,doc,ibsim-configs,packaging,debian} "$tree/"
# sssp-try knows where its files are: in this copy, as in the packages.
cat >"$tree/Makefile" <<END
$(grep '^OPENSM_VERSION = ' "$build/Makefile")
all: ;
install: ; \$(MAKE) -C '$build' -s install prefix=/usr exec_prefix=/usr libdir=$library DESTDIR='\$(DESTDIR)' && \\
	sed -i -e 's,\(SSSP_TRY_SHARE:-\)[^}]*,\1/usr/share/opensm-sssp/try,' -e 's,\(SSSP_TRY_LIBRARY:-\)[^}]*,\1$library,' \\
		'\$(DESTDIR)/usr/sbin/sssp-try'
END
