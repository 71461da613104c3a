/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the name of a kind of traffic, and draws the targets that hosts send to in one run. For incast and patterns it
 * makes one array of targets, host by host: pairs are counted in a first pass and placed in a second.
 */
#include "evaluator/simulate/sim_traffic.h"

#include "core/base/error.h"
#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/patterns/pattern_kinds.h"

#include <string.h>

#define TENTH 10 /* of a hundred packets */

static gboolean unusable(const SimTraffic *t, GError **error, const char *why)
{
	return sssp_error_usage(error, "--traffic %s: %s", t->name, why);
}

/* "N", or "N,PERCENT" where that may follow. */
static gboolean take_number(SimTraffic *t, const char *text, gboolean percent, GError **error)
{
	char *end;
	guint64 n = g_ascii_strtoull(text, &end, 10), share = TENTH;
	gboolean right = g_ascii_isdigit(*text) && n >= 1 && n < G_MAXINT32;
	if (right && percent && *end == ',') {
		text = end + 1;
		share = g_ascii_strtoull(text, &end, 10);
		right = g_ascii_isdigit(*text) && share >= 1 && share <= 100;
	}
	t->n = (guint32)n;
	t->percent = (guint32)share;
	if (right && !*end)
		return TRUE;
	return unusable(t, error,
			percent ? "a number of hosts must follow, 1 at least, and may be followed by ,PERCENT"
				: "a number of hosts must follow, 1 at least");
}

static gboolean take_name(SimTraffic *t, GError **error)
{
	if (g_str_equal(t->name, "uniform")) {
		t->kind = SIM_UNIFORM;
		return TRUE;
	}
	if (g_str_equal(t->name, "shift")) {
		t->kind = SIM_SHIFT;
		return TRUE;
	}
	if (g_str_has_prefix(t->name, "hotspot:")) {
		t->kind = SIM_HOTSPOT;
		return take_number(t, t->name + strlen("hotspot:"), TRUE, error);
	}
	if (g_str_has_prefix(t->name, "incast:")) {
		t->kind = SIM_INCAST;
		return take_number(t, t->name + strlen("incast:"), FALSE, error);
	}
	t->kind = SIM_PATTERN;
	t->pattern = pattern_new(t->name, error);
	if (!t->pattern)
		g_prefix_error(error, "--traffic takes uniform, shift, hotspot:N, incast:N or a pattern: ");
	return t->pattern != NULL;
}

SimTraffic *sim_traffic_new(const char *name, GError **error)
{
	g_autoptr(SimTraffic) t = g_new0(SimTraffic, 1);
	t->name = g_strdup(name);
	return take_name(t, error) ? g_steal_pointer(&t) : NULL;
}

void sim_traffic_free(SimTraffic *t)
{
	if (!t)
		return;
	pattern_free(t->pattern);
	g_free(t->name);
	g_free(t);
}

gboolean sim_traffic_fit(SimTraffic *t, guint32 hosts, GError **error)
{
	if (t->kind == SIM_HOTSPOT && t->n > hosts)
		return unusable(t, error, "there are not so many hosts");
	if (t->kind == SIM_INCAST && t->n >= hosts)
		return unusable(t, error, "there are not so many hosts to send to one more");
	if (t->kind != SIM_PATTERN)
		return TRUE;
	if (t->pattern->own_ranks > hosts)
		return unusable(t, error, "there are fewer hosts than it has ranks");
	return pattern_fit(t->pattern, t->pattern->own_ranks ? t->pattern->own_ranks : hosts, error);
}

/* Pairs are gathered twice: to count those of each source, then to put them into its list. */
typedef struct {
	SimTargets *targets;
	gboolean placing;
} Gather;

static void gather(Gather *g, guint32 source, guint32 target)
{
	SimTargets *t = g->targets;
	if (g->placing)
		t->to[t->first[source] + t->at[source]] = target;
	t->at[source]++;
}

static void gather_incast(Gather *g, const SimTraffic *traffic, const guint32 *order)
{
	guint32 group = traffic->n + 1;
	for (guint32 i = 0; i < g->targets->n_hosts / group * group; i++)
		if (i % group)
			gather(g, order[i], order[i - i % group]);
}

/* Room that the rounds of a pattern need. */
typedef struct {
	guint32 *order, *drawn, *source, *target;
	guint32 ranks;
} Ranks;

static void gather_pattern(Gather *g, const Pattern *pattern, const Ranks *r)
{
	for (guint32 round = 0; round < pattern->rounds; round++) {
		guint32 n = pattern_pairs(pattern, round, r->drawn, r->source, r->target);
		for (guint32 i = 0; i < n; i++)
			gather(g, r->order[r->source[i]], r->order[r->target[i]]);
	}
}

static void gather_all(SimTargets *t, const SimTraffic *traffic, const Ranks *r, gboolean placing)
{
	Gather g = {t, placing};
	memset(t->at, 0, t->n_hosts * sizeof *t->at);
	if (traffic->kind == SIM_INCAST)
		gather_incast(&g, traffic, r->order);
	else
		gather_pattern(&g, traffic->pattern, r);
}

static gboolean make_list(SimTargets *t, const SimTraffic *traffic, const Ranks *r, Arena *arena, GError **error)
{
	guint64 n = 0;
	t->first = arena_new_array0(arena, guint32, t->n_hosts + 1);
	if (!arena_check(arena, "the targets of a simulation", error))
		return FALSE;
	gather_all(t, traffic, r, FALSE);
	t->n_senders = 0;
	for (guint32 h = 0; h < t->n_hosts; h++) {
		t->first[h] = (guint32)n;
		n += t->at[h];
		t->n_senders += t->at[h] > 0;
	}
	if (n > G_MAXINT32)
		return unusable(traffic, error, "that is too many pairs");
	t->first[t->n_hosts] = (guint32)n;
	t->to = arena_new_array(arena, guint32, n);
	if (!arena_check(arena, "the targets of a simulation", error))
		return FALSE;
	gather_all(t, traffic, r, TRUE);
	memset(t->at, 0, t->n_hosts * sizeof *t->at);
	return TRUE;
}

/* Draws an order of the hosts, and the permutation that the pattern may need. */
static gboolean draw(Ranks *r, const SimTraffic *traffic, guint64 seed, guint32 run, Arena *arena, GError **error)
{
	GRand *twister = g_rand_new_with_seed(0);
	gsize room = traffic->pattern ? traffic->pattern->room : 0;
	r->order = arena_new_array(arena, guint32, r->ranks);
	r->drawn = arena_new_array(arena, guint32, r->ranks);
	r->source = arena_new_array(arena, guint32, room);
	r->target = arena_new_array(arena, guint32, room);
	gboolean whole = arena_check(arena, "the targets of a simulation", error);
	if (whole) {
		ebb_draw(twister, seed, run, r->order, r->ranks);
		for (guint32 i = 0; traffic->linear && traffic->pattern && i < r->ranks; i++)
			r->order[i] = i;
		if (traffic->pattern && pattern_is_drawn(traffic->pattern))
			pattern_draw(traffic->pattern, twister, r->drawn);
	}
	g_rand_free(twister);
	return whole;
}

gboolean sim_targets_draw(SimTargets *t, const SimTraffic *traffic, guint32 hosts, guint64 seed, guint32 run,
			  Arena *arena, GError **error)
{
	Ranks r = {.ranks = hosts};
	*t = (SimTargets){.kind = traffic->kind,
			  .n_hosts = hosts,
			  .n_senders = hosts,
			  .percent = traffic->percent,
			  .self = traffic->self};
	t->at = arena_new_array(arena, guint32, hosts);
	if (!draw(&r, traffic, seed, run, arena, error))
		return FALSE;
	for (guint32 h = 0; h < hosts; h++)
		t->at[h] = 1;
	if (traffic->kind == SIM_HOTSPOT) {
		t->hot = r.order;
		t->n_hot = traffic->n;
	}
	return (traffic->kind != SIM_INCAST && traffic->kind != SIM_PATTERN) || make_list(t, traffic, &r, arena, error);
}
