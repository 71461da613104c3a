/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the routes of the algorithm that sssp-route was asked for, and none of another unless --non-strict allows
 * it. Where virtual lanes run out, some engines have their routes replaced by those of psssp, the default engine, and
 * others fail. Both cases have one result here: an error, or with --non-strict the routes of psssp.
 */
#include "generator/route/route_strict.h"

#include "core/base/error.h"

#include <stdio.h>

#define INSTEAD "--non-strict takes routes of %s in their place"

static gboolean more_can_be_asked(const RouteCommand *command, const Fabric *fabric)
{
	return routing_vl_budget(fabric, ROUTING_MAX_VLS) > routing_vl_budget(fabric, command->routing.max_vls);
}

/* Sets the error of an engine whose routes stay as they are, with the options that may help. */
static void refuse(const RouteCommand *command, const Fabric *fabric, const GError *failure, GError **error)
{
	const char *where = command->any_sl                      ? ", and --sl any has no lanes by SL"
			    : more_can_be_asked(command, fabric) ? "; a higher --max-vls may help"
								 : "";
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_LANES, "%s%s; " INSTEAD, failure->message, where,
		    route_engines[0]->name);
}

Routing *route_strict_compute(const RouteCommand *command, const Fabric *fabric, const RoutingOptions *options,
			      GError **error)
{
	g_autoptr(GError) failure = NULL;
	RoutingOptions instead = *options;
	instead.engine = route_engines[0];
	Routing *routing = routing_compute(fabric, options, &failure);
	if (routing)
		return routing;
	if (!routing_as_is(options) || !g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES)) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return NULL;
	}
	if (!command->non_strict) {
		refuse(command, fabric, failure, error);
		return NULL;
	}
	routing = routing_compute(fabric, &instead, error);
	if (routing)
		routing->lane_aware = TRUE;
	return routing;
}

/* Why an engine that changes its routes where lanes run out found no lanes, and which options may help. */
static const char *why_no_more(const RouteCommand *command, const Fabric *fabric)
{
	gboolean asymmetric = command->routing.asymmetric, more = more_can_be_asked(command, fabric);
	if (command->any_sl)
		return "--sl any has no lanes by SL";
	if (asymmetric)
		return more ? "there are no more (a higher --max-vls may help)" : "there are no more";
	return more ? "there are no more (--sl asymmetric and a higher --max-vls may help)"
		    : "there are no more (--sl asymmetric may help)";
}

const char *route_strict_engine_name(const RouteCommand *command, const Fabric *fabric, const Routing *routing,
				     const char *program, GError **error)
{
	const RouteEngine *asked = command->routing.engine, *instead = route_engines[0];
	guint lanes = command->any_sl ? 1 : routing_vl_budget(fabric, command->routing.max_vls);
	g_autofree char *few =
		lanes > 1 ? g_strdup_printf("%u lanes are not enough", lanes) : g_strdup("one lane is not enough");
	if (!routing->lane_aware || asked == instead)
		return asked->name;
	if (!command->non_strict) {
		return sssp_error_null(error, SSSP_ERROR_LANES, "%s for the routes of %s, and %s; " INSTEAD, few,
				       asked->name, why_no_more(command, fabric), instead->name);
	}
	fprintf(stderr, "%s: warning: %s for the routes of %s: %s chose other routes for the lanes\n", program, few,
		asked->name, instead->name);
	return instead->name;
}
