/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes how evenly a set of channels is loaded, and writes all channels with their loads as CSV. A load is the
 * number of routes over a channel. The highest, lowest and mean load and the standard deviation are found in one pass
 * (Welford).
 */
#include "evaluator/measures/efi_spread.h"

#include "core/base/printable.h"

#include <math.h>
#include <string.h>

#define GUID "0x%016" G_GINT64_MODIFIER "x"

static gdouble load_of(const RouteFacts *facts, const Capacity *capacity, guint32 channel)
{
	return (gdouble)facts->load[channel] * (capacity ? capacity->channel[channel] : 1);
}

/* One more load; `squares` is the sum of squared deviations from the mean so far (Welford). */
static void add(LoadSpread *spread, gdouble *squares, gdouble load)
{
	spread->max = spread->n ? MAX(spread->max, load) : load;
	spread->min = spread->n ? MIN(spread->min, load) : load;
	gdouble off = load - spread->mean;
	spread->mean += off / ++spread->n;
	*squares += off * (load - spread->mean);
}

static LoadSpread finish(LoadSpread spread, gdouble squares)
{
	spread.stddev = spread.n ? sqrt(squares / spread.n) : 0;
	return spread;
}

LoadSpread load_spread_class(const RouteFacts *facts, const Capacity *capacity, const LevelClass *class)
{
	LoadSpread spread = {0};
	gdouble squares = 0;
	for (guint32 i = 0; i < class->n_channels; i++)
		add(&spread, &squares, load_of(facts, capacity, class->channel[i]));
	return finish(spread, squares);
}

LoadSpread load_spread_all(const RouteFacts *facts, const Capacity *capacity, const Paths *p)
{
	LoadSpread spread = {0};
	gdouble squares = 0;
	for (guint32 c = 0; c < p->n_channels; c++)
		if (p->from[c] != p->to[c])
			add(&spread, &squares, load_of(facts, capacity, c));
	return finish(spread, squares);
}

static void append_text(GString *csv, const char *text)
{
	g_autofree char *valid = g_utf8_make_valid(text, -1);
	printable(valid, "\n");
	if (!strpbrk(valid, ",\"\r\n") && *valid != ' ' && !g_str_has_suffix(valid, " ")) {
		g_string_append(csv, valid);
		return;
	}
	g_string_append_c(csv, '"');
	for (const char *c = valid; *c; c++)
		g_string_append(csv, *c == '"' ? "\"\"" : (char[]){*c, 0});
	g_string_append_c(csv, '"');
}

static void append_end(GString *csv, const Fabric *fabric, guint32 node, guint port)
{
	g_string_append_printf(csv, GUID ",", fabric->nodes[node].guid);
	append_text(csv, fabric_name(fabric, node));
	g_string_append_printf(csv, ",%u,", port);
}

static void append_channel(GString *csv, const Paths *p, const RouteFacts *facts, const Levels *levels, guint32 c)
{
	const Fabric *fabric = p->fabric;
	guint32 from = fabric->switches[p->from[c]], to = fabric->switches[p->to[c]];
	guint32 mbps = capacity_cable_mbps(fabric, fabric_port_index(fabric, from, p->out_port[c]));
	append_end(csv, fabric, from, p->out_port[c]);
	append_end(csv, fabric, to, p->in_port[c]);
	g_string_append_printf(csv, "%u,%u,", levels->level[p->from[c]], levels->level[p->to[c]]);
	if (mbps)
		g_string_append_printf(csv, "%u", mbps);
	g_string_append_printf(csv, ",%" G_GUINT64_FORMAT "\n", facts->load[c]);
}

GString *load_csv(const Paths *p, const RouteFacts *facts, const Levels *levels)
{
	GString *csv = g_string_new("switch,name,port,peer,peer_name,peer_port,level,peer_level,mbps,routes\n");
	for (guint32 c = 0; c < p->n_channels; c++)
		if (p->from[c] != p->to[c])
			append_channel(csv, p, facts, levels, c);
	return csv;
}
