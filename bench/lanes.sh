#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# lanes.sh all|quick [FILE]: virtual lanes that our routes need, beside OpenSM's dfsssp and lash in the same run, what
# that costs in bandwidth against routes that need not care for lanes, and what happens when there are only one or two.
# Prints two tables, into FILE too. Status 1 where a bound does not hold.
. "${srcdir:?}/bench/common.sh"

readonly PATTERNS=1000
readonly SYMMETRIC_SHARE=0.95 ASYMMETRIC_SHARE=0.98 # of the bandwidth of unrestricted routes: at least

# SPEC, at most asymmetric, at most symmetric, aim symmetric
readonly FABRICS='
karytree:6,3                                   1 1 1
karytree:18,2                                  1 1 1
fattree:ports=24,levels=3,oversubscription=2   1 1 1
clos:leaves=24,hosts=18,spines=12,links=1      1 1 1
deimos                                         2 3 2
random:switches=64,ports=36,hosts=18,seed=1    3 4 2
torus:8x8,hosts=12                             4 6 4
torus:6x6x6,hosts=4                            6 8 4
hypercube:7,hosts=2                            4 8 4
shared:selene-storage.ibnetdiscover            1 2 1'
readonly unfinished="not in $OPENSM_LIMIT s"
readonly QUICK='^(karytree:6,3|torus:8x8|hypercube)'

# ---- measuring

measure_builtin() { # sets dfsssp, lash, lash_ebb, builtin_ebb
	lash_ebb=- builtin_ebb=-
	start_ibsim "$fabric" || fail "ibsim: $(tail -n 3 "$work/ibsim.log")"
	# 0x43: no verbose lines, of which lash writes a gigabyte.
	if opensm_routes sssp 0x43 && [ "$(used_engine)" = sssp ]; then
		judge_opensm builtin "$PATTERNS"
		builtin_ebb=$(value builtin.ebb.json .mean)
	fi
	if opensm_routes dfsssp 0x43; then dfsssp=$(builtin_lanes dfsssp); else dfsssp=$unfinished; fi
	lash=$unfinished
	if opensm_routes lash 0x43; then
		lash=$(builtin_lanes lash)
		[ "$(used_engine)" != lash ] || {
			judge_opensm lash "$PATTERNS"
			lash_ebb=$(value lash.ebb.json .mean)
		}
	fi
	stop_ibsim
}

# Without regard to lanes: the published algorithm, and what the engine does by itself.
measure_plain() { # sets plain_ebb, plain_default_ebb
	local passes
	for passes in 1 0; do
		bounded "$ROUTE_LIMIT" plain.out "$builddir/bench/plain_routes" fabric.net psssp $passes plain.dump ||
			cat "$work/plain.out" >&2
		judge plain$passes.ebb.json ebb fabric.net plain.dump -n "$PATTERNS" --seed 1
		rm -f "$work/plain.dump"
	done
	plain_ebb=$(value plain1.ebb.json .mean)
	plain_default_ebb=$(value plain0.ebb.json .mean)
}

# The loops that a reply on the forward SL would make are judged too where SLs are symmetric.
measure_ours() { # NAME symmetric|asymmetric [OPTION OF sssp-route..]
	local name=$1 reverse=()
	[ "$2" != symmetric ] || reverse=(--reverse)
	shift
	say "sssp-route --sl $*"
	route_ours "$name" --sl "$@" || say "sssp-route: $(head -c 300 "$work/$name.json")"
	judge_ours "$name" "$PATTERNS" ${reverse[@]+"${reverse[@]}"}
}

# ---- bounds

# Complete tables, no credit loop.
sound() { # NAME
	[ "$(value "$1.routes.json" .unreachable)" = 0 ] && [ "$(value "$1.routes.json" .loops)" = 0 ] &&
		[ "$(value "$1.deadlock.json" .free)" = true ]
}

check_sound() { # WHAT NAME
	sound "$2" || violation "$1: not complete or not free of credit loops"
}

check_row() { # WHAT NAME AT-MOST SHARE REFERENCE
	local vls ratio
	vls=$(value "$2.json" .vls_needed)
	ratio=$(calculate %.4f "$(value "$2.ebb.json" .mean) / $5")
	check_sound "$1" "$2"
	holds "$vls <= $3" || violation "$1: $vls lanes, at most $3"
	holds "$ratio >= $4" || violation "$1: eBB is $ratio of unrestricted, at least $4"
	[ "$(value "$2.routes.json" .nonminimal)" = 0 ] || violation "$1: $(value "$2.routes.json" .nonminimal) pairs are not minimal"
}

# ---- tables

# What is needed of what is allowed, said so that a bound that does not hold is seen.
within() { # VALUE AT-MOST
	if holds "$1 <= $2"; then echo "$1 of $2"; else echo "**$1 of $2**"; fi
}

share() { # EBB REFERENCE LEAST
	local ratio
	ratio=$(calculate %.3f "$1 / $2")
	if holds "$1 / $2 >= $3"; then echo "$ratio"; else echo "**$ratio**"; fi
}

verdict() { # NAME..
	local name
	for name in "$@"; do
		sound "$name" || {
			echo "**no**"
			return
		}
	done
	echo yes
}

row() { # SPEC ASYMMETRIC SYMMETRIC AIM REFERENCE
	local s a lash_shown=$lash
	s=$(value symmetric.ebb.json .mean)
	a=$(value asymmetric.ebb.json .mean)
	[ "$lash_ebb" = - ] || lash_shown="$lash ($(decimals "$lash_ebb"))"
	printf '%s\t' "${1#shared:}" "$dfsssp" "$lash_shown" "$(within "$(value asymmetric.json .vls_needed)" "$2")" \
		"$(within "$(value symmetric.json .vls_needed)" "$3")" "$4" "$(decimals "$builtin_ebb")" \
		"$(decimals "$plain_ebb")" "$(decimals "$plain_default_ebb")" "$(decimals "$a")" "$(share "$a" "$5" $ASYMMETRIC_SHARE)" "$(decimals "$s")" \
		"$(share "$s" "$5" $SYMMETRIC_SHARE)" "$(value asymmetric.routes.json .nonminimal)" \
		"$(value symmetric.routes.json .nonminimal)" "$(verdict symmetric asymmetric)" \
		"$(calculate %.2f "$(our_seconds asymmetric)")"
	calculate %.2f "$(our_seconds symmetric)"
}

head_row() {
	printf '%s\t' fabric dfsssp 'lash (eBB)' asymmetric symmetric aim 'eBB sssp' 'eBB P-SSSP' 'eBB free' 'eBB asym.' share \
		'eBB symm.' share 'longer asym.' 'longer symm.' 'no loops' 's asym.'
	echo 's symm.'
}

budget_row() { # SPEC NAME MAX-VLS
	local longer pairs
	longer=$(value "$2.routes.json" .nonminimal)
	pairs=$(value "$2.routes.json" .pairs)
	printf '%s\t' "${1#shared:}" "$3" "$(value "$2.json" .vls_needed)" "$longer" \
		"$(calculate %.2f "100 * $longer / $pairs")" "$(decimals "$(value "$2.ebb.json" .mean)")" \
		"$(calculate %.3f "$(value "$2.ebb.json" .mean) / $4")" "$(verdict "$2")"
	calculate %.2f "$(our_seconds "$2")"
}

budget_head() {
	printf '%s\t' fabric 'max VLs' needed 'longer pairs' '%' eBB share 'no loops'
	echo s
}

measure_fabric() { # SPEC ASYMMETRIC SYMMETRIC AIM
	local reference max
	say "== $1"
	make_bench_fabric "$1" || {
		say "$1 is not here: left out"
		return
	}
	measure_builtin
	measure_plain
	reference=$(calculate %.6f "($plain_ebb > ${builtin_ebb/#-/0} ? $plain_ebb : ${builtin_ebb/#-/0})")
	measure_ours symmetric symmetric
	measure_ours asymmetric asymmetric
	check_row "$1 symmetric" symmetric "$3" $SYMMETRIC_SHARE "$reference"
	check_row "$1 asymmetric" asymmetric "$2" $ASYMMETRIC_SHARE "$reference"
	row "$1" "$2" "$3" "$4" "$reference" >>"$work/rows"
	for max in 1 2; do
		measure_ours budget symmetric --max-vls $max
		check_sound "$1 with $max lanes" budget
		holds "$(value budget.json .vls_used) <= $max" || violation "$1: more than $max lanes"
		budget_row "$1" budget $max "$reference" >>"$work/budget.rows"
	done
}

print_report() {
	printf '\n## Virtual lanes\n\n'
	markdown_table <"$work/rows"
	cat <<-END

		dfsssp, lash: lanes that these engines of OpenSM need in this run, or that they give up (OpenSM then routes with minhop,
		which may deadlock). asymmetric, symmetric: lanes that our routes need (\`vls_needed\`) of the most allowed; aim: for
		symmetric SLs. eBB: effective bisection bandwidth over $PATTERNS random patterns: of OpenSM's built-in sssp, of P-SSSP
		as published and with this engine's defaults (free), both with no regard to lanes (\`bench/plain_routes\`), and of
		our routes. share: of the better of the first two, at least $ASYMMETRIC_SHARE asymmetric and $SYMMETRIC_SHARE symmetric. longer: pairs that
		are not routed minimally. no loops: every pair arrives and no lane has a credit loop, by \`sssp-eval deadlock\`, with
		\`--reverse\` for symmetric SLs. s: seconds of route and layer together. A bound that does not hold is in **bold**.

		## One and two lanes, symmetric

	END
	markdown_table <"$work/budget.rows"
	printf '\nshare: of the better eBB of the built-in sssp and published P-SSSP, as above; %%: longer pairs of all.\n'
}

[ $# -ge 1 ] || fail "usage: lanes.sh all|quick [FILE]"
result=$(realpath -m "${2:-/dev/null}")
start_work
requires_simulator
requires jq
head_row >"$work/rows"
budget_head >"$work/budget.rows"
while read -r spec asymmetric symmetric aim; do
	[ -n "$spec" ] || continue
	[ "$1" = all ] || [[ $spec =~ $QUICK ]] || continue
	measure_fabric "$spec" "$asymmetric" "$symmetric" "$aim" </dev/null
done <<<"$FABRICS"
print_report | tee "$result"
[ $violations = 0 ] || say "$violations bounds do not hold"
[ $violations = 0 ]
