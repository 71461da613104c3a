/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tries whether lanes have room for mixtures of old and new entries. The dependencies of a mixture are added to a phase
 * one by one; when one closes a cycle, all of the mixture are taken back. Until the last phase is written paths keep
 * their previous SLs, so that previous routes are on previous lanes only.
 */
#include "core/exchange/trial.h"

#include "core/base/error.h"

#include <string.h>

Trial *trial_new(Both *both, const Fabric *fabric, GError **error)
{
	gsize n = both->graph->n_switches + 1;
	g_autoptr(Trial) t = g_new0(Trial, 1);
	t->both = both;
	t->arena = arena_new();
	mix_init(&t->mix, both->graph, t->arena);
	t->first_phase = arena_new_array(t->arena, guint32, n);
	t->served = arena_new_array(t->arena, guint8, n);
	t->legal = arena_new_array(t->arena, LaneMask, n);
	if (!arena_check(t->arena, "a phase", error) ||
	    (port_tables_matter(both) && !(t->tables = port_tables_new(both, fabric, error))))
		return NULL;
	if ((!t->tables || t->tables->new == PORT_TABLES_BY_SL) && !(t->settled = phase_of_stand(both->stand, error)))
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

/* ---- a destination */

/*
 * Sets the mixture to entries of the destination at hand, [n_switches] each: a is what switches have, b what they may
 * have instead, c what they shall have. b and c may be NULL: no such entries.
 */
static void set_entries(const Trial *t, const guint32 *a, const guint32 *b, const guint32 *c)
{
	memcpy(t->mix.sends, t->both->sends, t->mix.graph->n_switches);
	for (guint32 v = 0; v < t->mix.graph->n_switches; v++) {
		t->mix.entry[v][MIX_HAVE] = a[v];
		t->mix.entry[v][MIX_MAYBE] = !b || b[v] == a[v] ? MIX_SAME : b[v];
		t->mix.entry[v][MIX_SHALL] = !c || c[v] == a[v] ? MIX_SAME : c[v];
	}
}

/* Sets the lanes of the mixture's packets to all that connections may have once the new tables are in force. */
static void send_all(const Trial *t)
{
	for (guint32 v = 0; v < t->mix.graph->n_switches; v++)
		t->mix.from[v] = t->legal[v] | t->both->new_lanes[v];
}

void trial_find_served(Trial *t)
{
	const Both *b = t->both;
	set_entries(t, b->has, b->may, NULL);
	memset(t->served, 0, b->graph->n_switches);
	if (!mix_sort(&t->mix))
		return;
	mix_loses(&t->mix);
	for (guint32 i = 0; i < t->mix.n_order; i++)
		t->served[t->mix.order[i]] = t->mix.fate[t->mix.order[i]] & MIX_ARRIVES_NOW;
}

/* Adds the mixture that is set to a phase. FALSE with trial->why, and the phase as before, if it does harm. */
static gboolean fits(Trial *t, Phase *phase)
{
	if (!mix_sort(&t->mix)) {
		t->why = "packets could loop";
		return FALSE;
	}
	if (mix_loses(&t->mix)) {
		t->why = "packets could be lost";
		return FALSE;
	}
	guint n = phase->use ? phase->use->added->len : 0;
	if (phase_put(phase, &t->mix, FALSE))
		return TRUE;
	t->why = "a lane could have a credit loop";
	lane_use_undo_to(phase->use, n);
	return FALSE;
}

/* ---- at once */

/* Whether the entries of one destination can all change at once; adds them to `phase`. */
static gboolean fits_at_once(Trial *t, guint32 dest, Phase *phase)
{
	const Both *b = t->both;
	trial_begin(t, dest);
	send_all(t);
	if (!t->tables && both_needs_tables(b)) {
		t->why = "SL to VL tables have to learn of a lane";
		return FALSE;
	}
	set_entries(t, b->has, b->may, b->shall);
	return fits(t, phase);
}

/* trial_at_once() where lanes are by SL: destinations that do not change are in trial->last already. */
static gboolean by_sl_at_once(Trial *t)
{
	lane_use_begin(t->last->use);
	for (guint32 d = 0; d < t->both->graph->n_dests; d++)
		if (t->both->changed[d] && !fits_at_once(t, d, t->last)) {
			lane_use_undo(t->last->use);
			return FALSE;
		}
	return TRUE;
}

gboolean trial_at_once(Trial *t, GError **error)
{
	if (!t->tables)
		return by_sl_at_once(t);
	g_autoptr(Phase) phase = phase_new(t->both->graph, t->tables, PORT_TABLES_BOTH, 0, error);
	for (guint32 d = 0; phase && d < t->both->graph->n_dests; d++)
		if (!fits_at_once(t, d, phase))
			return FALSE;
	if (phase && cdg_is_acyclic(phase->turns, phase->used[0], error))
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
	if (new)
		send_all(t);
	else
		memcpy(t->mix.from, b->old_lanes, b->graph->n_switches * sizeof *b->old_lanes);
	set_entries(t, new ? b->shall : b->has, new ? NULL : b->may, NULL);
	if (!mix_sort(&t->mix))
		return FALSE;
	phase_put(phase, &t->mix, TRUE);
	return TRUE;
}

/* An empty phase with room for the lanes of both routings. NULL with SSSP_ERROR_MEMORY. */
static Phase *begin_phase(const Trial *t, PortTablesSides sides, GError **error)
{
	return phase_new(t->both->graph, t->tables, sides, MAX(t->both->stand->layers->n_layers, t->both->lanes),
			 error);
}

/*
 * A phase with the previous routes, or the new ones, to all destinations, with the SL to VL tables of `sides`. NULL
 * with SSSP_ERROR_MEMORY, or without an error if these routes have a cycle or a loop. With `most` dependencies are
 * added one by one, and those that close a cycle left out, as are routes with a loop.
 */
static Phase *hold(Trial *t, gboolean new, PortTablesSides sides, gboolean most, GError **error)
{
	g_autoptr(Phase) phase = begin_phase(t, sides, error);
	if (!phase || (most && !phase_settle(phase, error)))
		return NULL;
	for (guint32 d = 0; d < t->both->graph->n_dests; d++)
		if (!put_side(t, phase, new, d) && !most)
			return NULL;
	return most || phase_settle(phase, error) ? g_steal_pointer(&phase) : NULL;
}

/*
 * A phase with the previous or new routes and their own SL to VL tables: all of them (*all is TRUE) if they have no
 * cycle, else most. NULL with SSSP_ERROR_MEMORY.
 */
static Phase *hold_side(Trial *t, gboolean new, gboolean *all, GError **error)
{
	GError *failure = NULL;
	PortTablesSides sides = new ? PORT_TABLES_NEW : PORT_TABLES_OLD;
	Phase *phase = hold(t, new, sides, FALSE, &failure);
	*all = phase != NULL;
	if (!phase && !failure)
		phase = hold(t, new, sides, TRUE, &failure);
	sssp_error_pass(error, failure);
	return phase;
}

/*
 * The first phase where lanes are by SL: all that the new routing has in use, which covers destinations that do not
 * change, and the previous routes to those that do. Building it whole takes less time than to find what stays. NULL
 * with SSSP_ERROR_MEMORY, or without an error if there is a cycle.
 */
static Phase *hold_changed(Trial *t, GError **error)
{
	const Stand *stand = t->both->stand;
	g_autoptr(Phase) phase = begin_phase(t, PORT_TABLES_BOTH, error);
	for (guint lane = 0; phase && lane < stand->layers->n_layers; lane++)
		memcpy(phase->used[lane], stand->used[lane], stand->turns->first[stand->graph->n_channels]);
	for (guint32 d = 0; phase && d < t->both->graph->n_dests; d++)
		if (t->both->changed[d] && !put_side(t, phase, FALSE, d))
			return NULL;
	return phase && phase_settle(phase, error) ? g_steal_pointer(&phase) : NULL;
}

/*
 * Fills trial->first with the previous routes: with previous and new SL to VL tables if that is free of cycles, else
 * with the previous tables alone and trial->middle for the change of tables. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean begin_first(Trial *t, gboolean *free, GError **error)
{
	GError *failure = NULL;
	*free = TRUE;
	t->first = t->tables ? hold(t, FALSE, PORT_TABLES_BOTH, FALSE, &failure) : hold_changed(t, &failure);
	if (!t->first && !failure) {
		t->first = hold_side(t, FALSE, free, &failure);
		if (t->first && t->tables && (t->middle = begin_phase(t, PORT_TABLES_BOTH, &failure)))
			phase_settle(t->middle, &failure);
	}
	return sssp_error_pass(error, failure);
}

gboolean trial_begin_phases(Trial *t, gboolean *free, GError **error)
{
	gboolean proven = TRUE;
	if (!begin_first(t, free, error))
		return FALSE;
	if (t->tables)
		t->last = hold_side(t, TRUE, &proven, error);
	*free = *free && proven;
	return t->last != NULL;
}

/* ---- phases */

/*
 * Sets the mixture of the first phase. Paths that keep no SL are on their new one as soon as the first phase has a
 * route for them.
 */
static void begin_first_phase(Trial *t)
{
	const Both *b = t->both;
	for (guint32 v = 0; v < b->graph->n_switches; v++)
		t->mix.from[v] = t->legal[v] | (b->kept_lane[v] || t->first_phase[v] == MIX_DEAD ? 0 : b->new_lanes[v]);
	set_entries(t, b->has, b->may, t->first_phase);
}

static void begin_last_phase(Trial *t)
{
	send_all(t);
	set_entries(t, t->first_phase, NULL, t->both->shall);
}

#define TRIAL_PORTS_VISITS 4 /* an entry costs about as much as four where VLs are chosen by ports */

/* Whether entries of the first phase do no harm while SL to VL tables change; TRUE where these do not change then. */
static gboolean middle_fits(Trial *t)
{
	if (!t->middle)
		return TRUE;
	lane_use_begin(t->middle->use);
	begin_first_phase(t);
	set_entries(t, t->first_phase, NULL, NULL);
	return fits(t, t->middle);
}

gboolean trial_first_fits(Trial *t)
{
	t->visits += (guint64)t->both->graph->n_switches * (t->tables ? TRIAL_PORTS_VISITS : 1);
	lane_use_begin(t->first->use);
	begin_first_phase(t);
	gboolean fine = fits(t, t->first);
	lane_use_undo(t->first->use);
	return fine;
}

gboolean trial_in_phases(Trial *t)
{
	t->visits += (guint64)t->both->graph->n_switches * (t->tables ? TRIAL_PORTS_VISITS : 1);
	lane_use_begin(t->first->use);
	lane_use_begin(t->last->use);
	begin_first_phase(t);
	if (!fits(t, t->first))
		return FALSE;
	if (!middle_fits(t)) {
		lane_use_undo(t->first->use);
		return FALSE;
	}
	/* Nothing waits: the new routes are in trial->last already. */
	if (!memcmp(t->first_phase, t->both->shall, t->both->graph->n_switches * sizeof *t->first_phase))
		return TRUE;
	begin_last_phase(t);
	if (fits(t, t->last))
		return TRUE;
	lane_use_undo(t->first->use);
	if (t->middle)
		lane_use_undo(t->middle->use);
	return FALSE;
}

void trial_force(Trial *t)
{
	t->forced++;
	begin_first_phase(t);
	if (mix_sort(&t->mix))
		phase_put(t->first, &t->mix, FALSE);
	begin_last_phase(t);
	if (mix_sort(&t->mix))
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

guint64 trial_count_waiting(Trial *t, guint64 *had)
{
	const Both *b = t->both;
	guint64 waiting = 0;
	*had = 0;
	if (!b->graph->dests[b->dest].is_host)
		return 0;
	begin_first_phase(t);
	if (!mix_sort(&t->mix))
		return 0;
	mix_loses(&t->mix);
	for (guint32 i = 0; i < t->mix.n_order; i++) {
		guint32 v = t->mix.order[i];
		if (t->mix.fate[v] & MIX_ARRIVES_LATER || b->shall[v] == MIX_DEAD)
			continue;
		waiting += b->graph->hosts[v];
		*had += t->mix.fate[v] & MIX_ARRIVES_NOW ? b->graph->hosts[v] : 0;
	}
	return waiting;
}
