/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What changed is counted here from tables and cables alone, so that it can be held against what routing says of
 * itself. Switches are matched by GUID; a LID is known when the same port had it before.
 */
#include "bench/events/reroute.h"

#include "evaluator/paths/paths.h"

#include <string.h>

typedef struct {
	const Paths *was, *is;
	const PathSl *old_sl, *new_sl;
	guint32 *old_place;                      /* [rows] row before, PATHS_NONE: the switch is new */
	const guint8 **old_row;                  /* [rows] table before, NULL: the switch is new */
	const guint8 **old_sl_row, **new_sl_row; /* [rows] SLs, NULL: all 0 */
	guint8 *stays;                           /* [rows][256] ports that lead to the same switch as before */
	guint8 *known;                           /* [n_lids] LIDs that stand for the same port as before */
	guint32 *hops, *old_hops, *queue;        /* to the switch that is looked at: now, and before by rows of then */
	guint8 *kept;                            /* [rows] the route from here is what it was */
	guint8 *has_to;                          /* [rows][n_blocks] 1: an entry in it has to change */
	guint32 n_blocks;
	RerouteDifference *difference;
} Comparison;

static guint8 old_port(const Comparison *c, guint32 row, guint32 lid)
{
	return lft_port(c->was->lft, c->old_row[row], lid);
}

static guint8 new_port(const Comparison *c, guint32 row, guint32 lid)
{
	return lft_port(c->is->lft, c->is->table[row], lid);
}

/* Whether a port leads towards a LID by a minimal path; hops are those to the switch of the LID, `at`. */
static gboolean is_minimal(const Paths *paths, const guint32 *hops, guint32 row, guint32 at, guint8 port, guint32 lid)
{
	if (row == at)
		return paths_delivers(paths, row, port, lid);
	guint32 channel = paths->port_channel[(gsize)row * PATHS_PORTS + port];
	return channel != PATHS_NONE && hops[paths->to[channel]] != PATHS_LOST &&
	       hops[paths->to[channel]] + 1 == hops[row];
}

/*
 * A previous port that leads along no minimal path must change; but not where it did so before, of choice, and leads to
 * where it did: nothing was lost there.
 */
static gboolean must_change(const Comparison *c, guint32 row, guint32 at, guint32 lid)
{
	guint8 port = old_port(c, row, lid);
	guint32 old = c->old_place[row], old_at = c->old_place[at];
	if (is_minimal(c->is, c->hops, row, at, port, lid))
		return FALSE;
	return row == at || old_at == PATHS_NONE || !c->stays[(gsize)row * 256 + port] ||
	       is_minimal(c->was, c->old_hops, old, old_at, port, lid);
}

static void count_entry(Comparison *c, guint32 row, guint32 at, guint32 lid)
{
	RerouteDifference *d = c->difference;
	gboolean reached = c->hops[row] != PATHS_LOST;
	d->entries++;
	if (!c->old_row[row] || !c->known[lid]) {
		d->must += reached;
		c->has_to[(gsize)row * c->n_blocks + lid / CHANGES_BLOCK] |= reached ? 1 : 0;
		d->changed += new_port(c, row, lid) != LFT_NO_PATH;
		d->own += !c->known[lid];
		return;
	}
	gboolean must = reached && must_change(c, row, at, lid);
	d->must += must;
	c->has_to[(gsize)row * c->n_blocks + lid / CHANGES_BLOCK] |= must ? 1 : 0;
	d->changed += old_port(c, row, lid) != new_port(c, row, lid);
}

/* ---- SLs of routes that are what they were */

static guint8 sl_at(const PathSl *sl, const guint8 *row, guint32 lid)
{
	return row && lid < sl->n_lids && row[lid] != SL_NONE ? row[lid] : 0;
}

static gboolean carries_data(const Paths *paths, guint32 row, guint32 lid)
{
	const Fabric *fabric = paths->fabric;
	return paths->attached[row] || !fabric_is_switch(fabric, fabric->ports[fabric->lid_port[lid]].node);
}

static gboolean stays_at(const Comparison *c, guint32 row, guint32 lid, guint32 channel)
{
	guint8 port = new_port(c, row, lid);
	if (!c->old_row[row] || old_port(c, row, lid) != port)
		return FALSE;
	return channel == PATHS_NONE || (c->stays[(gsize)row * 256 + port] && c->kept[c->is->to[channel]]);
}

static void count_sls(Comparison *c, PathTree *tree, guint32 lid)
{
	path_tree_fill(tree, c->is, lid);
	memset(c->kept, 0, c->is->n_rows);
	for (guint32 i = 0; i < tree->n_arriving; i++) {
		guint32 row = tree->order[i];
		c->kept[row] = stays_at(c, row, lid, tree->channel[row]);
		if (!c->kept[row] || !carries_data(c->is, row, lid))
			continue;
		c->difference->paths++;
		c->difference->sls_changed +=
			sl_at(c->old_sl, c->old_sl_row[row], lid) != sl_at(c->new_sl, c->new_sl_row[row], lid);
	}
}

/* ---- blocks */

static void count_blocks(Comparison *c, guint32 row)
{
	guint32 n_lids = MAX(c->was->lft->n_lids, c->is->lft->n_lids);
	for (guint32 first = 0; first < n_lids; first += CHANGES_BLOCK) {
		gboolean differs = !c->old_row[row];
		for (guint32 lid = first; !differs && lid < MIN(first + CHANGES_BLOCK, n_lids); lid++)
			differs = old_port(c, row, lid) != new_port(c, row, lid);
		c->difference->blocks++;
		c->difference->blocks_changed += differs;
	}
}

/* ---- all of it */

static guint64 name_of(const Fabric *fabric, guint32 lid, guint8 *num)
{
	if (lid >= fabric->n_lids || fabric->lid_port[lid] == FABRIC_NONE)
		return 0;
	const FabricPort *port = &fabric->ports[fabric->lid_port[lid]];
	*num = port->num;
	return fabric->nodes[port->node].guid;
}

static void match_lids(Comparison *c)
{
	const Fabric *was = c->was->fabric, *is = c->is->fabric;
	guint8 before = 0, after = 0;
	for (guint32 lid = 1; lid < is->n_lids; lid++)
		c->known[lid] = name_of(is, lid, &after) && name_of(was, lid, &before) == name_of(is, lid, &after) &&
				before == after;
	for (guint32 lid = 1; lid < was->n_lids; lid++)
		if (name_of(was, lid, &before) && name_of(was, lid, &before) != name_of(is, lid, &after))
			c->difference->own += is->n_switches;
}

static guint64 far_end(const Paths *paths, guint32 row, guint port)
{
	guint32 channel = paths->port_channel[(gsize)row * PATHS_PORTS + port];
	return channel == PATHS_NONE ? 0 : paths->fabric->nodes[paths->fabric->switches[paths->to[channel]]].guid;
}

static void match_rows(Comparison *c)
{
	for (guint32 row = 0, old = 0; row < c->is->n_rows; row++) {
		c->old_place[row] = PATHS_NONE;
		guint64 guid = c->is->fabric->nodes[c->is->fabric->switches[row]].guid;
		while (old < c->was->n_rows && c->was->fabric->nodes[c->was->fabric->switches[old]].guid < guid)
			old++;
		if (old == c->was->n_rows || c->was->fabric->nodes[c->was->fabric->switches[old]].guid != guid)
			continue;
		c->old_place[row] = old;
		c->old_row[row] = c->was->table[old];
		c->old_sl_row[row] = c->old_sl ? path_sl_row(c->old_sl, guid) : NULL;
		c->new_sl_row[row] = c->new_sl ? path_sl_row(c->new_sl, guid) : NULL;
		for (guint port = 1; port < 256; port++)
			c->stays[(gsize)row * 256 + port] =
				far_end(c->is, row, port) && far_end(c->is, row, port) == far_end(c->was, old, port);
	}
}

static void compare_towards(Comparison *c, guint32 at, const GArray *lids)
{
	paths_shortest(c->is, at, c->hops, c->queue);
	if (c->old_place[at] != PATHS_NONE)
		paths_shortest(c->was, c->old_place[at], c->old_hops, c->queue);
	for (guint32 row = 0; row < c->is->n_rows; row++)
		for (guint i = 0; i < lids->len; i++)
			count_entry(c, row, at, g_array_index(lids, guint32, i));
}

static gboolean compare(Comparison *c, GError **error)
{
	g_autoptr(PathTree) tree = path_tree_new(c->is, error);
	if (!tree)
		return FALSE;
	match_lids(c);
	match_rows(c);
	g_autofree GArray **lids = g_new(GArray *, c->is->n_rows);
	for (guint32 row = 0; row < c->is->n_rows; row++)
		lids[row] = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 lid = 1; lid < c->is->fabric->n_lids; lid++) {
		guint32 at = paths_lid_row(c->is, lid);
		if (at == PATHS_NONE)
			continue;
		g_array_append_val(lids[at], lid);
		if (c->known[lid])
			count_sls(c, tree, lid);
	}
	for (guint32 row = 0; row < c->is->n_rows; row++) {
		count_blocks(c, row);
		compare_towards(c, row, lids[row]);
		g_array_free(lids[row], TRUE);
	}
	for (gsize i = 0; i < (gsize)c->is->n_rows * c->n_blocks; i++)
		c->difference->blocks_must += c->has_to[i];
	return TRUE;
}

gboolean reroute_compare(const Fabric *was, const Routing *before, const Fabric *is, const Routing *after,
			 RerouteDifference *difference, GError **error)
{
	g_autoptr(Paths) old_paths = paths_new(was, before->lft, error);
	g_autoptr(Paths) new_paths = old_paths ? paths_new(is, after->lft, error) : NULL;
	if (!new_paths)
		return FALSE;
	gsize rows = new_paths->n_rows;
	g_autofree const guint8 **old_row = g_new0(const guint8 *, rows);
	g_autofree const guint8 **old_sl_row = g_new0(const guint8 *, rows),
				**new_sl_row = g_new0(const guint8 *, rows);
	g_autofree guint8 *stays = g_new0(guint8, rows * 256), *known = g_new0(guint8, is->n_lids);
	g_autofree guint8 *kept = g_new0(guint8, rows);
	guint32 n_blocks = is->n_lids / CHANGES_BLOCK + 1;
	g_autofree guint8 *has_to = g_new0(guint8, rows * n_blocks);
	g_autofree guint32 *hops = g_new(guint32, rows), *old_place = g_new(guint32, rows);
	g_autofree guint32 *old_hops = g_new(guint32, old_paths->n_rows);
	g_autofree guint32 *queue = g_new(guint32, MAX(rows, old_paths->n_rows));
	Comparison c = {.was = old_paths,
			.is = new_paths,
			.old_sl = before->path_sl,
			.new_sl = after->path_sl,
			.old_row = old_row,
			.old_sl_row = old_sl_row,
			.new_sl_row = new_sl_row,
			.stays = stays,
			.known = known,
			.hops = hops,
			.old_hops = old_hops,
			.old_place = old_place,
			.queue = queue,
			.kept = kept,
			.has_to = has_to,
			.n_blocks = n_blocks,
			.difference = difference};
	*difference = (RerouteDifference){0};
	return compare(&c, error);
}
