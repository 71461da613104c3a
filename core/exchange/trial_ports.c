/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tries mixtures of tables where switches choose lanes by ports. All destinations are marked at once, and sorted; one
 * by one only what was a cycle before.
 */
#include "core/exchange/trial_ports.h"

#include <string.h>

Trial *trial_ports_new(Both *both, const Fabric *fabric, GError **error)
{
	g_autoptr(PortTables) tables = port_tables_new(both, fabric, error);
	Trial *trial = tables ? trial_new(both, tables->new == PORT_TABLES_BY_SL, error) : NULL;
	if (!trial)
		return NULL;
	trial->ports = g_new0(TrialPorts, 1);
	trial->ports->tables = g_steal_pointer(&tables);
	trial->ports->settled = g_steal_pointer(&trial->last);
	/* by tables that choose by ports no lane is unknown */
	both->lanes = SL_COUNT;
	return trial;
}

/* ---- at once */

static gboolean mark_exchange(Trial *t, guint32 dest, PortPhase *phase)
{
	trial_begin(t, dest);
	trial_send(t);
	trial_set(t, t->both->has, t->both->may, t->both->then);
	if (!mix_sort(t->mix)) {
		t->why = "packets could loop";
		return FALSE;
	}
	if (mix_loses(t->mix)) {
		t->why = "packets could be lost";
		return FALSE;
	}
	port_phase_mark(phase, t->mix);
	return TRUE;
}

gboolean trial_ports_at_once(Trial *t, GError **error)
{
	g_autoptr(PortPhase) phase = port_phase_new(t->ports->tables, PORT_TABLES_BOTH, error);
	for (guint32 d = 0; phase && d < t->both->graph->n_dests; d++)
		if (!mark_exchange(t, d, phase))
			return FALSE;
	if (phase && port_phase_is_free(phase, error))
		return TRUE;
	t->why = "a lane could have a credit loop";
	return FALSE;
}

/* ---- before phases */

/* Turns the mixture to the routes of a destination on one side. FALSE: packets go round in a loop. */
static gboolean begin_side(Trial *t, gboolean new, guint32 dest)
{
	const Both *b = t->both;
	trial_begin(t, dest);
	if (new)
		trial_send(t);
	else
		memcpy(t->mix->from, b->was, b->graph->n_switches * sizeof *b->was);
	trial_set(t, new ? b->then : b->has, new ? NULL : b->may, NULL);
	return mix_sort(t->mix);
}

/*
 * Routes of one side, with SL to VL tables of these, in a phase that is made for it; NULL also without `error`: they
 * have a cycle.
 */
static LaneUse *use_all(Trial *t, gboolean new, PortTablesSides sides, PortPhase **phase, GError **error)
{
	gboolean sorted = (*phase = port_phase_new(t->ports->tables, sides, error)) != NULL;
	for (guint32 d = 0; sorted && d < t->both->graph->n_dests; d++)
		if ((sorted = begin_side(t, new, d)))
			port_phase_mark(*phase, t->mix);
	LaneUse *use = sorted ? port_phase_use(*phase, error) : NULL;
	if (!use)
		g_clear_pointer(phase, port_phase_free);
	return use;
}

/* As much of them as closes no cycle, one by one. */
static LaneUse *use_most(Trial *t, gboolean new, PortTablesSides sides, PortPhase **phase, GError **error)
{
	LaneUse *use = NULL;
	if ((*phase = port_phase_new(t->ports->tables, sides, error)))
		use = port_phase_use(*phase, error);
	for (guint32 d = 0; use && d < t->both->graph->n_dests; d++)
		if (begin_side(t, new, d))
			port_phase_add(*phase, t->mix, TRUE, use);
	return use;
}

/* All of them if that can be; `*all`: it can. NULL with SSSP_ERROR_MEMORY. */
static LaneUse *use_side(Trial *t, gboolean new, PortPhase **phase, gboolean *all, GError **error)
{
	GError *failure = NULL;
	PortTablesSides sides = new ? PORT_TABLES_NEW : PORT_TABLES_OLD;
	LaneUse *use = use_all(t, new, sides, phase, &failure);
	*all = use != NULL;
	if (!use && !failure)
		use = use_most(t, new, sides, phase, &failure);
	if (failure)
		g_propagate_error(error, failure);
	return use;
}

/* Previous routes, with both SL to VL tables if they live with these, else with the previous ones. */
static gboolean begin_first(Trial *t, gboolean *free, GError **error)
{
	GError *failure = NULL;
	TrialPorts *p = t->ports;
	*free = TRUE;
	if ((t->first = use_all(t, FALSE, PORT_TABLES_BOTH, &p->first, &failure)))
		return TRUE;
	if (!failure)
		t->first = use_side(t, FALSE, &p->first, free, &failure);
	if (t->first && (p->middle = port_phase_new(p->tables, PORT_TABLES_BOTH, &failure)))
		t->middle = port_phase_use(p->middle, &failure);
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}

gboolean trial_ports_begin(Trial *t, gboolean *free, GError **error)
{
	gboolean proven = TRUE;
	if (!begin_first(t, free, error))
		return FALSE;
	t->last = use_side(t, TRUE, &t->ports->last, &proven, error);
	*free = *free && proven;
	return t->last != NULL;
}
