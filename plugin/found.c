/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Asks switches that are new to OpenSM for their forwarding tables. All requests go out at once, as OpenSM's own do,
 * and OpenSM's receiver writes the answers into sw->lft, its copy of the table. The copy is filled with a pattern
 * before, so a block that still has the pattern got no answer. The copy is freed afterwards: OpenSM would take it for
 * large enough, but allocates one of the size that it needs where there is none.
 */
#include "plugin/found.h"

#include "plugin/log.h"

#include <opensm/osm_sm.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK IB_SMP_DATA_SIZE

/* Waits until all requests are answered or given up. OpenSM exports it, but has it in none of its headers. */
extern int wait_for_pending_transactions(osm_stats_t *stats);

/* The pattern's entry i. No table has such a block: each LID would have a port of its own, from port 254 down. */
static guint8 pattern(guint32 i)
{
	return (guint8)(LFT_NO_PATH - 1 - i % BLOCK);
}

/*
 * A LID above all that ports have or may be given at this sweep: twice the LIDs of all ports are added, as LIDs are
 * given in aligned groups.
 */
static guint32 most_lids(const Engine *engine)
{
	const cl_qmap_t *ports = &engine->osm->subn.port_guid_tbl;
	guint32 lids = 1u << engine->osm->subn.opt.lmc, highest = 0;
	for (cl_map_item_t *item = cl_qmap_head(ports); item != cl_qmap_end(ports); item = cl_qmap_next(item))
		highest = MAX(highest, (guint32)cl_ntoh16(osm_port_get_base_lid((osm_port_t *)item)) + lids);
	return highest + 2 * lids * (guint32)cl_qmap_count(ports);
}

/* How many blocks of a switch are asked for: entries of LIDs that are not in use do not matter. */
static guint32 blocks_of(const osm_switch_t *sw, guint32 most)
{
	guint32 top = MIN((guint32)cl_ntoh16(sw->switch_info.lin_top), (guint32)IB_LID_UCAST_END_HO);
	return (MIN(top, most) + BLOCK) / BLOCK;
}

static guint64 guid_of(const osm_switch_t *sw)
{
	return cl_ntoh64(osm_node_get_node_guid(sw->p_node));
}

static gint compare_switches(gconstpointer a, gconstpointer b)
{
	guint64 x = guid_of(*(osm_switch_t *const *)a), y = guid_of(*(osm_switch_t *const *)b);
	return (x > y) - (x < y);
}

/* New switches of which OpenSM has no copy of the table, ascending by GUID. The caller holds OpenSM's lock. */
static GPtrArray *list_new(const Engine *engine)
{
	GPtrArray *list = g_ptr_array_new();
	const cl_qmap_t *all = &engine->osm->subn.sw_guid_tbl;
	for (cl_map_item_t *item = cl_qmap_head(all); item != cl_qmap_end(all); item = cl_qmap_next(item)) {
		osm_switch_t *sw = (osm_switch_t *)item;
		if (sw->need_update == FOUND_SWITCH_IS_NEW && !sw->lft && osm_node_get_physp_ptr(sw->p_node, 0))
			g_ptr_array_add(list, sw);
	}
	g_ptr_array_sort(list, compare_switches);
	return list;
}

/* Allocates sw->lft for the answers and fills it with the pattern. FALSE: memory is short. */
static gboolean make_room(osm_switch_t *sw, guint32 blocks)
{
	guint32 n = blocks * BLOCK;
	if (!(sw->lft = malloc(n)))
		return FALSE;
	sw->lft_size = (uint16_t)n;
	for (guint32 i = 0; i < n; i++)
		sw->lft[i] = pattern(i);
	return TRUE;
}

static void drop_room(osm_switch_t *sw)
{
	free(sw->lft);
	sw->lft = NULL;
	sw->lft_size = 0;
}

static void ask(const Engine *engine, osm_switch_t *sw, guint32 blocks)
{
	osm_physp_t *port = osm_node_get_physp_ptr(sw->p_node, 0);
	osm_madw_context_t context = {0};
	context.lft_context.node_guid = osm_node_get_node_guid(sw->p_node);
	context.lft_context.set_method = FALSE;
	for (guint32 block = 0; block < blocks; block++)
		osm_req_get(&engine->osm->sm, osm_physp_get_dr_path_ptr(port), IB_MAD_ATTR_LIN_FWD_TBL,
			    cl_hton32(block), TRUE, 0, 0, CL_DISP_MSGID_NONE, &context);
}

/* Whether all blocks got an answer. Those without one get OSM_NO_PATH, as in OpenSM. */
static gboolean take_answers(osm_switch_t *sw)
{
	gboolean all = TRUE;
	for (guint32 first = 0; first < sw->lft_size; first += BLOCK) {
		guint32 i = 0;
		while (i < BLOCK && sw->lft[first + i] == pattern(i))
			i++;
		if (i < BLOCK)
			continue;
		memset(sw->lft + first, OSM_NO_PATH, BLOCK);
		all = FALSE;
	}
	return all;
}

/* The tables of switches that have answered; NULL: memory is short. */
static Lft *tables_of(const GPtrArray *answered)
{
	guint32 n_lids = 0;
	for (guint i = 0; i < answered->len; i++)
		n_lids = MAX(n_lids, ((const osm_switch_t *)answered->pdata[i])->lft_size);
	Lft *lft = lft_new(answered->len, n_lids, NULL);
	for (guint i = 0; lft && i < answered->len; i++) {
		const osm_switch_t *sw = answered->pdata[i];
		lft->guid[i] = guid_of(sw);
		memcpy(lft->port + (gsize)i * n_lids, sw->lft, sw->lft_size);
	}
	return lft;
}

static gboolean is_in_engine_list(const Engine *engine)
{
	const osm_routing_engine_t *entry = engine->osm->routing_engine_list;
	while (entry && entry->context != engine)
		entry = entry->next;
	return entry != NULL;
}

void found_read(Engine *engine)
{
	osm_opensm_t *osm = engine->osm;
	g_clear_pointer(&engine->found, lft_free);
	if (engine->options.transition_fast || !is_in_engine_list(engine))
		return;
	CL_PLOCK_EXCL_ACQUIRE(&osm->lock);
	g_autoptr(GPtrArray) asked = list_new(engine);
	guint32 most = asked->len ? most_lids(engine) : 0;
	for (guint i = 0; i < asked->len; i++) {
		guint32 blocks = blocks_of(asked->pdata[i], most);
		if (make_room(asked->pdata[i], blocks))
			ask(engine, asked->pdata[i], blocks);
	}
	CL_PLOCK_RELEASE(&osm->lock);
	if (!asked->len)
		return;
	wait_for_pending_transactions(&osm->stats);
	CL_PLOCK_EXCL_ACQUIRE(&osm->lock);
	g_autoptr(GPtrArray) answered = g_ptr_array_new();
	for (guint i = 0; i < asked->len; i++) {
		osm_switch_t *sw = asked->pdata[i];
		if (sw->lft && take_answers(sw))
			g_ptr_array_add(answered, sw);
	}
	engine->found = answered->len ? tables_of(answered) : NULL;
	for (guint i = 0; i < asked->len; i++)
		drop_room(asked->pdata[i]);
	CL_PLOCK_RELEASE(&osm->lock);
}

guint found_count(const Engine *engine, gboolean told, guint32 *first)
{
	const Fabric *fabric = engine->pending->fabric;
	guint count = 0;
	for (guint32 row = fabric->n_switches; row-- > 0;) {
		guint32 node = fabric->switches[row];
		gboolean known = engine->found && lft_row(engine->found, fabric->nodes[node].guid);
		if (engine->import->switches[row]->need_update != FOUND_SWITCH_IS_NEW || known != told)
			continue;
		count++;
		if (first)
			*first = node;
	}
	return count;
}
