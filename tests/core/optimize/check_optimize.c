/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks optimised routes: judged like all routings, on fabrics of many kinds, whatever lanes there are; the same with
 * any number of threads; never worse than what they began with.
 */
#include "core/routing_optimize.h"

#include "core/previous/stand.h"
#include "core/routing.h"
#include "tests/core/fixture.h"
#include "tests/core/routing_case.h"
#include "tests/core/routing_judge.h"

#include <string.h>

#define UNWEIGHED 3 /* passes: who asks for a number has routes that are not weighed for all hosts */

typedef struct {
	Fabric *fabric;
	RoutingOptions options;
	Routing *plain, *better; /* better: NULL where nothing was found */
	OptimizeState state;
} Case;

static void case_clear(Case *c)
{
	routing_free(c->better);
	routing_free(c->plain);
	fabric_free(c->fabric);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Case, case_clear)

static void optimize(Case *c, const char *name, const OptimizeOptions *optimize)
{
	g_autoptr(GError) error = NULL;
	c->options.stand = TRUE;
	c->plain = routing_compute(c->fabric, &c->options, &error);
	ck_assert_msg(c->plain != NULL, "%s: %s", name, error ? error->message : "");
	c->better = routing_optimize(c->fabric, &c->options, c->plain, optimize, &c->state, &error);
	ck_assert_msg(!error, "%s: %s", name, error ? error->message : "");
}

static void assert_no_worse(const Case *c, const char *name)
{
	Verdict verdict;
	JudgeRules rules = {.max_vls = c->plain->vls_mapped, .symmetric = !c->options.asymmetric};
	if (!c->better)
		return;
	ck_assert_msg(routing_judge(c->fabric, c->better, &rules, &verdict), "%s: %s", name, verdict.failure);
	ck_assert_msg(c->better->efi <= c->plain->efi, "%s: the fullest channel is fuller", name);
	ck_assert_msg(c->better->efi == c->state.efi, "%s: not the edge-forwarding index that is told", name);
	ck_assert_msg(verdict.nonminimal <= c->plain->nonminimal_pairs, "%s: longer routes", name);
	ck_assert_msg(c->better->vls_used <= c->plain->vls_used, "%s: more lanes", name);
	ck_assert_msg(c->better->management_pairs_unproven <= c->plain->management_pairs_unproven,
		      "%s: less in the proof", name);
	ck_assert_msg(!c->plain->mcast || (c->better->mcast && !memcmp(c->plain->mcast, c->better->mcast,
								       (gsize)c->plain->n_switches << 8)),
		      "%s: the multicast tree is another", name);
	ck_assert_msg(c->state.best > c->state.before, "%s: not better", name);
}

/* ---- many fabrics */

static const char *const specs[] = {"single:hosts=5",
				    "torus:4x4,hosts=2",
				    "torus:3x3x3,hosts=1,an=all",
				    "mesh:4x3,hosts=2",
				    "hypercube:4,hosts=2",
				    "kautz:2,3",
				    "random:switches=12,ports=10,hosts=5,seed=3",
				    "random:switches=16,ports=9,hosts=4,seed=8",
				    "dragonfly:a=4,p=2,h=2",
				    "hyperx:3x3,hosts=3",
				    "clos:leaves=6,hosts=3,spines=3,links=2",
				    "karytree:3,3",
				    "fattree:ports=8,levels=3,fail=links:10%,seed=3",
				    "fattree:ports=8,levels=3,an=leaf,fail=switches:2,seed=5",
				    "xgft:2;4,4;1,3,fail=links:2,seed=2",
				    "torus:5x4,hosts=1,fail=links:3,seed=4"};

START_TEST(all_families)
{
	const guint lanes[] = {0, 1, 2};
	for (guint i = 0; i < G_N_ELEMENTS(specs) * G_N_ELEMENTS(lanes); i++) {
		const char *spec = specs[i / G_N_ELEMENTS(lanes)];
		guint vls = lanes[i % G_N_ELEMENTS(lanes)];
		g_auto(Case) c = {.fabric = routing_case_fabric(spec, i % 4 == 3), .options = {.max_vls = vls}};
		g_autofree char *name = g_strdup_printf("%s, lanes %u", spec, vls);
		c.options.asymmetric = i % 5 == 4;
		if (!c.fabric)
			continue;
		optimize(&c, name, &(OptimizeOptions){.seed = i, .steps = 1500});
		assert_no_worse(&c, name);
	}
}
END_TEST

/* Couples of n LIDs from one on that leave switch v by one channel. */
static guint together(const Lft *lft, guint32 v, guint32 lid, guint n)
{
	const guint8 *port = lft->port + (gsize)v * lft->n_lids + lid;
	guint couples = 0;
	for (guint k = 0; k < n; k++)
		for (guint m = 0; m < k; m++)
			couples += port[k] == port[m];
	return couples;
}

/* What the LIDs of a port are there for. */
START_TEST(lids_of_a_port_stay_apart)
{
	const char *const of[] = {"torus:4x4,hosts=2", "fattree:ports=8,levels=2,fail=links:3,seed=1",
				  "karytree:3,3,fail=links:3,seed=1"};
	guint changed = 0;
	for (guint i = 0; i < 2 * G_N_ELEMENTS(of); i++) {
		const char *name = of[i / 2];
		guint lids = 2u << i % 2;
		g_auto(Case) c = {.fabric = routing_case_fabric(name, 1 + i % 2), .options.passes = UNWEIGHED};
		optimize(&c, name, &(OptimizeOptions){.seed = i, .steps = 4000});
		const Graph *g = c.plain->stand->graph;
		changed += c.better != NULL;
		for (guint32 d = 0; c.better && d < g->n_dests; d++)
			for (guint32 v = 0; g->dests[d].is_host && g->dests[d].sibling == 0 && v < g->n_switches; v++)
				ck_assert_msg(together(c.better->lft, v, g->dests[d].lid, lids) <=
						      together(c.plain->lft, v, g->dests[d].lid, lids),
					      "%s, %u LIDs: a path less", name, lids);
	}
	ck_assert_uint_gt(changed, 1);
}
END_TEST

START_TEST(drawn_fabrics)
{
	for (guint seed = 1; seed <= 24; seed++) {
		g_autofree char *spec =
			g_strdup_printf(seed % 2 ? "random:switches=%u,ports=%u,hosts=3,seed=%u,fail=links:1"
						 : "torus:%ux3,hosts=%u,fail=links:2,seed=%u",
					4 + seed % 7, seed % 2 ? 6 + seed % 3 : 1 + seed % 3, seed);
		g_auto(Case) c = {.fabric = routing_case_fabric(spec, 0), .options = {.max_vls = seed % 4}};
		if (!c.fabric)
			continue;
		optimize(&c, spec, &(OptimizeOptions){.seed = seed, .steps = 800});
		assert_no_worse(&c, spec);
	}
}
END_TEST

/* A switch whose links have fewer lanes than the others: what crosses them stays on the lanes that they have. */
START_TEST(links_with_fewer_lanes)
{
	const char *const some[] = {"torus:5x5,hosts=2", "random:switches=16,ports=9,hosts=4,seed=8"};
	for (guint i = 0; i < 6; i++) {
		g_auto(Case) c = {.fabric = routing_case_fabric(some[i % 2], 0)};
		const FabricNode *weak = &c.fabric->nodes[c.fabric->switches[i]];
		for (guint32 k = 0; k < c.fabric->n_ports; k++)
			c.fabric->ports[k].vls = 8;
		for (guint32 k = weak->first_port; k <= weak->first_port + weak->n_ports; k++)
			if (c.fabric->ports[k].peer != FABRIC_NONE)
				c.fabric->ports[k].vls = c.fabric->ports[c.fabric->ports[k].peer].vls = 1;
		optimize(&c, some[i % 2], &(OptimizeOptions){.seed = i, .steps = 1500});
		assert_no_worse(&c, some[i % 2]);
		ck_assert(c.plain->weak_links > 0);
		ck_assert(!c.better || c.better->weak_links == c.plain->weak_links);
	}
}
END_TEST

/*
 * What the search was seen to get out of these, from routes that were not weighed (core/choose/weigh_hosts.h); that it
 * gets something is certain enough to fail without it.
 */
START_TEST(there_is_a_gain)
{
	const struct {
		const char *spec;
		double gain;
	} rows[] = {{"random:switches=16,ports=16,hosts=8,seed=1", 1.005},
		    {"fattree:ports=8,levels=3,fail=links:10%,seed=3", 1.008}};
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_auto(Case) c = {.fabric = routing_case_fabric(rows[i].spec, 0), .options.passes = UNWEIGHED};
		optimize(&c, rows[i].spec, &(OptimizeOptions){.seed = 1, .steps = 4000});
		ck_assert_msg(c.better && c.state.best >= rows[i].gain * c.state.before, "%s: %.4f, was %.4f",
			      rows[i].spec, c.state.best, c.state.before);
	}
}
END_TEST

/* ---- how it ends */

/* So many that there are warm sweeps among them, too. */
START_TEST(threads_change_nothing)
{
	const guint threads[] = {1, 3};
	g_auto(Case) one = {0}, other = {0};
	Case *const c[2] = {&one, &other};
	for (guint i = 0; i < 2; i++) {
		c[i]->fabric = routing_case_fabric("random:switches=16,ports=16,hosts=8,seed=1", 0);
		c[i]->options.threads = threads[i];
		c[i]->options.passes = UNWEIGHED;
		optimize(c[i], "threads", &(OptimizeOptions){.seed = 5, .steps = 6001});
		ck_assert_uint_eq(c[i]->state.steps, 6001);
	}
	routing_case_same("threads", c[0]->better, c[1]->better);
}
END_TEST

START_TEST(seeds_differ)
{
	g_auto(Case) one = {0}, other = {0};
	Case *const c[2] = {&one, &other};
	for (guint i = 0; i < 2; i++) {
		c[i]->fabric = routing_case_fabric("random:switches=16,ports=16,hosts=8,seed=1", 0);
		c[i]->options.passes = UNWEIGHED;
		optimize(c[i], "seeds", &(OptimizeOptions){.seed = i, .steps = 500});
	}
	gsize bytes = (gsize)c[0]->better->lft->n_switches * c[0]->better->lft->n_lids;
	ck_assert(memcmp(c[0]->better->lft->port, c[1]->better->lft->port, bytes) != 0);
}
END_TEST

static gboolean until(const OptimizeState *state, gpointer user)
{
	return state->steps < *(guint64 *)user;
}

/* Whoever is told to end after some steps has what those have who may do no more. */
START_TEST(told_to_end)
{
	guint64 steps = 20 * 48; /* sweeps of all hosts */
	g_auto(Case) one = {0}, other = {0};
	Case *const c[2] = {&one, &other};
	const OptimizeOptions options[] = {{.seed = 1, .steps = steps}, {.seed = 1, .go_on = until, .user = &steps}};
	for (guint i = 0; i < 2; i++) {
		c[i]->fabric = routing_case_fabric("random:switches=16,ports=16,hosts=8,seed=1", 0);
		c[i]->options.passes = UNWEIGHED;
		optimize(c[i], "told to end", &options[i]);
	}
	routing_case_same("told to end", c[0]->better, c[1]->better);
	steps = 0;
	g_auto(Case) none = {.fabric = routing_case_fabric("random:switches=16,ports=16,hosts=8,seed=1", 0)};
	optimize(&none, "at once", &options[1]);
	ck_assert_ptr_null(none.better);
	ck_assert(none.state.best == none.state.before && none.state.steps == 0);
}
END_TEST

/* ---- jobs */

START_TEST(others_routes_stay)
{
	g_auto(Case) c = {.fabric = routing_case_fabric("fattree:ports=8,levels=3,fail=links:10%,seed=3", 0)};
	g_autofree guint32 *job = g_new(guint32, c.fabric->n_lids);
	for (guint32 lid = 0; lid < c.fabric->n_lids; lid++)
		job[lid] = lid % 5 < 2 ? lid % 5 : OPTIMIZE_NO_JOB;
	optimize(&c, "jobs",
		 &(OptimizeOptions){
			 .seed = 1, .steps = 3000, .job_of_lid = job, .n_lids = c.fabric->n_lids, .n_jobs = 2});
	assert_no_worse(&c, "jobs");
	ck_assert_ptr_nonnull(c.better);
	for (guint32 v = 0; v < c.better->lft->n_switches; v++)
		for (guint32 lid = 0; lid < c.better->lft->n_lids; lid++)
			if (job[lid] == OPTIMIZE_NO_JOB)
				ck_assert_uint_eq(c.better->lft->port[v * c.better->lft->n_lids + lid],
						  c.plain->lft->port[v * c.plain->lft->n_lids + lid]);
}
END_TEST

START_TEST(job_of_nobody)
{
	g_auto(Case) c = {.fabric = routing_case_fabric("random:switches=16,ports=16,hosts=8,seed=1", 0)};
	g_autofree guint32 *job = g_new(guint32, c.fabric->n_lids);
	memset(job, 0xff, c.fabric->n_lids * sizeof *job);
	optimize(&c, "nobody",
		 &(OptimizeOptions){.steps = 100, .job_of_lid = job, .n_lids = c.fabric->n_lids, .n_jobs = 1});
	ck_assert_ptr_null(c.better);
	ck_assert(c.state.best == 1);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {all_families,
				      drawn_fabrics,
				      links_with_fewer_lanes,
				      lids_of_a_port_stay_apart,
				      there_is_a_gain,
				      threads_change_nothing,
				      seeds_differ,
				      told_to_end,
				      others_routes_stay,
				      job_of_nobody,
				      NULL};
	return fixture_run("optimize", tests);
}
