/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the patterns of nodes with several adapters: ring, pipeline, all-to-all and tree. Rank r is adapter r % rails
 * of node r / rails. Where one node sends to another, each of its adapters sends to the adapter of the same number (the
 * same rail), all in one round.
 */
#include "evaluator/patterns/pattern_kinds.h"

static gboolean take_argument(Pattern *p, const char *argument, GError **error)
{
	guint64 n = 0;
	if (argument && !g_ascii_string_to_unsigned(argument, 10, 1, RANK_MOST, &n, NULL))
		return pattern_error(p, error, "a number of adapters may follow, not '%s'", argument);
	p->rails = (guint32)n;
	return TRUE;
}

/* Sets the number of nodes. FALSE with an error where the ranks are not two or more nodes. */
static gboolean fit_nodes(Pattern *p, guint32 *nodes, GError **error)
{
	p->rails = p->rails ? p->rails : 1;
	*nodes = p->ranks / p->rails;
	if (p->ranks % p->rails)
		return pattern_error(p, error, "%u ranks are no nodes of %u adapters", p->ranks, p->rails);
	if (*nodes < 2)
		return pattern_error(p, error, "at least two nodes of %u adapters are needed", p->rails);
	p->room = p->ranks;
	return TRUE;
}

/* Node `from` sends to node `to` on every rail. */
static guint32 put_node(const Pattern *p, guint32 n, guint32 from, guint32 to, guint32 *source, guint32 *target)
{
	for (guint32 rail = 0; rail < p->rails; rail++, n++) {
		source[n] = from * p->rails + rail;
		target[n] = to * p->rails + rail;
	}
	return n;
}

/* Each of the first `n` nodes sends to the one `by` further, modulo the nodes. */
static guint32 shift(const Pattern *p, guint32 n, guint32 by, guint32 *source, guint32 *target)
{
	guint32 nodes = p->ranks / p->rails, pairs = 0;
	for (guint32 i = 0; i < n; i++)
		pairs = put_node(p, pairs, i, (i + by) % nodes, source, target);
	return pairs;
}

static gboolean fit_once(Pattern *p, GError **error)
{
	guint32 nodes;
	p->rounds = 1;
	return fit_nodes(p, &nodes, error);
}

static guint32 pairs_ring(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	(void)round, (void)drawn;
	return shift(p, p->ranks / p->rails, 1, source, target);
}

const PatternKind pattern_kind_rail_ring = {
	.name = "rail-ring", .rails = TRUE, .take = take_argument, .fit = fit_once, .pairs = pairs_ring};

static guint32 pairs_pipeline(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	(void)round, (void)drawn;
	return shift(p, p->ranks / p->rails - 1, 1, source, target);
}

const PatternKind pattern_kind_rail_pipeline = {
	.name = "rail-pipeline", .rails = TRUE, .take = take_argument, .fit = fit_once, .pairs = pairs_pipeline};

static gboolean fit_alltoall(Pattern *p, GError **error)
{
	guint32 nodes;
	gboolean ok = fit_nodes(p, &nodes, error);
	p->rounds = ok ? nodes - 1 : 0;
	return ok;
}

static guint32 pairs_alltoall(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	(void)drawn;
	return shift(p, p->ranks / p->rails, round + 1, source, target);
}

const PatternKind pattern_kind_rail_alltoall = {
	.name = "rail-alltoall", .rails = TRUE, .take = take_argument, .fit = fit_alltoall, .pairs = pairs_alltoall};

static guint levels(guint32 nodes)
{
	return g_bit_storage(nodes - 1);
}

static gboolean fit_tree(Pattern *p, GError **error)
{
	guint32 nodes;
	gboolean ok = fit_nodes(p, &nodes, error);
	p->rounds = ok ? 2 * levels(nodes) : 0;
	return ok;
}

/* The first L of 2 L rounds reduce, the widest first; the others send the result back, the narrowest first. */
static guint32 pairs_tree(const Pattern *p, guint32 round, const guint32 *drawn, guint32 *source, guint32 *target)
{
	guint32 nodes = p->ranks / p->rails, depth = levels(nodes), pairs = 0;
	gboolean up = round < depth;
	guint32 reach = 1u << (up ? depth - 1 - round : round - depth), n = MIN(reach, nodes - reach);
	(void)drawn;
	for (guint32 i = 0; i < n; i++)
		pairs = up ? put_node(p, pairs, i + reach, i, source, target)
			   : put_node(p, pairs, i, i + reach, source, target);
	return pairs;
}

const PatternKind pattern_kind_rail_tree = {
	.name = "rail-tree", .rails = TRUE, .take = take_argument, .fit = fit_tree, .pairs = pairs_tree};
