/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What hosts of each class get of a simulation, as figures. */
#ifndef SSSP_EVALUATOR_COMMANDS_SIMULATE_SIMULATE_CLASSES_H
#define SSSP_EVALUATOR_COMMANDS_SIMULATE_SIMULATE_CLASSES_H

#include "evaluator/report/report.h"
#include "evaluator/simulate/simulate.h"

/* The key `classes`, of the last load; nothing where all are of one. O(hosts x classes). */
void simulate_report_classes(Report *report, const SimFacts *facts);

#endif
