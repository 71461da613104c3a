/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A pair is tried in the cheapest way first: routes as they are, in the order of a lane; then with another first
 * channel; then by changing a lane's order; then longer routes. A route that a served pair uses is frozen.
 */
#include "core/fit/fit_pairs.h"

#include "core/base/error.h"
#include "core/fit/fit_frozen.h"
#include "core/fit/fit_way.h"

#include <string.h>

/* What a way round may cost in hops. */
#define DETOUR 4
/* The same where any number of entries may be changed, and how many of them a route has at most. */
#define DETOUR_AT_LAST 8
#define MOST_ENTRIES 16

typedef struct {
	guint32 dest, v;
	guint8 port; /* what it was */
} Entry;

typedef struct {
	guint lane;
	guint32 turn;
} Added;

struct FitPairs {
	FitLanes *fit;
	const Graph *graph;
	Routes *routes;
	const guint8 *hops; /* [n_switches][n_switches] */
	FitFrozen *frozen;  /* entries that stay */
	FitKeep *keep;      /* NULL: no pair had a lane */
	FitWay *way;
	guint8 *on_way; /* [n_switches] 1: on the way that is looked for */
	guint steps;    /* channels that may still be looked at for it */
	Added *added;   /* [n_added] turns that the pair being tried has added to its lanes */
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
	f->changed_room = (most + 2) * MOST_ENTRIES;
	f->added_room = (most + 2) * 256;
	f->added = g_try_new(Added, f->added_room);
	f->changed = g_try_new(Entry, f->changed_room);
	f->on_way = g_try_malloc0(g->n_switches + 1);
	if (!f->added || !f->changed || !f->on_way)
		return sssp_error_memory(error, "routes of a pair", f->changed_room * sizeof *f->changed);
	return (f->frozen = fit_frozen_new(f->fit, error)) && (f->way = fit_way_new(f->fit, f->frozen, f->hops, error));
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
	fit_way_free(f->way);
	g_free(f->added);
	g_free(f->changed);
	g_free(f->on_way);
	g_free(f);
}

void fit_pairs_keep(FitPairs *f, FitKeep *keep)
{
	f->keep = keep;
}

/* ---- one route */

typedef struct {
	FitPairs *f;
	LaneMask lanes;  /* on which all routes of the pair have to fit */
	gboolean insert; /* their order may be changed */
	guint detour;    /* hops that a route may be longer than minimal, G_MAXUINT: routes stay as they are */
	gboolean far;    /* more entries than the first may be others */
	gboolean free;   /* any entry may change that is not frozen, not only the first */
} Attempt;

static gboolean add_turn_on(const Attempt *a, guint lane, guint32 from, guint32 to)
{
	FitPairs *f = a->f;
	Cdg *cdg = f->fit->lane[lane];
	guint32 turn = cdg_turn(f->fit->turns, from, to);
	if (cdg->count[turn])
		return TRUE;
	if ((!a->insert && cdg->place[to] < cdg->place[from]) || f->n_added == f->added_room || !cdg_add(cdg, from, to))
		return FALSE;
	f->added[f->n_added++] = (Added){lane, turn};
	return TRUE;
}

static gboolean add_turn(const Attempt *a, guint32 from, guint32 to)
{
	for (guint lane = 0; a->lanes >> lane; lane++)
		if (a->lanes >> lane & 1 && !add_turn_on(a, lane, from, to))
			return FALSE;
	return TRUE;
}

/* Takes all turns back that were added after the first n. */
static void take_back(const Attempt *a, guint32 n)
{
	while (a->f->n_added > n) {
		Added added = a->f->added[--a->f->n_added];
		a->f->fit->lane[added.lane]->count[added.turn] = 0;
	}
}

/* Whether a channel has all the lanes. */
static gboolean has_lanes(const Attempt *a, guint32 c)
{
	return !(a->lanes & ~graph_lanes_of(a->f->graph, c));
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
		if (next == GRAPH_NONE || !has_lanes(a, c) || !add_turn(a, c, next))
			break;
		c = next;
	}
	if (c != GRAPH_NONE && g->to[c] == target && has_lanes(a, c))
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

/* Channels that are looked at for one way. */
#define WAY_STEPS 2000

/* Where a way to a destination is: at switch v, by channel `in` or at its beginning, with `left` hops to go. */
typedef struct {
	guint32 dest, v, in;
	guint left;
} Step;

static gboolean extend(const Attempt *a, Step step);

static gboolean try_channel(const Attempt *a, Step step, guint32 c)
{
	FitPairs *f = a->f;
	const Graph *g = f->graph;
	guint32 n_added = f->n_added, n_changed = f->n_changed, w = g->to[c];
	guint8 *entry = routes_row(f->routes, step.dest) + step.v, before = *entry;
	gsize row = (gsize)g->dests[step.dest].vertex * g->n_switches;
	if (f->hops[row + w] + 1u > step.left || !has_lanes(a, c) || !f->steps || f->n_changed == f->changed_room)
		return FALSE;
	f->steps--;
	if (before != g->port[c])
		f->changed[f->n_changed++] = (Entry){step.dest, step.v, before};
	*entry = g->port[c];
	if ((step.in == GRAPH_NONE || add_turn(a, step.in, c)) && extend(a, (Step){step.dest, w, c, step.left - 1}))
		return TRUE;
	take_back(a, n_added);
	f->n_changed = n_changed;
	*entry = before;
	return FALSE;
}

/* Depth first; destinations in a row begin with different channels. */
static gboolean extend(const Attempt *a, Step step)
{
	FitPairs *f = a->f;
	const Graph *g = f->graph;
	guint32 first = g->first[step.v], n = g->first[step.v + 1] - first;
	gboolean found = FALSE;
	if (step.v == g->dests[step.dest].vertex)
		return TRUE;
	if (!step.left || f->on_way[step.v])
		return FALSE;
	if (fit_frozen_at(f->frozen, step.dest, step.v)) {
		guint32 c = route_channel(g, routes_row(f->routes, step.dest), step.v);
		return c != GRAPH_NONE && try_channel(a, step, c);
	}
	f->on_way[step.v] = 1;
	for (guint32 i = 0; !found && i < n; i++)
		found = try_channel(a, step, first + (i + step.dest) % n);
	f->on_way[step.v] = 0;
	return found;
}

/* A way over any entries that are not frozen, short ones first. */
static gboolean add_free_route(const Attempt *a, guint32 dest, guint32 v)
{
	const Graph *g = a->f->graph;
	guint8 hops = a->f->hops[(gsize)g->dests[dest].vertex * g->n_switches + v];
	for (guint extra = 0; extra <= a->detour; extra++) {
		a->f->steps = WAY_STEPS;
		if (extend(a, (Step){dest, v, GRAPH_NONE, hops + extra}))
			return TRUE;
	}
	return FALSE;
}

/* The same over any entries that are not frozen. */
static gboolean add_way(const Attempt *a, guint32 dest, guint32 v)
{
	FitPairs *f = a->f;
	const Graph *g = f->graph;
	guint n = 0;
	const guint32 *path = fit_way_find(f->way, (guint)__builtin_ctz(a->lanes), dest, v, a->detour, &n);
	if (!path || f->n_changed + n > f->changed_room)
		return FALSE;
	for (guint i = n; i-- > 0;) {
		guint8 *entry = routes_row(f->routes, dest) + g->from[path[i]];
		if (*entry != g->port[path[i]])
			f->changed[f->n_changed++] = (Entry){dest, g->from[path[i]], *entry};
		*entry = g->port[path[i]];
	}
	return add_route(a, dest, v);
}

static gboolean add(const Attempt *a, guint32 dest, guint32 v)
{
	if (a->free)
		return add_free_route(a, dest, v);
	if (a->far)
		return add_route(a, dest, v) || add_way(a, dest, v);
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
	gboolean far;
} Way;
static const Way ways_of_ports[] = {{FALSE, G_MAXUINT, BY_CLASS, FALSE}, {FALSE, 0, BY_CLASS, FALSE},
				    {TRUE, G_MAXUINT, BY_CLASS, FALSE},  {TRUE, 0, BY_CLASS, FALSE},
				    {TRUE, 0, FURTHER, FALSE},           {TRUE, DETOUR, FURTHER, FALSE}};
/* Where others make room: what needs no order to be changed first, and longer routes in the end. */
static const Way ways_with_room[] = {
	{FALSE, G_MAXUINT, BY_CLASS, FALSE}, {FALSE, 0, BY_CLASS, FALSE},    {FALSE, 0, BY_CLASS, TRUE},
	{TRUE, G_MAXUINT, BY_CLASS, FALSE},  {TRUE, 0, BY_CLASS, FALSE},     {TRUE, 0, FURTHER, FALSE},
	{FALSE, 0, FURTHER, TRUE},           {TRUE, DETOUR, FURTHER, FALSE}, {FALSE, DETOUR_AT_LAST, FURTHER, TRUE}};
#define LONGER_WAYS 2 /* of these the last */
/* Management ports get no lane opened, and a longer route before any order is changed for them. */
static const Way ways_of_management[] = {{FALSE, G_MAXUINT, OPEN, FALSE},
					 {FALSE, DETOUR, OPEN, FALSE},
					 {TRUE, G_MAXUINT, OPEN, FALSE},
					 {TRUE, DETOUR, OPEN, FALSE}};

/* The ways for a pair, of which there are *n. */
static const Way *ways_of(const FitPairs *f, gboolean must, guint *n)
{
	if (!must || !f->fit->far) {
		*n = must ? G_N_ELEMENTS(ways_of_ports) : G_N_ELEMENTS(ways_of_management);
		return must ? ways_of_ports : ways_of_management;
	}
	*n = G_N_ELEMENTS(ways_with_room) - (f->fit->minimal ? LONGER_WAYS : 0);
	return ways_with_room;
}

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

/* ---- a pair that had a lane */

/* That of the first tree to t from s. */
static guint own_lane(const FitPairs *f, guint32 s, guint32 t)
{
	const FitLanes *fit = f->fit;
	guint8 *layer = fit->layers->layer;
	return layer && fit->first[t] < fit_lanes_end(fit, t)
		       ? layer[(gsize)fit->tree[fit->first[t]] * f->graph->n_switches + s]
		       : 0;
}

static guint64 count_longer(const FitPairs *f, guint32 s, guint32 t)
{
	const Graph *g = f->graph;
	guint64 longer = 0;
	for (guint32 i = f->fit->first[t]; i < fit_lanes_end(f->fit, t); i++) {
		const guint8 *row = routes_row(f->routes, f->fit->tree[i]);
		guint left = f->hops[(gsize)t * g->n_switches + s];
		guint32 v = s;
		for (; v != t && left; left--)
			v = g->to[route_channel(g, row, v)];
		longer += v != t ? g->hosts[s] : 0;
	}
	return longer;
}

/* Its own lane, and those on which it may have connections still; with a longer way where need be. */
static gboolean serve_kept(FitPairs *f, guint32 s, guint32 t, gboolean *served, GError **error)
{
	static const Attempt ways[] = {{.detour = G_MAXUINT},
				       {.detour = G_MAXUINT, .insert = TRUE},
				       {.detour = 0, .insert = TRUE, .free = TRUE},
				       {.detour = DETOUR, .insert = TRUE, .free = TRUE}};
	gsize n = f->graph->n_switches;
	guint lane = own_lane(f, s, t);
	const guint16 *also = f->fit->layers->also;
	LaneMask lanes = (LaneMask)(1u << lane | (also ? also[s * n + t] | also[t * n + s] : 0));
	for (guint i = 0; !*served && i < G_N_ELEMENTS(ways); i++) {
		Attempt attempt = ways[i];
		attempt.f = f;
		attempt.lanes = lanes;
		*served = try_pair(&attempt, s, t);
	}
	if (!*served)
		return TRUE;
	return keep_pair(f, lane, s, t, error);
}

static gboolean had_lane(const FitPairs *f, guint32 s, guint32 t)
{
	return f->keep && !(f->keep->without && f->keep->without[(gsize)s * f->graph->n_switches + t]);
}

gboolean fit_pairs_serve(FitPairs *f, guint32 s, guint32 t, gboolean must, GError **error)
{
	gboolean served = FALSE;
	guint n = 0;
	if (had_lane(f, s, t) && (!serve_kept(f, s, t, &served, error) || served))
		return served;
	if (had_lane(f, s, t) && f->keep->moved)
		f->keep->moved[(gsize)s * f->graph->n_switches + t] = 1;
	const Way *ways = ways_of(f, must, &n);
	for (const Way *way = ways; way < ways + n; way++)
		for (guint i = 0, n_lanes = lanes_to_try(f, way->lanes); i < n_lanes; i++) {
			guint lane = lane_in_turn(f, i, n_lanes);
			Attempt attempt = {f, (LaneMask)(1u << lane), way->insert, way->detour, way->far, FALSE};
			if (!f->fit->lane[lane] && !fit_lanes_open(f->fit, lane, error))
				return FALSE;
			if (!try_pair(&attempt, s, t))
				continue;
			if (f->keep)
				f->keep->longer += count_longer(f, s, t) + count_longer(f, t, s);
			return keep_pair(f, lane, s, t, error);
		}
	if (!must)
		return TRUE;
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_LANES, "a pair of switches finds no lane");
	return FALSE;
}
