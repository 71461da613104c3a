/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the communication pattern that routes are made for (sssp-route --for), by name or from a file, as sends between
 * LIDs. Ranks are hosts by LID, as sssp-eval's mapping linear has them; without hosts they are all endpoints. A random
 * permutation has no sends to list: all pairs count alike.
 */
#include "generator/route/route_pattern.h"

#include "core/base/error.h"
#include "core/fabric/fabric_class.h"
#include "core/optimize/shape.h"
#include "formats/input.h"

static guint32 take_lids(const Fabric *fabric, gboolean all, guint16 *lid)
{
	guint32 n = 0;
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		guint32 port = fabric->endpoints[e];
		if (all || fabric_port_class(fabric, port) == FABRIC_HOST)
			lid[n++] = fabric->ports[port].lid;
	}
	return n;
}

/* Rounds of a file may have any numbers; they count from 0 here. */
static gboolean send_file(const char *file, const guint16 *lid, guint32 ranks, RoutePattern *o, GError **error)
{
	g_autoptr(RankPairs) pairs = input_rank_pairs(file, error);
	guint32 round = 0;
	if (!pairs)
		return FALSE;
	if (pairs->most >= ranks)
		return sssp_error_set(error, SSSP_ERROR_INPUT, "%s:%u: rank %u is unknown: there are ranks 0 .. %u",
				      file, pairs->most_line, pairs->most, ranks - 1);
	if (!(o->send = g_try_new(OptimizeSend, pairs->n)))
		return sssp_error_memory(error, "a pattern", pairs->n * sizeof(OptimizeSend));
	for (o->n_sends = 0; o->n_sends < pairs->n; o->n_sends++) {
		const RankPair *pair = &pairs->pair[o->n_sends];
		round += o->n_sends && pair->round != pair[-1].round;
		o->send[o->n_sends] = (OptimizeSend){round, lid[pair->source], lid[pair->target]};
	}
	return TRUE;
}

gboolean route_pattern_read(const Fabric *fabric, const char *name, RoutePattern *o, GError **error)
{
	Shape shape;
	g_autofree guint16 *lid = g_try_new(guint16, fabric->n_endpoints + 1);
	o->name = name;
	if (!lid)
		return sssp_error_memory(error, "ranks", fabric->n_endpoints * sizeof *lid);
	guint32 ranks = take_lids(fabric, FALSE, lid);
	ranks = ranks ? ranks : take_lids(fabric, TRUE, lid);
	if (!shape_read(&shape, name, error))
		return FALSE;
	o->relative = shape.is_relative;
	if (shape.file)
		return send_file(shape.file, lid, ranks, o, error);
	if (shape.ranks > ranks)
		return sssp_error_set(error, SSSP_ERROR_USAGE, "pattern '%s': %u ranks do not fit: there are %u hosts",
				      name, shape.ranks, ranks);
	if (!shape.is_drawn)
		o->send = shape_sends(&shape, lid, shape.ranks ? shape.ranks : ranks, &o->n_sends, error);
	return shape.is_drawn || o->send;
}

void route_pattern_clear(RoutePattern *pattern)
{
	g_clear_pointer(&pattern->send, g_free);
}
