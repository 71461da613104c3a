/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Builds fabrics of two parts side by side, joined by some cables: the fabrics of any two SPECs (family merged), or two
 * trees of old and of new switches, joined at their tops (family generations).
 */
#include "generator/synth/synth_plan.h"

#include <string.h>

#define SITES 2

/* ---- generations */

/* A tree of switches with as many ports up as down; its top switches leave half of their ports free. */
static SynthTree generation(guint ports, guint levels, const char *label)
{
	SynthTree tree = {.levels = levels, .links = 1, .ports = ports, .label = label, .external = ports};
	for (guint i = 0; i < levels; i++) {
		tree.m[i] = ports / 2;
		tree.w[i] = i ? ports / 2 : 1;
	}
	return tree;
}

/* Divides the hosts between both trees by what they have room for; leaves without hosts are left out. */
static gboolean share(Synth *synth, SynthTree tree[2], guint64 hosts[2])
{
	guint64 most[2] = {synth_tree_capacity(&tree[0]), synth_tree_capacity(&tree[1])}, all = most[0] + most[1];
	guint wanted = synth_key(synth, "hosts", 0, 2, FABRIC_MAX_LID);
	if (wanted > all)
		synth_set_error(synth, SSSP_ERROR_USAGE, "hosts: there is room for %" G_GUINT64_FORMAT, all);
	hosts[0] = wanted ? CLAMP(wanted * most[0] / all, 1, wanted - 1) : most[0];
	hosts[1] = wanted ? wanted - hosts[0] : most[1];
	for (guint i = 0; i < 2 && wanted; i++)
		tree[i].leaves = (guint32)((hosts[i] + tree[i].m[0] - 1) / tree[i].m[0]);
	return !synth->error;
}

/* The first of the top switches, the last to be added. */
static guint32 tops_of(const Synth *synth, const SynthTree *tree, guint32 *n)
{
	*n = 1;
	for (guint i = 0; i < tree->levels; i++)
		*n *= tree->w[i];
	return synth->n_switches - *n;
}

void synth_build_generations(Synth *synth)
{
	guint levels = synth_key(synth, "levels", 2, 2, 3);
	guint old = synth_key(synth, "old", 18, 2, FABRIC_MAX_PORTS),
	      new = synth_key(synth, "new", 36, 2, FABRIC_MAX_PORTS);
	guint joins = synth_key(synth, "joins", 1, 1, FABRIC_MAX_PORTS);
	SynthTree tree[2] = {generation(old, levels, "old"), generation(new, levels, "new")};
	guint64 hosts[2];
	guint32 first[2], tops[2];
	if (synth->error || !share(synth, tree, hosts) ||
	    !synth_begin(synth, synth_tree_size(&tree[0]) + synth_tree_size(&tree[1])))
		return;
	for (guint i = 0; i < 2 && !synth->error; i++) {
		synth->speed = i ? FABRIC_QDR : FABRIC_DDR;
		synth_tree_build(synth, &tree[i], hosts[i]);
		if (!synth->error)
			first[i] = tops_of(synth, &tree[i], &tops[i]);
	}
	for (guint32 i = 0; !synth->error && i < tops[0] * joins; i++)
		synth_cable(synth, first[0] + i / joins, first[1] + i % tops[1], 1);
}

/* ---- merged */

/* The name of a switch at a site: "a-leaf-1", "MF0;b-core-001:..". */
static void name_at_site(SynthSwitch *sw, char site)
{
	const char managed[] = "MF0;";
	gsize keep = g_str_has_prefix(sw->name, managed) ? strlen(managed) : 0;
	g_autofree char *name = g_strdup_printf("%.*s%c-%s", (int)keep, sw->name, site, sw->name + keep);
	g_strlcpy(sw->name, name, sizeof sw->name);
	sw->site = site;
}

/* Adds the switches and cables of a plan, after those that are there. Room has been made for the switches. */
static void adopt(Synth *synth, const Synth *part, char site)
{
	guint32 first = synth->n_switches, cables = synth->n_cables;
	SynthCable *grown = g_try_renew(SynthCable, synth->cables, (gsize)cables + part->n_cables + 1);
	if (!grown) {
		synth_set_error(synth, SSSP_ERROR_MEMORY, "out of memory for the cables");
		return;
	}
	synth->cables = grown;
	synth->cables_room = cables + part->n_cables + 1;
	for (guint32 i = 0; i < part->n_switches; i++) {
		SynthSwitch *sw = &synth->switches[synth->n_switches++];
		*sw = part->switches[i];
		sw->system += first;
		if (site)
			name_at_site(sw, site);
	}
	for (guint32 i = 0; i < part->n_cables; i++) {
		SynthCable *cable = &synth->cables[synth->n_cables++];
		*cable = part->cables[i];
		cable->a += first;
		cable->b += first;
	}
	synth->n_hosts += part->n_hosts;
}

/* The switch of first .. first + n - 1 with the most free ports, of those without hosts if one of them has any. */
static guint32 roomiest(Synth *synth, guint32 first, guint32 n)
{
	guint32 best = first;
	guint most = 0;
	for (guint32 i = first; i < first + n; i++) {
		const SynthSwitch *sw = &synth->switches[i];
		guint free = sw->gone ? 0 : sw->ports - sw->used;
		guint weight = free ? free + (sw->hosts ? 0 : FABRIC_MAX_PORTS) : 0;
		if (weight > most) {
			most = weight;
			best = i;
		}
	}
	if (!most)
		synth_set_error(synth, SSSP_ERROR_USAGE, "joins: no port is free at site %c",
				synth->switches[first].site);
	return best;
}

/* FALSE unless there are two SPECs, joined by a + that begins a name (dragonfly+ has one at the end of its own). */
static gboolean split(Synth *synth, char *parts[SITES])
{
	guint n = 1;
	parts[0] = synth->values ? synth->values : (char *)"";
	for (char *at = parts[0]; *at; at++)
		if (*at == '+' && g_ascii_isalpha(at[1])) {
			if (n == SITES)
				n = SITES + 1;
			if (n > SITES)
				break;
			*at = '\0';
			parts[n++] = at + 1;
		}
	if (n != SITES)
		synth_set_error(synth, SSSP_ERROR_USAGE, "two SPECs are wanted, keys of the whole behind them: %s",
				synth->family->info.syntax);
	return !synth->error;
}

void synth_build_merged(Synth *synth)
{
	char *specs[SITES] = {NULL};
	Synth part[SITES] = {0};
	guint joins = synth_key(synth, "joins", 4, 1, FABRIC_MAX_LID);
	synth->values_read = TRUE;
	gboolean built = split(synth, specs);
	for (guint i = 0; i < SITES; i++)
		built = built && synth_inside(synth, specs[i], &part[i]);
	if (built && part[0].n_hosts + part[1].n_hosts + part[0].n_switches + part[1].n_switches > FABRIC_MAX_LID)
		synth_set_error(synth, SSSP_ERROR_USAGE, "more switches and hosts than a subnet has LIDs (%d)",
				FABRIC_MAX_LID);
	if (built && synth_begin(synth, part[0].n_switches + part[1].n_switches))
		for (guint i = 0; i < SITES && !synth->error; i++)
			adopt(synth, &part[i], (char)('a' + i));
	for (guint i = 0; i < joins && !synth->error; i++)
		synth_cable(synth, roomiest(synth, 0, part[0].n_switches),
			    roomiest(synth, part[0].n_switches, part[1].n_switches), 1);
	for (guint i = 0; i < SITES; i++)
		synth_clear(&part[i]);
}
