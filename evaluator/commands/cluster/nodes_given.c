/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The list is read once the fabric is there. */
#include "evaluator/commands/cluster/nodes_given.h"

#include "formats/input.h"

char *nodes_given;

Machines *nodes_given_read(const Fabric *fabric, GError **error)
{
	g_autoptr(NameList) list = nodes_given ? input_name_list(nodes_given, error) : NULL;
	return list || !nodes_given ? machines_new(fabric, list, error) : NULL;
}
