/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the answer of nue.sh, which runs OpenSM under ibsim and has sssp-eval evaluate its tables by the same patterns.
 */
#include "bench/drawn/cliff.h"

#include <stdio.h>

#define NUE_HOSTS 600 /* most, so that it takes seconds */
#define NUE_LANES 8   /* that ibsim's links have */

static void read_answer(const char *answer, CliffResult *result)
{
	guint64 longer, efi;
	double ebb;
	result->nue = sscanf(answer, "%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %lf", &longer, &efi, &ebb) == 3;
	if (!result->nue)
		return;
	result->nue_longer = longer;
	result->nue_ebb = ebb;
}

void cliff_nue(const CliffCase *drawn, CliffResult *result)
{
	const char *srcdir = g_getenv("srcdir");
	g_autofree char *script = g_build_filename(srcdir ? srcdir : ".", "bench", "nue.sh", NULL), *answer = NULL;
	g_autofree char *lanes = g_strdup_printf("%u", drawn->budget);
	g_autofree char *patterns = g_strdup_printf("%u", cliff_patterns(result->hosts));
	char *command[] = {(char *)"bash", script, (char *)drawn->spec, lanes, patterns, NULL};
	if (*result->error || result->hosts > NUE_HOSTS || drawn->budget > NUE_LANES)
		return;
	if (g_spawn_sync(NULL, command, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &answer,
			 NULL, NULL, NULL))
		read_answer(answer, result);
}
