#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Which folder may include which: core <- formats <- {generator, evaluator}, core <- plugin; OpenSM's headers in
# plugin/ only, no parser in plugin/; the evaluator includes nothing of the routing side; core prints nothing.
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

violations() { (
	cd "$1" || exit
	foreign_includes core 'config\.h|core/.*'
	foreign_includes formats 'config\.h|(core|formats)/.*'
	foreign_includes generator 'config\.h|(core|formats|generator)/.*'
	foreign_includes evaluator 'config\.h|(core|formats|evaluator)/.*'
	foreign_includes plugin 'config\.h|(core|plugin)/.*'
	for folder in core formats generator evaluator; do
		lines_like $folder '#[[:space:]]*include[[:space:]]*[<"](infiniband|opensm|complib|iba|vendor)/'
	done
	lines_like evaluator '#[[:space:]]*include[[:space:]]*"core/(engine|routes|routing|graph|cdg|layer|synth)'
	lines_like core '(^|[^_[:alnum:]])(v?f?printf|puts|g_print|g_printerr|g_message|g_warning|g_log|g_error|exit|abort|fopen)[[:space:]]*\('
	grep -n 'libformats' plugin/local.mk /dev/null
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
	violations "$planted" | grep -qF "$2"
}
while read -r file line; do
	plant "$file" "$line" || fail "not noticed in $file: $line"
done <<END
core/a.c #include "formats/input.h"
core/a.h # include <opensm/osm_opensm.h>
core/a.c printf("loud");
core/a.c	exit(1);
formats/a.c #include "evaluator/paths.h"
formats/a.c #include <complib/cl_qmap.h>
generator/a.c #include "plugin/options.h"
evaluator/a.c #include "generator/main.h"
evaluator/a.c #include "core/engine.h"
evaluator/a.c #include "core/routes.h"
evaluator/a.c #include "core/graph.h"
evaluator/a.c #include "core/layers.h"
plugin/a.c #include "formats/input.h"
plugin/local.mk libosmsssp_la_LIBADD = formats/libformats.la
END
plant core/a.c '#include "core/fabric.h"' && fail "finds fault with what is allowed"
exit 0
