#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# The plugin's sources go with OpenSM 3.3.24, too: its osm_subn_opt has one member more in the middle (max_rate_enum), so
# that a build for one version is none for the other, and its version is another. The installed headers get, or lose,
# what the two differ in; the plugin is compiled for both.
set -eu
: "${srcdir:?}" "${builddir:?}"
flags=$(sed -n 's/^OPENSM_CFLAGS = //p' "$builddir/Makefile")
cc=$(sed -n 's/^CC = //p' "$builddir/Makefile")
glib=$(sed -n 's/^GLIB_CFLAGS = //p' "$builddir/Makefile")
includes=${flags#-isystem }
[ -r "$includes/opensm/osm_subnet.h" ] || { echo "SKIP: no headers of OpenSM"; exit 77; }
work=$builddir/other_opensm.$$
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/without" "$work/with"

variant() { # NAME VERSION
	cp -r "$includes/." "$work/$1/"
	header=$work/$1/opensm/osm_subnet.h
	sed -i '/uint8_t max_rate_enum;/d' "$header"
	[ "$1" = without ] || sed -i 's/^\(.*\)boolean_t use_original_extended_sa_rates_only;.*/&\n\1uint8_t max_rate_enum;/' "$header"
	sed -i "s/OpenSM [0-9.]*/OpenSM $2/" "$work/$1/opensm/osm_version.h"
}

compile() { # NAME OUTPUT SOURCE
	# shellcheck disable=SC2086 # lists of words
	$cc -std=gnu11 -Wall -Wextra -Werror -I"$builddir" -I"$srcdir" -isystem "$work/$1" $glib -fPIC -c -o "$work/$2" "$3"
}

# Where the member behind the difference is; plain numbers in a section that objdump need not know.
printf '#include <opensm/osm_config.h>\n#include <opensm/osm_subnet.h>\n#include <stddef.h>\n' >"$work/place.c"
printf 'char place[offsetof(osm_subn_opt_t, use_optimized_slvl)];\n' >>"$work/place.c"
place() { # NAME
	compile "$1" "place.$1.o" "$work/place.c"
	nm -S "$work/place.$1.o" | awk '/ place$/ { print $2 }'
}

variant without 3.3.23
variant with 3.3.24
grep -q max_rate_enum "$work/with/opensm/osm_subnet.h" || { echo "FAIL: the headers have no place for max_rate_enum"; exit 1; }
[ "$(place without)" != "$(place with)" ] || { echo "FAIL: the two do not differ"; exit 1; }
for variant in without with; do
	for source in "$srcdir"/plugin/*.c "$srcdir"/plugin/subnet/*.c "$srcdir"/plugin/values/*.c; do
		compile "$variant" "$variant.$(basename "$source" .c).o" "$source" || {
			echo "FAIL: $source, $variant max_rate_enum"
			exit 1
		}
	done
done
grep -q 'built for: OpenSM 3\.3\.23' "$work/without.plugin.o"
grep -q 'built for: OpenSM 3\.3\.24' "$work/with.plugin.o"
