/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the plugin's engine, and which engines stand before it, in OpenSM's list of routing engines (option
 * routing_engine). OpenSM tries the engines in this order until one routes. So the plugin's engine routes only if all
 * before it fail, and never behind minhop or dor, which do not fail.
 */
#include "plugin/check/engine_words.h"

#include <string.h>

#define BETWEEN ", \t\n"

/* Notes an engine of the list that stands before the plugin's, or that is in a list without the plugin's. */
static void take_before(const char *name, EngineWords *words)
{
	if (!words->before)
		words->before = g_strdup(name);
	words->unreached = words->unreached || !strcmp(name, "minhop") || !strcmp(name, "dor");
}

void engine_words_read(const char *routing_engine, gboolean takeover, EngineWords *words)
{
	g_auto(GStrv) names = g_strsplit_set(routing_engine ? routing_engine : "", BETWEEN, -1);
	gboolean by_own_name = FALSE;
	*words = (EngineWords){0};
	for (guint i = 0; names[i]; i++) {
		gboolean own = !strcmp(names[i], "psssp");
		if (!strcmp(names[i], "no_fallback"))
			words->no_fallback = TRUE;
		else if (own || (takeover && !strcmp(names[i], "sssp")))
			words->ours = TRUE;
		else if (*names[i] && !words->ours)
			take_before(names[i], words);
		by_own_name = by_own_name || own;
	}
	words->unreached = words->unreached && words->ours;
	words->by_builtin = words->ours && !by_own_name;
}

void engine_words_clear(EngineWords *words)
{
	g_clear_pointer(&words->before, g_free);
}

gboolean engine_words_has(const char *list, const char *name)
{
	g_auto(GStrv) names = g_strsplit_set(list ? list : "", BETWEEN, -1);
	return g_strv_contains((const char *const *)names, name);
}
