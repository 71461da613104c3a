/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Judges a routing pair by pair: that packets arrive, on which lanes, by how many hops, and the replies to them. */
#include "tests/core/routing_judge_work.h"

static guint8 sl_of(const Judge *j, const JudgeEnd *from, guint lid)
{
	guint8 sl = from->sl && lid < j->routing->path_sl->n_lids ? from->sl[lid] : 0;
	return sl == SL_NONE ? 0 : sl;
}

static guint8 vl_of(Judge *j, guint32 row, guint in, guint out, guint8 sl)
{
	if (!j->routing->sl2vl)
		return sl;
	const SlMap *map = sl2vl_get(j->routing->sl2vl, (guint32)j->sl2vl[row], in, out);
	for (guint other = 0; j->any_sl && judge_switch_behind(j, row, out) && other < SL_COUNT; other++)
		if (map->vl[other] != map->vl[sl])
			judge_blame(j, "switch row %u, port %u to %u: SLs go by several VLs, and paths have none", row,
				    in, out);
	return map->vl[sl];
}

/* What is asked of the lane on one link. Links to CAs end every dependency, but have lanes only so many. */
static void check_lane(Judge *j, guint32 row, guint out, guint8 vl, guint8 wanted)
{
	const FabricPort *port = &j->fabric->ports[j->fabric->nodes[j->node[row]].first_port + out];
	gboolean between = judge_switch_behind(j, row, out) != NULL;
	guint limit = between ? j->rules->max_vls : 15;
	if (port->vls && out)
		limit = MIN(limit, port->vls);
	if (vl >= limit)
		judge_blame(j, "switch row %u port %u: VL %u, but the link may use %u", row, out, vl, limit);
	j->astray += between && vl != wanted;
	if (between)
		j->verdict->lanes = MAX(j->verdict->lanes, vl + 1u);
	if (between)
		j->on |= 1u << vl;
}

/* Follows the tables from one end to a LID of another; the hops it took, or -1 when it did not arrive. */
static gint follow(Judge *j, const JudgeEnd *from, const JudgeEnd *to, guint lid, guint8 sl, guint64 *load)
{
	gboolean ports = from->at && to->at;
	guint32 row = from->row, before = FABRIC_NONE, before_port = FABRIC_NONE;
	guint in = from->at;
	for (guint32 steps = 0; steps <= j->n; steps++) {
		guint8 out = judge_entry(j, row, lid), vl = 0;
		const FabricPort *next = judge_switch_behind(j, row, out);
		gboolean arrived = row == to->row && out == to->at;
		if (arrived || next) {
			vl = vl_of(j, row, in, out, sl);
			check_lane(j, row, out, vl, ports && !j->any_sl ? sl : vl);
		}
		if (arrived)
			return (gint)steps;
		if (!next) {
			j->verdict->lost++;
			judge_blame(j, "LID %u -> LID %u ends at switch row %u, entry %u", from->port->lid, lid, row,
				    out);
			return -1;
		}
		guint32 channel = j->fabric->nodes[j->node[row]].first_port + out;
		if (load)
			load[channel]++;
		before = judge_lanes_pass(j->lanes, before, channel, vl);
		if (ports)
			before_port = judge_lanes_pass(j->ports, before_port, channel, vl);
		row = j->row[next->node];
		in = next->num;
	}
	j->verdict->looping++;
	judge_blame(j, "LID %u -> LID %u has a forwarding loop", from->port->lid, lid);
	return -1;
}

/* The reply to every LID that the sender may have used comes on the SL of what it answers. */
static void judge_reply(Judge *j, const JudgeEnd *from, const JudgeEnd *to, guint8 sl)
{
	gboolean lopsided = FALSE;
	for (guint i = 0; i < 1u << from->port->lmc; i++) {
		guint lid = from->port->lid + i;
		lopsided |= sl_of(j, to, lid) != sl;
		follow(j, to, from, lid, sl, NULL);
	}
	/* on one switch they meet nobody else's */
	if (j->rules->taken_over && from->row == to->row)
		lopsided = FALSE;
	j->verdict->lopsided += lopsided;
	if (lopsided)
		judge_blame(j, "the SL between LIDs %u and %u differs by direction", from->port->lid, to->port->lid);
}

static void judge_pair(Judge *j, const JudgeEnd *from, const JudgeEnd *to, guint lid)
{
	guint32 least = j->hops[(gsize)from->row * j->n + to->row];
	gboolean hosts = from->host && to->host;
	if (least == JUDGE_FAR) {
		j->verdict->apart++;
		return;
	}
	guint8 sl = sl_of(j, from, lid);
	if (sl >= SL_COUNT) {
		judge_blame(j, "LID %u -> LID %u has SL %u", from->port->lid, lid, sl);
		return;
	}
	if (routing_sl(j->routing, from->row, lid) != sl)
		judge_blame(j, "LID %u -> LID %u: routing_sl() is not SL %u of path_sl", from->port->lid, lid, sl);
	gint hops = follow(j, from, to, lid, sl, hosts ? j->load : NULL);
	j->verdict->pairs++;
	j->verdict->nonminimal += hosts && hops > (gint)least;
	if (hosts && hops > (gint)j->verdict->longest)
		j->verdict->longest = (guint32)hops;
	if (j->rules->symmetric)
		judge_reply(j, from, to, sl);
}

void judge_all_pairs(Judge *j)
{
	for (guint s = 0; s < j->ends->len; s++)
		for (guint d = 0; d < j->ends->len; d++) {
			const JudgeEnd *from = &g_array_index(j->ends, JudgeEnd, s),
				       *to = &g_array_index(j->ends, JudgeEnd, d);
			for (guint i = 0; s != d && (from->talks || to->talks) && i < 1u << to->port->lmc; i++)
				judge_pair(j, from, to, to->port->lid + i);
		}
}

static gboolean is_in_tree(const Judge *j, guint32 row, guint port)
{
	return j->routing->mcast[((gsize)row << 8) + port] && judge_switch_behind(j, row, port);
}

void judge_tree(Judge *j)
{
	guint of_pairs = j->verdict->lanes;
	for (guint32 row = 0; j->routing->mcast && row < j->n; row++)
		for (guint in = 1; in <= j->fabric->nodes[j->node[row]].n_ports; in++)
			for (guint out = 1; is_in_tree(j, row, in) && out <= j->fabric->nodes[j->node[row]].n_ports;
			     out++) {
				if (out == in || !is_in_tree(j, row, out))
					continue;
				guint8 vl = vl_of(j, row, in, out, 0);
				check_lane(j, row, out, vl, vl);
			}
	j->verdict->lanes = of_pairs;
}
