#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Files made to do harm: names that would steer a terminal, numbers beyond all bounds, small files that claim to be
# large, and names that lead out of a folder. Refused or shown harmlessly, in bounded memory, and never by a signal.
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"
input=$srcdir/tests/golden/input

# What a terminal would obey: C0 but tab and newline, DEL, C1 in UTF-8, and what turns the direction of writing.
evil=$(printf '\033]0;mine\007\033[2J\r\177\302\233\342\200\256')
harmless() { # FILE
	! LC_ALL=C grep -qaP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]' "$1" ||
		{ cat -v "$1" | head -n 5 && fail "$what: a terminal would obey that"; }
}
says() { # PROGRAM [ARGUMENT..]: any status but that of a signal, and harmless words
	what=$*
	timeout 60 "$@" >out 2>err
	status=$?
	[ $status -le 2 ] || fail "$what: status $status"
	harmless out
	harmless err
	cat out err >>said
}
sed "s/torus-\([0-4]\)/t\1$(printf %s "$evil" | sed 's/[\\/&]/\\&/g')/g; s/host-\([1-5]\)/h\1$evil/" "$input/ring5.net" >evil.net
LC_ALL=C grep -qa "t3$(printf '\033')" evil.net || fail "the names are as good as ever"
ln -s "$input" files
for format in "" --json; do
	for tables in ring5.lfts ring5-broken.lfts ring5-loop.lfts ring5-missing.lfts; do
		# shellcheck disable=SC2086 # an option or none
		for command in routes deadlock worst "ebb -n 10" "pattern ring"; do
			says "$judge" $command evil.net "files/$tables" $format
		done
		# shellcheck disable=SC2086
		says "$judge" diff evil.net files/ring5.lfts "files/$tables" $format
		# shellcheck disable=SC2086
		says "$judge" compare evil.net "a$evil=files/ring5.lfts" "b=files/$tables" -n 10 $format
		# shellcheck disable=SC2086
		says "$judge" compare evil.net a=files/ring5.lfts "b=files/$tables" -n 10 $format
	done
done
grep -q 't3?' said || fail "no command names a switch: $(head -n 20 said)"
says "$judge" routes evil.net files/ring5.lfts --capacity
says "$judge" routes evil.net files/ring5.lfts --channels channels.csv
harmless channels.csv
says "$judge" report evil.net "a$evil=files/ring5.lfts" b=files/ring5-loop.lfts -n 10 -o refused.html
[ ! -e refused.html ] || harmless refused.html
cp evil.net "$evil.net"
says "$judge" report "$evil.net" a=files/ring5.lfts b=files/ring5-loop.lfts -n 10 -o page.html
harmless page.html
grep -q 't3?' page.html || grep -q 'a?' page.html || fail "the page has no names"
says "$route" evil.net -o tables
for file in tables/*; do
	case $file in *.state) ;; *) harmless "$file" ;; esac # one is no text
done

# ---- names that are no UTF-8: what is written in a form is well-formed
LC_ALL=C sed 's/torus-3/t\xff\xc3\x28\x9b\xe2\x80"/; s/host-2/h\xf0\x9f\x98\xfe\\u0000/' "$input/ring5.net" >bytes.net
for tables in ring5.lfts ring5-loop.lfts ring5-missing.lfts; do
	for command in routes deadlock worst "ebb -n 10" "pattern ring"; do
		# shellcheck disable=SC2086 # a command and its options
		says "$judge" $command bytes.net "files/$tables" --json
		iconv -f UTF-8 -t UTF-8 out >same 2>&1 || fail "$what: JSON that is no UTF-8"
		! command -v jq >same || jq -e . out >same 2>&1 || fail "$what: not JSON: $(head -n 2 same)"
		for form in --csv --prometheus; do
			# shellcheck disable=SC2086
			says "$judge" $command bytes.net "files/$tables" $form
			iconv -f UTF-8 -t UTF-8 out >same 2>&1 || fail "$what: no UTF-8"
		done
	done
done
says "$judge" report bytes.net "$(printf 'a\377\233')=files/ring5.lfts" b=files/ring5-loop.lfts -n 10 -o bytes.html
iconv -f UTF-8 -t UTF-8 bytes.html >same 2>&1 || fail "$what: HTML that is no UTF-8"

# ---- what messages quote: lines, words and file names
: >said
cp evil.net "a$evil.net"
printf '%s\n' "$evil" >"line"
printf '0x10 %s\n' "$evil" >pairs
printf '[application]\nname=%s\noverhead=x%s\n' "$evil" "$evil" >profile
printf 'Unicast lids [0-1] of switch Lid 1 guid 0x10 (%s):\n0x0001 %s\n' "$evil" "$evil" >lfts
printf 'START_%s\nEND_NODES\nSTART_NODES\n%s\nEND_NODES\n' "$evil" "$evil" >db_csv
printf '{ CA%s Ports:01 }\n' "$evil" >lst
for file in line pairs lfts db_csv lst "a$evil.net" "none$evil"; do
	says "$route" "$file" -o tables2
	says "$route" evil.net -o tables2 --order "$file"
	says "$route" evil.net -o tables2 --ignore-guids "$file"
	says "$judge" routes "$file" files/ring5.lfts
	says "$judge" routes evil.net "$file"
	says "$judge" deadlock evil.net files/ring5.lfts --psl "$file" --slvl "$file"
	says "$judge" deadlock evil.net files/ring5.lfts --mcast "$file"
	says "$judge" pattern "file:$file" evil.net files/ring5.lfts
	says "$judge" pattern ring evil.net files/ring5.lfts --mapping "file:$file"
	says "$judge" pattern ring evil.net files/ring5.lfts --subset "$file"
	says "$judge" ebb evil.net files/ring5.lfts --subset "$file"
	says "$judge" ebb evil.net files/ring5.lfts --subset "a[1-3],${file}[1-2]"
	says "$judge" rehearse evil.net files/ring5.lfts files/ring5.lfts --jobs "$file"
	says "$judge" workload nearest-2d evil.net files/ring5.lfts --hosts "file:$file"
	says "$judge" app "$file" evil.net files/ring5.lfts
	says "$judge" routes evil.net files/ring5.lfts --guid2lid "$file"
done
says "$judge" app ./profile evil.net files/ring5.lfts
for program in "$topo" "$route" "$judge" "$judge routes" "$judge app"; do
	# shellcheck disable=SC2086 # a program and a command
	says $program "--$evil" "$evil"
	# shellcheck disable=SC2086
	says $program "$evil" "$evil" "$evil"
done
grep -q '?' said || fail "nothing quotes anything"

# ---- numbers, and claims: 600 MB are enough for any answer (not where a sanitizer wants all memory there is)
limited() { # PROGRAM [ARGUMENT..]
	what=$*
	(
		# shellcheck disable=SC3045 # Debian's sh and bash have it
		[ "${SSSP_HARDENED:-no}" != yes ] || ulimit -v 600000
		exec timeout 60 "$@" >out 2>err
	)
	status=$?
	[ $status -le 2 ] || fail "$what: status $status"
	[ $status != 2 ] || [ -s err ] || fail "$what: refused without a word"
	case $expected in
	refused) [ $status = 2 ] || fail "$what: status $status: $(head -n 2 out)" ;;
	esac
}
huge=99999999999999999999999999
expected=refused
for n in $huge 4294967297 18446744073709551617 -1 256 255 0; do
	printf 'Switch %s "S-10"\nswitchguid=0x10\n' "$n" >ports.net
	limited "$route" ports.net -o tables3
done
for spec in "torus:${huge}x2" "torus:65536x65536x65536" "karytree:255,9" "single:hosts=$huge" "random:switches=49000,ports=250,hosts=200" \
	"hypercube:64" "kautz:1000,1000" "xgft:9;99,99,99,99,99,99,99,99,99;99,99,99,99,99,99,99,99,99" "dragonfly:a=4000000000,p=2,h=2" \
	"torus:4x4,fail=links:$huge" "torus:4x4,seed=$huge" "torus:4x4,hosts=-1"; do
	limited "$topo" "$spec" -q
done
for hosts in "a[1-$huge]" 'a[0-999999999]' 'a[0-999999999][0-999999999][0-999999999]' "$(printf '[0-9]%.0s' $(seq 300))"; do
	limited "$judge" ebb evil.net files/ring5.lfts --subset "$hosts"
	printf 'a: %s\n' "$hosts" >many.jobs
	limited "$judge" rehearse evil.net files/ring5.lfts files/ring5.lfts --jobs many.jobs
done
expected=any
awk 'BEGIN { print "sssp-sl 1\nlids 49152"; for (i = 1; i < 49000; i++) printf "0x%x 0-49151:1\n", i }' >claim.sl
awk 'BEGIN { for (i = 1; i < 49000; i++) printf "Unicast lids [0-49151] of switch guid 0x%x (x):\n0xbfff 001\n", i }' >claim.lfts
awk 'BEGIN { for (i = 1; i < 49000; i++) printf "0x%x 49151 1\n", i }' >claim.psl
awk 'BEGIN { for (i = 1; i < 49000; i++) printf "0x%x 254 254 0x00 0x00 0x00 0x00 0x00 0x00 0x00 0x00\n", i }' >claim.slvl
awk 'BEGIN { for (i = 1; i < 200000; i++) printf "Switch 254 \"S-%x\"\nswitchguid=0x%x\n", i, i }' >claim.net
limited "$judge" routes evil.net claim.lfts
limited "$judge" deadlock evil.net files/ring5.lfts --psl claim.psl --slvl files/ring5.slvl
limited "$judge" deadlock evil.net files/ring5.lfts --psl claim.sl --slvl files/ring5.slvl
limited "$judge" deadlock evil.net files/ring5.lfts --psl files/ring5.psl --slvl claim.slvl
limited "$route" claim.net -o tables3
[ $status != 0 ] || fail "$what: a subnet has not so many LIDs"
expected=refused
truncate -s 10G sparse && limited "$judge" routes evil.net sparse
limited "$route" sparse -o tables3
limited "$route" /dev/zero -o tables3
# a hole is one line, and a small file
truncate -s 7G sparse
for command in "routes evil.net sparse" "routes sparse files/ring5.lfts" "routes evil.net files/ring5.lfts --guid2lid sparse" \
	"deadlock evil.net files/ring5.lfts --psl sparse" "deadlock evil.net files/ring5.lfts --mcast sparse" \
	"deadlock evil.net files/ring5.lfts --psl files/ring5.psl --slvl sparse" "app ./sparse evil.net files/ring5.lfts" \
	"pattern file:sparse evil.net files/ring5.lfts" "pattern ring evil.net files/ring5.lfts --subset sparse"; do
	# shellcheck disable=SC2086 # a command and its arguments
	limited "$judge" $command
done
limited "$route" sparse -o tables3
limited "$route" evil.net -o tables3 --order sparse
mkdir piped && mkfifo piped/sssp.fabric
limited "$route" "$input/ring5.net" -o piped
runs 0 timeout 60 "$route" "$input/ring5.net" -o piped --force -q
[ -f piped/sssp.fabric ] || fail "a pipe stays in place of sssp.fabric"
[ ! -e tables3 ] || fail "tables of nothing"

# ---- names in files are never opened as files
mkdir inner
sed 's|torus-1|../../escaped|; s|host-1|/etc/passwd|' "$input/ring5.net" >inner/dots.net
runs 0 "$route" inner/dots.net -o inner/tables -q
[ "$(files inner)" = "dots.net tables tables/opensm-lfts.dump tables/opensm-sssp.state tables/sssp.fabric tables/sssp.psl tables/sssp.sl tables/sssp.slvl " ] ||
	fail "other files: $(files inner)"
[ ! -e ../escaped ] && [ ! -e escaped ] || fail "a name led out of the folder"

# ---- what was read is not overwritten, by whatever name
cp "$input/ring5.net" own.net && cp "$input/ring5.lfts" own.svg && ln -s own.svg link.svg && ln own.net hard.csv && cp -p own.net own.svg inner
spares() { # FILE PROGRAM [ARGUMENT..]
	file=$1
	shift
	runs 2 "$@"
	grep -q "^\(sssp-[a-z]*: \)*$file: was read as input: it is not overwritten" err || fail "$*: does not say so"
	cmp -s own.net inner/own.net && cmp -s own.svg inner/own.svg || fail "$*: overwrites what it has read"
}
ln own.net own.html
spares own.html "$judge" report own.net a=own.svg b=own.svg -n 10 -o own.html
spares own.html "$judge" rehearse own.net own.svg own.svg -n 10 --html own.html
rm own.html
spares ./own.net "$judge" routes own.net own.svg --channels ./own.net
spares ./own.net "$judge" routes own.net own.svg -o ./own.net
spares link.svg "$judge" routes own.net own.svg --json -o link.svg
spares hard.csv "$judge" routes - own.svg --channels hard.csv <own.net
spares link.svg "$judge" routes own.net own.svg --plot link.svg
runs 2 "$judge" routes own.net own.svg --plot two.svg --channels ./two.svg
grep -qE '^(sssp-eval: )?(./)?two.svg: was written just now' err || fail "two outputs of one name: $(cat err)"
printf 'host-1\nhost-2\nhost-3\n' >subset.svg
spares subset.svg "$judge" pattern ring own.net own.svg --subset subset.svg --plot subset.svg
[ "$(head -n 1 subset.svg)" = host-1 ] || fail "the list of hosts is overwritten"

# ---- a signal while a file is written: the file is the old one or the new one, and no other is left
"$topo" karytree:14,3 --lids -q -o new.net || exit 1
mkdir signals && met=0
for signal in TERM INT HUP TERM INT HUP; do
	echo old >signals/out.net
	env --default-signal=$signal "$topo" karytree:14,3 --lids -q -o signals/out.net >out 2>err &
	pid=$!
	while kill -0 "$pid" 2>/dev/null && [ "$(echo signals/*)" = signals/out.net ]; do :; done
	[ "$(echo signals/*)" = signals/out.net ] || met=$((met + 1))
	kill -s $signal "$pid" 2>/dev/null
	wait "$pid"
	[ "$(files signals)" = "out.net " ] || fail "SIG$signal leaves $(files signals)"
	[ "$(head -c 4 signals/out.net)" = old ] || cmp new.net signals/out.net || fail "SIG$signal leaves a part of a file"
done
[ "$met" -gt 0 ] || fail "no signal came while a file was written"

# ---- files: as the umask says, never through a link of the folder, and the old one where the disk is full
(umask 027 && exec "$route" "$input/ring5.net" -o modes -q) || fail "umask 027"
[ "$(find modes -type f ! -perm 640)" = "" ] || fail "$(ls -l modes)"
(umask 077 && exec "$judge" routes "$input/ring5.net" "$input/ring5.lfts" --channels private.csv >out) || fail "umask 077"
[ "$(stat -c %a private.csv)" = 600 ] || fail "private.csv has mode $(stat -c %a private.csv)"
cp -r modes before
echo mine >precious && ln -sf "$PWD/precious" modes/sssp.sl && ln -sf "$PWD/precious" modes/.sssp.psl.new
runs 0 "$route" "$input/ring5.net" -o modes -q
[ "$(cat precious)" = mine ] && [ ! -L modes/sssp.sl ] || fail "it wrote through a link"
diff -r before modes || fail "other tables"
"$topo" torus:12x12,hosts=4 --lids -q -o large.net || exit 1
echo old >old.net && echo old >old.csv && echo old >old.svg && echo old >page
full() { # a disk that takes 8 KB a file
	what=$*
	(
		trap '' XFSZ
		ulimit -f 8
		exec "$@" >out 2>err
	)
	status=$?
	[ $status = 2 ] || fail "$what: status $status on a full disk: $(cat err)"
}
full "$topo" torus:20x20,hosts=4 -q -o old.net
full "$route" large.net -o modes --force -q
diff -r before modes || fail "a full disk changes tables"
full "$judge" compare "$input/ring5.net" "a=$input/ring5.lfts" "b=$input/ring5.lfts" -n 10 --plot old.svg
runs 0 "$route" large.net -o large -q
full "$judge" routes large.net large/opensm-lfts.dump --channels old.csv
full "$judge" report large.net "a=large/opensm-lfts.dump" "b=large/opensm-lfts.dump" -n 10 -o page
[ "$(cat old.net old.csv old.svg page | tr '\n' ' ')" = "old old old old " ] || fail "a full disk leaves less than the old file"
[ -z "$(find . -name '*.new' -o -name 'old.*.*')" ] || fail "left behind: $(find . -name '*.new' -o -name 'old.*.*')"
exit 0
