#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Which room may include which, and which it may link; OpenSM's headers in plugin/ and plugin/subnet only; no circle of
# modules, of rooms, or of files that call each other; core prints nothing; no folder of tests has more than 15 .c files;
# each file of a room of core, and of the plugin, is on the room's page.
set -u
: "${srcdir:=$(cd "$(dirname "$0")/.." && pwd)}"
folders="core formats generator evaluator plugin"

# A room (or one file of it) and all that it may include besides its own room: rooms, or single headers of one.
allowed() {
	cat <<-END
		core/base
		core/fabric core/base
		core/tables core/base core/fabric
		core/graph core/base core/fabric core/tables
		core/dependency core/base core/fabric core/tables core/graph
		core/guide core/base core/graph
		core/balance core/base core/graph core/dependency
		core/admit core/base core/graph core/dependency core/balance
		core/engines core/base core/graph core/dependency core/balance core/admit
		core/lanes core/base core/fabric core/tables core/graph
		core/fit core/base core/fabric core/tables core/graph core/dependency core/balance core/lanes
		core/torus core/base core/fabric core/tables core/graph core/guide core/balance core/engines core/lanes core/fit
		core/previous core/base core/fabric core/tables core/graph core/lanes
		core/reroute core/base core/fabric core/tables core/graph core/dependency core/admit core/lanes core/fit core/previous
		core/lmc core/base core/fabric core/tables core/graph core/dependency core/lanes
		core/exchange core/base core/fabric core/tables core/graph core/lanes core/previous
		core/optimize core/base core/fabric core/tables core/graph core/dependency core/lanes
		core/choose core/base core/fabric core/graph core/dependency core/guide core/balance core/engines core/lanes core/fit
		core/choose core/torus core/previous core/reroute core/optimize core/lmc
		core core/base core/fabric core/tables core/graph core/balance core/lanes core/fit core/previous core/reroute core/optimize core/lmc core/choose

		formats/text core/base
		formats/net/records formats/text core/base core/fabric
		formats/net formats/net/records formats/text core/base core/fabric
		formats/counters formats/text core/base core/fabric
		formats/lists formats/text core/base core/fabric
		formats/tables formats/text core/base core/fabric core/tables
		formats formats/tables formats/text formats/net formats/counters formats/lists core/base core/fabric core/tables

		generator/synth core/base core/fabric
		generator/synth/families generator/synth/synth_plan.h core/base core/fabric
		generator/route formats formats/tables formats/text formats/lists core/base core/fabric core/tables
		generator/route core/routing.h core/routing_optimize.h core/optimize/optimize.h core/optimize/shape.h core/exchange/exchange.h core/engines/engine.h core/engines/engine_list.h core/previous/previous.h
		generator/topo formats formats/lists core/base core/fabric
		generator generator/synth generator/route generator/topo formats formats/net core/base core/fabric

		evaluator/paths formats formats/tables formats/text formats/lists core/base core/fabric core/tables
		evaluator/measures evaluator/paths core/base core/fabric core/tables
		evaluator/measures/bandwidth evaluator/paths core/base
		evaluator/deadlock evaluator/paths core/base core/fabric core/tables
		evaluator/transition evaluator/paths evaluator/deadlock core/base core/fabric core/tables
		evaluator/patterns evaluator/paths evaluator/measures/bandwidth formats formats/lists core/base core/fabric core/tables
		evaluator/report evaluator/paths evaluator/measures evaluator/measures/bandwidth evaluator/deadlock evaluator/simulate evaluator/failures formats/lists core/base core/fabric core/tables
		evaluator/workload evaluator/paths evaluator/measures/bandwidth evaluator/patterns evaluator/report
		evaluator/workload core/base core/fabric core/tables
		evaluator/traffic formats formats/tables formats/counters core/base core/fabric
		evaluator/live formats formats/tables formats/text core/base core/fabric core/tables
		evaluator/simulate evaluator/paths evaluator/measures/bandwidth evaluator/deadlock evaluator/patterns
		evaluator/simulate core/base core/fabric core/tables
		evaluator/draw/sketch core/base core/fabric
		evaluator/draw/place evaluator/draw/sketch formats core/base
		evaluator/draw evaluator/draw/sketch evaluator/draw/place formats core/base core/fabric
		evaluator/plot formats core/base
		evaluator/plot/charts evaluator/plot evaluator/measures evaluator/measures/bandwidth evaluator/patterns evaluator/report
		evaluator/plot/charts evaluator/workload evaluator/simulate core/base
		evaluator/plot/page evaluator/plot evaluator/plot/charts evaluator/draw evaluator/draw/sketch/sketch_names.h
		evaluator/plot/page evaluator/measures evaluator/report core/base
		evaluator/commands evaluator/paths evaluator/measures/bandwidth evaluator/deadlock evaluator/report evaluator/plot/charts
		evaluator/commands formats formats/tables formats/text formats/lists core/base core/fabric core/tables
		evaluator/commands/tables evaluator/commands evaluator/paths evaluator/measures evaluator/measures/bandwidth evaluator/deadlock evaluator/report
		evaluator/commands/tables evaluator/plot/charts evaluator/draw evaluator/traffic evaluator/live formats formats/tables core/base core/fabric core/tables
		evaluator/commands/bandwidth evaluator/commands evaluator/measures evaluator/measures/bandwidth evaluator/patterns evaluator/report
		evaluator/commands/bandwidth evaluator/plot/charts evaluator/workload formats core/base core/fabric core/tables
		evaluator/commands/simulate evaluator/commands evaluator/commands/bandwidth evaluator/patterns evaluator/report
		evaluator/commands/simulate evaluator/plot/charts evaluator/simulate formats core/base core/fabric core/tables
		evaluator/commands/workload evaluator/commands evaluator/patterns evaluator/plot/charts evaluator/workload formats core/base core/fabric core/tables
		evaluator/commands/compare evaluator/commands evaluator/commands/simulate evaluator/paths evaluator/measures
		evaluator/commands/compare evaluator/report evaluator/plot/charts evaluator/plot/page formats formats/tables core/base core/fabric core/tables
		evaluator/commands/deadlock evaluator/commands evaluator/paths evaluator/deadlock evaluator/report formats formats/lists core/base core/fabric core/tables
		evaluator/commands/change evaluator/commands evaluator/commands/deadlock evaluator/commands/simulate evaluator/paths
		evaluator/commands/change evaluator/measures evaluator/measures/bandwidth evaluator/deadlock evaluator/report evaluator/plot/page evaluator/transition
		evaluator/commands/change formats formats/tables formats/text formats/lists core/base core/fabric core/tables
		evaluator/rails evaluator/paths formats/lists core/base core/fabric
		evaluator/cabling formats/lists core/base core/fabric
		evaluator/failures evaluator/paths evaluator/measures formats/lists core/base core/fabric
		evaluator/commands evaluator/rails
		evaluator/commands/cluster evaluator/commands evaluator/paths evaluator/measures evaluator/measures/bandwidth evaluator/report evaluator/rails evaluator/cabling evaluator/failures
		evaluator/commands/cluster formats formats/tables formats/net formats/lists core/base core/fabric core/tables
		evaluator evaluator/commands core/base

		plugin/values core/routing.h core/prove.h core/base core/fabric core/tables formats/tables/table_names.h
		plugin/values/folder.c formats/tables/fabric_id.h formats/tables/lfts.h formats/tables/slvl.h formats/tables/sssp_sl.h formats/state.h
		plugin/values/job_file.h formats/lists/job_list.h
		plugin/values/state_file.h formats/state.h
		plugin/values/jobs.c formats/state.h
		plugin/values/state_file.c formats/state.h
		plugin/subnet plugin/values core/routing.h core/base core/fabric core/tables
		plugin/check plugin/values/options.h plugin/built_for.h core/base
		plugin plugin/subnet plugin/values core/routing.h core/choose/mcast_tree.h core/previous/previous.h core/exchange/exchange.h
		plugin core/base core/fabric core/tables formats/tables/table_names.h
	END
}

# What a folder may link besides libraries and variables of its own (local.mk).
linkable() {
	cat <<-END
		formats VALUES_LIBS
		generator VALUES_LIBS FORMATS_LIBS ROUTING_LIBS COMPARISON_LIBS OPTIMIZE_LIBS
		evaluator VALUES_LIBS FORMATS_LIBS PICTURE_LIBS EVAL_ROOMS
		plugin PLUGIN_LIBS ROUTING_LIBS formats/text/libtext.a core/base/libbase.a
		plugin formats/tables/fabric_id.c formats/tables/lfts.c formats/tables/slvl.c formats/tables/sssp_sl.c formats/tables/port_guids.c formats/tables/table.c
		plugin formats/state.c formats/state_reader.c formats/state_write.c formats/lists/job_list.c formats/lists/hostlist.c formats/lists/name_list.c
	END
}

# Lines FILE:LINE:TEXT of what a folder may not contain. Arguments: folder, extended regular expression.
lines_like() {
	[ ! -d "$1" ] || find "$1" -name '*.[ch]' -exec grep -nE "$2" /dev/null {} +
}

# All includes between quotes, FILE:LINE:TEXT.
includes() {
	for folder in $folders; do
		lines_like "$folder" '^[[:space:]]*#[[:space:]]*include[[:space:]]*"'
	done
}

foreign_includes() {
	allowed | awk '
		function room(path) { return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/) - 1) : "" }
		FILENAME == "-" { for (i = 2; i <= NF; i++) may[$1, $i]; next }
		{
			file = substr($0, 1, index($0, ":") - 1)
			split($0, part, "\"")
			from = room(file); to = room(part[2])
			if (part[2] != "config.h" && from != to && !((from, to) in may) && !((from, part[2]) in may) &&
			    !((file, part[2]) in may))
				print
		}' - "$1"
}

# Pairs of modules (x.c and x.h are the module x), or of rooms, of which the first includes the second.
edges() { # INCLUDES module|room
	awk -v what="$2" '
		function of(path) {
			return what == "room" ? substr(path, 1, match(path, /\/[^\/]*$/) - 1) : substr(path, 1, length(path) - 2)
		}
		{
			split($0, part, "\"")
			from = of(substr($0, 1, index($0, ":") - 1)); to = of(part[2])
			if (part[2] ~ /\// && from != to) print from, to
		}' "$1"
}

circles() { # INCLUDES module|room
	edges "$@" | sort -u | tsort 2>&1 >/dev/null | sed "s/^tsort: -: .*/a circle of ${2}s:/; s/^tsort: /	/"
}

# Lines SOURCE NAME TYPE of what the compiled files define and use (nm), without those of tests and of bench.
symbols() { # SRCDIR BUILDDIR SOURCES
	# shellcheck disable=SC2086 # a list of words
	(cd "$1" && find -L $folders -name '*.c') >"$3"
	# shellcheck disable=SC2086 # a list of words
	(cd "$2" && find $folders -name '*.o' ! -name 'tests_*' ! -name 'bench_*' -exec nm -P -A {} + 2>/dev/null) | awk '
		FILENAME != "-" { there[$1] = 1; next }
		{
			source = substr($1, 1, length($1) - 3)
			sub(/\/[A-Za-z0-9_]+-/, "/", source)
			if ((source ".c") in there) print source, $2, $3
		}' "$3" -
}

# Circles of files whose functions call each other, from lines of symbols().
call_circles() { # SYMBOLS
	awk '
		$3 ~ /^[TBDRC]$/ { of[$2] = $1 }
		$3 == "U" { uses[$1 " " $2] = 1 }
		END {
			for (use in uses) {
				split(use, part, " ")
				to = of[part[2]]
				if (to != "" && to != part[1]) print part[1], to
			}
		}' "$1" | sort -u | tsort 2>&1 >/dev/null | sed "s/^tsort: -: .*/a circle of files that call each other:/; s/^tsort: /	/"
}

foreign_links() { # FOLDER
	[ ! -e "$1/local.mk" ] || linkable | awk -v folder="$1" '
		FILENAME == "-" { for (i = 2; i <= NF; i++) may[$1, $i]; next }
		{
			sub(/#.*/, "")
			while (match($0, /\$\([A-Z]+_LIBS\)|[a-z][a-z0-9_\/]*\/[a-z0-9_]+\.(a|c)/)) {
				name = substr($0, RSTART, RLENGTH)
				$0 = substr($0, RSTART + RLENGTH)
				gsub(/[$()]/, "", name)
				own = index(name, folder "/") == 1 || name ~ /^(GLIB|JSON|CAIRO|MPI|EVAL|JUDGE)_LIBS$/
				if (!own && !((folder, name) in may)) print FILENAME ": " name
			}
		}' - "$1/local.mk"
}

# $(ROUTING_LIBS) and $(VALUES_LIBS) are what their names say.
foreign_routing_links() {
	[ ! -e core/local.mk ] || awk '
		/^[A-Z_]+ *\+?=/ { variable = $1 }
		variable == "ROUTING_LIBS" && /libcomparison|generator\/|formats\// ||
		variable == "VALUES_LIBS" && /lib(routing|choose|torus|fit|lanes|engines|admit|balance|guide|graph|comparison)\.a/ { print FILENAME ": " $0 }
	' core/local.mk
}

# Folders of tests in which nobody finds a file at a glance.
full_folders() {
	[ ! -d tests ] || find tests -name '*.c' | sed 's/\/[^/]*$//' | sort | uniq -c |
		awk '$1 > 15 { print $2 ": " $1 " .c files, more than 15" }'
}

# Files that the page of their room does not name: PAGE FOLDER..
not_on_page() {
	page=$1
	shift
	[ -f "$page" ] || return 0
	awk '/^#ifndef/ { exit } { print }' "$page" >"$pages"
	find "$@" -maxdepth 1 -name '*.[ch]' 2>/dev/null | while read -r file; do
		name=${file##*/} name=${name%.*}
		[ "${file%.*}" = "${page%.*}" ] || grep -qw "$name" "$pages" || echo "$page does not name $file"
	done
}

violations() { (
	cd "$1" || exit
	pages=$2.page
	full_folders
	sed -n 's/^ \*   \([a-z]*\/[a-z_]*\.h\) .*/\1/p' core/routing.h 2>/dev/null | while read -r page; do
		not_on_page "core/$page" "core/${page%/*}"
	done
	not_on_page plugin/engine_osm.h plugin plugin/subnet plugin/values
	includes >"$2"
	foreign_includes "$2"
	circles "$2" module
	circles "$2" room
	for folder in formats generator evaluator plugin; do
		foreign_links $folder
	done
	foreign_routing_links
	for folder in core formats generator evaluator plugin/values plugin/check; do
		lines_like $folder '#[[:space:]]*include[[:space:]]*[<"](infiniband|opensm|complib|iba|vendor)/'
	done
	for folder in $folders; do
		lines_like "$folder" '#[[:space:]]*include[[:space:]]*<(core|formats|generator|evaluator|plugin)/'
	done
	lines_like core '(^|[^_[:alnum:]])(v?f?printf|puts|g_print|g_printerr|g_message|g_warning|g_log|g_error|exit|abort|fopen)[[:space:]]*\('
); }

fail() {
	echo "check_includes: $*"
	exit 1
}

work=$(cd "${builddir:-.}" && mktemp -d "$PWD/check_includes.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
found=$(violations "$srcdir" "$work/includes")
[ -z "$found" ] || fail "against the rules of doc/architecture.md:
$found"
[ -s "$work/includes" ] || fail "finds no includes"
symbols "$srcdir" "${builddir:-.}" "$work/sources" >"$work/symbols"
found=$(call_circles "$work/symbols")
[ -z "$found" ] || fail "$found"
[ -s "$work/symbols" ] || echo "check_includes: nothing is compiled: no circles of calls are looked for"

# The search itself: each rule must notice when it is broken.
planted=$work/planted
clear_planted() {
	rm -rf "$planted"
	mkdir -p "$planted"
}
plant() { # FILE LINE
	mkdir -p "$planted/$(dirname "$1")"
	echo "$2" >>"$planted/$1"
}
noticed() { # TEXT
	violations "$planted" "$work/includes" | grep -qF "$1"
}
while read -r file line; do
	clear_planted
	plant "$file" "$line"
	noticed "$line" || fail "not noticed in $file: $line"
done <<END
core/base/a.c #include "formats/input.h"
core/base/a.h # include <opensm/osm_opensm.h>
core/a.c printf("loud");
core/a.c	exit(1);
core/base/a.c #include "core/fabric/fabric.h"
core/fabric/a.c #include "core/graph/graph.h"
core/graph/a.c #include "core/engines/engine.h"
core/engines/a.c #include "core/lanes/layers.h"
core/lanes/a.c #include "core/fit/fit_lanes.h"
core/lanes/a.c #include "core/fit/fit_rest.h"
core/fit/a.c #include "core/torus/grid.h"
core/fit/a.c #include "core/routing.h"
core/torus/a.c #include "core/routing.h"
core/choose/a.c #include "core/routing_result.h"
core/reroute/a.c #include "core/choose/candidates.h"
core/unknown/a.c #include "core/routing.h"
core/routing.c #include "base/error.h"
core/routing.c #include "error.h"
core/routing.c #include <core/base/error.h>
formats/a.c #include "evaluator/paths/paths.h"
formats/a.c #include "core/graph/graph.h"
formats/a.c #include <complib/cl_qmap.h>
formats/text/a.c #include "formats/input.h"
formats/net/a.c #include "formats/tables/lfts.h"
formats/net/records/a.c #include "formats/net/net_reader.h"
formats/a.c #include "formats/net/records/net_records.h"
generator/a.c #include "plugin/values/options.h"
generator/a.c #include "core/routing.h"
generator/route/a.c #include "core/lanes/layers.h"
generator/route/a.c #include "core/fit/infrastructure.h"
generator/route/a.c #include "generator/synth/synth.h"
generator/topo/a.c #include "core/routing.h"
generator/synth/a.c #include "generator/cli.h"
generator/synth/families/a.c #include "generator/synth/synth.h"
evaluator/a.c #include "generator/main.h"
evaluator/commands/a.c #include "generator/synth/synth.h"
evaluator/commands/a.c #include "core/routing.h"
evaluator/deadlock/a.c #include "core/engines/engine.h"
evaluator/deadlock/a.c #include "core/graph/cdg.h"
evaluator/deadlock/a.c #include "core/lanes/layers.h"
evaluator/paths/a.c #include "core/graph/graph.h"
evaluator/paths/a.c #include "evaluator/measures/efi.h"
evaluator/measures/a.c #include "evaluator/commands/command.h"
evaluator/measures/bandwidth/a.c #include "evaluator/measures/efi.h"
evaluator/draw/sketch/a.c #include "evaluator/draw/place/place.h"
evaluator/draw/place/a.c #include "evaluator/draw/shapes.h"
evaluator/plot/a.c #include "evaluator/report/report.h"
evaluator/plot/charts/a.c #include "evaluator/plot/page/page.h"
plugin/a.c #include "formats/input.h"
plugin/a.c #include "generator/synth/synth.h"
plugin/a.c #include "core/engines/updn.h"
plugin/a.c #include "core/lanes/layers.h"
plugin/a.c #include "core/fit/infrastructure.h"
plugin/values/folder.c #include "formats/input.h"
plugin/values/folder.c #include "formats/net/ibnetdiscover.h"
plugin/values/folder.h #include "formats/tables/lfts.h"
plugin/values/a.c #include <opensm/osm_opensm.h>
plugin/values/a.c #include "plugin/engine_state.h"
plugin/values/a.c #include "core/exchange/exchange.h"
plugin/subnet/a.c #include "plugin/engine_state.h"
plugin/subnet/a.c #include "core/previous/previous.h"
plugin/engine_osm.c #include "formats/tables/lfts.h"
END
while read -r file name; do
	clear_planted
	plant "$file" "a_LIBADD = $name"
	noticed "$file: $(echo "$name" | tr -d "\$()")" || fail "not noticed in $file: $name"
done <<'END'
plugin/local.mk formats/libformats.a
plugin/local.mk formats/net/ibnetdiscover.c
plugin/local.mk formats/input.c
plugin/local.mk generator/synth/libsynth.a
plugin/local.mk core/engines/libcomparison.a
plugin/local.mk core/engines/updn.c
plugin/local.mk $(COMPARISON_LIBS)
plugin/local.mk $(FORMATS_LIBS)
evaluator/local.mk $(ROUTING_LIBS)
evaluator/local.mk core/graph/libgraph.a
evaluator/local.mk core/fit/libfit.a
evaluator/local.mk generator/synth/libsynth.a
formats/local.mk $(ROUTING_LIBS)
END
clear_planted
plant core/local.mk "ROUTING_LIBS = core/librouting.a \\"
plant core/local.mk "	core/engines/libcomparison.a"
noticed libcomparison || fail "not noticed: engines for comparison among ROUTING_LIBS"

# Circles: of two modules, of three, of rooms without one of modules.
clear_planted
plant core/base/a.c '#include "core/base/b.h"'
plant core/base/b.h '#include "core/base/a.h"'
noticed "a circle of modules" || fail "not noticed: a circle of two modules"
clear_planted
plant plugin/a.h '#include "plugin/b.h"'
plant plugin/b.c '#include "plugin/c.h"'
plant plugin/c.c '#include "plugin/a.h"'
noticed "a circle of modules" || fail "not noticed: a circle of three modules"
clear_planted
plant evaluator/plot/a.c '#include "evaluator/report/b.h"'
plant evaluator/report/c.c '#include "evaluator/plot/d.h"'
noticed "a circle of rooms" || fail "not noticed: a circle of rooms"

printf '%s\n' 'core/a/a one T' 'core/a/a two U' 'core/a/b two T' 'core/a/b three U' 'core/c/c three D' >"$work/symbols"
[ -z "$(call_circles "$work/symbols")" ] || fail "finds a circle of calls where there is none"
echo 'core/c/c one U' >>"$work/symbols"
call_circles "$work/symbols" | grep -q "circle of files" || fail "not noticed: a circle of calls"

# Folders of tests.
clear_planted
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
	plant tests/core/a$i.c ""
	plant tests/core/base/a$i.c ""
done
[ -z "$(violations "$planted" "$work/includes")" ] || fail "finds too many files where there are 15"
plant tests/core/base/a16.c ""
noticed "tests/core/base: 16 .c files" || fail "not noticed: 16 files in a folder of tests"

# Pages of rooms.
clear_planted
plant core/routing.h ' *   base/error.h           what all stand on'
plant core/base/error.h ' *   a   is here'
plant core/base/a.c ""
[ -z "$(violations "$planted" "$work/includes")" ] || fail "finds fault with a page that names all"
plant core/base/b.c ""
noticed "core/base/error.h does not name core/base/b.c" || fail "not noticed: a file that is on no page"

# What is allowed.
clear_planted
plant plugin/values/folder.c '#include "formats/tables/lfts.h"'
plant core/a.c '#include "core/a.h"'
plant core/a.c '#include "core/fabric/fabric.h"'
plant core/a.c '#include "config.h"'
plant core/fabric/fabric.c '#include "core/base/error.h"'
plant plugin/local.mk "a_LIBADD = plugin/libpluginpure.a \$(ROUTING_LIBS) formats/tables/lfts.c"
found=$(violations "$planted" "$work/includes")
[ -z "$found" ] || fail "finds fault with what is allowed:
$found"
exit 0
