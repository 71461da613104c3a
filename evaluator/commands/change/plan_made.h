/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gets the plan by which the plugin would replace one set of tables by another, at once or in two phases, and the
 * tables of its first phase. sssp-route makes the plan, or has made it.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_CHANGE_PLAN_MADE_H
#define SSSP_EVALUATOR_COMMANDS_CHANGE_PLAN_MADE_H

#include "evaluator/commands/command.h"
#include "evaluator/commands/change/plan_file.h"

#include <glib.h>

typedef struct {
	PlanFile *file;
	char *beside;      /* folder or file beside which its files lie: the new tables */
	char *folder;      /* private folder that sssp-route wrote into, NULL: none */
	Lft *lft;          /* of the first of two phases; NULL, as paths and own_sl, where there is one phase only */
	PathSl *own_sl;    /* SLs of the first phase, NULL: those of the new tables */
	Paths *paths;      /* of lft */
	GArray *reconnect; /* ReconnectPair, NULL: no connection has to be opened again */
	char *reconnect_file;
} PlanMade;

/*
 * The plan for `new`, whose second set it replaces; both sets were read from these files, none of them standard input.
 * `file` names the plan. Where it is NULL, sssp-route makes the plan: without previous tables if that gives the tables
 * of `new`, else with the tables of `new` as previous ones. NULL with SSSP_ERROR_USAGE (sssp-route refuses; the plan is
 * of other tables), SSSP_ERROR_INPUT, SSSP_ERROR_IO or SSSP_ERROR_MEMORY.
 */
PlanMade *plan_made_new(const char *file, const Case *new, const CaseFiles *new_files, const TableFiles *old_files,
			const EvalSession *session, GError **error);
void plan_made_free(PlanMade *made); /* NULL is fine; removes the folder */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PlanMade, plan_made_free)

#endif
