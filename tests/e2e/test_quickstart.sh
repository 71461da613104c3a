#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What quickstart says before it builds anything, and which packages it installs for what.
. "${srcdir:?}/tests/e2e/functions.sh"

start_work
said() { grep -qF "$1" "$work/said" || fail "quickstart said: $(cat "$work/said")"; }
quickstart() { # EXPECTED-STATUS PROGRAM [ARGUMENT..]
	local expected=$1 status
	shift
	bounded "$TOOL_TIMEOUT" said "$@"
	status=$?
	[ $status = "$expected" ] || fail "$*: status $status, not $expected: $(cat "$work/said")"
}

quickstart 2 "$srcdir/quickstart"
said 'Usage:'
quickstart 2 "$srcdir/quickstart" jump
quickstart 0 "$srcdir/quickstart" --help
said 'run [TOPOLOGY]'
quickstart 2 "$srcdir/quickstart" test now
said 'takes no arguments'

mkdir "$work/a b"
cp "$srcdir/quickstart" "$work/a b/"
quickstart 2 "$work/a b/quickstart" test
said 'path with blanks'
[ ! -e "$work/a b/build" ] || fail "it began to build"

# A dpkg-query that knows no package but those in $work/installed, and an apt-get that says what it would do, and fails to.
mkdir "$work/bin" "$work/copy"
cp "$srcdir/quickstart" "$work/copy/"
mkdir -p "$work/copy/tests/e2e" "$work/copy/core"
cp "$srcdir/tests/e2e/functions.sh" "$srcdir/tests/e2e/comparison.sh" "$srcdir/tests/e2e/try.sh" "$work/copy/tests/e2e/"
touch "$work/copy/core/a.c" "$work/copy/core/b.c"
cat >"$work/bin/dpkg-query" <<END
#!/bin/sh
for package; do :; done
grep -qxF "\$package" "$work/installed" && printf installed
END
cat >"$work/bin/apt-get" <<END
#!/bin/sh
echo "\$DEBIAN_FRONTEND \$*" >>"$work/apt.log"
case "\$*" in
*--assume-no*) cat "$work/plan"; exit 1 ;;
*install*)
	printf 'Unpacking %s\nSetting up %s\n' one one two two
	echo 'E: the disk is full'
	exit 7
	;;
esac
END
printf '#!/bin/sh\necho 0\n' >"$work/bin/id"
printf '#!/bin/sh\necho 2\n' >"$work/bin/nproc"
chmod +x "$work"/bin/*
cat >"$work/plan" <<'END'
0 upgraded, 2 newly installed, 0 to remove and 0 not upgraded.
Need to get 87.1 MB/90.0 MB of archives.
After this operation, 346 MB of additional disk space will be used.
END
bare() { # EXPECTED-STATUS [ARGUMENT..]
	local expected=$1
	shift
	rm -f "$work/apt.log"
	quickstart "$expected" env PATH="$work/bin:$PATH" "$work/copy/quickstart" "$@"
}
asked() { # LINE PATTERN
	sed -n "$1p" "$work/apt.log" | grep -q -- "$2" || fail "apt-get: $(cat "$work/apt.log")"
}
installs() { sed -n '$s/.* install //p' "$work/apt.log" | tr ' ' '\n'; }

# Input that can never be routed ends before anything is installed.
: >"$work/installed"
refused() { # SAID FILE..
	local said=$1
	shift
	bare 2 run "$@"
	said "$said"
	[ ! -e "$work/apt.log" ] || fail "for nothing, apt-get: $(cat "$work/apt.log")"
}
: >"$work/empty"
printf 'a letter to\nSwitch and Ca\n' >"$work/letter"
printf 'Switch 2 "S-1"\n[1] "H-2"[1]\n\nCa 2 "H-2"\n[1] "S-1"[1]\n' >"$work/alone"
printf 'Switch 2 "S-1"\n[1] "H-2"[2]\n\nCa 2 "H-2"\n[2] "S-1"[1]\n\nCa 1 "H-3"\n' >"$work/port2"
refused 'run takes one topology, not 2' "$work/empty" "$work/letter"
refused 'no-such-file: no such file' no-such-file
refused 'this is a folder' "$work"
refused 'not a regular file' /dev/null
refused 'the file is empty' "$work/empty"
refused 'letter: not a topology' "$work/letter"
refused 'alone: fewer than two hosts' "$work/alone"
refused 'port2: no channel adapter is cabled at its port 1' "$work/port2"
printf 'Switch 2 "S-1"\n[1] "H-2"[1]\n\nCa 2 "H-2"\n[1](2) "S-1"[1]\n\nCa 1 "H-3"\n' >"$work/fine"

# `run` installs what it needs, and says first what, how much and how long.
bare 2 run "$work/fine"
installs >"$work/run-packages"
for package in gcc make libglib2.0-dev libopensm-dev opensm ibsim-utils ibutils jq; do
	grep -qxF "$package" "$work/run-packages" || fail "run does not install $package: $(cat "$work/run-packages")"
done
! grep -xE 'chromium|valgrind|graphviz|check|cppcheck|shellcheck|mandoc|groff.*|.*mpi.*' "$work/run-packages" ||
	fail "run installs what only tests need"
[ "$(wc -l <"$work/apt.log")" = 3 ] || fail "apt-get: $(cat "$work/apt.log")"
asked 1 '^noninteractive .*update$'
asked 2 '--assume-no .*install gcc '
asked 3 '^noninteractive .*-y --no-install-recommends install gcc '
said '2 packages, 87.1 MB to download, 346 MB on disk'
said 'compile about 2 files'
said ' s with 2 cores, and the time of the download'
said 'installing: 4 of 6 steps'
said 'E: the disk is full'
[ ! -e "$work/copy/build/configuration" ] || fail "it goes on without the packages"
echo 'Download size: who knows' >"$work/plan"
bare 2 run "$work/fine"
said 'an unknown number of packages, an unknown size to download, an unknown size on disk'
echo 'E: Unable to locate package opensm' >"$work/plan"
bare 2 run "$work/fine"
said 'apt-get cannot install the missing packages: Unable to locate package opensm'
[ "$(wc -l <"$work/apt.log")" = 2 ] || fail "it installs what is not there: $(cat "$work/apt.log")"

# `test` installs all that, and the rest; only what is missing.
: >"$work/plan"
bare 2 test
installs >"$work/test-packages"
! grep -vxF -f "$work/test-packages" "$work/run-packages" || fail "test does without"
for package in check chromium valgrind shellcheck libopenmpi-dev; do
	grep -qxF "$package" "$work/test-packages" || fail "test does not install $package"
done
! grep -q 'About' "$work/said" || fail "it says of tests how long run takes"
grep -vxE 'jq|check' "$work/test-packages" >"$work/installed"
bare 2 test
[ "$(installs | paste -sd' ')" = 'check jq' ] || fail "check and jq are missing, apt-get: $(cat "$work/apt.log")"
asked 1 '^noninteractive .*update$'

# An OpenSM of one's own has to be there, with its headers.
mkdir -p "$work/prefix/sbin"
bare 2 test --opensm
said 'takes no arguments but --opensm PREFIX'
bare 2 test --opensm "$work/none"
said "there is no folder '$work/none'"
bare 2 test --opensm "$work/prefix"
said 'sbin/opensm: there is no such program'
printf '#!/bin/sh\necho OpenSM 3.3.99\n' >"$work/prefix/sbin/opensm"
chmod +x "$work/prefix/sbin/opensm"
bare 2 test --opensm "$work/prefix"
said 'no headers of OpenSM'
mkdir -p "$work/prefix/include/infiniband/opensm"
touch "$work/prefix/include/infiniband/opensm/osm_opensm.h"
bare 2 test --opensm "$work/prefix"
said "with OpenSM 3.3.99 in $work/prefix"

# Without the rest `run` has all that it needs: programs, headers and libraries are of its packages, or of what these
# depend on and every Debian has.
command -v dpkg-query >/dev/null || skip "this is no Debian"
dpkg-query -W -f '${db:Status-Status}\t${Essential}${Priority}\t${Package}\t${Pre-Depends}, ${Depends}\t${Provides}\n' |
	awk -F '\t' '
		function names(text) { gsub(/\([^)]*\)|:[a-z0-9]+| /, "", text); gsub(/\|/, ",", text); return text }
		NR == FNR { want[$1]; next }
		$1 == "installed" {
			needs[$3] = names($4)
			n = split(names($5), given, ",")
			for (i = 1; i <= n; i++) by[given[i]] = by[given[i]] "," $3
			if ($2 ~ /^yes|required/) want[$3]
		}
		END {
			do {
				more = 0
				for (name in want) {
					n = split(name in needs ? needs[name] "," by[name] : by[name], next_ones, ",")
					delete want[name]
					if (name in seen) continue
					seen[name]; more = 1
					for (i = 1; i <= n; i++) if (next_ones[i] != "") want[next_ones[i]]
				}
			} while (more)
			for (name in seen) if (name in needs) print name
		}' "$work/run-packages" - | sort >"$work/closure"
! grep -xE 'chromium|valgrind|graphviz|cppcheck|shellcheck|mandoc|libopenmpi.*|openmpi.*' "$work/closure" ||
	fail "something that run needs brings these in"
for program in gcc ld make autoreconf automake aclocal m4 perl pkg-config awk setpriv setsid flock jq opensm ibsim ibdmchk; do
	type -P "$program" || fail "$program is missing"
done >"$work/programs"
grep -v '^/' "$work/programs" && fail "not a file"
{
	xargs realpath <"$work/programs"
	realpath /usr/lib/*/umad2sim/libumad2sim.so /usr/include/infiniband/opensm/osm_opensm.h
	# what the compiler read for the programs and the plugin
	find "$builddir/core" "$builddir/formats" "$builddir/generator" "$builddir/evaluator" "$builddir/plugin" \
		-name '*.P*o' ! -name '*_mpi*' -exec cat {} + | tr ' ' '\n' | grep '^/usr/include/' | sed 's/:$//' |
		sort -u | xargs -r realpath -e
} 2>/dev/null | sort -u >"$work/needed"
[ "$(grep -c '^/usr/include' "$work/needed")" -gt 100 ] || skip "this build keeps no list of headers (--disable-dependency-tracking)"
# Files of packages from before /bin became /usr/bin are known without /usr; files of no package are this machine's own.
sed 's|^/usr||' "$work/needed" | cat "$work/needed" - | xargs -d '\n' dpkg-query -S 2>/dev/null | grep -v '^diversion by' |
	awk 'NR == FNR { fine[$1]; next }
		{ file = $NF; sub(/: .*/, ""); n = split($0, owners, ", ")
		  for (i = 1; i <= n; i++) { sub(/:.*/, "", owners[i]); if (owners[i] in fine) next }
		  print file " of " $0 }' "$work/closure" - >"$work/elsewhere"
[ ! -s "$work/elsewhere" ] || fail "run would lack: $(cat "$work/elsewhere")"
