#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# mutation.sh [NUMBER [SEED]]: how many small faults do the tests find? NUMBER (200) places in core/ and evaluator/ are
# drawn, a fault is planted in each (mutant.h, sites.awk), all in one build, and each is then the fault of a run of its
# own: tests that came by the place, until one fails: first those that compare all bytes of many answers, which find most,
# then the quickest; those of more than QUICK seconds only for what no other has found, those of more than LONGEST not at
# all. Prints the faults that no test found, those that no test came
# by, and how many of all were found; they are in mutation/survivors of the build folder too, in mutation/results which
# test found which. tests/mutation/known lists faults that no test can find, or none need find, each with its reason: they
# are printed with it.
#
# A machine that is busy finds no faults: a test may use so many times its seconds of processor, and the time limits that
# tests set themselves are ten times as long. Tests are those that run without OpenSM. Variables: JOBS (2) at a time,
# QUICK (4), LONGEST (60).
: "${srcdir:?}" "${builddir:?}"
set -u -o pipefail
export LC_ALL=C

sources=$srcdir # run_test has others
number=${1:-200}
seed=${2:-1}
jobs=${JOBS:-2}
quick=${QUICK:-4}
longest=${LONGEST:-60}
work=$builddir/mutation
me=$(realpath "${BASH_SOURCE[0]}")

say() { printf 'mutation: %s\n' "$*" >&2; }
fail() { say "$*" && exit 2; }

mirror() {
	rm -rf "$work"
	mkdir -p "$work/src" "$work/obj" "$work/hits" || exit 2
	(cd "$srcdir" && tar -c --exclude=./.git --exclude=./build --exclude=./autom4te.cache . | tar -x -C "$work/src") || exit 2
}

draw() {
	(cd "$srcdir" && find core evaluator -name '*.c' | sort | xargs -n 1 awk -v seed="$seed" -f tests/mutation/sites.awk) >"$work/sites"
	# One in a line: that is what sites.awk plants.
	sort -k 1n -k 2 "$work/sites" | awk -v most="$number" '{ split($2, part, ":") } !taken[part[1], part[2]]++ && ++n <= most' | cut -d ' ' -f 2 | sort -t : -k 1,1 -k 2,2n | awk '{ print NR, $0 }' >"$work/chosen"
	number=$(wc -l <"$work/chosen")
}

plant() {
	local file
	cut -d ' ' -f 2 "$work/chosen" | cut -d : -f 1 | sort -u | while IFS= read -r file; do
		(cd "$srcdir" && awk -v plant="$work/chosen" -f tests/mutation/sites.awk "$file") >"$work/planted.c" || exit 2
		cp "$work/planted.c" "$work/src/$file"
	done
}

build() {
	[ -x "$work/src/configure" ] || (cd "$work/src" && autoreconf -fi) || return 1
	cd "$work/obj" || return 1
	cc -O1 -fPIC -I"$work/src" -DMUTANTS="$number" -c -o "$work/mutant.o" "$work/src/tests/mutation/mutant.c" || return 1
	../src/configure -q CFLAGS="-O1 -w -include $work/src/tests/mutation/mutant.h" LIBS="$work/mutant.o" && make -j"$jobs" all &&
		make -j"$jobs" check TESTS=
}

# Tests of the build: not those that start OpenSM, load machines, or look at the sources only.
list_tests() {
	make -s -f - <<-'END'
		include Makefile
		print-tests: ; @printf '%s\n' $(check_PROGRAMS) $(dist_check_SCRIPTS) $(LONG_TESTS)
		.DEFAULT_GOAL := print-tests
	END
}

# One test with a fault or none; nothing it leaves is kept. A fault may make it run, wait or grow without end.
run_test() { # SECONDS TEST
	local file=$2
	[ -x "$work/obj/$file" ] || file=$work/src/$file
	(
		cd "$work/obj" || exit 2
		ulimit -v $((8 << 20)) -c 0 -t "$1"
		export SSSP_SHARED=${SSSP_SHARED:-$srcdir/../shared} G_DEBUG=fatal-criticals CK_TIMEOUT_MULTIPLIER=10
		export srcdir=$work/src builddir=$work/obj
		timeout -k 2 $(($1 * 20)) "$file" >"$work/output" 2>&1 </dev/null
	)
}

# What a test costs in hundredths of a second, and which faults it comes by. A second time where it fails.
baseline() { # TEST
	local name=${1//\//_} begin end times
	for times in first second; do
		begin=$(date +%s%N)
		MUTANT_HITS=$work/hits/$name.all run_test 300 "$1"
		case $? in 0) break ;; 77) return 0 ;; esac
		cp "$work/output" "$work/failed.$name"
		[ $times = first ] || { say "$1 fails without any fault: left out" && return 0; }
	done
	end=$(date +%s%N)
	[ ! -s "$work/hits/$name.all" ] || sort -un "$work/hits/$name.all" | sed "s|\$| $(((end - begin) / 10000000)) $1|" >"$work/hits/$name"
}

try() { # FAULT LEAST MOST: with the tests of so many hundredths
	local hundredths test found=missed
	grep -q "^$1 " "$work/met" || found=unmet
	while read -r _ hundredths test; do
		MUTANT=$1 run_test $((hundredths / 25 + 10)) "$test" || {
			found="found $test"
			break
		}
	done < <(awk -v i="$1" -v least="$2" -v most="$3" '$1 == i {
		bytes = $3 ~ /bytes(.sh)?$/
		if (bytes ? !least : $2 >= least && $2 < most) print !bytes, $2, $3 }' "$work/met" | sort -k 1,1n -k 2,2n)
	echo "$1 $found" >>"$work/results"
}

# Why no test need find a fault, if tests/mutation/known says so.
reason_of() { # FAULT
	local name
	name=$(name_of "$(awk -v i="$1" '$1 == i { print $2 }' "$work/chosen")")
	awk -v name="$name" 'index($0, name " # ") == 1 { print substr($0, length(name) + 4) }' "$sources/tests/mutation/known"
}

# The quick tests for each, then the others for what these have missed, unless no test need find it.
try_all() { # FAULT..
	printf '%s\n' "$@" | xargs -P "$jobs" -I {} bash "$me" --try {} 0 $((quick * 100))
	grep ' missed$' "$work/results" | cut -d ' ' -f 1 | while read -r fault; do
		[ -n "$(reason_of "$fault")" ] || echo "$fault"
	done >"$work/missed"
	sed -i "$(sed 's|.*|/^& missed$/d|' "$work/missed")" "$work/results"
	xargs -P "$jobs" -I {} bash "$me" --try {} $((quick * 100)) $((longest * 100)) <"$work/missed"
}

# A place without its number, which changes: "FILE KIND:WHICH LINE BEFORE / LINE".
name_of() { # FILE:LINE:KIND:WHICH
	local file line kind which
	IFS=: read -r file line kind which <<<"$1"
	printf '%s %s:%s %s\n' "$file" "$kind" "$which" \
		"$(sed -n "$((line - 1)),${line}p" "$sources/$file" | tr -s '\t ' ' ' | sed 's/^ //; s/ $//' | paste -s -d '/' | sed 's|/| / |')"
}

report() {
	local number found place why known=0
	while read -r number found _; do
		[ "$found" != found ] || continue
		place=$(awk -v i="$number" '$1 == i { print $2 }' "$work/chosen")
		why=$(reason_of "$number")
		[ -z "$why" ] || known=$((known + 1))
		echo "$place: $([ "$found" = unmet ] && echo 'no test comes by' || echo 'not found')${why:+, as is known: $why}"
	done < <(sort -n "$work/results") >"$work/survivors"
	cat "$work/survivors"
	awk -v known="$known" '$2 == "found" { n++ } END { printf "%d of %d faults found, %.1f %%; %d of the others are known, %.1f %% of the rest found\n",
		n, NR, 100 * n / NR, known, 100 * n / (NR - known) }' "$work/results"
}

case ${1:-} in
--baseline) baseline "$2" && exit ;;
--try) try "$2" "$3" "$4" && exit ;;
esac
[[ $number =~ ^[1-9][0-9]*$ && $seed =~ ^[0-9]+$ ]] || fail "usage: mutation.sh [NUMBER [SEED]]"
mirror
draw
plant
say "building with $number faults"
(build) >"$work/build.log" 2>&1 || fail "no build: $(tail -n 5 "$work/build.log")"
cd "$work/obj" || exit 2
say "which test comes by which fault"
list_tests | grep -vE '^tests/(e2e|campaign|fuzz|attack|mutation)/|race_plugin|hardening|shown_commands|man_examples|check_includes|full_disk|hostile' |
	xargs -P "$jobs" -n 1 bash "$me" --baseline
cat "$work"/hits/* 2>/dev/null | grep ' ' >"$work/met" || fail "no test comes by any fault"
say "$(cut -d ' ' -f 3 "$work/met" | sort -u | wc -l) tests come by $(cut -d ' ' -f 1 "$work/met" | sort -un | wc -l) faults"
awk -v most=$((longest * 100)) '$2 >= most { print $3 }' "$work/met" | sort -u | while read -r test; do
	say "$test takes too long: left out"
done
mapfile -t faults < <(cut -d ' ' -f 1 "$work/chosen")
try_all "${faults[@]}"
report
