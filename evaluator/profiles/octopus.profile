# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# An application as sssp-eval app sees it; sssp-formats(5) describes the form.

[application]
name=Octopus
about=time-dependent density functional theory
source=T. Hoefler, T. Schneider, A. Lumsdaine: Multistage Switches are not Crossbars, 2008, section 4
# percent of the run time
overhead=10.5

[communication]
# pattern=percent of the overhead
# allreduce
tree=61.9
# alltoallv, which the paper counts like exchanges with neighbours
nearest-neighbour:6=21.9
