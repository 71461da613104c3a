/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Adds up the counters of simulated runs (tallies) over several processes. Each process writes its tally as an array of
 * numbers; the team adds these arrays, and the sums are read back. Where packets stopped for ever in runs of several
 * processes, the earliest stop is told: its process writes the cycle, the others add 0.
 */
#include "evaluator/simulate/sim_team.h"

#include "core/base/error.h"

#define STEP 7 /* numbers that pass_step() passes */

/* A position in the array of numbers, which is written or read. */
typedef struct {
	gdouble *at;
	gboolean reading;
} Row;

/* Writes a count, or reads it, and goes on to the next place. */
static void pass(Row *row, guint64 *count)
{
	if (row->reading)
		*count = (guint64)*row->at;
	else
		*row->at = (gdouble)*count;
	row->at++;
}

static void pass_small(Row *row, guint32 *count)
{
	guint64 wide = *count;
	pass(row, &wide);
	*count = (guint32)wide;
}

static void pass_all(Row *row, guint64 *count, gsize n)
{
	for (gsize i = 0; i < n; i++)
		pass(row, &count[i]);
}

/* Writes or reads all counters that are added up, always in the same order. */
static void pass_tally(Row *row, SimTally *t)
{
	guint64 *const counts[] = {&t->made,      &t->delivered,   &t->lost,  &t->dropped,
				   &t->waiting,   &t->inside,      &t->slots, &t->counted,
				   &t->held_back, &t->sender_runs, &t->looks, &t->latency_sum};
	for (guint i = 0; i < G_N_ELEMENTS(counts); i++)
		pass(row, counts[i]);
	pass_small(row, &t->runs);
	pass_small(row, &t->stopped);
	for (guint32 h = 0; h < t->n_hosts; h++)
		pass_small(row, &t->sends[h]);
	pass_all(row, t->sent, t->n_hosts);
	pass_all(row, t->received, t->n_hosts);
	pass_all(row, t->use, t->n_use);
	pass_all(row, t->fill, t->n_use);
	pass_all(row, t->latency, SIM_BINS);
}

#define COUNTS 14 /* that pass_tally() passes besides arrays */

/* Writes or reads one step of a cycle. */
static void pass_step(Row *row, SimStep *step)
{
	guint32 vl = step->vl, sl = step->sl;
	pass_small(row, &step->node);
	pass_small(row, &step->port);
	pass_small(row, &step->channel);
	pass_small(row, &vl);
	pass_small(row, &sl);
	pass_small(row, &step->source);
	pass_small(row, &step->destination);
	step->vl = (guint8)vl;
	step->sl = (guint8)sl;
}

/* The process (rank) whose run stopped in the earliest slot, `size` where none stopped. */
static guint first_to_stop(const EbbTeam *team, const SimTally *t)
{
	guint first = team->size;
	g_autofree gdouble *slot = g_new0(gdouble, team->size);
	slot[team->rank] = t->n_cycle ? (gdouble)t->stopped_slot + 1 : 0;
	team->sum(slot, team->size);
	for (guint rank = 0; rank < team->size; rank++)
		if (slot[rank] > 0 && (first == team->size || slot[rank] < slot[first]))
			first = rank;
	return first;
}

/* Replaces what a tally says of a stop by that of one process, this one where it is `mine`. */
static void share_cycle(const EbbTeam *team, SimTally *t, gboolean mine)
{
	gdouble what[] = {mine ? t->stopped_slot : 0, mine ? t->stopped_part : 0, mine ? t->n_cycle : 0};
	team->sum(what, G_N_ELEMENTS(what));
	guint32 n = (guint32)what[2];
	g_autofree gdouble *numbers = g_new0(gdouble, (gsize)n * STEP);
	Row row = {numbers, FALSE};
	for (guint32 i = 0; mine && i < n; i++)
		pass_step(&row, &t->cycle[i]);
	team->sum(numbers, n * STEP);
	g_free(t->cycle);
	t->stopped_slot = (guint32)what[0];
	t->stopped_part = (guint32)what[1];
	t->n_cycle = n;
	t->cycle = g_new0(SimStep, n);
	row = (Row){numbers, TRUE};
	for (guint32 i = 0; i < n; i++)
		pass_step(&row, &t->cycle[i]);
}

gboolean sim_team_sum(const EbbTeam *team, SimTally *t, GError **error)
{
	guint32 n = COUNTS + 3 * t->n_hosts + 2 * t->n_use + SIM_BINS;
	g_autofree gdouble *numbers = g_try_new0(gdouble, n);
	if (!numbers)
		sssp_error_memory(error, "what a simulation counts", n * sizeof *numbers);
	if (!team->agree(numbers != NULL, error))
		return FALSE;
	guint first = first_to_stop(team, t);
	if (first < team->size)
		share_cycle(team, t, first == team->rank);
	Row row = {numbers, FALSE};
	pass_tally(&row, t);
	team->sum(numbers, n);
	row = (Row){numbers, TRUE};
	pass_tally(&row, t);
	return TRUE;
}
