/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the nodes (machines) that have the most frequent number of adapters, and lists the adapters of each. Only
 * adapters that take part count. The numbers of all machines are counted first; machines with the most frequent one are
 * then copied out.
 */
#include "evaluator/rails/units.h"

#include "core/base/error.h"

/* How many adapters of a machine take part. */
static guint32 size_of(const Paths *p, const Machines *m, guint32 machine)
{
	guint32 size = 0;
	for (guint32 i = m->first[machine]; i < m->first[machine + 1]; i++)
		size += paths_takes_part(p, p->fabric->endpoints[m->endpoint[i]]) ? 1 : 0;
	return size;
}

static gboolean any_named(const Machines *m)
{
	for (guint32 i = 0; i < m->n; i++)
		if (m->named[i])
			return TRUE;
	return FALSE;
}

/* The number of adapters that most machines have, 0 where there is none; `named`: only machines with a name count. */
static guint32 usual_size(const Paths *p, const Machines *m, gboolean named)
{
	g_autofree guint32 *count = g_new0(guint32, p->n_part + 1);
	guint32 best = 0;
	for (guint32 i = 0; i < m->n; i++) {
		guint32 size = !named || m->named[i] ? size_of(p, m, i) : 0;
		count[size] += size > 0;
		guint32 most = count[best];
		if (count[size] > most || (count[size] == most && size > best))
			best = size;
	}
	return best;
}

static void add_unit(Units *u, const Paths *p, const Machines *m, guint32 machine)
{
	guint32 *at = &u->endpoint[(gsize)u->n++ * u->per];
	for (guint32 i = m->first[machine]; i < m->first[machine + 1]; i++)
		if (paths_takes_part(p, p->fabric->endpoints[m->endpoint[i]]))
			*at++ = m->endpoint[i];
}

Units *units_new(const Paths *p, const Machines *m, GError **error)
{
	g_autoptr(Units) u = g_new0(Units, 1);
	gboolean named = any_named(m);
	u->per = usual_size(p, m, named);
	u->endpoint = g_try_new(guint32, (gsize)p->n_part + 1);
	if (!u->endpoint)
		return sssp_error_memory_null(error, "nodes", p->n_part * sizeof(guint32));
	for (guint32 i = 0; i < m->n; i++)
		if ((!named || m->named[i]) && u->per && size_of(p, m, i) == u->per)
			add_unit(u, p, m, i);
	u->left_out = p->n_part - u->n * u->per;
	if (u->n >= 2)
		return g_steal_pointer(&u);
	return sssp_error_null(error, SSSP_ERROR_INPUT,
			       "there are not two nodes with as many adapters: --nodes FILE can say which are of one");
}

void units_free(Units *units)
{
	if (!units)
		return;
	g_free(units->endpoint);
	g_free(units);
}
