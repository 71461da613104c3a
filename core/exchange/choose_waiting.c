/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses which entries for a destination wait for the second phase of an update. Choices are tried one after the
 * other, and the first that does no harm (no loop, no lost packet, no cycle on a lane) is taken. At first no entry
 * waits. Then switches whose packets still arrive ("served") wait with their old entries. Switches whose packets are
 * lost already ("others") can do without a route for a while: in the next choices they have none, and served ones have
 * their new entries, or old ones, or new ones one by one. At last no entry that changes gives a route; that is taken
 * even if it does harm. If it does none, and budget is left, switches without a route get one where that does no harm,
 * served ones before others, and of each kind those nearest to the destination first.
 */
#include "core/exchange/trial.h"

/* At most so many entries of a destination are tried by halves; if there are more, all of them wait. */
#define ENTRIES_TRIED 256

/* Whether the budget for trials is spent. */
static gboolean hurries(const Trial *t)
{
	return trial_looked(t) >= t->end;
}

/* What an entry that changes is in the first phase: the new one, the previous one, or none. */
typedef enum { NEW, OLD, NONE } Choice;

/* Sets all entries of the first phase: entries that change as chosen for served switches and for others. */
static void set_choices(Trial *t, Choice served, Choice others)
{
	const Both *b = t->both;
	for (guint32 v = 0; v < b->graph->n_switches; v++) {
		gboolean changes = b->shall[v] != b->has[v] || b->may[v] != b->has[v];
		Choice choice = !changes ? NEW : t->served[v] ? served : others;
		/* It is not known which entry the switch has, so its old entry cannot be counted on. */
		if (choice == OLD && b->may[v] != b->has[v])
			choice = NONE;
		if (both_is_too_soon(b, v))
			choice = NONE;
		t->first_phase[v] = choice == NEW ? b->shall[v] : choice == OLD ? b->has[v] : MIX_DEAD;
	}
}

/*
 * Fills list[ENTRIES_TRIED] with the served switches, or the others, whose entry is not the new one, nearest to the
 * destination first. Returns how many; 0 also if there are more than ENTRIES_TRIED.
 */
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

/* Gives the listed switches their new entry, their old one (the new one where the old is not known), or none. */
static void set_all(Trial *t, const guint32 *list, guint n, Choice choice)
{
	const Both *b = t->both;
	for (guint i = 0; i < n; i++) {
		guint32 v = list[i];
		gboolean old = choice == OLD && b->may[v] == b->has[v];
		t->first_phase[v] = choice == NONE ? MIX_DEAD : old ? b->has[v] : b->shall[v];
	}
}

/*
 * Gives the chosen entry, or the new one, to as many of the listed switches as can have it, and no entry to the rest.
 * All are tried together, then the first half, then the second. `fails`: it is known that all together fail. Returns
 * whether all of them have an entry.
 */
static gboolean give_most(Trial *t, const guint32 *list, guint n, Choice choice, gboolean fails)
{
	set_all(t, list, n, choice);
	if (!fails && trial_in_phases(t))
		return TRUE;
	set_all(t, list, n, NEW);
	if (choice != NEW && trial_in_phases(t))
		return TRUE;
	set_all(t, list, n, NONE);
	if (n > 1 && !hurries(t)) {
		gboolean first = give_most(t, list, n / 2, choice, FALSE);
		give_most(t, list + n / 2, n - n / 2, choice, first && choice == NEW);
	}
	return FALSE;
}

/* Sets all entries as chosen and tries them; TRUE: the phases are free of harm. */
static gboolean try_choices(Trial *t, Choice served, Choice others)
{
	set_choices(t, served, others);
	return trial_in_phases(t);
}

/*
 * Tries no route for all entries that change, and for all switches whose paths have their new SL at once: packets of
 * the latter would be on new lanes by previous entries, and no proof covers that mixture. With `all` it tries no route
 * at all: entries that stay may close a cycle with SL to VL tables that change. TRUE: that is free of harm.
 */
static gboolean try_without(Trial *t, gboolean all)
{
	const Both *b = t->both;
	set_choices(t, NONE, NONE);
	for (guint32 v = 0; v < b->graph->n_switches; v++)
		if (all)
			t->first_phase[v] = b->shall[v] == MIX_HERE ? MIX_HERE : MIX_DEAD;
		else if (!b->kept_lane[v] && b->new_lanes[v])
			t->first_phase[v] = MIX_DEAD;
	return trial_in_phases(t);
}

/* Gives the chosen entry, or the new one, to as many served switches, or others, as can have it. */
static void give(Trial *t, gboolean served, Choice choice)
{
	guint32 list[ENTRIES_TRIED];
	guint n = list_held(t, served, list);
	if (n)
		give_most(t, list, n, choice, FALSE);
}

/* No more switches are tried after so many for which that fails: where many fail, hardly any help. */
#define FAILURES 16

/*
 * Where a switch comes to send to another that sends back by its old entry, the other has to change first. Gives served
 * switches their new entry, nearest to the destination first, where the first phase can have it beside those before,
 * and leaves the others their old one; switches that are not served get none. TRUE: that is free of harm in the last
 * phase, too.
 */
static gboolean try_one_by_one(Trial *t)
{
	guint32 list[ENTRIES_TRIED];
	set_choices(t, OLD, NONE);
	guint n = list_held(t, TRUE, list), failed = 0;
	for (guint i = 0; i < n && failed < FAILURES && !hurries(t); i++) {
		guint32 v = list[i], held = t->first_phase[v];
		set_all(t, &v, 1, NEW);
		if (!trial_first_fits(t) || !(t->mix.fate[v] & MIX_ARRIVES_LATER)) {
			t->first_phase[v] = held;
			failed++;
		}
	}
	return failed < n && trial_in_phases(t);
}

/* Tries to keep a route for all served switches. FALSE: that cannot be. */
static gboolean try_living(Trial *t)
{
	trial_find_served(t);
	if (try_choices(t, OLD, NEW))
		return TRUE;
	if (!try_choices(t, NEW, NONE) && !try_choices(t, OLD, NONE) && !try_one_by_one(t))
		return FALSE;
	give(t, FALSE, NEW);
	return TRUE;
}

gboolean choose_waiting(Trial *t)
{
	if (try_choices(t, NEW, NEW))
		return TRUE;
	if (!hurries(t) && try_living(t))
		return !hurries(t);
	gboolean fine = try_choices(t, NONE, NONE) || try_without(t, FALSE) || (t->tables && try_without(t, TRUE));
	if (!fine)
		trial_force(t);
	if (fine && !hurries(t))
		give(t, TRUE, OLD);
	if (fine && !hurries(t))
		give(t, FALSE, NEW);
	return !hurries(t);
}
