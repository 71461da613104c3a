/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The algorithms `published` and `published-unit` against the paper's own text (Hoefler et al. 2009, III.A): the tables
 * are played again, destination by destination, and every entry must be the first channel of a cheapest path on the
 * weights that the destinations before it left; with minimal routes these start at P^2 or more, else at one. Lanes are
 * judged by the tests' own judge. `check_published SPEC [ALGORITHM [sym]]` plays one fabric.
 */
#include "core/base/error.h"
#include "tests/core/routing_case.h"

#include <stdio.h>

#define HOP ((guint64)1 << 40) /* what the weights start at when routes are minimal: more than any load */

typedef struct {
	const Fabric *fabric;
	const Routing *routing;
	guint64 start; /* HOP or 0 */
	guint32 *row;  /* [n_nodes] */
	guint64 *load; /* [n_ports] routes that leave by a port */
	guint64 *cost; /* [n_switches] */
	guint64 entries, dear;
} Replay;

/* The row of the switch behind a switch's port, or G_MAXUINT32. */
static guint32 behind(const Replay *r, guint32 row, guint num)
{
	const FabricPort *port = &r->fabric->ports[r->fabric->nodes[r->fabric->switches[row]].first_port + num];
	if (num == 0 || port->peer == FABRIC_NONE || !fabric_is_switch(r->fabric, r->fabric->ports[port->peer].node))
		return G_MAXUINT32;
	guint32 to = r->row[r->fabric->ports[port->peer].node];
	return to == row ? G_MAXUINT32 : to;
}

static guint8 port_of(const Replay *r, guint32 row, guint32 lid)
{
	const Lft *lft = r->routing->lft;
	return lft_port(lft, lft_row(lft, r->fabric->nodes[r->fabric->switches[row]].guid), lid);
}

static guint n_ports(const Replay *r, guint32 row)
{
	return r->fabric->nodes[r->fabric->switches[row]].n_ports;
}

static guint64 *load_of(const Replay *r, guint32 row, guint num)
{
	return &r->load[r->fabric->nodes[r->fabric->switches[row]].first_port + num];
}

static guint64 price(const Replay *r, guint32 row, guint num)
{
	return r->start + MAX(*load_of(r, row, num), 1);
}

/* Costs of the cheapest paths to a switch: until nothing gets cheaper. */
static void settle(Replay *r, guint32 target)
{
	gboolean better = TRUE;
	for (guint32 v = 0; v < r->fabric->n_switches; v++)
		r->cost[v] = v == target ? 0 : G_MAXUINT64 / 2;
	while (better) {
		better = FALSE;
		for (guint32 v = 0; v < r->fabric->n_switches; v++)
			for (guint num = 1; num <= n_ports(r, v); num++) {
				guint32 to = behind(r, v, num);
				if (to == G_MAXUINT32 || r->cost[to] + price(r, v, num) >= r->cost[v])
					continue;
				r->cost[v] = r->cost[to] + price(r, v, num);
				better = TRUE;
			}
	}
}

static void judge_entries(Replay *r, guint32 target, guint32 lid)
{
	for (guint32 v = 0; v < r->fabric->n_switches; v++) {
		guint8 num = port_of(r, v, lid);
		if (v == target || r->cost[v] >= G_MAXUINT64 / 2)
			continue;
		guint32 to = behind(r, v, num);
		if (to == G_MAXUINT32)
			ck_abort_msg("LID %u is lost", lid);
		r->entries++;
		r->dear += r->cost[to] + price(r, v, num) != r->cost[v];
	}
}

/* The routes of all hosts to a LID, but of those on its port. */
static void add_routes(Replay *r, const FabricPort *port, guint32 target, guint32 lid)
{
	for (guint32 i = 0; i < r->fabric->n_endpoints; i++) {
		const FabricPort *source = &r->fabric->ports[r->fabric->endpoints[i]];
		if (source == port || source->peer == FABRIC_NONE)
			continue;
		guint32 steps = 0;
		for (guint32 v = r->row[r->fabric->ports[source->peer].node]; v != target && v != G_MAXUINT32;) {
			guint8 num = port_of(r, v, lid);
			if (steps++ > r->fabric->n_switches) /* check notes each assertion in a file */
				ck_abort_msg("LID %u is not reached", lid);
			++*load_of(r, v, num);
			v = behind(r, v, num);
		}
	}
}

/* Hosts as the header of graph.h has them: switch by switch, base LIDs by port, then second LIDs. */
static void play_switch(Replay *r, guint32 target)
{
	for (guint sibling = 0; sibling < 1u << FABRIC_MAX_LMC; sibling++)
		for (guint num = 1; num <= n_ports(r, target); num++) {
			const FabricPort *port =
				&r->fabric->ports[r->fabric->nodes[r->fabric->switches[target]].first_port + num];
			const FabricPort *host = port->peer == FABRIC_NONE ? NULL : &r->fabric->ports[port->peer];
			if (!host || fabric_is_switch(r->fabric, host->node) || sibling >= 1u << host->lmc)
				continue;
			settle(r, target);
			judge_entries(r, target, host->lid + sibling);
			add_routes(r, host, target, host->lid + sibling);
		}
}

/* Entries towards hosts that were not cheapest at their turn. */
static guint64 count_dear(const Fabric *fabric, const Routing *routing, guint64 start)
{
	Replay r = {.fabric = fabric, .routing = routing, .start = start};
	r.row = g_new0(guint32, fabric->n_nodes);
	r.load = g_new0(guint64, fabric->n_ports);
	r.cost = g_new0(guint64, fabric->n_switches);
	for (guint32 v = 0; v < fabric->n_switches; v++)
		r.row[fabric->switches[v]] = v;
	for (guint32 v = 0; v < fabric->n_switches; v++)
		play_switch(&r, v);
	if (g_getenv("SSSP_VERBOSE"))
		printf("%" G_GUINT64_FORMAT " entries, %" G_GUINT64_FORMAT
		       " not cheapest, %u VLs, EFI %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT " longer pairs\n",
		       r.entries, r.dear, routing->vls_used, routing->efi, routing->nonminimal_pairs);
	ck_assert_uint_gt(r.entries, 0);
	g_free(r.row);
	g_free(r.load);
	g_free(r.cost);
	return r.dear;
}

static Routing *play(const char *spec, guint lmc, const char *algorithm, gboolean asymmetric)
{
	RoutingTally tally = {0};
	RoutingOptions options = routing_case_options(algorithm);
	gboolean unit = g_str_has_suffix(algorithm, "unit");
	g_autoptr(Fabric) fabric = routing_case_fabric(spec, lmc);
	options.asymmetric = asymmetric;
	options.passes = 0;
	g_autoptr(Routing) routing = routing_case_judge(spec, fabric, &options, !unit, &tally);
	ck_assert(!routing->lane_aware && !routing->rerouted);
	guint64 dear = count_dear(fabric, routing, unit ? 0 : HOP);
	ck_assert_msg(dear == 0, "%s, %s: %" G_GUINT64_FORMAT " entries were not cheapest", spec, algorithm, dear);
	return g_steal_pointer(&routing);
}

/* Of these all but the last two need lanes. */
static const struct {
	const char *spec;
	guint lmc;
	gboolean unit_symmetric; /* 15 symmetric lanes do with unit weights, too */
} cases[] = {
	{"torus:6x6,hosts=4", 0, FALSE},
	{"torus:4x3,hosts=2", 2, TRUE},
	{"torus:3x3x3,hosts=2,fail=links:6%,seed=2", 0, TRUE},
	{"hypercube:5,hosts=2", 0, TRUE},
	{"random:switches=43,ports=24,hosts=12,seed=1", 0, TRUE},
	{"random:switches=20,ports=8,hosts=3,seed=4", 1, TRUE},
	{"dragonfly:a=4,p=2,h=2", 0, TRUE},
	{"karytree:4,3,fail=links:12%,seed=5", 0, TRUE},
	{"fattree:ports=8,levels=3", 0, TRUE},
	{"fastree:switches=6,hosts=3", 0, TRUE},
};

START_TEST(every_entry_was_cheapest_at_its_turn)
{
	routing_free(play(cases[_i].spec, cases[_i].lmc, "published", FALSE));
	routing_free(play(cases[_i].spec, cases[_i].lmc, "published", TRUE));
	routing_free(play(cases[_i].spec, cases[_i].lmc, "published-unit", !cases[_i].unit_symmetric));
}
END_TEST

/* The paper's second machine; its routes need more lanes than links usually have only if SLs are symmetric. */
START_TEST(deimos_is_routed_as_published)
{
	g_autoptr(Routing) symmetric = play("deimos", 0, "published", FALSE);
	g_autoptr(Routing) asymmetric = play("deimos", 0, "published", TRUE);
	ck_assert_uint_eq(symmetric->efi, asymmetric->efi);
	ck_assert_uint_le(symmetric->vls_needed, 6);
	ck_assert_uint_eq(asymmetric->class_lanes[FABRIC_HOST], 2);
}
END_TEST

/* What is found afresh with lanes in mind is not what the paper describes: the replay sees that. */
START_TEST(the_replay_can_fail)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = routing_case_options("psssp");
	g_autoptr(Fabric) fabric = routing_case_fabric("torus:6x6,hosts=4", 0);
	g_autoptr(Routing) routing = routing_compute(fabric, &options, &error);
	assert_no_error(error);
	ck_assert_uint_gt(count_dear(fabric, routing, HOP), 0);
	g_autoptr(Routing) minimal = play("torus:6x6,hosts=4", 0, "published", TRUE);
	ck_assert_uint_gt(count_dear(fabric, minimal, 0), 0);
	g_autoptr(Routing) longer = play("torus:6x6,hosts=4", 0, "published-unit", TRUE);
	ck_assert_uint_gt(longer->nonminimal_pairs, 0);
}
END_TEST

START_TEST(too_few_lanes_are_an_error)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = routing_case_options("published");
	g_autoptr(Fabric) fabric = routing_case_fabric("torus:8x8,hosts=4", 0);
	options.max_vls = 8;
	ck_assert_ptr_null(routing_compute(fabric, &options, &error));
	ck_assert_str_eq(error->message,
			 "published: more than 8 virtual lanes would be needed to avoid credit loops with "
			 "these routes and symmetric SLs (asymmetric ones may need fewer)");
	assert_error(error, SSSP_ERROR_LANES);
	options.asymmetric = TRUE;
	g_autoptr(Routing) found = routing_compute(fabric, &options, &error);
	assert_no_error(error);
	options.max_vls = found->vls_needed - 1;
	ck_assert_ptr_null(routing_compute(fabric, &options, &error));
	assert_error(error, SSSP_ERROR_LANES);
}
END_TEST

/* PreviousTables routes change nothing; what changed is counted all the same. */
START_TEST(nothing_is_kept)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = routing_case_options("published");
	g_autoptr(Fabric) fabric = routing_case_fabric("random:switches=20,ports=8,hosts=3,seed=4", 0);
	g_autoptr(Routing) first = routing_compute(fabric, &options, &error);
	options.engine = route_engine_find("psssp");
	options.stand = TRUE;
	g_autoptr(Routing) other = routing_compute(fabric, &options, &error);
	PreviousTables previous = {.fabric = fabric,
				   .lft = other->lft,
				   .path_sl = other->path_sl,
				   .sl2vl = routing_port_vls(other),
				   .efi = other->efi,
				   .stand = other->stand,
				   .vls_needed = other->vls_needed};
	options.engine = route_engine_find("published");
	options.previous = &previous;
	g_autoptr(Routing) again = routing_compute(fabric, &options, &error);
	assert_no_error(error);
	routing_case_same("after others", first, again);
	ck_assert(again->as_is && !again->rerouted);
	ck_assert_uint_gt(again->changes.changed, 0);
}
END_TEST

/* One link has one lane: what crosses them is on it, and routes are the same. */
START_TEST(weak_links_keep_the_routes)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = routing_case_options("published");
	g_autoptr(Fabric) fabric = routing_case_fabric("dragonfly:a=4,p=2,h=2", 0);
	guint links = 0;
	options.asymmetric = TRUE;
	g_autoptr(Routing) strong = routing_compute(fabric, &options, &error);
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		FabricPort *port = &fabric->ports[i];
		if (port->peer != FABRIC_NONE && fabric_is_switch(fabric, port->node) &&
		    fabric_is_switch(fabric, fabric->ports[port->peer].node))
			port->vls = links++ == 5 ? 1 : 8;
	}
	RoutingTally tally = {0};
	options.max_vls = 0;
	g_autoptr(Routing) weak = routing_case_judge("weak links", fabric, &options, TRUE, &tally);
	ck_assert_uint_gt(weak->weak_links, 0);
	ck_assert_uint_eq(count_dear(fabric, weak, HOP), 0);
	ck_assert_uint_eq(weak->efi, strong->efi);
}
END_TEST

static int play_one(int argc, char **argv)
{
	const char *algorithm = argc > 2 ? argv[2] : "published";
	g_setenv("SSSP_VERBOSE", "1", TRUE);
	routing_free(play(argv[1], 0, algorithm, argc < 4));
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return play_one(argc, argv);
	Suite *suite = suite_create("published");
	TCase *tests = tcase_create("published");
	tcase_set_timeout(tests, 300);
	tcase_add_loop_test(tests, every_entry_was_cheapest_at_its_turn, 0, G_N_ELEMENTS(cases));
	tcase_add_test(tests, deimos_is_routed_as_published);
	tcase_add_test(tests, the_replay_can_fail);
	tcase_add_test(tests, too_few_lanes_are_an_error);
	tcase_add_test(tests, nothing_is_kept);
	tcase_add_test(tests, weak_links_keep_the_routes);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? 1 : 0;
}
