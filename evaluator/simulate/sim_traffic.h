/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the host that each packet of a simulation goes to. The kinds of traffic are
 *
 *	uniform       each packet to another host, all as likely
 *	shift         host i, in the order of LIDs, sends to i + 1, i + 2, .., modulo the number of hosts
 *	hotspot:N     uniform, but one packet in ten, at random, goes to one of N hosts that are drawn for the run;
 *	              hotspot:N,P: P in a hundred
 *	incast:N      random groups of N + 1 hosts, in which N send to the other one; hosts left over send nothing
 *	PATTERN       of pattern.h: all rounds in turn, each host at its own pace. Rank r runs on host r of the order of
 *	              LIDs, or of one drawn for each run as ebb.h draws: run i of `bisect` is bisection i of its seed
 */
#ifndef SSSP_EVALUATOR_SIMULATE_SIM_TRAFFIC_H
#define SSSP_EVALUATOR_SIMULATE_SIM_TRAFFIC_H

#include "core/base/arena.h"
#include "evaluator/patterns/pattern.h"
#include "evaluator/simulate/sim_random.h"

#include <glib.h>

typedef enum { SIM_UNIFORM, SIM_SHIFT, SIM_HOTSPOT, SIM_INCAST, SIM_PATTERN } SimTrafficKind;

typedef struct {
	SimTrafficKind kind;
	char *name;
	guint32 n, percent; /* N of hotspot and incast; P of hotspot */
	Pattern *pattern;   /* of SIM_PATTERN, fitted by sim_traffic_fit() */
	gboolean linear;    /* the caller's to set: ranks of a pattern in the order of LIDs */
	gboolean self;      /* the caller's to set: uniform traffic goes to the sender itself, too, as in theory */
} SimTraffic;

/* NULL with SSSP_ERROR_USAGE when there is no such traffic. */
SimTraffic *sim_traffic_new(const char *name, GError **error);
void sim_traffic_free(SimTraffic *traffic); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimTraffic, sim_traffic_free)

/* For so many hosts. A pattern of a file must have its pairs. FALSE with SSSP_ERROR_USAGE or as pattern_fit(). */
gboolean sim_traffic_fit(SimTraffic *traffic, guint32 hosts, GError **error);

/* The targets of the hosts in one run. */
typedef struct {
	SimTrafficKind kind;
	guint32 n_hosts, n_senders, percent, n_hot;
	gboolean self;
	guint32 *hot;   /* [n_hot] hosts of hotspot */
	guint32 *first; /* [n_hosts + 1] of incast and patterns: host h sends to to[first[h]] ..; else NULL */
	guint32 *to;    /* targets, host by host; each host goes through its own again and again */
	guint32 *at;    /* [n_hosts] the next target: its place among the host's own; of shift how much further on */
} SimTargets;

/* Draws run `run` of a seed, from the arena. FALSE with SSSP_ERROR_MEMORY. O(hosts + pairs of the pattern). */
gboolean sim_targets_draw(SimTargets *targets, const SimTraffic *traffic, guint32 hosts, guint64 seed, guint32 run,
			  Arena *arena, GError **error);

/* Whether a host sends at all. O(1). */
static inline gboolean sim_targets_sends(const SimTargets *t, guint32 host)
{
	return !t->first || t->first[host] < t->first[host + 1];
}

/* The target of a host's next packet; the host must send. O(1). */
static inline guint32 sim_targets_next(SimTargets *t, guint32 host, SimRandom *random)
{
	guint32 to;
	if (t->first) {
		to = t->to[t->first[host] + t->at[host]++];
		if (t->at[host] == t->first[host + 1] - t->first[host])
			t->at[host] = 0;
		return to;
	}
	if (t->kind == SIM_SHIFT) {
		to = host + t->at[host];
		t->at[host] = t->at[host] + 1 == t->n_hosts ? 1 : t->at[host] + 1;
		return to < t->n_hosts ? to : to - t->n_hosts;
	}
	if (t->n_hot && sim_random_below(random, 100) < t->percent) {
		to = t->hot[sim_random_below(random, t->n_hot)];
		if (to != host)
			return to;
	}
	if (t->self)
		return sim_random_below(random, t->n_hosts);
	to = sim_random_below(random, t->n_hosts - 1);
	return to + (to >= host);
}

#endif
