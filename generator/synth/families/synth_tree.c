/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Builds fabrics with levels of switches, hosts at the lowest: one switch, k-ary n-trees, full fat trees of crossbars,
 * XGFTs (extended generalised fat trees), and Clos networks of leaves and spines. From the values of a SPEC the shape
 * of the tree is computed; synth_xgft.c then adds its switches and cables. One switch, and Clos networks, are added
 * here.
 */
#include "generator/synth/synth_plan.h"

#include <string.h>

void synth_build_single(Synth *synth)
{
	guint ports = synth_key(synth, "ports", SYNTH_DEFAULT_PORTS, 1, FABRIC_MAX_PORTS);
	guint hosts = synth_key(synth, "hosts", ports, 1, FABRIC_MAX_PORTS);
	if (synth_begin(synth, 1))
		synth_hosts(synth, synth_switch(synth, ports, "switch-1"), hosts);
}

void synth_tree_build(Synth *synth, SynthTree *tree, guint64 hosts)
{
	synth_tree_switches(synth, tree, 0);
	guint32 leaves = (guint32)synth_tree_leaves(tree);
	for (guint32 i = 0; i < leaves && !synth->error; i++) {
		guint here = (guint)MIN(hosts, (guint64)tree->m[0]);
		synth_hosts(synth, tree->first + i, here);
		hosts -= here;
	}
	synth_tree_cables(synth, tree);
}

guint64 synth_tree_capacity(const SynthTree *tree)
{
	return synth_product(synth_tree_leaves(tree), tree->m[0]);
}

static void build(Synth *synth, SynthTree *tree, guint64 hosts)
{
	if (synth_begin(synth, synth_tree_size(tree)))
		synth_tree_build(synth, tree, hosts);
}

void synth_build_karytree(Synth *synth)
{
	guint values[SYNTH_MAX_VALUES];
	if (synth_values(synth, ',', 1, FABRIC_MAX_PORTS / 2, values) != 2 || values[0] < 2 ||
	    values[1] > SYNTH_MAX_VALUES) {
		synth_set_error(synth, SSSP_ERROR_USAGE, "karytree:K,N takes two numbers, K from 2 to %d, N up to %d",
				FABRIC_MAX_PORTS / 2, SYNTH_MAX_VALUES);
		return;
	}
	SynthTree tree = {.levels = values[1], .links = 1, .ports = 2 * values[0]};
	for (guint i = 0; i < tree.levels; i++) {
		tree.m[i] = values[0];
		tree.w[i] = i ? values[0] : 1;
	}
	build(synth, &tree, synth_tree_capacity(&tree));
}

/* Leaves have `over` times as many hosts as cables up; switches above have as many cables up as down. */
static gboolean shape(Synth *synth, SynthTree *tree, guint over)
{
	guint half = tree->ports / 2, up = tree->ports / (over + 1);
	for (guint i = 0; i < tree->levels; i++) {
		tree->m[i] = i + 1 == tree->levels ? 2 * half : half;
		tree->w[i] = i == 0 ? 1 : i == 1 ? up : half;
	}
	if (tree->levels == 1)
		tree->m[0] = tree->ports;
	else
		tree->m[0] = up * over;
	if (tree->levels == 1 && over > 1)
		synth_set_error(synth, SSSP_ERROR_USAGE, "one level has no cables up to oversubscribe");
	if (half && up)
		return !synth->error;
	synth_set_error(synth, SSSP_ERROR_USAGE, "%u ports are too few for %u hosts to each cable up", tree->ports,
			over);
	return FALSE;
}

void synth_build_fattree(Synth *synth)
{
	SynthTree tree = {.links = 1};
	tree.ports = synth_key(synth, "ports", 24, 1, FABRIC_MAX_PORTS);
	tree.levels = synth_key(synth, "levels", 2, 1, SYNTH_MAX_VALUES);
	guint over = synth_key(synth, "oversubscription", 1, 1, FABRIC_MAX_PORTS);
	guint hosts = synth_key(synth, "hosts", 0, 1, FABRIC_MAX_LID);
	if (!shape(synth, &tree, over))
		return;
	guint64 most = synth_tree_capacity(&tree);
	if (hosts > most) {
		synth_set_error(synth, SSSP_ERROR_USAGE, "hosts: there is room for %" G_GUINT64_FORMAT, most);
		return;
	}
	if (hosts)
		tree.leaves = (hosts + tree.m[0] - 1) / tree.m[0];
	build(synth, &tree, hosts ? hosts : most);
}

/* H;M1,..,MH;W1,..,WH */
static gboolean read_xgft(Synth *synth, SynthTree *tree)
{
	guint levels[SYNTH_MAX_VALUES];
	synth->values_read = TRUE;
	g_auto(GStrv) parts = g_strsplit(synth->values ? synth->values : "", ";", -1);
	if (g_strv_length(parts) != 3) {
		synth_set_error(synth, SSSP_ERROR_USAGE, "three parts are wanted: %s", synth->family->info.syntax);
		return FALSE;
	}
	guint n = synth_numbers(synth, "H", parts[0], ',', 1, SYNTH_MAX_VALUES, levels);
	tree->levels = levels[0];
	guint m = synth_numbers(synth, "M", parts[1], ',', 1, FABRIC_MAX_PORTS, tree->m);
	guint w = synth_numbers(synth, "W", parts[2], ',', 1, FABRIC_MAX_PORTS, tree->w);
	if (n != 1 || m != tree->levels || w != tree->levels)
		synth_set_error(synth, SSSP_ERROR_USAGE, "%u levels want as many M and W", tree->levels);
	else if (tree->w[0] != 1)
		synth_set_error(synth, SSSP_ERROR_USAGE, "W1 is %u: hosts have one port here, so it must be 1",
				tree->w[0]);
	return !synth->error;
}

void synth_build_xgft(Synth *synth)
{
	SynthTree tree = {.links = 1};
	tree.ports = synth_key(synth, "ports", SYNTH_DEFAULT_PORTS, 1, FABRIC_MAX_PORTS);
	if (read_xgft(synth, &tree))
		build(synth, &tree, synth_tree_capacity(&tree));
}

void synth_build_clos(Synth *synth)
{
	guint leaves = synth_key(synth, "leaves", 24, 1, FABRIC_MAX_LID);
	guint hosts = synth_key(synth, "hosts", 18, 0, FABRIC_MAX_PORTS);
	guint spines = synth_key(synth, "spines", 12, 1, FABRIC_MAX_LID);
	guint links = synth_key(synth, "links", 1, 1, FABRIC_MAX_PORTS);
	guint ports = synth_key(synth, "ports", SYNTH_DEFAULT_PORTS, 1, FABRIC_MAX_PORTS);
	if (!synth_begin(synth, (guint64)leaves + spines))
		return;
	for (guint i = 0; i < leaves; i++)
		synth_hosts(synth, synth_switch(synth, ports, "leaf-%u", i + 1), hosts);
	for (guint i = 0; i < spines; i++)
		synth_switch(synth, ports, "spine-%u", i + 1);
	for (guint leaf = 0; leaf < leaves; leaf++)
		for (guint spine = 0; spine < spines; spine++)
			if (!synth_cable(synth, leaf, leaves + spine, links))
				return;
}
