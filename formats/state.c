/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the state of a routing (its tables and the fabric they were made for) from the bytes of opensm-sssp.state, part
 * by part. The digest is checked before any number is read. But anybody who can write the file can also sign it, so
 * each number is compared with the bytes that are left before anything is allocated for it.
 */
#include "formats/state.h"

#include "core/base/error.h"
#include "core/fabric/fabric_class.h"
#include "formats/state_bytes.h"
#include "formats/state_reader.h"

#include <string.h>

#define NODES_MOST (2 * FABRIC_MAX_LID)
#define PORTS_MOST ((guint32)1 << 22) /* of all nodes: a byte of the file stands for up to 255 */

/* ---- the head */

gboolean state_recognise(const guint8 *bytes, gsize length)
{
	return length >= STATE_MAGIC_BYTES && !memcmp(bytes, STATE_MAGIC, STATE_MAGIC_BYTES);
}

static gboolean is_sound(const StateReader *r, const guint8 *bytes, gsize length, GError **error)
{
	guint8 digest[STATE_DIGEST_BYTES];
	gsize size = sizeof digest;
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_checksum_update(sum, bytes, (gssize)(length - STATE_DIGEST_BYTES));
	g_checksum_get_digest(sum, digest, &size);
	return !memcmp(digest, bytes + length - STATE_DIGEST_BYTES, sizeof digest) ||
	       state_refuse(r, "damaged: its checksum is that of other content", error);
}

static gboolean read_version(StateReader *r, gsize length, GError **error)
{
	if (!state_recognise(r->at, length))
		return state_refuse(r, "not a file of the state of a routing", error);
	r->at += STATE_MAGIC_BYTES;
	guint64 version = state_has(r, 1, 4) ? state_take_number(r, 4) : STATE_VERSION;
	if (version == STATE_VERSION)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_INPUT,
			      "%s: version %" G_GUINT64_FORMAT " of the format, only %d is known", r->file, version,
			      STATE_VERSION);
}

static gboolean read_length(StateReader *r, gsize length, State *state, GError **error)
{
	if (length < STATE_HEAD_BYTES + STATE_DIGEST_BYTES)
		return state_refuse(r, "cut off in its first lines", error);
	guint64 flags = state_take_number(r, 4), said = state_take_number(r, 8);
	state->asymmetric = flags & STATE_ASYMMETRIC;
	r->has_connections = (flags & STATE_CONNECTIONS) != 0;
	r->has_jobs = (flags & STATE_JOBS) != 0;
	r->has_tree = (flags & STATE_TREE) != 0;
	r->has_port_vls = (flags & STATE_PORT_VLS) != 0;
	if (said == length)
		return flags < STATE_BITS || state_refuse(r, "made with an option that is not known", error);
	return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: %s: %" G_GSIZE_FORMAT " of %" G_GUINT64_FORMAT " bytes",
			      r->file, length < said ? "cut off" : "something follows it", length, said);
}

static gboolean read_numbers(StateReader *r, State *state, GError **error)
{
	state->fresh_efi = state_take_number(r, 8);
	state->max_vls = (guint)state_take_number(r, 4);
	state->vls_needed = (guint)state_take_number(r, 4);
	r->n_nodes = (guint32)state_take_number(r, 4);
	r->n_ports = (guint32)state_take_number(r, 4);
	r->n_cables = (guint32)state_take_number(r, 4);
	r->n_lids = (guint32)state_take_number(r, 4);
	r->n_sls = (guint32)state_take_number(r, 4);
	r->sl_lids = (guint32)state_take_number(r, 4);
	if (state->max_vls >= SL_COUNT || state->vls_needed >= SL_COUNT || r->n_nodes > NODES_MOST ||
	    !state_has(r, r->n_nodes, STATE_NODE_BYTES) || !state_has(r, r->n_ports, STATE_PORT_BYTES) ||
	    !state_has(r, r->n_cables, STATE_CABLE_BYTES) || r->n_lids < 1 || r->n_lids > FABRIC_MAX_LID + 1 ||
	    r->sl_lids > FABRIC_MAX_LID + 1 || (r->n_sls > 0) != (r->sl_lids > 0))
		return state_refuse(r, "numbers of nodes, cables or LIDs that cannot be", error);
	return TRUE;
}

/* ---- the fabric */

static gboolean read_node(StateReader *r, State *state, GError **error)
{
	Fabric *fabric = state->fabric;
	guint64 guid = state_take_number(r, 8), type = state_take_number(r, 1), n_ports = state_take_number(r, 1),
		bits = state_take_number(r, 1);
	if (type > FABRIC_ROUTER || bits >= 2 * STATE_AGGREGATION || fabric->n_ports + n_ports + 1 > PORTS_MOST)
		return state_refuse(r, "a node of no kind that is known, or more ports than can be", error);
	guint32 index = fabric_add_node(fabric, (FabricNodeType)type, guid, (guint)n_ports, NULL, error);
	if (index == FABRIC_NONE) {
		g_prefix_error(error, "%s: ", r->file);
		return FALSE;
	}
	fabric->nodes[index].enhanced = (bits & STATE_ENHANCED) != 0;
	fabric->nodes[index].manager = (bits & STATE_MANAGER) != 0;
	fabric->nodes[index].marked = (bits & STATE_AGGREGATION) != 0;
	return TRUE;
}

/* The port of a (node, number), FABRIC_NONE when there is none. */
static guint32 find_port(const Fabric *fabric, guint64 node, guint64 num)
{
	if (node >= fabric->n_nodes || num > fabric->nodes[node].n_ports)
		return FABRIC_NONE;
	return fabric_port_index(fabric, (guint32)node, (guint)num);
}

static gboolean read_port(StateReader *r, State *state, GError **error)
{
	guint64 node = state_take_number(r, 4), num = state_take_number(r, 1);
	guint32 index = find_port(state->fabric, node, num);
	if (index == FABRIC_NONE)
		return state_refuse(r, "a port of no node", error);
	FabricPort *port = &state->fabric->ports[index];
	port->lmc = (guint8)state_take_number(r, 1);
	port->lid = (guint16)state_take_number(r, 2);
	port->guid = state_take_number(r, 8);
	return TRUE;
}

static gboolean read_cable(StateReader *r, State *state, GError **error)
{
	guint64 node = state_take_number(r, 4), num = state_take_number(r, 1);
	guint32 a = find_port(state->fabric, node, num);
	node = state_take_number(r, 4), num = state_take_number(r, 1);
	guint32 b = find_port(state->fabric, node, num);
	if (a == FABRIC_NONE || b == FABRIC_NONE)
		return state_refuse(r, "a cable at a port of no node", error);
	if (fabric_cable(state->fabric, a, b, error))
		return TRUE;
	g_prefix_error(error, "%s: ", r->file);
	return FALSE;
}

static gboolean read_items(StateReader *r, State *state, guint32 n, gsize bytes,
			   gboolean (*read)(StateReader *, State *, GError **), GError **error)
{
	if (!state_has(r, n, bytes))
		return state_refuse(r, "fewer nodes or cables than it says", error);
	for (guint32 i = 0; i < n; i++)
		if (!read(r, state, error))
			return FALSE;
	return TRUE;
}

static gboolean read_fabric(StateReader *r, State *state, GError **error)
{
	state->fabric = fabric_new();
	if (!read_items(r, state, r->n_nodes, STATE_NODE_BYTES, read_node, error) ||
	    !read_items(r, state, r->n_ports, STATE_PORT_BYTES, read_port, error) ||
	    !read_items(r, state, r->n_cables, STATE_CABLE_BYTES, read_cable, error))
		return FALSE;
	if (fabric_seal(state->fabric, error))
		return TRUE;
	g_prefix_error(error, "%s: ", r->file);
	return FALSE;
}

/* Whether at least half of the state's switches are in the subnet. */
static gboolean is_of(const StateReader *r, const Fabric *was, const Fabric *subnet, GError **error)
{
	guint32 common = 0;
	for (guint32 i = 0; i < was->n_switches; i++) {
		guint32 node = fabric_find_node(subnet, was->nodes[was->switches[i]].guid);
		common += node != FABRIC_NONE && fabric_is_switch(subnet, node);
	}
	if (common && 2 * (guint64)common >= was->n_switches)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: of another subnet: %u of its %u switches are in this one",
			      r->file, common, was->n_switches);
}

/* ---- tables */

static void name_rows(const Fabric *fabric, guint64 *guid)
{
	for (guint32 i = 0; i < fabric->n_switches; i++)
		guid[i] = fabric->nodes[fabric->switches[i]].guid;
}

static gboolean sls_are_sls(const StateReader *r, const PathSl *sl, GError **error)
{
	for (gsize i = 0; i < (gsize)sl->n_sources * sl->n_lids; i++)
		if (sl->sl[i] >= SL_COUNT && sl->sl[i] != SL_NONE)
			return state_refuse(r, "a service level that cannot be", error);
	return TRUE;
}

static gboolean read_tables(StateReader *r, State *state, GError **error)
{
	guint32 n = state->fabric->n_switches;
	if (r->n_lids > state->fabric->n_lids || r->sl_lids > state->fabric->n_lids || n > FABRIC_MAX_LID ||
	    (r->n_sls && r->n_sls != n) || !state_has(r, (guint64)n + r->n_sls, 1 + MIN(4, r->n_lids)))
		return state_refuse(r, "tables of more or fewer switches or LIDs than there are", error);
	if (!(state->lft = lft_new(n, r->n_lids, error)))
		return FALSE;
	name_rows(state->fabric, state->lft->guid);
	if (!state_read_rows(r, state->lft->port, n, r->n_lids, error))
		return FALSE;
	if (!r->n_sls)
		return TRUE;
	if (!(state->path_sl = path_sl_new(n, r->sl_lids, error)))
		return FALSE;
	name_rows(state->fabric, state->path_sl->guid);
	return state_read_rows(r, state->path_sl->sl, n, r->sl_lids, error) && sls_are_sls(r, state->path_sl, error);
}

/* ---- connections */

/* Reads a pair of switches, which must follow the one before in the order of (from, to). */
static gboolean read_pair(StateReader *r, State *state, gint64 *last, GError **error)
{
	guint64 from = state_take_number(r, 4), to = state_take_number(r, 4), n = state->lft->n_switches;
	guint16 sls = (guint16)state_take_number(r, 2);
	if (from >= n || to >= n || (gint64)(from * n + to) <= *last || !sls)
		return state_refuse(r, "connections of switches that are not there, or in no order", error);
	*last = (gint64)(from * n + to);
	g_array_append_vals(state->read_older, &(SlOlder){state->lft->guid[from], state->lft->guid[to], sls}, 1);
	return TRUE;
}

static gboolean read_connections(StateReader *r, State *state, GError **error)
{
	gint64 last = -1;
	if (!r->has_connections)
		return TRUE;
	guint64 n =
		state_has(r, 12, 1) ? (state->detours = state_take_number(r, 8), state_take_number(r, 4)) : G_MAXUINT32;
	if (!state_has(r, n, STATE_PAIR_BYTES))
		return state_refuse(r, "fewer connections than it says", error);
	state->older = state->read_older = g_array_new(FALSE, FALSE, sizeof(SlOlder));
	for (guint64 i = 0; i < n; i++)
		if (!read_pair(r, state, &last, error))
			return FALSE;
	return TRUE;
}

/* ---- jobs */

static gboolean read_jobs(StateReader *r, State *state, GError **error)
{
	guint64 last = 0;
	if (!r->has_jobs)
		return TRUE;
	guint64 n = state_has(r, 4, 1) ? state_take_number(r, 4) : G_MAXUINT32;
	if (!state_has(r, n, STATE_MEMBER_BYTES))
		return state_refuse(r, "fewer hosts of jobs than it says", error);
	state->jobs = state->read_jobs = g_array_new(FALSE, FALSE, sizeof(StateMember));
	for (guint64 i = 0; i < n; i++) {
		guint64 guid = state_take_number(r, 8), job = state_take_number(r, 4);
		if (guid <= last || job >= n)
			return state_refuse(r, "hosts of jobs in no order, or of jobs that cannot be", error);
		last = guid;
		g_array_append_vals(state->read_jobs, &(StateMember){guid, (guint32)job}, 1);
	}
	return TRUE;
}

/* ---- the multicast tree */

static gboolean read_tree_row(StateReader *r, const FabricNode *node, guint8 *marks, GError **error)
{
	guint64 n = state_has(r, 1, 1) ? state_take_number(r, 1) : G_MAXUINT8, last = 0;
	if (!state_has(r, n, 1))
		return state_refuse(r, "fewer ports of a multicast tree than it says", error);
	for (guint64 i = 0; i < n; i++) {
		guint64 port = state_take_number(r, 1);
		if (port <= last || port > node->n_ports)
			return state_refuse(r, "ports of a multicast tree that are not there, or in no order", error);
		marks[last = port] = 1;
	}
	return TRUE;
}

static gboolean read_tree(StateReader *r, State *state, GError **error)
{
	const Fabric *fabric = state->fabric;
	if (!r->has_tree)
		return TRUE;
	if (!state_has(r, fabric->n_switches, 1))
		return state_refuse(r, "a multicast tree of fewer switches than there are", error);
	if (!(state->read_mcast = g_try_malloc0(((gsize)fabric->n_switches << 8) + 1)))
		return sssp_error_memory(error, "the multicast tree", (gsize)fabric->n_switches << 8);
	state->mcast = state->read_mcast;
	for (guint32 row = 0; row < fabric->n_switches; row++)
		if (!read_tree_row(r, &fabric->nodes[fabric->switches[row]], state->read_mcast + ((gsize)row << 8),
				   error))
			return FALSE;
	return TRUE;
}

/* ---- VLs by ports */

static gboolean read_switch_vls(StateReader *r, Sl2vl *sl2vl, guint32 i, GError **error)
{
	guint8 row[256];
	guint n = sl2vl->n_ports[i] + 1u;
	for (guint in = 0; in < n; in++) {
		if (!state_read_row(r, row, n, error))
			return FALSE;
		for (guint out = 0; out < n; out++) {
			SlMap map;
			memset(map.vl, row[out], sizeof map.vl);
			if (row[out] >= SL_COUNT - 1)
				return state_refuse(r, "a virtual lane that cannot be", error);
			if (!sl2vl_set(sl2vl, i, in, out, &map, error))
				return FALSE;
		}
	}
	return TRUE;
}

static gboolean read_port_vls(StateReader *r, State *state, GError **error)
{
	guint32 n = state->fabric->n_switches;
	if (!r->has_port_vls)
		return TRUE;
	if (state->path_sl)
		return state_refuse(r, "lanes by SL and by ports", error);
	if (!state_has(r, n, 1))
		return state_refuse(r, "fewer rows than switches", error);
	if (!(state->sl2vl = sl2vl_of_fabric(state->fabric, error)))
		return FALSE;
	for (guint32 i = 0; i < n; i++)
		if (!read_switch_vls(r, state->sl2vl, i, error))
			return FALSE;
	return TRUE;
}

/* ---- all of it */

gboolean state_parse(const guint8 *bytes, gsize length, const char *file, const Fabric *subnet, State *state,
		     GError **error)
{
	StateReader r = {.at = bytes, .end = bytes + length, .file = file};
	*state = (State){0};
	if (!read_version(&r, length, error) || !read_length(&r, length, state, error) ||
	    !is_sound(&r, bytes, length, error))
		return FALSE;
	r.end -= STATE_DIGEST_BYTES;
	return read_numbers(&r, state, error) && read_fabric(&r, state, error) &&
	       (!subnet || is_of(&r, state->fabric, subnet, error)) && read_tables(&r, state, error) &&
	       read_connections(&r, state, error) && read_jobs(&r, state, error) && read_tree(&r, state, error) &&
	       read_port_vls(&r, state, error) &&
	       (r.at == r.end || state_refuse(&r, "something follows its tables", error));
}

void state_clear(State *state)
{
	fabric_free(state->fabric);
	lft_free(state->lft);
	path_sl_free(state->path_sl);
	sl2vl_free(state->sl2vl);
	if (state->read_older)
		g_array_unref(state->read_older);
	if (state->read_jobs)
		g_array_unref(state->read_jobs);
	g_free(state->read_mcast);
	*state = (State){0};
}
