/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes of a fabric the tree that Slurm's topology plugins want: a tree of groups, with each node in one of the lowest.
 *
 * The lowest groups are units: two switches with hosts are in one unit if they have half of the machines of one of them
 * in common. So a unit is one switch where machines have one adapter, and the leaf switches of all rails where machines
 * have an adapter on each. A machine is in the unit that most of its adapters hang on. Level by level upwards, groups
 * whose switches lead to a common switch of the next level become one; each connected fabric gets one root, so a dump
 * of several fabrics has several.
 */
#ifndef SSSP_GENERATOR_TOPO_SLURM_TREE_H
#define SSSP_GENERATOR_TOPO_SLURM_TREE_H

#include "core/fabric/fabric.h"
#include "formats/lists/machines.h"

#include <glib.h>

typedef struct {
	char *name;          /* what Slurm can call it: different from all others */
	GPtrArray *nodes;    /* const char *, of a unit; NULL: a group of groups */
	GPtrArray *children; /* SlurmGroup, not owned; NULL: a unit */
} SlurmGroup;

typedef struct {
	GPtrArray *groups; /* SlurmGroup, units first */
	guint n_units;
	guint smallest, largest; /* nodes of a unit */
	guint nodes, nameless;   /* machines; adapters without a host's name, which are left out */
} SlurmTree;

/* Of a sealed fabric with LIDs. The machines must outlive it. O(ports + sum of adapters squared). */
SlurmTree *slurm_tree_new(const Fabric *fabric, const Machines *machines);
void slurm_tree_free(SlurmTree *tree); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SlurmTree, slurm_tree_free)

#endif
