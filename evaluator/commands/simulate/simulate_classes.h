/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reports the throughput that hosts of each class get in a simulation. */
#ifndef SSSP_EVALUATOR_COMMANDS_SIMULATE_SIMULATE_CLASSES_H
#define SSSP_EVALUATOR_COMMANDS_SIMULATE_SIMULATE_CLASSES_H

#include "evaluator/report/report.h"
#include "evaluator/simulate/simulate.h"

/* Reports the figure `classes` of the last load; nothing where all hosts are of one class. O(hosts x classes). */
void simulate_report_classes(Report *report, const SimFacts *facts);

#endif
