/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Looks for changes of single entries that let flows share fewer channels, several destinations at a time, and makes
 * them one after the other. A change has a price, below 0 where it is for the better (crowding.h). It must bring no
 * channel more routes than the fullest had at first, close no cycle (gate.h), touch no block of a table beyond those
 * that may change (fence.h), and bring no more routes to LIDs of one port together than it parts. A random number is
 * computed from seed, sweep, destination and switch, not drawn from a sequence: so each thread gets the same number.
 */
#include "core/optimize/descent.h"

#include "core/base/crew.h"
#include "core/base/error.h"

/* Mixes two numbers to one that looks random (the finaliser of G. Steele et al., "Fast Splittable PRNGs", 2014). */
static guint64 mix(guint64 a, guint64 b)
{
	guint64 z = a + (b + 1) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
	z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/*
 * The price that a change at this place has to stay below: 0, or with warmth a random number from 0 to warmth, so that
 * the search gets out of a local minimum.
 */
static gint64 price_limit(const Descent *s, guint32 i, guint32 at)
{
	guint64 drawn = mix(mix(mix(s->seed, s->sweeps), i), at) >> 48;
	return (gint64)((double)s->warmth * (double)drawn / 65536.0);
}

/*
 * Whether the route of switch v to a destination may change to its channel c. Several LIDs of one port (LMC) are of use
 * only if their paths differ, but crowding does not count that: left alone, the search would draw such routes together.
 * So a change may not bring more of them together at a switch than it parts there. These LIDs are consecutive numbers,
 * the base LID first. O(LIDs of the port).
 */
static gboolean siblings_let(const Descent *s, guint32 v, guint32 dest, guint32 c)
{
	const GraphDest *dests = s->graph->dests, *own = &dests[dest];
	guint8 now = routes_row(s->routes, dest)[v], then = s->graph->port[c];
	guint parted = 0, joined = 0;
	for (guint32 d, k = 0; (d = graph_dest(s->graph, own->lid - own->sibling + k)) != GRAPH_NONE; k++) {
		if (dests[d].sibling != k)
			break;
		guint8 port = routes_row(s->routes, d)[v];
		parted += d != dest && port == now;
		joined += d != dest && port == then;
	}
	return joined <= parted;
}

/*
 * The channel that is the cheapest to change to, among those towards the destination; GRAPH_NONE: no change pays. Adds
 * the work to *cost.
 */
static guint32 find_channel(const Descent *s, guint32 i, guint32 at, Change *change, guint64 *cost)
{
	const Graph *g = s->graph;
	guint32 d = s->crowding->flows->dest[i], has = route_channel(g, routes_row(s->routes, d), at);
	const guint8 *near = s->hops + (gsize)g->dests[d].vertex * g->n_switches;
	guint32 best = GRAPH_NONE;
	gint64 least = price_limit(s, i, at);
	gboolean begun = FALSE;
	for (guint32 c = g->first[at]; c < g->first[at + 1]; c++) {
		if (c == has || near[g->to[c]] + 1 != near[at] || !siblings_let(s, at, d, c))
			continue;
		if (!begun)
			change_begin(s->crowding, s->routes, i, at, change);
		*cost += begun ? 0 : change->n_sources;
		begun = TRUE;
		if (!change_find_paths(s->crowding, s->routes, c, near[at], change) ||
		    change_overloads(s->crowding, s->routes, change, s->most))
			continue;
		*cost += (guint64)change->n_sources * (change->n_new + change->n_old);
		gint64 price = change_price(s->crowding, change);
		if (price < least) {
			least = price;
			best = c;
		}
	}
	return best;
}

/* A thread's work: fills s->found[item] with proposals for destination number `item` of the block. */
static void propose(gpointer data, guint32 item)
{
	DescentWorker *worker = data;
	Descent *s = worker->descent;
	guint32 i = s->order[s->at + item], d = s->crowding->flows->dest[i], target = s->graph->dests[d].vertex;
	const guint32 *sending = s->crowding->sending + (gsize)i * s->graph->n_switches;
	g_array_set_size(s->found[item], 0);
	s->cost[item] = s->graph->n_switches;
	for (guint32 v = 0; v < s->graph->n_switches; v++) {
		if (v == target || !sending[v] || (s->fence && !fence_lets(s->fence, v, d)))
			continue;
		guint32 best = find_channel(s, i, v, &worker->change, &s->cost[item]);
		Proposal found = {i, v, best};
		if (best != GRAPH_NONE)
			g_array_append_val(s->found[item], found);
	}
}

/* Makes a proposed change if it still pays: other changes may have been made since it was proposed. */
static void make_change(Descent *s, const Proposal *p)
{
	Change *change = &s->worker[0].change;
	guint32 d = s->crowding->flows->dest[p->i];
	guint8 hops = s->hops[(gsize)s->graph->dests[d].vertex * s->graph->n_switches + p->at];
	change_begin(s->crowding, s->routes, p->i, p->at, change);
	if ((s->fence && !fence_lets(s->fence, p->at, d)) || !siblings_let(s, p->at, d, p->channel) ||
	    !change_find_paths(s->crowding, s->routes, p->channel, hops, change) ||
	    change_overloads(s->crowding, s->routes, change, s->most) ||
	    change_price(s->crowding, change) >= price_limit(s, p->i, p->at) || !gate_pass(s->gate, d, change))
		return;
	change_make(s->crowding, s->routes, change);
	if (s->fence)
		fence_pass(s->fence, p->at, d);
	s->made++;
}

guint32 descent_go(Descent *s, guint64 most)
{
	guint64 looked = gate_looked(s->gate);
	guint32 n = MIN(s->n - s->at, DESCENT_BLOCK);
	n = (guint32)MIN(n, most);
	crew_run(s->worker, sizeof *s->worker, MIN(s->n_workers, MAX(n, 1)), n, &(CrewJob){.work = propose});
	for (guint32 item = 0; item < n; item++) {
		s->work += s->cost[item];
		for (guint k = 0; k < s->found[item]->len; k++)
			make_change(s, &g_array_index(s->found[item], Proposal, k));
	}
	s->work += gate_looked(s->gate) - looked;
	s->at += n;
	return n;
}

gboolean descent_all(Descent *s, guint64 work)
{
	while (s->work < work)
		if (!descent_go(s, G_MAXUINT64))
			return TRUE;
	return FALSE;
}

void descent_sweep(Descent *s)
{
	guint32 n = s->n;
	s->sweeps++;
	s->at = 0;
	s->made = 0;
	for (guint32 k = n; k > 1; k--) {
		guint32 other = (guint32)(mix(mix(s->seed, s->sweeps), ~(guint64)k) % k), i = s->order[k - 1];
		s->order[k - 1] = s->order[other];
		s->order[other] = i;
	}
}

static gboolean make_workers(Descent *s, GError **error)
{
	s->worker = g_new0(DescentWorker, s->n_workers);
	for (guint k = 0; k < s->n_workers; k++) {
		s->worker[k].descent = s;
		if (!change_init(&s->worker[k].change, s->crowding, error))
			return FALSE;
	}
	return TRUE;
}

Descent *descent_new(const guint8 *hops, const Flows *flows, const guint8 *settled, Gate *gate, Routes *routes,
		     guint64 seed, StopCheck *stop, GError **error)
{
	g_autoptr(Descent) s = g_new0(Descent, 1);
	s->graph = gate->graph;
	if (!(s->crowding = crowding_new(s->graph, gate->turns, flows, routes, stop, error)))
		return NULL;
	s->hops = hops;
	s->gate = gate;
	s->routes = routes;
	s->seed = seed;
	s->most = routes_efi(s->graph, routes);
	s->n_workers = MIN(graph_threads(s->graph), DESCENT_BLOCK);
	for (guint k = 0; k < DESCENT_BLOCK; k++)
		s->found[k] = g_array_new(FALSE, FALSE, sizeof(Proposal));
	if (!(s->order = g_try_new(guint32, flows->n_dests + 1)))
		return sssp_error_memory_null(error, "destinations", flows->n_dests * sizeof(guint32));
	for (guint32 i = 0; i < flows->n_dests; i++)
		if (!settled || !settled[flows->job[i]])
			s->order[s->n++] = i;
	return make_workers(s, error) ? g_steal_pointer(&s) : NULL;
}

void descent_free(Descent *s)
{
	if (!s)
		return;
	for (guint k = 0; s->worker && k < s->n_workers; k++)
		change_clear(&s->worker[k].change);
	for (guint k = 0; k < DESCENT_BLOCK; k++)
		if (s->found[k])
			g_array_unref(s->found[k]);
	crowding_free(s->crowding);
	g_free(s->order);
	g_free(s->worker);
	g_free(s);
}
