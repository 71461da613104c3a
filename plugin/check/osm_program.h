/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Asks an installed OpenSM for its version, for the configuration file that it reads, and whether it can load the
 * plugin. OpenSM does not start to work: it prints its version or help and exits before it looks for an adapter.
 */
#ifndef SSSP_PLUGIN_CHECK_OSM_PROGRAM_H
#define SSSP_PLUGIN_CHECK_OSM_PROGRAM_H

#include <glib.h>

/*
 * "OpenSM 3.3.23", the text that OpenSM compares with a plugin's version. NULL with SSSP_ERROR_INPUT, of a script too.
 * The caller's to free.
 */
char *osm_program_version(const char *program, GError **error);

/* The configuration file that OpenSM reads by default, as its help says; NULL: it does not say. The caller frees it. */
char *osm_program_conf(const char *program);

/*
 * Sets *path to the file that OpenSM would load for a library's name; NULL: none. The caller frees it. FALSE with
 * SSSP_ERROR_INPUT.
 */
gboolean osm_program_finds(const char *program, const char *library, char **path, GError **error);

/* The version that a plugin says it was built for, NULL with SSSP_ERROR_INPUT. The caller's to free. */
char *osm_library_version(const char *path, GError **error);

/* Whether OpenSM has all symbols that the library needs. FALSE with SSSP_ERROR_INPUT and the linker's message. */
gboolean osm_program_takes(const char *program, const char *path, GError **error);

#endif
