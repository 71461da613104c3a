/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds which pairs of a source and a LID could talk by previous tables. If the previous fabric is known, one tree of
 * routes is filled for each LID from the previous forwarding tables, and shows whether packets of a source arrived. If
 * not, a pair counts when the source's first switch had an entry for the LID.
 */
#include "evaluator/deadlock/talk.h"

#include "core/base/error.h"

Talk *talk_new(const Past *past, const Paths *paths, GError **error)
{
	g_autoptr(Talk) talk = g_new0(Talk, 1);
	talk->past = past;
	talk->paths = paths;
	if (past && !(talk->tree = path_tree_new(paths, error)))
		return NULL;
	return g_steal_pointer(&talk);
}

void talk_free(Talk *talk)
{
	if (!talk)
		return;
	path_tree_free(talk->tree);
	g_free(talk->closed);
	g_free(talk);
}

void talk_begin(Talk *talk, guint32 lid)
{
	talk->lid = talk->past ? past_lid(talk->past, lid) : lid;
	if (talk->tree && talk->lid)
		path_tree_fill(talk->tree, talk->paths, talk->lid);
}

/* The row of the switch that a port is cabled to, or is port 0 of; PATHS_NONE when it is not cabled. */
static guint32 row_of(const Paths *paths, guint32 port)
{
	const FabricPort *p = &paths->fabric->ports[port];
	if (fabric_is_switch(paths->fabric, p->node))
		return paths->row_of_node[p->node];
	return p->peer == FABRIC_NONE ? PATHS_NONE : paths->row_of_node[paths->fabric->ports[p->peer].node];
}

/* The row of the first switch of a port of now, PATHS_NONE without one, or without tables of it. */
static guint32 first_row(const Talk *talk, guint32 source)
{
	const Paths *p = talk->paths;
	guint32 port = talk->past ? talk->past->port[source] : source;
	guint32 row = port == FABRIC_NONE || !p->fabric->ports[port].lid ? PATHS_NONE : row_of(p, port);
	return row == PATHS_NONE || !p->table[row] ? PATHS_NONE : row;
}

static gboolean has_entry(const Paths *paths, guint32 row, guint32 lid)
{
	return lft_port(paths->lft, paths->table[row], lid) != LFT_NO_PATH;
}

gboolean talk_could(const Talk *talk, guint32 source)
{
	guint32 row = talk->lid ? first_row(talk, source) : PATHS_NONE;
	if (row == PATHS_NONE)
		return FALSE;
	return talk->tree ? talk->tree->hops[row] < PATHS_LOST : has_entry(talk->paths, row, talk->lid);
}

gboolean talk_had_entry(const Talk *talk, guint32 source, guint32 lid)
{
	guint32 row = first_row(talk, source), then = talk->past ? past_lid(talk->past, lid) : lid;
	return row != PATHS_NONE && then && has_entry(talk->paths, row, then);
}

gboolean talk_close(Talk *talk, const Paths *paths, guint32 row, guint32 lid, GError **error)
{
	gsize bits = (gsize)paths->n_rows * paths->fabric->n_lids, bit = (gsize)row * paths->fabric->n_lids + lid;
	if (!talk->closed && !(talk->closed = g_try_malloc0(bits / 8 + 1)))
		return sssp_error_memory(error, "connections that were opened again", bits / 8 + 1);
	talk->n_lids = paths->fabric->n_lids;
	talk->closed[bit / 8] |= (guint8)(1u << bit % 8);
	return TRUE;
}

gboolean talk_is_closed(const Talk *talk, guint32 row, guint32 lid)
{
	gsize bit = (gsize)row * talk->n_lids + lid;
	return talk->closed && talk->closed[bit / 8] >> bit % 8 & 1;
}
