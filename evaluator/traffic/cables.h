/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds slow cables by comparing measured traffic with what the routes predict, and lists busy and erroneous ones.
 *
 * Traffic is counted in words of 4 bytes, by the counters of ports. Each channel that routes use is expected to send as
 * many words per route as the median channel, so the load of the fabric as a whole does not matter. Cables are ranked
 * by the direction that sends the smaller part of what is expected. Channels with less than a tenth of the mean number
 * of routes are not judged: chance is too much there.
 */
#ifndef SSSP_EVALUATOR_TRAFFIC_CABLES_H
#define SSSP_EVALUATOR_TRAFFIC_CABLES_H

#include "evaluator/traffic/traffic.h"

/* A cable, seen from the port that sends in the direction that is told. */
typedef struct {
	guint32 port;
	guint64 routes;   /* predicted */
	gdouble expected; /* words */
	guint64 words, wait;
	gdouble ratio;  /* words / expected */
	guint64 errors; /* of the link, at both ends */
	guint64 discards, downed;
	gboolean full; /* a counter stopped at its maximum: `words` is a lower bound */
} CableTraffic;

typedef struct {
	CableTraffic *slow; /* by ratio, lowest first; only cables with a direction that is judged */
	guint32 n_slow;
	CableTraffic *hot; /* by words, most first */
	guint32 n_hot;
	/* from the end that counted more of them, by errors, most first; those with errors or discards, to hosts too */
	CableTraffic *erroneous;
	guint32 n_erroneous;
	guint32 n_channels, n_measured; /* between switches; those of which words are known */
	gdouble words;                  /* on all measured channels */
	gdouble agreement;              /* correlation of words and routes; NAN where one of them does not vary */
} CableFacts;

/* `load` are the routes by the port that sends, [fabric->n_ports]. NULL with SSSP_ERROR_MEMORY. O(ports log ports). */
CableFacts *cable_facts_new(const Fabric *fabric, const guint64 *load, const Traffic *traffic, GError **error);
void cable_facts_free(CableFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CableFacts, cable_facts_free)

#endif
