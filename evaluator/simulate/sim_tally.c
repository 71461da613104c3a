/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Adds up the counters of simulated runs (tallies), and computes latencies and throughputs from them. Latencies are
 * kept as a histogram, from which any percentile can be read.
 */
#include "evaluator/simulate/sim_tally.h"

#include "core/base/error.h"
#include "evaluator/simulate/sim_net.h"

#include <math.h>

gboolean sim_tally_init(SimTally *t, guint32 hosts, guint32 use, GError **error)
{
	*t = (SimTally){.n_hosts = hosts, .n_use = use};
	t->sends = g_try_new0(guint32, hosts + 1);
	t->sent = g_try_new0(guint64, hosts + 1);
	t->received = g_try_new0(guint64, hosts + 1);
	t->use = g_try_new0(guint64, use + 1);
	t->fill = g_try_new0(guint64, use + 1);
	t->latency = g_try_new0(guint64, SIM_BINS);
	if (t->sends && t->sent && t->received && t->use && t->fill && t->latency)
		return TRUE;
	return sssp_error_memory(error, "what a simulation counts", ((gsize)hosts + use) * 2 * sizeof(guint64));
}

void sim_tally_clear(SimTally *t)
{
	g_free(t->sends);
	g_free(t->sent);
	g_free(t->received);
	g_free(t->use);
	g_free(t->fill);
	g_free(t->latency);
	g_free(t->cycle);
	*t = (SimTally){0};
}

static void add_all(guint64 *sum, const guint64 *more, gsize n)
{
	for (gsize i = 0; i < n; i++)
		sum[i] += more[i];
}

/* Keeps the stop of the earliest slot; of equal ones the stop of the run that was added first. */
static void add_stop(SimTally *sum, SimTally *more)
{
	if (more->stopped && (!sum->stopped || more->stopped_slot < sum->stopped_slot)) {
		g_free(sum->cycle);
		sum->cycle = g_steal_pointer(&more->cycle);
		sum->n_cycle = more->n_cycle;
		sum->stopped_slot = more->stopped_slot;
		sum->stopped_part = more->stopped_part;
	}
	sum->stopped += more->stopped;
}

void sim_tally_add(SimTally *sum, SimTally *more)
{
	sum->runs += more->runs;
	sum->made += more->made;
	sum->delivered += more->delivered;
	sum->lost += more->lost;
	sum->dropped += more->dropped;
	sum->waiting += more->waiting;
	sum->inside += more->inside;
	sum->slots += more->slots;
	sum->counted += more->counted;
	sum->held_back += more->held_back;
	sum->sender_runs += more->sender_runs;
	sum->looks += more->looks;
	sum->latency_sum += more->latency_sum;
	for (guint32 h = 0; h < sum->n_hosts; h++)
		sum->sends[h] += more->sends[h];
	add_all(sum->sent, more->sent, sum->n_hosts);
	add_all(sum->received, more->received, sum->n_hosts);
	add_all(sum->use, more->use, sum->n_use);
	add_all(sum->fill, more->fill, sum->n_use);
	add_all(sum->latency, more->latency, SIM_BINS);
	add_stop(sum, more);
}

guint32 sim_latency_of(guint32 bin)
{
	if (bin < SIM_EXACT)
		return bin;
	guint32 octave = bin / (SIM_EXACT / 2) + 8;
	return (bin - SIM_EXACT / 2 * (octave - 9)) << (octave - 9);
}

guint32 sim_tally_latency(const SimTally *t, gdouble share)
{
	gdouble wanted = share * (gdouble)t->counted;
	guint64 n = 0;
	for (guint32 bin = 0; bin < SIM_BINS; bin++) {
		n += t->latency[bin];
		if (n && (gdouble)n >= wanted)
			return sim_latency_of(bin);
	}
	return 0;
}

gdouble sim_tally_mean(const SimTally *t)
{
	return t->counted ? (gdouble)t->latency_sum / (gdouble)t->counted : 0;
}

gdouble sim_tally_least(const SimTally *t, const guint32 *cost)
{
	gdouble least = G_MAXDOUBLE;
	gdouble slots = t->runs ? (gdouble)t->slots / t->runs : 0;
	for (guint32 h = 0; h < t->n_hosts; h++)
		if (t->sends[h] && slots > 0)
			least = MIN(least, (gdouble)t->sent[h] * cost[h] / SIM_UNIT / (slots * t->sends[h]));
	return least < G_MAXDOUBLE ? least : 0;
}

void sim_tally_means(SimTally *t, const gdouble *accepted, guint32 n)
{
	gdouble sum = 0, squares = 0;
	for (guint32 i = 0; i < n; i++)
		sum += accepted[i];
	t->accepted = sum / n;
	for (guint32 i = 0; i < n; i++)
		squares += (accepted[i] - t->accepted) * (accepted[i] - t->accepted);
	t->stddev = n > 1 ? sqrt(squares / (n - 1)) : 0;
}
