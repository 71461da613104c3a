/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Loads stay even while cables and switches go and come back: after the events of a row the fullest channel carries on
 * average hardly more than in a routing from scratch, and never much more. `check_even SPEC SEED [EVENTS]` plays one row again.
 */
#include "bench/events/reroute.h"
#include "generator/synth/synth.h"
#include "tests/core/fixture.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEEDS = 4, EVENTS = 12 };

/* Bounds of the fullest channel's load, as a part of that of a routing from scratch. */
#define MEAN 1.12
#define WORST 1.55

/* One lane, and lanes by ports. */
static const char *const specs[] = {"fattree:ports=12,levels=3", "karytree:6,3",
				    "fattree:ports=16,levels=2", "dragonfly:a=6,p=3,h=3",
				    "torus:4x4x4,hosts=2",       "random:switches=40,ports=16,hosts=5,seed=2"};

typedef struct {
	guint n;
	double sum, worst; /* EFI as a part of that of a routing from scratch */
} Tally;

static Fabric *fabric_of(const char *spec)
{
	g_autoptr(GError) error = NULL;
	Fabric *fabric = synth_fabric(spec, &error);
	ck_assert_msg(fabric && fabric_assign_lids(fabric, 0, NULL, &error), "%s", error ? error->message : "");
	return fabric;
}

static Routing *route(const Fabric *fabric, const Fabric *then, const Routing *was)
{
	const PreviousTables previous = {.fabric = then,
					 .lft = was ? was->lft : NULL,
					 .path_sl = was ? was->path_sl : NULL,
					 .sl2vl = was ? routing_port_vls(was) : NULL,
					 .efi = was ? was->fresh_efi : 0,
					 .stand = was ? was->stand : NULL,
					 .vls_needed = was ? was->vls_needed : 0};
	RoutingOptions options = {
		.threads = 1, .stand = TRUE, .any_sl = TRUE, .previous = was ? &previous : NULL, .budget = -1};
	Routing *routing = routing_compute(fabric, &options, NULL);
	ck_assert_ptr_nonnull(routing);
	return routing;
}

/* What goes, and what comes back: each event of a row. */
static RerouteKind kind_of(guint event)
{
	static const RerouteKind kinds[] = {REROUTE_CUT, REROUTE_DIE, REROUTE_BACK, REROUTE_REVIVE};
	return kinds[event % G_N_ELEMENTS(kinds)];
}

static void play(const char *spec, guint32 seed, guint events, Tally *tally)
{
	g_autoptr(Fabric) base = fabric_of(spec);
	g_autoptr(RerouteState) state = reroute_state_new(base, seed);
	g_autoptr(Fabric) then = reroute_fabric(state, NULL);
	g_autoptr(Routing) was = route(then, NULL, NULL);
	for (guint i = 0; i < events; i++) {
		if (!reroute_happen(state, kind_of(i)))
			continue;
		g_autoptr(Fabric) now = reroute_fabric(state, NULL);
		g_autoptr(Routing) fresh = route(now, NULL, NULL);
		Routing *is = route(now, then, was);
		double part = (double)is->efi / (double)fresh->efi;
		tally->n++;
		tally->sum += part;
		tally->worst = MAX(tally->worst, part);
		fabric_free(then);
		routing_free(was);
		then = g_steal_pointer(&now);
		was = is;
	}
}

START_TEST(loads_stay_even)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		Tally tally = {0};
		for (guint32 seed = 1; seed <= SEEDS; seed++)
			play(specs[i], seed, EVENTS, &tally);
		printf("%s: EFI %.3f of a routing from scratch, at worst %.3f, after %u events\n", specs[i],
		       tally.sum / tally.n, tally.worst, tally.n);
		ck_assert_uint_ge(tally.n, SEEDS * EVENTS / 2);
		ck_assert_msg(tally.sum / tally.n <= MEAN && tally.worst <= WORST, "%s", specs[i]);
	}
}
END_TEST

int main(int argc, char **argv)
{
	const TTest *const tests[] = {loads_stay_even, NULL};
	Tally tally = {0};
	if (argc < 3)
		return fixture_run("even loads", tests);
	play(argv[1], (guint32)atoi(argv[2]), argc > 3 ? (guint)atoi(argv[3]) : EVENTS, &tally);
	printf("%s: EFI %.3f of a routing from scratch, at worst %.3f\n", argv[1], tally.sum / tally.n, tally.worst);
	return 0;
}
