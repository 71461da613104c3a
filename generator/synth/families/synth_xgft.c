/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the switches and cables of extended generalised fat trees of any shape, for the tree families and for the
 * insides of directors.
 *
 * A switch of level l is the pair (A, B): A says which of the subtrees of height l it is in, B which of that subtree's
 * W(l) = w[0] .. w[l - 1] tops it is. Its parents are (A / m[l], b W(l) + B) for all b < w[l]; m and w are those of
 * SynthTree (synth_plan.h).
 */
#include "generator/synth/synth_plan.h"

/* Subtrees of height `level` that are there; with all leaves, the product of m[level] and above. */
static guint64 subtrees(const SynthTree *tree, guint level)
{
	guint64 n = 1, leaves = 1;
	for (guint i = level; i < tree->levels; i++)
		n = synth_product(n, tree->m[i]);
	for (guint i = 1; i < level; i++)
		leaves = synth_product(leaves, tree->m[i]);
	return tree->leaves ? (tree->leaves + leaves - 1) / leaves : n;
}

/* Top switches of a subtree of height `level`. */
static guint64 tops(const SynthTree *tree, guint level)
{
	guint64 n = 1;
	for (guint i = 0; i < level; i++)
		n = synth_product(n, tree->w[i]);
	return n;
}

guint64 synth_tree_leaves(const SynthTree *tree)
{
	return subtrees(tree, 1);
}

guint64 synth_tree_size(const SynthTree *tree)
{
	guint64 n = 0;
	for (guint level = 1; level <= tree->levels; level++)
		n += synth_product(subtrees(tree, level), tops(tree, level));
	return MIN(n, (guint64)G_MAXUINT32);
}

/*
 * Adds a managed switch or a director's chip, with a name such as "MF0;core-002:IB144/L05/U1" or
 * "MF0;old-leaf-03:IB18/U1".
 */
static guint32 add_labelled(Synth *synth, const SynthTree *tree, guint level, guint32 number, guint director)
{
	gboolean leaf = level == 1, top = level == tree->levels;
	if (director && tree->levels == 1)
		return synth_switch(synth, tree->ports, "MF0;%.16s-%03u:IB%u/U1", tree->label, director,
				    tree->external);
	if (director)
		return synth_switch(synth, tree->ports, "MF0;%.16s-%03u:IB%u/%c%02u/U1", tree->label, director,
				    tree->external,
				    leaf  ? 'L'
				    : top ? 'S'
					  : 'M',
				    number);
	return synth_switch(synth, tree->ports, "MF0;%.16s-%s-%02u:IB%u/U1", tree->label,
			    leaf  ? "leaf"
			    : top ? "spine"
				  : "mid",
			    number, tree->external);
}

/* Adds a switch with a name such as "leaf-3", "level2-7" or "spine-1"; a switch alone is "switch-1". */
static guint32 add(Synth *synth, const SynthTree *tree, guint level, guint32 number, guint director)
{
	char chassis[SYNTH_NAME_ROOM] = "", kind[SYNTH_NAME_ROOM];
	if (tree->label)
		return add_labelled(synth, tree, level, number, director);
	if (director)
		g_snprintf(chassis, sizeof chassis, "director-%u ", director);
	if (level == tree->levels)
		g_strlcpy(kind, level > 1 ? "spine" : "switch", sizeof kind);
	else if (level == 1)
		g_strlcpy(kind, "leaf", sizeof kind);
	else
		g_snprintf(kind, sizeof kind, "level%u", level);
	return synth_switch(synth, tree->ports, "%.16s%.16s-%u", chassis, kind, number);
}

void synth_tree_switches(Synth *synth, SynthTree *tree, guint director)
{
	tree->first = synth->n_switches;
	for (guint level = 1; level <= tree->levels && !synth->error; level++) {
		guint32 n = (guint32)synth_product(subtrees(tree, level), tops(tree, level));
		for (guint32 i = 0; i < n && !synth->error; i++) {
			guint32 sw = add(synth, tree, level, i + 1, director);
			if (director && !synth->error)
				synth->switches[sw].system = tree->first;
		}
	}
}

/* The cables from level `level`, whose first switch is `first`, to the one above. */
static void cable_level(Synth *synth, const SynthTree *tree, guint level, guint32 first)
{
	guint32 width = (guint32)tops(tree, level), n = (guint32)subtrees(tree, level) * width;
	guint32 above = first + n, width_above = width * tree->w[level];
	guint links = level + 1 == tree->levels ? tree->links : 1;
	for (guint32 i = 0; i < n; i++) {
		guint32 a = i / width, b = i % width;
		synth_skip(synth, first + i, tree->m[level - 1]);
		for (guint32 up = 0; up < tree->w[level]; up++)
			if (!synth_cable(synth, first + i, above + a / tree->m[level] * width_above + up * width + b,
					 links))
				return;
	}
}

void synth_tree_cables(Synth *synth, const SynthTree *tree)
{
	guint32 first = tree->first;
	for (guint level = 1; level < tree->levels && !synth->error; level++) {
		cable_level(synth, tree, level, first);
		first += (guint32)(subtrees(tree, level) * tops(tree, level));
	}
}
