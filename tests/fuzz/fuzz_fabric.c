/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Any fabric at all, small, and any wish of a user: each byte of the text decides one thing, what is beyond its end is
 * zero. What is routed must be right in the eyes of a judge who shares nothing with the code, and prove_tables() must
 * take it over as it is. Then bytes decide what is damaged in the tables: what prove_tables() still takes must be right
 * as well.
 */
#include "core/prove.h"
#include "tests/fuzz/fuzz.h"
#include "tests/core/routing_judge.h"

#include <string.h>

#define SWITCHES_MOST 9
#define HOSTS_MOST 9
#define PORTS_MOST 7
#define CABLES_MOST 40
#define LIST_MOST 3

typedef struct {
	const guint8 *at, *end;
} Bytes;

/* The next thing to be decided, 0 .. below - 1. */
static guint next(Bytes *bytes, guint below)
{
	return bytes->at < bytes->end ? *bytes->at++ % below : 0;
}

/* ---- a fabric */

static void add_nodes(Fabric *fabric, Bytes *bytes)
{
	guint switches = 1 + next(bytes, SWITCHES_MOST), hosts = next(bytes, HOSTS_MOST + 1);
	for (guint i = 0; i < switches; i++) {
		guint ports = 1 + next(bytes, PORTS_MOST);
		guint32 node = fabric_add_node(fabric, FABRIC_SWITCH, 0x10 + 7 * i % SWITCHES_MOST, ports, "s", NULL);
		fabric->nodes[node].manager = next(bytes, 5) == 1;
		fabric->ports[fabric_port_index(fabric, node, 0)].guid = fabric->nodes[node].guid;
	}
	for (guint i = 0; i < hosts; i++) {
		guint kind = next(bytes, 6);
		guint32 node = fabric_add_node(fabric, kind == 1 ? FABRIC_ROUTER : FABRIC_CA, 0x100 + i,
					       kind == 2 ? 2 : 1, "h", NULL);
		for (guint port = 1; port <= fabric->nodes[node].n_ports; port++)
			fabric->ports[fabric_port_index(fabric, node, port)].guid = 0x200 + 2 * i + port;
	}
}

/* Hosts that are next to each other in bytes hang on the same switch; so seeds need few of them. */
static void add_cables(Fabric *fabric, Bytes *bytes)
{
	for (guint n = next(bytes, CABLES_MOST + 1); n; n--) {
		guint32 a = next(bytes, fabric->n_nodes), b = next(bytes, fabric->n_nodes);
		guint32 from = fabric_port_index(fabric, a, 1 + next(bytes, fabric->nodes[a].n_ports));
		guint32 to = fabric_port_index(fabric, b, 1 + next(bytes, fabric->nodes[b].n_ports));
		if (!fabric_cable(fabric, from, to, NULL))
			continue;
		FabricPort *one = &fabric->ports[from], *other = &fabric->ports[to];
		guint kind = next(bytes, 256);
		one->width = other->width = (guint8)(kind & 4 ? 4 : 0);
		one->speed = other->speed = (guint8)(kind % FABRIC_N_SPEEDS);
		one->vls = other->vls = (guint8)((kind & 3) == 1 ? kind >> 4 : 0);
	}
}

/* Some ports bring LIDs of their own, which may be refused. */
static gboolean give_lids(Fabric *fabric, Bytes *bytes)
{
	for (guint n = next(bytes, 4); n; n--) {
		FabricPort *port = &fabric->ports[next(bytes, fabric->n_ports)];
		port->lmc = (guint8)next(bytes, 4);
		port->lid = (guint16)((1 + next(bytes, 60)) << port->lmc);
	}
	return fabric_assign_lids(fabric, next(bytes, 3), NULL, NULL);
}

/* ---- wishes */

typedef struct {
	guint64 order[LIST_MOST], roots[LIST_MOST];
	SwitchPort ignored[LIST_MOST];
} Lists;

static guint64 any_guid(const Fabric *fabric, Bytes *bytes)
{
	return fabric->nodes[next(bytes, fabric->n_nodes)].guid;
}

static RoutingOptions any_options(const Fabric *fabric, Bytes *bytes, Lists *lists)
{
	static const char *const engines[] = {"psssp", "p2sssp", "minhop", "updn"};
	guint flags = next(bytes, 256);
	RoutingOptions options = {.engine = route_engine_find(engines[next(bytes, G_N_ELEMENTS(engines))]),
				  .max_vls = next(bytes, ROUTING_MAX_VLS + 1),
				  .asymmetric = flags & 1,
				  .no_spread = (flags & 2) != 0,
				  .spread_ports = (flags & 2) == 0,
				  .capacities = (flags & 4) != 0,
				  .passes = next(bytes, 3),
				  .threads = 1 + ((flags & 8) != 0),
				  .order = lists->order,
				  .n_order = next(bytes, LIST_MOST + 1),
				  .roots = lists->roots,
				  .n_roots = next(bytes, LIST_MOST + 1),
				  .ignored = lists->ignored,
				  .n_ignored = next(bytes, LIST_MOST + 1)};
	g_assert_nonnull(options.engine);
	options.max_vls =
		MIN(options.max_vls, routing_vl_budget(fabric, 0)); /* no more than links have: the caller's part */
	for (guint i = 0; i < LIST_MOST; i++) {
		lists->order[i] = any_guid(fabric, bytes);
		lists->roots[i] = any_guid(fabric, bytes);
		lists->ignored[i] = (SwitchPort){any_guid(fabric, bytes), (guint8)(1 + next(bytes, PORTS_MOST))};
	}
	return options;
}

/* ---- what must hold */

static void assert_right(const Fabric *fabric, const RoutingOptions *options, const Routing *routing,
			 gboolean taken_over)
{
	JudgeRules rules = {.max_vls = options->max_vls ? options->max_vls : routing_vl_budget(fabric, 0),
			    .symmetric = !options->asymmetric,
			    .taken_over = taken_over};
	Verdict verdict;
	gboolean right = routing_judge(fabric, routing, &rules, &verdict);
	g_assert_cmpstr(verdict.failure, ==, "");
	g_assert_true(right);
}

static void assert_lanes_or_memory(GError *error)
{
	g_assert_nonnull(error);
	g_assert_true(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_LANES) ||
		      g_error_matches(error, SSSP_ERROR, SSSP_ERROR_MEMORY));
	g_error_free(error);
}

static void assert_proven(const Fabric *fabric, const RoutingOptions *options, const Routing *routing)
{
	GError *error = NULL;
	g_autoptr(Routing) again = prove_tables(fabric, options, routing->lft, routing->path_sl, routing_port_vls(routing), &error);
	g_assert_no_error(error);
	g_assert_cmpmem(again->lft->port, (gsize)again->lft->n_switches * again->lft->n_lids, routing->lft->port,
			(gsize)routing->lft->n_switches * routing->lft->n_lids);
	g_assert_cmpuint(again->vls_used, ==, routing->vls_used);
	g_assert_cmpuint(again->efi, ==, routing->efi);
	g_assert_cmpuint(again->nonminimal_pairs, ==, routing->nonminimal_pairs);
	assert_right(fabric, options, again, FALSE);
}

/* Damages the routing's own tables and SLs; it is of no use afterwards. */
static void prove_damaged(const Fabric *fabric, const RoutingOptions *options, Routing *routing, Bytes *bytes)
{
	Lft *lft = routing->lft;
	PathSl *sl = routing->path_sl;
	GError *error = NULL;
	for (guint n = 1 + next(bytes, 4); n && lft->n_switches; n--) {
		gsize row = next(bytes, lft->n_switches), lid = next(bytes, MIN(lft->n_lids, 256));
		guint value = next(bytes, 256);
		if (value & 1 && sl && row < sl->n_sources && lid < sl->n_lids)
			sl->sl[row * sl->n_lids + lid] = (guint8)(value / 2 % SL_COUNT);
		else
			lft->port[row * lft->n_lids + lid] = (guint8)(value == 254 ? LFT_NO_PATH : value / 2 % 9);
	}
	g_autoptr(Routing) again = prove_tables(fabric, options, lft, sl, routing_port_vls(routing), &error);
	if (again) {
		assert_right(fabric, options, again, TRUE);
		return;
	}
	g_assert_nonnull(error);
	g_assert_true(error->domain == SSSP_ERROR && *error->message);
	g_error_free(error);
}

void fuzz_fabric(const char *text, gsize length)
{
	Bytes bytes = {(const guint8 *)text, (const guint8 *)text + length};
	GError *error = NULL;
	Lists lists;
	g_autoptr(Fabric) fabric = fabric_new();
	add_nodes(fabric, &bytes);
	add_cables(fabric, &bytes);
	if (!give_lids(fabric, &bytes))
		return;
	g_assert_true(fabric_check(fabric, NULL));
	RoutingOptions options = any_options(fabric, &bytes, &lists);
	g_autoptr(Routing) routing = routing_compute(fabric, &options, &error);
	if (!routing) {
		assert_lanes_or_memory(error);
		return;
	}
	assert_right(fabric, &options, routing, FALSE);
	assert_proven(fabric, &options, routing);
	prove_damaged(fabric, &options, routing, &bytes);
}
