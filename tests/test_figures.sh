#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Our own rows in README.md's tables and those of bench/PAPERS.md are what the programs give.
exec bash "${srcdir:?}/bench/figures.sh" quick README.md bench/PAPERS.md
