/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A pair is tried in the cheapest way first: routes as they are, in the order of a lane; then with another first
 * channel; then by changing a lane's order; then longer routes. A route that a served pair uses is frozen.
 */
#include "core/fit/fit_pairs.h"

#include "core/base/error.h"
#include "core/fit/fit_frozen.h"

#include <string.h>

/* What a way round may cost in hops. */
#define DETOUR 4

typedef struct {
	guint32 dest, v;
	guint8 port; /* what it was */
} Entry;

struct FitPairs {
	FitLanes *fit;
	const Graph *graph;
	Routes *routes;
	const guint8 *hops; /* [n_switches][n_switches] */
	FitFrozen *frozen;  /* entries that stay */
	guint32 *added;     /* [n_added] turns that the pair being tried has added to its lane */
	guint32 n_added, added_room;
	Entry *changed; /* [n_changed] entries that it has changed */
	guint32 n_changed, changed_room;
};

static gboolean allocate(FitPairs *f, GError **error)
{
	const Graph *g = f->graph;
	guint32 most = 1;
	for (guint32 v = 0; v < g->n_switches; v++)
		most = MAX(most, f->fit->first[v + 1] - f->fit->first[v]);
	f->changed_room = most + 2;
	f->added_room = (most + 2) * 256;
	f->added = g_try_new(guint32, f->added_room);
	f->changed = g_try_new(Entry, f->changed_room);
	if (!f->added || !f->changed)
		return sssp_error_memory(error, "routes of a pair", f->changed_room * sizeof *f->changed);
	return (f->frozen = fit_frozen_new(f->fit, error)) != NULL;
}

FitPairs *fit_pairs_new(FitLanes *fit, const guint8 *hops, GError **error)
{
	g_autoptr(FitPairs) f = g_new0(FitPairs, 1);
	f->fit = fit;
	f->graph = fit->graph;
	f->routes = fit->routes;
	f->hops = hops;
	return allocate(f, error) ? g_steal_pointer(&f) : NULL;
}

void fit_pairs_free(FitPairs *f)
{
	if (!f)
		return;
	fit_frozen_free(f->frozen);
	g_free(f->added);
	g_free(f->changed);
	g_free(f);
}

/* ---- one route */

typedef struct {
	FitPairs *f;
	guint lane;
	gboolean insert; /* the lane's order may be changed */
	guint detour;    /* hops that a route may be longer than minimal, G_MAXUINT: routes stay as they are */
} Attempt;

static gboolean add_turn(const Attempt *a, guint32 from, guint32 to)
{
	FitPairs *f = a->f;
	Cdg *cdg = f->fit->lane[a->lane];
	guint32 turn = cdg_turn(f->fit->turns, from, to);
	if (cdg->count[turn])
		return TRUE;
	if ((!a->insert && cdg->place[to] < cdg->place[from]) || f->n_added == f->added_room || !cdg_add(cdg, from, to))
		return FALSE;
	f->added[f->n_added++] = turn;
	return TRUE;
}

/* Takes all turns back that were added after the first n. */
static void take_back(const Attempt *a, guint32 n)
{
	while (a->f->n_added > n)
		a->f->fit->lane[a->lane]->count[a->f->added[--a->f->n_added]] = 0;
}

/* Channels that a route may have: as they are, routes may have any number. */
static guint steps_of(const Attempt *a, guint32 target, guint32 v)
{
	guint8 hops = a->f->hops[(gsize)target * a->f->graph->n_switches + v];
	return a->detour == G_MAXUINT ? G_MAXUINT : hops + a->detour;
}

/* Adds what the route of a destination makes from v on; FALSE, with nothing added, when that is not possible. */
static gboolean add_route(const Attempt *a, guint32 dest, guint32 v)
{
	const Graph *g = a->f->graph;
	const guint8 *row = routes_row(a->f->routes, dest);
	guint32 target = g->dests[dest].vertex, n = a->f->n_added, c = route_channel(g, row, v);
	guint left = steps_of(a, target, v);
	while (c != GRAPH_NONE && g->to[c] != target && g->to[c] != v && --left) {
		guint32 next = route_channel(g, row, g->to[c]);
		if (next == GRAPH_NONE || !graph_has_lane(g, c, a->lane) || !add_turn(a, c, next))
			break;
		c = next;
	}
	if (c != GRAPH_NONE && g->to[c] == target && graph_has_lane(g, c, a->lane))
		return TRUE;
	take_back(a, n);
	return FALSE;
}

/* The same with another first channel, to a switch that is at most `detour` hops farther off than need be. */
static gboolean add_other_route(const Attempt *a, guint32 dest, guint32 v)
{
	FitPairs *f = a->f;
	const Graph *g = f->graph;
	guint8 *entry = routes_row(f->routes, dest) + v, before = *entry;
	const guint8 *hops = f->hops + (gsize)g->dests[dest].vertex * g->n_switches;
	guint32 n = g->first[v + 1] - g->first[v];
	gboolean stays = f->fit->layers->routes_stay && g->dests[dest].is_host;
	if (stays || fit_frozen_at(f->frozen, dest, v) || f->n_changed == f->changed_room)
		return FALSE;
	for (guint extra = 0; extra <= a->detour; extra++)
		for (guint32 i = 0; i < n; i++) {
			guint32 c = g->first[v] + (i + dest) % n;
			if (hops[g->to[c]] + 1u != hops[v] + extra)
				continue;
			*entry = g->port[c];
			if (!add_route(a, dest, v))
				continue;
			f->changed[f->n_changed++] = (Entry){dest, v, before};
			return TRUE;
		}
	*entry = before;
	return FALSE;
}

static gboolean add(const Attempt *a, guint32 dest, guint32 v)
{
	return add_route(a, dest, v) || (a->detour != G_MAXUINT && add_other_route(a, dest, v));
}

/* ---- one pair */

/* All routes from v to what is on `target`. */
static gboolean add_all(const Attempt *a, guint32 v, guint32 target)
{
	const FitLanes *fit = a->f->fit;
	for (guint32 i = fit->first[target]; i < fit_lanes_end(fit, target); i++)
		if (!add(a, fit->tree[i], v))
			return FALSE;
	return TRUE;
}

static gboolean try_pair(const Attempt *a, guint32 s, guint32 t)
{
	FitPairs *f = a->f;
	f->n_added = f->n_changed = 0;
	if (add_all(a, s, t) && add_all(a, t, s))
		return TRUE;
	take_back(a, 0);
	while (f->n_changed) {
		const Entry *entry = &f->changed[--f->n_changed];
		routes_row(f->routes, entry->dest)[entry->v] = entry->port;
	}
	return FALSE;
}

static gboolean keep_pair(FitPairs *f, guint lane, guint32 s, guint32 t, GError **error)
{
	gsize n = f->graph->n_switches;
	fit_frozen_add(f->frozen, s, t);
	fit_frozen_add(f->frozen, t, s);
	f->fit->layers->unproven[s * n + t] = f->fit->layers->unproven[t * n + s] = 0;
	return fit_lanes_take(f->fit, lane, s, t, error);
}

/* The ways to try a pair, cheapest first; FURTHER lanes are opened when nothing else is left but longer routes. */
typedef enum { OPEN, BY_CLASS, FURTHER } Lanes;
typedef struct {
	gboolean insert;
	guint detour;
	Lanes lanes;
} Way;
static const Way ways_of_ports[] = {{FALSE, G_MAXUINT, BY_CLASS}, {FALSE, 0, BY_CLASS}, {TRUE, G_MAXUINT, BY_CLASS},
				    {TRUE, 0, BY_CLASS},	  {TRUE, 0, FURTHER},	{TRUE, DETOUR, FURTHER}};
/* Management ports get no lane opened, and a longer route before any order is changed for them. */
static const Way ways_of_management[] = {
	{FALSE, G_MAXUINT, OPEN}, {FALSE, DETOUR, OPEN}, {TRUE, G_MAXUINT, OPEN}, {TRUE, DETOUR, OPEN}};

/* Lanes that a pair may be tried on: those that are open; as many further ones as there are orders of classes; all. */
static guint lanes_to_try(const FitPairs *f, Lanes lanes)
{
	guint open = f->fit->layers->n_layers, classes = f->fit->scope == LAYERS_OF_ALL ? f->fit->order->n : 0;
	if (lanes == OPEN)
		return open;
	return lanes == BY_CLASS ? MIN(f->fit->max_lanes, MAX(open, classes)) : f->fit->max_lanes;
}

/* The order of lanes. The first are all that some links have, so they come last of those that are open. */
static guint lane_in_turn(const FitPairs *f, guint i, guint n_lanes)
{
	guint open = MIN(n_lanes, f->fit->layers->n_layers);
	return f->graph->lanes && i < open ? open - 1 - i : i;
}

gboolean fit_pairs_serve(FitPairs *f, guint32 s, guint32 t, gboolean must, GError **error)
{
	const Way *ways = must ? ways_of_ports : ways_of_management;
	guint n = must ? G_N_ELEMENTS(ways_of_ports) : G_N_ELEMENTS(ways_of_management);
	for (const Way *way = ways; way < ways + n; way++)
		for (guint i = 0, n_lanes = lanes_to_try(f, way->lanes); i < n_lanes; i++) {
			guint lane = lane_in_turn(f, i, n_lanes);
			Attempt attempt = {f, lane, way->insert, way->detour};
			if (!f->fit->lane[lane] && !fit_lanes_open(f->fit, lane, error))
				return FALSE;
			if (try_pair(&attempt, s, t))
				return keep_pair(f, lane, s, t, error);
		}
	if (!must)
		return TRUE;
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_LANES, "a pair of switches finds no lane");
	return FALSE;
}
