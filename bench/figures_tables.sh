# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# Which figure stands where: a function for each table whose figures can be computed again, chosen by the table's head.
# Sourced by figures.sh. A cell is passed on as it stands in the text, a figure that no program gives twice (seconds) is
# not looked at.

: "${work:?}" "${srcdir:?}" "${builddir:?}" "${mode:?}" "${with_plugin:?}"
engine_vls= # builtin_engine says it
engine_loops= # builtin_loops says it
fabric= # use_fabric says it, and:
used_spec=
ebb_options=()

check_row() { # HEAD CELL..
	local head=$1
	shift
	case $head in
	'fabric|routing|lanes|uniform, fifo 4|'*) packets_row "$@" ;;
	'fabric|VLs, spread|uniform, fifo 4|'*) spread_row "$@" ;;
	'fabric|engine|VLs|EFI|eBB|credit loops') shown_row "$@" ;;
	'fabric|hosts|VLs|eBB|under load|eBB of minhop|eBB of dfsssp') front_row "$@" ;;
	'fabric|routing|VLs|lost pairs|longer pairs|EFI|eBB|credit loops') compared_row "$@" ;;
	'fabric|endpoints|channels|VLs|passes|'*) scale_row "$@" ;;
	'ibsim-configs|SPEC|ours|'*) bundled_row "$@" ;;
	'fabric|dfsssp|lash (eBB)|asymmetric|symmetric|'*) lanes_row "$@" ;;
	'fabric|max VLs|needed|longer pairs|%|eBB|share|no loops|s') budget_row "$@" ;;
	'fabric|at least|ours|'*)
		least_cell "$1" "$2" "${head#*|*|}" "${@:3}"
		engines_row near .ebb.json .mean "$1" "${head#*|*|}" "${@:3}"
		;;
	'fabric|ours|minhop|'*) engines_row same .routes.json .efi.max "$1" "${head#*|}" "${@:2}" ;;
	'fabric|ours s|'*) timed_row "$@" ;;
	'fabric|entries changed, to one that had to|'*) reroute_row "$@" ;;
	'fabric|minhop|minhop, grown|'*) papers_row "$@" ;;
	'fabric|LMC, routes|lanes|'*) ;; # of LMC.md, which is compared line by line
	'routing|EFI|eBB') [ "$mode" = all ] || leave_out ;; # of PAPERS.md, which all compares as a whole
	'the worst||case') worst_row "$@" ;;
	'family|cases|short|'*) family_row "$@" ;;
	*EFI* | *eBB*) differs 'a table that is not checked' "$head" nothing ;;
	esac
}

# An empty first cell: the fabric of the row above.
row_fabric() { # CELL
	[ -z "$1" ] || fabric_of_row=$1
}

# README's: ours ("EBB" or "EBB; any SL: EBB"; "SHARE, minhop SHARE" or "SHARE, minhop stops"), and what stands there of
# OpenSM's engines: "EBB", "EBB, can deadlock", "EBB on N VLs".
front_row() { # FABRIC HOSTS VLS EBB LOAD MINHOP DFSSSP
	is_left_out "$1" && return
	use_fabric "$1" || { leave_out && return; }
	ours ours-1000 1000
	same hosts "$2" "$(value ours-1000.json .endpoints)"
	same VLs "$3" "$(value ours-1000.json .vls_needed)"
	near eBB "${4%%;*}" "$(value ours-1000.ebb.json .mean)"
	case $4 in
	*'any SL: '*)
		ours any-sl-1000 1000 --sl any
		near 'eBB on any SL' "${4##*: }" "$(value any-sl-1000.ebb.json .mean)"
		;;
	esac
	route_ours loaded
	near 'under load' "${5%%,*}" "$(packet_cell fabric.net loaded uniform voq:16)"
	rm -rf "${work:?}/loaded"
	[ "$mode" = all ] || return 0
	builtin_tables minhop
	near 'minhop under load' "${5#*, minhop }" "$(packet_cell minhop-tables.lst minhop-tables.dump uniform voq:16)"
	builtin_engine minhop 1000
	near 'eBB of minhop' "${6%%,*}" "$(value minhop-1000.ebb.json .mean)"
	builtin_loops minhop
	same 'credit loops of minhop' "$(case $6 in *deadlock) echo yes ;; *) echo none ;; esac)" "$engine_loops"
	builtin_engine dfsssp 1000
	near 'eBB of dfsssp' "${7%% *}" "$(value dfsssp-1000.ebb.json .mean)"
	same 'VLs of dfsssp' "$(tr -dc 0-9 <<<"${7#* on }")" "$engine_vls"
}

# What `quickstart run` printed, from OpenSM itself.
shown_row() { # FABRIC ENGINE VLS EFI EBB LOOPS
	row_fabric "$1"
	local spec
	case $fabric_of_row in
	'bundled Deimos'*) spec=deimos.net ;;
	'a storage fabric'*) spec=selene-storage.ibnetdiscover ;;
	*) fail "no file is known for '$fabric_of_row'" ;;
	esac
	[ "$mode" = all ] || { leave_out && return; }
	use_fabric "$spec" || { leave_out && return; }
	simulate
	case $2 in
	'this one') compare_engine sssp "$with_plugin" ;;
	*) compare_engine "${2#OpenSM }" ;;
	esac >"$work/row.json" || fail "no row for $2 on $spec"
	local vls efi ebb loops
	IFS=$'\t' read -r _ _ vls efi ebb _ loops _ <"$work/row.json"
	same VLs "$3" "$vls"
	same EFI "$4" "$efi"
	near eBB "$5" "$ebb"
	same 'credit loops' "$6" "$(said_of_loops "$loops")"
}

said_of_loops() { # VERDICT
	case $1 in
	free) echo none ;;
	loops) echo yes ;;
	*) echo 'cannot be checked' ;;
	esac
}

# What `make bench-packets` printed: in quick mode our row of one fabric. ftree gives Deimos other tables each time.
packets_row() { # FABRIC ROUTING LANES CELL..
	row_fabric "$1"
	local shown=("${@:4}") measured i
	[ "$mode" = all ] || { [ "$2" = 'this one' ] && [[ $fabric_of_row =~ ^torus:6x6 ]]; } || { leave_out && return; }
	[ "$fabric_of_row $2" != 'deimos ftree' ] || return 0
	use_fabric "$fabric_of_row" || { leave_out && return; }
	if [ "$2" = 'this one' ]; then
		route_ours packets || fail "sssp-route $used_spec: $(head -c 300 "$work/packets.json")"
		same lanes "$3" "$(value packets.json .vls_used)"
		measured=$(packet_cells "$fabric" packets)
		rm -rf "${work:?}/packets"
	else
		builtin_tables "$2"
		measured=$(packet_builtin "$(cat "$work/$2-lanes.json")" "$2-tables.lst" "$2-tables.dump")
	fi
	i=0
	while IFS= read -r cell; do
		near "$2" "${shown[i]}" "$cell"
		i=$((i + 1))
	done < <(tr '\t' '\n' <<<"$measured")
}

# The rows of lanes that are left.
spread_row() { # FABRIC VLS CELL..
	row_fabric "$1"
	local shown=("${@:3}") i=0
	[ "$mode" = all ] || [[ $fabric_of_row =~ ^random ]] || { leave_out && return; }
	use_fabric "$fabric_of_row" || { leave_out && return; }
	route_ours spread --spread || fail "sssp-route --spread $used_spec: $(head -c 300 "$work/spread.json")"
	same lanes "$2" "$(value spread.json .vls_used)"
	while IFS= read -r cell; do
		near spread "${shown[i]}" "$cell"
		i=$((i + 1))
	done < <(packet_cells "$fabric" spread | tr '\t' '\n')
	rm -rf "${work:?}/spread"
}

# What `make bench-compare` printed.
compared_row() { # FABRIC ROUTING VLS LOST LONGER EFI EBB LOOPS
	row_fabric "$1"
	local name=ours-1000
	if [ "$2" = 'this one' ]; then
		is_left_out "$fabric_of_row" && return
		use_fabric "$fabric_of_row"
		ours $name 1000
		same VLs "$3" "$(value $name.json .vls_needed)"
		same 'credit loops' "$8" "$(value "$name.deadlock.json" 'if .free then "none" else "yes" end')"
	else
		[ "$mode" = all ] || { leave_out && return; }
		use_fabric "$fabric_of_row"
		builtin_engine "$2" 1000
		same VLs "$3" "${engine_vls%%:*}"
		[[ $engine_vls != gives* ]] || return 0
		name=$2-1000
	fi
	same 'lost pairs' "$4" "$(value "$name.routes.json" .unreachable)"
	same 'longer pairs' "$5" "$(value "$name.routes.json" .nonminimal)"
	same EFI "$6" "$(value "$name.routes.json" .efi.max)"
	near eBB "$7" "$(value "$name.ebb.json" .mean)"
	[ "$2" != 'this one' ] || return 0
	builtin_loops "$2"
	same 'credit loops' "$8" "$engine_loops"
}

# Endpoints, channels, lanes, passes; what stands beside them is seconds and memory.
scale_row() { # FABRIC ENDPOINTS CHANNELS VLS PASSES ..
	is_left_out "$1" && return
	use_fabric "$1"
	[ -s "$work/compute.json" ] ||
		bounded "$ROUTE_LIMIT" compute.json "$builddir/bench/compute" --threads=2 --runs=1 fabric.net
	same endpoints "$2" "$(value compute.json .endpoints)"
	same channels "$3" "$(value compute.json .channels)"
	same VLs "$4" "$(value compute.json .vls_needed)"
	same passes "$5" "$(value compute.json .passes)"
}

bundled_row() { # NAME SPEC OURS BEST ITS RATIO BELOW ENGINES
	same "SPEC of $1" "$2" "$(sed -n '1s/^# //p' "$srcdir/ibsim-configs/$1.net" | tr -d ,)"
	its_best "$@"
	is_left_out "$2" && return
	use_fabric "$2"
	ours ours-2000 2000
	near "eBB of $1" "$3" "$(value ours-2000.ebb.json .mean)"
	[ "$mode" = all ] || return 0
	local engine shown
	while read -r engine shown; do
		builtin_engine "$engine" 2000
		near "eBB of $engine" "${shown%%:*}" "$(builtin_value "$engine" 2000 .ebb.json .mean)"
	done < <(tr ',' '\n' <<<"$8")
}

# What follows from the other cells of the row: that the best is none of another engine's, and how far it is from ours.
its_best() { # as bundled_row
	local engine shown most=0 its=-
	while read -r engine shown; do
		[ "$engine" != "$4" ] || its=$shown
		[[ $engine == dor || ! $shown =~ ^[0-9.]+$ ]] || ! holds "$shown > $most" || most=$shown
	done < <(tr ',' '\n' <<<"$8")
	same "best engine's eBB on $1" "$5" "$its"
	holds "$5 >= $most" || differs "best eBB of OpenSM's on $1" "$5" "$most"
	same "ours / its on $1" "$6" "$(calculate %.3f "$3 / $5")"
	same "below on $1" "$7" "$(if holds "$3 + 0.0005 >= $5"; then echo no; else echo yes; fi)"
}

builtin_value() { # ENGINE PATTERNS ANSWER FILTER
	case $engine_vls in
	gives*) echo "${engine_vls%%:*}" ;;
	*) decimals "$(value "$1-$2$3" "$4")" ;;
	esac
}

lanes_row() { # FABRIC DFSSSP LASH ASYMMETRIC SYMMETRIC AIM SSSP PUBLISHED FREE EBB SHARE EBB SHARE LONGER LONGER FREE S S
	lane_bounds "$1" "${4#* of }" "${5#* of }" "$6"
	is_left_out "$1" && return
	use_fabric "$1" || { leave_out && return; }
	ours symmetric-1000 1000 --sl symmetric
	ours asymmetric-1000 1000 --sl asymmetric
	same 'asymmetric lanes' "${4%% *}" "$(value asymmetric-1000.json .vls_needed)"
	same 'symmetric lanes' "${5%% *}" "$(value symmetric-1000.json .vls_needed)"
	near 'eBB P-SSSP' "$8" "$(plain_bandwidth 1)"
	near 'eBB free' "$9" "$(plain_bandwidth 0)"
	near 'eBB asymmetric' "${10}" "$(value asymmetric-1000.ebb.json .mean)"
	near 'eBB symmetric' "${12}" "$(value symmetric-1000.ebb.json .mean)"
	same 'longer pairs, asymmetric' "${14}" "$(value asymmetric-1000.routes.json .nonminimal)"
	same 'longer pairs, symmetric' "${15}" "$(value symmetric-1000.routes.json .nonminimal)"
	same 'no loops' "${16}" "$(sound symmetric-1000 asymmetric-1000)"
	[ "$mode" = all ] || return 0
	builtin_engine sssp 1000
	near 'eBB sssp' "$7" "$(value sssp-1000.ebb.json .mean)"
	near 'share, asymmetric' "${11}" "$(share asymmetric-1000)"
	near 'share, symmetric' "${13}" "$(share symmetric-1000)"
	builtin_engine dfsssp 1000
	same 'lanes of dfsssp' "$2" "$engine_vls"
	builtin_engine lash 1000
	same 'lanes of lash' "${3% (*}" "$engine_vls"
	case $3 in
	*\(*) near 'eBB of lash' "$(tr -d ')' <<<"${3#*(}")" "$(value lash-1000.ebb.json .mean)" ;;
	esac
}

# Those that lanes.sh states.
lane_bounds() { # FABRIC MOST MOST AIM
	local most_asymmetric most_symmetric aim
	read -r most_asymmetric most_symmetric aim < <(awk -v spec="$1" '
		{ sub(/^shared:/, ""); gsub(/\047/, "") } $1 == spec { print $2, $3, $4 }' "$srcdir/bench/lanes.sh")
	same 'most asymmetric lanes' "$2" "${most_asymmetric:--}"
	same 'most symmetric lanes' "$3" "${most_symmetric:--}"
	same 'aim of symmetric lanes' "$4" "${aim:--}"
}

# Does every pair arrive, and is no lane in a loop?
sound() { # NAME..
	local name
	for name in "$@"; do
		[ "$(value "$name.routes.json" .unreachable) $(value "$name.routes.json" .loops)" = '0 0' ] &&
			[ "$(value "$name.deadlock.json" .free)" = true ] || { echo no && return; }
	done
	echo yes
}

# Our bandwidth as a part of the better one of OpenSM's sssp, which has run, and the published algorithm.
share() { # NAME
	local theirs published
	theirs=$(value sssp-1000.ebb.json .mean) published=$(plain_bandwidth 1)
	calculate %.3f "$(value "$1.ebb.json" .mean) / ($published > ${theirs/#-/0} ? $published : ${theirs/#-/0})"
}

budget_row() { # FABRIC MAX NEEDED LONGER % EBB SHARE FREE S
	is_left_out "$1" && return
	use_fabric "$1" || { leave_out && return; }
	local name=budget$2-1000
	ours "$name" 1000 --sl symmetric --max-vls "$2"
	same "lanes of $2" "$3" "$(value "$name.json" .vls_needed)"
	same "longer pairs with $2 lanes" "$4" "$(value "$name.routes.json" .nonminimal)"
	same "% of longer pairs with $2 lanes" "$5" \
		"$(calculate %.2f "100 * $(value "$name.routes.json" .nonminimal) / $(value "$name.routes.json" .pairs)")"
	near "eBB with $2 lanes" "$6" "$(value "$name.ebb.json" .mean)"
	same "no loops with $2 lanes" "$8" "$(sound "$name")"
	[ "$mode" = all ] || return 0
	builtin_engine sssp 1000
	near "share with $2 lanes" "$7" "$(share "$name")"
}

# One figure of each engine in a row, whose names stand in the head.
engines_row() { # near|same ANSWER FILTER FABRIC HEAD CELL..
	local compare=$1 answer=$2 filter=$3 spec=$4 names name
	IFS='|' read -ra names <<<"$5"
	shift 5
	is_left_out "$spec" && return
	use_fabric "$spec" || { leave_out && return; }
	for name in "${names[@]}"; do
		local shown=${1%%:*}
		shift
		case $name:$shown in
		*: | *:not* | *:no\ time*) continue ;;
		found:*)
			found_tables
			$compare "$name" "$shown" "$(decimals_of "$compare" "$(value "found-2000$answer" "$filter")")"
			continue
			;;
		ours:*)
			ours ours-2000 2000
			$compare "$name" "$shown" "$(decimals_of "$compare" "$(value "ours-2000$answer" "$filter")")"
			continue
			;;
		esac
		[ "$mode" = all ] || continue
		[ "$name:$spec" != ftree:deimos ] || continue # other tables from run to run
		builtin_engine "$name" 2000
		case $engine_vls in
		gives*) $compare "$name" "$shown" "${engine_vls%%:*}" ;;
		*) $compare "$name" "$shown" "$(decimals_of "$compare" "$(value "$name-2000$answer" "$filter")")" ;;
		esac
	done
}

# The tables that were found on the machine itself.
found_tables() {
	local tables=$SSSP_SHARED/fabrics/${used_spec%.ibnetdiscover*}.lfts
	[ ! -s "$work/found-2000.ebb.json" ] || return 0
	judge found-2000.routes.json routes fabric.net "$tables"
	judge found-2000.ebb.json ebb fabric.net "$tables" -n 2000 --seed 1 ${ebb_options[@]+"${ebb_options[@]}"}
}

# What fabrics.sh wants, by itself or by the best of OpenSM's in the row, and whether ours is that.
least_cell() { # FABRIC SHOWN HEAD CELL..
	local least names best shown_least=$2 ours=$4
	least=$(awk -v spec="$1" '{ sub(/^shared:/, "") } $1 == spec { print $8 }' "$srcdir/bench/fabrics.sh")
	names=$3
	shift 4
	best=$(printf '%s\n' "$@" | paste - <(tail -n +2 <<<"${names//|/$'\n'}") |
		awk -F '\t' '$2 != "found" && $1 ~ /^[0-9.]+$/ && $1 > most { most = $1 } END { print most ? most : "-" }')
	least=$(calculate %.3f "${least/best/$best }")
	[ "$least" = - ] || holds "$ours + 0.0005 >= $least" || least="missed: $least"
	same 'at least' "$shown_least" "$least"
}

decimals_of() { # near|same VALUE
	if [ "$1" = near ]; then decimals "$2"; else echo "$2"; fi
}

# Lanes stand beside the seconds.
timed_row() { # FABRIC.. VLS DFSSSP
	local spec=$1
	is_left_out "$spec" && return
	use_fabric "$spec" || { leave_out && return; }
	ours ours-2000 2000
	same VLs "${*: -2:1}" "$(value ours-2000.json .vls_needed)"
	[ "$mode" = all ] || return 0
	builtin_engine dfsssp 2000
	same 'VLs of dfsssp' "${*: -1}" "$engine_vls"
}

# What `make bench-papers` printed: "EFI / eBB" of routes alone, and of ours; the gain is that of P-SSSP, grown, over
# minhop, grown, as they stand in the row. All compares the page as a whole (figures_pages.sh).
papers_row() { # FABRIC MINHOP GROWN PRINTED PSSSP PSSSP-GROWN GAIN PRINTED P2SSSP OURS
	[ "$mode" = quick ] || return 0
	same "gain on $1" "$7" "$(calculate '%+.0f %%' "100 * (${6#*/ } / ${3#*/ } + -1)")"
	is_left_out "$1" && return
	use_fabric "$1"
	ours ours-papers "$(patterns "$1")"
	same "EFI of ours on $1" "${10% /*}" "$(value ours-papers.routes.json .efi.max)"
	near "eBB of ours on $1" "${10#*/ }" "$(value ours-papers.ebb.json .mean)"
}

# What `make bench-reroute` printed of a cable that is cut, and of its last table's end. Numbers, in the order of both.
reroute_row() { # FABRIC RATIO BLOCKS SLS EBB
	[ "$mode" = all ] || { leave_out && return; }
	local spec line_of_cut
	case $1 in
	Deimos) spec=deimos ;;
	'the storage fabric'*) spec=$SSSP_SHARED/fabrics/selene-storage.ibnetdiscover ;;
	'torus of 8x8 switches, 768 hosts') spec=torus:8x8,hosts=12 ;;
	*) fail "no fabric is known for '$1'" ;;
	esac
	bounded "$ROUTE_LIMIT" reroute.md "$builddir/bench/reroute" --seed=1 --events=10 --chain=200 "$spec"
	line_of_cut=$(grep '^| a cable between switches cut' "$work/reroute.md") || fail "no row for $1: $(tail -n 3 "$work/reroute.md")"
	same 'entries changed' "$(numbers "$2")" "$(field_numbers 5 "$line_of_cut")"
	same 'blocks rewritten' "$(numbers "${3%%(*}")" "$(field_numbers 6 "$line_of_cut")"
	case $3 in
	*\(*) same 'blocks that had to be' "$(numbers "${3#*\(}")" "$(field_numbers 7 "$line_of_cut" | cut -d ' ' -f 2)" ;;
	esac
	same 'SLs changed' "$(numbers "$4")" "$(field_numbers 8 "$line_of_cut")"
	near 'eBB after 200 events' "$5" "$(sed -n 's|^After .*: eBB / fresh \([0-9.]*\),.*|\1|p' "$work/reroute.md")"
}

field_numbers() { # FIELD ROW
	numbers "$(cut -d '|' -f "$1" <<<"$2")"
}

# The numbers of a cell, without zeros at their ends.
numbers() { # CELL
	grep -oE '[0-9]+([.][0-9]+)?' <<<"$1" | awk '{ printf "%s%g", (NR > 1 ? " " : ""), $1 }'
}
