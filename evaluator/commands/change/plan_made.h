/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The plan by which the plugin would exchange tables: sssp-route makes it, or has made it. */
#ifndef SSSP_EVALUATOR_COMMANDS_CHANGE_PLAN_MADE_H
#define SSSP_EVALUATOR_COMMANDS_CHANGE_PLAN_MADE_H

#include "evaluator/commands/command.h"
#include "evaluator/commands/change/plan_file.h"

#include <glib.h>

typedef struct {
	PlanFile *file;
	char *beside;   /* what its files lie beside: tables */
	char *folder;   /* that sssp-route wrote into, NULL: none */
	Lft *lft;       /* of the first of two phases; the rest as well: NULL where there is one */
	PathSl *own_sl; /* SLs of this, where they are its own */
	Paths *paths;
	GArray *reconnect; /* ReconnectPair, NULL: nobody has to connect again */
	char *reconnect_file;
} PlanMade;

/*
 * The plan for `new`, read with what it replaces as its second set, of these files (of which standard input is none).
 * `file` names it; NULL: sssp-route makes it, afresh if that gives the same tables, else with those of `new` as
 * previous ones. NULL with SSSP_ERROR_USAGE (sssp-route refuses; the plan is of other tables), SSSP_ERROR_INPUT,
 * SSSP_ERROR_IO, SSSP_ERROR_MEMORY.
 */
PlanMade *plan_made_new(const char *file, const Case *new, const CaseFiles *new_files, const TableFiles *old_files,
			const EvalSession *session, GError **error);
void plan_made_free(PlanMade *made); /* NULL is fine; removes the folder */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PlanMade, plan_made_free)

#endif
