/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds application profiles (app.h: how much an application communicates, in which patterns) by name: those that come
 * with the programs, or any file.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_BANDWIDTH_APP_FIND_H
#define SSSP_EVALUATOR_COMMANDS_BANDWIDTH_APP_FIND_H

#include "evaluator/workload/app.h"

#include <glib.h>

/*
 * The profiles (AppProfile) of a comma-separated list. A name with a '/' or the end ".profile" is that of a file; "all"
 * stands for all profiles that come with the programs, in the order of their names; any other name is one of these.
 * They are looked for in a folder beside the program (not installed yet), in ../share from there (installed, perhaps
 * moved since), or where they were to be installed. NULL with SSSP_ERROR_USAGE for an unknown name, with
 * SSSP_ERROR_IO or SSSP_ERROR_INPUT.
 */
GPtrArray *app_find(const char *list, GError **error);

/*
 * What a list can be made of: "all" and the profiles that come with the programs, with ", " between them. Free with
 * g_free().
 */
char *app_names(void);

#endif
