/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes fabrics by their SPEC and has them judged. */
#include "tests/core/routing_case.h"

#include "core/base/error.h"
#include "generator/synth/synth.h"

#include <stdio.h>
#include <string.h>

RoutingOptions routing_case_options(const char *engine)
{
	const RouteEngine *found = route_engine_find(engine);
	ck_assert_msg(found != NULL, "no engine %s", engine);
	return (RoutingOptions){.engine = found, .max_vls = ROUTING_MAX_VLS, .passes = 1, .threads = 1};
}

Fabric *routing_case_fabric(const char *spec, guint lmc)
{
	g_autoptr(GError) error = NULL;
	Fabric *fabric = synth_fabric(spec, &error);
	if (g_error_matches(error, SSSP_ERROR, SSSP_ERROR_IMPOSSIBLE))
		return NULL;
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : spec);
	ck_assert_msg(fabric_assign_lids(fabric, lmc, NULL, &error), "%s: %s", spec, error ? error->message : "");
	ck_assert_msg(fabric_check(fabric, &error), "%s: %s", spec, error ? error->message : "");
	return fabric;
}

Routing *routing_case_judge_some(const char *name, const Fabric *fabric, const RoutingOptions *options,
				 gboolean minimal, RoutingTally *tally)
{
	g_autoptr(GError) error = NULL;
	Verdict verdict;
	JudgeRules rules = {.max_vls = options->max_vls ? options->max_vls : routing_vl_budget(fabric, 0),
			    .symmetric = !options->asymmetric};
	g_autofree char *run =
		g_strdup_printf("%s, %s, %u passes, %s SLs, %u lanes", name, options->engine->name, options->passes,
				options->asymmetric ? "asymmetric" : "symmetric", rules.max_vls);
	g_autoptr(Routing) routing = routing_compute(fabric, options, &error);
	if (routing_as_is(options) && g_error_matches(error, SSSP_ERROR, SSSP_ERROR_LANES))
		return NULL;
	ck_assert_msg(routing != NULL, "%s: %s", run, error ? error->message : "no tables and no error");
	ck_assert_msg(routing_judge(fabric, routing, &rules, &verdict), "%s: %s", run, verdict.failure);
	ck_assert_msg(!minimal || verdict.nonminimal == 0, "%s: %" G_GUINT64_FORMAT " pairs are not minimal", run,
		      verdict.nonminimal);
	if (g_str_equal(options->engine->name, "updn"))
		ck_assert_msg(!routing->lane_aware && routing->vls_used == 1, "%s: %u lanes", run, routing->vls_used);
	/* On one lane, two lanes by SL, and beside routes of other engines, which stay, there may be no tree. */
	gboolean few = rules.max_vls < (routing->path_sl ? 3 : 2);
	ck_assert_msg(routing->mcast || few || !routing_is_psssp(options), "%s: no multicast tree", run);
	tally->routed++;
	tally->detours += verdict.nonminimal > 0;
	tally->treeless += !routing->mcast;
	tally->unproven += routing->management_pairs_unproven > 0;
	tally->lanes = MAX(tally->lanes, routing->vls_needed);
	return g_steal_pointer(&routing);
}

Routing *routing_case_judge(const char *name, const Fabric *fabric, const RoutingOptions *options, gboolean minimal,
			    RoutingTally *tally)
{
	Routing *routing = routing_case_judge_some(name, fabric, options, minimal, tally);
	ck_assert_msg(routing != NULL, "%s: too few lanes", name);
	return routing;
}

void routing_case_spec(const char *spec, guint lmc, RoutingTally *tally)
{
	static const struct {
		const char *engine;
		guint passes, lanes;
		gboolean asymmetric, no_spread, minimal;
	} runs[] = {
		{"psssp", 1, 15, TRUE, FALSE, TRUE},   {"psssp", 1, 15, FALSE, FALSE, TRUE},
		{"psssp", 0, 8, FALSE, TRUE, FALSE},   {"psssp", 3, 2, FALSE, FALSE, FALSE},
		{"psssp", 1, 1, FALSE, FALSE, FALSE},  {"p2sssp", 1, 15, TRUE, FALSE, TRUE},
		{"p2sssp", 1, 3, FALSE, FALSE, FALSE}, {"minhop", 1, 15, TRUE, FALSE, TRUE},
		{"updn", 1, 1, FALSE, FALSE, FALSE},
	};
	g_autoptr(Fabric) fabric = routing_case_fabric(spec, lmc);
	g_autofree char *name = g_strdup_printf("%s (LMC %u)", spec, lmc);
	if (!fabric) {
		tally->impossible++;
		return;
	}
	for (guint i = 0; i < G_N_ELEMENTS(runs); i++) {
		RoutingOptions options = routing_case_options(runs[i].engine);
		options.passes = runs[i].passes;
		options.max_vls = runs[i].lanes;
		options.asymmetric = runs[i].asymmetric;
		options.no_spread = runs[i].no_spread;
		routing_free(routing_case_judge(name, fabric, &options, runs[i].minimal, tally));
	}
}

/* ---- the same fabric in another order */

static void shuffle(guint32 *items, guint32 n, GRand *rand)
{
	for (guint32 i = n; i > 1; i--) {
		guint32 other = (guint32)g_rand_int_range(rand, 0, (gint32)i), item = items[i - 1];
		items[i - 1] = items[other];
		items[other] = item;
	}
}

static guint32 *shuffled(guint32 n, GRand *rand)
{
	guint32 *items = g_new(guint32, n + 1);
	for (guint32 i = 0; i < n; i++)
		items[i] = i;
	shuffle(items, n, rand);
	return items;
}

static void copy_node(const Fabric *from, guint32 node, gboolean keep_lids, Fabric *to)
{
	const FabricNode *old = &from->nodes[node];
	guint32 index = fabric_add_node(to, old->type, old->guid, old->n_ports, fabric_name(from, node), NULL);
	FabricNode *new = &to->nodes[index];
	new->system_guid = old->system_guid;
	new->vendor_id = old->vendor_id;
	new->device_id = old->device_id;
	new->enhanced = old->enhanced;
	new->manager = old->manager;
	for (guint num = 0; num <= old->n_ports; num++) {
		FabricPort *port = &to->ports[new->first_port + num];
		*port = from->ports[old->first_port + num];
		port->node = index;
		port->peer = FABRIC_NONE;
		port->lid = keep_lids ? port->lid : 0;
		port->lmc = keep_lids ? port->lmc : 0;
	}
}

Fabric *routing_case_shuffle(const Fabric *fabric, guint32 seed, gboolean keep_lids)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	g_autofree guint32 *order = shuffled(fabric->n_nodes, rand);
	g_autofree guint32 *place = g_new(guint32, fabric->n_nodes + 1);
	g_autofree guint32 *ports = shuffled(fabric->n_ports, rand);
	g_autoptr(GError) error = NULL;
	Fabric *copy = fabric_new();
	for (guint32 i = 0; i < fabric->n_nodes; i++) {
		place[order[i]] = i;
		copy_node(fabric, order[i], keep_lids, copy);
	}
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *a = &fabric->ports[ports[i]];
		const FabricPort *b = a->peer == FABRIC_NONE ? NULL : &fabric->ports[a->peer];
		if (b)
			fabric_cable(copy, fabric_port_index(copy, place[a->node], a->num),
				     fabric_port_index(copy, place[b->node], b->num), &error);
		assert_no_error(error);
	}
	fabric_seal(copy, &error);
	assert_no_error(error);
	return copy;
}

static void same_lanes(const char *name, const Sl2vl *a, const Sl2vl *b)
{
	ck_assert_msg(!a == !b, "%s: only one of them has SL to VL tables", name);
	for (guint32 row = 0; a && row < a->n_switches; row++) {
		ck_assert_msg(a->guid[row] == b->guid[row] && a->n_ports[row] == b->n_ports[row],
			      "%s: SL to VL tables of other switches", name);
		/* check notes each assertion in a file: too slow for this many */
		for (guint in = 0; in <= a->n_ports[row]; in++)
			for (guint out = 0; out <= a->n_ports[row]; out++)
				if (memcmp(sl2vl_get(a, row, in, out), sl2vl_get(b, row, in, out), sizeof(SlMap)))
					ck_abort_msg("%s: SL to VL of switch %u ports %u, %u", name, row, in, out);
	}
}

void routing_case_same(const char *name, const Routing *a, const Routing *b)
{
	gsize entries = (gsize)a->n_switches * a->n_lids;
	ck_assert_msg(a->n_switches == b->n_switches && a->n_lids == b->n_lids, "%s: other sizes", name);
	ck_assert_msg(!memcmp(a->lft->guid, b->lft->guid, a->n_switches * sizeof(guint64)), "%s: other GUIDs", name);
	ck_assert_msg(!memcmp(a->lft->port, b->lft->port, entries), "%s: other forwarding tables", name);
	ck_assert_msg(!a->path_sl == !b->path_sl, "%s: only one of them has SLs", name);
	ck_assert_msg(!a->path_sl || !memcmp(a->path_sl->sl, b->path_sl->sl, entries), "%s: other SLs", name);
	ck_assert_msg(!memcmp(a->hops, b->hops, (gsize)a->n_switches * a->n_switches), "%s: other hops", name);
	ck_assert_msg(a->efi == b->efi && a->vls_used == b->vls_used && a->vls_needed == b->vls_needed,
		      "%s: other figures", name);
	same_lanes(name, a->sl2vl, b->sl2vl);
}

void routing_case_print(const char *what, const RoutingTally *tally)
{
	printf("%s: %u routings right, %u of them with detours, at most %u lanes needed, %u without a multicast tree, "
	       "%u with management ports unproven; %u fabrics would fall apart\n",
	       what, tally->routed, tally->detours, tally->lanes, tally->treeless, tally->unproven, tally->impossible);
	fflush(stdout);
}
