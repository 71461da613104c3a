/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks what the search for better routes counts: couples of flows that meet, beside a count of all, and bandwidth. */
#include "core/optimize/bandwidth.h"
#include "core/optimize/change.h"
#include "core/optimize/crowding.h"
#include "core/optimize/flows.h"
#include "core/previous/stand.h"
#include "core/routing.h"
#include "tests/core/fixture.h"
#include "tests/core/routing_case.h"

#include <string.h>

typedef struct {
	guint32 host, dest, n, path[8];
} Flow;

static gboolean share(const Flow *a, const Flow *b)
{
	for (guint i = 0; i < a->n; i++)
		for (guint k = 0; k < b->n; k++)
			if (a->path[i] == b->path[k])
				return TRUE;
	return FALSE;
}

/* All couples of flows that meet, one after the other; all hosts send. */
static gint64 count_couples(const Graph *g, const Routes *routes)
{
	g_autoptr(GArray) flows = g_array_new(FALSE, FALSE, sizeof(Flow));
	gint64 n = 0;
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 s = 0; s < g->n_dests; s++) {
			Flow flow = {s, d, 0, {0}};
			if (!g->dests[d].is_host || !g->dests[s].is_host || s == d)
				continue;
			for (guint32 v = g->dests[s].vertex, c;
			     (c = route_channel(g, routes_row(routes, d), v)) != GRAPH_NONE; v = g->to[c])
				flow.path[flow.n++] = c;
			g_array_append_val(flows, flow);
		}
	for (guint i = 0; i < flows->len; i++)
		for (guint k = 0; k < i; k++) {
			const Flow *a = &g_array_index(flows, Flow, i), *b = &g_array_index(flows, Flow, k);
			n += a->host != b->host && a->dest != b->dest && share(a, b);
		}
	return n;
}

/*
 * Changes drawn at random in a fabric where one path joins any two channels of a route, so that all is exact. The
 * tables that are kept are those that are made anew.
 */
START_TEST(couples_are_counted)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = routing_case_fabric("clos:leaves=5,hosts=3,spines=4,links=1", 0);
	const RoutingOptions options = {.stand = TRUE};
	g_autoptr(Routing) plain = routing_compute(fabric, &options, &error);
	const Graph *g = plain->stand->graph;
	Routes *routes = plain->stand->routes;
	g_autoptr(CdgTurns) turns = cdg_turns_new(g, &error);
	g_autoptr(Flows) flows = flows_new(g, NULL, 0, &error);
	g_autoptr(Crowding) kept = crowding_new(g, turns, flows, routes, NULL, &error);
	g_autoptr(GRand) rand = g_rand_new_with_seed(3);
	gint64 couples = count_couples(g, routes);
	Change change;
	ck_assert(change_init(&change, kept, &error));
	for (guint made = 0; made < 60;) {
		guint32 i = (guint32)g_rand_int_range(rand, 0, (gint)flows->n_dests);
		guint32 channel = (guint32)g_rand_int_range(rand, 0, (gint)g->n_channels), at = g->from[channel];
		guint32 target = g->dests[flows->dest[i]].vertex;
		guint8 hops = plain->hops[(gsize)target * g->n_switches + at];
		if (at == target || routes_row(routes, flows->dest[i])[at] == g->port[channel])
			continue;
		change_begin(kept, routes, i, at, &change);
		if (!change_find_paths(kept, routes, channel, hops, &change))
			continue;
		gint64 price = change_price(kept, &change);
		change_make(kept, routes, &change);
		gint64 now = count_couples(g, routes);
		ck_assert_int_eq(now - couples, price);
		couples = now;
		made++;
	}
	change_clear(&change);
	g_autoptr(Crowding) anew = crowding_new(g, turns, flows, routes, NULL, &error);
	ck_assert(!memcmp(kept->load, anew->load, g->n_channels * sizeof *kept->load));
	ck_assert(!memcmp(kept->turn_load, anew->turn_load, turns->first[g->n_channels] * sizeof *kept->turn_load));
	ck_assert(
		!memcmp(kept->targets, anew->targets, (gsize)g->n_channels * flows->n_classes * sizeof *kept->targets));
	ck_assert(!memcmp(kept->behind, anew->behind, (gsize)flows->n_dests * g->n_switches * sizeof *kept->behind));
	guint64 efi = routes_efi(g, routes);
	routes_recount(g, routes);
	ck_assert_uint_eq(efi, routes_efi(g, routes));
}
END_TEST

/* One switch: everybody has all bandwidth. Two with one cable: the two pairs that cross it share. */
START_TEST(bandwidth_is_judged)
{
	const struct {
		const char *picture;
		double least, most;
	} rows[] = {{"A:4", 1, 1}, {"A-B A:1 B:1", 1, 1}, {"A-B A:8 B:8", 0.4, 0.75}};
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GError) error = NULL;
		double value = 0;
		g_autoptr(Fabric) fabric = fixture_fabric(rows[i].picture);
		const RoutingOptions options = {.stand = TRUE};
		g_autoptr(Routing) plain = routing_compute(fabric, &options, &error);
		g_autoptr(Flows) flows = flows_new(plain->stand->graph, NULL, 0, &error);
		ck_assert(bisections_bandwidth(plain->stand->graph, flows, plain->stand->routes, 1, NULL, &value,
					       &error));
		ck_assert_msg(value >= rows[i].least && value <= rows[i].most, "%s: %f", rows[i].picture, value);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {couples_are_counted, bandwidth_is_judged, NULL};
	return fixture_run("optimize counts", tests);
}
