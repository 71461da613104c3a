/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Several LIDs a port, up to LMC 7: everything arrives, nothing overflows, and the LIDs of one port are different paths
 * to it where the fabric has them. On a full tree of three levels, k cables up from each switch, a leaf has k cables
 * by which it can send to a port that is farthest away.
 */
#include "tests/core/routing_case.h"

#include "core/balance/score.h"
#include "core/graph/graph.h"

#include <math.h>
#include <string.h>

#define MAX_LIDS 128
#define FARTHEST 4 /* hops, over the top of three levels */

typedef struct {
	Fabric *fabric;
	Routing *routing;
	guint32 *row; /* [n_nodes] row of a switch */
} Case;

static Case case_new(guint k, guint lmc, guint passes)
{
	g_autofree char *spec = g_strdup_printf("karytree:%u,3", k);
	g_autoptr(GError) error = NULL;
	RoutingOptions options = routing_case_options("psssp");
	Case c = {.fabric = routing_case_fabric(spec, lmc)};
	options.passes = passes;
	c.routing = routing_compute(c.fabric, &options, &error);
	assert_no_error(error);
	c.row = g_new(guint32, c.fabric->n_nodes);
	for (guint32 row = 0; row < c.fabric->n_switches; row++)
		c.row[c.fabric->switches[row]] = row;
	return c;
}

static void case_clear(Case *c)
{
	fabric_free(c->fabric);
	routing_free(c->routing);
	g_free(c->row);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Case, case_clear)

static guint32 leaf_of(const Case *c, const FabricPort *end)
{
	return c->row[c->fabric->ports[end->peer].node];
}

/* The out ports (indices) of the path from a switch to a LID of a port. */
static void follow(const Case *c, guint32 row, const FabricPort *to, guint lid, guint32 path[FARTHEST])
{
	for (guint step = 0; row != leaf_of(c, to); step++) {
		ck_assert_uint_lt(step, FARTHEST);
		guint8 out = c->routing->lft->port[(gsize)row * c->routing->n_lids + lid];
		path[step] = fabric_port_index(c->fabric, c->fabric->switches[row], out);
		row = c->row[c->fabric->ports[c->fabric->ports[path[step]].peer].node];
	}
}

/* How many paths to the LIDs of a port differ within their first `steps` steps. */
static guint count_paths(const Case *c, guint32 from, const FabricPort *to, guint steps)
{
	guint32 path[MAX_LIDS][FARTHEST];
	guint different = 0, lids = 1u << to->lmc;
	for (guint i = 0; i < lids; i++) {
		gboolean seen = FALSE;
		follow(c, from, to, to->lid + i, path[i]);
		for (guint j = 0; j < i && !seen; j++)
			seen = !memcmp(path[i], path[j], steps * sizeof(guint32));
		different += !seen;
	}
	return different;
}

typedef struct {
	guint least_cables; /* by which some leaf sends to the LIDs of one port */
	guint least_paths;  /* to the LIDs of one port that differ anywhere */
} Spread;

/* Of all leaves towards all ports that are farthest from them. */
static Spread measure(const Case *c)
{
	Spread spread = {G_MAXUINT, G_MAXUINT};
	for (guint32 e = 0; e < c->fabric->n_endpoints; e++) {
		const FabricPort *to = &c->fabric->ports[c->fabric->endpoints[e]];
		const guint8 *hops = c->routing->hops + (gsize)leaf_of(c, to) * c->routing->n_switches;
		for (guint32 from = 0; from < c->routing->n_switches; from++) {
			if (hops[from] != FARTHEST)
				continue;
			spread.least_cables = MIN(spread.least_cables, count_paths(c, from, to, 1));
			spread.least_paths = MIN(spread.least_paths, count_paths(c, from, to, FARTHEST));
		}
	}
	return spread;
}

START_TEST(lids_of_a_port_take_different_paths)
{
	for (guint k = 2; k <= 4; k++)
		for (guint lmc = 0; lmc <= 7; lmc++)
			for (guint passes = 0; passes <= 1; passes++) {
				g_auto(Case) c = case_new(k, lmc, passes);
				Spread spread = measure(&c);
				guint paths = MIN(k, 1u << lmc);
				ck_assert_msg(spread.least_cables == paths && spread.least_paths >= paths,
					      "%u-ary, LMC %u, %s: %u cables, %u paths", k, lmc,
					      passes ? "one pass" : "default", spread.least_cables, spread.least_paths);
			}
}
END_TEST

/* 27,648 LIDs of 216 ports: every one arrives, and each cable up carries its share, 210 * 128 * 6 / 6 routes. */
START_TEST(lmc_7_overflows_nowhere)
{
	g_auto(Case) c = case_new(6, 7, 0);
	Verdict verdict;
	JudgeRules rules = {.max_vls = ROUTING_MAX_VLS};
	ck_assert_msg(routing_judge(c.fabric, c.routing, &rules, &verdict), "%s", verdict.failure);
	ck_assert_uint_eq(verdict.pairs, 216 * 215 * 128 + 216 * 108 + 108 * 216 * 128);
	ck_assert_uint_eq(verdict.nonminimal, 0);
	ck_assert_uint_eq(verdict.efi, 26880);
	ck_assert_uint_eq(c.routing->vls_needed, 1);
}
END_TEST

/* Where lanes are needed, too: a torus with 128 LIDs a port. */
START_TEST(lmc_7_on_lanes)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = routing_case_fabric("torus:5x5,hosts=1", 7);
	RoutingOptions options = routing_case_options("psssp");
	JudgeRules rules = {.max_vls = 4, .symmetric = TRUE};
	Verdict verdict;
	options.max_vls = 4;
	g_autoptr(Routing) routing = routing_compute(fabric, &options, &error);
	assert_no_error(error);
	ck_assert_msg(routing_judge(fabric, routing, &rules, &verdict), "%s", verdict.failure);
	ck_assert_uint_eq(verdict.nonminimal, 0);
	ck_assert_uint_gt(routing->vls_needed, 1);
}
END_TEST

/* However many LIDs a port has, more longer paths never make a better score, and none makes one below 0. */
START_TEST(longer_paths_never_pay)
{
	for (guint lmc = 0; lmc <= 7; lmc++) {
		g_autoptr(Fabric) fabric = routing_case_fabric("torus:4x4,hosts=2", lmc);
		g_autoptr(Graph) graph = graph_new(fabric, NULL);
		guint64 pairs = (guint64)graph->n_hosts * graph->n_hosts << lmc;
		RouteFigures plain = {.bandwidth = 0.5, .efi = 10}, some = plain;
		double before = route_score(graph, &plain, &plain);
		ck_assert(fabs(before - 1) < 1e-9);
		for (some.longer = 1; some.longer <= pairs; some.longer *= 2) {
			double score = route_score(graph, &some, &plain);
			ck_assert(score >= 0 && score <= before);
			before = score;
		}
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {lids_of_a_port_take_different_paths, lmc_7_overflows_nowhere, lmc_7_on_lanes,
				      longer_paths_never_pay, NULL};
	return fixture_run("LMC", tests);
}
