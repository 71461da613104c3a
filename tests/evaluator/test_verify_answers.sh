#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# sssp-eval verify with programs that stand in for infiniband-diags': what is not told, comes odd or changes meanwhile is
# no proof, and said. (A subnet that is simulated: tests/e2e/test_verify.sh.)
# shellcheck source=tests/cli_functions.sh
. "${srcdir:?}/tests/cli_functions.sh"
command -v jq >/dev/null || { echo "no jq" && exit 77; }
mkdir bin
PATH=$work/bin:$PATH
export PATH

stand_in() { # PROGRAM: the script from standard input
	{ echo '#!/bin/sh' && cat; } >"bin/$1"
	chmod +x "bin/$1"
}
value() { # FILTER
	jq -r "$1" out
}
verify() { # STATUS [OPTION..]
	status=$1
	shift
	runs "$status" "$judge" verify -q --json "$@"
}
fabric() { # SPEC ENGINE
	"$topo" "$1" --lids -q -o net || fail "no fabric $1"
	rm -rf tables
	runs 0 "$route" net -q -o tables -a "$2" --max-vls 15 --sl asymmetric
}
answers_well() {
	echo "cat '$work/net'" | stand_in ibnetdiscover
	echo "cat '$work/tables/opensm-lfts.dump'" | stand_in dump_fts
	# the arguments are: sl2vl LID PORT
	stand_in smpquery <<-'END'
		echo "# SL2VL table: Lid $2"
		for in in $(seq 0 36); do
			printf 'ports: in %2d, out %2d: ' "$in" "$3"
			echo '| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0| 0|'
		done
	END
	# -p --slid LID
	stand_in saquery <<-'END'
		for lid in $(seq 1 200); do
			printf 'PathRecord dump:\n\t\tdlid....................%d\n\t\tslid....................%d\n\t\tsl......................0x0\n' "$lid" "$3"
		done
	END
}

# ---- all is well: SLs do not matter; and what was asked by whom
fabric karytree:2,3 psssp
answers_well
verify 0
[ "$(value '[.sound, .any_sl, .unchanged, .asked.sources] | tostring')" = '[true,true,true,0]' ] || fail "another verdict"
[ "$(value .asked.ports)" = "$(awk '/^Switch/ { is = 1 } /^Ca/ { is = 0 } is && /^\[/' net | wc -l)" ] || fail "not each cabled port was asked"
verify 0 --ask-sls --keep kept
[ "$(value .asked.sources)" = "$(grep -cE '^(ca|switch)guid' net)" ] || fail "not each node was asked for"
[ "$(files kept)" = "fabric.net opensm-lfts.dump sssp.psl sssp.slvl " ] || fail "kept: $(files kept)"
runs 0 "$judge" deadlock kept/fabric.net kept
grep -q 'sssp.psl and sssp.slvl beside it are used$' err || fail "what was kept is not used"
for file in bin/*; do
	echo 'echo "$@" >>"'"$work"'/asked"' >>"$file"
done
"$judge" verify -q --ca mlx5_0 --port 2 --timeout 77 >out 2>err # these know no such options
[ "$(wc -l <asked)" -gt 3 ] || fail "who was asked?"
! grep -v '^-C mlx5_0 -P 2 -t 77' asked || fail "not all are told which adapter asks"

# ---- a port, a node, entries of an answer that are missing
answers_well
lid=$(sed -n 's/^Switch.*"S-.* lid \([0-9]*\) lmc.*/\1/p' net | head -n 1)
sed -i "s/^for/[ \"\$2\" != $lid ] || { echo 'no answer from Lid $lid' >\&2; exit 1; }\nfor/" bin/smpquery
sed -i 's/seq 1 200/seq 1 6/' bin/saquery
verify 1 --ask-sls
[ "$(value '[.sound, .free, .unreachable] | tostring')" = '[false,true,0]' ] || fail "another verdict where not all is told"
[ "$(value '.asked.ports_unanswered > 0 and .asked.sl2vl_untold > .asked.ports_unanswered and .asked.sls_untold > 0')" = true ] ||
	fail "what is missing is not counted: $(value .asked)"
runs 1 "$judge" verify -q
grep -qE '^NOT KNOWN: [0-9]+ SL to VL maps; "[^"]*" port 1: smpquery: no answer from Lid '"$lid"'\.$' out || fail "nobody says who does not answer"

# ---- a fabric that changes meanwhile
answers_well
stand_in ibnetdiscover <<END
cat '$work/net'
[ ! -e '$work/changed' ] || echo '# a comment' '
vendid=0x2c9'
: >'$work/changed'
END
runs 1 "$judge" verify -q
grep -q '^THE FABRIC CHANGED while it was read' out || fail "nobody notices a change"

# ---- routes that are lost, and such that can deadlock
answers_well
sed '/^0x0003 /d' tables/opensm-lfts.dump >less && mv less tables/opensm-lfts.dump
verify 1
[ "$(value '.unreachable + .switch_unreachable > 0')" = true ] || fail "routes are missing, and nobody says so"
fabric torus:5x3,hosts=1 minhop
answers_well
verify 1
[ "$(value '[.free, .unreachable, .any_sl] | tostring')" = '[false,0,false]' ] || fail "another verdict of routes with loops"

# ---- nobody tells SLs: what is found is of SL 0, and said so
sed -i 's/seq 1 200/seq 1 0/' bin/saquery
runs 1 "$judge" verify -q
grep -q '^CREDIT LOOP: .* on the SLs that are told, if those that are not known are 0\.$' out || fail "a loop of SLs that nobody told: $(tail -n 3 out)"

# ---- programs that fail
echo 'echo "mad: no port" >&2; echo "dump_fts: no fabric" >&2; exit 1' | stand_in dump_fts
refuses 2 "sssp-eval: forwarding tables cannot be read: dump_fts: dump_fts: no fabric" "$judge" verify -q
answers_well
echo 'echo nonsense' | stand_in ibnetdiscover
runs 2 "$judge" verify -q
grep -q '/fabric.net: ' err || fail "nonsense for a topology: $(cat err)"
echo 'kill -9 $$' | stand_in ibnetdiscover
refuses 2 "sssp-eval: the fabric cannot be read: ibnetdiscover: it ended without a word" "$judge" verify -q
exit 0
