#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Which folder may include which: core <- formats <- {generator, evaluator}, core <- plugin; OpenSM's headers in
# plugin/ only; no parser in plugin/ but those four that plugin/folder.c reads finished tables with; the evaluator
# includes nothing of the routing side; core prints nothing.
set -u
: "${srcdir:=$(cd "$(dirname "$0")/.." && pwd)}"

# Lines FILE:LINE:TEXT of what a folder may not contain. Arguments: folder, extended regular expression.
lines_like() {
	[ ! -d "$1" ] || find "$1" -name '*.[ch]' -exec grep -nE "$2" /dev/null {} +
}

# Included files of a folder that are none of the allowed ones: folder, expression for what stands between the quotes.
foreign_includes() {
	lines_like "$1" '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' | grep -vE "include[[:space:]]*\"($2)\""
}

# Includes of plugin/ that are neither its own nor core's, the exception for plugin/folder.c left out.
parsers_in_plugin() {
	foreign_includes plugin 'config\.h|(core|plugin)/.*' |
		grep -vE '^plugin/folder\.c:[0-9]+:#include "formats/(fabric_id|lfts|slvl|sssp_sl)\.h"$'
}

# Source files of formats/ that plugin/local.mk compiles, those left out that these four parsers are made of.
parsers_linked() {
	grep -oE '(lib)?formats[./][A-Za-z0-9_./]*' plugin/local.mk |
		grep -vE '^formats/(fabric_id|lfts|slvl|sssp_sl|emit|parse_log|port_guids|rows|scan|source|table)\.c$'
}

violations() { (
	cd "$1" || exit
	foreign_includes core 'config\.h|core/.*'
	foreign_includes formats 'config\.h|(core|formats)/.*'
	foreign_includes generator 'config\.h|(core|formats|generator)/.*'
	foreign_includes evaluator 'config\.h|(core|formats|evaluator)/.*'
	parsers_in_plugin
	parsers_linked
	for folder in core formats generator evaluator; do
		lines_like $folder '#[[:space:]]*include[[:space:]]*[<"](infiniband|opensm|complib|iba|vendor)/'
	done
	lines_like evaluator '#[[:space:]]*include[[:space:]]*"core/(engine|routes|routing|graph|cdg|layer|synth)'
	lines_like core '(^|[^_[:alnum:]])(v?f?printf|puts|g_print|g_printerr|g_message|g_warning|g_log|g_error|exit|abort|fopen)[[:space:]]*\('
); }

fail() {
	echo "check_includes: $*"
	exit 1
}

found=$(violations "$srcdir")
[ -z "$found" ] || fail "against the rules of HACKING.md:
$found"

# The search itself: each rule must notice when it is broken.
planted=$(mktemp -d "${builddir:-.}/check_includes.XXXXXX") || exit 1
trap 'rm -rf "$planted"' EXIT
plant() { # FILE LINE
	rm -rf "${planted:?}"/*
	mkdir -p "$planted/plugin" "$planted/$(dirname "$1")"
	: >"$planted/plugin/local.mk"
	echo "$2" >"$planted/$1"
	violations "$planted" | grep -qF "${3:-$2}"
}
while read -r file line; do
	plant "$file" "$line" || fail "not noticed in $file: $line"
done <<END
core/a.c #include "formats/input.h"
core/a.h # include <opensm/osm_opensm.h>
core/a.c printf("loud");
core/a.c	exit(1);
formats/a.c #include "evaluator/paths/paths.h"
formats/a.c #include <complib/cl_qmap.h>
generator/a.c #include "plugin/options.h"
evaluator/a.c #include "generator/main.h"
evaluator/a.c #include "core/engines/engine.h"
evaluator/a.c #include "core/graph/routes.h"
evaluator/a.c #include "core/graph/graph.h"
evaluator/a.c #include "core/lanes/layers.h"
plugin/a.c #include "formats/input.h"
plugin/folder.c #include "formats/input.h"
plugin/folder.c #include "formats/net/ibnetdiscover.h"
plugin/folder.h #include "formats/lfts.h"
plugin/engine_osm.c #include "formats/lfts.h"
END
for library in formats/libformats.la formats/net/ibnetdiscover.c formats/input.c; do
	plant plugin/local.mk "libosmsssp_la_LIBADD = $library" "$library" || fail "not noticed in plugin/local.mk: $library"
done
plant plugin/folder.c '#include "formats/lfts.h"' && fail "finds fault with the one exception"
plant core/a.c '#include "core/fabric/fabric.h"' && fail "finds fault with what is allowed"
exit 0
