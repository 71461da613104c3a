/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes the part of a comparison's HTML page that says what the fabric consists of: counts endpoints, switches, cables
 * by rate, and levels.
 */
#include "evaluator/plot/page/html.h"
#include "evaluator/plot/page/html_report.h"
#include "evaluator/plot/page/page_parts.h"

static void fact(GString *page, const char *name, guint64 value, const char *note)
{
	g_string_append(page, "<tr>");
	html_element(page, "th scope=\"row\"", name);
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
	const Levels *levels = comparison->routings->len ? page_routing(comparison, 0)->levels : NULL;
	for (guint32 level = 1; levels && level <= levels->n_levels; level++) {
		g_autofree char *name = g_strdup_printf("level %u", level);
		guint32 n = 0;
		for (guint32 row = 0; row < comparison->fabric->n_switches; row++)
			n += levels->level[row] == level;
		fact(page, name, n,
		     level == 1 ? "switches with endpoints" : "switches so far from those with endpoints");
	}
}

void page_fabric(GString *page, const Comparison *comparison)
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
	if (comparison->routings->len && page_routing(comparison, 0)->subset)
		fact(page, "measured", page_routing(comparison, 0)->subset,
		     "of these endpoints: hops, loads, bandwidths");
	fact(page, "adapters", fabric->n_nodes - fabric->n_switches, "channel adapters and routers");
	fact(page, "switches", fabric->n_switches, "");
	fact(page, "between switches", cables.between, "cables");
	fact(page, "to adapters", cables.to_hosts, "cables");
	add_rates(page, &cables);
	add_levels(page, comparison);
	html_close_table(page);
}
