/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Maps the ranks of a pattern (processes of a parallel program) to endpoints. A mapping is an array of endpoints,
 * sorted by LID or GUID, or as a file lists them; rank r runs on the endpoint at place r / ppn. For random mappings the
 * array is shuffled anew for each mapping.
 */
#include "evaluator/patterns/mapping.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"
#include "core/fabric/fabric_class.h"
#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/paths/subset.h"

#include <stdlib.h>
#include <string.h>

static const char *const kind_name[] = {"random", "linear", "guid", "file"};

const char *mapping_kind_name(MappingKind kind)
{
	return kind_name[kind];
}

gboolean mapping_kind_find(const char *name, MappingKind *kind)
{
	for (guint i = 0; i < G_N_ELEMENTS(kind_name); i++)
		if (g_str_equal(kind_name[i], name)) {
			*kind = (MappingKind)i;
			return TRUE;
		}
	return FALSE;
}

/* By node GUID and port: ports of a node stand together in the fabric. */
static int by_guid(gconstpointer a, gconstpointer b, gpointer user)
{
	const Fabric *fabric = user;
	guint32 one = fabric->endpoints[*(const guint32 *)a], other = fabric->endpoints[*(const guint32 *)b];
	guint64 guid = fabric->nodes[fabric->ports[one].node].guid,
		other_guid = fabric->nodes[fabric->ports[other].node].guid;
	return BY_KEYS({guid, other_guid}, {one, other});
}

static void sort(Mapping *m, const Fabric *fabric)
{
	if (m->kind == MAPPING_GUID)
		g_qsort_with_data(m->endpoint, (gint)m->n, sizeof(guint32), by_guid, (gpointer)fabric);
	else if (m->kind != MAPPING_FILE)
		qsort(m->endpoint, m->n, sizeof(guint32), by_number);
}

static void add_endpoints(Mapping *m, const Fabric *fabric, gboolean all)
{
	for (guint32 e = 0; e < fabric->n_endpoints; e++)
		if (all || fabric_port_class(fabric, fabric->endpoints[e]) == FABRIC_HOST)
			m->endpoint[m->n++] = e;
}

static void take_found(Mapping *m, const GArray *found)
{
	m->n = found->len;
	memcpy(m->endpoint, found->data, found->len * sizeof(guint32));
}

static Mapping *make(const Fabric *fabric, gboolean all, MappingKind kind, const NameList *list, guint32 ppn,
		     GError **error)
{
	g_autoptr(Mapping) m = g_new0(Mapping, 1);
	g_autoptr(GArray) found = list ? subset_endpoints(fabric, list, kind == MAPPING_FILE, error) : NULL;
	if (list && !found)
		return NULL;
	gsize n = found ? found->len : fabric->n_endpoints;
	m->kind = kind;
	m->ppn = ppn;
	m->group = 1;
	m->endpoint = n <= G_MAXINT ? g_try_new(guint32, n + 1) : NULL;
	if (!m->endpoint)
		return sssp_error_memory_null(error, "the endpoints of a mapping", n * sizeof(guint32));
	if (found)
		take_found(m, found);
	else
		add_endpoints(m, fabric, all);
	if (!list && !m->n)
		add_endpoints(m, fabric, TRUE);
	sort(m, fabric);
	return g_steal_pointer(&m);
}

Mapping *mapping_new(const Fabric *fabric, MappingKind kind, const NameList *list, guint32 ppn, GError **error)
{
	return make(fabric, FALSE, kind, list, ppn, error);
}

Mapping *mapping_new_all(const Fabric *fabric, MappingKind kind, const NameList *list, guint32 ppn, GError **error)
{
	return make(fabric, TRUE, kind, list, ppn, error);
}

Mapping *mapping_new_for(const Paths *paths, MappingKind kind, const NameList *list, guint32 ppn, GError **error)
{
	Mapping *m = make(paths->fabric, paths->all_endpoints, kind, list, ppn, error);
	guint32 kept = 0;
	for (guint32 i = 0; m && paths->lft->unsaid && i < m->n; i++)
		if (paths_lid_row(paths, paths->fabric->ports[paths->fabric->endpoints[m->endpoint[i]]].lid) !=
		    PATHS_NONE)
			m->endpoint[kept++] = m->endpoint[i];
	if (kept)
		m->n = kept;
	return m;
}

Mapping *mapping_new_nodes(MappingKind kind, const guint32 *endpoint, guint32 n, guint32 group, guint32 ppn,
			   GError **error)
{
	g_autoptr(Mapping) m = g_new0(Mapping, 1);
	m->kind = kind;
	m->n = n;
	m->ppn = ppn;
	m->group = group;
	m->endpoint = g_try_new(guint32, (gsize)n + 1);
	if (!m->endpoint)
		return sssp_error_memory_null(error, "the endpoints of a mapping", n * sizeof(guint32));
	memcpy(m->endpoint, endpoint, n * sizeof(guint32));
	return g_steal_pointer(&m);
}

void mapping_free(Mapping *mapping)
{
	if (!mapping)
		return;
	g_free(mapping->endpoint);
	g_free(mapping);
}

guint64 mapping_room(const Mapping *mapping)
{
	return (guint64)mapping->n * mapping->ppn;
}

void mapping_draw(const Mapping *m, GRand *twister, guint64 seed, guint32 index, guint32 *order)
{
	guint32 nodes = m->n / m->group;
	ebb_draw(twister, seed, index, order, nodes);
	for (guint32 i = nodes; i-- > 0;) { /* from the last: order[] is read before it is overwritten */
		guint32 node = m->kind == MAPPING_RANDOM ? order[i] : i;
		memcpy(&order[(gsize)i * m->group], &m->endpoint[(gsize)node * m->group], m->group * sizeof *order);
	}
}
