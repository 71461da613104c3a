/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Measures one event: routes from the tables before it, and compares what routing, the count and the evaluator say. */
#include "bench/events/reroute.h"

#include "bench/drawn/cliff.h"

void reroute_stand_free(RerouteStand *stand)
{
	if (!stand)
		return;
	fabric_free(stand->fabric);
	routing_free(stand->routing);
	g_free(stand);
}

static gboolean judge_tables(RerouteStand *stand, GError **error)
{
	const Routing *routing = stand->routing;
	CliffFigures figures = {0};
	CliffTables tables = {
		.lft = routing->lft,
		.path_sl = routing->path_sl,
		.sl2vl = routing->sl2vl,
		.mcast = routing->mcast,
		.symmetric = TRUE,
		.lanes = TRUE,
		.unproven = routing->management_pairs_unproven,
	};
	if (!cliff_judge(stand->fabric, &tables, &figures, error))
		return FALSE;
	stand->ebb = figures.ebb;
	stand->efi = figures.efi;
	stand->lopsided = figures.lopsided;
	stand->wrong = figures.lost || figures.loop || figures.longer != routing->nonminimal_pairs;
	return TRUE;
}

static RerouteStand *route(const RerouteState *state, const PreviousTables *previous, const RerouteHow *how,
			   GError **error)
{
	g_autoptr(RerouteStand) stand = g_new0(RerouteStand, 1);
	RoutingOptions options = {.threads = how->threads,
				  .stand = TRUE,
				  .previous = previous,
				  .balance = how->balance,
				  .budget = how->budget};
	if (!(stand->fabric = reroute_fabric(state, error)) ||
	    !(stand->routing = routing_compute(stand->fabric, &options, error)))
		return NULL;
	return g_steal_pointer(&stand);
}

RerouteStand *reroute_afresh(const RerouteState *state, const RerouteHow *how, GError **error)
{
	g_autoptr(RerouteStand) stand = route(state, NULL, how, error);
	return stand && (how->lazy || judge_tables(stand, error)) ? g_steal_pointer(&stand) : NULL;
}

/* What routing says of itself, where it says anything. */
static gboolean disagrees(const Changes *said, const RerouteDifference *counted)
{
	return said->entries && (said->changed != counted->changed || said->blocks_changed != counted->blocks_changed ||
				 said->sls_changed != counted->sls_changed);
}

RerouteStand *reroute_step(const RerouteState *state, const RerouteStand *before, const RerouteStand *fresh,
			   const RerouteHow *how, RerouteFigures *figures, GError **error)
{
	const Routing *was = before->routing;
	const PreviousTables previous = routing_as_previous(before->fabric, was);
	g_autoptr(RerouteStand) stand = route(state, &previous, how, error);
	if (!stand || !reroute_compare(before->fabric, was, stand->fabric, stand->routing, &figures->difference, error))
		return NULL;
	figures->rerouted = stand->routing->rerouted;
	figures->disagrees = disagrees(&stand->routing->changes, &figures->difference);
	figures->lanes = (int)stand->routing->vls_needed - (int)was->vls_needed;
	figures->ms = (stand->routing->seconds_route + stand->routing->seconds_layer) * 1e3;
	if (!fresh)
		return g_steal_pointer(&stand);
	if (!judge_tables(stand, error))
		return NULL;
	figures->wrong = stand->wrong;
	figures->lopsided = stand->lopsided;
	figures->ebb = fresh->ebb > 0 ? stand->ebb / fresh->ebb : 1;
	figures->efi = fresh->efi ? (double)stand->efi / (double)fresh->efi : 1;
	return g_steal_pointer(&stand);
}
