/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Predicts the time of an all-to-all on the cluster tara, beside what was measured there (UMBC, technical report
 * HPCF-2013-13: the test case with maximum local memory, m = 512 N).
 *
 * p = 8 N processes on N hosts redistribute n = 1,492,992 vectors of m = 512 N doubles. A block, what one process sends
 * to another, is B = 8 m n / p^2 bytes; in step k process i sends to i + k. The block a process keeps is copied first.
 * Messages share links and memories as workload_net.h says, one after the other for each process. All rows have the
 * same speeds, and none of them comes from what was measured here:
 *
 *	link    3.15 GB/s, a QDR 4X link behind an adapter on PCI Express 2.0 x8, and between switches
 *	host    2.60 GB/s in and out: the rate that the memory bus of a host, shared by all its processes, leaves
 *	        of the link. For each byte sent the bus reads one, and writes one that was received (TARA_HOST_PASSES);
 *	        this time is added to that of the cable: 1 / (1 / 3.15 + 2 / 30)
 *	memory  30 GB/s on the bus of a host; a byte that is copied takes TARA_BUS_PASSES of the bus: it is read, its
 *	        target's cache line is fetched, and written back. The buffer that two processes share stays in the
 *	        cache.
 */
#ifndef SSSP_EVALUATOR_WORKLOAD_TARA_H
#define SSSP_EVALUATOR_WORKLOAD_TARA_H

#include "evaluator/measures/bandwidth/ebb_streams.h"
#include "evaluator/workload/workload_net.h"

#include <glib.h>

#define TARA_ROWS 5
#define TARA_PPN 8
#define TARA_VECTORS 1492992.0
#define TARA_DOUBLES 512 /* of a vector, times N */
#define TARA_LINK 3.15e9
#define TARA_BUS 30e9
#define TARA_BUS_PASSES 3
#define TARA_HOST_PASSES 2
#define TARA_TOLERANCE 0.04 /* of a prediction, relative to what was measured: the worst is 2.96 % off */

typedef struct {
	guint32 hosts, processes;
	gdouble block;      /* bytes that a process sends to another one */
	gdouble predicted;  /* seconds */
	gdouble measured;   /* seconds */
	gdouble difference; /* of predicted, relative to measured */
	gdouble host_link;  /* share of the predicted time that a host's link is in use, in each direction */
	gdouble busiest;    /* the same of the busiest channel between switches */
} TaraRow;

/* The speeds above. */
WorkloadSpeeds tara_speeds(WorkloadBlocking blocking);

/*
 * The rows for N = 1, 3, 9, 18, 36, on the first N hosts by GUID: sssp-topo's SPEC "tara" plugs them in module by
 * module. FALSE with SSSP_ERROR_USAGE when there are fewer hosts than that, SSSP_ERROR_INPUT when there is no route,
 * SSSP_ERROR_MEMORY. Well below a second.
 */
gboolean tara_predict(const StreamTable *routes, const WorkloadSpeeds *speeds, TaraRow row[TARA_ROWS], GError **error);

/* Whether all of them are within TARA_TOLERANCE. */
gboolean tara_agrees(const TaraRow row[TARA_ROWS]);

#endif
