/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the SLs of all paths from the subnet manager of a running fabric, as lines of text. `saquery -p` is run once
 * for each node. Its answer has a record for each path, of lines "KEY....VALUE". An answer that was cut short
 * (libumad2sim passes on one packet of it) has no records, or records of other LIDs.
 */
#include "evaluator/live/live_sls.h"

#include "core/base/error.h"
#include "core/tables/sl.h"

#include <string.h>

/* The number of a line with this key, in any base. FALSE: it is another line. */
static gboolean take_number(const char *line, const char *key, guint *number)
{
	gsize length = strlen(key);
	if (strncmp(line, key, length) != 0 || line[length] != '.')
		return FALSE;
	line += length;
	line += strspn(line, ".");
	*number = (guint)g_ascii_strtoull(line, NULL, 0);
	return TRUE;
}

guint live_sls_take(const char *answer, guint from, guint32 n_lids, guint8 *sl)
{
	guint told = 0, slid = 0, dlid = 0, level;
	g_auto(GStrv) lines = g_strsplit(answer, "\n", -1);
	for (guint i = 0; lines[i]; i++) {
		const char *line = g_strstrip(lines[i]);
		if (take_number(line, "slid", &slid) || take_number(line, "dlid", &dlid) ||
		    !take_number(line, "sl", &level))
			continue;
		if (slid != from || !dlid || dlid >= n_lids || level >= SL_COUNT)
			continue;
		told += sl[dlid] == SL_NONE;
		sl[dlid] = (guint8)level;
	}
	return told;
}

/* Whether data goes from one port to another; no data goes between ports 0 of two switches. */
static gboolean can_talk(const Fabric *fabric, guint32 from, guint32 to)
{
	return from != to && (fabric->ports[from].num || fabric->ports[to].num);
}

/* Counts the LIDs that a port can talk to and that have no SL. */
static guint32 count_untold(const Fabric *fabric, guint32 port, const guint8 *sl)
{
	guint32 n = 0;
	for (guint32 lid = 1; lid < fabric->n_lids; lid++) {
		guint32 owner = fabric->lid_port[lid];
		n += owner != FABRIC_NONE && can_talk(fabric, port, owner) && sl[lid] == SL_NONE;
	}
	return n;
}

static void write_node(const Fabric *fabric, guint32 node, const guint8 *sl, GString *text)
{
	for (guint32 lid = 1; lid < fabric->n_lids; lid++)
		if (sl[lid] != SL_NONE)
			g_string_append_printf(text, "0x%016" G_GINT64_MODIFIER "x %u %u\n", fabric->nodes[node].guid,
					       lid, sl[lid]);
}

static gboolean ask_source(LiveRow *row, const Fabric *fabric, guint32 port, guint8 *sl, GError **error)
{
	GError *failure = NULL;
	guint from = fabric->ports[port].lid;
	g_autofree char *lid = g_strdup_printf("%u", from);
	g_autofree char *of = g_strdup_printf("paths from LID %u", from);
	const char *const arguments[] = {"-p", "--slid", lid, NULL};
	g_autofree char *answer = live_row_ask(row, "saquery", arguments, of, &failure);
	memset(sl, SL_NONE, fabric->n_lids);
	if (answer)
		live_sls_take(answer, from, fabric->n_lids, sl);
	sssp_error_pass(error, failure);
	row->untold += count_untold(fabric, port, sl);
	return !failure;
}

gboolean live_sls(LiveRow *row, const Fabric *fabric, GString *text, GError **error)
{
	g_autofree guint8 *sl = g_try_new(guint8, (gsize)fabric->n_lids + 1);
	g_autofree guint8 *written = g_try_new0(guint8, (gsize)fabric->n_nodes + 1);
	if (!sl || !written)
		return sssp_error_memory(error, "SLs of paths", fabric->n_lids);
	for (guint32 lid = 1; lid < fabric->n_lids; lid++) {
		guint32 port = fabric->lid_port[lid], node = port == FABRIC_NONE ? 0 : fabric->ports[port].node;
		if (port == FABRIC_NONE || written[node])
			continue;
		if (!ask_source(row, fabric, port, sl, error))
			return FALSE;
		write_node(fabric, node, sl, text);
		written[node] = 1;
		if (row->progress)
			row->progress(lid, fabric->n_lids, row->user);
	}
	return TRUE;
}
