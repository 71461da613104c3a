/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What comes of a list of routing engines when the plugin is loaded, and when it is not. */
#ifndef SSSP_PLUGIN_CHECK_ENGINE_WORDS_H
#define SSSP_PLUGIN_CHECK_ENGINE_WORDS_H

#include <glib.h>

typedef struct {
	gboolean ours;        /* the plugin's engine is in the list */
	char *before;         /* the first engine that is asked before it; NULL: none */
	gboolean by_builtin;  /* the plugin is there by the name of an engine of OpenSM's alone */
	gboolean no_fallback; /* nothing else routes when the list is at its end */
} EngineWords;

/* Of `routing_engine` as OpenSM takes it apart (NULL: its default). With `takeover` the plugin answers to sssp, too. */
void engine_words_read(const char *routing_engine, gboolean takeover, EngineWords *words);
void engine_words_clear(EngineWords *words);

/* Whether a list of names, parted by commas or blanks, has this one. */
gboolean engine_words_has(const char *list, const char *name);

#endif
