/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tries whether an update in which each switch has its old or its new entry does no harm: no loop, no lost packet, no
 * cycle on a lane. The dependencies of such a mixture are added to those of a phase; all are taken back when one closes
 * a cycle. Until the last phase is written paths that had an SL keep it as a rule, and so previous routes their lanes.
 */
#include "core/exchange/trial.h"

#include <string.h>

Trial *trial_new(Both *both, const Fabric *fabric, GError **error)
{
	gsize n = both->graph->n_switches + 1;
	g_autoptr(Trial) t = g_new0(Trial, 1);
	t->both = both;
	t->arena = arena_new();
	mix_init(&t->mix, both->graph, both->sends, t->arena);
	t->first_phase = arena_new_array(t->arena, guint32, n);
	t->served = arena_new_array0(t->arena, guint8, n);
	t->legal = arena_new_array(t->arena, LaneMask, n);
	t->later = arena_new_array(t->arena, LaneMask, n);
	t->meanwhile = arena_new_array(t->arena, LaneMask, n);
	if (!arena_check(t->arena, "a phase", error) ||
	    (port_tables_matter(both) && !(t->tables = port_tables_new(both, fabric, error))))
		return NULL;
	if ((!t->tables || t->tables->new == PORT_TABLES_BY_SL) &&
	    (!(t->settled = phase_of_stand(both->stand, both->stand->layers->n_layers, error)) ||
	     !phase_settle(t->settled, error)))
		return NULL;
	if (t->tables)
		both->lanes = SL_COUNT; /* tables that choose by ports give every SL a VL */
	else
		t->last = t->settled;
	return g_steal_pointer(&t);
}

void trial_free(Trial *t)
{
	if (!t)
		return;
	phase_free(t->first);
	phase_free(t->middle);
	phase_free(t->last);
	if (t->settled != t->last)
		phase_free(t->settled);
	port_tables_free(t->tables);
	arena_free(t->arena);
	g_free(t);
}

/* ---- a mixture */

void trial_find_served(Trial *t)
{
	const Both *b = t->both;
	memset(t->served, 0, b->graph->n_switches);
	if (!mix_sort(&t->mix, b->old_lanes, b->has, b->may, b->has))
		return;
	for (guint32 i = 0; i < t->mix.n_order; i++)
		t->served[t->mix.order[i]] = t->mix.fate[t->mix.order[i]] & MIX_ARRIVES_NOW;
}

/*
 * Adds a mixture (mix_sort()) to a phase. FALSE with trial->why if it does harm: all that was added to the phase since
 * lane_use_begin() is then taken back.
 */
static gboolean fits(Trial *t, Phase *phase, const LaneMask *from, const guint32 *have, const guint32 *maybe,
		     const guint32 *shall)
{
	if (!mix_sort(&t->mix, from, have, maybe, shall))
		t->why = "packets could loop";
	else if (t->mix.loses)
		t->why = "packets could be lost";
	else if (!phase_put(phase, &t->mix, FALSE))
		t->why = "a lane could have a credit loop";
	else
		return TRUE;
	if (phase->use)
		lane_use_undo(phase->use);
	return FALSE;
}

/* ---- at once */

gboolean trial_at_once(Trial *t, GError **error)
{
	const Both *b = t->both;
	g_autoptr(Phase) all = NULL;
	if (t->tables && !(all = phase_new(b->graph, t->tables, PORT_TABLES_BOTH, 0, error)))
		return FALSE;
	/* Where lanes are by SL, destinations that do not change are in trial->last already. */
	Phase *phase = all ? all : t->last;
	if (phase->use)
		lane_use_begin(phase->use);
	for (guint32 d = 0; d < b->graph->n_dests; d++) {
		if (!all && !b->changed[d])
			continue;
		trial_begin(t, d);
		if (!fits(t, phase, t->later, b->has, b->may, b->shall))
			return FALSE;
	}
	if (!all || cdg_is_acyclic(all->turns, all->used[0], error))
		return TRUE;
	t->why = "a lane could have a credit loop";
	return FALSE;
}

/* ---- before phases */

/*
 * Puts the previous routes, or the new ones, to a destination into a phase, as far as they close no cycle of its `use`.
 * FALSE: packets go round in a loop.
 */
static gboolean put_side(Trial *t, Phase *phase, gboolean new, guint32 dest)
{
	const Both *b = t->both;
	trial_begin(t, dest);
	if (!(new ? mix_sort(&t->mix, t->later, b->shall, b->shall, b->shall)
		  : mix_sort(&t->mix, b->old_lanes, b->has, b->may, b->has)))
		return FALSE;
	phase_put(phase, &t->mix, TRUE);
	return TRUE;
}

/*
 * A phase with the previous routes, or the new ones, to all destinations, with the SL to VL tables of `sides`. NULL
 * with SSSP_ERROR_MEMORY, or without an error if these routes have a cycle or a loop. With `most` dependencies are
 * added one by one, and those that close a cycle left out, as are routes with a loop.
 *
 * Where lanes are by SL, there are no such tables. Then `sides` of both adds to the previous routes all that the new
 * routing has in use, which covers destinations that do not change. Building that whole takes less time than to find
 * what stays.
 */
static Phase *hold(Trial *t, gboolean new, PortTablesSides sides, gboolean most, GError **error)
{
	const Both *b = t->both;
	gboolean beside = !t->tables && sides == PORT_TABLES_BOTH;
	guint n_lanes = MAX(b->stand->layers->n_layers, b->lanes);
	g_autoptr(Phase) phase = beside ? phase_of_stand(b->stand, n_lanes, error)
					: phase_new(b->graph, t->tables, sides, n_lanes, error);
	if (!phase || (most && !phase_settle(phase, error)))
		return NULL;
	for (guint32 d = 0; d < b->graph->n_dests; d++)
		if ((!beside || b->changed[d]) && !put_side(t, phase, new, d) && !most)
			return NULL;
	return most || phase_settle(phase, error) ? g_steal_pointer(&phase) : NULL;
}

/* The same with the side's own tables: all of its routes, or most (*free is FALSE). NULL with SSSP_ERROR_MEMORY. */
static Phase *hold_side(Trial *t, gboolean new, gboolean *free, GError **error)
{
	PortTablesSides sides = new ? PORT_TABLES_NEW : PORT_TABLES_OLD;
	Phase *phase = hold(t, new, sides, FALSE, error);
	if (phase || *error)
		return phase;
	*free = FALSE;
	return hold(t, new, sides, TRUE, error);
}

gboolean trial_begin_phases(Trial *t, gboolean *free, GError **error)
{
	*free = TRUE;
	t->first = hold(t, FALSE, PORT_TABLES_BOTH, FALSE, error);
	if (!t->first && !*error) {
		t->first = hold_side(t, FALSE, free, error);
		if (t->first && t->tables &&
		    (t->middle = phase_new(t->both->graph, t->tables, PORT_TABLES_BOTH, 0, error)))
			phase_settle(t->middle, error);
	}
	if (t->tables && !*error)
		t->last = hold_side(t, TRUE, free, error);
	return !*error;
}

/* ---- phases */

#define TRIAL_PORTS_VISITS 4 /* an entry costs about as much as four where VLs are chosen by ports */

/*
 * Begins a trial of trial->first_phase: finds the lanes of packets meanwhile. Paths that keep no SL are on their new
 * one as soon as the first phase has a route for them.
 */
static void begin(Trial *t)
{
	const Both *b = t->both;
	t->visits += (guint64)b->graph->n_switches * (t->tables ? TRIAL_PORTS_VISITS : 1);
	for (guint32 v = 0; v < b->graph->n_switches; v++) {
		gboolean on_new = !b->kept_lane[v] && t->first_phase[v] != MIX_DEAD;
		t->meanwhile[v] = on_new ? t->later[v] : t->legal[v];
	}
	lane_use_begin(t->first->use);
	lane_use_begin(t->last->use);
	if (t->middle)
		lane_use_begin(t->middle->use);
}

/* Takes back what was added since begin(). */
static void take_back(Trial *t)
{
	lane_use_undo(t->first->use);
	lane_use_undo(t->last->use);
	if (t->middle)
		lane_use_undo(t->middle->use);
}

gboolean trial_first_fits(Trial *t)
{
	const Both *b = t->both;
	begin(t);
	gboolean fine = fits(t, t->first, t->meanwhile, b->has, b->may, t->first_phase);
	take_back(t);
	return fine;
}

gboolean trial_in_phases(Trial *t)
{
	const Both *b = t->both;
	const guint32 *phase = t->first_phase;
	begin(t);
	if (fits(t, t->first, t->meanwhile, b->has, b->may, phase) &&
	    (!t->middle || fits(t, t->middle, t->meanwhile, phase, phase, phase)) &&
	    /* Where nothing waits, the new routes are in trial->last already. */
	    (!memcmp(phase, b->shall, b->graph->n_switches * sizeof *phase) ||
	     fits(t, t->last, t->later, phase, phase, b->shall)))
		return TRUE;
	take_back(t);
	return FALSE;
}

void trial_force(Trial *t)
{
	const Both *b = t->both;
	t->forced = TRUE;
	if (mix_sort(&t->mix, t->meanwhile, b->has, b->may, t->first_phase))
		phase_put(t->first, &t->mix, FALSE);
	if (mix_sort(&t->mix, t->later, t->first_phase, t->first_phase, b->shall))
		phase_put(t->last, &t->mix, FALSE);
}

/* Channels that searches for cycles of a phase looked at; 0 for NULL. */
static guint64 looked(const Phase *phase)
{
	guint64 n = 0;
	for (guint lane = 0; phase && lane < phase->use->n_lanes; lane++)
		n += phase->use->lane[lane]->looked;
	return n;
}

guint64 trial_looked(const Trial *t)
{
	guint n_vls = t->tables ? t->tables->n_vls : 1;
	return t->visits + n_vls * (looked(t->first) + looked(t->middle) + looked(t->last));
}
