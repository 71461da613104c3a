#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The page of report and rehearse as a file: where it comes from, what stands out, panels and headings. How it looks in a
# browser is tests/e2e/test_report.sh's.
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"

page() { # STATUS ARGUMENT..
	wanted=$1
	shift
	runs "$wanted" sssp-eval report "$@" -q -n 50 -o page.html
}

has() { # WORDS..
	for words in "$@"; do
		grep -qF -- "$words" page.html || fail "the page has no '$words'"
	done
}

lacks() { # WORDS..
	for words in "$@"; do
		! grep -qF -- "$words" page.html || fail "the page has '$words'"
	done
}

row() { # CELLS
	tr '\n' ' ' <page.html | grep -qF -- "$1" || fail "no row '$1'"
}

sssp-topo clos:leaves=4,hosts=4,spines=2,links=1 --lids -q -o tree.net || fail "no fabric"
sssp-route -q tree.net -o good >/dev/null || fail "no tables"

# Where it comes from; the same bytes for the same date.
SOURCE_DATE_EPOCH=86400 page 0 tree.net 'a b=good' c=good
has '1970-01-02 00:00 UTC' "opensm-sssp $(sssp-eval -V | sed 's/.* //')" '<span>tree.net</span>' \
	"sssp-eval report tree.net &apos;a b=good&apos; c=good -q -n 50 -o page.html"
mv page.html first.html
SOURCE_DATE_EPOCH=86400 page 0 tree.net 'a b=good' c=good
cmp page.html first.html || fail "two pages differ"
SOURCE_DATE_EPOCH=soon page 0 tree.net a=good
has "$(date -u +%Y-%m)"

# Two that are the same: nothing stands out, and panels that are alike are left out.
page 0 tree.net a=good b=good
has 'Nothing: routes use every cable' 'The same for all, and not shown: loads, hops and lanes.'
lacks 'channels on a route' 'hops and lanes of each routing'
has 'title="virtual lanes in use">lanes</th>' '<h2>What the figures mean</h2>'

# What each failure would take: none of a tree but its own hosts; of two trees on one cable that, and by name.
has 'a, when a switch fails' 'b, when a cable fails' 'No single failure cuts off hosts that do not hang there.' \
	'<td class="words">host-[1-4]</td>'
row '<td class="words">leaf-1</td> <td>4</td> <td>4</td>'
lacks 'SINGLE POINTS'
[ -z "$(grep -o ' id="[^"]*"' page.html | sort | uniq -d)" ] || fail "two of one id"
sssp-topo mesh:4,hosts=2 --lids -q -o chain.net && sssp-route -q chain.net -o chain >/dev/null || fail "no chain"
page 0 chain.net a=chain
has 'SINGLE POINTS OF FAILURE: 2 that' 'SINGLE POINTS OF FAILURE: 3 that'
row '<td class="words">mesh-2</td> <td>3</td> <td>0</td> <td>4</td> <td>32</td>'

# One of two cables of a leaf is idle, and one is slow: by name.
sssp-topo clos:leaves=4,hosts=2,spines=1,links=2 --lids -q -o wide.net || fail "no fabric"
sssp-route -q wide.net -o wide >/dev/null || fail "no tables"
mkdir thin
sed -e "/('leaf-1'):/,/^Unicast/s/^\(0x....\) 004/\1 003/" -e "/('spine-1'):/,/^Unicast/s/^\(0x....\) 002/\1 001/" \
	wide/opensm-lfts.dump >thin/opensm-lfts.dump
sed -e '/"leaf-2" base/,/^$/{/^\[4\]/s/4xQDR/1xQDR/}' -e '/"spine-1" base/,/^$/{/^\[4\]/s/4xQDR/1xQDR/}' wide.net >slow.net
page 0 slow.net all=wide few=thin
has 'few: 1 of 8 cables between levels 1 and 2 carry nothing.' 'leaf-1 port 4 - spine-1 port 2</li>' \
	'1 of 8 cables between levels 1 and 2 is slower or narrower than most, which are 4x QDR.' \
	'leaf-2 port 4 - spine-1 port 4: 1x QDR</li>' 'all gives random bisections most bandwidth'
lacks '<li>all: ' 'Nothing: '
sed -e "/('leaf-1'):/,/^Unicast/s/^\(0x....\) 004/\1 003/" wide/opensm-lfts.dump >thin/opensm-lfts.dump
page 0 wide.net few=thin
has 'few: 1 of 8 cables between levels 1 and 2 carry nothing in one direction.'

# What can deadlock has no star, and its lanes are shown.
input=$srcdir/tests/golden/input
page 1 "$input/ring5.net" loop="$input/ring5.lfts"
lacks 'class="best"'
sssp-route -q "$input/ring5.net" -o ring >/dev/null || fail "no tables of the ring"
page 1 "$input/ring5.net" loop="$input/ring5.lfts" ring=ring
has '<td class="best">yes</td>' 'lanes of each routing'

# The page of a rehearsal has words for heads.
echo "one: host-[1-4]" >job.list
sssp-eval rehearse wide.net wide thin -q -n 20 --jobs job.list --html page.html >out 2>err || fail "rehearse: $?"
has '<h2>While the tables are exchanged</h2>' '<h2>The fullest cables</h2>' '<h2>Each job alone</h2>' 'routes then</th>' \
	'entries changed</th>' '<span>wide.net</span>'
! grep -E '<(h2|th)[^>]*>[^<]*_' page.html || fail "a heading is a key"

for name in x.pdf x.png x.csv; do
	sssp-eval report tree.net a=good -q -o $name >out 2>err
	[ $? = 2 ] && grep -q "ends in .html, not '$name'" err || fail "report -o $name"
	sssp-eval rehearse tree.net good good -q --html $name >out 2>err
	[ $? = 2 ] && grep -q "ends in .html, not '$name'" err || fail "rehearse --html $name"
	[ ! -e $name ] || fail "$name is written"
done
exit 0
