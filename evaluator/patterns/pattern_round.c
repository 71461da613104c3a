/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts the streams of one round of a pattern, and sums up the congestion of its pairs. The ranks of each pair are
 * replaced by their endpoints. Streams on channels between switches are counted by ebb_streams.h, which follows the
 * routes; those on the links of endpoints are counted here, by sender and receiver.
 */
#include "evaluator/patterns/pattern_round.h"

#include "core/base/error.h"

void round_sums_add(RoundSums *sums, const RoundSums *more)
{
	sums->max += more->max;
	sums->avg += more->avg;
	sums->crossbar_max += more->crossbar_max;
	sums->crossbar_avg += more->crossbar_avg;
	sums->slow_max += more->slow_max;
	sums->slow_avg += more->slow_avg;
	sums->bandwidth += more->bandwidth;
	sums->share += more->share;
	sums->pairs += more->pairs;
	sums->intra += more->intra;
	sums->lost += more->lost;
}

RoundScratch *round_scratch_new(const StreamTable *table, const Pattern *pattern, guint32 ppn, GError **error)
{
	RoundScratch *scratch = g_new0(RoundScratch, 1);
	gsize pairs = (gsize)pattern->room + 1, endpoints = (gsize)table->paths->fabric->n_endpoints + 1;
	scratch->table = table;
	scratch->pattern = pattern;
	scratch->ppn = ppn;
	scratch->source = g_try_new(guint32, pairs);
	scratch->target = g_try_new(guint32, pairs);
	scratch->worst = g_try_new(guint32, pairs);
	scratch->sending = g_try_new0(guint32, endpoints);
	scratch->receiving = g_try_new0(guint32, endpoints);
	scratch->count = g_try_new0(guint64, pairs);
	gboolean loads = table->capacity || table->how != STREAM_CONGESTION;
	scratch->load = loads ? g_try_new(gdouble, pairs) : NULL;
	if ((loads && !scratch->load) || !scratch->source || !scratch->target || !scratch->worst || !scratch->sending ||
	    !scratch->receiving || !scratch->count)
		sssp_error_memory(error, "a round of a pattern", (pairs + endpoints) * 3 * sizeof(guint32));
	else if ((scratch->streams = stream_scratch_new(table, pattern->room, error)))
		return scratch;
	round_scratch_free(scratch);
	return NULL;
}

void round_scratch_free(RoundScratch *scratch)
{
	if (!scratch)
		return;
	stream_scratch_free(scratch->streams);
	g_free(scratch->source);
	g_free(scratch->target);
	g_free(scratch->worst);
	g_free(scratch->load);
	g_free(scratch->sending);
	g_free(scratch->receiving);
	g_free(scratch->count);
	g_free(scratch);
}

/* Moves pairs of an endpoint with itself to the end; returns the number of the others. */
static guint32 set_apart(guint32 *source, guint32 *target, guint32 n)
{
	guint32 others = 0;
	for (guint32 i = 0; i < n; i++) {
		guint32 from = source[i], to = target[i];
		if (from == to)
			continue;
		source[i] = source[others];
		target[i] = target[others];
		source[others] = from;
		target[others++] = to;
	}
	return others;
}

guint32 round_congestion(RoundScratch *scratch, guint32 *source, guint32 *target, guint32 n, guint32 *worst)
{
	guint32 others = set_apart(source, target, n);
	stream_congestion(scratch->table, scratch->streams, source, target, others, worst);
	for (guint32 i = 0; i < others; i++) {
		scratch->sending[source[i]]++;
		scratch->receiving[target[i]]++;
	}
	for (guint32 i = 0; i < others; i++)
		if (worst[i] != STREAM_NEVER)
			worst[i] = MAX(worst[i], MAX(scratch->sending[source[i]], scratch->receiving[target[i]]));
	for (guint32 i = others; i < n; i++)
		worst[i] = 1;
	return others;
}

/* With shares of a cable: the load of a pair is 1 / its share; a pair without one does not arrive. */
static void loads_from_shares(RoundScratch *scratch, guint32 n)
{
	stream_shares(scratch->table, scratch->streams, scratch->source, scratch->target, n, scratch->load);
	for (guint32 i = 0; i < n; i++) {
		gboolean arrives = scratch->load[i] > 0;
		scratch->worst[i] = !arrives ? STREAM_NEVER : scratch->worst[i] == STREAM_NEVER ? 1 : scratch->worst[i];
		scratch->load[i] = arrives ? MAX(1 / scratch->load[i], 1) : 1;
	}
}

/*
 * The loads of the pairs, where the table has shares or capacities; the streams at the terminal channels are counted
 * before.
 */
static void find_loads(RoundScratch *scratch, guint32 n)
{
	if (scratch->table->how != STREAM_CONGESTION)
		loads_from_shares(scratch, n);
	if (!scratch->load || scratch->table->how != STREAM_CONGESTION)
		return;
	const gdouble *ends = scratch->table->capacity->endpoint;
	stream_load(scratch->table, scratch->streams, scratch->source, scratch->target, n, scratch->load);
	for (guint32 i = 0; i < n; i++) {
		guint32 s = scratch->source[i], t = scratch->target[i];
		scratch->load[i] =
			MAX(scratch->load[i], MAX(scratch->sending[s] * ends[s], scratch->receiving[t] * ends[t]));
	}
}

/* The sums of one round, before they are divided by its pairs. */
typedef struct {
	guint64 sum, crossbar_sum;
	guint32 max, crossbar_max, arriving;
	gdouble slow_max, slow_sum, bandwidth;
} Tally;

static void tally(RoundScratch *scratch, guint32 i, gboolean is_intra, Tally *t)
{
	guint32 worst = scratch->worst[i], crossbar = 1;
	if (worst == STREAM_NEVER)
		return;
	if (!is_intra)
		crossbar = MAX(scratch->sending[scratch->source[i]], scratch->receiving[scratch->target[i]]);
	t->arriving++;
	t->max = MAX(t->max, worst);
	t->crossbar_max = MAX(t->crossbar_max, crossbar);
	t->sum += worst;
	t->crossbar_sum += crossbar;
	gdouble load = scratch->load && !is_intra ? scratch->load[i] : worst;
	gdouble slow = scratch->pattern->neighbours ? load / crossbar : load;
	t->slow_max = MAX(t->slow_max, slow);
	t->slow_sum += slow;
	t->bandwidth += 1 / slow;
	scratch->count[worst]++;
	scratch->highest = MAX(scratch->highest, worst);
}

static void place_ranks(guint32 *rank, guint32 n, const guint32 *place, guint32 ppn)
{
	for (guint32 i = 0; i < n; i++)
		rank[i] = place[rank[i] / ppn];
}

/* Sets the streams of the terminal channels to 0 again. */
static void settle(RoundScratch *scratch, guint32 n)
{
	for (guint32 i = 0; i < n; i++)
		scratch->sending[scratch->source[i]] = scratch->receiving[scratch->target[i]] = 0;
}

void round_run(RoundScratch *scratch, guint32 round, const guint32 *place, const guint32 *drawn, RoundSums *sums)
{
	Tally t = {0};
	guint32 n = pattern_pairs(scratch->pattern, round, drawn, scratch->source, scratch->target);
	place_ranks(scratch->source, n, place, scratch->ppn);
	place_ranks(scratch->target, n, place, scratch->ppn);
	guint32 others = round_congestion(scratch, scratch->source, scratch->target, n, scratch->worst);
	find_loads(scratch, others);
	for (guint32 i = 0; i < n; i++)
		tally(scratch, i, i >= others, &t);
	settle(scratch, others);
	RoundSums one = {.max = MAX(t.max, 1),
			 .avg = t.arriving ? (gdouble)t.sum / t.arriving : 1,
			 .crossbar_max = MAX(t.crossbar_max, 1),
			 .crossbar_avg = t.arriving ? (gdouble)t.crossbar_sum / t.arriving : 1,
			 .slow_max = MAX(t.slow_max, 1),
			 .slow_avg = t.arriving ? t.slow_sum / t.arriving : 1,
			 .bandwidth = t.bandwidth / n,
			 .share = t.bandwidth,
			 .pairs = n,
			 .intra = n - others,
			 .lost = n - t.arriving};
	round_sums_add(sums, &one);
}
