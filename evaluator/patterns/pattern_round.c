/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts the streams of one round. Streams are counted on channels by ebb_streams.h; terminal channels are counted
 * here, by sender and receiver.
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

RoundRoom *round_room_new(const StreamTable *table, const Pattern *pattern, guint32 ppn, GError **error)
{
	RoundRoom *room = g_new0(RoundRoom, 1);
	gsize pairs = (gsize)pattern->room + 1, endpoints = (gsize)table->paths->fabric->n_endpoints + 1;
	room->table = table;
	room->pattern = pattern;
	room->ppn = ppn;
	room->source = g_try_new(guint32, pairs);
	room->target = g_try_new(guint32, pairs);
	room->worst = g_try_new(guint32, pairs);
	room->sending = g_try_new0(guint32, endpoints);
	room->receiving = g_try_new0(guint32, endpoints);
	room->count = g_try_new0(guint64, pairs);
	gboolean loads = table->capacity || table->how != STREAM_CONGESTION;
	room->load = loads ? g_try_new(gdouble, pairs) : NULL;
	if ((loads && !room->load) || !room->source || !room->target || !room->worst || !room->sending ||
	    !room->receiving || !room->count)
		sssp_error_memory(error, "a round of a pattern", (pairs + endpoints) * 3 * sizeof(guint32));
	else if ((room->scratch = stream_scratch_new(table, pattern->room, error)))
		return room;
	round_room_free(room);
	return NULL;
}

void round_room_free(RoundRoom *room)
{
	if (!room)
		return;
	stream_scratch_free(room->scratch);
	g_free(room->source);
	g_free(room->target);
	g_free(room->worst);
	g_free(room->load);
	g_free(room->sending);
	g_free(room->receiving);
	g_free(room->count);
	g_free(room);
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

guint32 round_congestion(RoundRoom *room, guint32 *source, guint32 *target, guint32 n, guint32 *worst)
{
	guint32 others = set_apart(source, target, n);
	stream_congestion(room->table, room->scratch, source, target, others, worst);
	for (guint32 i = 0; i < others; i++) {
		room->sending[source[i]]++;
		room->receiving[target[i]]++;
	}
	for (guint32 i = 0; i < others; i++)
		if (worst[i] != STREAM_NEVER)
			worst[i] = MAX(worst[i], MAX(room->sending[source[i]], room->receiving[target[i]]));
	for (guint32 i = others; i < n; i++)
		worst[i] = 1;
	return others;
}

/* With shares: one over each is the load; whether a pair arrives is what they say. */
static void share(RoundRoom *room, guint32 n)
{
	stream_shares(room->table, room->scratch, room->source, room->target, n, room->load);
	for (guint32 i = 0; i < n; i++) {
		gboolean arrives = room->load[i] > 0;
		room->worst[i] = !arrives ? STREAM_NEVER : room->worst[i] == STREAM_NEVER ? 1 : room->worst[i];
		room->load[i] = arrives ? MAX(1 / room->load[i], 1) : 1;
	}
}

/* With capacities, once the streams at the terminal channels are counted: the loads of the same pairs. */
static void weigh(RoundRoom *room, guint32 n)
{
	if (room->table->how != STREAM_CONGESTION)
		share(room, n);
	if (!room->load || room->table->how != STREAM_CONGESTION)
		return;
	const gdouble *ends = room->table->capacity->endpoint;
	stream_load(room->table, room->scratch, room->source, room->target, n, room->load);
	for (guint32 i = 0; i < n; i++) {
		guint32 s = room->source[i], t = room->target[i];
		room->load[i] = MAX(room->load[i], MAX(room->sending[s] * ends[s], room->receiving[t] * ends[t]));
	}
}

/* The sums of one round, before they are divided by its pairs. */
typedef struct {
	guint64 sum, crossbar_sum;
	guint32 max, crossbar_max, arriving;
	gdouble slow_max, slow_sum, bandwidth;
} Tally;

static void tally(RoundRoom *room, guint32 i, gboolean is_intra, Tally *t)
{
	guint32 worst = room->worst[i], crossbar = 1;
	if (worst == STREAM_NEVER)
		return;
	if (!is_intra)
		crossbar = MAX(room->sending[room->source[i]], room->receiving[room->target[i]]);
	t->arriving++;
	t->max = MAX(t->max, worst);
	t->crossbar_max = MAX(t->crossbar_max, crossbar);
	t->sum += worst;
	t->crossbar_sum += crossbar;
	gdouble load = room->load && !is_intra ? room->load[i] : worst;
	gdouble slow = room->pattern->neighbours ? load / crossbar : load;
	t->slow_max = MAX(t->slow_max, slow);
	t->slow_sum += slow;
	t->bandwidth += 1 / slow;
	room->count[worst]++;
	room->highest = MAX(room->highest, worst);
}

static void place_ranks(guint32 *rank, guint32 n, const guint32 *place, guint32 ppn)
{
	for (guint32 i = 0; i < n; i++)
		rank[i] = place[rank[i] / ppn];
}

/* The terminal channels as if nothing had been sent. */
static void settle(RoundRoom *room, guint32 n)
{
	for (guint32 i = 0; i < n; i++)
		room->sending[room->source[i]] = room->receiving[room->target[i]] = 0;
}

void round_run(RoundRoom *room, guint32 round, const guint32 *place, const guint32 *drawn, RoundSums *sums)
{
	Tally t = {0};
	guint32 n = pattern_pairs(room->pattern, round, drawn, room->source, room->target);
	place_ranks(room->source, n, place, room->ppn);
	place_ranks(room->target, n, place, room->ppn);
	guint32 others = round_congestion(room, room->source, room->target, n, room->worst);
	weigh(room, others);
	for (guint32 i = 0; i < n; i++)
		tally(room, i, i >= others, &t);
	settle(room, others);
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
