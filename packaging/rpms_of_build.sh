#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# RPMs of what a build folder has, by the spec file and rpmbuild, without compiling it again, and of an `opensm` with
# nothing inside in two versions, the one that the plugin was built for and a later one: for tests. What is handed out
# is built of the source archive (quickstart package).
set -euo pipefail
here=$(cd -- "$(dirname -- "$0")" && pwd -P)
sources=$(cd -- "$1" && pwd -P) build=$(cd -- "$2" && pwd -P) folder=$3
library=/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH) # where a Debian, in which they are tried, looks for it
name=opensm-sssp-$(sed -n 's/^PACKAGE_VERSION = //p' "$build/Makefile")
includes=$(sed -n 's/^OPENSM_CFLAGS = -isystem //p' "$build/Makefile")
version=$(sed -n 's/^OPENSM_VERSION = OpenSM //p' "$build/Makefile")

package() { # SPEC [OPTION..]
	rpmbuild -bb --nodeps -D "_topdir $folder/rpm" -D "_tmppath $folder" -D "_sourcedir $folder" -D "_libdir $library" -D "_rpmdir $folder" \
		-D '_binary_payload w0.gzdio' -D '_build_name_fmt %%{NAME}-%%{VERSION}.rpm' -D "opensm_includes $includes" "$@"
}

"$here/tree_of_build.sh" "$sources" "$build" "$folder/$name" "$library"
printf '#!/bin/sh\nexit 0\n' >"$folder/$name/configure"
chmod +x "$folder/$name/configure"
XZ_OPT=-0 tar -cJf "$folder/$name.tar.xz" -C "$folder" "$name"
export MAKEFLAGS=
package "$sources/packaging/opensm-sssp.spec"
for opensm in "$version" 3.3.99; do
	printf '%s\n' 'Name: opensm' "Version: $opensm" 'Release: 1' 'Summary: x' 'License: x' 'BuildArch: noarch' \
		'%description' x '%files' >"$folder/opensm.spec"
	package "$folder/opensm.spec"
done
