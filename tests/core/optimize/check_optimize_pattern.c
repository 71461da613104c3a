/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks routes for a known pattern: the pairs are those of the judge, who has them of himself; couples and bandwidth
 * are counted one by one; what is found is judged like all routings; and who is told to end while all this is prepared
 * has nothing.
 */
#include "core/routing_optimize.h"

#include "core/base/error.h"
#include "core/optimize/change.h"
#include "core/optimize/bandwidth.h"
#include "core/optimize/shape.h"
#include "core/previous/stand.h"
#include "core/routing.h"
#include "evaluator/patterns/pattern_kinds.h"
#include "tests/core/fixture.h"
#include "tests/core/routing_case.h"
#include "tests/core/routing_judge.h"

#include <string.h>

/* ---- who sends to whom */

static const char *const names[] = {"bisect",
				    "dissemination",
				    "recursive-doubling",
				    "pairwise-exchange",
				    "alltoall",
				    "tree",
				    "pipeline",
				    "ring",
				    "scatter",
				    "gather",
				    "receivers:1",
				    "receivers:3",
				    "nearest-neighbour",
				    "nearest-neighbour:2",
				    "nearest-neighbour:8",
				    "nearest-neighbour:16",
				    "nearest-neighbour:4x3",
				    "nearest-neighbour:2x1x3x5",
				    "nearest-neighbour:4x3,open",
				    "nearest-neighbour:2x2x2,open"};

static int by_ends(gconstpointer a, gconstpointer b)
{
	return memcmp(a, b, sizeof(OptimizeSend));
}

/* All pairs of the judge's pattern, as sends by rank; NULL: so many ranks do not go with it. */
static GArray *judges_pairs(const char *name, guint32 ranks)
{
	g_autoptr(Pattern) pattern = pattern_new(name, NULL);
	ck_assert_msg(pattern != NULL, "%s", name);
	if ((pattern->own_ranks && pattern->own_ranks != ranks) || !pattern_fit(pattern, ranks, NULL))
		return NULL;
	GArray *all = g_array_new(FALSE, TRUE, sizeof(OptimizeSend));
	g_autofree guint32 *source = g_new(guint32, pattern->room), *target = g_new(guint32, pattern->room);
	for (guint32 round = 0; round < pattern->rounds; round++)
		for (guint32 n = pattern_pairs(pattern, round, NULL, source, target), i = 0; i < n; i++) {
			OptimizeSend send = {round, (guint16)(source[i] + 1), (guint16)(target[i] + 1)};
			g_array_append_val(all, send);
		}
	return all;
}

static void compare_pairs(const char *name, guint32 ranks)
{
	g_autoptr(GError) error = NULL;
	g_autofree guint16 *lid = g_new(guint16, ranks + 1);
	Shape shape;
	gsize n;
	for (guint32 i = 0; i < ranks; i++)
		lid[i] = (guint16)(i + 1);
	ck_assert_msg(shape_read(&shape, name, &error), "%s: %s", name, error ? error->message : "");
	g_autoptr(GArray) judged = judges_pairs(name, ranks);
	g_autofree OptimizeSend *send = shape_sends(&shape, lid, ranks, &n, &error);
	ck_assert_msg(!send == !judged, "%s, %u ranks: only one of both has them", name, ranks);
	if (!send) {
		ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_USAGE));
		return;
	}
	for (gsize i = 1; i < n; i++)
		ck_assert_msg(send[i - 1].round <= send[i].round && send[i].round <= send[i - 1].round + 1,
			      "%s, %u ranks: rounds do not ascend", name, ranks);
	ck_assert_msg(n == judged->len, "%s, %u ranks: %zu pairs, %u of the judge", name, ranks, n, judged->len);
	qsort(send, n, sizeof *send, by_ends);
	qsort(judged->data, n, sizeof *send, by_ends);
	ck_assert_msg(!memcmp(send, judged->data, n * sizeof *send), "%s, %u ranks: other pairs", name, ranks);
}

START_TEST(pairs_are_the_judges)
{
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		for (guint32 ranks = 0; ranks < 70; ranks++)
			compare_pairs(names[i], ranks);
	for (guint i = 0; i < 12; i++)
		compare_pairs(names[i], 300);
}
END_TEST

START_TEST(names_are_the_judges)
{
	const char *const wrong[] = {"",
				     "all",
				     "ring:",
				     "ring:3",
				     "alltoallv",
				     "receivers",
				     "receivers:0",
				     "receivers:x",
				     "nearest-neighbour:3",
				     "nearest-neighbour:",
				     "nearest-neighbour:18",
				     "nearest-neighbour:7,open",
				     "nearest-neighbour:4,open,",
				     "nearest-neighbour:0x4",
				     "nearest-neighbour:1x2x3x4x5x6x7x8x9",
				     "file",
				     "file:",
				     "file:-",
				     "permutation:1"};
	Shape shape;
	for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
		g_autoptr(GError) error = NULL;
		g_autoptr(Pattern) judged = pattern_new(wrong[i], NULL);
		ck_assert_msg(!shape_read(&shape, wrong[i], &error) && error, "'%s' is taken", wrong[i]);
		ck_assert_msg(!judged, "the judge takes '%s'", wrong[i]);
	}
	g_autoptr(GError) error = NULL;
	g_autofree char *all = pattern_names();
	ck_assert(!shape_read(&shape, "nothing", &error));
	g_auto(GStrv) names = g_strsplit(all, ", ", -1);
	for (guint i = 0; names[i]; i++) /* rails are of nodes, which routes know nothing of */
		ck_assert_msg(g_str_has_prefix(names[i], "rail-") || strstr(error->message, names[i]), "no %s in %s",
			      names[i], error->message);
	ck_assert(shape_read(&shape, "permutation", NULL) && shape.is_drawn);
	ck_assert(shape_read(&shape, "file:a:b", NULL));
	ck_assert_str_eq(shape.file, "a:b");
}
END_TEST

/* ---- cases */

typedef struct {
	Fabric *fabric;
	RoutingOptions options;
	Routing *plain, *better;
	OptimizeSend *send;
	OptimizeState state;
	gsize n;
} Case;

static void case_clear(Case *c)
{
	g_free(c->send);
	routing_free(c->better);
	routing_free(c->plain);
	fabric_free(c->fabric);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Case, case_clear)

static void case_route(Case *c, const char *spec, const char *pattern)
{
	g_autoptr(GError) error = NULL;
	Shape shape;
	c->fabric = routing_case_fabric(spec, 0);
	g_autofree guint16 *lid = g_new(guint16, c->fabric->n_endpoints);
	for (guint32 e = 0; e < c->fabric->n_endpoints; e++)
		lid[e] = c->fabric->ports[c->fabric->endpoints[e]].lid;
	ck_assert(shape_read(&shape, pattern, &error));
	c->send = shape_sends(&shape, lid, shape.ranks ? shape.ranks : c->fabric->n_endpoints, &c->n, &error);
	ck_assert_ptr_nonnull(c->send);
	c->options.stand = TRUE;
	c->plain = routing_compute(c->fabric, &c->options, &error);
	ck_assert_msg(c->plain != NULL, "%s: %s", spec, error ? error->message : "");
}

static void case_optimize(Case *c, const char *name, OptimizeOptions options)
{
	g_autoptr(GError) error = NULL;
	options.send = c->send;
	options.n_sends = c->n;
	c->better = routing_optimize(c->fabric, &c->options, c->plain, &options, &c->state, &error);
	ck_assert_msg(!error, "%s: %s", name, error ? error->message : "");
}

/* ---- what is counted */

static void load_with(const Graph *g, const Routes *routes, const OptimizeSend *send, guint32 *load)
{
	const guint8 *row = routes_row(routes, graph_dest(g, send->target));
	for (guint32 v = g->dests[graph_dest(g, send->source)].vertex, c; (c = route_channel(g, row, v)) != GRAPH_NONE;
	     v = g->to[c])
		load[c]++;
}

/* Couples of flows of a round on each channel; every host sends once a round and receives once. */
static gint64 count_couples(const Case *c, const Routes *routes)
{
	const Graph *g = c->plain->stand->graph;
	g_autofree guint32 *load = g_new0(guint32, g->n_channels);
	gint64 n = 0;
	for (gsize i = 0; i < c->n; i++) {
		load_with(g, routes, &c->send[i], load);
		if (i + 1 < c->n && c->send[i + 1].round == c->send[i].round)
			continue;
		for (guint32 k = 0; k < g->n_channels; k++)
			n += (gint64)load[k] * ((gint64)load[k] - 1) / 2;
		memset(load, 0, g->n_channels * sizeof *load);
	}
	return n;
}

static void assert_kept(const Crowding *kept, const Routes *routes, const Case *c)
{
	g_autoptr(GError) error = NULL;
	const Graph *g = kept->graph;
	g_autoptr(Flows) flows = flows_of_rounds(g, rounds_new(g, c->send, c->n, &error), &error);
	g_autoptr(Crowding) anew = crowding_new(g, kept->turns, flows, routes, NULL, &error);
	gsize loads = (gsize)g->n_channels * flows->rounds->n_rounds, rows = (gsize)flows->n_dests * g->n_switches;
	ck_assert(!memcmp(kept->rounds->load, anew->rounds->load, loads * sizeof(guint32)));
	ck_assert(!memcmp(kept->behind, anew->behind, rows * sizeof(guint32)));
	ck_assert(!memcmp(kept->sending, anew->sending, rows * sizeof(guint32)));
}

/* A change costs as many couples as there are more, and what is kept is what is made anew. */
static void play_changes(Case *c)
{
	g_autoptr(GError) error = NULL;
	const Graph *g = c->plain->stand->graph;
	Routes *routes = c->plain->stand->routes;
	g_autoptr(CdgTurns) turns = cdg_turns_new(g, &error);
	g_autoptr(Flows) flows = flows_of_rounds(g, rounds_new(g, c->send, c->n, &error), &error);
	g_autoptr(Crowding) kept = crowding_new(g, turns, flows, routes, NULL, &error);
	g_autoptr(GRand) rand = g_rand_new_with_seed(3);
	gint64 couples = count_couples(c, routes);
	Change change;
	ck_assert(change_init(&change, kept, &error));
	for (guint made = 0; made < 100;) {
		guint32 i = (guint32)g_rand_int_range(rand, 0, (gint)flows->n_dests);
		guint32 channel = (guint32)g_rand_int_range(rand, 0, (gint)g->n_channels), at = g->from[channel];
		guint32 target = g->dests[flows->dest[i]].vertex;
		if (at == target || routes_row(routes, flows->dest[i])[at] == g->port[channel])
			continue;
		change_begin(kept, routes, i, at, &change);
		if (!change_find_paths(kept, routes, channel, c->plain->hops[(gsize)target * g->n_switches + at],
				       &change))
			continue;
		gint64 price = change_price(kept, &change);
		change_make(kept, routes, &change);
		gint64 now = count_couples(c, routes);
		ck_assert_int_eq(now - couples, price);
		couples = now;
		made++;
	}
	change_clear(&change);
	assert_kept(kept, routes, c);
}

START_TEST(couples_are_counted)
{
	const char *const patterns[] = {"alltoall", "recursive-doubling", "ring", "bisect"};
	for (guint i = 0; i < G_N_ELEMENTS(patterns); i++) {
		g_auto(Case) c = {0};
		case_route(&c, i % 2 ? "torus:4x4,hosts=2" : "clos:leaves=5,hosts=3,spines=4,links=1", patterns[i]);
		play_changes(&c);
	}
}
END_TEST

/* Two leaves and one cable between: what crosses it shares it, what ends at one host shares that anyway. */
START_TEST(ends_count)
{
	const struct {
		const char *pattern;
		double value, relative;
	} rows[] = {{"bisect", 0.25, 0.25},
		    {"gather", 1 / 7.0, 1},
		    {"ring", 1, 1},
		    {"nearest-neighbour:2", 0.5, 1},
		    {"alltoall", 38 / 56.0, 38 / 56.0}};
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
		for (guint relative = 0; relative < 2; relative++) {
			g_autoptr(GError) error = NULL;
			g_auto(Case) c = {0};
			double value = 0, due = relative ? rows[i].relative : rows[i].value;
			case_route(&c, "clos:leaves=2,hosts=4,spines=1,links=1", rows[i].pattern);
			const Graph *g = c.plain->stand->graph;
			g_autoptr(Rounds) rounds = rounds_new(g, c.send, c.n, &error);
			rounds->relative = relative != 0;
			ck_assert(rounds_bandwidth(rounds, c.plain->stand->routes, NULL, &value, &error));
			ck_assert_msg(value > due - 1e-9 && value < due + 1e-9, "%s: %f, not %f", rows[i].pattern,
				      value, due);
		}
}
END_TEST

/* ---- what is found */

START_TEST(patterns_gain)
{
	const struct {
		const char *spec, *pattern;
		double gain;
	} rows[] = {{"random:switches=16,ports=16,hosts=8,seed=1", "alltoall", 1.01},
		    {"random:switches=16,ports=16,hosts=8,seed=4", "bisect", 1.02},
		    {"fattree:ports=8,levels=3,fail=links:10%,seed=3", "recursive-doubling", 1.005},
		    {"random:switches=16,ports=9,hosts=4,seed=8", "nearest-neighbour:4x4x4", 1.01}};
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_auto(Case) c = {.options = {.max_vls = i}};
		Verdict verdict;
		case_route(&c, rows[i].spec, rows[i].pattern);
		case_optimize(&c, rows[i].spec, (OptimizeOptions){.seed = 1, .steps = 3000});
		ck_assert_msg(c.better && c.state.best >= rows[i].gain * c.state.before, "%s: %.4f, was %.4f",
			      rows[i].spec, c.state.best, c.state.before);
		JudgeRules rules = {.max_vls = c.plain->vls_mapped, .symmetric = TRUE};
		ck_assert_msg(routing_judge(c.fabric, c.better, &rules, &verdict), "%s: %s", rows[i].spec,
			      verdict.failure);
		ck_assert(c.better->efi <= c.plain->efi && c.better->efi == c.state.efi);
		ck_assert(verdict.nonminimal <= c.plain->nonminimal_pairs);
	}
}
END_TEST

START_TEST(threads_change_nothing)
{
	g_auto(Case) one = {.options = {.threads = 1}}, other = {.options = {.threads = 3}};
	Case *const c[2] = {&one, &other};
	for (guint i = 0; i < 2; i++) {
		case_route(c[i], "random:switches=16,ports=16,hosts=8,seed=1", "alltoall");
		case_optimize(c[i], "threads", (OptimizeOptions){.seed = 5, .steps = 4001});
		ck_assert_uint_eq(c[i]->state.steps, 4001);
	}
	routing_case_same("threads", c[0]->better, c[1]->better);
}
END_TEST

/* Where nobody meets nothing is looked for; hosts that are cabled to nothing are nobody's. */
START_TEST(nothing_to_gain)
{
	g_auto(Case) c = {0};
	case_route(&c, "karytree:3,2", "ring");
	case_optimize(&c, "ring", (OptimizeOptions){.steps = 100});
	ck_assert(!c.better && c.state.best == 1 && c.state.steps == 0 && c.state.begun);
	for (gsize i = 0; i < c.n; i++)
		c.send[i].source = 40000;
	case_optimize(&c, "nobody", (OptimizeOptions){.steps = 100});
	ck_assert(!c.better && c.state.best == 0);
}
END_TEST

/* ---- told to end while it prepares */

static gboolean so_often(const OptimizeState *state, gpointer user)
{
	guint *left = user;
	return !state->begun && (*left)-- > 0;
}

START_TEST(ends_while_it_prepares)
{
	guint asked = 0;
	for (guint with = 0; with < 2; with++) {
		g_auto(Case) c = {0};
		case_route(&c, "random:switches=16,ports=16,hosts=8,seed=1", "alltoall");
		if (!with)
			g_clear_pointer(&c.send, g_free);
		for (guint calls = 0; !c.state.begun; calls += 1 + calls / 16, asked++) {
			guint left = calls;
			case_optimize(&c, "ends", (OptimizeOptions){.go_on = so_often, .user = &left});
			ck_assert_ptr_null(c.better);
			ck_assert(c.state.begun || (c.state.best == 0 && c.state.before == 0));
			ck_assert(c.state.efi == c.plain->efi && c.state.efi_before == c.plain->efi);
			ck_assert_uint_eq(c.state.steps, 0);
		}
	}
	ck_assert_uint_gt(asked, 40); /* each destination, each pattern of the judge */
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {pairs_are_the_judges, names_are_the_judges,   couples_are_counted,
				      ends_count,           patterns_gain,          threads_change_nothing,
				      nothing_to_gain,      ends_while_it_prepares, NULL};
	return fixture_run("optimize for patterns", tests);
}
