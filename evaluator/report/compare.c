/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Evaluates several routings of one fabric, and tells which is best in each figure. One set of tables is measured after
 * the other, and only what was found of it is kept, not the tables. A list of columns has a function for each figure,
 * and says whether a high or a low value is better.
 */
#include "evaluator/report/compare.h"

#include "evaluator/report/failures_report.h"

#include <math.h>

static void free_ebb(gpointer facts)
{
	ebb_facts_free(facts);
}

static gboolean measure_sizes(RoutingFacts *routing, const Paths *paths, const CompareOptions *options, GError **error)
{
	routing->sizes = g_ptr_array_new_with_free_func(free_ebb);
	for (guint i = 0; options->sizes && i < options->sizes->len; i++) {
		EbbOptions how = options->ebb;
		how.endpoints = g_array_index(options->sizes, guint32, i);
		EbbFacts *facts = ebb_facts_new(paths, &how, error);
		if (!facts)
			return FALSE;
		g_ptr_array_add(routing->sizes, facts);
	}
	return TRUE;
}

static gboolean measure_failures(RoutingFacts *routing, const Paths *paths, const CompareOptions *options,
				 GError **error)
{
	static const FailureKind kinds[] = {FAILURE_SWITCH, FAILURE_CABLE};
	for (guint i = 0; options->failures && i < G_N_ELEMENTS(kinds); i++)
		if (!(routing->failing[i] =
			      failures_report_new(routing->name, paths, kinds[i], options->ebb.threads, error)))
			return FALSE;
	return TRUE;
}

RoutingFacts *routing_facts_new(const char *name, const char *tables, const Paths *paths, const PathSl *path_sl,
				const Sl2vl *sl2vl, const CompareOptions *options, GError **error)
{
	g_autoptr(RoutingFacts) routing = g_new0(RoutingFacts, 1);
	routing->name = g_utf8_make_valid(name, -1);
	routing->tables = g_strdup(tables);
	routing->n_missing = paths->n_missing;
	routing->subset = paths->chosen ? paths->n_part : 0;
	routing->routes = route_facts_new(paths, error);
	routing->ebb = routing->routes ? ebb_facts_new(paths, &options->ebb, error) : NULL;
	routing->levels = routing->ebb ? levels_new(paths, error) : NULL;
	if (!routing->levels || !measure_sizes(routing, paths, options, error) ||
	    !measure_failures(routing, paths, options, error))
		return NULL;
	g_autoptr(Lanes) lanes = lanes_new(paths, options->ignore_sl ? NULL : path_sl, sl2vl, error);
	routing->deadlock = lanes ? deadlock_facts_new(lanes, options->reverse, NULL, 0, error) : NULL;
	if (!routing->deadlock)
		return NULL;
	if (options->simulate && !(routing->simulate = sim_facts_new(lanes, options->simulate, error)))
		return NULL;
	return g_steal_pointer(&routing);
}

void routing_facts_free(RoutingFacts *routing)
{
	if (!routing)
		return;
	g_free(routing->name);
	g_free(routing->tables);
	route_facts_free(routing->routes);
	ebb_facts_free(routing->ebb);
	levels_free(routing->levels);
	if (routing->sizes)
		g_ptr_array_unref(routing->sizes);
	deadlock_facts_free(routing->deadlock);
	for (guint i = 0; i < G_N_ELEMENTS(routing->failing); i++)
		report_free(routing->failing[i]);
	sim_facts_free(routing->simulate);
	g_free(routing);
}

gboolean routing_facts_complete(const RoutingFacts *routing)
{
	const RouteFacts *routes = routing->routes;
	return !routes->unreachable && !routes->switch_unreachable && !routing->deadlock->counts.dropped;
}

gboolean routing_facts_sound(const RoutingFacts *routing)
{
	return routing_facts_complete(routing) && routing->deadlock->free;
}

static void free_routing(gpointer routing)
{
	routing_facts_free(routing);
}

Comparison *comparison_new(Fabric *fabric, const CompareOptions *options)
{
	Comparison *comparison = g_new0(Comparison, 1);
	comparison->fabric = fabric;
	comparison->routings = g_ptr_array_new_with_free_func(free_routing);
	comparison->options = *options;
	return comparison;
}

void comparison_free(Comparison *comparison)
{
	if (!comparison)
		return;
	g_ptr_array_unref(comparison->routings);
	fabric_free(comparison->fabric);
	g_free(comparison);
}

gboolean comparison_sound(const Comparison *comparison)
{
	for (guint i = 0; i < comparison->routings->len; i++)
		if (!routing_facts_sound(g_ptr_array_index(comparison->routings, i)))
			return FALSE;
	return TRUE;
}

static gdouble unreachable_of(const RoutingFacts *routing)
{
	return (gdouble)routing->routes->unreachable;
}

static gdouble nonminimal_of(const RoutingFacts *routing)
{
	return (gdouble)routing->routes->nonminimal;
}

static gdouble hops_of(const RoutingFacts *routing)
{
	return routing->routes->mean_hops;
}

static gdouble efi_of(const RoutingFacts *routing)
{
	return (gdouble)routing->routes->efi_max;
}

static gdouble spread_of(const RoutingFacts *routing)
{
	return routing->routes->efi_stddev;
}

static gdouble ebb_of(const RoutingFacts *routing)
{
	return routing->ebb->mean;
}

static gdouble worst_of(const RoutingFacts *routing)
{
	return routing->ebb->min;
}

static gdouble lanes_of(const RoutingFacts *routing)
{
	return routing->deadlock->n_layers;
}

static gdouble free_of(const RoutingFacts *routing)
{
	return routing->deadlock->free;
}

const CompareColumn compare_columns[] = {
	{"unreachable", "pairs that do not arrive", "pairs of endpoints that do not arrive", FIGURE_INTEGER, FALSE,
	 TRUE, unreachable_of},
	{"nonminimal", "longer pairs", "pairs over more hops than necessary", FIGURE_INTEGER, FALSE, FALSE,
	 nonminimal_of},
	{"hops", "mean hops", "mean of the pairs", FIGURE_REAL, FALSE, FALSE, hops_of},
	{"efi", "routes on the fullest channel (EFI)", "most routes over one channel", FIGURE_INTEGER, FALSE, FALSE,
	 efi_of},
	{"stddev", "spread of loads", "of the routes over a channel", FIGURE_REAL, FALSE, FALSE, spread_of},
	{"ebb", "bandwidth (eBB)", "effective bisection bandwidth", FIGURE_REAL, TRUE, FALSE, ebb_of},
	{"worst", "worst bandwidth", "bandwidth of the worst pattern", FIGURE_REAL, TRUE, FALSE, worst_of},
	{"vls", "lanes", "virtual lanes in use", FIGURE_INTEGER, FALSE, FALSE, lanes_of},
	{"free", "free of credit loops", "no credit loop on any lane", FIGURE_BOOLEAN, TRUE, FALSE, free_of},
	{0},
};

/* The figure of a column as it is printed, negated where low is better. */
static gdouble merit(const CompareColumn *column, const RoutingFacts *routing)
{
	gdouble printed = round(column->value(routing) * 1e4);
	return column->high ? printed : -printed;
}

/* FALSE: the figure is not compared, as the routing can deadlock, or is incomplete and the column not `partial`. */
static gboolean counts(const CompareColumn *column, const RoutingFacts *routing)
{
	return routing->deadlock->free && (column->partial || routing_facts_complete(routing));
}

gboolean comparison_best(const Comparison *comparison, const CompareColumn *column, const RoutingFacts *routing)
{
	guint worse = 0;
	for (guint i = 0; i < comparison->routings->len; i++) {
		const RoutingFacts *other = g_ptr_array_index(comparison->routings, i);
		if (!counts(column, other) || merit(column, other) < merit(column, routing))
			worse++;
		else if (merit(column, other) > merit(column, routing))
			return FALSE;
	}
	return worse > 0 && counts(column, routing);
}
