/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Takes the cables, switches or hosts that are to fail (fail=) out of the plan, so that the switches left stay
 * connected. Several fail= follow one another, each on what those before it left, and take numbers from one random
 * generator.
 *
 * Cables fail in a random order; a cable is passed over when nothing else would join its two sides. Those passed over
 * need not be tried one by one: they are the spanning tree that takes cables from the end of the order backwards
 * (reverse-delete and Kruskal find the same tree). So the first N others fail, in time O(cables).
 *
 * Switches fail one at a time, each the first in a random order (those without hosts before those with) that is no cut
 * vertex of what is left (synth_cuts.c). A connected fabric always has one, so only too large an N is impossible. Hosts
 * fail in a random order, as long as one is left.
 */
#include "generator/synth/synth_plan.h"

#include <string.h>

/* Marks in `keep` the cables of a spanning tree, late ones in `order` first. */
static void span(const Synth *synth, const guint32 *order, guint32 *parent, guint8 *keep)
{
	for (guint32 i = synth->n_cables; i-- > 0;) {
		const SynthCable *cable = &synth->cables[order[i]];
		if (cable->gone)
			continue;
		guint32 a = synth_find(parent, cable->a), b = synth_find(parent, cable->b);
		keep[order[i]] = a != b;
		parent[a] = b;
	}
}

static void fail_links(Synth *synth, guint32 n, guint32 left, GRand *rand)
{
	g_autofree guint32 *order = synth_shuffled(synth, synth->n_cables, rand);
	g_autofree guint32 *parent = synth_identity(synth, synth->n_switches);
	g_autofree guint8 *keep = g_try_new0(guint8, (gsize)synth->n_cables + 1);
	if (!keep)
		synth_set_error(synth, SSSP_ERROR_MEMORY, "out of memory for the failures");
	if (synth->error)
		return;
	span(synth, order, parent, keep);
	guint32 gone = 0;
	for (guint32 i = 0; i < synth->n_cables && gone < n; i++)
		if (!keep[order[i]] && !synth->cables[order[i]].gone) {
			synth->cables[order[i]].gone = TRUE;
			gone++;
		}
	if (gone < n)
		synth_set_error(synth, SSSP_ERROR_IMPOSSIBLE,
				"%u of %u cables cannot fail and leave the switches connected (at most %u)", n, left,
				gone);
}

/* Takes out the first switch of the order that is no cut vertex, of those with hosts or of those without. */
static gboolean fail_one(Synth *synth, const guint32 *order, const guint8 *cut, gboolean with_hosts)
{
	for (guint32 i = 0; i < synth->n_switches; i++) {
		SynthSwitch *sw = &synth->switches[order[i]];
		if (!sw->gone && !cut[order[i]] && (sw->hosts > sw->hosts_gone) == with_hosts) {
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
			synth_set_error(synth, SSSP_ERROR_IMPOSSIBLE, "only %u switches can fail", i);
	}
	synth_cuts_free(cuts);
	for (guint32 i = 0; i < synth->n_cables; i++) {
		SynthCable *cable = &synth->cables[i];
		cable->gone |= synth->switches[cable->a].gone || synth->switches[cable->b].gone;
	}
}

static void fail_switches(Synth *synth, guint32 n, guint32 left, GRand *rand)
{
	g_autofree guint32 *order = synth_shuffled(synth, synth->n_switches, rand);
	if (n >= left)
		synth_set_error(synth, SSSP_ERROR_IMPOSSIBLE, "%u of %u switches cannot fail: none would be left", n,
				left);
	if (!synth->error)
		fail_in_order(synth, n, order);
}

/* The switch of each host; NULL when there is an error. Free with g_free(). */
static guint32 *owners(Synth *synth)
{
	guint32 *owner = synth_identity(synth, synth->n_hosts), host = 0;
	for (guint32 i = 0; owner && i < synth->n_switches; i++)
		for (guint port = 1; port <= synth->switches[i].hosts; port++)
			owner[host++] = i;
	return owner;
}

static void fail_hosts(Synth *synth, guint32 n, guint32 left, GRand *rand)
{
	g_autofree guint32 *order = synth_shuffled(synth, synth->n_hosts, rand);
	g_autofree guint32 *owner = owners(synth);
	if (n && n >= left)
		synth_set_error(synth, SSSP_ERROR_IMPOSSIBLE, "%u of %u hosts cannot fail: none would be left", n,
				left);
	if (!synth->host_gone && !(synth->host_gone = g_try_new0(guint8, (gsize)synth->n_hosts + 1)))
		synth_set_error(synth, SSSP_ERROR_MEMORY, "out of memory for the failures");
	for (guint32 i = 0; i < synth->n_hosts && n && !synth->error; i++) {
		SynthSwitch *sw = &synth->switches[owner[order[i]]];
		if (sw->gone || synth->host_gone[order[i]])
			continue;
		synth->host_gone[order[i]] = TRUE;
		sw->hosts_gone++;
		n--;
	}
}

/* What is left of the plan. */
static guint32 links_left(const Synth *synth)
{
	guint32 left = 0;
	for (guint32 i = 0; i < synth->n_cables; i++)
		left += !synth->cables[i].gone;
	return left;
}

static guint32 switches_left(const Synth *synth)
{
	guint32 left = 0;
	for (guint32 i = 0; i < synth->n_switches; i++)
		left += !synth->switches[i].gone;
	return left;
}

static guint32 hosts_left(const Synth *synth)
{
	guint32 left = 0;
	for (guint32 i = 0; i < synth->n_switches; i++)
		if (!synth->switches[i].gone)
			left += synth->switches[i].hosts - synth->switches[i].hosts_gone;
	return left;
}

static const struct {
	const char *name;
	guint32 (*left)(const Synth *synth);
	void (*fail)(Synth *synth, guint32 n, guint32 left, GRand *rand);
} kinds[] = {
	{"links", links_left, fail_links},
	{"switches", switches_left, fail_switches},
	{"hosts", hosts_left, fail_hosts},
};

/* "N", or "P%": that part of `total`. */
static guint32 amount(Synth *synth, const char *text, guint32 total)
{
	guint values[SYNTH_MAX_VALUES];
	gboolean percent = g_str_has_suffix(text, "%");
	g_autofree char *digits = g_strndup(text, strlen(text) - (percent ? 1 : 0));
	synth_numbers(synth, "fail", digits, ',', 0, percent ? 100 : G_MAXUINT32 - 1, values);
	return percent ? (guint32)(((guint64)total * values[0] + 50) / 100) : values[0];
}

static void fail(Synth *synth, const char *text, GRand *rand)
{
	gsize n = strcspn(text, ":");
	for (guint i = 0; i < G_N_ELEMENTS(kinds) && text[n]; i++) {
		if (strlen(kinds[i].name) != n || strncmp(text, kinds[i].name, n))
			continue;
		guint32 left = kinds[i].left(synth), wanted = amount(synth, text + n + 1, left);
		if (!synth->error)
			kinds[i].fail(synth, wanted, left, rand);
		return;
	}
	synth_set_error(synth, SSSP_ERROR_USAGE, "fail: not links:N, switches:N, hosts:N, or one of them with P%%");
}

void synth_failures(Synth *synth)
{
	g_autoptr(GRand) rand = synth->error ? NULL : synth_rand(synth, SYNTH_STREAM_FAILURES);
	for (guint i = 0; i < synth->n_keys && !synth->error; i++)
		if (!strcmp(synth->keys[i].key, "fail"))
			fail(synth, synth->keys[i].value, rand);
}
