/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Shares the work of one command among the processes of an MPI run: patterns of ebb, runs of simulate. Each process
 * computes a part of the results and gets the parts of the others by a collective operation (share, sum). Then every
 * process has all results and decides alike. agree() makes the command fail in all processes if it has failed in one.
 */
#include "evaluator/commands/team.h"

#include "core/base/error.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define TEXT 1024 /* of an error that is told to the others */

static EbbTeam team;

/* Launchers set one of these; without one MPI would start helpers of its own to make a team of one. */
static gboolean is_launched(void)
{
	static const char *const mark[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMI_RANK", "PMIX_RANK"};
	for (guint i = 0; i < G_N_ELEMENTS(mark); i++)
		if (g_getenv(mark[i]))
			return TRUE;
	return FALSE;
}

static gboolean agree(gboolean ok, GError **error)
{
	int mine = ok ? (int)team.size : (int)team.rank, first;
	char text[TEXT] = "";
	MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	if (first == (int)team.size)
		return TRUE;
	if (first == (int)team.rank && error && *error)
		g_strlcpy(text, (*error)->message, sizeof text);
	MPI_Bcast(text, TEXT, MPI_CHAR, first, MPI_COMM_WORLD);
	if (first != (int)team.rank) {
		g_clear_error(error);
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "process %d of %u: %s", first, team.size, text);
	}
	return FALSE;
}

static void share(gdouble *result, guint32 from, guint32 end)
{
	g_autofree int *counts = g_new(int, team.size), *begin = g_new(int, team.size);
	for (guint rank = 0; rank < team.size; rank++) {
		begin[rank] = (int)(ebb_part(from, end, rank, team.size) - from);
		counts[rank] = (int)(ebb_part(from, end, rank + 1, team.size) - from) - begin[rank];
	}
	MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, result + from, counts, begin, MPI_DOUBLE, MPI_COMM_WORLD);
}

static void sum(gdouble *number, guint32 n)
{
	MPI_Allreduce(MPI_IN_PLACE, number, (int)n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void leave(void)
{
	MPI_Finalize();
}

static void fall_silent(void)
{
	if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
		MPI_Abort(MPI_COMM_WORLD, 2);
}

const EbbTeam *team_start(int *argc, char ***argv)
{
	int threads, rank, size;
	if (!is_launched())
		return NULL;
	MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &threads);
	atexit(leave);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (size == 1)
		return NULL;
	team = (EbbTeam){(guint)rank, (guint)size, agree, share, sum};
	if (rank)
		fall_silent();
	return &team;
}
