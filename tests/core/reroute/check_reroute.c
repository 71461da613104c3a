/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Rows of events on generated fabrics, each routed from the tables before it and judged as any other routing is:
 * cables, hosts and switches that go and come back, LIDs that move, hosts that change places, several at once; with 0
 * LANES links that lose and regain some of theirs.
 * `check_reroute SPEC SEED [EVENTS [LANES [HOW]]]` plays one row again and prints what each event changed.
 */
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

/* ---- a fabric that changes */

typedef struct {
	const Fabric *base;
	guint32 *peer; /* [base ports] */
	guint16 *lid;  /* [base ports] */
	guint8 *vls;   /* [base ports] */
	GRand *rand;
	gboolean grew; /* the last event brought a cable between switches */
	guint step;    /* of go_and_come() */
	guint32 away;  /* the port of the host that it is about */
	gboolean weak; /* links lose and regain lanes, too */
} Site;

static void site_init(Site *site, const Fabric *base, guint32 seed)
{
	*site = (Site){.base = base, .rand = g_rand_new_with_seed(seed)};
	site->peer = g_new(guint32, base->n_ports);
	site->lid = g_new(guint16, base->n_ports);
	site->vls = g_new(guint8, base->n_ports);
	for (guint32 i = 0; i < base->n_ports; i++) {
		site->peer[i] = base->ports[i].peer;
		site->lid[i] = base->ports[i].lid;
		site->vls[i] = base->ports[i].vls;
	}
}

static void site_clear(Site *site)
{
	g_free(site->peer);
	g_free(site->lid);
	g_free(site->vls);
	g_rand_free(site->rand);
}

static gboolean on_switch(const Site *site, guint32 port)
{
	return port != FABRIC_NONE && fabric_is_switch(site->base, site->base->ports[port].node);
}

static guint32 any_port(Site *site)
{
	return (guint32)g_rand_int_range(site->rand, 0, (gint32)site->base->n_ports);
}

/* Takes the cable of a port out, or puts it back where it was at first if both ends are free. */
static void toggle(Site *site, guint32 port)
{
	guint32 first = site->base->ports[port].peer, now = site->peer[port];
	if (now != FABRIC_NONE) {
		site->peer[port] = site->peer[now] = FABRIC_NONE;
	} else if (first != FABRIC_NONE && site->peer[first] == FABRIC_NONE) {
		site->peer[port] = first;
		site->peer[first] = port;
		site->grew |= on_switch(site, port) && on_switch(site, first);
	}
}

static void toggle_switch(Site *site, guint32 node)
{
	const FabricNode *n = &site->base->nodes[node];
	guint32 cabled = 0;
	for (guint num = 1; num <= n->n_ports; num++)
		cabled += site->peer[n->first_port + num] != FABRIC_NONE;
	for (guint num = 1; num <= n->n_ports; num++)
		if (!cabled || site->peer[n->first_port + num] != FABRIC_NONE)
			toggle(site, n->first_port + num);
}

static void swap_lids(Site *site, guint32 a, guint32 b)
{
	guint16 lid = site->lid[a];
	if (!site->lid[a] || !site->lid[b] || site->base->ports[a].lmc != site->base->ports[b].lmc)
		return;
	site->lid[a] = site->lid[b];
	site->lid[b] = lid;
}

/* Two hosts change places: what each was cabled to. */
static void swap_places(Site *site, guint32 a, guint32 b)
{
	guint32 x = site->peer[a], y = site->peer[b];
	if (on_switch(site, a) || on_switch(site, b) || !on_switch(site, x) || !on_switch(site, y) || a == b)
		return;
	site->peer[a] = y;
	site->peer[y] = a;
	site->peer[b] = x;
	site->peer[x] = b;
}

enum { LINKS_HAVE = 8 };

/* A port loses lanes, or has them back. */
static void toggle_lanes(Site *site, guint32 port)
{
	static const guint8 few[] = {1, 1, 2, 4};
	site->vls[port] = site->vls[port] == LINKS_HAVE ? few[g_rand_int_range(site->rand, 0, 4)] : LINKS_HAVE;
	site->grew = TRUE;
}

static void toggle_lanes_of_switch(Site *site, guint32 node)
{
	const FabricNode *n = &site->base->nodes[node];
	guint8 lanes = site->vls[n->first_port + 1] == LINKS_HAVE ? 1 : LINKS_HAVE;
	memset(site->vls + n->first_port + 1, lanes, n->n_ports);
	site->grew = TRUE;
}

static void one_event(Site *site)
{
	guint32 port = any_port(site);
	gint weak = site->weak ? g_rand_int_range(site->rand, 0, 6) : 0;
	if (weak == 5 && fabric_is_switch(site->base, site->base->ports[port].node))
		toggle_lanes_of_switch(site, site->base->ports[port].node);
	else if (weak >= 3)
		toggle_lanes(site, port);
	if (weak >= 3)
		return;
	switch (g_rand_int_range(site->rand, 0, 10)) {
	case 0:
		toggle_switch(site, site->base->ports[port].node);
		break;
	case 1:
		swap_lids(site, port, any_port(site));
		break;
	case 2:
		swap_places(site, port, any_port(site));
		break;
	default:
		toggle(site, port);
	}
}

static void some_events(Site *site)
{
	for (gint i = g_rand_int_range(site->rand, 1, 4); i > 0; i--)
		one_event(site);
}

static void toggle_between_switches(Site *site, guint32 port)
{
	if (on_switch(site, port) && on_switch(site, site->base->ports[port].peer))
		toggle(site, port);
}

/* A host goes, cables at its switch and elsewhere go and come back, and then the host does. */
static void go_and_come(Site *site)
{
	const Fabric *b = site->base;
	guint step = site->step++ % 5;
	while (step == 0 &&
	       (site->away = any_port(site), on_switch(site, site->away) || site->peer[site->away] == FABRIC_NONE))
		;
	if (step == 0 || (step == 4 && site->peer[site->away] == FABRIC_NONE))
		toggle(site, site->away);
	if (step == 0 || step == 4)
		return;
	const FabricNode *beside = &b->nodes[b->ports[b->ports[site->away].peer].node];
	toggle_between_switches(site, beside->first_port +
					      (guint32)g_rand_int_range(site->rand, 1, (gint32)beside->n_ports + 1));
	toggle_between_switches(site, any_port(site));
	toggle_between_switches(site, any_port(site));
}

/* Cables between the same two switches change their ports on one of them; other things happen too. */
static void cross_cables(Site *site)
{
	const FabricPort *port = site->base->ports;
	for (guint32 a = 0; a < site->base->n_ports; a++)
		for (guint32 b = a + 1; b < site->base->n_ports && port[b].node == port[a].node; b++) {
			guint32 x = site->peer[a], y = site->peer[b];
			if (x == FABRIC_NONE || y == FABRIC_NONE || port[x].node != port[y].node ||
			    g_rand_int_range(site->rand, 0, 8))
				continue;
			site->peer[a] = y;
			site->peer[y] = a;
			site->peer[b] = x;
			site->peer[x] = b;
		}
	some_events(site);
}

static gboolean has_cables(const Site *site, guint32 node)
{
	const FabricNode *n = &site->base->nodes[node];
	for (guint num = 1; num <= n->n_ports; num++)
		if (site->peer[n->first_port + num] != FABRIC_NONE)
			return TRUE;
	return FALSE;
}

static void add_node(const Site *site, guint32 node, Fabric *fabric)
{
	const FabricNode *n = &site->base->nodes[node];
	guint32 added = fabric_add_node(fabric, n->type, n->guid, n->n_ports, fabric_name(site->base, node), NULL);
	fabric->nodes[added].manager = n->manager;
	for (guint num = 0; num <= n->n_ports; num++) {
		FabricPort *port = &fabric->ports[fabric_port_index(fabric, added, num)];
		const FabricPort *old = &site->base->ports[n->first_port + num];
		port->guid = old->guid;
		port->lid = site->lid[n->first_port + num];
		port->lmc = old->lmc;
		port->vls = site->vls[n->first_port + num];
	}
}

static guint32 port_in(const Site *site, guint32 port, const Fabric *fabric)
{
	const FabricPort *old = &site->base->ports[port];
	guint32 node = 0;
	while (fabric->nodes[node].guid != site->base->nodes[old->node].guid)
		node++;
	return fabric_port_index(fabric, node, old->num);
}

/* The fabric as it is now: what has no cable is not found, and nodes come in an order of their own. */
static Fabric *site_fabric(const Site *site, guint32 seed)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = fabric_new();
	for (guint32 i = 0; i < site->base->n_nodes; i++) {
		guint32 node = (i + seed) % site->base->n_nodes;
		if (has_cables(site, node))
			add_node(site, node, fabric);
	}
	for (guint32 i = 0; i < site->base->n_ports; i++)
		if (site->peer[i] != FABRIC_NONE && site->peer[i] > i)
			ck_assert(fabric_cable(fabric, port_in(site, i, fabric), port_in(site, site->peer[i], fabric),
					       &error));
	ck_assert_msg(fabric_seal(fabric, &error), "%s", error ? error->message : "");
	return g_steal_pointer(&fabric);
}

/* ---- a row of events */

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
		site.vls[i] = LINKS_HAVE;
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
			play_row(rows[i], &options, some_events, 17 * i + j, j == 1 ? MANY_EVENTS : FEW_EVENTS, &row);
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
			play_row(specs[i], &options, go_and_come, seed, 25, &tally);
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
		play_row("clos:leaves=6,hosts=4,spines=3,links=2", &options, cross_cables, seed, FEW_EVENTS, &tally);
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
		play_row(rows[i], &options, some_events, 11 * i + 3, FEW_EVENTS, &tally);
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
				     g, c: go_and_come(), cross_cables() */

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
		 strchr(replayed_how, 'g')   ? go_and_come
		 : strchr(replayed_how, 'c') ? cross_cables
					     : some_events,
		 replayed_seed, replayed_events, &tally);
	print_row(replayed, &tally);
}
END_TEST

int main(int argc, char **argv)
{
	const TTest *const tests[] = {rows_of_events,
				      links_that_become_weak,
				      senders_that_come_back,
				      hosts_that_begin_to_send,
				      cables_that_cross,
				      tables_of_others,
				      NULL},
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
