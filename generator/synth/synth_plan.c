/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Collects the plan of a synthetic fabric: switches, their hosts and the cables between them, in the order in which a
 * family (torus, fattree ..) adds them, in two flat arrays. Ports are dealt out ascending, so the order of cables is
 * the order of ports. The limits that every family shares are checked here.
 */
#include "generator/synth/synth_plan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

guint64 synth_product(guint64 a, guint64 b)
{
	return MIN(a * b, (guint64)G_MAXUINT32);
}

static void too_many(Synth *synth)
{
	synth_set_error(synth, SSSP_ERROR_USAGE, "more switches and hosts than a subnet has LIDs (%d)", FABRIC_MAX_LID);
}

gboolean synth_begin(Synth *synth, guint64 n_switches)
{
	if (synth->values && !synth->values_read)
		synth_set_error(synth, SSSP_ERROR_USAGE, "values without a key do not belong here (%s)",
				synth->family->info.syntax);
	if (n_switches > FABRIC_MAX_LID)
		too_many(synth);
	if (synth->error)
		return FALSE;
	synth->switches = g_try_new0(SynthSwitch, n_switches);
	if (!synth->switches && n_switches)
		return sssp_error_memory(&synth->error, "the switches", n_switches * sizeof(SynthSwitch));
	synth->switches_room = (guint32)n_switches;
	return TRUE;
}

guint32 synth_switch(Synth *synth, guint ports, const char *format, ...)
{
	if (synth->error)
		return 0;
	g_assert(synth->n_switches < synth->switches_room);
	SynthSwitch *sw = &synth->switches[synth->n_switches];
	sw->ports = (guint8)ports;
	sw->system = synth->n_switches;
	sw->speed = (guint8)synth->speed;
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(sw->name, sizeof sw->name, format, arguments);
	va_end(arguments);
	return synth->n_switches++;
}

static gboolean needs(Synth *synth, guint32 sw, guint ports)
{
	if (ports <= synth->switches[sw].ports)
		return TRUE;
	synth_set_error(synth, SSSP_ERROR_USAGE, "switch %s needs more than its %u ports", synth->switches[sw].name,
			synth->switches[sw].ports);
	return FALSE;
}

void synth_hosts(Synth *synth, guint32 sw, guint hosts)
{
	if (synth->error || !needs(synth, sw, hosts))
		return;
	synth->switches[sw].hosts = synth->switches[sw].used = (guint8)hosts;
	synth->n_hosts += hosts;
	if (synth->n_hosts + synth->switches_room > FABRIC_MAX_LID)
		too_many(synth);
}

void synth_deal_hosts(Synth *synth, guint32 first, guint32 n, guint hosts, guint room, const guint *taken)
{
	g_autofree guint *dealt = g_new0(guint, n);
	for (guint round = 0; round < room && hosts; round++)
		for (guint32 i = 0; i < n && hosts; i++)
			if (dealt[i] + (taken ? taken[i] : 0) < room) {
				dealt[i]++;
				hosts--;
			}
	for (guint32 i = 0; i < n; i++)
		synth_hosts(synth, first + i, dealt[i]);
}

void synth_skip(Synth *synth, guint32 sw, guint port)
{
	if (!synth->error && needs(synth, sw, port))
		synth->switches[sw].used = (guint8)MAX(synth->switches[sw].used, port);
}

static gboolean cable_room(Synth *synth)
{
	if (synth->n_cables < synth->cables_room)
		return TRUE;
	gsize bigger = MAX((gsize)synth->cables_room * 2, 64);
	SynthCable *grown = g_try_renew(SynthCable, synth->cables, bigger);
	if (!grown)
		return sssp_error_memory(&synth->error, "the cables", bigger * sizeof(SynthCable));
	synth->cables = grown;
	synth->cables_room = (guint32)bigger;
	return TRUE;
}

static void give_aggregation(Synth *synth, SynthSwitch *sw)
{
	if (sw->used == FABRIC_MAX_PORTS)
		synth_set_error(synth, SSSP_ERROR_USAGE, "switch %s has no port left for an aggregation node",
				sw->name);
	if (synth->error)
		return;
	sw->aggregation = ++sw->used;
	sw->ports = MAX(sw->ports, sw->used);
	synth->n_aggregation++;
}

void synth_aggregation(Synth *synth)
{
	const char *text = synth->error ? NULL : synth_key_text(synth, "an");
	gboolean all = text && !strcmp(text, "all");
	if (text && !all && strcmp(text, "leaf"))
		synth_set_error(synth, SSSP_ERROR_USAGE, "an: not leaf or all");
	for (guint32 i = 0; text && i < synth->n_switches && !synth->error; i++)
		if (!synth->switches[i].gone && (all || synth->switches[i].hosts))
			give_aggregation(synth, &synth->switches[i]);
	if (synth->n_hosts + synth->n_switches + synth->n_aggregation > FABRIC_MAX_LID)
		too_many(synth);
}

gboolean synth_cable(Synth *synth, guint32 a, guint32 b, guint links)
{
	for (guint i = 0; i < links && !synth->error; i++) {
		if (!needs(synth, a, synth->switches[a].used + 1u) || !needs(synth, b, synth->switches[b].used + 1u) ||
		    !cable_room(synth))
			return FALSE;
		guint8 port_a = ++synth->switches[a].used;
		guint8 port_b = ++synth->switches[b].used;
		synth->cables[synth->n_cables++] = (SynthCable){.a = a, .b = b, .port_a = port_a, .port_b = port_b};
	}
	return !synth->error;
}

guint32 *synth_identity(Synth *synth, guint32 n)
{
	guint32 *order = g_try_new(guint32, (gsize)n + 1);
	if (!order && !synth->error)
		sssp_error_memory(&synth->error, "a table of indices", n * sizeof(guint32));
	for (guint32 i = 0; order && i < n; i++)
		order[i] = i;
	return order;
}

guint32 *synth_shuffled(Synth *synth, guint32 n, GRand *rand)
{
	guint32 *order = synth_identity(synth, n);
	for (guint32 i = n; order && i > 1; i--) {
		guint32 j = (guint32)g_rand_int_range(rand, 0, (gint32)i);
		guint32 swapped = order[j];
		order[j] = order[i - 1];
		order[i - 1] = swapped;
	}
	return order;
}

guint32 synth_find(guint32 *parent, guint32 i)
{
	while (parent[i] != i) {
		parent[i] = parent[parent[i]];
		i = parent[i];
	}
	return i;
}

gboolean synth_connected(Synth *synth)
{
	guint32 left = 0;
	g_autofree guint32 *parent = synth_identity(synth, synth->n_switches);
	for (guint32 i = 0; i < synth->n_switches; i++)
		left += !synth->switches[i].gone;
	for (guint32 i = 0; parent && i < synth->n_cables; i++) {
		const SynthCable *cable = &synth->cables[i];
		guint32 a = synth_find(parent, cable->a), b = synth_find(parent, cable->b);
		left -= !cable->gone && a != b;
		if (!cable->gone)
			parent[a] = b;
	}
	return parent && left == 1;
}
