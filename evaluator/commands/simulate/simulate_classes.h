/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reports the throughput that hosts get in a simulation, by classes: what they are and the rate of their cables. */
#ifndef SSSP_EVALUATOR_COMMANDS_SIMULATE_SIMULATE_CLASSES_H
#define SSSP_EVALUATOR_COMMANDS_SIMULATE_SIMULATE_CLASSES_H

#include "evaluator/report/report.h"
#include "evaluator/simulate/simulate.h"

/* Reports the figure `classes` of the last load; nothing where all hosts are of one class. O(hosts x classes). */
void simulate_report_classes(Report *report, const SimFacts *facts);

#endif
