/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Compares two sets of forwarding tables and of path SLs. The rows of a switch in both sets are matched by its GUID,
 * and compared LID by LID. For SLs, the pairs of a source and a LID whose SL differs are counted.
 */
#include "evaluator/measures/diff.h"

#include "core/base/error.h"

/* The LID that a switch keeps for itself (port 0), 0 when there is none or more than one. */
static guint32 own_lid(const Lft *lft, const guint8 *row)
{
	guint32 own = 0;
	for (guint32 lid = 1; lid < lft->n_lids; lid++) {
		if (row[lid] != 0)
			continue;
		if (own)
			return 0;
		own = lid;
	}
	return own;
}

static gboolean same_lid(const Lft *old, const guint8 *before, const Lft *new, const guint8 *after, guint64 guid,
			 GError **error)
{
	guint32 was = own_lid(old, before), is = own_lid(new, after);
	if (!was || !is || was == is)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_INPUT,
			      "the LIDs changed: switch 0x%016" G_GINT64_MODIFIER
			      "x had LID %u and has LID %u; entries can be "
			      "compared only for the same LIDs",
			      guid, was, is);
}

static void compare_rows(Diff *d, const Lft *old, const guint8 *before, const Lft *new, const guint8 *after,
			 guint64 guid)
{
	DiffSwitch sw = {.guid = guid};
	guint32 block = G_MAXUINT32;
	for (guint32 lid = 0; lid < MAX(old->n_lids, new->n_lids); lid++) {
		if (lft_port(old, before, lid) == lft_port(new, after, lid) ||
		    (lid && (lid == old->unsaid || lid == new->unsaid)))
			continue;
		sw.first_lid = sw.entries++ ? sw.first_lid : lid;
		sw.last_lid = lid;
		sw.blocks += lid / DIFF_BLOCK != block;
		block = lid / DIFF_BLOCK;
	}
	if (!sw.entries)
		return;
	d->entries += sw.entries;
	d->blocks += sw.blocks;
	d->switches[d->n_switches++] = sw;
}

static gboolean compare_tables(Diff *d, const Lft *old, const Lft *new, GError **error)
{
	for (guint32 i = 0; i < old->n_switches; i++) {
		const guint8 *before = old->port + (gsize)i * old->n_lids, *after = lft_row(new, old->guid[i]);
		d->n_gone += !after;
		if (!after)
			continue;
		if (!same_lid(old, before, new, after, old->guid[i], error))
			return FALSE;
		d->n_common++;
		compare_rows(d, old, before, new, after, old->guid[i]);
	}
	d->n_added = new->n_switches - d->n_common;
	if (d->n_common)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_INPUT, "no switch in common: they are of different fabrics");
}

static guint8 sl_of(const PathSl *sl, const guint8 *row, guint32 lid)
{
	return row && lid < sl->n_lids && row[lid] < SL_COUNT ? row[lid] : 0;
}

/* The row of a source, or that of the switch it hangs on. */
static const guint8 *row_of(const PathSl *sl, guint64 source, guint64 beside)
{
	const guint8 *own = sl ? path_sl_row(sl, source) : NULL;
	return own || !sl ? own : path_sl_row(sl, beside);
}

static guint64 count_fabric(const PathSl *old, const PathSl *new, const Fabric *fabric)
{
	guint64 changed = 0;
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		const FabricPort *port = &fabric->ports[fabric->endpoints[e]];
		guint64 source = fabric->nodes[port->node].guid;
		guint64 sw = fabric->nodes[fabric->ports[port->peer].node].guid;
		const guint8 *before = row_of(old, source, sw), *after = row_of(new, source, sw);
		for (guint32 lid = 1; (before || after) && lid < fabric->n_lids; lid++) {
			guint32 owner = fabric->lid_port[lid];
			changed += owner != FABRIC_NONE && owner != fabric->endpoints[e] &&
				   fabric->ports[owner].num != 0 && sl_of(old, before, lid) != sl_of(new, after, lid);
		}
	}
	return changed;
}

static guint64 count_row(const PathSl *old, const PathSl *new, guint64 guid)
{
	const guint8 *before = row_of(old, guid, guid), *after = row_of(new, guid, guid);
	guint32 n_lids = MAX(old ? old->n_lids : 0, new ? new->n_lids : 0);
	guint64 changed = 0;
	for (guint32 lid = 1; lid < n_lids; lid++)
		changed += sl_of(old, before, lid) != sl_of(new, after, lid);
	return changed;
}

static guint64 count_rows(const PathSl *old, const PathSl *new)
{
	guint64 changed = 0;
	for (guint32 i = 0; old && i < old->n_sources; i++)
		changed += count_row(old, new, old->guid[i]);
	for (guint32 i = 0; new &&i < new->n_sources; i++)
		if (!old || !path_sl_row(old, new->guid[i]))
			changed += count_row(old, new, new->guid[i]);
	return changed;
}

Diff *diff_new(const Lft *old, const Lft *new, const PathSl *old_sl, const PathSl *new_sl, const Fabric *fabric,
	       GError **error)
{
	g_autoptr(Diff) d = g_new0(Diff, 1);
	d->switches = g_try_new(DiffSwitch, old->n_switches + 1);
	if (!d->switches)
		return sssp_error_memory_null(error, "changed switches", old->n_switches * sizeof(DiffSwitch));
	if (!compare_tables(d, old, new, error))
		return NULL;
	d->pairs_sl = fabric ? count_fabric(old_sl, new_sl, fabric) : count_rows(old_sl, new_sl);
	return g_steal_pointer(&d);
}

void diff_free(Diff *d)
{
	if (!d)
		return;
	g_free(d->switches);
	g_free(d);
}
