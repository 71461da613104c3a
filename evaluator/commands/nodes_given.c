/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the options --nodes (a file that says which adapters are of one machine) and --by node (whole machines are
 * drawn). The file is read once there is a fabric, whose adapters it names. With --by node, only machines with the most
 * frequent number of adapters take part.
 */
#include "evaluator/commands/nodes_given.h"

#include "core/base/error.h"
#include "evaluator/commands/idle.h"
#include "formats/input.h"

char *nodes_given, *by_given;

gboolean nodes_given_check(GError **error)
{
	if (by_given && !g_str_equal(by_given, "node"))
		return sssp_error_usage(error, "--by takes node, not '%s'", by_given);
	return TRUE;
}

Machines *nodes_given_read(const Fabric *fabric, GError **error)
{
	g_autoptr(NameList) list = nodes_given ? input_name_list(nodes_given, error) : NULL;
	return list || !nodes_given ? machines_new(fabric, list, error) : NULL;
}

Units *nodes_given_take(Paths *paths, GError **error)
{
	g_autoptr(Machines) machines = nodes_given_read(paths->fabric, error);
	g_autoptr(Units) units = machines ? units_new(paths, machines, error) : NULL;
	if (!units || !paths_take_only(paths, units->endpoint, units->n * units->per, error))
		return NULL;
	return g_steal_pointer(&units);
}

void report_units(Report *report, const Case *subject, const Units *units)
{
	if (!units)
		return;
	report_integer(report, "nodes", units->n, "that are drawn");
	report_integer(report, "adapters_each", units->per, "adapters of each");
	report_integer(report, "left_out", units->left_out, "adapters of nodes with more, fewer, or without a name");
	if (units->per == 1)
		idle_say(subject, "--by node", "nodes have one adapter each");
}
