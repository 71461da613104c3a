#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What quickstart says before it builds anything.
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
quickstart 2 "$srcdir/quickstart" run no-such-file
said 'no-such-file: cannot be read'

mkdir "$work/a b"
cp "$srcdir/quickstart" "$work/a b/"
quickstart 2 "$work/a b/quickstart" test
said 'path with blanks'
[ ! -e "$work/a b/build" ] || fail "it began to build"

# Only what is missing is installed, after an update, and without questions. (The installation fails here.)
mkdir "$work/bin" "$work/copy"
cp "$srcdir/quickstart" "$work/copy/"
cat >"$work/bin/dpkg-query" <<'END'
#!/bin/sh
for package; do :; done
[ "$package" != jq ] && [ "$package" != check ] && printf installed
END
cat >"$work/bin/apt-get" <<END
#!/bin/sh
echo "\$DEBIAN_FRONTEND \$*" >>"$work/apt.log"
case "\$*" in *install*) exit 7 ;; esac
END
printf '#!/bin/sh\necho 0\n' >"$work/bin/id"
chmod +x "$work"/bin/*
quickstart 7 env PATH="$work/bin:$PATH" "$work/copy/quickstart" test
[ "$(wc -l <"$work/apt.log")" = 2 ] || fail "apt-get: $(cat "$work/apt.log")"
sed -n 1p "$work/apt.log" | grep -q '^noninteractive .*update$' || fail "apt-get: $(cat "$work/apt.log")"
sed -n 2p "$work/apt.log" | grep -q '^noninteractive .*install --no-install-recommends check jq$' ||
	fail "apt-get: $(cat "$work/apt.log")"
[ ! -e "$work/copy/build/configuration" ] || fail "it goes on without the packages"
