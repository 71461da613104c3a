/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Compares measured traffic with routes. Each channel between switches is expected to send as many words (4 bytes, as
 * counters have them) per route as the median channel; channels with few routes are not judged. Then lists the slow
 * cables, the busy ones and those with errors.
 */
#include "evaluator/traffic/cables.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"

#include <math.h>
#include <stdlib.h>

#define FEW 0.1 /* channels with fewer routes than this part of the mean are not judged */

#define LINK_ERRORS                                                                                                    \
	(1u << COUNTER_SYMBOLS | 1u << COUNTER_RECOVERIES | 1u << COUNTER_DOWNED | 1u << COUNTER_RCV_ERRORS |          \
	 1u << COUNTER_INTEGRITY | 1u << COUNTER_OVERRUNS)

typedef struct {
	const Fabric *fabric;
	const guint64 *load;
	const Traffic *traffic;
	CableFacts *facts;
	gdouble least; /* routes that a channel must have to be judged */
	gdouble scale; /* median of words per route */
} Judge;

static gboolean is_channel(const Fabric *f, guint32 port)
{
	guint32 peer = f->ports[port].peer;
	return f->ports[port].num && peer != FABRIC_NONE && fabric_is_switch(f, f->ports[port].node) &&
	       fabric_is_switch(f, f->ports[peer].node) && f->ports[peer].node != f->ports[port].node;
}

static gboolean has(const Judge *j, guint32 port, Counter counter)
{
	return j->traffic->port[port].known >> counter & 1;
}

static guint64 value_of(const Judge *j, guint32 port, Counter counter)
{
	return has(j, port, counter) ? j->traffic->port[port].value[counter] : 0;
}

static gboolean measured(const Judge *j, guint32 port)
{
	return is_channel(j->fabric, port) && has(j, port, COUNTER_XMIT_DATA);
}

static gboolean is_full(const Judge *j, guint32 port)
{
	return j->traffic->port[port].full >> COUNTER_XMIT_DATA & 1;
}

static gboolean is_judged(const Judge *j, guint32 port)
{
	return measured(j, port) && !is_full(j, port) && (gdouble)j->load[port] >= j->least && j->load[port];
}

static int by_value(gconstpointer a, gconstpointer b)
{
	gdouble one = *(const gdouble *)a, other = *(const gdouble *)b;
	return (one > other) - (one < other);
}

/* ---- what is expected */

static void count(Judge *j)
{
	gdouble routes = 0;
	for (guint32 i = 0; i < j->fabric->n_ports; i++) {
		j->facts->n_channels += is_channel(j->fabric, i) ? 1 : 0;
		if (!measured(j, i))
			continue;
		j->facts->n_measured++;
		j->facts->words += (gdouble)value_of(j, i, COUNTER_XMIT_DATA);
		routes += (gdouble)j->load[i];
	}
	j->least = j->facts->n_measured ? FEW * routes / j->facts->n_measured : 0;
}

/* The correlation of words and routes, from differences to the means: words are large and may differ little. */
static void correlate(Judge *j)
{
	gdouble x = 0, xx = 0, yy = 0, xy = 0;
	const gdouble n = j->facts->n_measured, words = j->facts->words;
	guint64 most = 0, least = G_MAXUINT64;
	for (guint32 i = 0; i < j->fabric->n_ports; i++)
		if (measured(j, i))
			x += (gdouble)j->load[i];
	for (guint32 i = 0; i < j->fabric->n_ports; i++) {
		if (!measured(j, i))
			continue;
		guint64 value = value_of(j, i, COUNTER_XMIT_DATA);
		gdouble dx = (gdouble)j->load[i] - x / n, dy = (gdouble)value - words / n;
		most = MAX(most, value), least = MIN(least, value);
		xx += dx * dx, yy += dy * dy, xy += dx * dy;
	}
	j->facts->agreement = xx > 0 && most > least ? xy / sqrt(xx * yy) : NAN;
}

static gboolean find_scale(Judge *j, GError **error)
{
	g_autofree gdouble *each = g_try_new(gdouble, j->facts->n_measured + 1);
	guint32 n = 0;
	if (!each)
		return sssp_error_memory(error, "the traffic of channels", j->facts->n_measured * sizeof *each);
	for (guint32 i = 0; i < j->fabric->n_ports; i++)
		if (is_judged(j, i))
			each[n++] = (gdouble)value_of(j, i, COUNTER_XMIT_DATA) / (gdouble)j->load[i];
	qsort(each, n, sizeof *each, by_value);
	j->scale = n ? (each[(n - 1) / 2] + each[n / 2]) / 2 : 0;
	return TRUE;
}

/* ---- cables */

static guint64 link_errors(const Judge *j, guint32 port)
{
	guint64 sum = 0;
	for (guint c = 0; c < COUNTER_N; c++)
		if (LINK_ERRORS >> c & 1)
			sum += value_of(j, port, c);
	return sum;
}

static CableTraffic cable_from(const Judge *j, guint32 port)
{
	guint32 peer = j->fabric->ports[port].peer;
	CableTraffic c = {.port = port,
			  .routes = is_channel(j->fabric, port) ? j->load[port] : 0,
			  .words = value_of(j, port, COUNTER_XMIT_DATA),
			  .wait = value_of(j, port, COUNTER_XMIT_WAIT),
			  .errors = link_errors(j, port) + link_errors(j, peer),
			  .discards = value_of(j, port, COUNTER_DISCARDS) + value_of(j, peer, COUNTER_DISCARDS),
			  .downed = value_of(j, port, COUNTER_DOWNED) + value_of(j, peer, COUNTER_DOWNED),
			  .full = is_full(j, port)};
	c.expected = (gdouble)c.routes * j->scale;
	c.ratio = c.expected > 0 ? (gdouble)c.words / c.expected : 1;
	return c;
}

/* Adds a cable to the lists it belongs on, each time in the direction that shows more. */
static void add_cable(Judge *j, guint32 port)
{
	guint32 peer = j->fabric->ports[port].peer;
	CableFacts *facts = j->facts;
	CableTraffic one = cable_from(j, port), other = cable_from(j, peer);
	const gboolean ask[] = {is_judged(j, port) && j->scale > 0, is_judged(j, peer) && j->scale > 0};
	if (ask[0] || ask[1])
		facts->slow[facts->n_slow++] = ask[0] && (!ask[1] || one.ratio <= other.ratio) ? one : other;
	if (measured(j, port) || measured(j, peer))
		facts->hot[facts->n_hot++] = one.words >= other.words ? one : other;
	if (one.errors || one.discards) /* of both ends, so these are the other's, too */
		facts->erroneous[facts->n_erroneous++] = link_errors(j, port) >= link_errors(j, peer) ? one : other;
}

static int by_ratio(const void *a, const void *b)
{
	const CableTraffic *one = a, *other = b;
	if (one->ratio < other->ratio || one->ratio > other->ratio)
		return one->ratio < other->ratio ? -1 : 1;
	return (one->port > other->port) - (one->port < other->port);
}

static int by_words(const void *a, const void *b)
{
	const CableTraffic *one = a, *other = b;
	return BY_KEYS({other->words, one->words}, {one->port, other->port});
}

static int by_errors(const void *a, const void *b)
{
	const CableTraffic *one = a, *other = b;
	return BY_KEYS({other->errors, one->errors}, {other->discards, one->discards}, {one->port, other->port});
}

static gboolean list(Judge *j, GError **error)
{
	const Fabric *f = j->fabric;
	CableFacts *facts = j->facts;
	gsize cables = f->n_ports / 2 + 1;
	facts->slow = g_try_new(CableTraffic, cables);
	facts->hot = g_try_new(CableTraffic, cables);
	facts->erroneous = g_try_new(CableTraffic, cables);
	if (!facts->slow || !facts->hot || !facts->erroneous)
		return sssp_error_memory(error, "the traffic of cables", cables * sizeof(CableTraffic));
	for (guint32 i = 0; i < f->n_ports; i++)
		if (f->ports[i].num && f->ports[i].peer != FABRIC_NONE && f->ports[i].peer > i)
			add_cable(j, i);
	qsort(facts->slow, facts->n_slow, sizeof(CableTraffic), by_ratio);
	qsort(facts->hot, facts->n_hot, sizeof(CableTraffic), by_words);
	qsort(facts->erroneous, facts->n_erroneous, sizeof(CableTraffic), by_errors);
	return TRUE;
}

CableFacts *cable_facts_new(const Fabric *fabric, const guint64 *load, const Traffic *traffic, GError **error)
{
	g_autoptr(CableFacts) facts = g_new0(CableFacts, 1);
	Judge j = {.fabric = fabric, .load = load, .traffic = traffic, .facts = facts};
	count(&j);
	correlate(&j);
	if (!find_scale(&j, error) || !list(&j, error))
		return NULL;
	return g_steal_pointer(&facts);
}

void cable_facts_free(CableFacts *facts)
{
	if (!facts)
		return;
	g_free(facts->slow);
	g_free(facts->hot);
	g_free(facts->erroneous);
	g_free(facts);
}
