/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds out, for sssp-check, which routing engine of OpenSM's list routes when the plugin is loaded, and when it is
 * not.
 */
#ifndef SSSP_PLUGIN_CHECK_ENGINE_WORDS_H
#define SSSP_PLUGIN_CHECK_ENGINE_WORDS_H

#include <glib.h>

typedef struct {
	gboolean ours;        /* the plugin's engine is in the list */
	char *before;         /* the first engine of the list; NULL: that is the plugin's, or the list is empty */
	gboolean unreached;   /* an engine that never fails is before the plugin's: minhop or dor */
	gboolean by_builtin;  /* the list has the plugin's engine only by the name `sssp` of a built-in engine */
	gboolean no_fallback; /* OpenSM does not route with minhop when all engines of the list have failed */
} EngineWords;

/*
 * Fills `words` from the option `routing_engine`, split as OpenSM does it (NULL: OpenSM's default). With `takeover` the
 * name sssp means the plugin, too. engine_words_clear() it.
 */
void engine_words_read(const char *routing_engine, gboolean takeover, EngineWords *words);
void engine_words_clear(EngineWords *words);

/* Whether a list of names, separated by commas or blanks, has this name. `list` may be NULL. */
gboolean engine_words_has(const char *list, const char *name);

#endif
