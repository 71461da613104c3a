/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Compares fabrics by their cost (switches, cables) and by the speed-up of an application that was simulated on them.
 * This is the choice between fabrics that P. G. Howard and S. S. Fried ("InfiniBand MPI Network Design and Simulation
 * Using IBSim", 2009) made with their simulator.
 */
#ifndef SSSP_EVALUATOR_WORKLOAD_PROVISION_H
#define SSSP_EVALUATOR_WORKLOAD_PROVISION_H

#include "evaluator/paths/paths.h"
#include "evaluator/report/report.h"
#include "evaluator/workload/workload.h"

#include <glib.h>

#define PROVISION_CLOSE 0.01 /* efficiencies that differ by no more count as equal in the verdict */

typedef struct {
	const char *spec;        /* not owned */
	guint32 switches, hosts; /* of the fabric, endpoints being hosts */
	guint32 links;           /* cables between switches */
	guint32 cables;          /* all: those and one for each host */
	guint32 cores;           /* that compute */
	gdouble seconds, efficiency, speedup;
	gdouble waiting; /* share of the messages between hosts that wait for a port; 0 where there are none */
	gboolean worth;  /* see provision_compare() */
} Provision;

/* The cost of a fabric, and what was found on it. */
Provision provision_of(const char *spec, const Paths *paths, guint32 cores, const WorkloadFacts *facts);

/*
 * Sets `worth` where no other fabric has at most as many switches and cables and at least as much speed-up and as many
 * cores, and is better in one of these. Of equal fabrics only the first has it set. O(n^2).
 */
void provision_compare(Provision *fabric, guint n);

/*
 * The fabric to choose: of those with the most cores and an efficiency within PROVISION_CLOSE of the best among them,
 * the one with the fewest switches, then the fewest cables, then the highest efficiency, then the first. n > 0.
 */
guint provision_choose(const Provision *fabric, guint n);

void provision_report(Report *report, const Provision *fabric, guint n);

#endif
