/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder plugin/check: two programs. sssp-check says whether an installed OpenSM will route with the installed
 * plugin:
 *
 *	osm_conf         what opensm.conf says, as OpenSM reads it (below)
 *	osm_program      which OpenSM there is, which library it would load, and whether that fits
 *	osm_build        whether both were built with PerfMgr, or both without
 *	engine_words     which engine of a list routes
 *	sssp_check       the program
 *
 * sssp-status tells what the plugin did last:
 *
 *	status_text      reads the file that the plugin has written
 *	sssp_status      the program
 */

/* Reads the few lines of opensm.conf that decide whether the plugin routes. */
#ifndef SSSP_PLUGIN_CHECK_OSM_CONF_H
#define SSSP_PLUGIN_CHECK_OSM_CONF_H

#include <glib.h>

typedef struct {
	char *routing_engine, *event_plugin_name, *event_plugin_options; /* NULL: OpenSM's default */
	gboolean exists;
	guint cut; /* number of the first line that OpenSM reads as two, as it is too long; 0: none */
} OsmConf;

/*
 * Fills `conf` from a file, as OpenSM would: a line is a name and a value, without quotes; `#` begins a comment; of
 * several lines with one name the last counts; the value "(null)" is the default. A file that does not exist leaves the
 * defaults and returns TRUE. FALSE with SSSP_ERROR_INPUT. osm_conf_clear() in either case.
 */
gboolean osm_conf_read(const char *path, OsmConf *conf, GError **error);
void osm_conf_clear(OsmConf *conf);

#endif
