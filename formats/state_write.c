/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes the state of a routing (its tables and the fabric they were made for) into the bytes of opensm-sssp.state. The
 * most bytes that this state can need are allocated at once, and then filled from the front.
 */
#include "formats/state.h"

#include "core/base/error.h"
#include "formats/state_bytes.h"

#include <string.h>

typedef struct {
	const Fabric *fabric;
	guint8 *at;
	guint32 *place; /* [n_nodes] of a node in the order of GUIDs */
} Writer;

static void put(Writer *w, guint64 value, guint bytes)
{
	for (guint i = 0; i < bytes; i++)
		*w->at++ = (guint8)(value >> (8 * i));
}

/* ---- the fabric */

static gboolean has_name(const FabricPort *port)
{
	return port->lid || port->guid;
}

/* Whether a cable is written at this end: the first by (place of the node, port). */
static gboolean is_first_end(const Writer *w, const FabricPort *port)
{
	if (port->peer == FABRIC_NONE)
		return FALSE;
	const FabricPort *peer = &w->fabric->ports[port->peer];
	return w->place[port->node] < w->place[peer->node] || (port->node == peer->node && port->num < peer->num);
}

static void put_nodes(Writer *w)
{
	for (guint32 i = 0; i < w->fabric->n_nodes; i++) {
		const FabricNode *node = &w->fabric->nodes[w->fabric->by_guid[i]];
		put(w, node->guid, 8);
		put(w, node->type, 1);
		put(w, node->n_ports, 1);
		put(w,
		    (node->enhanced ? STATE_ENHANCED : 0u) | (node->manager ? STATE_MANAGER : 0u) |
			    (node->aggregation ? STATE_AGGREGATION : 0u),
		    1);
	}
}

static void put_port(Writer *w, const FabricPort *port)
{
	put(w, w->place[port->node], 4);
	put(w, port->num, 1);
	put(w, port->lmc, 1);
	put(w, port->lid, 2);
	put(w, port->guid, 8);
}

static void put_cable(Writer *w, const FabricPort *port)
{
	const FabricPort *peer = &w->fabric->ports[port->peer];
	put(w, w->place[port->node], 4);
	put(w, port->num, 1);
	put(w, w->place[peer->node], 4);
	put(w, peer->num, 1);
}

/* Writes all cables, or else all ports with a LID or a GUID, in the order of GUIDs and port numbers. */
static void put_ports(Writer *w, gboolean cables)
{
	for (guint32 i = 0; i < w->fabric->n_nodes; i++) {
		const FabricNode *node = &w->fabric->nodes[w->fabric->by_guid[i]];
		for (guint num = 0; num <= node->n_ports; num++) {
			const FabricPort *port = &w->fabric->ports[node->first_port + num];
			if (cables && is_first_end(w, port))
				put_cable(w, port);
			if (!cables && has_name(port))
				put_port(w, port);
		}
	}
}

/* ---- rows */

static guint32 count_runs(const guint8 *row, guint32 n)
{
	guint32 runs = n > 0;
	for (guint32 i = 1; i < n; i++)
		runs += row[i] != row[i - 1];
	return runs;
}

static void put_runs(Writer *w, const guint8 *row, guint32 n, guint32 runs)
{
	put(w, STATE_RUNS, 1);
	put(w, runs, 4);
	for (guint32 i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && row[end] == row[i];)
			end++;
		put(w, row[i], 1);
		put(w, end - i, 2);
	}
}

static void put_row(Writer *w, const guint8 *row, guint32 n)
{
	guint32 runs = count_runs(row, n);
	if (4 + (guint64)runs * STATE_RUN_BYTES < n) {
		put_runs(w, row, n, runs);
		return;
	}
	put(w, STATE_PLAIN, 1);
	memcpy(w->at, row, n);
	w->at += n;
}

static void put_rows(Writer *w, const guint8 *values, guint32 n_rows, guint32 n_lids)
{
	for (guint32 i = 0; i < n_rows; i++)
		put_row(w, values + (gsize)i * n_lids, n_lids);
}

/* ---- all of it */

static gboolean rows_fit(const State *state, GError **error)
{
	const Fabric *fabric = state->fabric;
	const Lft *lft = state->lft;
	const PathSl *sl = state->path_sl;
	gboolean fit = lft->n_switches == fabric->n_switches && lft->n_lids &&
		       (!sl || (sl->n_sources == fabric->n_switches && sl->n_lids)) &&
		       (!state->sl2vl || state->sl2vl->n_switches == fabric->n_switches);
	for (guint32 i = 0; fit && i < fabric->n_switches; i++) {
		guint64 guid = fabric->nodes[fabric->switches[i]].guid;
		fit = lft->guid[i] == guid && (!sl || sl->guid[i] == guid) &&
		      (!state->sl2vl || state->sl2vl->guid[i] == guid);
	}
	for (guint i = 0; fit && state->older && i < state->older->len; i++)
		fit = lft_row(lft, g_array_index(state->older, SlOlder, i).from) &&
		      lft_row(lft, g_array_index(state->older, SlOlder, i).to);
	if (!fit)
		g_set_error_literal(error, SSSP_ERROR, SSSP_ERROR_INPUT, "tables of other switches than the fabric's");
	return fit;
}

/* ---- connections */

static gboolean has_connections(const State *state)
{
	return state->detours || (state->older && state->older->len);
}

static gsize connection_bytes(const State *state)
{
	return has_connections(state) ? 12 + (state->older ? state->older->len : 0) * (gsize)STATE_PAIR_BYTES : 0;
}

/* Finds the place of a switch: rows and pairs are both in the order of GUIDs. */
static guint32 place_of(const Lft *lft, guint64 guid)
{
	return (guint32)((lft_row(lft, guid) - lft->port) / lft->n_lids);
}

static void put_connections(Writer *w, const State *state)
{
	guint n = state->older ? state->older->len : 0;
	if (!has_connections(state))
		return;
	put(w, state->detours, 8);
	put(w, n, 4);
	for (guint i = 0; i < n; i++) {
		const SlOlder *pair = &g_array_index(state->older, SlOlder, i);
		put(w, place_of(state->lft, pair->from), 4);
		put(w, place_of(state->lft, pair->to), 4);
		put(w, pair->sls, 2);
	}
}

/* ---- jobs */

static gsize job_bytes(const State *state)
{
	return state->jobs ? 4 + state->jobs->len * (gsize)STATE_MEMBER_BYTES : 0;
}

static void put_jobs(Writer *w, const State *state)
{
	if (!state->jobs)
		return;
	put(w, state->jobs->len, 4);
	for (guint i = 0; i < state->jobs->len; i++) {
		const StateMember *member = &g_array_index(state->jobs, StateMember, i);
		put(w, member->guid, 8);
		put(w, member->job, 4);
	}
}

/* ---- the multicast tree */

static gsize tree_bytes(const State *state)
{
	return state->mcast ? (gsize)state->lft->n_switches << 8 : 0;
}

static void put_tree(Writer *w, const State *state)
{
	for (guint32 row = 0; state->mcast && row < state->lft->n_switches; row++) {
		const guint8 *marks = state->mcast + ((gsize)row << 8);
		guint8 *count = w->at;
		put(w, 0, 1);
		for (guint port = 1; port <= FABRIC_MAX_PORTS; port++)
			if (marks[port]) {
				put(w, port, 1);
				++*count;
			}
	}
}

/* ---- VLs by ports */

static gsize port_vl_bytes(const State *state)
{
	gsize bytes = 0;
	for (guint32 i = 0; state->sl2vl && i < state->sl2vl->n_switches; i++)
		bytes += (state->sl2vl->n_ports[i] + (gsize)1) * (state->sl2vl->n_ports[i] + (gsize)2);
	return bytes;
}

static void put_port_vls(Writer *w, const Sl2vl *sl2vl)
{
	guint8 row[256];
	for (guint32 i = 0; sl2vl && i < sl2vl->n_switches; i++)
		for (guint in = 0; in <= sl2vl->n_ports[i]; in++) {
			for (guint out = 0; out <= sl2vl->n_ports[i]; out++)
				row[out] = sl2vl_get(sl2vl, i, in, out)->vl[0];
			put_row(w, row, sl2vl->n_ports[i] + 1u);
		}
}

static guint32 bits_of(const State *state)
{
	return (state->asymmetric ? STATE_ASYMMETRIC : 0u) | (has_connections(state) ? STATE_CONNECTIONS : 0u) |
	       (state->jobs ? STATE_JOBS : 0u) | (state->mcast ? STATE_TREE : 0u) |
	       (state->sl2vl ? STATE_PORT_VLS : 0u);
}

static void put_head(Writer *w, const State *state, guint32 n_ports, guint32 n_cables)
{
	memcpy(w->at, STATE_MAGIC, STATE_MAGIC_BYTES);
	w->at += STATE_MAGIC_BYTES;
	put(w, STATE_VERSION, 4);
	put(w, bits_of(state), 4);
	put(w, 0, 8); /* the length, once it is known */
	put(w, state->fresh_efi, 8);
	put(w, state->max_vls, 4);
	put(w, state->vls_needed, 4);
	put(w, w->fabric->n_nodes, 4);
	put(w, n_ports, 4);
	put(w, n_cables, 4);
	put(w, state->lft->n_lids, 4);
	put(w, state->path_sl ? state->path_sl->n_sources : 0, 4);
	put(w, state->path_sl ? state->path_sl->n_lids : 0, 4);
}

static void put_all(Writer *w, const State *state, guint32 n_ports, guint32 n_cables)
{
	put_head(w, state, n_ports, n_cables);
	put_nodes(w);
	put_ports(w, FALSE);
	put_ports(w, TRUE);
	put_rows(w, state->lft->port, state->lft->n_switches, state->lft->n_lids);
	if (state->path_sl)
		put_rows(w, state->path_sl->sl, state->path_sl->n_sources, state->path_sl->n_lids);
	put_connections(w, state);
	put_jobs(w, state);
	put_tree(w, state);
	put_port_vls(w, state->sl2vl);
}

static gsize most_bytes(const State *state, guint32 n_ports, guint32 n_cables)
{
	const PathSl *sl = state->path_sl;
	gsize rows = (gsize)state->lft->n_switches * (state->lft->n_lids + 1);
	return STATE_HEAD_BYTES + (gsize)state->fabric->n_nodes * STATE_NODE_BYTES + (gsize)n_ports * STATE_PORT_BYTES +
	       (gsize)n_cables * STATE_CABLE_BYTES + rows + (sl ? (gsize)sl->n_sources * (sl->n_lids + 1) : 0) +
	       connection_bytes(state) + job_bytes(state) + tree_bytes(state) + port_vl_bytes(state) +
	       STATE_DIGEST_BYTES;
}

static guint8 *write_all(Writer *w, const State *state, gsize *length, GError **error)
{
	guint32 n_ports = 0, n_cables = 0;
	for (guint32 i = 0; i < w->fabric->n_ports; i++) {
		n_ports += has_name(&w->fabric->ports[i]) ? 1 : 0;
		n_cables += is_first_end(w, &w->fabric->ports[i]) ? 1 : 0;
	}
	gsize most = most_bytes(state, n_ports, n_cables);
	guint8 *bytes = w->at = g_try_malloc(most);
	if (!bytes)
		return sssp_error_memory_null(error, "the state to be kept", most);
	put_all(w, state, n_ports, n_cables);
	*length = (gsize)(w->at - bytes) + STATE_DIGEST_BYTES;
	w->at = bytes + STATE_MAGIC_BYTES + 4 + 4;
	put(w, *length, 8);
	return bytes;
}

guint8 *state_write(const State *state, gsize *length, GError **error)
{
	const Fabric *fabric = state->fabric;
	if (!rows_fit(state, error))
		return NULL;
	Writer w = {.fabric = fabric, .place = g_try_new(guint32, fabric->n_nodes + 1)};
	if (!w.place)
		return sssp_error_memory_null(error, "the state to be kept", fabric->n_nodes * sizeof *w.place);
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		w.place[fabric->by_guid[i]] = i;
	guint8 *bytes = write_all(&w, state, length, error);
	g_free(w.place);
	return bytes;
}

void state_sign(guint8 *bytes, gsize length)
{
	gsize size = STATE_DIGEST_BYTES;
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_checksum_update(sum, bytes, (gssize)(length - STATE_DIGEST_BYTES));
	g_checksum_get_digest(sum, bytes + length - STATE_DIGEST_BYTES, &size);
}
