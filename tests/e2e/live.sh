# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# Questions to a subnet manager that stays, and its answers against what the plugin wrote down. Source functions.sh
# first.

: "${work:?}"

# LIDs and node GUIDs of the CAs from OpenSM's own list of links: lines "LID GUID".
ca_lids() {
	sed 's/ } { /\n/' "$work/opensm-subnet.lst" | tr -d '{' |
		sed -n 's/^ *CA.* NodeGUID:\([0-9A-Fa-f]*\) .* LID:\([0-9A-Fa-f]*\) PN:.*/\2 \1/p' | sort -u |
		while read -r lid guid; do echo "$((16#$lid)) ${guid,,}"; done
}

# LID and GUID of each switch.
switch_lids() {
	sed -n 's/^Unicast lids .* of switch Lid \([0-9]*\) guid 0x\([0-9a-f]*\).*/\1 \2/p' "$work/opensm-lfts.dump"
}

# The SLs that the SM is to answer from one CA to all LIDs of a list, sorted: those of sssp.psl; 0, as none is asked for,
# where switches choose lanes by ports.
sls_written() { # FROM GUID LIST
	if by_ports; then
		grep -vx "$1" "$work/$3" | sed 's/$/ 0/' | sort
	else
		awk -v guid="0x$2" -v own="$1" 'FNR == NR { asked[$1]; next }
			$1 == guid && $2 in asked && $2 != own { print $2, $3 }' "$work/$3" "$work/sssp.psl" | sort
	fi
}

# The SLs in the SM's path records from one CA to all LIDs of a list, against what was written.
# Collects lines "FROM TO SL" in $work/sls.
check_sls() { # FROM GUID LIST
	# shellcheck disable=SC2016,SC2046 # for the inner shell; a list of words
	sim sh -c 'from=$1; shift; for to; do echo "to $to"; saquery -p --slid $from --dlid $to; done' ask "$1" \
		$(grep -vx "$1" "$work/$3") >"$work/records" || fail "saquery: $(tail -n 3 "$work/records")"
	awk '$1 == "to" { to = $2 } $1 ~ /^sl\.+0x/ { sub(/.*0x/, ""); print to, index("0123456789abcdef", tolower($0)) - 1 }' \
		"$work/records" | sort >"$work/answered"
	sls_written "$1" "$2" "$3" >"$work/written"
	[ "$(wc -l <"$work/written")" = "$(grep -cvx "$1" "$work/$3")" ] || fail "sssp.psl lacks LIDs from 0x$2"
	cmp -s "$work/answered" "$work/written" ||
		fail "SLs from $1, answered and written: $(diff "$work/answered" "$work/written" | head -n 5)"
	sed "s/^/$1 /" "$work/answered" >>"$work/sls"
}

# What sssp.slvl says of one out port of a switch, against the tables in the switch (which has them for ports without
# a cable too).
check_sl2vl() { # LID GUID PORT [ROWS-AT-LEAST]
	sim smpquery sl2vl "$1" "$3" | sed -n 's/^ports: in *\([0-9]*\), out *\([0-9]*\): |\(.*\)|$/\1 \2 |\3/p' |
		awk -F '|' -v guid="0x$2" '{ split($1, ports, " ")
			row = guid " " ports[1] " " ports[2]
			for (i = 2; i <= 16; i += 2) row = row sprintf(" 0x%x%x", $i, $(i + 1))
			print row }' | sort >"$work/programmed"
	awk -v guid="0x$2" -v out="$3" '$1 == guid && $3 == out && $2 != out' "$work/sssp.slvl" | sort >"$work/written"
	[ "$(wc -l <"$work/written")" -ge "${4:-5}" ] || fail "sssp.slvl lacks ports of 0x$2, out port $3"
	[ -z "$(comm -13 "$work/programmed" "$work/written")" ] ||
		fail "SL2VL of 0x$2, written but not so programmed: $(comm -13 "$work/programmed" "$work/written" | head -n 4)"
}

# The same for every pair of CAs.
check_all_sls() {
	local from guid
	ca_lids >"$work/cas"
	cut -d ' ' -f 1 "$work/cas" >"$work/lids"
	: >"$work/sls"
	while read -r from guid <&3; do check_sls "$from" "$guid" lids; done 3<"$work/cas"
}

# Pairs in $work/sls whose two directions have SLs of their own.
asymmetric_pairs() {
	awk '{ sl[$1 " " $2] = $3 }
	     END { for (pair in sl) { split(pair, lid, " "); pairs += sl[pair] != sl[lid[2] " " lid[1]] }; print pairs / 2 }' \
		"$work/sls"
}

# The out ports an ibtracert from standard input took at switches: lines "GUID PORT", with the last switch's too.
ports_taken() {
	awk '/^\[[0-9]+\] -> / {
			split($1, out, /[][]/)
			if (at != "") print at, out[2] + 0
			at = ""
			if ($3 == "switch") { split($0, brace, /[{}]/); at = substr(brace[2], 3) }
		}'
}

# The same from the tables, following LID `to` from the first switch: standard input is what was taken.
ports_in_tables() { # TO
	awk -v to="$1" '
		function number(hex, i, n) { for (i = 3; i <= length(hex); i++)
			n = n * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1; return n }
		FNR == NR { if (/^Unicast/) { guid = substr($0, match($0, /guid 0x/) + 7, 16) }
			    else if (/^0x/ && number($1) == to) port[guid] = $2 + 0; next }
		{ print $1, port[$1] }' "$work/opensm-lfts.dump" -
}

# The route that packets of two LIDs take through the switches, against the tables.
check_route() { # FROM TO
	sim ibtracert "$1" "$2" >"$work/trace" || fail "ibtracert $1 $2: $(cat "$work/trace")"
	ports_taken <"$work/trace" >"$work/taken"
	[ -s "$work/taken" ] || fail "ibtracert $1 $2 says nothing: $(cat "$work/trace")"
	ports_in_tables "$2" <"$work/taken" >"$work/expected"
	cmp -s "$work/taken" "$work/expected" || fail "from $1 to $2: $(paste "$work/taken" "$work/expected")"
}
