# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# Which figure stands where: a function for each table whose figures can be computed again, chosen by the table's head.
# Sourced by figures.sh. A cell is passed on as it stands in the text, a figure that no program gives twice (seconds) is
# not looked at.

: "${work:?}" "${builddir:?}" "${mode:?}" "${with_plugin:?}"
engine_vls= # builtin_engine says it

check_row() { # HEAD CELL..
	local head=$1
	shift
	case $head in
	'fabric|engine|VLs|EFI|eBB|credit loops') shown_row "$@" ;;
	'fabric|routing|VLs|lost pairs|longer pairs|EFI|eBB|credit loops') compared_row "$@" ;;
	'ibsim-configs|SPEC|ours|'*) bundled_row "$@" ;;
	'fabric|dfsssp|lash (eBB)|asymmetric|symmetric|'*) lanes_row "$@" ;;
	'fabric|max VLs|needed|longer pairs|%|eBB|share|no loops|s') budget_row "$@" ;;
	'fabric|at least|ours|'*) engines_row near .ebb.json .mean "$1" "${head#*|*|}" "${@:3}" ;;
	'fabric|ours|minhop|'*) engines_row same .routes.json .efi.max "$1" "${head#*|}" "${@:2}" ;;
	'fabric|ours s|'*) timed_row "$@" ;;
	'fabric|entries changed, to one that had to|'*) reroute_row "$@" ;;
	'fabric|minhop|minhop, grown|'*) papers_row "$@" ;;
	'routing|EFI|eBB') figure_6_row "$@" ;;
	'the worst||case' | 'family|cases|short|'*) leave_out ;; # make bench-cliff: seeds and minutes
	*EFI* | *eBB*) differs 'a table that is not checked' "$head" nothing ;;
	esac
}

# An empty first cell: the fabric of the row above.
row_fabric() { # CELL
	[ -z "$1" ] || fabric_of_row=$1
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
}

bundled_row() { # NAME SPEC OURS BEST ITS RATIO BELOW ENGINES
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

builtin_value() { # ENGINE PATTERNS ANSWER FILTER
	case $engine_vls in
	gives*) echo "${engine_vls%%:*}" ;;
	*) decimals "$(value "$1-$2$3" "$4")" ;;
	esac
}

lanes_row() { # 18 cells, see lanes.sh
	is_left_out "$1" && return
	use_fabric "$1" || { leave_out && return; }
	ours symmetric-1000 1000 --sl symmetric
	ours asymmetric-1000 1000 --sl asymmetric
	same 'asymmetric lanes' "${4%% *}" "$(value asymmetric-1000.json .vls_needed)"
	same 'symmetric lanes' "${5%% *}" "$(value symmetric-1000.json .vls_needed)"
	near 'eBB asymmetric' "${10}" "$(value asymmetric-1000.ebb.json .mean)"
	near 'eBB symmetric' "${12}" "$(value symmetric-1000.ebb.json .mean)"
	same 'longer pairs, asymmetric' "${14}" "$(value asymmetric-1000.routes.json .nonminimal)"
	same 'longer pairs, symmetric' "${15}" "$(value symmetric-1000.routes.json .nonminimal)"
}

budget_row() { # FABRIC MAX NEEDED LONGER % EBB SHARE FREE S
	is_left_out "$1" && return
	use_fabric "$1" || { leave_out && return; }
	ours "budget$2-1000" 1000 --sl symmetric --max-vls "$2"
	same "lanes of $2" "$3" "$(value "budget$2-1000.json" .vls_needed)"
	same "longer pairs with $2 lanes" "$4" "$(value "budget$2-1000.routes.json" .nonminimal)"
	near "eBB with $2 lanes" "$6" "$(value "budget$2-1000.ebb.json" .mean)"
}

# One figure of each engine in a row, whose names stand in the head.
engines_row() { # near|same ANSWER FILTER FABRIC HEAD CELL..
	local compare=$1 answer=$2 filter=$3 spec=$4 names name
	IFS='|' read -ra names <<<"$5"
	shift 5
	is_left_out "$spec" && return
	[[ $spec != *+capacity ]] || { leave_out && return; }
	use_fabric "$spec" || { leave_out && return; }
	for name in "${names[@]}"; do
		local shown=${1%%:*}
		shift
		case $name:$shown in
		found:* | *: | *:not* | *:no\ time*) continue ;; # found: the machine's own tables
		ours:*)
			ours ours-2000 2000
			$compare "$name" "$shown" "$(decimals_of "$compare" "$(value "ours-2000$answer" "$filter")")"
			continue
			;;
		esac
		[ "$mode" = all ] || continue
		builtin_engine "$name" 2000
		case $engine_vls in
		gives*) $compare "$name" "$shown" "${engine_vls%%:*}" ;;
		*) $compare "$name" "$shown" "$(decimals_of "$compare" "$(value "$name-2000$answer" "$filter")")" ;;
		esac
	done
}

decimals_of() { # near|same VALUE
	if [ "$1" = near ]; then decimals "$2"; else echo "$2"; fi
}

# Lanes stand beside the seconds.
timed_row() { # FABRIC.. VLS DFSSSP
	local spec=$1
	is_left_out "$spec" && return
	[[ $spec != *+capacity ]] || { leave_out && return; }
	use_fabric "$spec" || { leave_out && return; }
	ours ours-2000 2000
	same VLs "${*: -2:1}" "$(value ours-2000.json .vls_needed)"
}

# What `make bench-papers` printed: "EFI / eBB" of routes alone, and of ours.
papers_row() { # FABRIC MINHOP GROWN PRINTED PSSSP PSSSP-GROWN GAIN PRINTED P2SSSP OURS
	is_left_out "$1" && return
	use_fabric "$1"
	ours ours-papers "$(patterns "$1")"
	same "EFI of ours on $1" "${10% /*}" "$(value ours-papers.routes.json .efi.max)"
	near "eBB of ours on $1" "${10#*/ }" "$(value ours-papers.ebb.json .mean)"
	[ "$mode" = all ] || return 0
	plain_row "$2" minhop
	plain_row "$3" minhop "$SEED"
	plain_row "$5" published
	plain_row "$6" published "$SEED"
	plain_row "$9" p2sssp
}

# One routing of the fabric by bench/plain_routes, in the order of LIDs or another.
plain_row() { # CELL ENGINE [SEED]
	bounded "$ROUTE_LIMIT" plain.log "$builddir/bench/plain_routes" "$fabric" "$2" 1 "$work/plain.lft" ${3:+"$3"} ||
		fail "plain_routes $2: $(tail -n 3 "$work/plain.log")"
	judge plain.routes.json routes "$fabric" plain.lft
	same "EFI of $2${3:+, grown} on $used_spec" "${1% /*}" "$(value plain.routes.json .efi.max)"
	judge plain.ebb.json ebb "$fabric" plain.lft -n "$(patterns "$used_spec")" --seed 1
	near "eBB of $2${3:+, grown} on $used_spec" "${1#*/ }" "$(value plain.ebb.json .mean)"
}

figure_6_row() { # ROUTING EFI EBB
	[ "$mode" = all ] || { leave_out && return; }
	stop_ibsim
	fabric=$work/figure6.net used_spec=figure6
	figure_6 >"$fabric"
	bounded "$ROUTE_LIMIT" plain.log "$builddir/bench/plain_routes" "$fabric" "$1" 1 "$work/plain.lft" ||
		fail "plain_routes $1: $(tail -n 3 "$work/plain.log")"
	judge plain.routes.json routes "$fabric" plain.lft
	judge plain.ebb.json ebb "$fabric" plain.lft -n 100000 --seed 1
	same "EFI of $1, Fig. 6" "$2" "$(value plain.routes.json .efi.max)"
	near "eBB of $1, Fig. 6" "$3" "$(value plain.ebb.json .mean)"
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
