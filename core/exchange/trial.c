/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Says whether lanes have room for a mixture of old and new entries. Dependencies are put into use as far as they
 * close no cycle, and taken back when they do. Until the last phase is written paths keep their previous SLs, so that
 * previous routes are on previous lanes only.
 */
#include "core/exchange/trial.h"

#include "core/base/error.h"

#include <string.h>

/* What the new routing uses, and may use of routings before it. */
static LaneUse *use_of_stand(const Both *both, GError **error)
{
	StandView view = {0};
	if (!stand_view_init(&view, both->stand, both->graph, error))
		return NULL;
	g_autoptr(LaneUse) use = lane_use_of_stand(&view, both->stand->layers->n_layers, error);
	stand_view_clear(&view);
	return g_steal_pointer(&use);
}

Trial *trial_new(Both *both, gboolean by_sl, GError **error)
{
	gsize n = both->graph->n_switches + 1;
	g_autoptr(Trial) trial = g_new0(Trial, 1);
	trial->both = both;
	trial->mix = mix_new(both->graph, error);
	trial->stage = g_try_new(guint32, n);
	trial->served = g_try_malloc(n);
	trial->legal = g_try_new(LaneMask, n);
	if (!trial->mix)
		return NULL;
	if (!trial->stage || !trial->served || !trial->legal) {
		sssp_error_memory(error, "a stage", n * sizeof(guint32));
		return NULL;
	}
	if (by_sl && !(trial->last = use_of_stand(both, error)))
		return NULL;
	return g_steal_pointer(&trial);
}

static void ports_free(TrialPorts *ports)
{
	if (!ports)
		return;
	lane_use_free(ports->settled);
	port_phase_free(ports->first);
	port_phase_free(ports->middle);
	port_phase_free(ports->last);
	port_tables_free(ports->tables);
	g_free(ports);
}

void trial_free(Trial *trial)
{
	if (!trial)
		return;
	mix_free(trial->mix);
	lane_use_free(trial->first);
	lane_use_free(trial->middle);
	lane_use_free(trial->last);
	ports_free(trial->ports);
	g_free(trial->stage);
	g_free(trial->served);
	g_free(trial->legal);
	g_free(trial);
}

/* ---- a destination */

void trial_set(const Trial *t, const guint32 *a, const guint32 *b, const guint32 *c)
{
	memcpy(t->mix->sends, t->both->sends, t->mix->graph->n_switches);
	for (guint32 v = 0; v < t->mix->graph->n_switches; v++) {
		t->mix->entry[v][MIX_HAVE] = a[v];
		t->mix->entry[v][MIX_MAYBE] = b ? b[v] : MIX_SAME;
		t->mix->entry[v][MIX_THEN] = !c || c[v] == a[v] ? MIX_SAME : c[v];
	}
}

void trial_send(const Trial *t)
{
	for (guint32 v = 0; v < t->mix->graph->n_switches; v++)
		t->mix->from[v] = t->legal[v] | t->both->is[v];
}

void trial_find_served(Trial *t)
{
	const Both *b = t->both;
	trial_set(t, b->has, b->may, NULL);
	memset(t->served, 0, b->graph->n_switches);
	if (!mix_sort(t->mix))
		return;
	mix_loses(t->mix);
	for (guint32 i = 0; i < t->mix->n_order; i++)
		t->served[t->mix->order[i]] = t->mix->fate[t->mix->order[i]] & MIX_ARRIVES_NOW;
}

static gboolean use_mixture(const Trial *t, LaneUse *use)
{
	TrialPorts *p = t->ports;
	if (!p)
		return mix_use(t->mix, use);
	return port_phase_add(use == t->first ? p->first : use == t->middle ? p->middle : p->last, t->mix, FALSE, use);
}

/* Puts the mixture that is set into use; FALSE: nothing of it. */
static gboolean fits(Trial *t, LaneUse *use)
{
	if (!mix_sort(t->mix)) {
		t->why = "packets could loop";
		return FALSE;
	}
	if (mix_loses(t->mix)) {
		t->why = "packets could be lost";
		return FALSE;
	}
	guint n = use->added->len;
	if (use_mixture(t, use))
		return TRUE;
	t->why = "a lane could have a credit loop";
	lane_use_undo_to(use, n);
	return FALSE;
}

/* ---- phases */

gboolean trial_at_once(Trial *t)
{
	const Both *b = t->both;
	trial_send(t);
	if (both_learns(b)) {
		t->why = "SL to VL tables have to learn of a lane";
		return FALSE;
	}
	trial_set(t, b->has, b->may, b->then);
	return fits(t, t->last);
}

/* Whose paths keep no SL get the new one, as soon as the first phase has a route for them. */
static void begin_first_stage(Trial *t)
{
	const Both *b = t->both;
	for (guint32 v = 0; v < b->graph->n_switches; v++)
		t->mix->from[v] = t->legal[v] | (b->own[v] || t->stage[v] == MIX_DEAD ? 0 : b->is[v]);
	trial_set(t, b->has, b->may, t->stage);
}

/* What has the first phase, while SL to VL tables change. */
static void begin_middle(Trial *t)
{
	begin_first_stage(t);
	trial_set(t, t->stage, NULL, NULL);
}

static void begin_last_stage(Trial *t)
{
	trial_send(t);
	trial_set(t, t->stage, NULL, t->both->then);
}

#define TRIAL_PORTS_VISITS 4 /* as much is looked at for one entry where VLs are chosen by ports */

static gboolean middle_fits(Trial *t)
{
	if (!t->middle)
		return TRUE;
	lane_use_begin(t->middle);
	begin_middle(t);
	return fits(t, t->middle);
}

gboolean trial_in_stages(Trial *t)
{
	t->visits += (guint64)t->both->graph->n_switches * (t->ports ? TRIAL_PORTS_VISITS : 1);
	lane_use_begin(t->first);
	lane_use_begin(t->last);
	begin_first_stage(t);
	if (!fits(t, t->first))
		return FALSE;
	if (!middle_fits(t)) {
		lane_use_undo(t->first);
		return FALSE;
	}
	/* new routes are in use on all these lanes already */
	if (!memcmp(t->stage, t->both->then, t->both->graph->n_switches * sizeof *t->stage))
		return TRUE;
	begin_last_stage(t);
	if (fits(t, t->last))
		return TRUE;
	lane_use_undo(t->first);
	if (t->middle)
		lane_use_undo(t->middle);
	return FALSE;
}

void trial_force(Trial *t)
{
	t->forced++;
	begin_first_stage(t);
	if (mix_sort(t->mix))
		use_mixture(t, t->first);
	begin_last_stage(t);
	if (mix_sort(t->mix))
		use_mixture(t, t->last);
}

static guint64 looked(const LaneUse *use)
{
	guint64 n = 0;
	for (guint lane = 0; lane < use->n_lanes; lane++)
		n += use->lane[lane]->looked;
	return n;
}

guint64 trial_looked(const Trial *t)
{
	guint n_vls = t->ports ? t->ports->tables->n_vls : 1;
	return t->visits + n_vls * (looked(t->first) + (t->middle ? looked(t->middle) : 0) + looked(t->last));
}

guint64 trial_count_waiting(Trial *t, guint64 *had)
{
	const Both *b = t->both;
	guint64 waiting = 0;
	*had = 0;
	if (!b->graph->dests[b->dest].is_host)
		return 0;
	begin_first_stage(t);
	if (!mix_sort(t->mix))
		return 0;
	mix_loses(t->mix);
	for (guint32 i = 0; i < t->mix->n_order; i++) {
		guint32 v = t->mix->order[i];
		if (t->mix->fate[v] & MIX_ARRIVES_THEN || b->then[v] == MIX_DEAD)
			continue;
		waiting += b->graph->hosts[v];
		*had += t->mix->fate[v] & MIX_ARRIVES_NOW ? b->graph->hosts[v] : 0;
	}
	return waiting;
}
