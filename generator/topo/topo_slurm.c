/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes a fabric's hosts, in the groups that slurm_tree.h has made, as Slurm reads them: topology.conf as a tree or as
 * blocks, topology.yaml as both. A block is a unit, one of the lowest groups, and the block size is the size of the
 * smallest unit.
 */
#include "generator/topo/topo_slurm.h"

#include "core/base/error.h"
#include "formats/lists/host_fold.h"
#include "formats/output.h"
#include "generator/topo/slurm_tree.h"

#include <stdio.h>
#include <string.h>

static char *children_of(const SlurmGroup *group)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	for (guint i = 0; i < group->children->len; i++)
		g_ptr_array_add(names, ((SlurmGroup *)g_ptr_array_index(group->children, i))->name);
	return host_fold(names);
}

static char *members_of(const SlurmGroup *group)
{
	return group->nodes ? host_fold(group->nodes) : children_of(group);
}

static void conf_tree(GString *text, const SlurmTree *tree)
{
	for (guint i = 0; i < tree->groups->len; i++) {
		const SlurmGroup *group = g_ptr_array_index(tree->groups, i);
		g_autofree char *members = members_of(group);
		g_string_append_printf(text, "SwitchName=%s %s=%s\n", group->name, group->nodes ? "Nodes" : "Switches",
				       members);
	}
}

static void conf_block(GString *text, const SlurmTree *tree)
{
	for (guint i = 0; i < tree->n_units; i++) {
		const SlurmGroup *unit = g_ptr_array_index(tree->groups, i);
		g_autofree char *members = members_of(unit);
		g_string_append_printf(text, "BlockName=%s Nodes=%s\n", unit->name, members);
	}
	g_string_append_printf(text, "BlockSizes=%u\n", tree->smallest);
}

static void yaml(GString *text, const SlurmTree *tree)
{
	g_string_append(text, "---\n- topology: tree\n  cluster_default: true\n  tree:\n    switches:\n");
	for (guint i = 0; i < tree->groups->len; i++) {
		const SlurmGroup *group = g_ptr_array_index(tree->groups, i);
		g_autofree char *members = members_of(group);
		g_string_append_printf(text, "      - switch: %s\n        %s: \"%s\"\n", group->name,
				       group->nodes ? "nodes" : "children", members);
	}
	g_string_append_printf(text,
			       "- topology: block\n  cluster_default: false\n  block:\n    block_sizes:\n      - %u\n"
			       "    blocks:\n",
			       tree->smallest);
	for (guint i = 0; i < tree->n_units; i++) {
		const SlurmGroup *unit = g_ptr_array_index(tree->groups, i);
		g_autofree char *members = members_of(unit);
		g_string_append_printf(text, "      - block: %s\n        nodes: \"%s\"\n", unit->name, members);
	}
}

static GString *write_text(const SlurmTree *tree, const char *source, const char *file, const char *plugin)
{
	GString *text = g_string_new(NULL);
	g_string_append_printf(text, "# %s: %u nodes in %u units\n", source, tree->nodes, tree->n_units);
	if (tree->nameless)
		g_string_append_printf(text, "# left out: %u adapters without a host's name\n", tree->nameless);
	if (g_str_has_suffix(file, ".yaml") || g_str_has_suffix(file, ".yml"))
		yaml(text, tree);
	else
		(g_str_equal(plugin, "block") ? conf_block : conf_tree)(text, tree);
	return text;
}

gboolean topo_slurm(Fabric *fabric, const char *source, const char *file, const char *plugin, gboolean quiet,
		    GError **error)
{
	if (!g_str_equal(plugin, "tree") && !g_str_equal(plugin, "block"))
		return sssp_error_set(error, SSSP_ERROR_USAGE, "--slurm-plugin takes tree or block, not '%s'", plugin);
	if (!fabric->n_endpoints && !fabric_assign_lids(fabric, 0, NULL, error))
		return FALSE;
	g_autoptr(Machines) machines = machines_new(fabric, NULL, error);
	if (!machines)
		return FALSE;
	g_autoptr(SlurmTree) tree = slurm_tree_new(fabric, machines);
	if (!tree->nodes)
		return sssp_error_set(error, SSSP_ERROR_USAGE, "%s: no adapter has a host's name", source);
	g_autoptr(GString) text = write_text(tree, source, file, plugin);
	if (!output_write(file, text->str, text->len, error))
		return FALSE;
	if (!quiet && strcmp(file, "-"))
		fprintf(stderr,
			"sssp-topo: %s: %u nodes in %u units of %u to %u, %u adapters without a host's name left out\n",
			file, tree->nodes, tree->n_units, tree->smallest, tree->largest, tree->nameless);
	return TRUE;
}
