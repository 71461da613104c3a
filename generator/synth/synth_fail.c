/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Failures: cables or switches taken out of the plan so that the switches left stay connected.
 *
 * Cables come in a random order; a cable is passed over when nothing else would join its two sides. Which ones those
 * are need not be tried one by one: they are the spanning tree that takes cables from the end of the order backwards
 * (reverse-delete and Kruskal find the same tree). So the first N others go, in time O(cables).
 * Switches go one at a time, each the first in a random order (those without hosts before those with) that is no cut
 * vertex of what is left (synth_cuts.c). A connected fabric always has one, so only too large an N is impossible.
 */
#include "generator/synth/synth_plan.h"

#include <string.h>

/* Marks in `keep` the cables of a spanning tree, late ones in `order` first. */
static void span(const Synth *synth, const guint32 *order, guint32 *parent, guint8 *keep)
{
	for (guint32 i = synth->n_cables; i-- > 0;) {
		const SynthCable *cable = &synth->cables[order[i]];
		guint32 a = synth_find(parent, cable->a), b = synth_find(parent, cable->b);
		keep[order[i]] = a != b;
		parent[a] = b;
	}
}

static void fail_links(Synth *synth, guint32 n, GRand *rand)
{
	g_autofree guint32 *order = synth_shuffled(synth, synth->n_cables, rand);
	g_autofree guint32 *parent = synth_identity(synth, synth->n_switches);
	g_autofree guint8 *keep = g_try_new0(guint8, (gsize)synth->n_cables + 1);
	if (!keep)
		synth_fail(synth, SSSP_ERROR_MEMORY, "out of memory for the failures");
	if (synth->error)
		return;
	span(synth, order, parent, keep);
	guint32 gone = 0;
	for (guint32 i = 0; i < synth->n_cables && gone < n; i++)
		if (!keep[order[i]]) {
			synth->cables[order[i]].gone = TRUE;
			gone++;
		}
	if (gone < n)
		synth_fail(synth, SSSP_ERROR_IMPOSSIBLE,
			   "%u of %u cables cannot fail and leave the switches connected (at most %u)", n,
			   synth->n_cables, gone);
}

/* Takes out the first switch of the order that parts nothing; of those with hosts, or of those without. */
static gboolean fail_one(Synth *synth, const guint32 *order, const guint8 *cut, gboolean with_hosts)
{
	for (guint32 i = 0; i < synth->n_switches; i++) {
		SynthSwitch *sw = &synth->switches[order[i]];
		if (!sw->gone && !cut[order[i]] && (sw->hosts > 0) == with_hosts) {
			sw->gone = TRUE;
			return TRUE;
		}
	}
	return FALSE;
}

static void fail_in_order(Synth *synth, guint32 n, const guint32 *order)
{
	SynthCuts *cuts = synth_cuts_new(synth);
	for (guint32 i = 0; cuts && i < n; i++) {
		const guint8 *cut = synth_cuts_find(cuts, synth);
		if (!fail_one(synth, order, cut, FALSE) && !fail_one(synth, order, cut, TRUE))
			synth_fail(synth, SSSP_ERROR_IMPOSSIBLE, "only %u switches can fail", i);
	}
	synth_cuts_free(cuts);
	for (guint32 i = 0; i < synth->n_cables; i++) {
		SynthCable *cable = &synth->cables[i];
		cable->gone |= synth->switches[cable->a].gone || synth->switches[cable->b].gone;
	}
}

static void fail_switches(Synth *synth, guint32 n, GRand *rand)
{
	g_autofree guint32 *order = synth_shuffled(synth, synth->n_switches, rand);
	if (n >= synth->n_switches)
		synth_fail(synth, SSSP_ERROR_IMPOSSIBLE, "%u of %u switches cannot fail: none would be left", n,
			   synth->n_switches);
	if (!synth->error)
		fail_in_order(synth, n, order);
}

/* "N", or "P%": that part of `total`. */
static guint32 amount(Synth *synth, const char *text, gboolean percent, guint32 total)
{
	guint values[SYNTH_MAX_VALUES];
	g_autofree char *digits = g_strndup(text, strlen(text) - (percent ? 1 : 0));
	synth_numbers(synth, "fail", digits, ',', 0, percent ? 100 : G_MAXUINT32 - 1, values);
	return percent ? (guint32)(((guint64)total * values[0] + 50) / 100) : values[0];
}

void synth_failures(Synth *synth)
{
	const char *text = synth->error ? NULL : synth_key_text(synth, "fail");
	g_autoptr(GRand) rand = synth->error ? NULL : synth_rand(synth, SYNTH_STREAM_FAILURES);
	if (!text || synth->error)
		return;
	const char *colon = strchr(text, ':');
	gsize n = colon ? (gsize)(colon - text) : 0;
	gboolean percent = g_str_has_suffix(text, "%");
	if (n == strlen("links") && g_str_has_prefix(text, "links"))
		fail_links(synth, amount(synth, colon + 1, percent, synth->n_cables), rand);
	else if (n == strlen("switches") && g_str_has_prefix(text, "switches"))
		fail_switches(synth, amount(synth, colon + 1, percent, synth->n_switches), rand);
	else
		synth_fail(synth, SSSP_ERROR_USAGE, "fail: not links:N, switches:N, or either with P%%");
}
