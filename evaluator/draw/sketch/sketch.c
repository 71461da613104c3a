/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes a sketch, which says what a picture of a fabric shows. At first each switch is a part, a box of the picture;
 * then parts are merged until they fit on a page (sketch_group.c).
 */
#include "evaluator/draw/sketch/sketch.h"

#include "core/base/error.h"

static guint64 number_at(const char **text)
{
	char *end;
	guint64 number = g_ascii_strtoull(*text, &end, 10);
	*text = end;
	return number;
}

int sketch_compare_names(const char *a, const char *b)
{
	while (*a && *b) {
		if (g_ascii_isdigit(*a) && g_ascii_isdigit(*b)) {
			guint64 one = number_at(&a), other = number_at(&b);
			if (one != other)
				return one < other ? -1 : 1;
			continue;
		}
		if (*a != *b)
			return (guchar)*a < (guchar)*b ? -1 : 1;
		a++;
		b++;
	}
	return (*a != 0) - (*b != 0);
}

static int by_name(gconstpointer a, gconstpointer b, gpointer data)
{
	const Fabric *f = data;
	guint32 one = *(const guint32 *)a, other = *(const guint32 *)b;
	int order = sketch_compare_names(fabric_name(f, f->switches[one]), fabric_name(f, f->switches[other]));
	return order ? order : (one > other) - (one < other);
}

/* Each switch a part. */
static gboolean start(Sketch *s, GError **error)
{
	guint32 n = s->fabric->n_switches;
	s->row = g_try_new0(guint32, s->fabric->n_nodes + 1);
	s->part_of = g_try_new(guint32, n);
	s->order = g_try_new(guint32, n);
	s->part = g_try_new0(SketchPart, n);
	if (!s->row || !s->part_of || !s->order || !s->part)
		return sssp_error_memory(error, "the parts of a picture", n * sizeof *s->part);
	for (guint32 row = 0; row < n; row++) {
		s->row[s->fabric->switches[row]] = row;
		s->part_of[row] = s->order[row] = row;
	}
	s->n_parts = n;
	if (!sketch_merge(s, s->order, error))
		return FALSE;
	g_qsort_with_data(s->order, (gint)n, sizeof(guint32), by_name, (gpointer)s->fabric);
	s->average = sketch_average(s);
	return TRUE;
}

Sketch *sketch_new(const Fabric *fabric, const SketchLoads *loads, GError **error)
{
	g_autoptr(Sketch) s = g_new0(Sketch, 1);
	s->fabric = fabric;
	s->loads = *loads;
	if (!start(s, error) || !sketch_group(s, error))
		return NULL;
	return g_steal_pointer(&s);
}

void sketch_free(Sketch *s)
{
	if (!s)
		return;
	if (s->part)
		sketch_clear_parts(s);
	g_free(s->part);
	g_free(s->bundle);
	if (s->grid)
		g_free(s->grid->at);
	g_free(s->grid);
	g_free(s->row);
	g_free(s->part_of);
	g_free(s->order);
	g_free(s);
}
