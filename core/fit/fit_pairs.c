/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives pairs of switches lanes, one pair after the other: both directions get one lane, on which their routes close no
 * cycle with the routes there. Each lane has a dependency graph and an order of its channels (cdg.h); a turn (a channel
 * and the next) that ascends in this order closes no cycle. A pair that had a lane in the previous routing tries to
 * keep that first. Then trials are made in turn, each on one lane after the other: routes as they are, in the lane's
 * order; routes with another first channel; a change of the order for routes as they are, then with another first
 * channel; longer routes. Management ports get longer routes before any order changes. With FitOptions.far whole paths
 * may change, too. The entries (out ports by destination) that a served pair uses are frozen: later pairs cannot change
 * them.
 */
#include "core/fit/fit_pairs.h"

#include "core/fit/fit_frozen.h"
#include "core/fit/fit_try.h"

/* The hops that a detour may cost. */
#define DETOUR 4
/* The hops that a detour may cost where any number of entries may be changed. */
#define DETOUR_AT_LAST 8

struct FitPairs {
	FitLanes *fit;
	FitFrozen *frozen; /* entries that stay */
	FitTry *try;
	Arena *arena; /* holds both */
};

FitPairs *fit_pairs_new(FitLanes *fit, GError **error)
{
	g_autoptr(FitPairs) f = g_new0(FitPairs, 1);
	f->fit = fit;
	f->arena = arena_new();
	f->frozen = fit_frozen_new(fit, f->arena);
	f->try = fit_try_new(fit, f->frozen, f->arena);
	return arena_check(f->arena, "routes of pairs", error) ? g_steal_pointer(&f) : NULL;
}

void fit_pairs_free(FitPairs *f)
{
	if (!f)
		return;
	arena_free(f->arena);
	g_free(f);
}

/* Notes that a pair is served on this lane: its entries are frozen from now on. FALSE with SSSP_ERROR_MEMORY. */
static gboolean note_served(FitPairs *f, guint lane, guint32 s, guint32 t, GError **error)
{
	gsize n = f->fit->graph->n_switches;
	fit_frozen_add(f->frozen, s, t);
	fit_frozen_add(f->frozen, t, s);
	f->fit->layers->unproven[s * n + t] = f->fit->layers->unproven[t * n + s] = 0;
	return fit_lanes_take(f->fit, lane, s, t, error);
}

/*
 * On which lanes a trial is made. OPEN: those in use. BY_CLASS: at least one for each order of classes (class_order.h).
 * FURTHER: all that are allowed.
 */
typedef enum { OPEN, BY_CLASS, FURTHER } Lanes;
typedef struct {
	gboolean insert; /* as in FitAttempt: the order of a lane may change */
	guint detour; /* the same: hops that a route may be longer than minimal; G_MAXUINT: routes stay as they are */
	Lanes lanes;
	gboolean far;  /* the same: all entries of a path may change, in the lane's order */
	gboolean free; /* the same: that order may change, too */
} Trial;
/* For pairs that must be served, with CA ports (hosts, aggregation nodes) as a rule. */
static const Trial trials_of_ports[] = {{FALSE, G_MAXUINT, BY_CLASS, FALSE, FALSE},
					{FALSE, 0, BY_CLASS, FALSE, FALSE},
					{TRUE, G_MAXUINT, BY_CLASS, FALSE, FALSE},
					{TRUE, 0, FURTHER, FALSE, FALSE},
					{TRUE, DETOUR, FURTHER, FALSE, FALSE}};
/* For fit_room.c, where other pairs make room: trials that keep the lanes' order come early, longer routes last. */
static const Trial trials_with_room[] = {{FALSE, G_MAXUINT, BY_CLASS, FALSE, FALSE},
					 {FALSE, 0, BY_CLASS, FALSE, FALSE},
					 {FALSE, 0, BY_CLASS, TRUE, FALSE},
					 {TRUE, G_MAXUINT, BY_CLASS, FALSE, FALSE},
					 {TRUE, 0, FURTHER, FALSE, FALSE},
					 {FALSE, 0, FURTHER, TRUE, FALSE},
					 {TRUE, DETOUR, FURTHER, FALSE, FALSE},
					 {FALSE, DETOUR_AT_LAST, FURTHER, TRUE, FALSE},
					 {TRUE, DETOUR_AT_LAST, FURTHER, FALSE, TRUE}};
#define LONGER_TRIALS 3 /* how many at the end of trials_with_room[] make routes longer */
#define FREE_TRIALS 1   /* how many of these are made only with FitOptions.free */
/* Management ports get a longer route before any order is changed for them, and a further lane in the end. */
static const Trial trials_of_management[] = {
	{FALSE, G_MAXUINT, OPEN, FALSE, FALSE}, {FALSE, DETOUR, OPEN, FALSE, FALSE},
	{TRUE, G_MAXUINT, OPEN, FALSE, FALSE},  {TRUE, DETOUR, OPEN, FALSE, FALSE},
	{TRUE, 0, FURTHER, FALSE, FALSE},       {TRUE, DETOUR, FURTHER, FALSE, FALSE}};
/*
 * How many at the end of trials_of_management[] open lanes. They are made only where several lanes are in use:
 * management ports alone never make a second lane necessary.
 */
#define FURTHER_TRIALS 2

/* Returns the trials to make for a pair, *n of them. */
static const Trial *trials_of(const FitPairs *f, gboolean must, guint *n)
{
	if (!must) {
		*n = G_N_ELEMENTS(trials_of_management) - (f->fit->layers->n_layers > 1 ? 0 : FURTHER_TRIALS);
		return trials_of_management;
	}
	if (!f->fit->options.far) {
		*n = G_N_ELEMENTS(trials_of_ports);
		return trials_of_ports;
	}
	guint later = f->fit->options.minimal ? LONGER_TRIALS : f->fit->options.free ? 0 : FREE_TRIALS;
	*n = G_N_ELEMENTS(trials_with_room) - later;
	return trials_with_room;
}

/* Returns how many lanes a pair may be tried on, from the first on. */
static guint lanes_to_try(const FitPairs *f, Lanes lanes)
{
	guint open = f->fit->layers->n_layers, classes = f->fit->scope == LAYERS_OF_ALL ? f->fit->order->n : 0;
	if (lanes == OPEN)
		return open;
	return lanes == BY_CLASS ? MIN(f->fit->options.max_lanes, MAX(open, classes)) : f->fit->options.max_lanes;
}

/*
 * Returns the lane to try as number i of n_lanes. Where links have different numbers of lanes, open lanes are tried
 * from the last to the first, as weak links have the first ones only.
 */
static guint lane_in_turn(const FitPairs *f, guint i, guint n_lanes)
{
	guint open = MIN(n_lanes, f->fit->layers->n_layers);
	return f->fit->graph->lanes && i < open ? open - 1 - i : i;
}

/* ---- a pair that had a lane */

/* Returns the lane of the route from s to the first destination on t. */
static guint own_lane(const FitPairs *f, guint32 s, guint32 t)
{
	const FitLanes *fit = f->fit;
	guint8 *layer = fit->layers->layer;
	return layer && fit->first[t] < fit_lanes_end(fit, t)
		       ? layer[(gsize)fit->tree[fit->first[t]] * f->fit->graph->n_switches + s]
		       : 0;
}

/* Returns how many pairs of a host on s and a destination on t have a path longer than minimal. */
static guint64 count_longer(const FitPairs *f, guint32 s, guint32 t)
{
	const Graph *g = f->fit->graph;
	guint64 longer = 0;
	for (guint32 i = f->fit->first[t]; i < fit_lanes_end(f->fit, t); i++) {
		const guint8 *row = routes_row(f->fit->routes, f->fit->tree[i]);
		guint left = f->fit->hops[(gsize)t * g->n_switches + s];
		guint32 v = s;
		/* A path that has not arrived after the hops of a minimal one is longer. */
		for (; v != t && left; left--)
			v = g->to[route_channel(g, row, v)];
		longer += v != t ? g->hosts[s] : 0;
	}
	return longer;
}

/*
 * Serves a pair on the lane that it had, with routes that also fit on the lanes on which connections may be; on a
 * longer path where need be. `*served` becomes TRUE if that works. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean serve_kept(FitPairs *f, guint32 s, guint32 t, gboolean *served, GError **error)
{
	static const FitAttempt attempts[] = {{.detour = G_MAXUINT},
					      {.detour = G_MAXUINT, .insert = TRUE},
					      {.detour = 0, .insert = TRUE, .free = TRUE},
					      {.detour = DETOUR, .insert = TRUE, .free = TRUE}};
	gsize n = f->fit->graph->n_switches;
	/* The pair stays on `lane`; its routes have to fit on all of `lanes` at once. */
	guint lane = own_lane(f, s, t);
	const guint16 *also = f->fit->layers->also;
	LaneMask lanes = (LaneMask)(1u << lane | (also ? also[s * n + t] | also[t * n + s] : 0));
	if (lanes >> f->fit->layers->n_layers) /* one of these lanes is no longer in use */
		return TRUE;
	for (guint i = 0; !*served && i < G_N_ELEMENTS(attempts); i++)
		*served = fit_try_pair(f->try, &attempts[i], lanes, s, t);
	return !*served || note_served(f, lane, s, t, error);
}

static gboolean had_lane(const FitPairs *f, guint32 s, guint32 t)
{
	const FitKeep *keep = f->fit->options.keep;
	return keep && !(keep->without && keep->without[(gsize)s * f->fit->graph->n_switches + t]);
}

gboolean fit_pairs_serve(FitPairs *f, guint32 s, guint32 t, gboolean must, GError **error)
{
	gboolean served = FALSE;
	guint n = 0;
	if (had_lane(f, s, t) && !serve_kept(f, s, t, &served, error))
		return FALSE;
	if (served)
		return TRUE;
	const Trial *trials = trials_of(f, must, &n);
	for (const Trial *trial = trials; trial < trials + n; trial++)
		for (guint i = 0, n_lanes = lanes_to_try(f, trial->lanes); i < n_lanes; i++) {
			guint lane = lane_in_turn(f, i, n_lanes);
			FitAttempt attempt = {trial->insert, trial->detour, trial->far, trial->free};
			if (!f->fit->lane[lane] && !fit_lanes_open(f->fit, lane, error))
				return FALSE;
			if (!fit_try_pair(f->try, &attempt, (LaneMask)(1u << lane), s, t))
				continue;
			if (f->fit->options.keep)
				f->fit->options.keep->longer += count_longer(f, s, t) + count_longer(f, t, s);
			return note_served(f, lane, s, t, error);
		}
	return TRUE;
}
