/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses VLs by ports for finished routes, state by state, so that few dependencies of the routes close a cycle. A
 * state is a pair of channels, by which packets come to a switch and leave it; all packets of a state leave on one VL.
 * The routes are those of hosts, and of some others that found no path beside hosts in an earlier try (guard_among.c).
 * Dependencies that would close a cycle stay out of the graph; guard->unfit marks the hosts' LIDs whose routes need
 * some of these.
 *
 * A state gets the VL on which the fewest of its dependencies are refused for closing a cycle, the highest of several
 * such. Its turn comes after all states that follow it on routes (depth-first postorder), as far as states do not
 * follow each other in a cycle. Packets of switches' own ports have the lowest VL. Further rounds (options->reorders)
 * begin anew with the states that had dependencies refused; the round that leaves the fewest LIDs unfit counts.
 */
#include "core/admit/guard.h"

#include "core/base/error.h"

#include <string.h>

typedef struct {
	Guard *guard;
	const Graph *graph;
	DependencyGraph *deps;
	const Routes *routes;
	guint32 words, n_states;
	guint64 *then;      /* [n_states][words] bit i: packets go on with the i-th channel of the next switch */
	guint64 *sent_then; /* [n_channels][words] bit i: so do packets that the channel's switch sends itself */
	guint8 *sent;       /* [n_channels] 1: its switch may send packets of its own over it */
	guint8 *used;       /* [n_states] 1: some route has the state */
	guint8 *awkward;    /* [n_states] 1: some of the state's dependencies were refused, in any round */
	guint32 *first_of;  /* [n_states] the first channel of a state */
	guint32 *met;       /* [n_switches] `row` when the routes of a row were last followed from this switch on */
	guint32 row;        /* rows that were followed so far */
	guint32 *order;     /* [n_order] states in the order in which they get VLs */
	guint32 *best;      /* [n_order] the order of the round that left the fewest LIDs unfit */
	guint32 *path;      /* scratch: [n_states] */
	guint8 *sends;      /* scratch: [n_switches] */
	guint8 *seen;       /* [n_states] of visit(): 1: begun; 2: listed in `order` */
	guint32 n_order;
	guint64 n_refused, n_tried; /* dependencies in this round */
	guint32 n_now;              /* dependencies of the state at hand */
	guint32 n_dests, n_unfit;   /* hosts' LIDs; those of which the graph lacks dependencies */
	guint64 visited;            /* deps->visited before the first round */
} Assignment;

static void set_bit(const Assignment *s, guint64 *bits, gsize row, guint32 d)
{
	guint32 i = graph_channel_number(s->graph, d);
	bits[row * s->words + i / 64] |= (guint64)1 << i % 64;
}

static gboolean has_bit(const Assignment *s, const guint64 *bits, gsize row, guint32 d)
{
	guint32 i = graph_channel_number(s->graph, d);
	return bits[row * s->words + i / 64] >> i % 64 & 1;
}

/* Notes a state of hosts' routes, and which channel follows it. */
static gboolean note_hop(gpointer user, guint32 a, guint32 b, guint32 c)
{
	Assignment *s = user;
	s->sent[a] = 1;
	if (b == GRAPH_NONE)
		return TRUE;
	guint32 state = cdg_turn(s->deps->turns, a, b);
	s->used[state] = 1;
	set_bit(s, s->sent_then, a, b);
	if (c != GRAPH_NONE)
		set_bit(s, s->then, state, c);
	return TRUE;
}

/* ---- the order */

/* Lists the states that are reached from `root`, depth first: a state when all that follow it are listed. */
static void visit(Assignment *s, guint32 root)
{
	const Graph *graph = s->graph;
	guint32 n = 0;
	s->path[n++] = root;
	while (n) {
		guint32 state = s->path[n - 1], b = s->first_of[state];
		guint32 c = state - s->deps->turns->base[b], w = graph->to[c];
		if (s->seen[state]) {
			n--;
			if (s->seen[state] == 1)
				s->order[s->n_order++] = state;
			s->seen[state] = 2;
			continue;
		}
		s->seen[state] = 1;
		for (guint32 d = graph->first[w + 1]; d-- > graph->first[w];) {
			guint32 next = cdg_turn(s->deps->turns, c, d);
			if (has_bit(s, s->then, state, d) && !s->seen[next] && n < s->n_states)
				s->path[n++] = next;
		}
	}
}

/* ---- VLs */

/* Adds a dependency, and counts it as tried. Returns 1 if it is refused, else 0. */
static guint32 add(Assignment *s, guint32 c, guint vl, guint32 d)
{
	s->n_now++;
	return !dependency_add(s->deps, c, vl, d);
}

/*
 * Gives the state (b, c) this VL, and adds its dependencies as far as they close no cycle. Returns how many are
 * refused, G_MAXUINT32 if channel c lacks the lane or the log is full.
 */
static guint32 place_state(Assignment *s, guint32 b, guint32 c, guint vl)
{
	const Graph *graph = s->graph;
	DependencyGraph *deps = s->deps;
	guint32 v = graph->from[b], w = graph->to[c], refused = 0;
	if (!graph_has_lane(graph, c, vl))
		return G_MAXUINT32;
	if (!dependency_set_state(deps, b, c, vl))
		return G_MAXUINT32;
	s->n_now = 0;
	if (has_bit(s, s->sent_then, b, c))
		refused += add(s, b, dependency_sent_vl(deps, b), c);
	for (guint32 k = graph->first[v]; k < graph->first[v + 1]; k++) {
		guint32 a = graph->reverse[k];
		guint before = dependency_state_vl(deps, a, b);
		if (before != DEPENDENCY_NO_VL && has_bit(s, s->then, cdg_turn(deps->turns, a, b), c))
			refused += add(s, b, before, c);
	}
	for (guint32 d = graph->first[w]; d < graph->first[w + 1]; d++)
		if (dependency_state_vl(deps, c, d) != DEPENDENCY_NO_VL &&
		    has_bit(s, s->then, cdg_turn(deps->turns, b, c), d))
			refused += add(s, c, vl, d);
	return refused;
}

/* Gives a state without a VL the highest one with which the fewest dependencies are refused. */
static void choose_vl(Assignment *s, guint32 state)
{
	DependencyGraph *deps = s->deps;
	guint32 b = s->first_of[state], c = state - deps->turns->base[b], least = G_MAXUINT32;
	guint best = DEPENDENCY_NO_VL;
	if (dependency_state_vl(deps, b, c) != DEPENDENCY_NO_VL)
		return;
	for (guint vl = deps->n_vls; vl-- > 0 && least;) {
		guint32 mark = dependency_mark(deps), refused = place_state(s, b, c, vl);
		if (refused < least) {
			least = refused;
			best = vl;
		}
		if (refused)
			dependency_return(deps, mark);
	}
	if (least && best != DEPENDENCY_NO_VL)
		place_state(s, b, c, best);
	dependency_keep(deps);
	s->n_tried += s->n_now;
	s->n_refused += best != DEPENDENCY_NO_VL ? least : 0;
	s->awkward[state] |= best != DEPENDENCY_NO_VL && least;
}

/* ---- what fits */

/* Whether the graph has the dependencies of a hop. */
static gboolean fits(gpointer user, guint32 a, guint32 b, guint32 c)
{
	const DependencyGraph *deps = ((const Assignment *)user)->deps;
	if (b == GRAPH_NONE)
		return TRUE;
	guint vl = dependency_state_vl(deps, a, b);
	return dependency_has(deps, a, dependency_sent_vl(deps, a), b) && vl != DEPENDENCY_NO_VL &&
	       (c == GRAPH_NONE || dependency_has(deps, b, vl, c));
}

static gboolean allocate(Assignment *s, Arena *arena, GError **error)
{
	const Graph *graph = s->graph;
	gsize n = s->n_states + (gsize)1;
	s->then = arena_new_array0(arena, guint64, n * s->words);
	s->sent_then = arena_new_array0(arena, guint64, (graph->n_channels + (gsize)1) * s->words);
	s->sent = arena_new_array0(arena, guint8, graph->n_channels + (gsize)1);
	s->used = arena_new_array0(arena, guint8, n);
	s->awkward = arena_new_array0(arena, guint8, n);
	s->first_of = arena_new_array(arena, guint32, n);
	s->sends = arena_new_array(arena, guint8, graph->n_switches + (gsize)1);
	s->met = arena_new_array0(arena, guint32, graph->n_switches + (gsize)1);
	s->order = arena_new_array(arena, guint32, n);
	s->best = arena_new_array(arena, guint32, n);
	s->path = arena_new_array(arena, guint32, n);
	s->seen = arena_new_array0(arena, guint8, n);
	return arena_check(arena, "virtual lanes of routes", error);
}

/*
 * Once one state in TELLING has its VL, the share of dependencies refused so far stands for the share of all: if it is
 * above LIKELY times the limit, the round is taken to end above the limit. Without a limit, looks alone end a round.
 */
#define TELLING 8
#define LIKELY 1.5

static gboolean are_too_many(const Assignment *s, guint32 i, double most)
{
	if (most >= 1)
		return careful_is_over(s->guard->careful);
	return i > s->n_order / TELLING && (double)s->n_refused > LIKELY * most * (double)s->n_tried;
}

/* Runs one round: empties the graph, gives all states VLs in their order, and marks the LIDs that do not fit. */
static void place_all(Assignment *s, const AssignVlsOptions *options)
{
	const Graph *graph = s->graph;
	guard_begin(s->guard, options->place, options->rank, options->tree);
	s->n_tried = s->n_refused = 0;
	for (guint32 b = 0; b < graph->n_channels; b++) {
		if (s->sent[b] && dependency_sent_vl(s->deps, b) == DEPENDENCY_NO_VL)
			dependency_set_sent(s->deps, b, 0);
		dependency_keep(s->deps);
	}
	for (guint32 i = 0; i < s->n_order && !are_too_many(s, i, options->most); i++)
		choose_vl(s, s->order[i]);
	s->n_unfit = 0;
	for (guint32 d = 0; d < graph->n_dests; d++)
		s->n_unfit += s->guard->unfit[d] =
			graph->dests[d].is_host &&
			!guard_follow(graph, s->guard->sends, routes_row(s->routes, d), s->met, ++s->row, fits, s);
}

/* Moves states of which dependencies were refused in any round to the front; otherwise the order stays. */
static void put_awkward_first(Assignment *s)
{
	guint32 n = 0;
	for (guint awkward = 2; awkward-- > 0;)
		for (guint32 i = 0; i < s->n_order; i++)
			if (s->awkward[s->order[i]] == awkward)
				s->path[n++] = s->order[i];
	memcpy(s->order, s->path, n * sizeof *s->order);
}

static double part_refused(const Assignment *s)
{
	return s->n_tried ? (double)s->n_refused / (double)s->n_tried : 0;
}

/* Whether at least half of the hosts' LIDs fit, so that other orders of states may help the rest. */
static gboolean fits_mostly(const Assignment *s)
{
	return s->n_unfit <= s->n_dests / 2;
}

/* Most rounds after the first; no further round begins when searches have visited so many vertices. */
#define MORE_ROUNDS 8
#define VISITED_ENOUGH (G_GUINT64_CONSTANT(1) << 27)

/* Runs further rounds in which awkward states come first. The graph is that of the best round in the end. */
static void place_again(Assignment *s, const AssignVlsOptions *options)
{
	guint32 least = s->n_unfit;
	guint best = 0, round = 0;
	while (s->n_unfit && fits_mostly(s) && part_refused(s) <= options->few && round < MORE_ROUNDS &&
	       s->deps->visited - s->visited < VISITED_ENOUGH) {
		put_awkward_first(s);
		place_all(s, options);
		round++;
		if (s->n_unfit >= least)
			continue;
		least = s->n_unfit;
		best = round;
		memcpy(s->best, s->order, s->n_order * sizeof *s->best);
	}
	if (best == round)
		return;
	memcpy(s->order, s->best, s->n_order * sizeof *s->order);
	place_all(s, options);
}

/* Calls guard_follow() for all routes to the d-th destination, which takes part with hosts. */
static gboolean follow_among(Assignment *s, guint32 d, GuardHop visit_hop)
{
	guard_senders(s->graph, d, s->sends);
	return guard_follow(s->graph, s->sends, routes_row(s->routes, d), s->met, ++s->row, visit_hop, s);
}

/*
 * Routes the destinations in guard->among_hosts, and notes their states. Does nothing where there are none, as in a
 * first try.
 */
static void note_among(Assignment *s, const AssignVlsOptions *options, Routes *routes)
{
	const guint8 *among = s->guard->among_hosts;
	if (!memchr(among, GUARD_ASKED, s->graph->n_dests) && !memchr(among, GUARD_SERVED, s->graph->n_dests))
		return;
	guard_begin(s->guard, options->place, options->rank, options->tree);
	guard_route_among(s->guard, routes);
	for (guint32 d = 0; d < s->graph->n_dests; d++)
		if (among[d])
			follow_among(s, d, note_hop);
}

/* Says in guard->among_hosts which of these destinations have all of their routes in the graph. */
static void mark_among(Assignment *s)
{
	guint8 *among = s->guard->among_hosts;
	for (guint32 d = 0; among && d < s->graph->n_dests; d++)
		if (among[d])
			among[d] = follow_among(s, d, fits) ? GUARD_SERVED : GUARD_ASKED;
}

gboolean guard_assign_vls(Guard *guard, const AssignVlsOptions *options, Routes *routes, AssignVlsTally *tally,
			  GError **error)
{
	const Graph *graph = guard->graph;
	g_autoptr(Arena) arena = arena_new();
	Assignment s = {.guard = guard,
			.graph = graph,
			.deps = guard->deps,
			.routes = routes,
			.visited = guard->deps->visited,
			.words = guard->deps->words};
	s.n_states = guard->turns->first[graph->n_channels];
	if (!allocate(&s, arena, error))
		return FALSE;
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (graph->dests[d].is_host) {
			guard_follow(graph, guard->sends, routes_row(routes, d), s.met, ++s.row, note_hop, &s);
			s.n_dests++;
		}
	if (guard->among_hosts)
		note_among(&s, options, routes);
	for (guint32 b = 0; b < graph->n_channels; b++)
		for (guint32 i = guard->turns->first[b]; i < guard->turns->first[b + 1]; i++)
			s.first_of[i] = b;
	for (guint32 i = 0; i < s.n_states; i++)
		if (s.used[i] && !s.seen[i])
			visit(&s, i);
	memcpy(s.best, s.order, s.n_order * sizeof *s.best);
	place_all(&s, options);
	if (options->reorders)
		place_again(&s, options);
	mark_among(&s);
	*tally = (AssignVlsTally){.refused = part_refused(&s), .mostly = fits_mostly(&s)};
	return TRUE;
}
