/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sorts the cables of a fabric into classes by the levels of the two switches that they join; level 1 are the switches
 * with hosts. One port stands for each cable. These ports are sorted by the two levels, and a class begins wherever a
 * level changes. In each class the cables of each width and speed are counted, to find the most frequent ones. Cables
 * to adapters count as level 0, and so come first, as a class of their own.
 */
#include "evaluator/measures/cable_classes.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"

#define WIDTHS 13 /* no link has more than 12 lanes */

/* A cable to sort; both levels 0: to an adapter. */
typedef struct {
	guint32 low, high, port;
} Cable;

static guint8 lower(guint8 a, guint8 b)
{
	return a && b ? MIN(a, b) : MAX(a, b);
}

void cable_rate(const Fabric *fabric, guint32 port, guint8 *width, guint8 *speed)
{
	const FabricPort *one = &fabric->ports[port], *other = &fabric->ports[one->peer];
	*width = lower(one->width, other->width);
	*speed = lower(one->speed, other->speed);
}

gboolean cable_is_slow(const Fabric *fabric, const CableClass *class, guint32 port)
{
	guint8 width, speed;
	cable_rate(fabric, port, &width, &speed);
	return (width && width < class->width) || (speed && speed < class->speed);
}

/* The level of each node that is a switch, from 1; one that no endpoint is connected with is higher than all. */
static guint32 *levels_of_nodes(const Fabric *f, const Levels *levels, GError **error)
{
	guint32 *level = g_try_new0(guint32, f->n_nodes + 1);
	if (!level)
		return sssp_error_memory_null(error, "the levels of the fabric", (f->n_nodes + 1) * sizeof *level);
	for (guint32 row = 0; row < f->n_switches; row++)
		level[f->switches[row]] = levels->level[row] == LEVELS_NONE ? levels->n_levels + 1 : levels->level[row];
	return level;
}

/* The cable of a port, if this port stands for it: a switch's, at the lower level or with the lower index. */
static gboolean take_cable(const Fabric *f, const guint32 *level, guint32 port, Cable *cable)
{
	guint32 peer = f->ports[port].peer, node = f->ports[port].node;
	if (peer == FABRIC_NONE || !level[node] || f->ports[peer].node == node)
		return FALSE;
	guint32 here = level[node], there = level[f->ports[peer].node];
	if (there && (there < here || (there == here && peer < port)))
		return FALSE;
	*cable = there ? (Cable){here, there, port} : (Cable){0, 0, port};
	return TRUE;
}

static int by_levels(gconstpointer a, gconstpointer b)
{
	const Cable *one = a, *other = b;
	return BY_KEYS({one->low, other->low}, {one->high, other->high}, {one->port, other->port});
}

static void find_usual(const Fabric *f, CableClass *class)
{
	guint32 count[WIDTHS][FABRIC_N_SPEEDS] = {{0}};
	for (guint32 i = 0; i < class->n; i++) {
		guint8 width, speed;
		cable_rate(f, class->port[i], &width, &speed);
		if (!width || width >= WIDTHS || !speed || speed >= FABRIC_N_SPEEDS ||
		    ++count[width][speed] <= class->usual)
			continue;
		class->usual = count[width][speed];
		class->width = width;
		class->speed = speed;
	}
}

static void cut(CableClasses *classes, const GArray *cables)
{
	for (guint32 i = 0; i < cables->len; i++) {
		const Cable *cable = &g_array_index(cables, Cable, i);
		CableClass *last = classes->n ? &classes->class[classes->n - 1] : NULL;
		classes->ports[i] = cable->port;
		if (!last || last->low != cable->low || last->high != cable->high) {
			last = &classes->class[classes->n++];
			*last = (CableClass){.adapters = !cable->low,
					     .low = cable->low,
					     .high = cable->high,
					     .port = classes->ports + i};
		}
		last->n++;
	}
}

CableClasses *cable_classes_new(const Fabric *f, const Levels *levels, GError **error)
{
	g_autoptr(CableClasses) classes = g_new0(CableClasses, 1);
	g_autoptr(GArray) cables = g_array_new(FALSE, FALSE, sizeof(Cable));
	g_autofree guint32 *level = levels_of_nodes(f, levels, error);
	classes->class = g_new0(CableClass, 2 * (gsize)(levels->n_levels + 2)); /* neighbours differ by one level */
	classes->ports = g_try_new(guint32, f->n_ports + 1);
	if (!level)
		return NULL;
	if (!classes->ports)
		return sssp_error_memory_null(error, "the cables by levels", (f->n_ports + 1) * sizeof(guint32));
	for (guint32 port = 0; port < f->n_ports; port++) {
		Cable cable;
		if (take_cable(f, level, port, &cable))
			g_array_append_val(cables, cable);
	}
	g_array_sort(cables, by_levels);
	cut(classes, cables);
	for (guint32 i = 0; i < classes->n; i++)
		find_usual(f, &classes->class[i]);
	return g_steal_pointer(&classes);
}

void cable_classes_free(CableClasses *classes)
{
	if (!classes)
		return;
	g_free(classes->class);
	g_free(classes->ports);
	g_free(classes);
}
