/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Rows of events on generated fabrics, each routed from the tables before it and judged as any other routing is:
 * cables, hosts and switches that go and come back, LIDs that move, hosts that change places, several at once; with 0
 * LANES links that lose and regain some of theirs.
 * `check_reroute SPEC SEED [EVENTS [LANES [HOW]]]` plays one row again and prints what each event changed.
 */
#include "tests/core/reroute/reroute_site.h"
#include "tests/core/routing_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_EVENTS = 12, MANY_EVENTS = 50, ENOUGH_LANES = 8 };

static const char *const rows[] = {
	"karytree:3,3",
	"karytree:4,2",
	"fattree:ports=8,levels=3",
	"fattree:ports=8,levels=3,an=all",
	"clos:leaves=6,hosts=4,spines=3,links=2",
	"torus:4x4,hosts=2",
	"torus:5x5,hosts=1",
	"torus:3x3x3",
	"mesh:4x3,hosts=2",
	"hypercube:4,hosts=2",
	"kautz:2,3,hosts=2",
	"dragonfly:a=4,p=2,h=2",
	"hyperx:4x3,hosts=3",
	"random:switches=20,ports=9,hosts=2,seed=5",
	"random:switches=30,ports=6,hosts=1,seed=7",
	"random:switches=12,ports=8,hosts=3,seed=4,an=all",
};

typedef struct {
	guint events, kept; /* routed, and from the previous tables */
	guint64 must, changed, sls;
	guint64 still_must, still_changed; /* where nothing was moved for the sake of even loads */
	RoutingTally judged;
} RowTally;

static void print_event(const char *name, guint event, const Routing *routing)
{
	const Changes *c = &routing->changes;
	if (g_getenv("SSSP_VERBOSE"))
		printf("%s event %u: %s, %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " entries, %" G_GUINT64_FORMAT
		       " had to, %" G_GUINT64_FORMAT " SLs of %" G_GUINT64_FORMAT ", %u VLs\n",
		       name, event, routing->rerouted ? "kept" : "afresh", c->changed, c->entries, c->must,
		       c->sls_changed, c->paths, routing->vls_used);
}

static void count_event(const Routing *routing, gboolean still, RowTally *tally)
{
	tally->still_must += still && routing->rerouted ? routing->changes.must : 0;
	tally->still_changed += still && routing->rerouted ? routing->changes.changed : 0;
	tally->events++;
	tally->kept += routing->rerouted;
	tally->must += routing->changes.must;
	tally->changed += routing->changes.changed;
	tally->sls += routing->changes.sls_changed;
}

static void same_with_threads(const char *name, const Fabric *fabric, const RoutingOptions *options, const Routing *one)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions threads = *options;
	threads.threads = 3;
	g_autoptr(Routing) more = routing_compute(fabric, &threads, &error);
	assert_no_error(error);
	routing_case_same(name, one, more);
}

/* No more pairs on longer routes than without a previous routing, but for those that keep SLs by that. */
static void no_longer_than_afresh(const char *name, const Fabric *fabric, const RoutingOptions *options,
				  const Routing *routing)
{
	if (!routing->nonminimal_pairs)
		return;
	g_autoptr(GError) error = NULL;
	RoutingOptions plain = *options;
	plain.previous = NULL;
	/* What was safe on any SL stays so, also where lanes by SL would give shorter paths. */
	plain.any_sl |= !options->by_sl && !routing->path_sl && !options->previous->path_sl;
	g_autoptr(Routing) fresh = routing_compute(fabric, &plain, &error);
	assert_no_error(error);
	/* Where there were several lanes connections need them: then a few go round that would not otherwise. */
	guint64 pairs = (guint64)routing->n_hosts * routing->n_hosts;
	guint64 few = options->previous->vls_needed > 1 ? pairs / 50 : 0;
	ck_assert_msg(routing->nonminimal_pairs - routing->detours <= fresh->nonminimal_pairs + few,
		      "%s: %" G_GUINT64_FORMAT " longer pairs of %" G_GUINT64_FORMAT " on %u lanes, %" G_GUINT64_FORMAT
		      " afresh on %u",
		      name, routing->nonminimal_pairs, pairs, routing->vls_needed, fresh->nonminimal_pairs,
		      fresh->vls_needed);
}

/* The multicast tree goes both ways over each cable. */
static void tree_is_whole(const char *name, const Fabric *fabric, const Routing *routing)
{
	for (guint32 row = 0; routing->mcast && row < fabric->n_switches; row++)
		for (guint num = 1; num <= fabric->nodes[fabric->switches[row]].n_ports; num++) {
			guint32 peer = fabric->ports[fabric_port_index(fabric, fabric->switches[row], num)].peer;
			guint32 far = 0;
			if (!routing->mcast[((gsize)row << 8) + num])
				continue;
			while (fabric->switches[far] != fabric->ports[peer].node)
				far++;
			ck_assert_msg(routing->mcast[((gsize)far << 8) + fabric->ports[peer].num],
				      "%s: port %u of switch %u is in the tree, its other end is not", name, num, row);
		}
}

static void play_row(const char *spec, const RoutingOptions *options, void (*happen)(Site *), guint32 seed,
		     guint events, RowTally *tally)
{
	g_autoptr(Fabric) base = routing_case_fabric(spec, seed % 3 == 0);
	Site site;
	site_init(&site, base, seed);
	site.weak = options->max_vls == 0;
	for (guint32 i = 0; i < base->n_ports && site.weak; i++)
		site.vls[i] = SITE_LANES;
	g_autoptr(Fabric) fabric = site_fabric(&site, seed);
	g_autoptr(Routing) routing = routing_case_judge(spec, fabric, options, FALSE, &tally->judged);
	for (guint event = 1; event <= events; event++) {
		PreviousTables previous = routing_as_previous(fabric, routing);
		RoutingOptions again = *options;
		g_autofree char *name = g_strdup_printf("%s, seed %u, event %u", spec, seed, event);
		again.previous = &previous;
		site.grew = FALSE;
		happen(&site);
		Fabric *next_fabric = site_fabric(&site, seed + event);
		Routing *next = routing_case_judge(name, next_fabric, &again, FALSE, &tally->judged);
		print_event(name, event, next);
		tree_is_whole(name, next_fabric, next);
		if (options->max_vls >= ENOUGH_LANES ||
		    (site.weak && routing_vl_budget(next_fabric, 0) >= ENOUGH_LANES &&
		     next->nonminimal_pairs > routing->nonminimal_pairs))
			no_longer_than_afresh(name, next_fabric, &again, next);
		count_event(next, options->balance == REROUTE_STAY && !site.grew, tally);
		if (event % 5 == 0)
			same_with_threads(name, next_fabric, &again, next);
		fabric_free(fabric);
		routing_free(routing);
		fabric = next_fabric;
		routing = next;
	}
	site_clear(&site);
}

static void print_row(const char *what, const RowTally *tally)
{
	printf("%s: %u events, %u kept, %" G_GUINT64_FORMAT " entries changed, %" G_GUINT64_FORMAT
	       " had to, %" G_GUINT64_FORMAT " SLs\n",
	       what, tally->events, tally->kept, tally->changed, tally->must, tally->sls);
}

/* Many rows with few events each. */
START_TEST(rows_of_events)
{
	static const guint lanes[] = {15, 8, 2, 1};
	RowTally tally = {0};
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
		for (guint j = 0; j < G_N_ELEMENTS(lanes); j++) {
			RoutingOptions options = routing_case_options("psssp");
			options.max_vls = lanes[j];
			options.asymmetric = (i + j) % 4 == 0;
			options.balance = (i + j) % 2 ? REROUTE_EVEN : REROUTE_STAY;
			options.budget = -1;
			options.stand = (i ^ j) % 2;
			RowTally row = {0};
			play_row(rows[i], &options, site_some_events, 17 * i + j, j == 1 ? MANY_EVENTS : FEW_EVENTS,
				 &row);
			if (g_getenv("SSSP_VERBOSE"))
				print_row(rows[i], &row);
			tally.events += row.events;
			tally.kept += row.kept;
			tally.must += row.must;
			tally.changed += row.changed;
			tally.sls += row.sls;
			tally.still_must += row.still_must;
			tally.still_changed += row.still_changed;
		}
	print_row("all", &tally);
	printf("of these where nothing is moved for even loads: %" G_GUINT64_FORMAT " changed, %" G_GUINT64_FORMAT
	       " had to\n",
	       tally.still_changed, tally.still_must);
	ck_assert_uint_ge(tally.kept * 20, tally.events * 19);
	ck_assert_uint_le(tally.still_changed * 100, tally.still_must * 145);
}
END_TEST

/* With lanes by SL pairs of switches move to other lanes, so that a multicast tree fits. */
START_TEST(rows_of_events_by_sl)
{
	static const char *const specs[] = {"hypercube:4,hosts=2", "torus:5x5,hosts=1", "torus:4x4,hosts=2"};
	RowTally tally = {0};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint32 seed = 1; seed <= 4; seed++) {
			RoutingOptions options = routing_case_options("psssp");
			options.max_vls = seed % 2 ? 4 : 8;
			options.by_sl = TRUE;
			options.budget = -1;
			options.stand = TRUE;
			play_row(specs[i], &options, site_some_events, 100 * i + seed, MANY_EVENTS, &tally);
		}
	print_row("by SL", &tally);
	ck_assert_uint_eq(tally.judged.treeless, 0);
}
END_TEST

/* A switch that sends again makes dependencies of entries that nobody used, and were changed in between. */
START_TEST(senders_that_come_back)
{
	static const char *const specs[] = {"torus:5x5,hosts=1", "random:switches=16,ports=6,hosts=1,seed=5"};
	RowTally tally = {0};
	for (guint32 seed = 1; seed <= 8; seed++)
		for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
			RoutingOptions options = routing_case_options("psssp");
			options.max_vls = i ? 2 : 4;
			options.budget = -1;
			options.stand = TRUE;
			play_row(specs[i], &options, site_go_and_come, seed, 25, &tally);
		}
	print_row("senders that come back", &tally);
}
END_TEST

/* Whoever sends for the first time may go round, and that is told, whichever switch it is on. */
START_TEST(hosts_that_begin_to_send)
{
	static const char *const rings[] = {"A-B B-C C-D D-E E-A", "A-B B-C C-D D-A", "A-B B-C C-D D-E E-F F-A A-D"};
	RoutingTally tally = {0};
	guint64 longer = 0;
	for (guint i = 0; i < G_N_ELEMENTS(rings); i++)
		for (char new = 'A'; new <= 'D'; new ++) {
			GString *picture = g_string_new(rings[i]);
			for (char other = 'A'; other <= 'F' && strchr(rings[i], other); other++)
				if (other != new)
					g_string_append_printf(picture, " %c:1", other);
			g_autoptr(Fabric) before = fixture_fabric(picture->str);
			g_string_append_printf(picture, " %c:1", new);
			g_autofree char *name = g_string_free(picture, FALSE);
			g_autoptr(Fabric) after = fixture_fabric(name);
			RoutingOptions options = routing_case_options("psssp");
			options.max_vls = 1;
			options.budget = -1;
			options.stand = TRUE;
			g_autoptr(Routing) was = routing_case_judge(name, before, &options, FALSE, &tally);
			PreviousTables previous = routing_as_previous(before, was);
			options.previous = &previous;
			g_autoptr(Routing) is = routing_case_judge(name, after, &options, FALSE, &tally);
			longer += is->nonminimal_pairs;
		}
	ck_assert_uint_gt(longer, 0);
}
END_TEST

/* Ports that lead to where they led, but not to the port that they led to. */
START_TEST(cables_that_cross)
{
	RowTally tally = {0};
	for (guint32 seed = 1; seed <= 3; seed++) {
		RoutingOptions options = routing_case_options("psssp");
		options.max_vls = seed;
		options.budget = -1;
		options.stand = TRUE;
		play_row("clos:leaves=6,hosts=4,spines=3,links=2", &options, site_cross_cables, seed, FEW_EVENTS,
			 &tally);
	}
	print_row("cables that cross", &tally);
}
END_TEST

/* The same, and links that have fewer lanes for a while. */
START_TEST(links_that_become_weak)
{
	RowTally tally = {0};
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		RoutingOptions options = routing_case_options("psssp");
		options.max_vls = 0;
		options.asymmetric = i % 4 == 1;
		options.balance = REROUTE_EVEN;
		options.budget = -1;
		options.stand = i % 2;
		play_row(rows[i], &options, site_some_events, 11 * i + 3, FEW_EVENTS, &tally);
	}
	print_row("with weak links", &tally);
	ck_assert_uint_ge(tally.kept * 10, tally.events * 7);
}
END_TEST

/* Somebody else's tables, with credit loops: lanes break them, entries stay. */
START_TEST(tables_of_others)
{
	guint kept = 0, looping = 0;
	RoutingTally judged = {0};
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(Fabric) fabric = routing_case_fabric(rows[i], i % 2);
		RoutingOptions minhop = routing_case_options("minhop"), options = routing_case_options("psssp");
		minhop.asymmetric = TRUE;
		g_autoptr(Routing) theirs = routing_case_judge(rows[i], fabric, &minhop, FALSE, &judged);
		PreviousTables previous = {.fabric = fabric, .lft = theirs->lft};
		options.previous = &previous;
		options.balance = REROUTE_STAY;
		g_autoptr(Routing) ours = routing_case_judge(rows[i], fabric, &options, TRUE, &judged);
		kept += ours->rerouted;
		looping += theirs->vls_used > 1;
		if (theirs->vls_used == 1)
			ck_assert_uint_eq(ours->changes.changed, 0);
	}
	printf("tables of minhop: %u of %u kept, %u had loops\n", kept, (guint)G_N_ELEMENTS(rows), looping);
	ck_assert_uint_ge(looping, 5);
	ck_assert_uint_ge(kept * 8, G_N_ELEMENTS(rows) * 7);
}
END_TEST

static const char *replayed;
static guint32 replayed_seed = 1;
static guint replayed_events = FEW_EVENTS;
static guint replayed_lanes;
static const char *replayed_how; /* a: asymmetric SLs, s: with a stand, r: entries stay but for new channels,
				     g, c: what goes and comes, cables that cross */

START_TEST(one_row)
{
	RowTally tally = {0};
	RoutingOptions options = routing_case_options("psssp");
	options.max_vls = replayed_lanes;
	options.asymmetric = strchr(replayed_how, 'a') != NULL;
	options.stand = strchr(replayed_how, 's') != NULL;
	options.balance = strchr(replayed_how, 'r') ? REROUTE_STAY : REROUTE_EVEN;
	options.budget = -1;
	g_setenv("SSSP_VERBOSE", "1", TRUE);
	play_row(replayed, &options,
		 strchr(replayed_how, 'g')   ? site_go_and_come
		 : strchr(replayed_how, 'c') ? site_cross_cables
					     : site_some_events,
		 replayed_seed, replayed_events, &tally);
	print_row(replayed, &tally);
}
END_TEST

int main(int argc, char **argv)
{
	const TTest *const tests[] = {rows_of_events,           rows_of_events_by_sl,
				      links_that_become_weak,   senders_that_come_back,
				      hosts_that_begin_to_send, cables_that_cross,
				      tables_of_others,         NULL},
			   *const one[] = {one_row, NULL};
	if (argc < 3)
		return fixture_run("reroute", tests);
	replayed = argv[1];
	replayed_seed = (guint32)atoi(argv[2]);
	replayed_events = argc > 3 ? (guint)atoi(argv[3]) : FEW_EVENTS;
	replayed_lanes = argc > 4 ? (guint)atoi(argv[4]) : 8;
	replayed_how = argc > 5 ? argv[5] : "";
	return fixture_run("one row", one);
}
