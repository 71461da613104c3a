/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds for one LID the switches from which packets can loop or get lost while entries of two sets of tables are mixed.
 * Each switch has two entries, so the graph has up to two edges at each. Switches from which every path ends are taken
 * away, ends first: from those that are left packets can loop. Dead ends are followed back breadth first, so that the
 * path to one is short and passes no switch twice.
 */
#include "evaluator/transition/mixture_graph.h"

#include "core/base/error.h"

#include <string.h>

#define NONE G_MAXUINT32

MixtureGraph *mixture_graph_new(const Paths *old, const Paths *new, GError **error)
{
	g_autoptr(MixtureGraph) g = g_new0(MixtureGraph, 1);
	gsize rows = (gsize)old->n_rows + 1;
	g->paths[0] = old;
	g->paths[1] = new;
	g->next = g_try_new(guint32, 2 * rows);
	g->port = g_try_new(guint8, 2 * rows);
	g->end = g_try_new(guint8, rows);
	g->open = g_try_new(guint8, rows);
	g->head = g_try_new(guint32, rows);
	g->link = g_try_new(guint32, 2 * rows);
	g->queue = g_try_new(guint32, rows);
	if (g->next && g->port && g->end && g->open && g->head && g->link && g->queue)
		return g_steal_pointer(&g);
	return sssp_error_memory_null(error, "mixtures of tables", rows * 2 * sizeof(guint32));
}

void mixture_graph_free(MixtureGraph *g)
{
	if (!g)
		return;
	g_free(g->next);
	g_free(g->port);
	g_free(g->end);
	g_free(g->open);
	g_free(g->head);
	g_free(g->link);
	g_free(g->queue);
	g_free(g);
}

static void look_up(MixtureGraph *g, guint32 row, guint slot)
{
	const Paths *p = g->paths[slot];
	guint8 port = LFT_NO_PATH;
	guint32 channel = p->table[row] ? paths_next(p, row, g->lid, &port) : PATHS_NONE;
	guint32 next = channel != PATHS_NONE                  ? p->to[channel]
		       : paths_delivers(p, row, port, g->lid) ? MIXTURE_OUT
							      : MIXTURE_DEAD;
	guint32 at = row * 2 + slot;
	g->port[at] = port;
	g->next[at] = slot && next == g->next[at - 1] && port == g->port[at - 1] ? MIXTURE_SAME : next;
}

static gboolean leads_on(const MixtureGraph *g, guint32 entry)
{
	return g->next[entry] < MIXTURE_SAME;
}

/* Notes each entry at the switch that it leads to. */
static void link_back(MixtureGraph *g)
{
	guint32 n = g->paths[0]->n_rows;
	memset(g->head, 0xff, n * sizeof(guint32));
	for (guint32 row = 0; row < n; row++) {
		g->open[row] = 0;
		for (guint32 entry = row * 2; entry < row * 2 + 2; entry++) {
			if (!leads_on(g, entry))
				continue;
			g->open[row]++;
			g->link[entry] = g->head[g->next[entry]];
			g->head[g->next[entry]] = entry;
		}
	}
}

static void take_ends_away(MixtureGraph *g)
{
	guint32 n = 0, done = 0;
	for (guint32 row = 0; row < g->paths[0]->n_rows; row++)
		if (!g->open[row])
			g->queue[n++] = row;
	while (done < n)
		for (guint32 entry = g->head[g->queue[done++]]; entry != NONE; entry = g->link[entry])
			if (--g->open[entry / 2] == 0)
				g->queue[n++] = entry / 2;
}

static void follow_dead_ends_back(MixtureGraph *g)
{
	guint32 n = 0, done = 0;
	for (guint32 row = 0; row < g->paths[0]->n_rows; row++) {
		guint32 entry = row * 2;
		g->end[row] = g->next[entry] == MIXTURE_DEAD       ? 0
			      : g->next[entry + 1] == MIXTURE_DEAD ? 1
								   : MIXTURE_NO_SLOT;
		if (g->end[row] != MIXTURE_NO_SLOT)
			g->queue[n++] = row;
	}
	while (done < n)
		for (guint32 entry = g->head[g->queue[done++]]; entry != NONE; entry = g->link[entry])
			if (g->end[entry / 2] == MIXTURE_NO_SLOT) {
				g->end[entry / 2] = entry % 2;
				g->queue[n++] = entry / 2;
			}
}

void mixture_graph_fill(MixtureGraph *g, guint32 lid)
{
	g->lid = lid;
	for (guint32 row = 0; row < g->paths[0]->n_rows; row++) {
		look_up(g, row, 0);
		look_up(g, row, 1);
	}
	link_back(g);
	take_ends_away(g);
	follow_dead_ends_back(g);
}

RouteEnd mixture_graph_why(const MixtureGraph *g, guint32 row, guint slot)
{
	const Paths *p = g->paths[slot];
	return p->table[row] ? route_end_at(p, row, g->port[row * 2 + slot], g->lid) : ROUTE_NO_TABLE;
}

MixtureBy mixture_graph_by(const MixtureGraph *g, guint32 row, guint slot)
{
	return g->next[row * 2 + 1] == MIXTURE_SAME ? MIXTURE_BY_BOTH : slot ? MIXTURE_BY_NEW : MIXTURE_BY_OLD;
}
