#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# --prometheus of every command that judges tables: each metric has its HELP and TYPE once and before its samples, which
# stand together and are different; promtool agrees where it is installed. And the loads are those of --channels.
set -u
: "${srcdir:?}"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
PATH=${builddir:?}/evaluator:$builddir/generator:$PATH
export PATH
cd "$work" || exit 99

fail() {
	echo "FAIL: $*"
	exit 1
}

well_formed() { # FILE
	awk '
	function wrong(why) { print FILENAME ":" FNR ": " why ": " $0; bad = 1 }
	/^# HELP / { if ($3 in helped) wrong("again"); helped[name = $3] = 1; next }
	/^# TYPE / { if ($3 != name || $4 != "gauge") wrong("of no HELP"); next }
	!/^sssp_[a-z0-9_]+(\{([a-z_]+="([^"\\]|\\[\\"n])*",?)+\})? -?[0-9.]+(e[-+][0-9]+)?$/ { wrong("no sample") }
	{ metric = $0; sub(/[{ ].*/, "", metric); series = $0; sub(/ [^ ]*$/, "", series) }
	metric != name { wrong("not below its HELP") }
	series in seen { wrong("twice") }
	{ seen[series] = 1; n++ }
	END { exit bad || n < 5 }' "$1" || fail "$1 is not well formed"
	! command -v promtool >/dev/null || promtool check metrics <"$1" || fail "promtool dislikes $1"
}

sssp-topo 'torus:4x4,hosts=2,links=2' --lids -q -o a.net && sssp-route a.net -q -o new && sssp-route a.net -q -a updn -o now ||
	fail "no tables"
printf 'a: host-[1-8]\nb "x": host-9\n' >list
for command in 'routes a.net new' 'ebb a.net new -n 10' 'deadlock a.net new' 'worst a.net new' 'diff a.net now new' \
	'pattern alltoall a.net new --mappings 2' 'app pop,pop a.net new --mappings 2' 'compare a.net a=now b=new -n 10' \
	'transition a.net now new' 'rehearse a.net now new -n 10 --jobs list' 'path a.net new 20 25' \
	'simulate a.net new -n 200 --load .1,1' 'rails a.net new -n 10' 'cabling a.net a.net' 'what-if a.net new -n 10 --reroute 1'; do
	name=$(echo "${command%% *}" | tr - _)
	# shellcheck disable=SC2086 # words are wanted
	sssp-eval $command -q --prometheus >"$name.prom"
	[ $? -le 1 ] || fail "$command"
	well_formed "$name.prom"
	grep -q "^sssp_${name}_holds{fabric=\"a.net\"} [01]$" "$name.prom" || fail "$name has no verdict"
done
sssp-eval routes -q a.net new --channels loads.csv >/dev/null || fail "no loads"
sed -n 's/^sssp_routes_channel_load{.*switch="\([^"]*\)",.*,port="\([0-9]*\)".* \([0-9]*\)$/\1,\2,\3/p' routes.prom | sort >told
tail -n +2 loads.csv | awk -F, '{ print $1 "," $3 "," $NF }' | sort >wanted
[ "$(wc -l <wanted)" = 128 ] && cmp wanted told || fail "the loads are others"
# HELP texts are sentences, what was chosen is no figure; a name and a file, which is there though a property does not hold.
! grep -h '^# HELP' ./*.prom | grep -qv '[.?!]$' || fail "a HELP text is no sentence"
! grep -q '_seed' ./*.prom || fail "a seed is no measurement"
sssp-route a.net -q -o low -a minhop --sl asymmetric && rm low/sssp.*
sssp-eval deadlock a.net low -q --prometheus --fabric 'one "two"' -o out.prom >printed
[ $? = 1 ] && [ ! -s printed ] || fail "-o prints"
well_formed out.prom
grep -qF 'sssp_deadlock_holds{fabric="one \"two\""} 0' out.prom || fail "no name: $(head -n 4 out.prom)"
sssp-eval deadlock a.net low -q --fabric x 2>err
[ $? = 2 ] && grep -q 'fabric is of --prometheus' err || fail "--fabric without metrics: $(cat err)"
for reading in 1 2; do
	awk -v r=$reading '/^Switch/ { for (i = 1; i < NF; i++) if ($i == "lid") lid = $(i + 1) }
		/^\[[0-9]+\].*"S-/ { split($0, part, /[][]/)
			printf "# Port extended counters: Lid %d port %d\nPortXmitData:....%d\n", lid, part[2], r * 1000 * (lid + part[2]) }' a.net >counters.$reading
done
sssp-eval load a.net new -q --prometheus --counters counters.1 --counters counters.2 >load.prom || fail "load"
well_formed load.prom
[ "$(grep -c '^sssp_load_hot_measured_percent{.*from="[^"]*",port="[0-9]*",to="[^"]*",peer_port="[0-9]*"}' load.prom)" = 10 ] ||
	fail "load has no row a cable: $(grep -c . load.prom)"
sssp-eval ebb -q a.net new -n 10 --json | grep -q "\"mean\" : $(sed -n 's/^sssp_ebb_mean{.*} //p' ebb.prom)" ||
	fail "the mean is another one"
exit 0
