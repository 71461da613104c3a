# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# An application as sssp-eval app sees it; sssp-formats(5) describes the form.

[application]
name=MPQC
about=Massively Parallel Quantum Chemistry Program
source=T. Hoefler, T. Schneider, A. Lumsdaine: Multistage Switches are not Crossbars, 2008, section 4
# percent of the run time
overhead=9.2

[communication]
# pattern=percent of the overhead
# reduce, broadcast and allreduce, all as trees
tree=100
