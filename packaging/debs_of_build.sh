#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Debian packages of what a build folder has, by debian/ and debhelper, without compiling it again: for tests. What is
# handed out is built by dpkg-buildpackage (quickstart package).
set -euo pipefail
here=$(cd -- "$(dirname -- "$0")" && pwd -P)
sources=$(cd -- "$1" && pwd -P) build=$(cd -- "$2" && pwd -P) folder=$3

"$here/tree_of_build.sh" "$sources" "$build" "$folder/tree" "/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
cd "$folder/tree"
# They are thrown away: compressing them takes longer than all else.
export DEB_BUILD_OPTIONS='nocheck noautodbgsym' MAKEFLAGS= DPKG_DEB_COMPRESSOR_TYPE=none
debian/rules binary
