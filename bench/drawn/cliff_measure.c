/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Measures a case: our routes with its budget, with other budgets where asked for, and P-SSSP without lanes. */
#include "bench/drawn/cliff.h"

#include "core/base/error.h"
#include "core/engines/psssp.h"
#include "core/fabric/fabric_class.h"
#include "generator/synth/synth.h"

static void keep_error(char *text, gsize size, GError *error)
{
	g_strlcpy(text, error->message, size);
	g_error_free(error);
}

/* ---- ours */

static void take_account(CliffRouting *ours, const Routing *routing)
{
	g_strlcpy(ours->strategy, routing->strategy ? routing->strategy : "-", sizeof ours->strategy);
	ours->needed = routing->vls_needed;
	ours->used = routing->vls_used;
	ours->unproven = routing->management_pairs_unproven;
	ours->seconds_route = routing->seconds_route;
	ours->seconds_layer = routing->seconds_layer;
}

static gboolean route_and_judge(const Fabric *fabric, CliffRouting *ours, GError **error)
{
	RoutingOptions options = {.max_vls = ours->budget, .asymmetric = ours->asymmetric};
	g_autoptr(Routing) routing = routing_compute(fabric, &options, error);
	if (!routing)
		return FALSE;
	take_account(ours, routing);
	CliffTables tables = {
		.lft = routing->lft,
		.path_sl = routing->path_sl,
		.sl2vl = routing->sl2vl,
		.mcast = routing->mcast,
		.symmetric = !ours->asymmetric,
		.lanes = TRUE,
		.unproven = ours->unproven,
	};
	return cliff_judge(fabric, &tables, &ours->figures, error);
}

static void measure_ours(const Fabric *fabric, CliffRouting *ours, guint budget, gboolean asymmetric)
{
	GError *error = NULL;
	ours->budget = budget;
	ours->asymmetric = asymmetric;
	if (!route_and_judge(fabric, ours, &error))
		keep_error(ours->error, sizeof ours->error, error);
}

/* ---- plain P-SSSP */

static Lft *route_plainly(const Fabric *fabric, guint passes, GError **error)
{
	const RoutingOptions options = {0};
	g_autoptr(Graph) graph = routing_graph(fabric, &options, error);
	g_autoptr(Routes) routes = graph ? routes_new(graph, error) : NULL;
	if (!routes || !engine_psssp.compute(graph, passes, routes, error))
		return NULL;
	return lft_from_routes(graph, routes, error);
}

static gboolean measure_plain(const Fabric *fabric, guint passes, CliffResult *result, GError **error)
{
	g_autoptr(Lft) lft = route_plainly(fabric, passes, error);
	CliffTables tables = {.lft = lft};
	CliffFigures figures = {0};
	if (!lft || !cliff_judge(fabric, &tables, &figures, error))
		return FALSE;
	result->plain_efi = result->plain_efi ? MIN(result->plain_efi, figures.efi) : figures.efi;
	result->plain_ebb = MAX(result->plain_ebb, figures.ebb);
	return !result->tree || passes > 1 || cliff_valleys(fabric, lft, &result->valleys, error);
}

/* ---- the case */

static void count_ends(const Fabric *fabric, CliffResult *result)
{
	guint32 counts[FABRIC_N_CLASSES];
	fabric_class_counts(fabric, counts);
	result->switches = fabric->n_switches;
	result->endpoints = fabric->n_endpoints;
	result->hosts = counts[FABRIC_HOST];
}

static gboolean measure(const CliffCase *drawn, CliffResult *result, GError **error)
{
	g_autoptr(Fabric) fabric = synth_fabric(drawn->spec, error);
	if (!fabric || !fabric_assign_lids(fabric, 0, NULL, error))
		return FALSE;
	count_ends(fabric, result);
	result->tree = cliff_is_tree(drawn->spec);
	result->machine = cliff_is_machine(drawn->spec);
	result->directors = cliff_is_directors(drawn->spec);
	if (!measure_plain(fabric, 1, result, error) || !measure_plain(fabric, 3, result, error))
		return FALSE;
	measure_ours(fabric, &result->ours, drawn->budget, drawn->asymmetric);
	result->n_ladder = drawn->ladder ? CLIFF_LADDER : 0;
	for (guint i = 0; i < result->n_ladder; i++)
		measure_ours(fabric, &result->ladder[i], i + 1, drawn->asymmetric);
	return TRUE;
}

void cliff_measure(const CliffCase *drawn, CliffResult *result)
{
	GError *error = NULL;
	gint64 start = g_get_monotonic_time();
	if (!measure(drawn, result, &error))
		keep_error(result->error, sizeof result->error, error);
	result->seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}
