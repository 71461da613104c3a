/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Translates the previous tables and SLs (`then`, the second set of a case) to the present fabric (`now`). Connections
 * keep the SLs on which they were opened, so credit loops on these are looked for. If the fabric is the same, tables
 * are taken as they are. If not, nodes are matched by GUID, and LIDs become those that the same ports have now
 * (past.h). talk.h finds which pairs could talk then.
 */
#include "evaluator/commands/deadlock/previous_case.h"

#include "evaluator/commands/idle.h"
#include "formats/input.h"
#include "formats/lists/reconnect_list.h"

/* Warns of ports that have other LIDs now: their connections end, but are taken as if they went on. */
static void doubt_lids(const PreviousCase *f, const Case *now, GString *warnings)
{
	const Past *m = f->match;
	if (!m->n_moved || !warnings)
		return;
	const FabricPort *is = &m->now->ports[m->first_moved], *was = &m->then->ports[m->port[m->first_moved]];
	g_string_append_printf(
		warnings,
		"%s: warning: %u ports have other LIDs than in %s, the first is port %u of \"%s\" (%u, was "
		"%u): they are taken as if they had kept theirs, and connections to them end anyhow\n",
		now->topology_name, m->n_moved, f->then->topology_name, is->num, fabric_name(m->now, is->node), is->lid,
		was->lid);
}

/* Fills what belongs to f->match. FALSE with SSSP_ERROR_INPUT or SSSP_ERROR_MEMORY. */
static gboolean tell_in_lids_of_now(PreviousCase *f, const Case *now, GString *warnings, GError **error)
{
	const Case *then = f->then;
	f->match = past_new(now->fabric, then->fabric, error);
	if (!f->match) {
		g_prefix_error(error, "%s and %s: ", then->topology_name, now->topology_name);
		return FALSE;
	}
	doubt_lids(f, now, warnings);
	f->lft = past_lft(f->match, then->lft, error);
	if (!f->lft || (then->path_sl && !(f->own_sl = past_path_sl(f->match, then->path_sl, error))))
		return FALSE;
	f->path_sl = f->own_sl;
	f->paths = f->own_paths = paths_new(now->fabric, f->lft, error);
	if (!f->paths)
		g_prefix_error(error, "%s on %s: ", then->tables_name, now->topology_name);
	return f->paths != NULL;
}

PreviousCase *previous_case_new(const Case *now, GString *warnings, GError **error)
{
	g_autoptr(PreviousCase) f = g_new0(PreviousCase, 1);
	f->then = now->second;
	f->n_reconnected = -1;
	f->paths = now->second->paths;
	f->path_sl = now->second->path_sl;
	if (now->second->fabric != now->fabric && !tell_in_lids_of_now(f, now, warnings, error))
		return NULL;
	f->talk = talk_new(f->match, now->second->paths, error);
	return f->talk ? g_steal_pointer(&f) : NULL;
}

gboolean previous_case_mark_reconnected(PreviousCase *f, const Case *now, const char *file, GError **error)
{
	const Fabric *fabric = now->fabric;
	g_autoptr(GArray) pairs = input_reconnect_list(file, error);
	f->n_reconnected = 0;
	for (guint i = 0; pairs && i < pairs->len; i++) {
		const ReconnectPair *pair = &g_array_index(pairs, ReconnectPair, i);
		guint32 node = fabric_find_node(fabric, pair->guid);
		guint32 row = node == FABRIC_NONE ? PATHS_NONE : now->paths->row_of_node[node];
		if (row == PATHS_NONE || pair->lid >= fabric->n_lids)
			continue;
		if (!talk_close(f->talk, now->paths, row, pair->lid, error))
			return FALSE;
		f->n_reconnected++;
	}
	if (pairs && !f->n_reconnected)
		idle_say(now, "--reconnected", "no switch and LID of its lines are in this fabric");
	return pairs != NULL;
}

void previous_case_free(PreviousCase *f)
{
	if (!f)
		return;
	talk_free(f->talk);
	paths_free(f->own_paths);
	path_sl_free(f->own_sl);
	lft_free(f->lft);
	past_free(f->match);
	g_free(f);
}
