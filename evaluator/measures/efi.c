/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts the routes that cross each channel, how long routes are, and which do not arrive. It works on one destination
 * LID after the other: all routes to it form a tree of channels, and loads are summed from the leaves of this tree to
 * its root.
 */
#include "evaluator/measures/efi.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"

#include <math.h>
#include <string.h>

/* What is needed for the work on one destination after the other. */
typedef struct {
	const Paths *paths;
	RouteFacts *facts;
	PathTree *tree;
	guint32 *shortest; /* [n_rows] hops to `target` at best */
	guint32 *queue;
	guint32 target;
	guint64 *through; /* [n_rows] routes that pass or start at a row */
} Work;

/* Counts one route from every switch, whether it has endpoints or not. */
static void count_switches(Work *w)
{
	w->facts->switch_pairs += w->paths->n_rows;
	w->facts->switch_unreachable += w->paths->n_rows - w->tree->n_arriving;
}

/* Counts the routes from all endpoints. */
static void count_endpoints(Work *w, guint32 target)
{
	RouteFacts *facts = w->facts;
	for (guint32 row = 0; row < w->paths->n_rows; row++) {
		guint32 hops = w->tree->hops[row];
		guint64 sources = w->paths->attached[row] - (row == target); /* no endpoint sends to itself */
		facts->pairs += sources;
		facts->unreachable += hops >= PATHS_LOST ? sources : 0;
		facts->loops += hops == PATHS_LOOP ? sources : 0;
	}
}

/* Counts the routes from endpoints that take part, to a destination that takes part too. */
static void count_hops(Work *w)
{
	const Paths *p = w->paths;
	for (guint32 row = 0; row < p->n_rows; row++) {
		guint32 hops = w->tree->hops[row];
		guint64 sources = p->hosts[row] - (row == w->target);
		if (hops >= PATHS_LOST)
			continue;
		w->facts->hop_pairs[hops] += sources;
		w->facts->nonminimal += hops > w->shortest[row] ? sources : 0;
	}
}

/* Sums the routes of the tree from its leaves to its root. */
static void add_loads(Work *w)
{
	const Paths *p = w->paths;
	for (guint32 row = 0; row < p->n_rows; row++)
		w->through[row] = p->hosts[row];
	for (guint32 i = w->tree->n_arriving; i-- > 0;) {
		guint32 row = w->tree->order[i], channel = w->tree->channel[row];
		if (channel == PATHS_NONE)
			continue;
		w->facts->load[channel] += w->through[row];
		w->through[p->to[channel]] += w->through[row];
	}
}

static void add_lid(Work *w, guint32 lid)
{
	const Paths *p = w->paths;
	guint32 target = paths_lid_row(p, lid);
	if (target == PATHS_NONE)
		return;
	path_tree_fill(w->tree, p, lid);
	count_switches(w);
	if (p->fabric->ports[p->fabric->lid_port[lid]].num == 0)
		return;
	count_endpoints(w, target);
	if (!paths_takes_part(p, p->fabric->lid_port[lid]))
		return;
	if (target != w->target)
		paths_shortest(p, target, w->shortest, w->queue);
	w->target = target;
	count_hops(w);
	add_loads(w);
}

static void sum_hops(RouteFacts *facts, guint32 n_rows)
{
	guint64 arrived = 0, sum = 0;
	for (guint32 hops = 0; hops < n_rows; hops++) {
		if (facts->hop_pairs[hops])
			facts->max_hops = hops;
		arrived += facts->hop_pairs[hops];
		sum += hops * facts->hop_pairs[hops];
	}
	facts->mean_hops = arrived ? (gdouble)sum / (gdouble)arrived : 0;
}

static void sum_loads(RouteFacts *facts, const Paths *p)
{
	gdouble sum = 0, squares = 0;
	for (guint32 c = 0; c < p->n_channels; c++) {
		if (p->from[c] == p->to[c])
			continue;
		guint64 load = facts->load[c];
		facts->efi_max = MAX(facts->efi_max, load);
		facts->efi_min = facts->n_links ? MIN(facts->efi_min, load) : load;
		facts->n_links++;
		sum += (gdouble)load;
	}
	facts->efi_mean = facts->n_links ? sum / facts->n_links : 0;
	for (guint32 c = 0; c < p->n_channels; c++)
		if (p->from[c] != p->to[c])
			squares += pow((gdouble)facts->load[c] - facts->efi_mean, 2);
	facts->efi_stddev = facts->n_links ? sqrt(squares / facts->n_links) : 0;
}

static RouteFacts *facts_new(const Paths *p, GError **error)
{
	RouteFacts *facts = g_new0(RouteFacts, 1);
	facts->hop_pairs = g_try_new0(guint64, p->n_rows + 1);
	facts->load = g_try_new0(guint64, p->n_channels + 1);
	if (facts->hop_pairs && facts->load)
		return facts;
	sssp_error_memory(error, "channel loads", (p->n_channels + 1) * sizeof(guint64));
	route_facts_free(facts);
	return NULL;
}

RouteFacts *route_facts_new(const Paths *p, GError **error)
{
	g_autoptr(RouteFacts) facts = facts_new(p, error);
	g_autoptr(PathTree) tree = facts ? path_tree_new(p, error) : NULL;
	if (!tree)
		return NULL;
	g_autofree guint32 *shortest = g_try_new(guint32, p->n_rows + 1);
	g_autofree guint32 *queue = g_try_new(guint32, p->n_rows + 1);
	g_autofree guint64 *through = g_try_new(guint64, p->n_rows + 1);
	if (!shortest || !queue || !through)
		return sssp_error_memory_null(error, "counting routes", (p->n_rows + 1) * sizeof(guint64));
	Work w = {p, facts, tree, shortest, queue, PATHS_NONE, through};
	for (guint32 lid = 1; lid < p->fabric->n_lids; lid++)
		add_lid(&w, lid);
	sum_hops(facts, p->n_rows);
	sum_loads(facts, p);
	return g_steal_pointer(&facts);
}

void route_facts_free(RouteFacts *facts)
{
	if (!facts)
		return;
	g_free(facts->hop_pairs);
	g_free(facts->load);
	g_free(facts);
}

static int by_load(gconstpointer a, gconstpointer b, gpointer user)
{
	const guint64 *load = user;
	guint32 one = *(const guint32 *)a, other = *(const guint32 *)b;
	return BY_KEYS({load[other], load[one]}, {one, other});
}

guint32 route_facts_fullest(const RouteFacts *facts, const Paths *paths, guint32 *order)
{
	guint32 n = 0;
	for (guint32 c = 0; c < paths->n_channels; c++)
		if (paths->from[c] != paths->to[c])
			order[n++] = c;
	g_qsort_with_data(order, (gint)n, sizeof *order, by_load, facts->load);
	return n;
}
