/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the simulation of an application (a workload) on the tables of a case, and shows its progress as a bar. With
 * --capacity the rates of cables are in proportion to their width and speed.
 */
#include "evaluator/commands/workload/workload_simulate.h"

#include "core/base/error.h"
#include "evaluator/commands/progress.h"
#include "evaluator/commands/workload/workload_options.h"

WorkloadFacts *workload_simulate(const Case *subject, WorkloadCase *workload, GError **error)
{
	g_autofree char *name = g_path_get_basename(subject->topology_name);
	Progress progress = PROGRESS_START(name);
	g_autoptr(Capacity) capacity = workload_options.capacity ? capacity_new(subject->paths, error) : NULL;
	g_autoptr(StreamTable) routes =
		capacity || !workload_options.capacity ? stream_table_new(subject->paths, error) : NULL;
	if (!routes)
		return NULL;
	routes->capacity = capacity;
	workload->model.progress = subject->show_progress ? progress_draw : NULL;
	workload->model.user = &progress;
	WorkloadFacts *facts = workload_run(routes, &workload->model, error);
	progress_clear(&progress);
	if (!facts && g_error_matches(*error, SSSP_ERROR, SSSP_ERROR_INPUT))
		g_prefix_error(error,
			       "%s: ", workload_options.capacity ? subject->topology_name : subject->tables_name);
	return facts;
}
