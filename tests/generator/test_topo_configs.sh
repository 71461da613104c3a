#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The fabrics of ibsim-configs: each is what sssp-topo makes of its first line, its counts are those of the README,
# it is packed, and all of them together stay small.
: "${srcdir:?}" "${builddir:?}"
set -u
most=3000000 # bytes

fail() {
	echo "FAIL: $*"
	exit 1
}

made=$(mktemp "$builddir/test_topo_configs.XXXXXX") || exit 1
trap 'rm -f "$made"' EXIT

# Switches, hosts and cables of a file, as the README writes them.
counts() {
	awk '/^Switch/ { switches++; next } /^Ca.*Aggregation Node/ { nodes++; next } /^Ca/ { hosts++; next } /^\[/ { ends++ }
	     END { print switches " / " hosts (nodes ? " + " nodes " aggregation nodes" : "") " / " ends / 2 }' "$1"
}

total=0 files=0
for file in "$srcdir"/ibsim-configs/*.net; do
	name=$(basename "$file")
	spec=$(sed -n '1s/^# //p' "$file")
	[ -n "$spec" ] || fail "$name has no SPEC in its first line"
	"$builddir/generator/sssp-topo" "$spec" -o "$made" -q || fail "$name: sssp-topo '$spec' ends with $?"
	cmp "$file" "$made" || fail "$name is not what sssp-topo makes of '$spec'"
	row=$(grep -F "| $name |" "$srcdir/ibsim-configs/README.md") || fail "README.md does not speak of $name"
	case $row in
	*"| \`$spec\` | $(counts "$file") |"*) ;;
	*) fail "README.md does not say: $spec | $(counts "$file")" ;;
	esac
	grep -q "ibsim-configs/$name" "$srcdir/ibsim-configs/local.mk" || fail "$name is not in local.mk"
	total=$((total + $(wc -c <"$file")))
	files=$((files + 1))
done
# Names as patterns: dragonfly[+]
families=$("$builddir/generator/sssp-topo" --list | sed -n '/^[a-z]/{ s/^\([a-z]*+*\).*/\1/; s/+$/[+]/; p; }')
for family in $families; do
	case $family in
	thunderbird | ranger) continue ;; # more than all the others together
	esac
	sed -sn 1p "$srcdir"/ibsim-configs/*.net | grep -qE "^# $family([:,]|\$)" || fail "no fabric of the family $family"
done
[ "$files" -ge 15 ] || fail "only $files fabrics"
[ "$total" -lt "$most" ] || fail "$total bytes in all"
echo "$files fabrics, $total bytes"
