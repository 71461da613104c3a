/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Fits the routes of a pair into lanes. A route fits if each of its turns (a channel and the next) is in the lane's
 * dependency graph, or can be added without a cycle (without `insert` only if it ascends in the lane's order of
 * channels). Adds turns one by one, with the entries (out ports by destination) as they are or changed as FitAttempt
 * allows: at the first switch alone, on a path of fit_path.h (`far`), or on a path found here depth first (`free`).
 * Where one route does not fit, all turns and changed entries of the pair are taken back. Frozen entries, which other
 * routes use, stay.
 */
#include "core/fit/fit_try.h"

#include "core/fit/fit_path.h"

/* Entries that are changed for a route on average at most: the room for changes is limited by it. */
#define MOST_ENTRIES 16

typedef struct {
	guint32 dest, v;
	guint8 port; /* what it was before the change */
} Entry;

typedef struct {
	guint lane;
	guint32 turn;
} Added;

struct FitTry {
	FitLanes *fit;
	const Graph *graph;
	FitFrozen *frozen; /* entries that stay */
	FitPath *finder;
	const FitAttempt *a; /* the one being made */
	LaneMask lanes;      /* the same: all routes of the pair have to fit on each of these lanes */
	guint8 *on_path;     /* [n_switches] 1: on the path that is looked for */
	guint steps;         /* channels that may still be looked at for it */
	Added *added;        /* [n_added] turns that the pair being tried has added to its lanes */
	guint32 n_added, added_room;
	Entry *changed; /* [n_changed] entries that it has changed */
	guint32 n_changed, changed_room;
};

FitTry *fit_try_new(FitLanes *fit, FitFrozen *frozen, Arena *arena)
{
	const Graph *g = fit->graph;
	guint32 most = 1;
	FitTry *f = arena_new_array0(arena, FitTry, 1);
	if (!f)
		return NULL;
	for (guint32 v = 0; v < g->n_switches; v++)
		most = MAX(most, fit->first[v + 1] - fit->first[v]);
	f->fit = fit;
	f->graph = g;
	f->frozen = frozen;
	f->finder = fit_path_new(fit, frozen, arena);
	f->on_path = arena_new_array0(arena, guint8, g->n_switches);
	f->changed_room = (most + 2) * MOST_ENTRIES;
	f->added_room = (most + 2) * 256; /* a route has fewer turns; on several lanes an attempt may run out of room */
	f->added = arena_new_array(arena, Added, f->added_room);
	f->changed = arena_new_array(arena, Entry, f->changed_room);
	return f;
}

/* ---- one route */

static gboolean add_turn_on(FitTry *f, guint lane, guint32 from, guint32 to)
{
	Cdg *cdg = f->fit->lane[lane];
	guint32 turn = cdg_turn(f->fit->turns, from, to);
	/* Routes there make the turn already. */
	if (cdg->count[turn])
		return TRUE;
	if ((!f->a->insert && cdg->place[to] < cdg->place[from]) || f->n_added == f->added_room ||
	    !cdg_try(cdg, from, to))
		return FALSE;
	f->added[f->n_added++] = (Added){lane, turn};
	return TRUE;
}

static gboolean add_turn(FitTry *f, guint32 from, guint32 to)
{
	for (guint lane = 0; f->lanes >> lane; lane++)
		if (f->lanes >> lane & 1 && !add_turn_on(f, lane, from, to))
			return FALSE;
	return TRUE;
}

/* Takes all turns back that were added after the first n. */
static void take_back(FitTry *f, guint32 n)
{
	while (f->n_added > n) {
		Added added = f->added[--f->n_added];
		cdg_take_back(f->fit->lane[added.lane], added.turn);
	}
}

/* Whether a channel has all the lanes. */
static gboolean has_lanes(const FitTry *f, guint32 c)
{
	return !(f->lanes & ~graph_lanes_of(f->graph, c));
}

/*
 * Returns the most channels that a route from v may have; G_MAXUINT where routes stay as they are, whatever they have.
 */
static guint steps_of(const FitTry *f, guint32 target, guint32 v)
{
	guint8 hops = f->fit->hops[(gsize)target * f->graph->n_switches + v];
	return f->a->detour == G_MAXUINT ? G_MAXUINT : hops + f->a->detour;
}

/*
 * Adds the turns of the route from v to a destination, as its entries are. FALSE, with nothing added: a turn does not
 * fit, a channel lacks a lane, or the route is too long. A loop ends it: back at v, or at a turn that closes a cycle.
 */
static gboolean add_route(FitTry *f, guint32 dest, guint32 v)
{
	const Graph *g = f->graph;
	const guint8 *row = routes_row(f->fit->routes, dest);
	guint32 target = g->dests[dest].vertex, n = f->n_added, c = route_channel(g, row, v);
	guint left = steps_of(f, target, v);
	while (c != GRAPH_NONE && g->to[c] != target && g->to[c] != v && --left) {
		guint32 next = route_channel(g, row, g->to[c]);
		if (next == GRAPH_NONE || !has_lanes(f, c) || !add_turn(f, c, next))
			break;
		c = next;
	}
	if (c != GRAPH_NONE && g->to[c] == target && has_lanes(f, c))
		return TRUE;
	take_back(f, n);
	return FALSE;
}

/*
 * Adds the turns of a route with another first channel from v, to a switch with which the route is at most `detour`
 * hops longer than minimal, shorter ones first. FALSE, with nothing changed: the entry may not change, or no channel
 * fits.
 */
static gboolean add_other_route(FitTry *f, guint32 dest, guint32 v)
{
	const Graph *g = f->graph;
	guint8 *entry = routes_row(f->fit->routes, dest) + v, before = *entry;
	const guint8 *hops = f->fit->hops + (gsize)g->dests[dest].vertex * g->n_switches;
	guint32 n = g->first[v + 1] - g->first[v];
	gboolean stays = f->fit->layers->routes_stay && g->dests[dest].is_host;
	if (stays || fit_frozen_at(f->frozen, dest, v) || f->n_changed == f->changed_room)
		return FALSE;
	for (guint extra = 0; extra <= f->a->detour; extra++)
		for (guint32 i = 0; i < n; i++) {
			/* Successive destinations begin with different channels, which spreads them. */
			guint32 c = g->first[v] + (i + dest) % n;
			if (hops[g->to[c]] + 1u != hops[v] + extra)
				continue;
			*entry = g->port[c];
			if (!add_route(f, dest, v))
				continue;
			f->changed[f->n_changed++] = (Entry){dest, v, before};
			return TRUE;
		}
	*entry = before;
	return FALSE;
}

/* Channels that are looked at for one path. */
#define PATH_STEPS 2000

/*
 * The end of an unfinished path to destination `dest`: at switch v, over channel `in` (GRAPH_NONE: the path begins
 * here), with at most `left` hops to go.
 */
typedef struct {
	guint32 dest, v, in;
	guint left;
} Step;

static gboolean extend(FitTry *f, Step step);

/* Goes on with channel c, as far as the destination. FALSE, with nothing changed: no path with it fits. */
static gboolean try_channel(FitTry *f, Step step, guint32 c)
{
	const Graph *g = f->graph;
	guint32 n_added = f->n_added, n_changed = f->n_changed, w = g->to[c];
	guint8 *entry = routes_row(f->fit->routes, step.dest) + step.v, before = *entry;
	gsize row = (gsize)g->dests[step.dest].vertex * g->n_switches;
	if (f->fit->hops[row + w] + 1u > step.left || !has_lanes(f, c) || !f->steps || f->n_changed == f->changed_room)
		return FALSE;
	f->steps--;
	if (before != g->port[c])
		f->changed[f->n_changed++] = (Entry){step.dest, step.v, before};
	*entry = g->port[c];
	if ((step.in == GRAPH_NONE || add_turn(f, step.in, c)) && extend(f, (Step){step.dest, w, c, step.left - 1}))
		return TRUE;
	take_back(f, n_added);
	f->n_changed = n_changed;
	*entry = before;
	return FALSE;
}

/*
 * Searches, depth first, for a path from the step on to its destination, over entries that are not frozen. Successive
 * destinations try the channels of a switch from different ones on. TRUE: the path's turns and entries are made.
 */
static gboolean extend(FitTry *f, Step step)
{
	const Graph *g = f->graph;
	guint32 first = g->first[step.v], n = g->first[step.v + 1] - first;
	gboolean found = FALSE;
	if (step.v == g->dests[step.dest].vertex)
		return TRUE;
	if (!step.left || f->on_path[step.v])
		return FALSE;
	if (fit_frozen_at(f->frozen, step.dest, step.v)) {
		guint32 c = route_channel(g, routes_row(f->fit->routes, step.dest), step.v);
		return c != GRAPH_NONE && try_channel(f, step, c);
	}
	f->on_path[step.v] = 1;
	for (guint32 i = 0; !found && i < n; i++)
		found = try_channel(f, step, first + (i + step.dest) % n);
	f->on_path[step.v] = 0;
	return found;
}

/*
 * Adds the turns of a path over any entries that are not frozen, the shortest that fits first, on all lanes of the
 * attempt. FALSE, with nothing changed: none was found.
 */
static gboolean add_free_route(FitTry *f, guint32 dest, guint32 v)
{
	const Graph *g = f->graph;
	guint8 hops = f->fit->hops[(gsize)g->dests[dest].vertex * g->n_switches + v];
	Cdg *cdg = f->fit->lane[__builtin_ctz(f->lanes)]; /* the first of the lanes counts the looks */
	gboolean found = FALSE;
	for (guint extra = 0; !found && extra <= f->a->detour && hops + extra < GRAPH_FAR; extra++) {
		f->steps = PATH_STEPS;
		found = extend(f, (Step){dest, v, GRAPH_NONE, hops + extra});
		cdg->looked += PATH_STEPS - f->steps;
	}
	return found;
}

/*
 * Adds the turns of the shortest path over any entries that are not frozen, whose turns are in order in the attempt's
 * one lane. FALSE: there is none; changed entries are left to fit_try_pair() to take back.
 */
static gboolean add_path(FitTry *f, guint32 dest, guint32 v)
{
	const Graph *g = f->graph;
	guint n = 0;
	/* The lane is the one bit of f->lanes. */
	const guint32 *path = fit_path_find(f->finder, (guint)__builtin_ctz(f->lanes), dest, v, f->a->detour, &n);
	if (!path || f->n_changed + n > f->changed_room)
		return FALSE;
	/* The path's last channel comes first in path[]. */
	for (guint i = n; i-- > 0;) {
		guint8 *entry = routes_row(f->fit->routes, dest) + g->from[path[i]];
		if (*entry != g->port[path[i]])
			f->changed[f->n_changed++] = (Entry){dest, g->from[path[i]], *entry};
		*entry = g->port[path[i]];
	}
	return add_route(f, dest, v);
}

/*
 * Adds the turns of one route within the attempt: as it is if it fits so, else with changed entries. FALSE: no route.
 */
static gboolean add(FitTry *f, guint32 dest, guint32 v)
{
	if (f->a->free)
		return add_free_route(f, dest, v);
	if (f->a->far)
		return add_route(f, dest, v) || add_path(f, dest, v);
	return add_route(f, dest, v) || (f->a->detour != G_MAXUINT && add_other_route(f, dest, v));
}

/* ---- one pair */

/* Adds the turns of all routes from v to destinations on switch `target`. FALSE: one does not fit. */
static gboolean add_all(FitTry *f, guint32 v, guint32 target)
{
	const FitLanes *fit = f->fit;
	for (guint32 i = fit->first[target]; i < fit_lanes_end(fit, target); i++)
		if (!add(f, fit->tree[i], v))
			return FALSE;
	return TRUE;
}

gboolean fit_try_pair(FitTry *f, const FitAttempt *attempt, LaneMask lanes, guint32 s, guint32 t)
{
	f->a = attempt;
	f->lanes = lanes;
	f->n_added = f->n_changed = 0;
	/* Turns of earlier pairs are final from here on; what this pair adds is on trial (cdg_try()). */
	for (guint lane = 0; f->lanes >> lane; lane++)
		if (f->lanes >> lane & 1)
			cdg_keep(f->fit->lane[lane]);
	if (add_all(f, s, t) && add_all(f, t, s))
		return TRUE;
	take_back(f, 0);
	while (f->n_changed) {
		const Entry *entry = &f->changed[--f->n_changed];
		routes_row(f->fit->routes, entry->dest)[entry->v] = entry->port;
	}
	return FALSE;
}
