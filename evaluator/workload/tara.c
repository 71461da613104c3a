/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Predicts the time of an all-to-all on the cluster tara, for five numbers of hosts, beside the times that were
 * measured there. Each prediction is one iteration of the workload simulator (workload.h) in which messages share the
 * links. Its "computing" is the copying of the block that a process keeps, by all processes of a host at the same time.
 */
#include "evaluator/workload/tara.h"

#include "core/base/error.h"
#include "evaluator/patterns/mapping.h"
#include "evaluator/patterns/pattern_kinds.h"
#include "evaluator/workload/workload_case.h"

#include <math.h>

static const struct {
	guint32 hosts;
	gdouble seconds;
} measured[TARA_ROWS] = {{1, 0.60}, {3, 1.64}, {9, 2.09}, {18, 2.28}, {36, 2.30}};

WorkloadSpeeds tara_speeds(WorkloadBlocking blocking)
{
	return (WorkloadSpeeds){.host = 1 / (1 / TARA_LINK + TARA_HOST_PASSES / TARA_BUS),
				.link = TARA_LINK,
				.memory = TARA_BUS / TARA_BUS_PASSES,
				.blocking = blocking};
}

static gdouble block_bytes(guint32 hosts)
{
	gdouble processes = (gdouble)hosts * TARA_PPN;
	return sizeof(double) * TARA_DOUBLES * (gdouble)hosts * TARA_VECTORS / (processes * processes);
}

static void fill(TaraRow *row, const WorkloadSpeeds *speeds, const WorkloadFacts *facts)
{
	gdouble leaving = (gdouble)TARA_PPN * (row->processes - TARA_PPN) * row->block;
	row->predicted = facts->seconds;
	row->difference = row->predicted / row->measured - 1;
	row->host_link = leaving / speeds->host / row->predicted;
	row->busiest = facts->busiest;
}

static gboolean predict_row(const StreamTable *routes, const Mapping *hosts, const WorkloadSpeeds *speeds, TaraRow *row,
			    GError **error)
{
	g_autoptr(Pattern) pattern = pattern_new("alltoall", error);
	if (!pattern)
		return FALSE;
	WorkloadSetup setup = {.name = "alltoall",
			       .pattern = pattern,
			       .cores = row->processes,
			       .iterations = 1,
			       .time = TARA_PPN * row->block / speeds->memory,
			       .bytes = row->block,
			       .cells = CELLS_ROWS,
			       .sends = SENDS_ONE_BY_ONE,
			       .speeds = *speeds};
	g_autoptr(WorkloadCase) workload = workload_case_new(routes->paths, hosts, &setup, error);
	g_autoptr(WorkloadFacts) facts = workload ? workload_run(routes, &workload->model, error) : NULL;
	if (facts)
		fill(row, speeds, facts);
	return facts != NULL;
}

static gboolean enough(const Mapping *hosts, GError **error)
{
	guint32 needed = measured[TARA_ROWS - 1].hosts;
	if (hosts->n >= needed)
		return TRUE;
	return sssp_error_usage(error, "%u hosts took part: the fabric has %u", needed, hosts->n);
}

gboolean tara_predict(const StreamTable *routes, const WorkloadSpeeds *speeds, TaraRow row[TARA_ROWS], GError **error)
{
	const Paths *p = routes->paths;
	g_autoptr(Mapping) hosts = mapping_new_for(p, MAPPING_GUID, NULL, TARA_PPN, error);
	if (!hosts || !enough(hosts, error))
		return FALSE;
	for (guint i = 0; i < TARA_ROWS; i++) {
		row[i] = (TaraRow){.hosts = measured[i].hosts,
				   .processes = measured[i].hosts * TARA_PPN,
				   .block = block_bytes(measured[i].hosts),
				   .measured = measured[i].seconds};
		if (!predict_row(routes, hosts, speeds, &row[i], error))
			return FALSE;
	}
	return TRUE;
}

gboolean tara_agrees(const TaraRow row[TARA_ROWS])
{
	for (guint i = 0; i < TARA_ROWS; i++)
		if (fabs(row[i].difference) > TARA_TOLERANCE)
			return FALSE;
	return TRUE;
}
