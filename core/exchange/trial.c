/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Dependencies are put into use as far as they close no cycle, and taken back when they do. Until the last stage is
 * written paths keep their former SLs, so that former routes are on former lanes only.
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

Trial *trial_new(Both *both, GError **error)
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
	trial->last = use_of_stand(both, error);
	return trial->last ? g_steal_pointer(&trial) : NULL;
}

void trial_free(Trial *trial)
{
	if (!trial)
		return;
	mix_free(trial->mix);
	lane_use_free(trial->first);
	lane_use_free(trial->last);
	g_free(trial->stage);
	g_free(trial->served);
	g_free(trial->legal);
	g_free(trial);
}

/* ---- former lanes */

static gboolean is_channel(guint32 entry)
{
	return entry < MIX_SAME;
}

/*
 * Whether the new route from v is in use on a lane, or can be: `add`. What was added before it could not is to be
 * undone.
 */
static gboolean walk(const Trial *t, guint32 v, guint lane, gboolean add)
{
	const Both *b = t->both;
	LaneUse *use = t->last;
	if (lane >= use->n_lanes)
		return FALSE;
	for (guint32 c = b->then[v], next; is_channel(c); c = next) {
		next = b->then[b->graph->to[c]];
		if (is_channel(next) &&
		    (add ? !lane_use_add(use, lane, c, next) : lane_use_asks(use, lane, c, next) != LANE_USE_KNOWN))
			return FALSE;
	}
	return TRUE;
}

/* Lanes of which the routing has said that connections cannot go on there. */
static LaneMask dropped_lanes(const Both *b, guint32 v)
{
	const guint16 *dropped = b->stand->layers->dropped;
	return dropped ? dropped[(gsize)v * b->graph->n_switches + b->graph->dests[b->dest].vertex] : 0;
}

void trial_settle(Trial *t, GArray *illegal)
{
	const Both *b = t->both;
	for (guint32 v = 0; v < b->graph->n_switches; v++) {
		/* Of lanes that only earlier routings had the former SLs say nothing. */
		LaneMask dropped = b->was[v] ? dropped_lanes(b, v) : 0;
		gboolean fits = !(dropped & ~b->was[v]);
		for (guint lane = 0; b->was[v] >> lane; lane++) {
			if (!(b->was[v] >> lane & 1) || b->is[v] >> lane & 1)
				continue;
			lane_use_begin(t->last);
			if (!(dropped >> lane & 1) && walk(t, v, lane, TRUE))
				continue;
			lane_use_undo(t->last);
			fits = FALSE;
		}
		if (!fits)
			g_array_append_vals(illegal, &(ExchangePair){v, b->dest}, 1);
	}
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

void trial_begin(Trial *t, guint32 dest)
{
	Both *b = t->both;
	both_begin(b, dest);
	for (guint32 v = 0; v < b->graph->n_switches; v++) {
		t->legal[v] = b->was[v] & b->is[v];
		for (guint lane = 0; (b->was[v] & ~b->is[v]) >> lane; lane++)
			if ((b->was[v] & ~b->is[v]) >> lane & 1 && walk(t, v, lane, FALSE))
				t->legal[v] |= (LaneMask)(1u << lane);
	}
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
	if (mix_use(t->mix, use))
		return TRUE;
	t->why = "a lane could have a credit loop";
	lane_use_undo_to(use, n);
	return FALSE;
}

/* ---- stages */

gboolean trial_at_once(Trial *t)
{
	const Both *b = t->both;
	for (guint32 v = 0; v < b->graph->n_switches; v++)
		t->mix->from[v] = t->legal[v] | b->is[v];
	if (both_learns(b)) {
		t->why = "SL to VL tables have to learn of a lane";
		return FALSE;
	}
	trial_set(t, b->has, b->may, b->then);
	return fits(t, t->last);
}

/* Whose paths keep no SL get the new one, as soon as the first stage has a route for them. */
static void begin_first_stage(Trial *t)
{
	const Both *b = t->both;
	for (guint32 v = 0; v < b->graph->n_switches; v++)
		t->mix->from[v] = t->legal[v] | (b->own[v] || t->stage[v] == MIX_DEAD ? 0 : b->is[v]);
	trial_set(t, b->has, b->may, t->stage);
}

static void begin_last_stage(Trial *t)
{
	const Both *b = t->both;
	for (guint32 v = 0; v < b->graph->n_switches; v++)
		t->mix->from[v] = t->legal[v] | b->is[v];
	trial_set(t, t->stage, NULL, b->then);
}

gboolean trial_in_stages(Trial *t)
{
	t->visits += t->both->graph->n_switches;
	lane_use_begin(t->first);
	lane_use_begin(t->last);
	begin_first_stage(t);
	if (!fits(t, t->first))
		return FALSE;
	/* new routes are in use on all these lanes already */
	if (!memcmp(t->stage, t->both->then, t->both->graph->n_switches * sizeof *t->stage))
		return TRUE;
	begin_last_stage(t);
	if (fits(t, t->last))
		return TRUE;
	lane_use_undo(t->first);
	return FALSE;
}

void trial_force(Trial *t)
{
	t->forced++;
	begin_first_stage(t);
	if (mix_sort(t->mix))
		mix_use(t->mix, t->first);
	begin_last_stage(t);
	if (mix_sort(t->mix))
		mix_use(t->mix, t->last);
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
	return t->visits + looked(t->first) + looked(t->last);
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
