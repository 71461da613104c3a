/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the charts that compare several routings of one fabric, each routing a series, named as on the command line.
 * One has bandwidth, and loads, hops and lanes as far as these are not the same for all. Others have the distribution
 * of bandwidths, bandwidth over the number of endpoints, and the loads of each level.
 */
#include "evaluator/plot/charts/charts.h"

#include "core/base/error.h"

#define MOST_OUTLINES 4 /* histograms over one another that the eye still takes apart */

static const RoutingFacts *routing_of(const Comparison *comparison, guint i)
{
	return g_ptr_array_index(comparison->routings, i);
}

static Plot *start(const char *what, const Comparison *comparison, const char *fabric)
{
	g_autofree char *topology = chart_name(fabric);
	Plot *plot = plot_new("%s: %s", what, topology);
	plot_subtitle(plot, "%u endpoints, %u switches", comparison->fabric->n_endpoints,
		      comparison->fabric->n_switches);
	return plot;
}

static void add_bandwidth(Plot *plot, const Comparison *comparison)
{
	plot_panel(plot, PLOT_BARS, "", "bandwidth (fraction of full)");
	plot_show_y(plot, 0, 1);
	plot_category(plot, "effective bisection");
	plot_category(plot, "worst pattern");
	for (guint i = 0; i < comparison->routings->len; i++) {
		const EbbFacts *ebb = routing_of(comparison, i)->ebb;
		plot_series(plot, routing_of(comparison, i)->name);
		plot_bar(plot, 0, ebb->mean, ebb->ci95_low, ebb->ci95_high);
		plot_bar(plot, 1, ebb->min, ebb->min, ebb->min);
	}
}

static void add_pair(Plot *plot, const RoutingFacts *routing, gdouble first, gdouble second)
{
	plot_series(plot, routing->name);
	plot_bar(plot, 0, first, first, first);
	plot_bar(plot, 1, second, second, second);
}

static void add_loads(Plot *plot, const Comparison *comparison)
{
	plot_panel(plot, PLOT_BARS, "", "routes over a channel");
	plot_may_cut(plot);
	plot_category(plot, "most (EFI)");
	plot_category(plot, "mean");
	for (guint i = 0; i < comparison->routings->len; i++) {
		const RouteFacts *routes = routing_of(comparison, i)->routes;
		add_pair(plot, routing_of(comparison, i), (gdouble)routes->efi_max, routes->efi_mean);
	}
}

static void add_hops(Plot *plot, const Comparison *comparison)
{
	plot_panel(plot, PLOT_BARS, "", "channels on a route (hops)");
	plot_category(plot, "most");
	plot_category(plot, "mean");
	for (guint i = 0; i < comparison->routings->len; i++) {
		const RouteFacts *routes = routing_of(comparison, i)->routes;
		add_pair(plot, routing_of(comparison, i), routes->max_hops, routes->mean_hops);
	}
}

/* A credit loop is said in words: it would not be seen from a bar. */
static void add_lanes(Plot *plot, const Comparison *comparison)
{
	plot_panel(plot, PLOT_BARS, "", "virtual lanes");
	plot_category(plot, "free of credit loops");
	plot_category(plot, "CREDIT LOOP");
	for (guint i = 0; i < comparison->routings->len; i++) {
		const DeadlockFacts *deadlock = routing_of(comparison, i)->deadlock;
		plot_series(plot, routing_of(comparison, i)->name);
		plot_bar(plot, deadlock->free ? 0 : 1, deadlock->n_layers, deadlock->n_layers, deadlock->n_layers);
	}
}

/* ---- what a panel would say nothing about */

static gboolean loads_differ(const RoutingFacts *one, const RoutingFacts *other)
{
	return one->routes->efi_max != other->routes->efi_max ||
	       ABS(one->routes->efi_mean - other->routes->efi_mean) > 1e-9;
}

static gboolean hops_differ(const RoutingFacts *one, const RoutingFacts *other)
{
	return one->routes->max_hops != other->routes->max_hops ||
	       ABS(one->routes->mean_hops - other->routes->mean_hops) > 1e-9;
}

static gboolean lanes_differ(const RoutingFacts *one, const RoutingFacts *other)
{
	return one->deadlock->free != other->deadlock->free || one->deadlock->n_layers != other->deadlock->n_layers;
}

/* What else than bandwidth is shown where it is not the same for all. */
static const struct {
	const char *words;
	gboolean (*differ)(const RoutingFacts *one, const RoutingFacts *other);
	void (*add)(Plot *plot, const Comparison *comparison);
} panels[] = {{"loads", loads_differ, add_loads}, {"hops", hops_differ, add_hops}, {"lanes", lanes_differ, add_lanes}};

static gboolean is_shown(const Comparison *comparison, guint panel)
{
	for (guint i = 1; i < comparison->routings->len; i++)
		if (panels[panel].differ(routing_of(comparison, 0), routing_of(comparison, i)))
			return TRUE;
	return FALSE;
}

Plot *chart_compare(const Comparison *comparison, const char *fabric)
{
	Plot *plot = start("Routings side by side", comparison, fabric);
	add_bandwidth(plot, comparison);
	for (guint i = 0; i < G_N_ELEMENTS(panels); i++)
		if (is_shown(comparison, i))
			panels[i].add(plot, comparison);
	return plot;
}

/* "loads", "loads and hops", "loads, hops and lanes" of the panels that are shown, or are not. */
static char *list_panels(const Comparison *comparison, gboolean shown)
{
	GString *list = g_string_new(NULL);
	guint left = 0;
	for (guint i = 0; i < G_N_ELEMENTS(panels); i++)
		left += is_shown(comparison, i) == shown;
	for (guint i = 0; i < G_N_ELEMENTS(panels); i++)
		if (is_shown(comparison, i) == shown) {
			g_string_append_printf(list, "%s%s", list->len ? (left == 1 ? " and " : ", ") : "",
					       panels[i].words);
			left--;
		}
	return g_string_free(list, FALSE);
}

char *chart_compare_caption(const Comparison *comparison)
{
	g_autofree char *shown = list_panels(comparison, TRUE), *same = list_panels(comparison, FALSE);
	GString *caption = g_string_new("Bandwidth with its 95 % confidence interval");
	g_string_append_printf(caption, "%s%s of each routing.", *shown ? "; " : "", shown);
	if (*same && comparison->routings->len > 1)
		g_string_append_printf(caption, " The same for all, and not shown: %s.", same);
	return g_string_free(caption, FALSE);
}

static void add_bins(Plot *plot, const EbbFacts *ebb)
{
	for (guint i = 0; i < EBB_BINS; i++)
		if (ebb->histogram[i])
			plot_bin(plot, (gdouble)i / EBB_BINS, (i + 1.0) / EBB_BINS,
				 100.0 * ebb->histogram[i] / ebb->patterns);
}

Plot *chart_bandwidths(const Comparison *comparison, const char *fabric)
{
	Plot *plot = start("Bandwidth of random bisections", comparison, fabric);
	guint n = comparison->routings->len;
	for (guint i = 0; i < n; i++) {
		if (i == 0 || n > MOST_OUTLINES) {
			plot_panel(plot, PLOT_HISTOGRAM, "bandwidth (fraction of full)", "share of the patterns (%)");
			plot_show_x(plot, 0, 1);
		}
		plot_series(plot, routing_of(comparison, i)->name);
		add_bins(plot, routing_of(comparison, i)->ebb);
	}
	return plot;
}

Plot *chart_sizes(const Comparison *comparison, const char *fabric)
{
	Plot *plot = start("Effective bisection bandwidth over endpoints", comparison, fabric);
	plot_panel(plot, PLOT_POINTS, "endpoints that take part, drawn at random", "bandwidth (fraction of full)");
	plot_show_x(plot, 0, 0);
	plot_show_y(plot, 0, 1);
	for (guint i = 0; i < comparison->routings->len; i++) {
		const RoutingFacts *routing = routing_of(comparison, i);
		gboolean all = FALSE;
		plot_series(plot, routing->name);
		for (guint k = 0; k < routing->sizes->len; k++) {
			const EbbFacts *ebb = g_ptr_array_index(routing->sizes, k);
			plot_point(plot, ebb->endpoints, ebb->mean, ebb->ci95_low, ebb->ci95_high);
			all = all || ebb->endpoints == routing->ebb->endpoints;
		}
		if (!all)
			plot_point(plot, routing->ebb->endpoints, routing->ebb->mean, routing->ebb->ci95_low,
				   routing->ebb->ci95_high);
	}
	return plot;
}

/* The number of a class among the categories drawn so far, which it may add to. */
static guint category_of(Plot *plot, GArray *classes, const LevelClass *class)
{
	guint i = 0;
	while (i < classes->len && (g_array_index(classes, LevelClass, i).from != class->from ||
				    g_array_index(classes, LevelClass, i).to != class->to))
		i++;
	if (i == classes->len) {
		g_autofree char *words = chart_class_name(class);
		g_array_append_vals(classes, class, 1);
		plot_category(plot, words);
	}
	return i;
}

static gboolean add_boxes(Plot *plot, const RoutingFacts *routing, GArray *classes, GError **error)
{
	plot_series(plot, routing->name);
	for (guint k = 0; k < routing->levels->n_classes; k++) {
		const LevelClass *class = &routing->levels->classes[k];
		PlotBox box;
		if (!chart_class_box(routing->routes, class, &box, error))
			return FALSE;
		plot_box(plot, category_of(plot, classes, class), &box);
	}
	return TRUE;
}

Plot *chart_level_loads(const Comparison *comparison, const char *fabric, GError **error)
{
	g_autoptr(Plot) plot = start("Routes over each channel, level by level", comparison, fabric);
	g_autoptr(GArray) classes = g_array_new(FALSE, FALSE, sizeof(LevelClass));
	plot_subtitle(plot, "line to line: least to most; box: the middle half; bar: median; ring: mean");
	plot_panel(plot, PLOT_BOXES, "levels a channel joins (number of channels); 1: switches with endpoints",
		   "routes over a channel");
	plot_may_cut(plot);
	for (guint i = 0; i < comparison->routings->len; i++)
		if (!add_boxes(plot, routing_of(comparison, i), classes, error))
			return NULL;
	return g_steal_pointer(&plot);
}
