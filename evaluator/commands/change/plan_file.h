/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the plan of an update of tables in one or two phases, as sssp-route --plan writes it; sssp-formats(5) describes
 * it. The plan says which files switches get in each phase, and which connections must be opened again.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_CHANGE_PLAN_FILE_H
#define SSSP_EVALUATOR_COMMANDS_CHANGE_PLAN_FILE_H

#include <glib.h>

#define PLAN_PHASES 2 /* at most */

typedef struct {
	char *lfts, *sl;      /* names of files beside the new tables */
	gboolean slvl_before; /* the new SL to VL tables are written before this phase */
} PlanPhase;

typedef struct {
	char *replaces, *tables; /* digests of the tables before and afterwards (core/tables/lft.h) */
	PlanPhase phase[PLAN_PHASES];
	guint n_phases;
	char *why;       /* why there are two phases; "": not said */
	char *reconnect; /* file of connections to be opened again, "": none */
	gboolean proven; /* the planner says that no lane has a credit loop during the update */
} PlanFile;

/* NULL with SSSP_ERROR_INPUT ("FILE: ..") or SSSP_ERROR_IO. */
PlanFile *plan_file_read(const char *path, GError **error);
void plan_file_free(PlanFile *plan); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PlanFile, plan_file_free)

#endif
