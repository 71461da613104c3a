#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# `mpirun sssp-eval ebb` gives the bytes that one process gives, however many there are; other commands and errors are
# printed once. Processes talk through this machine's memory only.
set -u
build=${builddir:?}
golden=${srcdir:?}/tests/golden
mpi=$build/evaluator/sssp-eval-mpi
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
if [ ! -x "$mpi" ] || ! command -v mpirun >/dev/null; then
	echo "no Open MPI to build and run with"
	[ -z "${SSSP_E2E_REQUIRED:-}" ] || exit 1
	exit 77
fi
if ! mpirun --version 2>/dev/null | grep -q 'Open MPI'; then
	echo "mpirun is not that of Open MPI"
	exit 77
fi
export OMPI_MCA_plm=isolated OMPI_MCA_btl=self,vader OMPI_MCA_pml=ob1 OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_orte_tmpdir_base="$work"
export LSAN_OPTIONS=detect_leaks=0 # MPI's own

cd "$work" || exit 99
"$build/generator/sssp-topo" fattree:ports=8,levels=2 --lids -q -o tree.net &&
	"$build/generator/sssp-route" tree.net -q -o routed || exit 99
"$build/generator/sssp-topo" torus:6,hosts=2 --lids -q -o ring.net && "$build/generator/sssp-route" ring.net -q --sl path -o ring || exit 99
cp "$golden/input/ring5.net" "$golden/input/ring5-loop.lfts" .

fail() {
	echo "FAIL: $*"
	cat alone team team.err 2>/dev/null
	exit 1
}

# Runs a command alone and in a team, leaves the output of both, and compares them and the status.
same() { # PROCESSES ARGUMENT...
	n=$1
	shift
	"$build/evaluator/sssp-eval" "$@" >alone 2>alone.err
	alone_status=$?
	timeout 60 mpirun --allow-run-as-root -np "$n" "$mpi" "$@" >team 2>team.err </dev/null
	[ $? = $alone_status ] || fail "status is not $alone_status with $n processes: $*"
	cmp alone team || fail "other output with $n processes: $*"
}

for n in 2 3; do
	same "$n" ebb tree.net routed/opensm-lfts.dump -n 1001 --threads 1
	same "$n" ebb tree.net routed/opensm-lfts.dump --precision 0.004 --json
done
for n in 2 3; do
	same "$n" simulate tree.net routed/opensm-lfts.dump -n 300 --load .2,.6,1 --runs 3 --json
	same "$n" simulate ring.net ring/opensm-lfts.dump --ignore-sl -n 300 --load .1,1 --runs 2
done
grep -q STOPPED team || fail "a ring does not stop"
same 3 simulate tree.net routed/opensm-lfts.dump -n 100 # more processes than runs
same 2 ebb tree.net routed/opensm-lfts.dump -n 50 --json
grep -q '"patterns" : [1-9]' team || fail "nothing was measured"
same 4 ebb tree.net routed/opensm-lfts.dump -n 2           # more processes than patterns
same 2 ebb ring5.net ring5-loop.lfts -n 100                # status 1
same 2 routes tree.net routed/opensm-lfts.dump             # not shared out, printed once
same 2 --version
same 2 ebb --help
same 2 ebb tree.net no-such-file
grep -q 'no-such-file' team.err || fail "the error was not printed"
same 2 bandwidth tree.net

timeout 60 mpirun --allow-run-as-root -np 2 "$mpi" ebb tree.net - >team 2>team.err <routed/opensm-lfts.dump
[ $? = 2 ] || fail "standard input for two processes"
grep -q 'cannot be shared out among 2 processes' team.err || fail "standard input: no reason"

# One process that cannot read its files ends all of them, and says why.
cat >other <<END
#!/bin/sh
[ "\$OMPI_COMM_WORLD_RANK" != 1 ] || cd /
exec "$mpi" ebb tree.net routed/opensm-lfts.dump
END
chmod +x other
timeout 60 mpirun --allow-run-as-root -np 3 ./other >team 2>team.err </dev/null
[ $? = 2 ] || fail "an unreadable file in one process"
grep -q 'process 1 of 3: tree.net' team.err || fail "an unreadable file in one process: no reason"
[ ! -s team ] || fail "output in spite of an error"
