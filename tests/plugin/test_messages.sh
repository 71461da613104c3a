#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# opensm-sssp-log(7) has an entry for each line that plugin/messages.h has, with its level, and no other; the plugin
# writes no line of another origin into the log, and each of these.
set -u
header=${srcdir:?}/plugin/messages.h page=$srcdir/man/opensm-sssp-log.7
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
bad=0
in_plugin() { grep -R --include='*.c' --exclude-dir=check "$@" "$srcdir/plugin"; }
complain() { echo "FAIL: $*" && bad=1; }

# "LEVEL LINE", a conversion of printf as three dots. Macros of texts are put in where they stand.
sed -e ':more' -e '/\\$/N; s/\\\n/ /; t more' "$header" | awk '
	function text(body, out, name) {
		while (match(body, /"([^"\\]|\\.)*"|[A-Z][A-Z0-9_]*/)) {
			name = substr(body, RSTART, RLENGTH)
			body = substr(body, RSTART + RLENGTH)
			out = out (name ~ /^"/ ? substr(name, 2, length(name) - 2) : name in known ? known[name] : "%s")
		}
		return out
	}
	BEGIN {
		known["G_GUINT64_FORMAT"] = known["G_GSIZE_FORMAT"] = "u"
		known["G_GINT64_MODIFIER"] = ""
		known["TABLES_PSL"] = "sssp.psl"
	}
	!/^#define [A-Z]/ { next }
	$2 !~ /^MSG_/ && $2 !~ /[(]/ { name = $2; sub(/^#define [A-Z0-9_]+[ \t]*/, ""); known[name] = text($0); next }
	$2 ~ /^MSG_/ {
		level = $0 ~ /MESSAGE_ERR[(]/ ? "ERR" : "INFO"
		sub(/^#define [A-Z0-9_]+[ \t]*MESSAGE_[A-Z]+[(][ \t]*/, "")
		number = ""
		if (level == "ERR") { match($0, /^"[0-9]+"/); number = "ERR SSSP" substr($0, 2, RLENGTH - 2) ": "; $0 = substr($0, RLENGTH + 1) }
		line = text($0)
		gsub(/%%/, "\001", line)
		gsub(/%[-+#0-9.]*[a-z]/, "...", line)
		gsub(/\001/, "%", line)
		print level " " number line
	}' | sort >"$work/source"

awk '/^\.TP/ { getline; head = $0; sub(/^\.B /, "", head); gsub(/\\e/, "\\", head); getline; level = $1; sub(/\.$/, "", level)
	print level " " head }' "$page" | sort >"$work/page"

[ "$(wc -l <"$work/source")" -ge 50 ] || complain "only $(wc -l <"$work/source") lines are found in messages.h"
diff "$work/source" "$work/page" >"$work/diff" || complain "lines of messages.h (<) and of the page (>): $(cat "$work/diff")"
sed -n 's/^#define WHY_[A-Z]*[ \t]*"\(.*\)"/\1/p' "$header" | while read -r why; do
	grep -qF ".IP \"$why\"" "$page" || echo "$why"
done >"$work/why"
[ ! -s "$work/why" ] || complain "the page does not explain: $(cat "$work/why")"

# Lines that other documents show are lines of the log, with letters where it has figures.
for text in README.md doc/guide.md man/osmsssp.8 man/opensm-sssp.7 man/opensm-sssp-update.7 man/sssp-route.1; do
	# shellcheck disable=SC2016 # backticks are looked for
	tr '\n' ' ' <"$srcdir/$text" | sed 's/\\fI[A-Za-z]*\\fR/N/g' | grep -oE '(`| )sssp: [^/`.\\][^`.\\]{12,}' | sed 's/^.sssp: //' |
		sed -E 's/ \.(fi|nf|EE|Ed|PP|br).*//; s/[][(){}+*^$|?]/./g; s/\b[A-Z]\b|\.\.+/.*/g' >"$work/shown"
	while read -r line; do
		shown=$((${shown:-0} + 1))
		grep -qE -- "$line" "$work/source" || complain "$text shows a line that the plugin does not write: $line"
	done <"$work/shown"
done
[ "${shown:-0}" -ge 2 ] || complain "documents show ${shown:-0} lines of the log"

# Numbers are of one meaning or of lines that belong together: the page says what to do for each.
in_plugin -ohE 'ENGINE_LOG\([^)]*' | grep -v 'MSG_' && complain "lines that are not of messages.h"
! in_plugin -nE 'osm_log|OSM_LOG[(]' | grep -v osm_log_is_active || complain "lines that do not go by ENGINE_LOG()"
# shellcheck disable=SC2013 # words are wanted
for name in $(sed -n 's/^#define \(\(MSG\|WHY\)_[A-Z_]*\).*/\1/p' "$header"); do
	in_plugin -qw "$name" || complain "nobody writes $name"
done
echo "$(wc -l <"$work/source") lines of the log compared, $shown shown elsewhere"
exit $bad
