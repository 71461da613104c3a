/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Fabrics with hosts, aggregation nodes and management ports, and tables for them. */
#ifndef SSSP_TESTS_EVALUATOR_MEASURES_CLASS_CASE_H
#define SSSP_TESTS_EVALUATOR_MEASURES_CLASS_CASE_H

#include "core/fabric/fabric_class.h"
#include "evaluator/paths/paths.h"

#define CLASS_HOSTS (1u << FABRIC_HOST)
#define CLASS_AGGREGATION (1u << FABRIC_AGGREGATION)
#define CLASS_MANAGEMENT (1u << FABRIC_MANAGEMENT)
#define CLASS_ALL (CLASS_HOSTS | CLASS_AGGREGATION | CLASS_MANAGEMENT)

/* The random fabric of a seed; about a third of its adapters are chosen, always the same. */
Fabric *class_case_fabric(guint seed);

/* Those that are chosen are aggregation nodes. */
void class_case_mark(Fabric *fabric);

/* Takes their LIDs from ports of classes that are not in the set. */
void class_case_strip(Fabric *fabric, guint32 classes);

typedef struct {
	Fabric *fabric;
	Paths *paths;
} ClassSide;

/* Takes the fabric over. */
ClassSide class_side_new(Fabric *fabric, const Lft *lft);
void class_side_clear(ClassSide *side);

#endif
