/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Loads stay even, and few entries change, while cables and switches go and come back: after the events of a row the
 * fullest channel carries on average hardly more than in a routing from scratch, and never much more; where a cable or
 * switch goes hardly more entries change than have to. `check_even SPEC SEED [EVENTS]` plays one row again.
 */
#include "bench/events/reroute.h"
#include "tests/core/fixture.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEEDS = 4, EVENTS = 12 };

/* Bounds of the fullest channel's load, as a part of that of a routing from scratch. */
#define MEAN 1.12
#define WORST 1.55

/* Bound of the entries that change in one event, as a part of those that have to, where a cable goes or a switch. */
#define MOST_CHANGED 3.3

/*
 * One lane, and lanes by ports; trees that had lost cables before, where management ports, or aggregation nodes on all
 * switches, need longer paths.
 */
static const struct {
	const char *spec;
	double changed; /* bound of the entries that change on average */
} fabrics[] = {{"fattree:ports=12,levels=3", 1.35},
	       {"karytree:6,3", 1.35},
	       {"fattree:ports=16,levels=2", 1.1},
	       {"fattree:ports=12,levels=3,fail=links:3%,seed=4", 1.35},
	       {"karytree:8,3,fail=links:3%,seed=1", 1.35},
	       {"fattree:ports=12,levels=3,an=all,fail=links:3%,seed=4", 1.5},
	       {"karytree:6,3,an=all,fail=links:4%,seed=3", 1.5},
	       {"dragonfly:a=6,p=3,h=3", 1.35},
	       {"torus:4x4x4,hosts=2", 1.8},
	       {"random:switches=40,ports=16,hosts=5,seed=2", 1.2}};

typedef struct {
	guint n;
	double sum, worst; /* EFI as a part of that of a routing from scratch */
	guint n_lost;
	double changed, most_changed; /* entries, as a part of those that must change, where something was lost */
} Tally;

static Routing *route(const Fabric *fabric, const Fabric *then, const Routing *was)
{
	const PreviousTables previous = was ? routing_as_previous(then, was) : (PreviousTables){0};
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

static void count(Tally *tally, RerouteKind kind, const Routing *fresh, const Routing *is)
{
	double part = (double)is->efi / (double)fresh->efi;
	tally->n++;
	tally->sum += part;
	tally->worst = MAX(tally->worst, part);
	if (kind == REROUTE_BACK || kind == REROUTE_REVIVE)
		return; /* entries move there so that loads are even again */
	part = (double)is->changes.changed / (double)MAX(is->changes.must, 1);
	tally->n_lost++;
	tally->changed += part;
	tally->most_changed = MAX(tally->most_changed, part);
}

static void tell(const char *spec, const Tally *tally)
{
	printf("%s: after %u events EFI %.3f of a routing from scratch, at worst %.3f; entries changed %.2f of those "
	       "that "
	       "must, at worst %.2f\n",
	       spec, tally->n, tally->sum / tally->n, tally->worst, tally->changed / tally->n_lost,
	       tally->most_changed);
}

static void play(const char *spec, guint32 seed, guint events, Tally *tally)
{
	g_autoptr(Fabric) base = fixture_synth(spec);
	g_autoptr(RerouteState) state = reroute_state_new(base, seed);
	g_autoptr(Fabric) then = reroute_fabric(state, NULL);
	g_autoptr(Routing) was = route(then, NULL, NULL);
	for (guint i = 0; i < events; i++) {
		if (!reroute_happen(state, kind_of(i)))
			continue;
		g_autoptr(Fabric) now = reroute_fabric(state, NULL);
		g_autoptr(Routing) fresh = route(now, NULL, NULL);
		Routing *is = route(now, then, was);
		count(tally, kind_of(i), fresh, is);
		fabric_free(then);
		routing_free(was);
		then = g_steal_pointer(&now);
		was = is;
	}
}

START_TEST(loads_stay_even_and_few_entries_change)
{
	for (guint i = 0; i < G_N_ELEMENTS(fabrics); i++) {
		Tally tally = {0};
		for (guint32 seed = 1; seed <= SEEDS; seed++)
			play(fabrics[i].spec, seed, EVENTS, &tally);
		tell(fabrics[i].spec, &tally);
		ck_assert_uint_ge(tally.n, SEEDS * EVENTS / 2);
		ck_assert_uint_ge(tally.n_lost, SEEDS * EVENTS / 4);
		ck_assert_msg(tally.sum / tally.n <= MEAN && tally.worst <= WORST, "loads of %s", fabrics[i].spec);
		ck_assert_msg(tally.changed / tally.n_lost <= fabrics[i].changed && tally.most_changed <= MOST_CHANGED,
			      "changes of %s", fabrics[i].spec);
	}
}
END_TEST

int main(int argc, char **argv)
{
	const TTest *const tests[] = {loads_stay_even_and_few_entries_change, NULL};
	Tally tally = {0};
	if (argc < 3)
		return fixture_run("loads and changes", tests);
	play(argv[1], (guint32)atoi(argv[2]), argc > 3 ? (guint)atoi(argv[3]) : EVENTS, &tally);
	tell(argv[1], &tally);
	return 0;
}
