/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Evaluates a routing by the evaluator's measures, and whether the SLs of both directions are one. It shares nothing
 * with routing.
 */
#include "bench/drawn/cliff.h"

#include "evaluator/deadlock/deadlock.h"
#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/measures/efi.h"

#define FEW_HOSTS 1000
#define PATTERNS_FEW 200 /* bisections of fewer hosts than that */
#define PATTERNS_MANY 60
#define EBB_SEED 1

guint cliff_patterns(guint32 hosts)
{
	return hosts < FEW_HOSTS ? PATTERNS_FEW : PATTERNS_MANY;
}

static gboolean judge_loads(const Paths *paths, CliffFigures *figures, GError **error)
{
	EbbOptions options = {.patterns = cliff_patterns(paths->n_part), .seed = EBB_SEED};
	g_autoptr(RouteFacts) facts = route_facts_new(paths, error);
	g_autoptr(EbbFacts) ebb = facts && paths->n_part > 1 ? ebb_facts_new(paths, &options, error) : NULL;
	if (!facts || (!ebb && paths->n_part > 1))
		return FALSE;
	figures->efi = facts->efi_max;
	figures->longer = facts->nonminimal;
	figures->lost = facts->unreachable + facts->switch_unreachable;
	figures->ebb = ebb ? ebb->mean : 1;
	return TRUE;
}

/* ---- lanes */

static guint16 first_lid(const Fabric *fabric, guint32 node)
{
	return fabric->ports[fabric_port_index(fabric, node, 0)].lid;
}

/* An endpoint and each other, or each switch, that come after it. */
static guint64 count_lopsided(const Lanes *lanes, guint32 e)
{
	const Fabric *fabric = lanes->paths->fabric;
	guint16 lid = fabric->ports[fabric->endpoints[e]].lid;
	const guint8 *row = lanes->endpoint_sl[e];
	guint64 count = 0;
	for (guint32 i = e + 1; i < fabric->n_endpoints; i++)
		count += lanes_sl(lanes, row, fabric->ports[fabric->endpoints[i]].lid) !=
			 lanes_sl(lanes, lanes->endpoint_sl[i], lid);
	for (guint32 i = 0; i < fabric->n_switches; i++)
		count += lanes_sl(lanes, row, first_lid(fabric, fabric->switches[i])) !=
			 lanes_sl(lanes, lanes->switch_sl[i], lid);
	return count;
}

/* Pairs that routing says it could not prove are left out here, and here only. */
static void leave_out_unproven(Lanes *lanes, const CliffTables *tables)
{
	if (tables->unproven)
		lanes->ends &= ~(1u << FABRIC_MANAGEMENT);
}

static gboolean judge_loops(Lanes *lanes, const Multicast *multicast, const CliffTables *tables, CliffFigures *figures,
			    GError **error)
{
	g_autoptr(DeadlockFacts) facts = deadlock_facts_new(lanes, FALSE, multicast, 0, error);
	if (!facts)
		return FALSE;
	figures->lanes = facts->n_layers;
	figures->highest = facts->n_layers ? facts->layers[facts->n_layers - 1].vl : 0;
	figures->lost += facts->counts.dropped;
	if (!facts->free && tables->unproven) {
		g_clear_pointer(&facts, deadlock_facts_free);
		leave_out_unproven(lanes, tables);
		if (!(facts = deadlock_facts_new(lanes, FALSE, multicast, 0, error)))
			return FALSE;
	}
	figures->loop = !facts->free;
	figures->loop_classes = facts->cycle_classes;
	return TRUE;
}

/* Returns a multicast group of all endpoints, with the ports of the tree; without one a group of nobody. */
static Mft *group_of_all(const Fabric *fabric, const guint8 *tree, GError **error)
{
	g_autofree MftEntry *entries = g_new0(MftEntry, fabric->n_switches + 1);
	for (guint32 row = 0; tree && row < fabric->n_switches; row++) {
		guint32 sw = fabric->switches[row];
		entries[row] = (MftEntry){.guid = fabric->nodes[sw].guid, .mlid = MFT_FIRST_MLID};
		for (guint port = 1; port <= fabric->nodes[sw].n_ports; port++) {
			guint32 peer = fabric->ports[fabric_port_index(fabric, sw, port)].peer;
			gboolean endpoint = peer != FABRIC_NONE && !fabric_is_switch(fabric, fabric->ports[peer].node);
			if (endpoint || tree[((gsize)row << 8) + port])
				mft_set(&entries[row].ports, port);
		}
	}
	return mft_new(entries, tree ? fabric->n_switches : 0, error);
}

static gboolean judge_lanes(const Paths *paths, const CliffTables *tables, CliffFigures *figures, GError **error)
{
	g_autoptr(Mft) mft = group_of_all(paths->fabric, tables->mcast, error);
	g_autoptr(Multicast) multicast = mft ? multicast_new(paths, mft, error) : NULL;
	g_autoptr(Lanes) lanes = multicast ? lanes_new(paths, tables->path_sl, tables->sl2vl, error) : NULL;
	if (!lanes || !judge_loops(lanes, multicast, tables, figures, error))
		return FALSE;
	for (guint32 e = 0; tables->symmetric && tables->path_sl && e < paths->fabric->n_endpoints; e++)
		figures->lopsided += count_lopsided(lanes, e);
	return TRUE;
}

gboolean cliff_judge(const Fabric *fabric, const CliffTables *tables, CliffFigures *figures, GError **error)
{
	g_autoptr(Paths) paths = paths_new(fabric, tables->lft, error);
	return paths && judge_loads(paths, figures, error) &&
	       (!tables->lanes || judge_lanes(paths, tables, figures, error));
}
