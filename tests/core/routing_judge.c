/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Judges a routing from the fabric's ports and the tables alone: all but its pairs, and what it says of itself. */
#include "tests/core/routing_judge_work.h"

#include <string.h>

void judge_blame(const Judge *j, const char *format, ...)
{
	if (*j->verdict->failure)
		return;
	va_list arguments;
	va_start(arguments, format);
	g_vsnprintf(j->verdict->failure, sizeof j->verdict->failure, format, arguments);
	va_end(arguments);
}

/* ---- the fabric, from its ports alone */

static gint compare_guids(gconstpointer a, gconstpointer b, gpointer user)
{
	const FabricNode *nodes = user;
	guint64 ga = nodes[*(const guint32 *)a].guid, gb = nodes[*(const guint32 *)b].guid;
	return ga < gb ? -1 : ga > gb;
}

static void number_switches(Judge *j)
{
	const Fabric *f = j->fabric;
	j->node = g_new(guint32, f->n_nodes + 1);
	j->row = g_new(guint32, f->n_nodes + 1);
	for (guint32 i = 0; i < f->n_nodes; i++) {
		j->row[i] = FABRIC_NONE;
		if (f->nodes[i].type == FABRIC_SWITCH)
			j->node[j->n++] = i;
	}
	g_qsort_with_data(j->node, (gint)j->n, sizeof(guint32), compare_guids, f->nodes);
	for (guint32 r = 0; r < j->n; r++)
		j->row[j->node[r]] = r;
}

const FabricPort *judge_switch_behind(const Judge *j, guint32 row, guint num)
{
	const FabricNode *node = &j->fabric->nodes[j->node[row]];
	if (num == 0 || num > node->n_ports)
		return NULL;
	guint32 peer = j->fabric->ports[node->first_port + num].peer;
	const FabricPort *port = peer == FABRIC_NONE ? NULL : &j->fabric->ports[peer];
	return port && port->node != j->node[row] && j->row[port->node] != FABRIC_NONE ? port : NULL;
}

/* Hops by flooding from every switch. */
static void flood(Judge *j)
{
	g_autofree guint32 *queue = g_new(guint32, j->n + 1);
	j->hops = g_new(guint32, (gsize)j->n * j->n + 1);
	for (guint32 from = 0; from < j->n; from++) {
		guint32 *hops = j->hops + (gsize)from * j->n, tail = 0;
		for (guint32 r = 0; r < j->n; r++)
			hops[r] = JUDGE_FAR;
		hops[from] = 0;
		queue[tail++] = from;
		for (guint32 head = 0; head < tail; head++)
			for (guint num = 1; num <= j->fabric->nodes[j->node[queue[head]]].n_ports; num++) {
				const FabricPort *next = judge_switch_behind(j, queue[head], num);
				if (!next || hops[j->row[next->node]] != JUDGE_FAR ||
				    hops[queue[head]] + 1 >= JUDGE_FAR)
					continue;
				hops[j->row[next->node]] = hops[queue[head]] + 1;
				queue[tail++] = j->row[next->node];
			}
	}
}

/* As sealing the fabric decided (fabric_class.h). */
static gboolean is_aggregation(const FabricNode *node)
{
	return node->type == FABRIC_CA && node->aggregation;
}

static void add_end(Judge *j, const FabricPort *port)
{
	const PathSl *sl = j->routing->path_sl;
	JudgeEnd end = {.port = port, .row = j->row[port->node]};
	if (end.row == FABRIC_NONE) { /* no switch itself: it hangs on one, or is out of the subnet */
		const FabricPort *peer = port->peer == FABRIC_NONE ? NULL : &j->fabric->ports[port->peer];
		if (!peer || j->row[peer->node] == FABRIC_NONE)
			return;
		end.row = j->row[peer->node];
		end.at = peer->num;
	}
	end.host = end.at && !is_aggregation(&j->fabric->nodes[port->node]);
	end.talks = end.at || j->fabric->nodes[port->node].manager;
	if (sl && !(end.sl = path_sl_row(sl, j->fabric->nodes[port->node].guid)))
		end.sl = path_sl_row(sl, j->fabric->nodes[j->node[end.row]].guid);
	if (sl && !end.sl)
		judge_blame(j, "no SLs for what LID %u sends", port->lid);
	g_array_append_val(j->ends, end);
}

/* ---- the tables */

static void find_tables(Judge *j)
{
	const Routing *r = j->routing;
	j->lft = g_new0(const guint8 *, j->n + 1);
	j->sl2vl = g_new0(gssize, j->n + 1);
	if (r->lft->n_switches != j->n || r->n_switches != j->n)
		judge_blame(j, "%u tables for %u switches", r->lft->n_switches, j->n);
	for (guint32 i = 0; i < j->n; i++) {
		guint64 guid = j->fabric->nodes[j->node[i]].guid;
		j->lft[i] = lft_row(r->lft, guid);
		j->sl2vl[i] = r->sl2vl ? sl2vl_find(r->sl2vl, guid) : -1;
		if (!j->lft[i] || r->lft->guid[i] != guid || (r->sl2vl && j->sl2vl[i] < 0))
			judge_blame(j, "switch %u of the fabric has no table, or not at its place", i);
	}
}

guint8 judge_entry(const Judge *j, guint32 row, guint lid)
{
	return lid < j->routing->lft->n_lids ? j->lft[row][lid] : JUDGE_NO_PATH;
}

/* ---- the rest of the tables, and what the routing says of itself */

static const JudgeEnd *end_of(const Judge *j, guint lid)
{
	for (guint i = 0; i < j->ends->len; i++) {
		const JudgeEnd *end = &g_array_index(j->ends, JudgeEnd, i);
		if (lid >= end->port->lid && lid < end->port->lid + (1u << end->port->lmc))
			return end;
	}
	return NULL;
}

static void judge_strays(Judge *j)
{
	for (guint32 lid = 0; lid < j->routing->lft->n_lids; lid++) {
		const JudgeEnd *end = end_of(j, lid);
		for (guint32 row = 0; row < j->n; row++) {
			gboolean has = judge_entry(j, row, lid) != JUDGE_NO_PATH;
			if (!has || (end && j->hops[(gsize)row * j->n + end->row] != JUDGE_FAR))
				continue;
			j->verdict->stray++;
			judge_blame(j, "switch row %u has an entry for LID %u, which it cannot reach", row, lid);
		}
	}
}

static void judge_hops(const Judge *j)
{
	for (gsize i = 0; i < (gsize)j->n * j->n; i++)
		if (j->routing->hops[i] != j->hops[i])
			judge_blame(j, "%u hops from switch row %u to %u, but they are %u", j->routing->hops[i],
				    (guint)(i / j->n), (guint)(i % j->n), j->hops[i]);
}

static void compare(const Judge *j, const char *what, guint64 stated, guint64 found)
{
	if (stated != found)
		judge_blame(j, "%s: the routing says %" G_GUINT64_FORMAT ", its tables %" G_GUINT64_FORMAT, what,
			    stated, found);
}

static void judge_figures(Judge *j)
{
	const Routing *r = j->routing;
	guint64 channels = 0, hosts = 0, lids = 0;
	for (guint32 i = 0; i < j->fabric->n_ports; i++) {
		const FabricPort *port = &j->fabric->ports[i];
		guint32 row = j->row[port->node];
		channels += row != FABRIC_NONE && judge_switch_behind(j, row, port->num);
		j->verdict->efi = MAX(j->verdict->efi, j->load[i]);
	}
	for (guint i = 0; i < j->ends->len; i++) {
		hosts += g_array_index(j->ends, JudgeEnd, i).host;
		lids += 1u << g_array_index(j->ends, JudgeEnd, i).port->lmc;
	}
	compare(j, "n_channels", r->n_channels, channels);
	compare(j, "n_hosts", r->n_hosts, hosts);
	compare(j, "n_dests", r->n_dests, lids);
	compare(j, "nonminimal_pairs", r->nonminimal_pairs + r->lmc.longer, j->verdict->nonminimal);
	compare(j, "longest", r->longest, j->verdict->longest);
	compare(j, "efi", r->efi, j->verdict->efi);
	if (r->vls_used > j->rules->max_vls || j->verdict->lanes > r->vls_used)
		judge_blame(j, "%u lanes used, it says %u of %u", j->verdict->lanes, r->vls_used, j->rules->max_vls);
}

/* Of VLs that stand for lanes by ports: the lanes that carry something. */
static guint fold(guint on, guint n)
{
	guint lanes = 0;
	for (guint vl = 0; on >> vl; vl++)
		lanes |= (on >> vl & 1) << vl % n;
	return lanes;
}

/*
 * Lanes that are said to be used, and cost QoS, are. Of routes that were kept the last, if only by connections: one
 * before it may fall idle. Tables of others may name lanes that carry nothing between switches.
 */
static void judge_use(Judge *j)
{
	gboolean copies = routing_port_vls(j->routing) && j->routing->vls_needed < j->routing->vls_used;
	guint used = copies ? j->routing->vls_needed : j->routing->vls_used;
	guint carry = copies ? fold(j->on, used) : j->on, on = carry;
	for (guint i = 0; j->routing->older && i < j->routing->older->len; i++)
		on |= g_array_index(j->routing->older, SlOlder, i).sls;
	if (j->rules->taken_over)
		return;
	if (j->routing->rerouted && used > 1 && on >> (used - 1) == 1)
		return;
	if (used > 1 && carry != (1u << used) - 1)
		judge_blame(j, "of %u lanes those of mask 0x%x carry something", used, carry);
}

static void judge_all(Judge *j)
{
	judge_all_pairs(j);
	judge_tree(j);
	judge_strays(j);
	if (!j->rules->tables_only) {
		judge_hops(j);
		judge_figures(j);
	}
	j->verdict->cyclic_ports = judge_lanes_cyclic(j->ports);
	j->verdict->cyclic_lanes = judge_lanes_cyclic(j->lanes);
	if (j->verdict->cyclic_ports)
		judge_blame(j, "credit loops of CA ports on %u lanes", j->verdict->cyclic_ports);
	if (j->verdict->cyclic_lanes && !j->routing->management_pairs_unproven)
		judge_blame(j, "credit loops on %u lanes", j->verdict->cyclic_lanes);
	if (j->astray)
		judge_blame(j, "%" G_GUINT64_FORMAT " hops on other lanes than are meant", j->astray);
	if (!j->rules->tables_only)
		judge_use(j);
}

gboolean routing_judge(const Fabric *fabric, const Routing *routing, const JudgeRules *rules, Verdict *verdict)
{
	Judge j = {.fabric = fabric,
		   .routing = routing,
		   .rules = rules,
		   .verdict = verdict,
		   .any_sl = routing->sl2vl && !routing->path_sl};
	memset(verdict, 0, sizeof *verdict);
	number_switches(&j);
	flood(&j);
	find_tables(&j);
	j.load = g_new0(guint64, fabric->n_ports + 1);
	j.lanes = judge_lanes_new(fabric);
	j.ports = judge_lanes_new(fabric);
	j.ends = g_array_new(FALSE, FALSE, sizeof(JudgeEnd));
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (fabric->ports[i].lid)
			add_end(&j, &fabric->ports[i]);
	if (!*verdict->failure)
		judge_all(&j);
	g_array_free(j.ends, TRUE);
	judge_lanes_free(j.lanes);
	judge_lanes_free(j.ports);
	g_free(j.node);
	g_free(j.row);
	g_free(j.lft);
	g_free(j.sl2vl);
	g_free(j.hops);
	g_free(j.load);
	return !*verdict->failure;
}
