/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the SL to VL tables of all switches of a running fabric, as lines of text. `smpquery sl2vl` is run once for
 * each cabled port that packets leave by. Its answer has a line "ports: in  1, out  3: | 0| 1|..|" for each port that
 * packets come by.
 */
#include "evaluator/live/live_sl2vl.h"

#include "core/base/error.h"
#include "core/tables/sl.h"

#include <stdio.h>
#include <string.h>

static gboolean is_cabled(const Fabric *fabric, guint32 node, guint port)
{
	return fabric->ports[fabric_port_index(fabric, node, port)].peer != FABRIC_NONE;
}

/* The VLs behind the first '|' of a line. FALSE: they are not 16. */
static gboolean take_vls(const char *line, guint8 *vl)
{
	const char *at = strchr(line, '|');
	for (guint sl = 0; sl < SL_COUNT; sl++) {
		char *end;
		guint64 value = at ? g_ascii_strtoull(at + 1, &end, 10) : SL_COUNT;
		if (value >= SL_COUNT || end == at + 1 || *end != '|')
			return FALSE;
		vl[sl] = (guint8)value;
		at = end;
	}
	return TRUE;
}

static gboolean take_line(const char *line, const Fabric *fabric, guint32 node, guint out, GString *text)
{
	guint in, said;
	guint8 vl[SL_COUNT];
	if (sscanf(line, "ports: in %u, out %u:", &in, &said) != 2 || said != out || in > fabric->nodes[node].n_ports ||
	    !take_vls(line, vl))
		return FALSE;
	if (in && !is_cabled(fabric, node, in))
		return FALSE;
	g_string_append_printf(text, "0x%016" G_GINT64_MODIFIER "x %u %u", fabric->nodes[node].guid, in, out);
	for (guint sl = 0; sl < SL_COUNT; sl += 2)
		g_string_append_printf(text, " 0x%x%x", vl[sl], vl[sl + 1]);
	g_string_append_c(text, '\n');
	return TRUE;
}

guint live_sl2vl_take(const char *answer, const Fabric *fabric, guint32 node, guint out, GString *text)
{
	guint n = 0;
	g_auto(GStrv) lines = g_strsplit(answer, "\n", -1);
	for (guint i = 0; lines[i]; i++)
		n += take_line(lines[i], fabric, node, out, text) ? 1 : 0;
	return n;
}

/* The number of ports that packets come by and that an answer should have: those with a cable, and port 0. */
static guint expected(const Fabric *fabric, guint32 node)
{
	guint n = 1;
	for (guint port = 1; port <= fabric->nodes[node].n_ports; port++)
		n += is_cabled(fabric, node, port) ? 1 : 0;
	return n;
}

static gboolean ask_port(LiveRow *row, const Fabric *fabric, guint32 node, guint port, GString *text, GError **error)
{
	GError *failure = NULL;
	g_autofree char *lid = g_strdup_printf("%u", fabric->ports[fabric_port_index(fabric, node, 0)].lid);
	g_autofree char *number = g_strdup_printf("%u", port);
	g_autofree char *of = g_strdup_printf("\"%s\" port %u", fabric_name(fabric, node), port);
	const char *const arguments[] = {"sl2vl", lid, number, NULL};
	g_autofree char *answer = live_row_ask(row, "smpquery", arguments, of, &failure);
	sssp_error_pass(error, failure);
	guint told = answer ? live_sl2vl_take(answer, fabric, node, port, text) : 0;
	row->untold += expected(fabric, node) - MIN(told, expected(fabric, node));
	return !failure;
}

static guint32 count_ports(const Fabric *fabric)
{
	guint32 n = 0;
	for (guint32 i = 0; i < fabric->n_switches; i++)
		n += expected(fabric, fabric->switches[i]) - 1;
	return n;
}

gboolean live_sl2vl(LiveRow *row, const Fabric *fabric, GString *text, GError **error)
{
	guint32 of = count_ports(fabric);
	for (guint32 i = 0; i < fabric->n_switches; i++) {
		guint32 node = fabric->switches[i];
		for (guint port = 1; port <= fabric->nodes[node].n_ports; port++) {
			if (!is_cabled(fabric, node, port))
				continue;
			if (!ask_port(row, fabric, node, port, text, error))
				return FALSE;
			if (row->progress)
				row->progress(row->asked, of, row->user);
		}
	}
	return TRUE;
}
