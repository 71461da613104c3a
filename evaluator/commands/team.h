/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Joins the processes of an MPI run to a team that shares the work of one command (EbbTeam, ebb.h). team_mpi.c is
 * linked in builds with MPI, team_alone.c in others; no other file knows of MPI.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_TEAM_H
#define SSSP_EVALUATOR_COMMANDS_TEAM_H

#include "evaluator/measures/bandwidth/ebb.h"

/*
 * Joins the team that a launcher such as mpirun started, and leaves it when the process exits. NULL when this process
 * is alone. To be called once, before anything is printed: of a team only the first process (rank 0) has a standard
 * output and a standard error, those of the others lead nowhere.
 */
const EbbTeam *team_start(int *argc, char ***argv);

#endif
