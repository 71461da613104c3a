# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# An application as sssp-eval app sees it; sssp-formats(5) describes the form.

[application]
name=MIMD
about=MIMD Lattice Computation (MILC), quantum chromodynamics
source=T. Hoefler, T. Schneider, A. Lumsdaine: Multistage Switches are not Crossbars, 2008, section 4
# percent of the run time
overhead=9.4

[communication]
# pattern=percent of the overhead
# point to point with exactly six neighbours
nearest-neighbour:6=86
# allreduce
tree=3.2
