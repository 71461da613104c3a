/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes the HTML page that compares routings of one fabric, from top to bottom: where it comes from, verdicts, what
 * stands out, figures, pictures. Its parts are in files of their own (page_parts.h).
 */
#include "evaluator/plot/page/page.h"

#include "core/base/error.h"
#include "evaluator/draw/drawing.h"
#include "evaluator/measures/port_loads.h"
#include "evaluator/plot/charts/charts.h"
#include "evaluator/plot/charts/charts_simulate.h"
#include "evaluator/plot/page/html.h"
#include "evaluator/plot/page/html_report.h"
#include "evaluator/plot/page/page_parts.h"

#include <string.h>

/* ---- further tables */

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
	g_string_append(
		page,
		"<tr><th>load</th><th>routing</th><th>accepted</th><th>latency (slots)</th><th>stops</th></tr>\n");
	for (guint32 i = 0; i < how->n_loads; i++)
		for (guint k = 0; k < comparison->routings->len; k++)
			add_load(page, page_routing(comparison, k), &page_routing(comparison, k)->simulate->load[i],
				 how->load[i]);
	html_close_table(page);
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
		html_element(page, "th", page_routing(comparison, i)->name);
	g_string_append(page, "</tr>\n");
	for (guint k = 0; k < sizes->len; k++) {
		g_string_append_printf(page, "<tr><td>%u</td>", g_array_index(sizes, guint32, k));
		for (guint i = 0; i < comparison->routings->len; i++) {
			const EbbFacts *ebb = g_ptr_array_index(page_routing(comparison, i)->sizes, k);
			g_string_append_printf(page, "<td>%.4f</td>", ebb->mean);
		}
		g_string_append(page, "</tr>\n");
	}
	html_close_table(page);
}

/* What each failure would take: of switches and of cables, by routing. */
static void add_failures(GString *page, const Comparison *comparison)
{
	if (!comparison->options.failures)
		return;
	html_element(page, "h2", "What if something fails");
	for (guint i = 0; i < comparison->routings->len; i++)
		for (guint k = 0; k < G_N_ELEMENTS(page_routing(comparison, i)->failing); k++) {
			g_autofree char *prefix = g_strdup_printf("failing-%u-%u-", i + 1, k + 1);
			html_report_part(page, page_routing(comparison, i)->failing[k], prefix);
		}
	html_element(page, "p", "sssp-eval what-if has all of them, and what rerouting makes of the worst.");
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
		add_verdict(page, comparison, page_routing(comparison, i));
	g_string_append(page, "</div>\n");
}

/* ---- the pictures */

/* Adds the picture, and frees it. */
static gboolean add_picture(GString *page, Plot *plot, guint number, const char *caption, GError **error)
{
	gboolean done = plot && html_picture(page, plot, number, caption, error);
	plot_free(plot);
	return done;
}

static gboolean add_pictures(GString *page, const Comparison *comparison, const char *topology, GError **error)
{
	g_autofree char *caption = chart_compare_caption(comparison);
	html_element(page, "h2", "Pictures");
	if (!add_picture(page, chart_compare(comparison, topology), 1, caption, error) ||
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
		if (!add_drawing(page, comparison, page_routing(comparison, i), fabric, error))
			return FALSE;
	return TRUE;
}

/* ---- the page */

static void add_top(GString *page, const PageOf *of, const char *fabric)
{
	g_autofree char *title = g_strdup_printf(of->first ? "Rehearsal on %s" : "Routings of %s", fabric);
	html_element(page, "title", title);
	g_string_append(page, "</head>\n<body>\n");
	html_element(page, "h1", title);
	page_about(page, of);
	if (!of->first)
		return;
	html_element(page, "p", of->first->title);
	html_report_verdict(page, of->first, of->sound);
	html_report_figures(page, of->first);
}

static void add_foot(GString *page, const Comparison *comparison)
{
	page_meanings(page);
	g_string_append(page, "<p>");
	html_printf(page,
		    "Bandwidths are of %u random bisections, seed %" G_GUINT64_FORMAT
		    "; sssp-eval-compare(1) explains the figures.",
		    comparison->options.ebb.patterns, comparison->options.ebb.seed);
	g_string_append(page, "</p>\n</body>\n</html>\n");
}

GString *page_new(const Comparison *comparison, const PageOf *of, GError **error)
{
	GString *page = g_string_new(page_style);
	g_autofree char *fabric = chart_name(of->topology);
	add_top(page, of, fabric);
	add_verdicts(page, comparison);
	gboolean done = page_standout(page, comparison, error);
	page_routings(page, comparison);
	add_sizes(page, comparison);
	add_loads(page, comparison);
	add_failures(page, comparison);
	page_fabric(page, comparison);
	if (!done || !add_pictures(page, comparison, of->topology, error) ||
	    !add_drawings(page, comparison, fabric, error)) {
		g_string_free(page, TRUE);
		return NULL;
	}
	add_foot(page, comparison);
	return page;
}

gboolean page_check(const char *option, const char *file, GError **error)
{
	g_autofree char *name = g_path_get_basename(file);
	const char *end = strrchr(name, '.');
	if (!end || g_str_equal(end, ".html") || g_str_equal(end, ".htm"))
		return TRUE;
	return sssp_error_usage(error,
				"%s takes the name of a file that ends in .html, not '%s'; a browser prints it as PDF",
				option, file);
}
