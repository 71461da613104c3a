#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Every command line that README.md, doc/guide.md and the manual pages show, run as it stands on a torus whose tables need lanes:
# who types it must not be told of a credit loop, nor that it is wrong. In Markdown a command line is what stands
# between backticks and begins with one of our programs and a word with a dot, a slash or a capital after it, or a line
# of an indented block that begins with one of our programs or with one that makes their input. In a manual page it is a line of a literal block that begins with one of our programs or with one that makes
# their input; lines with "$ " in front are those of test_man_examples.sh. Each page has a folder of its own, so that
# lines can build on one another; seconds that a search is given are three. A line with --with asks whether two routings get along, which here they need not.
set -u
build=${builddir:?}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
PATH=$build/evaluator:$build/generator:$work/bin:$PATH
export PATH

fail() {
	echo "FAIL: $*"
	exit 1
}

markdown_lines() {
	sed -n -E 's/^    ((sssp-(topo|route|eval)|ibnetdiscover|dump_lfts) .*)/\1/p' "$1"
	# shellcheck disable=SC2016 # backticks are what is looked for
	tr '\n' ' ' <"$1" | grep -oE '`sssp-(topo|route|eval) [^`]*[./A-Z][^`]*`' | tr -d '`'
}

page_lines() {
	awk '
	/^\.(Bd|nf|EX)/ { inside = 1; next }
	/^\.(Ed|fi|EE)/ { inside = 0; next }
	!inside || /^\./ { next }
	{ gsub(/\\&/, ""); gsub(/\\-/, "-"); gsub(/\\e/, "\\"); gsub(/\\\\/, "\\") }
	more || /^(sssp-(topo|route|eval)|ibnetdiscover|dump_lfts) / {
		shown = more $0
		more = ""
		if (shown ~ /\[/) next
		if (shown ~ /\\$/) { sub(/\\$/, "", shown); more = shown; next }
		if (shown ~ /\|$/) { more = shown; next }
		print shown
	}' "$1"
}

# What the commands name and do not make themselves: tables that need lanes, now.lfts that do not, OpenSM's dump folder.
mkdir "$work/made" "$work/dump" && cd "$work/made" || exit 99
sssp-topo torus:5x5,hosts=2 --lids -q -o now.net || fail "sssp-topo"
sssp-topo torus:5x5,hosts=2,fail=links:1 --lids -q -o NEW.net || fail "sssp-topo"
sssp-route now.net -q -o tables --sl path || fail "sssp-route"
sssp-route now.net -q -a updn -o updn || fail "sssp-route -a updn"
sssp-eval deadlock now.net tables --ignore-sl -q >"$work/out" && fail "these tables need no lanes"
mv updn/opensm-lfts.dump now.lfts
mv tables DIR
cp now.net "$work/dump/opensm-subnet.lst"
cp DIR/opensm-lfts.dump DIR/sssp.psl DIR/sssp.slvl "$work/dump"
: >"$work/dump/opensm.mcfdbs"
echo 'job: host-[1-4]' >"jobs"
printf '#!/bin/sh\ncat "%s"\n' "$work/made/now.net" >"$work/bin/ibnetdiscover"
printf '#!/bin/sh\ncat "%s"\n' "$work/made/now.lfts" >"$work/bin/dump_lfts"
command -v jq >/dev/null || printf '#!/bin/sh\ncat >/dev/null\n' >"$work/bin/jq"
chmod +x "$work/bin"/*
for counted in before:1 after:90; do
	printf '   GUID 0x2c90200400000 port 3: [PortXmitData == %s]\n' "${counted#*:}" >"${counted%:*}"
done

ran=0 failed=0
run_lines() { # NAME FILE: its lines
	cp -r "$work/made" "$work/$1" || exit 99
	while read -r line; do
		case $line in *opensm-subnet.lst*) folder=dump ;; *) folder=$1 ;; esac
		line=$(printf '%s\n' "$line" | sed 's/--optimize=[0-9][0-9]*$/--optimize=3/') # seconds
		(cd "$work/$folder" && timeout 120 sh -c "$line" >"$work/out" 2>"$work/err" </dev/null)
		status=$?
		ran=$((ran + 1))
		case $line in *' --with '* | *' transition '* | *' rehearse '* | *' --any-sl'*) [ $status -gt 1 ] || status=0 ;; esac
		[ $status != 0 ] || continue
		failed=$((failed + 1))
		echo "FAIL $1: $line: status $status"
		tail -n 3 "$work/out" "$work/err"
	done <"$2"
}

for text in README guide; do
	markdown_lines "${srcdir:?}/$([ $text = README ] || echo doc/)$text.md" >"$work/text.lines"
	run_lines $text.md "$work/text.lines"
done
[ $ran -ge 12 ] || fail "README.md and doc/guide.md show $ran commands"
for page in "$srcdir"/man/*.[0-9]; do
	page_lines "$page" >"$work/page.lines"
	run_lines "$(basename "$page")" "$work/page.lines"
done
echo "$((ran - failed)) passed, $failed failed"
[ $failed = 0 ] && [ $ran -ge 20 ]
