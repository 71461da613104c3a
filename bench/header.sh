#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# header.sh COMMAND: the head of RESULTS.md. What one must know to judge the figures, and nothing that tells whose
# machine it was.
: "${srcdir:?}" "${builddir:?}"
set -u -o pipefail
export LC_ALL=C
PATH=$PATH:/usr/sbin:/sbin

package() { dpkg-query -W -f '${Package} ${Version}' "$1" 2>/dev/null || echo "$1 of unknown version"; }

revision() { git -C "$srcdir" describe --always --dirty --abbrev=10 2>/dev/null || echo 'no git checkout'; }

memory_gib() { awk '/^MemTotal/ { printf "%.0f", $2 / 1048576 }' /proc/meminfo; }

cat <<END
<!-- SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause -->
# What was measured

Written by \`$1\`; run it to measure on another machine. What the columns mean stands below each table.
**Only ratios within one run count**: the machine was not idle, and seconds of two runs or two machines do not compare.
Seconds, memory, blocks, rates and lists of functions are of the commit named here. EFI, eBB and lanes of this engine are
renewed when a later commit changes them, but for those under "service levels of paths".

| | |
|---|---|
| date | $(date -u +%Y-%m-%d) |
| command | \`$1\` |
| this project | $("$builddir/generator/sssp-route" --version), $(revision) |
| compared with | $(opensm --version 2>/dev/null | grep -m 1 -o 'OpenSM [0-9][^ ]*') ($(package opensm)), under $(package ibsim-utils) |
| machine | $(lscpu | sed -n 's/^Model name: *//p' | head -n 1), $(nproc) cores, $(memory_gib) GiB |
| system | Linux $(uname -r | cut -d - -f 1), $(cc --version 2>/dev/null | head -n 1) |
| other load | $(cut -d ' ' -f 1-3 /proc/loadavg) (1, 5, 15 minutes, at the end) |
END
