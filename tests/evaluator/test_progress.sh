#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What takes long says on a terminal how far it is and how long still, and nothing elsewhere or with -q; what is short says
# nothing; a signal leaves no temporary files.
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"

sssp-topo torus:6x6,hosts=4 --lids -q -o a.net || fail "no fabric"
sssp-route -q a.net -o a >/dev/null || fail "no tables"

# ---- a signal, while programs of ours make a fabric and tables
mkdir tmp
signalled() { # FILE ARGUMENT..: after FILE is in the temporary folder
	local file=$1 eval status tries=0
	shift
	TMPDIR=$work/tmp setsid sssp-eval "$@" -q >out 2>err &
	eval=$!
	while [ -z "$(find tmp -name "$file")" ] && [ $tries -lt 200 ]; do
		tries=$((tries + 1))
		sleep 0.05
	done
	[ -n "$(find tmp -name "$file")" ] || fail "$1: there is no temporary $file: is another fabric needed?"
	kill -TERM -- -$eval
	wait $eval
	status=$?
	[ $status = 143 ] || fail "$1: a signal does not end it: status $status"
	[ -z "$(ls tmp)" ] || fail "$1: a signal leaves $(ls tmp)"
}
signalled 'sssp-eval.*' provision random torus:18x18x8
# .. after files were written there, and many more would be
signalled 0.net what-if a.net a --reroute 1000 --each cable

command -v script >/dev/null || {
	echo "what is said on a terminal is not tested: there is no script(1)"
	exit 0
}
on_terminal() { # ARGUMENT..: what comes to the terminal is in err
	script -qec "sssp-eval $* >out 2>/dev/tty" /dev/null </dev/null 2>&1 | tr '\r' '\n' >err
}
# So many patterns that they take some seconds whatever the machine: to the end, once.
n=20000
while :; do
	on_terminal ebb a.net a -n $n --threads 1
	! grep -q '^patterns .*#.* %, about [0-9]* \(s\|min\) left' err || break
	n=$((n * 2))
	[ $n -lt 2000000 ] || fail "no progress is shown"
done
# A bar is there after a fraction of a second, as just now: what follows is not waited for.
for_a_while() { # ARGUMENT..: the same, ended after two seconds
	script -qec "timeout 2 sssp-eval $* >out 2>/dev/tty" /dev/null </dev/null 2>&1 | tr '\r' '\n' >err
}
n=10000000 # the most there may be
for_a_while ebb a.net a -n $n --threads 1
grep -q '^patterns .*#* .* %, about [0-9]* \(s\|min\) left' err || fail "no bar within two seconds"
for_a_while ebb a.net a -n $n --threads 1 -q
[ ! -s err ] || fail "-q says something"
status=0
timeout 2 sssp-eval ebb a.net a -n $n --threads 1 >out 2>err || status=$?
[ $status = 124 ] || fail "$n patterns take no two seconds: status $status"
! grep -q 'patterns\|left' err || fail "it says how far it is where there is no terminal"
for_a_while compare a.net one=a two=a -n $n --threads 1
grep -q '^\(one\|two\) .* left' err || fail "compare does not say where it is"
# What takes long without anybody's knowing how long: here for want of input. Each waits for a file of its own, all at once.
waits() { # NAME SAYS ARGUMENT..: FILE in the arguments is what comes late
	local name=$1 says=$2
	shift 2
	mkdir "$name" && mkfifo "$name/slow"
	(sleep 3.5 && cat a/opensm-lfts.dump) >"$name/slow" &
	script -qec "sssp-eval ${*//FILE/$name/slow} >$name/out 2>/dev/tty" /dev/null </dev/null 2>&1 | tr '\r' '\n' >"$name/err"
	grep -q "^$says [2-9] s" "$name/err" || echo "$name does not say that it is at work" >>silent
}
waits deadlock reading: deadlock a.net FILE --psl a/sssp.sl --slvl a/sssp.slvl &
waits transition transition: transition a.net a FILE &
waits rehearse rehearse: rehearse a.net a FILE -n 10 &
waits compare compare: compare a.net one=a two=FILE -n 10 &
waits report report: report a.net one=a two=FILE -n 10 -o page.html &
wait
[ ! -e silent ] || fail "$(cat silent)"
on_terminal ebb a.net a -n 10
grep -q left err && fail "what is short says something"
exit 0
