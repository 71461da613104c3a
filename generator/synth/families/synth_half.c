/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Builds the fabric of another SPEC without about half of its top switches, as when the rest has not been bought yet.
 * The top switches are those with the most hops to the nearest switch with hosts. They are tried one by one, the last
 * first; one is taken out if each switch below it then keeps at least half of its cables to the top. What is left keeps
 * its GUIDs, names and port numbers.
 */
#include "generator/synth/synth_plan.h"

#define UNKNOWN G_MAXUINT

/* Of each switch: its level, its cables to the top, and how many of these are gone. */
typedef struct {
	guint level, above, lost;
} Height;

/* The level above `from` that a cable leads to, of a switch not reached before; NULL when it does not. */
static guint *climb(const SynthCable *cable, Height *height, guint from)
{
	guint *a = &height[cable->a].level, *b = &height[cable->b].level;
	if (*a == from && *b == UNKNOWN)
		return b;
	return *b == from && *a == UNKNOWN ? a : NULL;
}

/* Fills the levels; returns that of the top. */
static guint find_levels(const Synth *synth, Height *height)
{
	guint top = 0;
	for (guint32 i = 0; i < synth->n_switches; i++)
		height[i].level = synth->switches[i].hosts ? 0 : UNKNOWN;
	for (gboolean found = TRUE; found; top += found ? 1 : 0) {
		found = FALSE;
		for (guint32 i = 0; i < synth->n_cables; i++) {
			guint *level = synth->cables[i].gone ? NULL : climb(&synth->cables[i], height, top);
			if (level) {
				*level = top + 1;
				found = TRUE;
			}
		}
	}
	return top;
}

/* Counts the cables from each switch to the top. */
static void count_above(const Synth *synth, Height *height, guint top)
{
	for (guint32 i = 0; i < synth->n_cables; i++) {
		const SynthCable *cable = &synth->cables[i];
		height[cable->a].above += !cable->gone && height[cable->b].level == top;
		height[cable->b].above += !cable->gone && height[cable->a].level == top;
	}
}

/* Adds `change` to what each neighbour of a top switch has lost. FALSE when one has lost more than half then. */
static gboolean lose(const Synth *synth, Height *height, guint32 sw, gint change)
{
	gboolean fine = TRUE;
	for (guint32 i = 0; i < synth->n_cables; i++) {
		const SynthCable *cable = &synth->cables[i];
		if (cable->gone || (cable->a != sw && cable->b != sw))
			continue;
		Height *below = &height[cable->a == sw ? cable->b : cable->a];
		below->lost = (guint)((gint)below->lost + change);
		fine &= 2 * below->lost <= below->above;
	}
	return fine;
}

/* Takes top switches out, and returns how many. O(top switches x cables) */
static guint take_out(Synth *synth, Height *height, guint top)
{
	guint n = 0;
	for (guint32 i = synth->n_switches; i-- > 0;) {
		SynthSwitch *sw = &synth->switches[i];
		if (height[i].level != top || sw->gone)
			continue;
		if (lose(synth, height, i, 1)) {
			sw->gone = TRUE;
			n++;
		} else {
			lose(synth, height, i, -1);
		}
	}
	for (guint32 i = 0; i < synth->n_cables; i++) {
		SynthCable *cable = &synth->cables[i];
		cable->gone |= synth->switches[cable->a].gone || synth->switches[cable->b].gone;
	}
	return n;
}

/* Takes about half of the top switches out, as the head of this file says, or sets synth->error. */
static void halve(Synth *synth)
{
	g_autofree Height *height = g_try_new0(Height, (gsize)synth->n_switches + 1);
	if (!height) {
		synth_set_error(synth, SSSP_ERROR_MEMORY, "out of memory for the levels");
		return;
	}
	guint top = find_levels(synth, height);
	count_above(synth, height, top);
	if (!top)
		synth_set_error(synth, SSSP_ERROR_USAGE, "half: every switch has hosts, there is no top");
	else if (!take_out(synth, height, top))
		synth_set_error(
			synth, SSSP_ERROR_USAGE,
			"half: no top switch can go: some switch below it would lose more than half of its cables");
	else if (!synth_connected(synth))
		synth_set_error(synth, SSSP_ERROR_USAGE, "half: with half of its top switches the fabric is in pieces");
}

void synth_build_half(Synth *synth)
{
	Synth whole = {0};
	synth->values_read = TRUE; /* they are the other SPEC */
	if (!synth->values)
		synth_set_error(synth, SSSP_ERROR_USAGE, "a SPEC is missing (%s)", synth->family->info.syntax);
	else if (synth_inside(synth, synth->values, &whole)) {
		synth->switches = g_steal_pointer(&whole.switches);
		synth->cables = g_steal_pointer(&whole.cables);
		synth->n_switches = synth->switches_room = whole.n_switches;
		synth->n_cables = synth->cables_room = whole.n_cables;
		synth->n_hosts = whole.n_hosts;
		halve(synth);
	}
	synth_clear(&whole);
}
