/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts what a subnet manager has to write to replace one set of tables by another, and the pairs whose routes change.
 * SL to VL maps are compared one by one; multicast entries are compared in sorted order, and the blocks with a
 * difference collected in a set. A route is unchanged if every switch on it sends to the same port, so the answer for a
 * switch follows from that for the next switch on the route.
 */
#include "evaluator/measures/update_cost.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"

#include <string.h>

static const SlMap *map_of(const Sl2vl *sl2vl, gssize at, guint in, guint out)
{
	static const SlMap identity = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
	return at >= 0 ? sl2vl_get(sl2vl, (guint32)at, in, out) : &identity;
}

static guint64 count_switch(const Fabric *fabric, const FabricNode *node, const Sl2vl *old, const Sl2vl *new)
{
	gssize was = old ? sl2vl_find(old, node->guid) : -1, is = new ? sl2vl_find(new, node->guid) : -1;
	const FabricPort *ports = &fabric->ports[node->first_port];
	guint64 changed = 0;
	for (guint in = 0; in <= node->n_ports; in++)
		for (guint out = 1; out <= node->n_ports; out++)
			if ((in == 0 || ports[in].peer != FABRIC_NONE) && ports[out].peer != FABRIC_NONE)
				changed +=
					memcmp(map_of(old, was, in, out), map_of(new, is, in, out), sizeof(SlMap)) != 0;
	return changed;
}

guint64 update_cost_sl2vl(const Fabric *fabric, const Sl2vl *old, const Sl2vl *new)
{
	guint64 changed = 0;
	for (guint32 i = 0; i < fabric->n_switches && (old || new); i++)
		changed += count_switch(fabric, &fabric->nodes[fabric->switches[i]], old, new);
	return changed;
}

/* A block of a multicast forwarding table. */
typedef struct {
	guint64 guid;
	guint32 number;   /* of 32 LIDs */
	guint32 position; /* of 16 ports */
} Block;

static guint hash_block(gconstpointer data)
{
	const Block *block = data;
	return (guint)(block->guid ^ block->guid >> 32) * 49157u + block->number * 16 + block->position;
}

static gboolean same_block(gconstpointer a, gconstpointer b)
{
	return memcmp(a, b, sizeof(Block)) == 0;
}

static void mark_blocks(GHashTable *blocks, guint64 guid, guint16 mlid, const MftPorts *old, const MftPorts *new)
{
	for (guint32 position = 0; position < 16; position++) {
		guint64 differ = old->bits[position / 4] ^ new->bits[position / 4];
		if (!(differ >> (position % 4 * 16) & 0xffff))
			continue;
		Block *block = g_new0(Block, 1);
		*block = (Block){guid, (mlid - (guint32)MFT_FIRST_MLID) / 32, position};
		g_hash_table_add(blocks, block);
	}
}

static int compare_entries(const MftEntry *a, const MftEntry *b)
{
	if (!a || !b)
		return !a - !b;
	return BY_KEYS({a->mlid, b->mlid}, {a->guid, b->guid});
}

guint64 update_cost_mft_blocks(const Mft *old, const Mft *new)
{
	static const MftPorts none;
	guint32 n_old = old ? old->n_entries : 0, n_new = new ? new->n_entries : 0;
	g_autoptr(GHashTable) blocks = g_hash_table_new_full(hash_block, same_block, g_free, NULL);
	for (guint32 i = 0, k = 0; i < n_old || k < n_new;) {
		const MftEntry *was = i < n_old ? &old->entry[i] : NULL, *is = k < n_new ? &new->entry[k] : NULL;
		int order = compare_entries(was, is);
		const MftEntry *one = order <= 0 ? was : is;
		mark_blocks(blocks, one->guid, one->mlid, order <= 0 ? &was->ports : &none,
			    order >= 0 ? &is->ports : &none);
		i += order <= 0;
		k += order >= 0;
	}
	return g_hash_table_size(blocks);
}

/* Counts the pairs towards one LID; `changed` has room for all rows. */
static void count_lid(const PathTree *old, const PathTree *new, const Paths *p, guint8 *changed, ChangedRoutes *routes)
{
	guint32 target = paths_lid_row(p, old->lid);
	for (guint32 i = 0; i < old->n_arriving; i++) {
		guint32 row = old->order[i], channel = old->channel[row];
		changed[row] = channel != new->channel[row] || new->hops[row] >= PATHS_LOST ||
			       (channel != PATHS_NONE && changed[p->to[channel]]);
	}
	for (guint32 row = 0; row < p->n_rows; row++) {
		guint64 sources = p->attached[row] - (row == target);
		gboolean lost = old->hops[row] >= PATHS_LOST;
		routes->pairs += sources;
		routes->changed += (lost ? new->hops[row] < PATHS_LOST : changed[row]) ? sources : 0;
	}
}

gboolean update_cost_routes(const Paths *old, const Paths *new, ChangedRoutes *routes, GError **error)
{
	g_autoptr(PathTree) before = path_tree_new(old, error);
	g_autoptr(PathTree) after = before ? path_tree_new(new, error) : NULL;
	g_autofree guint8 *changed = g_try_new0(guint8, (gsize)old->n_rows + 1);
	*routes = (ChangedRoutes){0};
	if (!after)
		return FALSE;
	if (!changed)
		return sssp_error_memory(error, "changed routes", old->n_rows);
	for (guint32 lid = 1; lid < old->fabric->n_lids; lid++) {
		if (paths_lid_row(old, lid) == PATHS_NONE || paths_is_unsaid(new, lid) ||
		    old->fabric->ports[old->fabric->lid_port[lid]].num == 0)
			continue;
		path_tree_fill(before, old, lid);
		path_tree_fill(after, new, lid);
		count_lid(before, after, old, changed, routes);
	}
	return TRUE;
}
