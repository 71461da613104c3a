#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Our own rows in the tables of README.md, doc/benchmarks.md, bench/ and sssp-eval-workload(1) are what the programs give.
exec bash "${srcdir:?}/bench/figures.sh" quick README.md doc/benchmarks.md bench/PAPERS.md bench/RESULTS.md bench/LANES.md bench/PACKETS.md bench/LMC.md man/sssp-eval-workload.1
