#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The page of `sssp-eval report` in a browser: tables, verdicts and pictures are there, names are words and never markup,
# nothing is run, and no request leaves. The names of fabric, nodes and routings are as hostile as they can be.
# shellcheck source=tests/e2e/functions.sh
. "${srcdir:?}/tests/e2e/functions.sh"
: "${work:?}"

readonly BROWSER_TIMEOUT=120

# Opens a page; what became of it is in $work/dom, what it asked for in $work/asked. What the browser wants for itself has
# no origin, and gets no answer.
browse() { # FILE
	rm -rf "$work/profile" "$work/net.json"
	bounded "$BROWSER_TIMEOUT" dom.all chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
		--no-first-run --disable-background-networking --disable-component-update --disable-sync \
		--disable-default-apps --disable-extensions --host-resolver-rules="MAP * ~NOTFOUND" --user-data-dir="$work/profile" --window-size=1000,3000 \
		--log-net-log="$work/net.json" --virtual-time-budget=2000 --dump-dom "file://$1" ||
		fail "chromium: $(tail -n 3 "$work/dom.all")"
	# its own complaints come before
	sed -n '/<!DOCTYPE\|<html/,$p' "$work/dom.all" >"$work/dom"
	[ -s "$work/dom" ] || fail "no page: $(tail -n 3 "$work/dom.all")"
	[ -s "$work/net.json" ] || fail "chromium keeps no log of requests"
	jq -r '.events[].params | select(.url? and .initiator? and .initiator != "not an origin") | .url' "$work/net.json" |
		sort -u >"$work/asked"
}

# Whether anything but files of this machine was asked for.
asks_elsewhere() { grep -qE '^(https?|ftp|wss?):' "$work/asked"; }

has() { # PATTERN WHAT
	grep -qE "$1" "$work/dom" || fail "the page lacks $2"
}

count() { grep -oE "$1" "$work/dom" | wc -l; }

start_work
requires chromium setpriv jq
cd "$work" || exit 1

# A page that does ask and does run scripts is found out: else the test below would say nothing.
cat >"$work/bad.html" <<-'END'
	<!DOCTYPE html><html><head><title>before</title></head><body><img src="http://127.0.0.1:9/picture.png">
	<script>document.title = "owned"</script></body></html>
END
browse "$work/bad.html"
asks_elsewhere || fail "a request goes unnoticed"
has '<title>owned</title>' "the title that its script gave it: scripts do not run here"

# Rings deadlock on one lane: the first routing is sound, the second is not, the third loses packets.
sssp-topo torus:5,hosts=2 --lids -q -o plain.net || fail "no fabric"
# shellcheck disable=SC1003 # a backslash is meant
sed -e 's|torus-0"|<script>document.title=1</script>"|; s|torus-1"|\&lt;b\&gt;\&amp;" onload=x|; s|torus-2"|'"$(printf '\033[2J\001')"'"|' \
	plain.net >'<i>&"net'"'"'.net' || fail "no names"
fabric='<i>&"net'"'"'.net'
sssp-route -q "$fabric" -o good >/dev/null || fail "no tables"
sssp-route -q "$fabric" -o loop --max-vls 1 >/dev/null 2>&1
cp "$srcdir/tests/golden/input/ring5.lfts" clockwise.lfts
sssp-topo torus:5 --lids -q -o ring.net || fail "no ring"

export SOURCE_DATE_EPOCH=1700000000
sssp-eval report "$fabric" '<b>good</b>&"'"'=good" $'\xe2\x80\xaeright\xff=good' --endpoints 4,8 -n 200 -o page.html \
	>again 2>err || fail "report: $(cat err)"
mv page.html again.html
sssp-eval report "$fabric" '<b>good</b>&"'"'=good" $'\xe2\x80\xaeright\xff=good' --endpoints 4,8 -n 200 -o page.html \
	>out 2>err || fail "report: $(cat err)"
! grep -q '<symbol' page.html || fail "letters are drawn as shapes"
cmp page.html again.html || fail "two reports differ"
cmp out again || fail "two reports differ on standard output"
grep -qE '<(script|link|iframe|object|embed|img|base)|@import|src=|href="[^#]|url\([^#]' page.html && fail "the page wants something"
LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" page.html && fail "control characters"

browse "$work/page.html"
! asks_elsewhere || fail "requests leave: $(cat "$work/asked")"
has '<title>Routings of &lt;i&gt;&amp;"net' "its title"
has '<th[^>]*>&lt;b&gt;good&lt;/b&gt;&amp;"' "the name of a routing as words"
has '<th[^>]*>\?+right' "the name with a change of direction"
[ "$(count '<b>|<i>|<script')" = 0 ] || fail "names became markup"
[ "$(count '<svg ')" = 6 ] || fail "$(count '<svg ') pictures"
[ "$(count '<figcaption>')" = 6 ] || fail "$(count '<figcaption>') captions"
[ "$(count 'class="sound"')" = 2 ] || fail "verdicts"
[ "$(count '<tr>')" = "$(count '</tr>')" ] || fail "rows"
has '<table id="fabric">' "the facts of the fabric"
has '<th[^>]*>endpoints</th>' "the number of endpoints"
has '<table id="sizes">' "bandwidth over endpoints"
# what is shown is what was found
sssp-eval compare "$fabric" a=good -n 200 --json -q >compare.json || fail "compare"
efi=$(jq .routings[0].efi.max compare.json)
has "<td>$efi</td>" "the edge-forwarding index $efi"
has "<td>$(jq .routings[0].mean compare.json | awk '{ printf "%.4f", $1 }')</td>" "the bandwidth"
# among two endpoints there is one stream, and nothing in its way; among all of them it is what ebb says
sssp-eval compare "$fabric" a=good -n 200 --json -q --endpoints 10,2 >sizes.json || fail "compare --endpoints"
[ "$(jq -c '.routings[0] | [.sizes[0].endpoints, .sizes[0].mean, .sizes[1].endpoints, .sizes[1].mean == .mean]' sizes.json |
	tr -d ' ')" = "[2,1,10,true]" ] || fail "sizes: $(jq -c .routings[0].sizes sizes.json)"
# no identifier twice, and each that is used is there
ids=$(grep -oE ' id="[^"]*"' "$work/dom" | sort)
[ "$ids" = "$(printf '%s\n' "$ids" | sort -u)" ] || fail "identifiers are given twice"
grep -oE '(xlink:href="#|url\(#|url\(&quot;#)[^")&]*' "$work/dom" | sed 's/.*#//' | sort -u >used
printf '%s\n' "$ids" | sed 's/ id="//; s/"//' | sort -u >given
[ -z "$(comm -23 used given)" ] || fail "identifiers are missing: $(comm -23 used given | head -n 3)"

# Wherever it is shown, nothing but what scrolls in itself, with a shadow for a sign, is wider than the window, no word of
# a table is broken, and a dark screen gets a dark page. The page runs no script, so a copy without that rule is measured.
cat >measure.js <<-'END'
	const page = document.documentElement, high = [];
	for (const cell of document.querySelectorAll("#routings th[scope=col], #sizes th"))
		high.push(cell.getBoundingClientRect().height);
	const scrolls = [...document.querySelectorAll(".scroll")];
	const signed = scrolls.every(box => getComputedStyle(box).backgroundImage.includes("linear-gradient"));
	const broken = [...document.querySelectorAll("td, th")].some(cell => cell.scrollWidth > cell.clientWidth + 1);
	const ground = getComputedStyle(document.body).backgroundColor;
	const drawn = getComputedStyle(document.querySelector("figure text")).fill;
	document.title = [page.scrollWidth <= innerWidth, Math.max(...high) < 40 && signed && !broken, ground, drawn].join(" ");
END
mkdir deep && cp "$fabric" deep/torus.net && sssp-route -q deep/torus.net -o minus -a updn >/dev/null || fail "updn"
sssp-eval report deep/torus.net one=good two=minus three=good four=minus 'five and a long name=good' six=minus -n 20 --endpoints 4,8 \
	-o six.html >out 2>err || fail "report of six: $(cat err)"
grep -q '<title>Routings of torus.net</title>' six.html || fail "the title has a path"
grep -v 'Content-Security-Policy' six.html | sed '/<\/body>/d; /<\/html>/d' >six-open.html
{ echo '<script>' && cat measure.js && echo '</script></body></html>'; } >>six-open.html
measured() { # WINDOW OPTION
	bounded "$BROWSER_TIMEOUT" measured chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
		--user-data-dir="$work/profile" --window-size="$1,900" "$2" --virtual-time-budget=2000 --dump-dom "file://$work/six-open.html"
	sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' "$work/measured" | tail -n 1
}
light='true true rgb(255, 255, 255) rgb(26, 26, 26)' dark='true true rgb(23, 25, 28) rgb(232, 232, 232)'
for width in 500 1280; do
	seen=$(measured $width --blink-settings=preferredColorScheme=1)
	[ "$seen" = "$light" ] || fail "$width points: $seen, not $light"
	seen=$(measured $width --blink-settings=preferredColorScheme=0)
	[ "$seen" = "$dark" ] || fail "$width points, dark: $seen, not $dark"
done

# A credit loop and its switches by name; exit status 1, and the page is there all the same.
sed 's|torus-0"|<script>document.title=1</script>"|' "$srcdir/tests/golden/input/ring5.net" >ring5.net
sssp-eval report ring5.net one=clockwise.lfts lost="$srcdir/tests/golden/input/ring5-missing.lfts" -n 50 -o loop.html >out 2>err
status=$?
[ "$status" = 1 ] || fail "status $status for a credit loop: $(cat err)"
browse "$work/loop.html"
! asks_elsewhere || fail "requests leave: $(cat "$work/asked")"
[ "$(count 'class="wrong"')" = 2 ] || fail "$(count 'class="wrong"') faults"
has 'CREDIT LOOP' "the credit loop"
has '<li>&lt;script&gt;document.title=1&lt;/script&gt;, port [0-9]+, VL 0</li>' "the switches of the loop"
has 'DAMAGED' "the missing table"
has '<title>Routings of ring5.net</title>' "its title"

# What cannot be
for arguments in "ring5.net one=clockwise.lfts" "ring5.net one=clockwise.lfts -o -" "ring5.net -o x.html" \
	"ring5.net one=clockwise.lfts -o x.html --endpoints 4,none" "ring5.net one=clockwise.lfts -o x.html --endpoints 6" \
	"ring5.net one=clockwise.lfts -o nowhere/x.html"; do
	# shellcheck disable=SC2086 # words
	sssp-eval report $arguments >out 2>err
	status=$?
	[ "$status" = 2 ] || fail "report $arguments: status $status"
	[ -s err ] || fail "report $arguments: says nothing"
	[ ! -s out ] || fail "report $arguments: a report"
	[ ! -e x.html ] || fail "report $arguments: a page"
done
exit 0
