#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What `make lint` finds is a failure like any other.
set -eu
for tool in cppcheck shellcheck mandoc groff; do
	command -v $tool >/dev/null || [ -n "${SSSP_E2E_REQUIRED:-}" ] || { echo "SKIP: $tool is not installed" && exit 77; }
done
unset MAKEFLAGS MFLAGS MAKELEVEL
exec make --no-print-directory -s -C "${builddir:?}" lint
