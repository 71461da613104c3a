/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* An installed OpenSM, asked without being started: it says its version and ends before it looks for an adapter. */
#ifndef SSSP_PLUGIN_CHECK_OSM_PROGRAM_H
#define SSSP_PLUGIN_CHECK_OSM_PROGRAM_H

#include <glib.h>

/* "OpenSM 3.3.23", as it compares it with a plugin's. NULL with SSSP_ERROR_INPUT, of a script too. The caller's to free. */
char *osm_program_version(const char *program, GError **error);

/* The configuration that it reads unless told otherwise, as its help says. NULL: it does not say. The caller's to free. */
char *osm_program_conf(const char *program);

/*
 * The file that it would load for a library's name, or NULL: none. FALSE with SSSP_ERROR_INPUT. `*path` is the
 * caller's.
 */
gboolean osm_program_finds(const char *program, const char *library, char **path, GError **error);

/* The version that a plugin says it was built for, NULL with SSSP_ERROR_INPUT. The caller's to free. */
char *osm_library_version(const char *path, GError **error);

/* Whether all that the library needs of OpenSM is there; FALSE with SSSP_ERROR_INPUT and the linker's words. */
gboolean osm_program_takes(const char *program, const char *path, GError **error);

#endif
