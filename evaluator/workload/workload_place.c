/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the host for each task of a workload: task by task, at random, or along Hilbert's space-filling curve. For
 * the curve, the cells of a grid (one a task) are sorted by how far along the curve they are: see transpose().
 */
#include "evaluator/workload/workload_place.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"
#include "evaluator/workload/workload_random.h"

#include <stdlib.h>
#include <string.h>

/*
 * From coordinates to the "transposed" distance, whose bits are spread over the coordinates (J. Skilling: "Programming
 * the Hilbert curve", 2004): first the rotations and reflections of each level are undone from the outermost on, then
 * what remains is a Gray code.
 */
static void transpose(guint32 *x, guint dims, guint bits)
{
	for (guint32 level = 1U << (bits - 1); level > 1; level >>= 1)
		for (guint d = 0; d < dims; d++) {
			guint32 low = level - 1, swapped = x[d] & level ? 0 : (x[0] ^ x[d]) & low;
			x[0] ^= x[d] & level ? low : swapped;
			x[d] ^= swapped;
		}
	for (guint d = 1; d < dims; d++)
		x[d] ^= x[d - 1];
	guint32 parity = 0;
	for (guint32 level = 1U << (bits - 1); level > 1; level >>= 1)
		parity ^= x[dims - 1] & level ? level - 1 : 0;
	for (guint d = 0; d < dims; d++)
		x[d] ^= parity;
}

guint64 place_hilbert(const guint32 *point, guint dims, guint bits)
{
	guint32 x[PLACE_MOST_DIMS];
	guint64 distance = 0;
	memcpy(x, point, dims * sizeof(guint32));
	if (bits == 0)
		return 0;
	transpose(x, dims, bits);
	for (guint bit = bits; bit--;)
		for (guint d = 0; d < dims; d++)
			distance = distance << 1 | (x[d] >> bit & 1);
	return distance;
}

typedef struct {
	guint64 key;
	guint32 item;
} Keyed;

static int by_key(const void *a, const void *b)
{
	const Keyed *one = a, *other = b;
	return BY_KEYS({one->key, other->key}, {one->item, other->item});
}

/* Whether a block of sites, whose sides are 2^bits, has some of a cell. */
static gboolean has_sites(const Placing *p, const guint32 *block, guint bits, const guint32 *cell)
{
	guint64 sites = MAX(p->sites, 1);
	for (guint d = 0; d < p->dims; d++) {
		guint64 first = (guint64)block[d] << bits;
		if (first >= (cell[d] + 1) * sites || first + ((guint64)1 << bits) <= cell[d] * sites)
			return FALSE;
	}
	return TRUE;
}

/*
 * The distance along the curve at which it first enters a cell. A block is cut into smaller ones; the first of these on
 * the curve that has sites of the cell is cut again, and so on down to a site.
 */
static guint64 distance_of_cell(const Placing *p, guint32 number, guint bits)
{
	guint32 cell[PLACE_MOST_DIMS], block[PLACE_MOST_DIMS] = {0}, best[PLACE_MOST_DIMS] = {0};
	guint64 least = 0;
	for (guint d = 0; d < p->dims; d++, number /= p->side)
		cell[d] = number % p->side;
	for (guint level = 1; level <= bits; level++) {
		least = G_MAXUINT64;
		for (guint32 part = 0; part < 1U << p->dims; part++) {
			guint32 inner[PLACE_MOST_DIMS];
			for (guint d = 0; d < p->dims; d++)
				inner[d] = 2 * block[d] + (part >> d & 1);
			guint64 distance = place_hilbert(inner, p->dims, level);
			if (distance >= least || !has_sites(p, inner, bits - level, cell))
				continue;
			least = distance;
			memcpy(best, inner, sizeof best);
		}
		memcpy(block, best, sizeof block);
	}
	return least;
}

static gboolean along_curve(const Placing *p, guint32 *host, GError **error)
{
	g_autofree Keyed *keyed = g_try_new(Keyed, (gsize)p->tasks + 1);
	if (!keyed)
		return sssp_error_memory(error, "the cells of a grid", p->tasks * sizeof(Keyed));
	guint bits = g_bit_storage((gulong)p->side * MAX(p->sites, 1) - 1);
	for (guint32 cell = 0; cell < p->tasks; cell++)
		keyed[cell] = (Keyed){distance_of_cell(p, cell, bits), cell};
	qsort(keyed, p->tasks, sizeof(Keyed), by_key);
	for (guint32 i = 0; i < p->tasks; i++)
		host[keyed[i].item] = p->order[i / p->ppn];
	return TRUE;
}

static gboolean at_random(const Placing *p, guint32 *host, GError **error)
{
	guint32 cores = p->hosts * p->ppn;
	g_autofree guint32 *core = g_try_new(guint32, (gsize)cores + 1);
	if (!core)
		return sssp_error_memory(error, "an order of cores", cores * sizeof(guint32));
	draw_order(&(Draw){p->seed, DRAW_PLACE, 0, 0, 0}, core, cores);
	for (guint32 task = 0; task < p->tasks; task++)
		host[task] = p->order[core[task] / p->ppn];
	return TRUE;
}

guint32 *place_tasks(const Placing *p, GError **error)
{
	g_autofree guint32 *host = g_try_new(guint32, (gsize)p->tasks + 1);
	if (!host)
		return sssp_error_memory_null(error, "the places of tasks", p->tasks * sizeof(guint32));
	for (guint32 task = 0; task < p->tasks; task++)
		host[task] = p->order[task / p->ppn];
	if (p->cells == CELLS_CURVE && p->dims && !along_curve(p, host, error))
		return NULL;
	if (p->cells == CELLS_RANDOM && !at_random(p, host, error))
		return NULL;
	return g_steal_pointer(&host);
}

/* The key is the rank of an endpoint on its switch, then the place of the switch's first endpoint. */
gboolean place_spread(const Paths *paths, guint32 *order, guint32 n, GError **error)
{
	g_autofree Keyed *keyed = g_try_new(Keyed, (gsize)n + 1);
	g_autofree guint32 *turn = g_try_new0(guint32, (gsize)paths->n_rows + 1);
	g_autofree guint32 *place = g_try_new(guint32, (gsize)paths->n_rows + 1);
	if (!keyed || !turn || !place)
		return sssp_error_memory(error, "an order of hosts", n * sizeof(Keyed));
	for (guint32 i = 0; i < n; i++) {
		guint32 row = paths->endpoint_row[order[i]];
		if (turn[row] == 0)
			place[row] = i;
		keyed[i] = (Keyed){(guint64)turn[row]++ << 32 | place[row], order[i]};
	}
	qsort(keyed, n, sizeof(Keyed), by_key);
	for (guint32 i = 0; i < n; i++)
		order[i] = keyed[i].item;
	return TRUE;
}
