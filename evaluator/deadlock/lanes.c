/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sets up the lanes that packets use: numbers the SLs and VLs that occur, and finds each endpoint's row of SLs and each
 * switch's SL to VL table. Endpoints of a switch are put into one class if their packets get the same VLs there. Two
 * sets of tables, or of SLs, that are joined get one numbering.
 */
#include "evaluator/deadlock/lanes.h"

#include "core/base/error.h"

#include <string.h>

static guint8 known_sl(guint8 sl)
{
	return sl < SL_COUNT ? sl : 0;
}

static guint32 used_sls(const PathSl *path_sl)
{
	guint32 used = 1; /* SL 0 where nothing is said */
	gsize n = path_sl ? (gsize)path_sl->n_sources * path_sl->n_lids : 0;
	for (gsize i = 0; i < n; i++)
		used |= 1u << known_sl(path_sl->sl[i]);
	return used;
}

/* The VLs, as bits, that these SLs can be mapped to, without the VL that drops packets. */
static guint32 used_vls(const Sl2vl *sl2vl, guint32 sls)
{
	guint32 used = sls; /* a switch without a table maps by the identity */
	for (guint32 i = 0; sl2vl && i < sl2vl->n_maps; i++)
		for (guint sl = 0; sl < SL_COUNT; sl++)
			used |= sls >> sl & 1 ? 1u << (sl2vl->maps[i].vl[sl] & 15) : 0;
	return used & ~(1u << LANES_DROP);
}

static void number_lanes(Lanes *l, guint32 sls, guint32 vls)
{
	l->sls = sls;
	l->n_sls = l->n_lanes = 0;
	for (guint i = 0; i < SL_COUNT; i++) {
		l->sl_rank[i] = l->n_sls;
		l->n_sls += sls >> i & 1;
		l->lane[i] = l->n_lanes;
		if (vls >> i & 1)
			l->vl[l->n_lanes++] = (guint8)i;
	}
}

static const SlMap *map_of(const Lanes *l, guint32 row, guint in, guint out)
{
	return sl2vl_get(l->sl2vl, (guint32)l->table[row], in, out);
}

/*
 * TRUE: packets that come in by port a and by port b of a switch get the same VLs towards every other port. The ports a
 * and b themselves are left out: endpoints on them send nothing to themselves.
 */
static gboolean same_maps(const Lanes *l, guint32 row, guint a, guint b)
{
	const FabricNode *node = &l->paths->fabric->nodes[l->paths->fabric->switches[row]];
	if (l->table[row] < 0)
		return TRUE;
	for (guint out = 0; out <= node->n_ports; out++)
		if (out != a && out != b && map_of(l, row, a, out) != map_of(l, row, b, out))
			return FALSE;
	return TRUE;
}

static gboolean same_map(const Lanes *l, guint32 row, guint a, guint b, guint out)
{
	return l->table[row] < 0 || map_of(l, row, a, out) == map_of(l, row, b, out);
}

/* A class while it is filled: the ports of its first two endpoints (second 0: it has only one so far). */
typedef struct {
	guint32 next; /* next class of the same row, LANES_NONE: none */
	guint8 first, second;
} LaneClass;

/*
 * TRUE: the endpoint at this port belongs to the class. Its first endpoint cannot be compared towards itself: there the
 * second one stands for the class.
 */
static gboolean fits(const Lanes *l, guint32 row, const LaneClass *class, guint port)
{
	for (; l; l = l->also)
		if (!same_maps(l, row, class->first, port) ||
		    (class->second && !same_map(l, row, class->second, port, class->first)))
			return FALSE;
	return TRUE;
}

/*
 * Fills endpoint_class[]. of_row[n_rows] is all LANES_NONE at first, and then the last class of each row; `classes` has
 * room for one class an endpoint.
 */
static void classify(Lanes *l, guint32 *of_row, LaneClass *classes)
{
	const Paths *p = l->paths;
	l->n_classes = 0;
	for (guint32 e = 0; e < p->fabric->n_endpoints; e++) {
		guint32 row = p->endpoint_row[e], c = of_row[row];
		guint8 port = p->endpoint_port[e];
		while (c != LANES_NONE && !fits(l, row, &classes[c], port))
			c = classes[c].next;
		if (c == LANES_NONE) {
			c = l->n_classes++;
			classes[c] = (LaneClass){of_row[row], port, 0};
			of_row[row] = c;
		} else if (!classes[c].second) {
			classes[c].second = port;
		}
		l->endpoint_class[e] = c;
	}
}

static gboolean make_classes(Lanes *l, GError **error)
{
	gsize rows = l->paths->n_rows, endpoints = l->paths->fabric->n_endpoints;
	g_autofree guint32 *of_row = g_try_new(guint32, rows + 1);
	g_autofree LaneClass *classes = g_try_new(LaneClass, endpoints + 1);
	if (!of_row || !classes)
		return sssp_error_memory(error, "classes of endpoints", endpoints * sizeof *classes);
	memset(of_row, 0xff, rows * sizeof *of_row);
	classify(l, of_row, classes);
	return TRUE;
}

static void fill_sources(Lanes *l, const PathSl *path_sl)
{
	const Fabric *fabric = l->paths->fabric;
	gboolean maps = l->sl2vl && l->sl2vl->n_maps > 1; /* the identity alone needs no looking up */
	for (guint32 row = 0; row < l->paths->n_rows; row++) {
		guint64 guid = fabric->nodes[fabric->switches[row]].guid;
		l->switch_sl[row] = path_sl ? path_sl_row(path_sl, guid) : NULL;
		l->table[row] = maps ? sl2vl_find(l->sl2vl, guid) : -1;
	}
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		guint64 guid = fabric->nodes[fabric->ports[fabric->endpoints[e]].node].guid;
		const guint8 *own = path_sl ? path_sl_row(path_sl, guid) : NULL;
		l->endpoint_sl[e] = own ? own : l->switch_sl[l->paths->endpoint_row[e]];
	}
	l->sl_lids = path_sl ? path_sl->n_lids : 0;
}

Lanes *lanes_new_with(const Paths *paths, const PathSl *path_sl, const Sl2vl *sl2vl, guint sl, GError **error)
{
	g_autoptr(Lanes) l = g_new0(Lanes, 1);
	l->paths = paths;
	l->sl2vl = sl2vl;
	l->ends = (1u << FABRIC_N_CLASSES) - 1;
	l->endpoint_sl = g_try_new(const guint8 *, paths->fabric->n_endpoints + 1);
	l->switch_sl = g_try_new(const guint8 *, paths->n_rows + 1);
	l->table = g_try_new(gssize, paths->n_rows + 1);
	l->endpoint_class = g_try_new(guint32, paths->fabric->n_endpoints + 1);
	if (!l->endpoint_sl || !l->switch_sl || !l->table || !l->endpoint_class)
		return sssp_error_memory_null(error, "service levels", paths->fabric->n_endpoints * sizeof(guint8 *));
	guint32 sls = used_sls(path_sl) | 1u << sl;
	number_lanes(l, sls, used_vls(sl2vl, sls));
	fill_sources(l, path_sl);
	return make_classes(l, error) ? g_steal_pointer(&l) : NULL;
}

/* Either SL to VL table may map an SL of either set, so the lanes of all combinations are numbered. */
gboolean lanes_join(Lanes *l, Lanes *also, GError **error)
{
	guint32 sls = l->sls | also->sls, vls = used_vls(l->sl2vl, sls) | used_vls(also->sl2vl, sls);
	number_lanes(l, sls, vls);
	number_lanes(also, sls, vls);
	l->also = also;
	return make_classes(l, error);
}

void lanes_join_previous(Lanes *l, Lanes *previous)
{
	guint32 sls = l->sls | previous->sls, vls = used_vls(l->sl2vl, sls);
	number_lanes(l, sls, vls);
	number_lanes(previous, sls, vls);
	l->previous = previous;
}

Lanes *lanes_new_any(const Paths *paths, const Sl2vl *sl2vl, guint32 any, guint sl, GError **error)
{
	Lanes *l = lanes_new_with(paths, NULL, sl2vl, sl, error);
	if (!l)
		return NULL;
	guint32 sls = any | 1u << sl;
	number_lanes(l, sls, used_vls(sl2vl, sls));
	l->any = any;
	return l;
}

Lanes *lanes_new(const Paths *paths, const PathSl *path_sl, const Sl2vl *sl2vl, GError **error)
{
	return lanes_new_with(paths, path_sl, sl2vl, 0, error);
}

void lanes_free(Lanes *lanes)
{
	if (!lanes)
		return;
	g_free(lanes->endpoint_sl);
	g_free(lanes->switch_sl);
	g_free(lanes->table);
	g_free(lanes->endpoint_class);
	g_free(lanes);
}

guint8 lanes_sl(const Lanes *l, const guint8 *row, guint32 lid)
{
	return row && lid < l->sl_lids ? known_sl(row[lid]) : 0;
}

guint lanes_vl(const Lanes *l, guint32 row, guint in, guint out, guint sl)
{
	return l->table[row] < 0 ? sl : map_of(l, row, in, out)->vl[sl] & 15u;
}
