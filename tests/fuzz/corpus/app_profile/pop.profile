# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# An application as sssp-eval app sees it; sssp-formats(5) describes the form.

[application]
name=POP
about=Parallel Ocean Program
source=T. Hoefler, T. Schneider, A. Lumsdaine: Multistage Switches are not Crossbars, 2008, section 4
# percent of the run time
overhead=32.6

[communication]
# pattern=percent of the overhead
# point to point with four to six neighbours
nearest-neighbour:6=84
# allreduce
tree=14.1
