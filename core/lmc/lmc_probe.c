/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the max-min fair shares of flows in a few patterns: the rates of all flows rise together in steps, and a
 * flow's rate stays as it is once a channel of one of its paths is full.
 */
#include "core/lmc/lmc_options.h"

#include "core/base/arena.h"
#include "core/lmc/lmc_dests.h"

#include <string.h>

#define SEED 1
#define PATTERNS 12
#define STEPS 100 /* from 0 to full bandwidth */

typedef struct {
	const Graph *graph;
	const Routes *routes;
	guint most;                        /* LIDs of a host's port at most */
	guint32 *hosts, n_hosts;           /* base LIDs of hosts, in order */
	guint32 *order;                    /* [n_hosts] scratch */
	guint32 *source, *target, n_flows; /* [n_hosts] base LIDs' destinations */
	guint8 *stays;                     /* [n_hosts] 1: the rate of the flow rises no more */
	double *part; /* [n_channels] what flows whose rate rises lay on a channel for each unit of rate */
	double *load; /* [n_channels] */
} Probe;

/*
 * Lays `part` of a flow's rate on the channels of its paths, one to each LID of the target's port (0 only looks);
 * returns whether one of these is full.
 */
static gboolean lay(Probe *p, guint32 flow, double part)
{
	const Graph *g = p->graph;
	const GraphDest *to = &g->dests[p->target[flow]];
	guint n = 0;
	gboolean full = FALSE;
	for (guint32 d; n < p->most && (d = graph_dest(g, to->lid + n)) != GRAPH_NONE && g->dests[d].sibling == n;)
		n++;
	for (guint k = 0; k < n; k++) {
		const guint8 *row = routes_row(p->routes, graph_dest(g, to->lid + k));
		for (guint32 c, v = g->dests[p->source[flow]].vertex; (c = route_channel(g, row, v)) != GRAPH_NONE;
		     v = g->to[c]) {
			p->part[c] += part / n;
			full |= p->load[c] >= 1;
		}
	}
	return full;
}

/* Raises the rates of the flows until all are settled, and returns their mean. */
static double fill(Probe *p)
{
	const Graph *g = p->graph;
	double sum = 0;
	guint32 left = p->n_flows;
	memset(p->stays, 0, p->n_flows);
	for (guint32 c = 0; c < g->n_channels; c++)
		p->part[c] = p->load[c] = 0;
	for (guint32 i = 0; i < p->n_flows; i++)
		lay(p, i, 1);
	for (guint step = 0; step < STEPS && left; step++) {
		gboolean some = FALSE;
		for (guint32 c = 0; c < g->n_channels; c++) {
			p->load[c] += p->part[c] / STEPS;
			some |= p->part[c] > 1e-9 && p->load[c] >= 1;
		}
		sum += (double)left / STEPS;
		for (guint32 i = 0; i < p->n_flows && some; i++)
			if (!p->stays[i] && lay(p, i, 0)) {
				lay(p, i, -1);
				p->stays[i] = 1;
				left--;
			}
	}
	return p->n_flows ? sum / p->n_flows : 1;
}

static double bisect(Probe *p, GRand *rand)
{
	memcpy(p->order, p->hosts, p->n_hosts * sizeof *p->order);
	for (guint32 i = p->n_hosts; i > 1; i--) {
		guint32 j = (guint32)g_rand_int_range(rand, 0, (gint)i), other = p->order[i - 1];
		p->order[i - 1] = p->order[j];
		p->order[j] = other;
	}
	p->n_flows = p->n_hosts / 2;
	for (guint32 i = 0; i < p->n_flows; i++) {
		p->source[i] = p->order[i];
		p->target[i] = p->order[p->n_flows + i];
	}
	return fill(p);
}

static double shift(Probe *p, GRand *rand)
{
	guint32 by = (guint32)g_rand_int_range(rand, 1, (gint)p->n_hosts);
	p->n_flows = p->n_hosts;
	for (guint32 i = 0; i < p->n_hosts; i++) {
		p->source[i] = p->hosts[i];
		p->target[i] = p->hosts[(i + by) % p->n_hosts];
	}
	return fill(p);
}

/* Sends from the hosts of a random host's switch to those of a switch cabled to it; returns 1 where none has hosts. */
static double near(Probe *p, GRand *rand)
{
	const Graph *g = p->graph;
	guint32 v = g->dests[p->hosts[g_rand_int_range(rand, 0, (gint)p->n_hosts)]].vertex, to = GRAPH_NONE;
	guint32 count = g->first[v + 1] - g->first[v], start = count ? g_rand_int(rand) % count : 0, n = 0;
	for (guint32 i = 0; i < count && to == GRAPH_NONE; i++)
		if (g->hosts[g->to[g->first[v] + (i + start) % count]])
			to = g->to[g->first[v] + (i + start) % count];
	if (to == GRAPH_NONE)
		return 1;
	for (guint32 i = 0; i < p->n_hosts; i++)
		if (g->dests[p->hosts[i]].vertex == to)
			p->target[n++] = p->hosts[i];
	p->n_flows = 0;
	for (guint32 i = 0; i < p->n_hosts && p->n_flows < n; i++)
		if (g->dests[p->hosts[i]].vertex == v)
			p->source[p->n_flows++] = p->hosts[i];
	return fill(p);
}

/* Returns the rate at which the fullest channel is full when all hosts send the same to all LIDs of all hosts. */
static double uniform(const Probe *p)
{
	return MIN(1, (double)p->n_hosts * p->most / (double)MAX(routes_efi(p->graph, p->routes), 1));
}

static double mean(Probe *p, double (*pattern)(Probe *p, GRand *rand))
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
	double sum = 0;
	for (guint i = 0; i < PATTERNS; i++)
		sum += pattern(p, rand);
	return sum / PATTERNS;
}

gboolean lmc_probe(const Graph *graph, Routes *routes, LmcWorth *worth, GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	gsize n = graph->n_dests + (gsize)1, channels = graph->n_channels + (gsize)1;
	Probe p = {.graph = graph, .routes = routes, .most = lmc_most_lids(graph)};
	p.hosts = arena_new_array(arena, guint32, n);
	p.order = arena_new_array(arena, guint32, n);
	p.source = arena_new_array(arena, guint32, n);
	p.target = arena_new_array(arena, guint32, n);
	p.stays = arena_new_array(arena, guint8, n);
	p.part = arena_new_array(arena, double, channels);
	p.load = arena_new_array(arena, double, channels);
	if (!arena_check(arena, "a probe", error))
		return FALSE;
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (graph->dests[d].is_host && !graph->dests[d].sibling)
			p.hosts[p.n_hosts++] = d;
	routes_recount(graph, routes);
	*worth = (LmcWorth){1, 1, 1, 1};
	if (p.n_hosts > 1)
		*worth = (LmcWorth){mean(&p, bisect), mean(&p, shift), mean(&p, near), uniform(&p)};
	return TRUE;
}
