#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Finds words that doc/glossary.md has retired, in names and comments of C files, in manual pages and in documents: a
# part of `make lint`. Texts between quotes, options, and what programs print in examples are not looked at: options,
# JSON keys and messages stay as they are.
set -u
: "${srcdir:=$(cd "$(dirname "$0")/.." && pwd)}"
cd "$srcdir" || exit 1

# What comments and documents share: prose(TEXT, LINE). Directions, manners and what is under way are no paths.
# shellcheck disable=SC2016 # for awk
prose='
	function report(word, line) { printf "%s:%d: %s\n", of ? of : FILENAME, line, word }
	function prose(text, line) {
		gsub(/[ \t]*\n[ \t]*\*?[ \t]*/, " ", text)
		if (text ~ /(^|[^A-Za-z_.\/])former([^a-z.]|$)/) report("former: previous", line)
		text = tolower(text)
		gsub(/(each|either|another|both|other|one|same|this|that|which|two|three|own|plainest|different) ways?/, "", text)
		gsub(/under way|by way of|half-way|(on|in) (its|their|the) way|(give|gives|make|makes) way/, "", text)
		gsub(/the way (opensm|it|they)|ways? (in which|to pair|to see|to say|that)|in ways/, "", text)
		if (text ~ /(^|[^a-z_])ways?([^a-z_]|$)/) report("way: path", line)
	}'

# Lines FILE:LINE: WORD.
retired() { # FILE..
	awk "$prose"'
		function names(code,    name) {
			if (code ~ /^[a-z][A-Za-z0-9_ *]*[ *](take|judge)\(/ && code !~ /;[ \t]*$/)
				report("a function called take or judge: say what", FNR)
			if (code ~ /^[ \t]*#/) return
			while (match(code, /[A-Za-z_][A-Za-z0-9_]*/)) {
				name = substr(code, RSTART, RLENGTH)
				code = substr(code, RSTART + RLENGTH)
				if (name ~ /[Ff]ormer|FORMER/)
					report(name ": previous", FNR)
				if (name ~ /(^|_)ways?(_|$)|(^|_)WAYS?(_|$)|[a-z]Ways?([A-Z]|$)/ &&
				    tolower(name) !~ /(under_way|both_ways|one_way)/)
					report(name ": path", FNR)
				if (name ~ /(ROUTE|MIXTURE)_CIRCLE|mixture.*circle/)
					report(name ": cycle, loop", FNR)
			}
		}
		FNR == 1 { inside = 0 }
		{
			rest = $0; code = ""
			while (rest != "") {
				if (inside) {
					end = index(rest, "*/")
					comment = comment "\n" (end ? substr(rest, 1, end - 1) : rest)
					rest = end ? substr(rest, end + 2) : ""
					if (end) { inside = 0; prose(comment, start) }
				} else if (match(rest, /"([^"\\]|\\.)*"|'\''([^'\''\\]|\\.)*'\''|\/\*|\/\/.*/)) {
					code = code substr(rest, 1, RSTART - 1) " "
					found = substr(rest, RSTART, RLENGTH)
					rest = substr(rest, RSTART + RLENGTH)
					if (found == "/*") { inside = 1; comment = ""; start = FNR }
					else if (found ~ /^\/\//) prose(found, FNR)
				} else {
					code = code rest
					rest = ""
				}
			}
			names(code)
		}' "$@"
}

# Files whose opening comment does not begin with what the file does: "Finds ..", "Writes ..".
without_verb() { # FILE..
	awk '
		FNR == 1 { opened = 0; next }
		opened { next }
		{ opened = $0 != "/*" || FNR == 3 }
		opened && $0 !~ /^(\/\*| \*) [A-Z][a-z]+s([,:]? |[.])/ { print FILENAME ": opens without a verb" }' "$@"
}

# The same of manual pages and Markdown: a paragraph at a time, without examples, options, code and the glossary's own
# table of what is retired. A switch inside a director has stages, and a drawing can have a circle.
retired_in_text() { # FILE..
	awk "$prose"'
		function paragraph(    text) {
			text = kept
			kept = ""
			gsub(/`[^`]*`/, "", text)
			gsub(/[ \t]*\n[ \t]*/, " ", text)
			gsub(/out of the way|[Aa] way (to route|for entries)|each other.s way/, "", text)
			gsub(/on a circle|(five|without) stages/, "", text)
			prose(text, start)
			text = tolower(text)
			if (text ~ /(^|[^a-z_])circles?([^a-z_]|$)/) report("circle: cycle, loop", start)
			if (text ~ /(^|[^a-z_-])stages?([^a-z_-]|$)/) report("stage: phase", start)
		}
		FNR == 1 { paragraph(); of = FILENAME; example = 0; page = FILENAME ~ /[.][1-8]$/ }
		page && /^[.](nf|Bd -literal|EX)/ { example = 1 }
		page && /^[.](fi|Ed|EE)/ { example = 0 }
		example || (!page && /^(    |\t)/) { next }
		/^[.](PP|Pp|SH|Sh|SS|Ss|TP|It|IP)/ || /^$/ || /^#/ { paragraph() }
		page && /^[.]/ && !/^[.](SH|Sh|SS|Ss|Nd)/ { next }
		FILENAME ~ /glossary/ && /^\|/ { next }
		{ start = kept == "" ? FNR : start; kept = kept (kept == "" ? "" : "\n") $0 }
		END { paragraph() }' "$@"
}

fail() {
	echo "words: $*"
	exit 1
}

# The search itself.
work=$(mktemp) || exit 1
trap 'rm -f "$work"' EXIT
cat >"$work" <<'END'
/* The way from a
 * switch to a host. */
static gboolean take(guint n)
guint32 first_way;
FormerCase *former; // of former tables
END
[ "$(retired "$work" | wc -l)" = 6 ] || fail "finds $(retired "$work")"
cat >"$work" <<'END'
/* Packets that are on
 * their way, each way, by way of a spine. */
#include "core/reroute/former.h"
Previous previous = {.before = state->before}; const char *key = "former_sls way";
guint32 under_way = take(1);
END
[ -z "$(retired "$work")" ] || fail "finds $(retired "$work")"

cat >"$work" <<'END'
# The former way

Packets that go round in a
circle, in two stages, as `former_sls` says.

    former way
END
[ "$(retired_in_text "$work" | wc -l)" = 4 ] || fail "finds $(retired_in_text "$work")"

cat >"$work" <<'END'
/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A trick. */
END
[ -n "$(without_verb "$work")" ] || fail "passes over an opening without a verb"
cat >"$work" <<'END'
/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds it.
 */
END
[ -z "$(without_verb "$work")" ] || fail "finds $(without_verb "$work")"

# shellcheck disable=SC2046 # a list of words
found=$(without_verb $(find -L core formats generator evaluator plugin -name '*.c' | sort))
[ -z "$found" ] || fail "say first what these do:
$found"

# shellcheck disable=SC2046 # a list of words
found=$(retired $(find -L core formats generator evaluator plugin bench tests -name '*.[ch]' | sort))
found=$found$(retired_in_text man/*.[1-8] doc/*.md ./*.md NEWS packaging/opensm.*)
[ -z "$found" ] || fail "doc/glossary.md has other words for these:
$found"
