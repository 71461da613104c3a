/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Collects cycles and dead ends that packets can come to in a mixture of two sets of tables, as examples for a report.
 * A switch (row) has an entry in each table (slot). A switch is open if packets can loop from it; then one of its
 * entries leads to an open switch. So a walk along such entries comes to a switch again: from there on it is a cycle. A
 * walk along the slots in graph->end ends where packets are lost.
 */
#include "evaluator/transition/mixture_paths.h"

static MixtureStep step_at(const MixtureGraph *g, guint32 row, guint slot)
{
	const Fabric *fabric = g->paths[0]->fabric;
	guint32 at = row * 2 + slot;
	return (MixtureStep){fabric->switches[row], g->port[at], (guint8)mixture_graph_by(g, row, slot)};
}

/* Whether an entry (row * 2 + slot) leads to an open switch. */
static gboolean leads_to_open(const MixtureGraph *g, guint32 entry)
{
	return g->next[entry] < MIXTURE_SAME && g->open[g->next[entry]];
}

static guint32 find_row(const GArray *rows, guint32 row)
{
	for (guint i = 0; i < rows->len; i++)
		if (g_array_index(rows, guint32, i) == row)
			return i;
	return rows->len;
}

/* The steps of the cycle that `row` leads to, from its lowest switch on, so that they are the same for all rows. */
static GArray *find_cycle(const MixtureGraph *g, guint32 row)
{
	g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(guint32));
	guint32 first = 0, lowest;
	while ((first = find_row(rows, row)) == rows->len) {
		g_array_append_val(rows, row);
		row = g->next[row * 2 + (leads_to_open(g, row * 2) ? 0 : 1)];
	}
	lowest = first;
	for (guint i = first; i < rows->len; i++)
		if (g_array_index(rows, guint32, i) < g_array_index(rows, guint32, lowest))
			lowest = i;
	GArray *steps = g_array_new(FALSE, FALSE, sizeof(MixtureStep));
	for (guint i = 0; i < rows->len - first; i++) {
		guint32 at = g_array_index(rows, guint32, first + (lowest - first + i) % (rows->len - first));
		MixtureStep step = step_at(g, at, leads_to_open(g, at * 2) ? 0 : 1);
		g_array_append_val(steps, step);
	}
	return steps;
}

/* The steps from `row` to a dead end; `*end` gets why the packet is lost there. */
static GArray *find_end(const MixtureGraph *g, guint32 row, RouteEnd *end)
{
	GArray *steps = g_array_new(FALSE, FALSE, sizeof(MixtureStep));
	for (;;) {
		guint slot = g->end[row];
		guint32 next = g->next[row * 2 + slot];
		MixtureStep step = step_at(g, row, slot);
		g_array_append_val(steps, step);
		if (next == MIXTURE_DEAD) {
			*end = mixture_graph_why(g, row, slot);
			return steps;
		}
		row = next;
	}
}

static gboolean same_steps(const MixtureStep *a, const MixtureStep *b, guint32 n)
{
	for (guint32 i = 0; i < n; i++)
		if (a[i].node != b[i].node || a[i].port != b[i].port)
			return FALSE;
	return TRUE;
}

/* Counts the LID with the same path, or keeps the steps if there is room. Of dead ends only the last step counts. */
static void tell(MixturePaths *paths, const MixturePath *like, GArray *steps, gboolean cycle)
{
	const MixtureStep *step = (const MixtureStep *)(const void *)steps->data;
	for (guint32 i = 0; i < paths->n; i++) {
		MixturePath *path = &paths->path[i];
		if (path->end == like->end &&
		    (cycle ? path->n == steps->len && same_steps(path->step, step, path->n)
			   : same_steps(&path->step[path->n - 1], &step[steps->len - 1], 1))) {
			path->n_lids++;
			g_array_free(steps, TRUE);
			return;
		}
	}
	if (paths->n == MIXTURE_PATHS) {
		g_array_free(steps, TRUE);
		return;
	}
	paths->path[paths->n] = *like;
	paths->path[paths->n].n = steps->len;
	paths->path[paths->n++].step = (MixtureStep *)(void *)g_array_free(steps, FALSE);
}

void mixture_tell_cycle(MixturePaths *cycles, const MixtureGraph *g, guint32 row, guint32 source)
{
	MixturePath path = {.source = source, .lid = g->lid, .n_lids = 1, .end = ROUTE_LOOP};
	tell(cycles, &path, find_cycle(g, row), TRUE);
}

void mixture_tell_end(MixturePaths *ends, const MixtureGraph *g, guint32 row, guint32 source)
{
	MixturePath path = {.source = source, .lid = g->lid, .n_lids = 1};
	GArray *steps = find_end(g, row, &path.end);
	tell(ends, &path, steps, FALSE);
}

void mixture_paths_clear(MixturePaths *paths)
{
	for (guint32 i = 0; i < paths->n; i++)
		g_free(paths->path[i].step);
	paths->n = 0;
}
