/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks what must not change the tables (the order of nodes and cables in the input, threads, an order that says what
 * holds anyway) and what a given order of destinations changes.
 */
#include "tests/core/routing_case.h"

#include <string.h>

static const char *const specs[] = {
	"karytree:3,3",
	"fattree:ports=8,levels=3,hosts=45",
	"karytree:2,4,fail=links:10%",
	"clos:leaves=6,hosts=4,spines=3,links=2",
	"torus:4x4,hosts=2",
	"torus:5x4,links=2,fail=links:20%,seed=3",
	"hypercube:4,hosts=2",
	"dragonfly:a=4,p=2,h=2",
	"slimfly:5,hosts=1",
	"fastree:switches=6,hosts=3,fail=links:2",
	"random:switches=14,ports=7,hosts=3,seed=8",
	"random:switches=20,ports=4,hosts=1,seed=5",
};

static const char *const engines[] = {"psssp", "p2sssp", "minhop", "updn"};

static Routing *judged(const char *name, const Fabric *fabric, const RoutingOptions *options)
{
	RoutingTally tally = {0};
	return routing_case_judge(name, fabric, options, FALSE, &tally);
}

static void compare_shuffled(const char *spec, guint lmc, const char *engine, guint32 seed)
{
	g_autofree char *name = g_strdup_printf("%s (LMC %u), %s, shuffled with seed %u", spec, lmc, engine, seed);
	g_autoptr(GError) error = NULL;
	RoutingOptions options = routing_case_options(engine);
	g_autoptr(Fabric) plain = routing_case_fabric(spec, lmc);
	g_autoptr(Fabric) shuffled = routing_case_shuffle(plain, seed, seed % 2);
	fabric_assign_lids(shuffled, lmc, NULL, &error);
	assert_no_error(error);
	g_autoptr(Routing) a = judged(name, plain, &options);
	g_autoptr(Routing) b = judged(name, shuffled, &options);
	routing_case_same(name, a, b);
}

START_TEST(order_of_the_input_does_not_matter)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint e = 0; e < G_N_ELEMENTS(engines); e++)
			for (guint32 seed = 1; seed <= 4; seed++)
				compare_shuffled(specs[i], seed == 3 ? 2 : 0, engines[e], seed);
}
END_TEST

START_TEST(threads_do_not_matter)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint e = 0; e < G_N_ELEMENTS(engines); e++)
			for (guint passes = 0; passes <= 2; passes++) {
				g_autofree char *name = g_strdup_printf("%s, %s, threads", specs[i], engines[e]);
				RoutingOptions options = routing_case_options(engines[e]);
				g_autoptr(Fabric) fabric = routing_case_fabric(specs[i], 1);
				options.passes = passes;
				options.asymmetric = passes == 2;
				g_autoptr(Routing) one = judged(name, fabric, &options);
				options.threads = 4;
				g_autoptr(Routing) four = judged(name, fabric, &options);
				options.threads = 0;
				g_autoptr(Routing) all = judged(name, fabric, &options);
				routing_case_same(name, one, four);
				routing_case_same(name, one, all);
			}
}
END_TEST

/* ---- a given order of destinations */

/* CA ports as the routing takes them by itself: switch by switch by GUID, then by the switch's port. */
static GArray *natural_order(const Fabric *fabric, gboolean by_port)
{
	GArray *guids = g_array_new(FALSE, FALSE, sizeof(guint64));
	for (guint32 i = 0; i < fabric->n_switches; i++) {
		const FabricNode *node = &fabric->nodes[fabric->switches[i]];
		for (guint num = 1; num <= node->n_ports; num++) {
			guint32 peer = fabric->ports[node->first_port + num].peer;
			if (peer == FABRIC_NONE || fabric_is_switch(fabric, fabric->ports[peer].node))
				continue;
			const FabricPort *port = &fabric->ports[peer];
			guint64 guid = by_port ? port->guid : fabric->nodes[port->node].guid;
			g_array_append_val(guids, guid);
		}
	}
	return guids;
}

static Routing *ordered(const char *name, const Fabric *fabric, const char *engine, const guint64 *order, gsize n)
{
	RoutingOptions options = routing_case_options(engine);
	options.order = order;
	options.n_order = n;
	return judged(name, fabric, &options);
}

START_TEST(the_natural_order_changes_nothing)
{
	const guint64 strangers[] = {1, 2, 0, G_MAXUINT64, 1};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint e = 0; e < G_N_ELEMENTS(engines); e++) {
			g_autofree char *name = g_strdup_printf("%s, %s, natural order", specs[i], engines[e]);
			g_autoptr(Fabric) fabric = routing_case_fabric(specs[i], 0);
			g_autoptr(GArray) nodes = natural_order(fabric, FALSE);
			g_autoptr(GArray) ports = natural_order(fabric, TRUE);
			g_autoptr(Routing) plain = ordered(name, fabric, engines[e], NULL, 0);
			g_autoptr(Routing) some = ordered(name, fabric, engines[e], (guint64 *)(void *)nodes->data, 3);
			g_autoptr(Routing) all =
				ordered(name, fabric, engines[e], (guint64 *)(void *)nodes->data, nodes->len);
			g_autoptr(Routing) by_port =
				ordered(name, fabric, engines[e], (guint64 *)(void *)ports->data, ports->len);
			g_autoptr(Routing) unknown =
				ordered(name, fabric, engines[e], strangers, G_N_ELEMENTS(strangers));
			routing_case_same(name, plain, some);
			routing_case_same(name, plain, all);
			routing_case_same(name, plain, by_port);
			routing_case_same(name, plain, unknown);
		}
}
END_TEST

static void reverse(GArray *guids)
{
	guint64 *data = (guint64 *)(void *)guids->data;
	for (guint i = 0; i < guids->len / 2; i++) {
		guint64 guid = data[i];
		data[i] = data[guids->len - 1 - i];
		data[guids->len - 1 - i] = guid;
	}
}

/* Whether a switch has hosts: what no host's packets take may be chosen anew once all are routed. */
static gboolean has_hosts(const Fabric *fabric, guint32 row)
{
	const FabricNode *node = &fabric->nodes[fabric->switches[row]];
	for (guint port = 1; port <= node->n_ports; port++) {
		guint32 peer = fabric->ports[node->first_port + port].peer;
		if (peer != FABRIC_NONE && !fabric_is_switch(fabric, fabric->ports[peer].node))
			return TRUE;
	}
	return FALSE;
}

/* The table entries for every LID of a node, in all switches with hosts. */
static void same_column(const char *name, const Fabric *fabric, guint64 guid, const Routing *a, const Routing *b)
{
	const FabricPort *port = &fabric->ports[fabric_port_index(fabric, fabric_find_node(fabric, guid), 1)];
	for (guint lid = port->lid; lid < port->lid + (1u << port->lmc); lid++)
		for (guint32 row = 0; row < a->n_switches; row++)
			if (has_hosts(fabric, row) &&
			    a->lft->port[row * a->n_lids + lid] != b->lft->port[row * b->n_lids + lid])
				ck_abort_msg("%s: switch row %u, LID %u", name, row, lid);
}

/*
 * With one pass and one lane a destination's routes depend on those before it alone: whatever follows the first five
 * of a list, these keep their routes; and a list of one has that destination routed on an idle fabric, as the first
 * always is. (Where more lanes are needed, routes are chosen with all of them in mind.)
 */
START_TEST(listed_destinations_come_first)
{
	guint compared = 0;
	gboolean changed = FALSE;
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		g_autofree char *name = g_strdup_printf("%s, order", specs[i]);
		g_autoptr(Fabric) fabric = routing_case_fabric(specs[i], 1);
		g_autoptr(GArray) guids = natural_order(fabric, FALSE);
		reverse(guids);
		guint64 *order = (guint64 *)(void *)guids->data;
		g_autoptr(Routing) plain = ordered(name, fabric, "psssp", NULL, 0);
		g_autoptr(Routing) five = ordered(name, fabric, "psssp", order, 5);
		g_autoptr(Routing) all = ordered(name, fabric, "psssp", order, guids->len);
		g_autoptr(Routing) one = ordered(name, fabric, "psssp", order, 1);
		changed |= memcmp(plain->lft->port, all->lft->port, (gsize)all->n_switches * all->n_lids) != 0;
		if (five->lane_aware || all->lane_aware || one->lane_aware || all->vls_used > 1)
			continue;
		compared++;
		for (guint g = 0; g < 5; g++)
			same_column(name, fabric, order[g], five, all);
		same_column(name, fabric, order[0], one, all);
	}
	ck_assert_uint_ge(compared, 4);
	ck_assert_msg(changed, "the order of destinations changes nothing anywhere");
}
END_TEST

/* A switch may be listed, too. */
START_TEST(switches_may_be_listed)
{
	for (guint e = 0; e < G_N_ELEMENTS(engines); e++) {
		g_autoptr(Fabric) fabric = routing_case_fabric("torus:4x4,hosts=2", 0);
		const guint64 order[] = {fabric->nodes[fabric->switches[9]].guid,
					 fabric->nodes[fabric->ports[fabric->endpoints[7]].node].guid,
					 fabric->nodes[fabric->switches[9]].guid};
		g_autoptr(Routing) listed = ordered("torus, a switch first", fabric, engines[e], order, 3);
		g_autoptr(Routing) once = ordered("torus, a switch first", fabric, engines[e], order, 2);
		routing_case_same("a GUID listed twice counts once", listed, once);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		order_of_the_input_does_not_matter, threads_do_not_matter,  the_natural_order_changes_nothing,
		listed_destinations_come_first,     switches_may_be_listed, NULL,
	};
	return fixture_run("routing order", tests);
}
