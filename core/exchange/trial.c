/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Says whether lanes have room for a mixture of old and new entries. Dependencies are put into use as far as they
 * close no cycle, and taken back when they do. Until the last phase is written paths keep their previous SLs, so that
 * previous routes are on previous lanes only.
 */
#include "core/exchange/trial.h"

#include "core/base/error.h"

#include <string.h>

Trial *trial_new(Both *both, const Fabric *fabric, GError **error)
{
	gsize n = both->graph->n_switches + 1;
	g_autoptr(Trial) t = g_new0(Trial, 1);
	t->both = both;
	t->mix = mix_new(both->graph, error);
	t->first_phase = g_try_new(guint32, n);
	t->served = g_try_malloc(n);
	t->legal = g_try_new(LaneMask, n);
	if (!t->mix || (port_tables_matter(both) && !(t->tables = port_tables_new(both, fabric, error))))
		return NULL;
	if (!t->first_phase || !t->served || !t->legal) {
		sssp_error_memory(error, "a phase", n * sizeof(guint32));
		return NULL;
	}
	if ((!t->tables || t->tables->new == PORT_TABLES_BY_SL) && !(t->settled = phase_of_stand(both->stand, error)))
		return NULL;
	if (t->tables)
		both->lanes = SL_COUNT; /* by tables that choose by ports no lane is unknown */
	else
		t->last = t->settled;
	return g_steal_pointer(&t);
}

void trial_free(Trial *t)
{
	if (!t)
		return;
	mix_free(t->mix);
	phase_free(t->first);
	phase_free(t->middle);
	phase_free(t->last);
	if (t->settled != t->last)
		phase_free(t->settled);
	port_tables_free(t->tables);
	g_free(t->first_phase);
	g_free(t->served);
	g_free(t->legal);
	g_free(t);
}

/* ---- a destination */

/* The mixture of these entries of the destination at hand ([n_switches] each; b and c may be NULL). */
static void set_entries(const Trial *t, const guint32 *a, const guint32 *b, const guint32 *c)
{
	memcpy(t->mix->sends, t->both->sends, t->mix->graph->n_switches);
	for (guint32 v = 0; v < t->mix->graph->n_switches; v++) {
		t->mix->entry[v][MIX_HAVE] = a[v];
		t->mix->entry[v][MIX_MAYBE] = b ? b[v] : MIX_SAME;
		t->mix->entry[v][MIX_SHALL] = !c || c[v] == a[v] ? MIX_SAME : c[v];
	}
}

/* Its packets are on all lanes that their connections may have once the new tables are there. */
static void send_all(const Trial *t)
{
	for (guint32 v = 0; v < t->mix->graph->n_switches; v++)
		t->mix->from[v] = t->legal[v] | t->both->is[v];
}

void trial_find_served(Trial *t)
{
	const Both *b = t->both;
	set_entries(t, b->has, b->may, NULL);
	memset(t->served, 0, b->graph->n_switches);
	if (!mix_sort(t->mix))
		return;
	mix_loses(t->mix);
	for (guint32 i = 0; i < t->mix->n_order; i++)
		t->served[t->mix->order[i]] = t->mix->fate[t->mix->order[i]] & MIX_ARRIVES_NOW;
}

/* Puts the mixture that is set into a phase; FALSE: nothing of it, where there is a cycle to close. */
static gboolean fits(Trial *t, Phase *phase)
{
	if (!mix_sort(t->mix)) {
		t->why = "packets could loop";
		return FALSE;
	}
	if (mix_loses(t->mix)) {
		t->why = "packets could be lost";
		return FALSE;
	}
	guint n = phase->use ? phase->use->added->len : 0;
	if (phase_put(phase, t->mix, FALSE))
		return TRUE;
	t->why = "a lane could have a credit loop";
	lane_use_undo_to(phase->use, n);
	return FALSE;
}

/* ---- at once */

static gboolean fits_at_once(Trial *t, guint32 dest, Phase *phase)
{
	const Both *b = t->both;
	trial_begin(t, dest);
	send_all(t);
	if (!t->tables && both_learns(b)) {
		t->why = "SL to VL tables have to learn of a lane";
		return FALSE;
	}
	set_entries(t, b->has, b->may, b->shall);
	return fits(t, phase);
}

static gboolean by_sl_at_once(Trial *t)
{
	lane_use_begin(t->last->use);
	for (guint i = 0; i < t->both->changed->len; i++)
		if (!fits_at_once(t, g_array_index(t->both->changed, guint32, i), t->last)) {
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
	if (phase && phase_is_free(phase, error))
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
		send_all(t);
	else
		memcpy(t->mix->from, b->was, b->graph->n_switches * sizeof *b->was);
	set_entries(t, new ? b->shall : b->has, new ? NULL : b->may, NULL);
	return mix_sort(t->mix);
}

static Phase *begin_phase(const Trial *t, PortTablesSides sides, GError **error)
{
	return phase_new(t->both->graph, t->tables, sides, MAX(t->both->stand->layers->n_layers, t->both->lanes),
			 error);
}

/* Routes of one side, with SL to VL tables of these; NULL also without `error`: they have a cycle. */
static Phase *hold_all(Trial *t, gboolean new, PortTablesSides sides, GError **error)
{
	g_autoptr(Phase) phase = begin_phase(t, sides, error);
	for (guint32 d = 0; phase && d < t->both->graph->n_dests; d++) {
		if (!begin_side(t, new, d))
			return NULL;
		phase_put(phase, t->mix, FALSE);
	}
	return phase && phase_settle(phase, error) ? g_steal_pointer(&phase) : NULL;
}

/* As much of them as closes no cycle, one by one. */
static Phase *hold_most(Trial *t, gboolean new, PortTablesSides sides, GError **error)
{
	g_autoptr(Phase) phase = begin_phase(t, sides, error);
	if (!phase || !phase_settle(phase, error))
		return NULL;
	for (guint32 d = 0; d < t->both->graph->n_dests; d++)
		if (begin_side(t, new, d))
			phase_put(phase, t->mix, TRUE);
	return g_steal_pointer(&phase);
}

/* All of them if that can be; `*all`: it can. NULL with SSSP_ERROR_MEMORY. */
static Phase *hold_side(Trial *t, gboolean new, gboolean *all, GError **error)
{
	GError *failure = NULL;
	PortTablesSides sides = new ? PORT_TABLES_NEW : PORT_TABLES_OLD;
	Phase *phase = hold_all(t, new, sides, &failure);
	*all = phase != NULL;
	if (!phase && !failure)
		phase = hold_most(t, new, sides, &failure);
	if (failure)
		g_propagate_error(error, failure);
	return phase;
}

/*
 * Lanes by SL: previous routes that have changed beside all that the new routing has in use; a sort takes less time
 * than to look at what stays. NULL also without `error`: there is a cycle.
 */
static Phase *hold_changed(Trial *t, GError **error)
{
	const Stand *stand = t->both->stand;
	g_autoptr(Phase) phase = begin_phase(t, PORT_TABLES_BOTH, error);
	for (guint lane = 0; phase && lane < stand->layers->n_layers; lane++)
		memcpy(phase->used[lane], stand->used[lane], stand->turns->first[stand->graph->n_channels]);
	for (guint i = 0; phase && i < t->both->changed->len; i++) {
		if (!begin_side(t, FALSE, g_array_index(t->both->changed, guint32, i)))
			return NULL;
		phase_put(phase, t->mix, FALSE);
	}
	return phase && phase_settle(phase, error) ? g_steal_pointer(&phase) : NULL;
}

/* Previous routes, with both SL to VL tables if they live with these, else with the previous ones. */
static gboolean begin_first(Trial *t, gboolean *free, GError **error)
{
	GError *failure = NULL;
	*free = TRUE;
	t->first = t->tables ? hold_all(t, FALSE, PORT_TABLES_BOTH, &failure) : hold_changed(t, &failure);
	if (!t->first && !failure) {
		t->first = hold_side(t, FALSE, free, &failure);
		if (t->first && t->tables && (t->middle = begin_phase(t, PORT_TABLES_BOTH, &failure)))
			phase_settle(t->middle, &failure);
	}
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
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

/* Whose paths keep no SL get the new one, as soon as the first phase has a route for them. */
static void begin_first_phase(Trial *t)
{
	const Both *b = t->both;
	for (guint32 v = 0; v < b->graph->n_switches; v++)
		t->mix->from[v] = t->legal[v] | (b->own[v] || t->first_phase[v] == MIX_DEAD ? 0 : b->is[v]);
	set_entries(t, b->has, b->may, t->first_phase);
}

static void begin_last_phase(Trial *t)
{
	send_all(t);
	set_entries(t, t->first_phase, NULL, t->both->shall);
}

#define TRIAL_PORTS_VISITS 4 /* as much is looked at for one entry where VLs are chosen by ports */

/* What has the first phase, while SL to VL tables change. */
static gboolean middle_fits(Trial *t)
{
	if (!t->middle)
		return TRUE;
	lane_use_begin(t->middle->use);
	begin_first_phase(t);
	set_entries(t, t->first_phase, NULL, NULL);
	return fits(t, t->middle);
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
	/* new routes are in use on all these lanes already */
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
	if (mix_sort(t->mix))
		phase_put(t->first, t->mix, FALSE);
	begin_last_phase(t);
	if (mix_sort(t->mix))
		phase_put(t->last, t->mix, FALSE);
}

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
	if (!mix_sort(t->mix))
		return 0;
	mix_loses(t->mix);
	for (guint32 i = 0; i < t->mix->n_order; i++) {
		guint32 v = t->mix->order[i];
		if (t->mix->fate[v] & MIX_ARRIVES_LATER || b->shall[v] == MIX_DEAD)
			continue;
		waiting += b->graph->hosts[v];
		*had += t->mix->fate[v] & MIX_ARRIVES_NOW ? b->graph->hosts[v] : 0;
	}
	return waiting;
}
