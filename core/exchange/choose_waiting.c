/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses what of a destination waits for the second phase. Paths that live can wait: their packets arrive as before.
 * Paths that lead nowhere any more cannot be made worse by having none for a while, so these are held next, one entry
 * after the other from the destination on; living ones last, as few as will do.
 */
#include "core/exchange/choose_waiting.h"

#include <string.h>

/* Entries of a destination that are tried in halves where they have to; beyond that all of them wait. */
#define ENTRIES_TRIED 256

static gboolean hurries(const Trial *t)
{
	return trial_looked(t) >= t->end;
}

/* What an entry that changes is in the first phase: the new one, the previous one, or none. */
typedef enum { NEW, OLD, NONE } Choice;

static void set_choices(Trial *t, Choice served, Choice others)
{
	const Both *b = t->both;
	for (guint32 v = 0; v < b->graph->n_switches; v++) {
		gboolean changes = b->shall[v] != b->has[v] || b->may[v] != MIX_SAME;
		Choice choice = !changes ? NEW : served != others && t->served[v] ? served : others;
		/* what a switch has is not known then */
		if (choice == OLD && b->may[v] != MIX_SAME)
			choice = NONE;
		if (both_is_too_soon(b, v))
			choice = NONE;
		t->first_phase[v] = choice == NEW ? b->shall[v] : choice == OLD ? b->has[v] : MIX_DEAD;
	}
}

/* Switches that have to wait although they have a path, or because they have none, nearest to the destination first. */
static guint list_held(const Trial *t, gboolean served, guint32 *list)
{
	const Both *b = t->both;
	guint32 n = b->graph->n_switches;
	const guint8 *near = b->stand->hops + (gsize)b->graph->dests[b->dest].vertex * n;
	guint count = 0;
	for (guint32 v = 0; v < n; v++) {
		if ((t->served[v] != 0) != served || t->first_phase[v] == b->shall[v] || both_is_too_soon(b, v))
			continue;
		if (count == ENTRIES_TRIED)
			return 0;
		guint at = count++;
		for (; at > 0 && near[list[at - 1]] > near[v]; at--)
			list[at] = list[at - 1];
		list[at] = v;
	}
	return count;
}

/* Gives all of these their new entry, or their old one, or none. */
static void set_all(Trial *t, const guint32 *list, guint n, Choice choice)
{
	const Both *b = t->both;
	for (guint i = 0; i < n; i++) {
		guint32 v = list[i];
		gboolean old = choice == OLD && b->may[v] == MIX_SAME;
		t->first_phase[v] = choice == NONE ? MIX_DEAD : old ? b->has[v] : b->shall[v];
	}
}

static gboolean set_and_try(Trial *t, const guint32 *list, guint n, Choice choice)
{
	set_all(t, list, n, choice);
	return trial_in_phases(t);
}

/*
 * Gives as many of these as can have it that entry, or the new one instead, and no entry to the others: all of them are
 * tried together, then each half by itself, the first half first. `fails`: it is known that all together cannot. FALSE:
 * some have none.
 */
static gboolean give_most(Trial *t, const guint32 *list, guint n, Choice choice, gboolean fails)
{
	if (!fails && (set_and_try(t, list, n, choice) || (choice != NEW && set_and_try(t, list, n, NEW))))
		return TRUE;
	set_all(t, list, n, NONE);
	if (n > 1 && !hurries(t)) {
		gboolean first = give_most(t, list, n / 2, choice, FALSE);
		give_most(t, list + n / 2, n - n / 2, choice, first && choice == NEW);
	}
	return FALSE;
}

static gboolean try_choices(Trial *t, Choice served, Choice others)
{
	set_choices(t, served, others);
	return trial_in_phases(t);
}

/*
 * Nothing that changes, and no route for those whose paths have their new SL at once: their packets would be on new lanes
 * by previous entries, and no proof covers that mixture.
 */
static gboolean try_previous(Trial *t)
{
	const Both *b = t->both;
	set_choices(t, NONE, NONE);
	for (guint32 v = 0; v < b->graph->n_switches; v++)
		if (!b->own[v] && b->is[v])
			t->first_phase[v] = MIX_DEAD;
	return trial_in_phases(t);
}

/* No route at all, where entries that stay do not live with SL to VL tables that change. */
static gboolean try_nothing(Trial *t)
{
	const Both *b = t->both;
	for (guint32 v = 0; v < b->graph->n_switches; v++)
		t->first_phase[v] = b->shall[v] == MIX_HERE ? MIX_HERE : MIX_DEAD;
	return trial_in_phases(t);
}

/* Leaves those who have a path as many of their old entries as can stay, or gives them the new one. */
static void keep_old_of_served(Trial *t)
{
	guint32 list[ENTRIES_TRIED];
	guint n = list_held(t, TRUE, list);
	if (n)
		give_most(t, list, n, OLD, FALSE);
}

/* Gives as many of the others their new entry as can have it. */
static void give_new_to_others(Trial *t)
{
	guint32 list[ENTRIES_TRIED];
	guint n = list_held(t, FALSE, list);
	if (n)
		give_most(t, list, n, NEW, FALSE);
}

/* Where those who have a path need not be without one. */
static gboolean try_living(Trial *t)
{
	trial_find_served(t);
	if (try_choices(t, OLD, NEW))
		return TRUE;
	if (!try_choices(t, NEW, NONE) && !try_choices(t, OLD, NONE))
		return FALSE;
	give_new_to_others(t);
	return TRUE;
}

gboolean choose_waiting(Trial *t)
{
	if (try_choices(t, NEW, NEW))
		return TRUE;
	if (!hurries(t) && try_living(t))
		return !hurries(t);
	if (!try_choices(t, NONE, NONE) && !try_previous(t) && !(t->tables && try_nothing(t))) {
		trial_force(t);
		return !hurries(t);
	}
	if (!hurries(t))
		keep_old_of_served(t);
	if (!hurries(t))
		give_new_to_others(t);
	return !hurries(t);
}
