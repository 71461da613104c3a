/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes the charts of throughput and latency over load, of one routing or several. */
#ifndef SSSP_EVALUATOR_PLOT_CHARTS_CHARTS_SIMULATE_H
#define SSSP_EVALUATOR_PLOT_CHARTS_CHARTS_SIMULATE_H

#include "evaluator/plot/plot.h"
#include "evaluator/report/compare.h"
#include "evaluator/simulate/simulate.h"

#include <glib.h>

typedef struct {
	const char *name; /* of the routing */
	const SimFacts *facts;
} SimulateRow;

/* The rows have the loads of `how`; `fabric` is the name of its file. */
Plot *chart_simulate(const SimulateRow *row, guint n, const SimOptions *how, const char *fabric);

/* The same of all routings of a comparison that simulated them. */
Plot *chart_simulated(const Comparison *comparison, const char *fabric);

#endif
