/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Rows of drawn events of every kind on drawn fabrics; after each, a sweep without an event, and a restart that has
 * tables alone, change nothing: no entry, no SL, no SL to VL table, no port of the multicast tree. `check_idle SPEC
 * SEED [LANES [HOW]]` plays one row again (HOW: s lanes by SL, a safe on any SL).
 */
#include "bench/events/reroute.h"
#include "generator/synth/synth.h"
#include "tests/core/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 200, EVENTS = 5 };

typedef struct {
	guint events, sweeps, changed, by_sl, by_ports, treeless;
} Tally;

typedef struct {
	Fabric *fabric;
	Routing *routing;
} Routed;

static void routed_clear(Routed *r)
{
	fabric_free(r->fabric);
	routing_free(r->routing);
}

/* Routes a fabric, which is taken, from what there was; a restart has no stand. */
static Routed route(Fabric *fabric, const RoutingOptions *how, const Routed *before, gboolean restart)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = *how;
	PreviousTables previous = {0};
	if (before) {
		const Routing *was = before->routing;
		previous = (PreviousTables){.fabric = before->fabric,
					    .lft = was->lft,
					    .path_sl = was->path_sl,
					    .sl2vl = routing_port_vls(was),
					    .efi = was->fresh_efi,
					    .stand = restart ? NULL : was->stand,
					    .vls_needed = was->vls_needed,
					    .older = was->older,
					    .detours = was->detours,
					    .mcast = was->mcast};
		options.previous = &previous;
	}
	Routing *routing = routing_compute(fabric, &options, &error);
	assert_no_error(error);
	return (Routed){fabric, routing};
}

/* ---- nothing changes */

static guint count_entries(const Routing *was, const Routing *is)
{
	guint n = 0;
	ck_assert_uint_eq(was->lft->n_switches, is->lft->n_switches);
	ck_assert_uint_eq(was->lft->n_lids, is->lft->n_lids);
	for (gsize i = 0; i < (gsize)is->lft->n_switches * is->lft->n_lids; i++)
		n += was->lft->port[i] != is->lft->port[i];
	return n;
}

static guint count_sls(const Routing *was, const Routing *is)
{
	guint n = 0;
	for (guint32 row = 0; row < is->lft->n_switches; row++)
		for (guint32 lid = 0; lid < is->n_lids; lid++)
			n += routing_sl(was, row, lid) != routing_sl(is, row, lid);
	return n;
}

static guint count_vls(const Routing *was, const Routing *is)
{
	const Sl2vl *a = routing_port_vls(was), *b = routing_port_vls(is);
	guint n = (a != NULL) != (b != NULL);
	for (guint32 row = 0; a && b && row < a->n_switches; row++)
		for (guint in = 0; in <= a->n_ports[row]; in++)
			for (guint out = 0; out <= a->n_ports[row]; out++)
				n += memcmp(sl2vl_get(a, row, in, out), sl2vl_get(b, row, in, out), sizeof(SlMap)) != 0;
	return n;
}

static guint count_tree(const Routing *was, const Routing *is)
{
	guint n = (was->mcast != NULL) != (is->mcast != NULL);
	for (gsize i = 0; was->mcast && is->mcast && i < (gsize)is->n_switches << 8; i++)
		n += was->mcast[i] != is->mcast[i];
	return n;
}

static gboolean changes_nothing(const char *name, const char *what, const Routing *was, const Routing *is)
{
	guint entries = count_entries(was, is), sls = count_sls(was, is), vls = count_vls(was, is);
	guint tree = count_tree(was, is);
	if (entries || sls || vls || tree)
		fprintf(stderr, "%s, %s: %u entries, %u SLs, %u SL to VL maps and %u ports of the tree change%s\n",
			name, what, entries, sls, vls, tree, is->rerouted ? "" : "; afresh");
	return !entries && !sls && !vls && !tree;
}

/* ---- a row */

/* A sweep and a restart after each event; which of both the next event finds is drawn. */
static void look(const char *name, const RerouteState *state, const RoutingOptions *how, Routed *now, gboolean restarts,
		 Tally *tally)
{
	Routed idle = route(reroute_fabric(state, NULL), how, now, FALSE);
	tally->changed += !changes_nothing(name, "a sweep without an event", now->routing, idle.routing);
	Routed again = route(reroute_fabric(state, NULL), how, &idle, TRUE);
	tally->changed += !changes_nothing(name, "a restart", idle.routing, again.routing);
	tally->sweeps++;
	tally->by_sl += again.routing->path_sl != NULL;
	tally->by_ports += routing_port_vls(again.routing) != NULL;
	tally->treeless += !again.routing->mcast;
	routed_clear(now);
	routed_clear(restarts ? &idle : &again);
	*now = restarts ? again : idle;
}

static void play_row(const char *spec, guint32 seed, const RoutingOptions *how, Tally *tally)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) base = synth_fabric(spec, &error);
	ck_assert_msg(base && fabric_assign_lids(base, 0, NULL, &error), "%s: %s", spec, error ? error->message : "");
	g_autoptr(RerouteState) state = reroute_state_new(base, seed);
	Routed now = route(reroute_fabric(state, NULL), how, NULL, FALSE);
	for (guint i = 0; i <= EVENTS; i++) {
		RerouteKind kind = REROUTE_KINDS;
		while (i && !reroute_happen(state, kind = reroute_draw(state)))
			;
		g_autofree char *name = g_strdup_printf(
			"%s, seed %u, %u lanes%s%s, event %u: %s", spec, seed, how->max_vls, how->by_sl ? " by SL" : "",
			how->any_sl ? " for any SL" : "", i, i ? reroute_kind_names[kind] : "none yet");
		Routed next = route(reroute_fabric(state, NULL), how, &now, FALSE);
		routed_clear(&now);
		now = next;
		look(name, state, how, &now, i % 2, tally);
		tally->events += i > 0;
	}
	routed_clear(&now);
}

static guint draw(GRand *rand, guint least, guint most)
{
	return (guint)g_rand_int_range(rand, (gint32)least, (gint32)most + 1);
}

/* A fabric of any family, small enough for many. */
static char *draw_spec(GRand *rand)
{
	guint hosts = draw(rand, 1, 3);
	switch (draw(rand, 0, 9)) {
	case 0:
		return g_strdup_printf("karytree:%u,%u", draw(rand, 2, 4), draw(rand, 2, 3));
	case 1:
		return g_strdup_printf("fattree:ports=%u,levels=%u", 2 * draw(rand, 2, 4), draw(rand, 2, 3));
	case 2:
		return g_strdup_printf("clos:leaves=%u,hosts=%u,spines=%u,links=%u", draw(rand, 2, 6), hosts,
				       draw(rand, 2, 4), draw(rand, 1, 2));
	case 3:
		return g_strdup_printf("torus:%ux%u,hosts=%u", draw(rand, 3, 6), draw(rand, 3, 5), hosts);
	case 4:
		return g_strdup_printf("torus:%u,hosts=%u", draw(rand, 3, 9), hosts);
	case 5:
		return g_strdup_printf("mesh:%ux%u,hosts=%u", draw(rand, 2, 5), draw(rand, 2, 4), hosts);
	case 6:
		return g_strdup_printf("hypercube:%u,hosts=%u", draw(rand, 2, 4), hosts);
	case 7:
		return g_strdup_printf("kautz:2,3,hosts=%u", hosts);
	case 8:
		return g_strdup_printf("dragonfly:a=%u,p=%u,h=%u", draw(rand, 2, 4), draw(rand, 1, 2),
				       draw(rand, 1, 2));
	default:
		return g_strdup_printf("random:switches=%u,ports=%u,hosts=%u,seed=%u", draw(rand, 6, 20),
				       draw(rand, 6, 10), hosts, draw(rand, 1, 1000));
	}
}

static RoutingOptions options_of(guint lanes, gboolean by_sl, gboolean any_sl)
{
	return (RoutingOptions){.threads = 1,
				.passes = 1,
				.stand = TRUE,
				.budget = -1,
				.max_vls = lanes,
				.by_sl = by_sl,
				.any_sl = any_sl};
}

START_TEST(sweeps_and_restarts_change_nothing)
{
	static const guint lanes[] = {0, 1, 2, 4, 8};
	Tally tally = {0};
	for (guint32 row = 0; row < ROWS; row++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(row);
		g_autofree char *spec = draw_spec(rand);
		const RoutingOptions how =
			options_of(lanes[draw(rand, 0, G_N_ELEMENTS(lanes) - 1)], row % 3 == 1, row % 3 == 2);
		play_row(spec, row, &how, &tally);
	}
	printf("%u events, %u times looked at: %u by SL, %u by ports, %u without a multicast tree\n", tally.events,
	       tally.sweeps, tally.by_sl, tally.by_ports, tally.treeless);
	ck_assert_uint_eq(tally.changed + tally.treeless, 0);
	ck_assert_uint_ge(tally.events, ROWS * EVENTS);
	ck_assert_uint_gt(tally.by_sl, ROWS / 4);
	ck_assert_uint_gt(tally.by_ports, ROWS / 4);
}
END_TEST

static const char *replayed, *replayed_how;
static guint32 replayed_seed;
static guint replayed_lanes;

START_TEST(one_row)
{
	Tally tally = {0};
	const RoutingOptions how =
		options_of(replayed_lanes, strchr(replayed_how, 's') != NULL, strchr(replayed_how, 'a') != NULL);
	play_row(replayed, replayed_seed, &how, &tally);
	ck_assert_uint_eq(tally.changed, 0);
}
END_TEST

int main(int argc, char **argv)
{
	const TTest *const tests[] = {sweeps_and_restarts_change_nothing, NULL}, *const one[] = {one_row, NULL};
	if (argc < 3)
		return fixture_run("idle", tests);
	replayed = argv[1];
	replayed_seed = (guint32)atoi(argv[2]);
	replayed_lanes = argc > 3 ? (guint)atoi(argv[3]) : 0;
	replayed_how = argc > 4 ? argv[4] : "";
	return fixture_run("one row", one);
}
