/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Generates low-diameter fabrics from the literature, their switches, hosts and cables: dragonflies, dragonfly+ and
 * Kautz graphs. (slimfly: synth_slimfly.c)
 */
#include "generator/synth/synth_plan.h"

/*
 * Dragonfly (Kim, Dally, Scott, Abts: Technology-Driven, Highly-Scalable Dragonfly Topology, 2008): `groups` groups of
 * `a` switches, each joined to all others of its group, to p hosts, and by h cables to other groups.
 *
 * A group's a * h cables to other groups are its slots. Slot j of group i leads to group i + 1 + j, and there to slot
 * groups - 2 - j, both modulo `groups`. With fewer than a * h + 1 groups, rounds of groups - 1 slots follow each other
 * while they fit; the remaining slots stay empty. Slot j is at switch j mod a, so the cables are spread evenly.
 */
typedef struct {
	guint a, p, h, groups;
	guint size, first; /* switches of a group, and the first of those with cables to other groups */
} Dragonfly;

static void dragonfly_switches(Synth *synth, const Dragonfly *d, guint ports)
{
	for (guint group = 0; group < d->groups; group++)
		for (guint i = 0; i < d->a && !synth->error; i++)
			synth_hosts(synth, synth_switch(synth, ports, "dragonfly-%u-%u", group, i), d->p);
	for (guint group = 0; group < d->groups; group++)
		for (guint i = 0; i < d->a; i++)
			for (guint j = i + 1; j < d->a; j++)
				if (!synth_cable(synth, group * d->a + i, group * d->a + j, 1))
					return;
}

static void dragonfly_global(Synth *synth, const Dragonfly *d)
{
	guint others = d->groups - 1, rounds = others ? d->a * d->h / others : 0;
	for (guint round = 0; round < rounds; round++)
		for (guint group = 0; group < d->groups; group++)
			for (guint j = 0; group + 1 + j < d->groups; j++) {
				guint here = round * others + j, there = round * others + others - 1 - j;
				if (!synth_cable(synth, group * d->size + d->first + here % d->a,
						 (group + 1 + j) * d->size + d->first + there % d->a, 1))
					return;
			}
}

void synth_build_dragonfly(Synth *synth)
{
	Dragonfly d = {.a = synth_key(synth, "a", 4, 1, FABRIC_MAX_PORTS),
		       .p = synth_key(synth, "p", 2, 0, FABRIC_MAX_PORTS),
		       .h = synth_key(synth, "h", 2, 1, FABRIC_MAX_PORTS)};
	guint ports = synth_key(synth, "ports", SYNTH_DEFAULT_PORTS, 1, FABRIC_MAX_PORTS);
	d.groups = synth_key(synth, "groups", d.a * d.h + 1, 1, d.a * d.h + 1);
	d.size = d.a;
	if (!synth_begin(synth, synth_product(d.a, d.groups)))
		return;
	dragonfly_switches(synth, &d, ports);
	dragonfly_global(synth, &d);
}

/*
 * Dragonfly+ (Shpiner, Haramaty, Eliad, Zdornov, Gafni, Zahavi: Dragonfly+: Low Cost Topology for Scaling Datacenters,
 * 2017): a group has leaves with p hosts each and spines, each leaf is joined to all spines, and the spines have the h
 * cables to other groups.
 */
static void plus_switches(Synth *synth, const Dragonfly *d, guint ports)
{
	for (guint group = 0; group < d->groups && !synth->error; group++) {
		for (guint i = 0; i < d->first; i++)
			synth_switch(synth, ports, "MF0;g%02u-leaf-%02u:IB%u/U1", group + 1, i + 1, ports);
		for (guint i = 0; i < d->a; i++)
			synth_switch(synth, ports, "MF0;g%02u-spine-%02u:IB%u/U1", group + 1, i + 1, ports);
	}
}

/* Leaves with their hosts, a round over all groups for each host of a leaf, and their cables up. */
static void plus_groups(Synth *synth, const Dragonfly *d, guint hosts)
{
	for (guint32 i = 0; i < d->groups * d->first && !synth->error; i++) {
		guint32 leaf = i / d->first * d->size + i % d->first, leaves = d->groups * d->first;
		synth_hosts(synth, leaf, hosts / leaves + (i < hosts % leaves));
		synth_skip(synth, leaf, d->p);
		for (guint spine = 0; spine < d->a; spine++)
			if (!synth_cable(synth, leaf, i / d->first * d->size + d->first + spine, 1))
				return;
	}
}

void synth_build_dragonfly_plus(Synth *synth)
{
	guint leaves = synth_key(synth, "leaves", 4, 1, FABRIC_MAX_PORTS);
	Dragonfly d = {.a = synth_key(synth, "spines", 4, 1, FABRIC_MAX_PORTS),
		       .p = synth_key(synth, "p", 4, 1, FABRIC_MAX_PORTS),
		       .h = synth_key(synth, "h", 2, 1, FABRIC_MAX_PORTS),
		       .first = leaves};
	guint ports = synth_key(synth, "ports", SYNTH_DEFAULT_PORTS, 1, FABRIC_MAX_PORTS);
	d.groups = synth_key(synth, "groups", d.a * d.h + 1, 1, d.a * d.h + 1);
	d.size = leaves + d.a;
	guint64 most = synth_product(synth_product(d.groups, leaves), d.p);
	guint hosts = synth_key(synth, "hosts", (guint)MIN(most, (guint64)FABRIC_MAX_LID), 1, FABRIC_MAX_LID);
	if (hosts > most)
		synth_set_error(synth, SSSP_ERROR_USAGE, "hosts: there is room for %" G_GUINT64_FORMAT, most);
	if (!synth_begin(synth, synth_product(d.size, d.groups)))
		return;
	plus_switches(synth, &d, ports);
	plus_groups(synth, &d, hosts);
	dragonfly_global(synth, &d);
}

/*
 * Kautz graph K(D, N): the words of N letters out of D + 1 in which no letter follows itself; an arc from each word
 * to every word that drops its first letter and appends one. Every arc is a cable, so each switch has 2 D of them,
 * two of those in parallel between words such as aba and bab.
 *
 * A word's number has its first letter (D + 1 of them) as its highest digit, then D - 1 at most for each further one:
 * the letter among those that differ from the one before.
 */
typedef struct {
	guint d, n;
	guint32 count; /* (D + 1) D^(N - 1) */
} Kautz;

static void kautz_word(const Kautz *k, guint32 number, guint *word)
{
	guint32 weight = k->count / (k->d + 1);
	word[0] = number / weight;
	for (guint i = 1; i < k->n; i++) {
		number %= weight;
		weight /= k->d;
		word[i] = number / weight;
		word[i] += word[i] >= word[i - 1];
	}
}

static guint32 kautz_number(const Kautz *k, const guint *word)
{
	guint32 number = word[0];
	for (guint i = 1; i < k->n; i++)
		number = number * k->d + word[i] - (word[i] > word[i - 1]);
	return number;
}

static void kautz_switch(Synth *synth, const Kautz *k, guint32 number, guint ports, guint hosts)
{
	guint word[SYNTH_MAX_VALUES];
	g_autoptr(GString) name = g_string_new("kautz");
	kautz_word(k, number, word);
	for (guint i = 0; i < k->n; i++)
		g_string_append_printf(name, "-%u", word[i]);
	synth_hosts(synth, synth_switch(synth, ports, "%.*s", SYNTH_NAME_ROOM - 1, name->str), hosts);
}

static gboolean kautz_arcs(Synth *synth, const Kautz *k, guint32 number)
{
	guint word[SYNTH_MAX_VALUES + 1];
	kautz_word(k, number, word);
	for (word[k->n] = 0; word[k->n] <= k->d; word[k->n]++)
		if (word[k->n] != word[k->n - 1] && !synth_cable(synth, number, kautz_number(k, word + 1), 1))
			return FALSE;
	return TRUE;
}

void synth_build_kautz(Synth *synth)
{
	guint values[SYNTH_MAX_VALUES];
	if (synth_values(synth, ',', 1, FABRIC_MAX_PORTS, values) != 2 || values[1] > SYNTH_MAX_VALUES) {
		synth_set_error(synth, SSSP_ERROR_USAGE, "kautz:D,N takes two numbers, N up to %d", SYNTH_MAX_VALUES);
		return;
	}
	guint hosts = synth_key(synth, "hosts", 1, 0, FABRIC_MAX_PORTS);
	guint ports = synth_key(synth, "ports", SYNTH_DEFAULT_PORTS, 1, FABRIC_MAX_PORTS);
	guint64 count = values[0] + 1;
	for (guint i = 1; i < values[1]; i++)
		count = synth_product(count, values[0]);
	if (!synth_begin(synth, count))
		return;
	Kautz k = {.d = values[0], .n = values[1], .count = (guint32)count};
	for (guint32 i = 0; i < k.count && !synth->error; i++)
		kautz_switch(synth, &k, i, ports, hosts);
	for (guint32 i = 0; i < k.count; i++)
		if (!kautz_arcs(synth, &k, i))
			return;
}
