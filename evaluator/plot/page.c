/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The page from top to bottom: fabric, routings, verdicts, pictures. */
#include "config.h"

#include "evaluator/plot/page.h"

#include "evaluator/draw/drawing.h"
#include "evaluator/measures/port_loads.h"
#include "evaluator/plot/charts.h"
#include "evaluator/plot/charts_simulate.h"
#include "evaluator/plot/html.h"
#include "evaluator/plot/html_report.h"

/* Wide things scroll in themselves, so that the page fits a telephone; paper is light whatever the screen is. */
static const char head[] =
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\" />\n"
	"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
	"<meta name=\"color-scheme\" content=\"light dark\" />\n"
	"<style>\n"
	":root { --paper: #fff; --ink: #1a1a1a; --faint: #dedede; --black: #333; --quiet: #555; --rule: #bbb; "
	"--wrong: #d55e00; --sound: #0072b2 }\n"
	"@media screen and (prefers-color-scheme: dark) { :root { --paper: #17191c; --ink: #e8e8e8; --faint: #3b3f45; "
	"--black: #d0d0d0; --quiet: #b4b4b4; --rule: #5a5f66; --wrong: #ff8a3d; --sound: #56b4e9 } }\n"
	"body { font: 16px/1.45 sans-serif; color: var(--ink); background: var(--paper); max-width: 76rem; "
	"margin: 2rem auto; padding: 0 1rem }\n"
	"h1, h2, p, li, dd, figcaption { overflow-wrap: anywhere }\n"
	".scroll { overflow-x: auto; margin: 1rem 0 }\n"
	"table { border-collapse: collapse }\n"
	"th, td { padding: .25rem .75rem; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap "
	"}\n"
	"th:first-child, td:first-child, .words { text-align: left }\n"
	"th:first-child, td:first-child { position: sticky; left: 0; background: var(--paper) }\n"
	".words { white-space: normal; min-width: 8rem }\n"
	".best { font-weight: bold }\n.best::after { content: ' \\2605' }\n"
	".wrong { font-weight: bold; border-left: .4rem solid var(--wrong); padding-left: .6rem }\n"
	".sound { border-left: .4rem solid var(--sound); padding-left: .6rem }\n"
	"dt { font-weight: bold }\nfigure { margin: 2rem 0 }\n"
	"svg { width: 100%; max-width: 62rem; min-width: 40rem; height: auto }\n"
	"svg.fabric { width: auto; max-width: none; min-width: 0 }\n"
	"figcaption { color: var(--quiet) }\n"
	"@media (max-width: 40rem) { h1 { font-size: 1.5rem } dd { margin-left: 1rem } body { margin: 1rem auto } "
	"th, td { padding: .25rem .5rem } }\n"
	"</style>\n";

static const RoutingFacts *routing_of(const Comparison *comparison, guint i)
{
	return g_ptr_array_index(comparison->routings, i);
}

/* ---- the fabric */

static void fact(GString *page, const char *name, guint64 value, const char *note)
{
	g_string_append(page, "<tr>");
	html_element(page, "th", name);
	g_string_append_printf(page, "<td>%" G_GUINT64_FORMAT "</td>", value);
	html_element(page, "td class=\"words\"", note);
	g_string_append(page, "</tr>\n");
}

/* Cables by what they join, and ports at their ends by width and speed. */
typedef struct {
	guint32 between, to_hosts;
	guint32 rate[13][FABRIC_N_SPEEDS]; /* [width][speed] cables */
} Cables;

static void count_cables(const Fabric *fabric, Cables *cables)
{
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		if (port->peer == FABRIC_NONE || port->peer < i)
			continue;
		const FabricPort *peer = &fabric->ports[port->peer];
		if (fabric_is_switch(fabric, port->node) && fabric_is_switch(fabric, peer->node))
			cables->between++;
		else
			cables->to_hosts++;
		guint width = MIN(port->width, G_N_ELEMENTS(cables->rate) - 1);
		guint speed = port->speed < FABRIC_N_SPEEDS ? port->speed : FABRIC_SPEED_UNKNOWN;
		cables->rate[width][speed]++;
	}
}

static void add_rates(GString *page, const Cables *cables)
{
	for (guint width = 0; width < G_N_ELEMENTS(cables->rate); width++)
		for (guint speed = 0; speed < FABRIC_N_SPEEDS; speed++) {
			if (!cables->rate[width][speed])
				continue;
			g_autofree char *name = width && speed
							? g_strdup_printf("%ux %s", width, fabric_speed_name(speed))
							: g_strdup("of unknown rate");
			fact(page, name, cables->rate[width][speed], "cables");
		}
}

static void add_levels(GString *page, const Comparison *comparison)
{
	const Levels *levels = comparison->routings->len ? routing_of(comparison, 0)->levels : NULL;
	for (guint32 level = 1; levels && level <= levels->n_levels; level++) {
		g_autofree char *name = g_strdup_printf("level %u", level);
		guint32 n = 0;
		for (guint32 row = 0; row < comparison->fabric->n_switches; row++)
			n += levels->level[row] == level;
		fact(page, name, n,
		     level == 1 ? "switches with endpoints" : "switches so far from those with endpoints");
	}
}

static void add_load(GString *page, const RoutingFacts *routing, const SimTally *tally, gdouble load)
{
	g_string_append_printf(page, "<tr><td>%.3f</td>", load);
	html_element(page, "td", routing->name);
	g_string_append_printf(page, "<td>%.3f</td><td>%.1f</td><td>%s</td></tr>\n", tally->accepted,
			       sim_tally_mean(tally), tally->stopped ? "for ever" : "no");
}

/* What packets get: a row for each load and routing. */
static void add_loads(GString *page, const Comparison *comparison)
{
	const SimOptions *how = comparison->options.simulate;
	if (!how)
		return;
	html_element(page, "h2", "Under load");
	html_open_table(page, "loads", "What hosts get of their cables, and latency in slots");
	g_string_append(page,
			"<tr><th>load</th><th>routing</th><th>accepted</th><th>latency</th><th>stops</th></tr>\n");
	for (guint32 i = 0; i < how->n_loads; i++)
		for (guint k = 0; k < comparison->routings->len; k++)
			add_load(page, routing_of(comparison, k), &routing_of(comparison, k)->simulate->load[i],
				 how->load[i]);
	html_close_table(page);
}

static void add_fabric(GString *page, const Comparison *comparison)
{
	const Fabric *fabric = comparison->fabric;
	Cables cables = {0};
	guint32 classes[FABRIC_N_CLASSES];
	fabric_class_counts(fabric, classes);
	count_cables(fabric, &cables);
	html_element(page, "h2", "The fabric");
	html_open_table(page, "fabric", "The fabric");
	fact(page, "endpoints", fabric->n_endpoints, "CA and router ports with a LID on a switch");
	if (classes[FABRIC_AGGREGATION])
		fact(page, "aggregation nodes", classes[FABRIC_AGGREGATION], "of these endpoints");
	if (comparison->routings->len && routing_of(comparison, 0)->subset)
		fact(page, "measured", routing_of(comparison, 0)->subset,
		     "of these endpoints: hops, loads, bandwidths");
	fact(page, "adapters", fabric->n_nodes - fabric->n_switches, "channel adapters and routers");
	fact(page, "switches", fabric->n_switches, "");
	fact(page, "between switches", cables.between, "cables");
	fact(page, "to adapters", cables.to_hosts, "cables");
	add_rates(page, &cables);
	add_levels(page, comparison);
	html_close_table(page);
}

/* ---- the routings */

static void add_cell(GString *page, const Comparison *comparison, const CompareColumn *column,
		     const RoutingFacts *routing)
{
	gdouble value = column->value(routing);
	g_autofree char *words = column->kind == FIGURE_BOOLEAN   ? g_strdup(value != 0 ? "yes" : "no")
				 : column->kind == FIGURE_INTEGER ? g_strdup_printf("%.0f", value)
								  : g_strdup_printf("%.4f", value);
	html_element(page, comparison_best(comparison, column, routing) ? "td class=\"best\"" : "td", words);
}

static void add_table(GString *page, const Comparison *comparison)
{
	html_element(page, "h2", "The routings side by side");
	html_open_table(page, "routings", "The routings side by side");
	g_string_append(page, "<tr><th>routing</th>");
	for (const CompareColumn *column = compare_columns; column->key; column++) {
		g_autofree char *head_cell = g_strdup_printf("th title=\"%s\"", column->note);
		html_element(page, head_cell, column->words);
	}
	g_string_append(page, "</tr>\n");
	for (guint i = 0; i < comparison->routings->len; i++) {
		g_string_append(page, "<tr>");
		html_element(page, "td", routing_of(comparison, i)->name);
		for (const CompareColumn *column = compare_columns; column->key; column++)
			add_cell(page, comparison, column, routing_of(comparison, i));
		g_string_append(page, "</tr>\n");
	}
	html_close_table(page);
	g_string_append(page, "<p>A star marks the best figure of a column, of routings that are "
			      "complete and cannot deadlock.</p>\n");
}

/* At the foot, for those who have no pointer. */
static void add_columns(GString *page)
{
	html_element(page, "h2", "What the columns mean");
	g_string_append(page, "<dl>\n");
	for (const CompareColumn *column = compare_columns; column->key; column++) {
		html_element(page, "dt", column->words);
		html_element(page, "dd", column->note);
	}
	g_string_append(page, "</dl>\n");
}

static void add_sizes(GString *page, const Comparison *comparison)
{
	const GArray *sizes = comparison->options.sizes;
	if (!sizes)
		return;
	html_element(page, "h2", "Bandwidth among fewer endpoints");
	html_open_table(page, "sizes", "Bandwidth among fewer endpoints");
	g_string_append(page, "<tr><th>endpoints</th>");
	for (guint i = 0; i < comparison->routings->len; i++)
		html_element(page, "th", routing_of(comparison, i)->name);
	g_string_append(page, "</tr>\n");
	for (guint k = 0; k < sizes->len; k++) {
		g_string_append_printf(page, "<tr><td>%u</td>", g_array_index(sizes, guint32, k));
		for (guint i = 0; i < comparison->routings->len; i++) {
			const EbbFacts *ebb = g_ptr_array_index(routing_of(comparison, i)->sizes, k);
			g_string_append_printf(page, "<td>%.4f</td>", ebb->mean);
		}
		g_string_append(page, "</tr>\n");
	}
	html_close_table(page);
}

/* ---- the verdicts */

static void add_cycle(GString *page, const Comparison *comparison, const RoutingFacts *routing)
{
	const DeadlockFacts *deadlock = routing->deadlock;
	html_words(page, " CREDIT LOOP: packets on these channels can wait for each other for ever.");
	g_string_append(page, "</p>\n<ol>\n");
	for (guint32 i = 0; i < deadlock->n_cycle; i++) {
		const DeadlockStep *step = &deadlock->cycle[i];
		g_string_append(page, "<li>");
		html_printf(page, "%s, port %u, VL %u", fabric_name(comparison->fabric, step->node), step->port,
			    step->vl);
		g_string_append(page, "</li>\n");
	}
	g_string_append(page, "</ol>\n");
}

static void add_verdict(GString *page, const Comparison *comparison, const RoutingFacts *routing)
{
	const RouteFacts *routes = routing->routes;
	gboolean sound = routing_facts_sound(routing);
	g_string_append_printf(page, "<p class=\"%s\">", sound ? "sound" : "wrong");
	html_printf(page, "%s (%s):", routing->name, routing->tables);
	if (sound)
		html_words(page, " every pair arrives and no packets can deadlock.");
	if (routing->n_missing)
		html_printf(page, " DAMAGED: %u switches have no table.", routing->n_missing);
	if (routes->unreachable || routes->switch_unreachable)
		html_printf(page,
			    " NOT COMPLETE: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
			    " pairs of endpoints and %" G_GUINT64_FORMAT " pairs of a switch and a LID do not arrive.",
			    routes->unreachable, routes->pairs, routes->switch_unreachable);
	if (routing->deadlock->counts.dropped)
		html_printf(page, " DROPPED: %" G_GUINT64_FORMAT " routes are sent to VL 15.",
			    routing->deadlock->counts.dropped);
	if (!routing->deadlock->free)
		add_cycle(page, comparison, routing);
	else
		g_string_append(page, "</p>\n");
}

static void add_verdicts(GString *page, const Comparison *comparison)
{
	html_element(page, "h2", "Verdicts");
	g_string_append(page, "<div id=\"verdicts\">\n");
	for (guint i = 0; i < comparison->routings->len; i++)
		add_verdict(page, comparison, routing_of(comparison, i));
	g_string_append(page, "</div>\n");
}

/* ---- the pictures */

/* Takes the picture. */
static gboolean add_picture(GString *page, Plot *plot, guint number, const char *caption, GError **error)
{
	gboolean done = plot && html_picture(page, plot, number, caption, error);
	plot_free(plot);
	return done;
}

static gboolean add_pictures(GString *page, const Comparison *comparison, const char *topology, GError **error)
{
	html_element(page, "h2", "Pictures");
	if (!add_picture(page, chart_compare(comparison, topology), 1,
			 "Bandwidth with its 95 % confidence interval, loads, hops and lanes of each routing.",
			 error) ||
	    !add_picture(page, chart_bandwidths(comparison, topology), 2,
			 "How often random bisections get which bandwidth.", error) ||
	    !add_picture(page, chart_level_loads(comparison, topology, error), 3,
			 "How evenly the routes are spread over the channels between two levels of the fabric.", error))
		return FALSE;
	return !comparison->options.sizes ||
	       add_picture(
		       page, chart_sizes(comparison, topology), 4,
		       "Bandwidth of random bisections of some of the endpoints, with its 95 % confidence interval.",
		       error);
}

/* ---- the fabric under each routing */

static gboolean add_drawing(GString *page, const Comparison *comparison, const RoutingFacts *routing,
			    const char *fabric, GError **error)
{
	g_autofree guint64 *load = port_loads(comparison->fabric, routing->routes, error);
	g_autofree char *title = g_strdup_printf("%s, routes of %s", fabric, routing->name);
	DrawingOptions how = {.title = title, .loads = {.now = load}, .top = 5};
	g_autoptr(GByteArray) svg = load ? drawing_new(comparison->fabric, &how, ".svg", error) : NULL;
	if (!svg)
		return FALSE;
	g_byte_array_append(svg, (const guint8 *)"", 1);
	html_svg(page, (const char *)svg->data,
		 "Switches, the cables between them, and the routes over the fullest cable of each line. "
		 "A box and a line say more under the pointer.");
	return TRUE;
}

static gboolean add_drawings(GString *page, const Comparison *comparison, const char *fabric, GError **error)
{
	html_element(page, "h2", "The fabric and its routes");
	for (guint i = 0; i < comparison->routings->len; i++)
		if (!add_drawing(page, comparison, routing_of(comparison, i), fabric, error))
			return FALSE;
	return TRUE;
}

GString *page_new(const Comparison *comparison, const char *topology, GError **error)
{
	return page_new_with(comparison, topology, NULL, FALSE, error);
}

GString *page_new_with(const Comparison *comparison, const char *topology, const Report *first, gboolean sound,
		       GError **error)
{
	GString *page = g_string_new(head);
	g_autofree char *fabric = chart_name(topology),
			*title = g_strdup_printf(first ? "Rehearsal on %s" : "Routings of %s", fabric);
	html_element(page, "title", title);
	g_string_append(page, "</head>\n<body>\n");
	html_element(page, "h1", title);
	if (first) {
		html_element(page, "p", first->title);
		html_report_verdict(page, first, sound);
		html_report_figures(page, first);
	}
	add_verdicts(page, comparison);
	add_table(page, comparison);
	add_sizes(page, comparison);
	add_loads(page, comparison);
	add_fabric(page, comparison);
	if (!add_pictures(page, comparison, topology, error) || !add_drawings(page, comparison, fabric, error)) {
		g_string_free(page, TRUE);
		return NULL;
	}
	add_columns(page);
	g_string_append(page, "<p>");
	html_printf(page,
		    "Made by sssp-eval (" PACKAGE_NAME " " PACKAGE_VERSION
		    ") of the fabric in %s, from %u random bisections, seed %" G_GUINT64_FORMAT
		    "; sssp-eval(1) explains the figures.",
		    topology, comparison->options.ebb.patterns, comparison->options.ebb.seed);
	g_string_append(page, "</p>\n</body>\n</html>\n");
	return page;
}
