/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The whole plugin beside a stand-in for OpenSM, with a state file in a folder of its own. */
#ifndef SSSP_TESTS_PLUGIN_VALUES_KEEP_CASE_H
#define SSSP_TESTS_PLUGIN_VALUES_KEEP_CASE_H

#include "plugin/engine_state.h"
#include "tests/plugin/osm_double.h"

#define KEEP_SPEC "torus:5x4,hosts=1"

/* The state file, and the file that asks for a routing from scratch, both in the folder. */
extern char *keep_state_path, *keep_asked_path;

void keep_make_folder(void);

/* Fails the test where anything else is left in the folder. */
void keep_remove_folder(void);

/* The plugin with its state in the folder, and what else is said. */
OsmDouble *keep_start(const char *spec, const char *more);

/* Sweeps once; the log has nothing else then. */
void keep_sweep(OsmDouble *twin);

/* A file that another process finds. */
void keep_one(const char *spec, const char *more);

/* Fails the test unless the log has a text, or has it not. */
void keep_logged(const OsmDouble *twin, const char *text);
void keep_not_logged(const OsmDouble *twin, const char *text);

/* Fails the test unless the state file is what the engine has published. */
void keep_is_saved(const Engine *engine);

#endif
