/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room of commands about clusters as their administrators see them: machines, rails, cabling, failures.
 *
 *	nodes_given      which adapters are of one machine: --nodes
 *	cmd_rails        which adapter is on which rail
 */
#ifndef SSSP_EVALUATOR_COMMANDS_CLUSTER_NODES_GIVEN_H
#define SSSP_EVALUATOR_COMMANDS_CLUSTER_NODES_GIVEN_H

#include "formats/lists/machines.h"

#include <glib.h>

/* What was given, NULL: nothing; one is enough, as a process runs one command. */
extern char *nodes_given;

#define NODES_OPTION                                                                                                   \
	{                                                                                                              \
		"nodes", 0, 0, G_OPTION_ARG_FILENAME, &nodes_given,                                                    \
			"Which adapters are of one node: lines 'NAME: ADAPTERS'; others by names and GUIDs", "FILE"    \
	}

/* The machines of a fabric, by that list and else by names and GUIDs. NULL with any error of machines_new(). */
Machines *nodes_given_read(const Fabric *fabric, GError **error);

#endif
